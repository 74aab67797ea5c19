//! Pages people see, and the anchors that problems and headers point to.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use muniment_library::load::load;
use muniment_rdf::ContentHash;

use crate::counts::count as total;
use crate::server::server;
use crate::walk::{model, models};

#[test]
fn pages_are_html() {
    for (path, seconds, holds) in [
        ("/", 300, "May I use it, and what must I do?"),
        ("/license-library", 300, "Apache-2.0"),
        ("/releases", 300, "data-"),
        ("/changes", 300, "href=\"/changes/2026-"),
        ("/documentation", 300, "How to cite"),
        ("/privacy", 300, "argon2id"),
        ("/imprint", 300, "curators@muniment.example"),
        ("/license-library/Apache-2.0", 300, "Apache License 2.0"),
        // spec:version-1#headers: the vocabulary may be kept for an hour in all its forms.
        ("/ns", 3600, "ns#"),
        ("/dependency-graph", 300, "/dependency-graph/dg_eu"),
        ("/dependency-graph/dg_default", 300, "dg_default"),
        ("/compatibility", 300, "muniment matrix"),
        ("/documentation/v2", 300, "application/problem+json"),
        ("/documentation/deprecation", 300, "Deprecation"),
        ("/documentation/specification", 300, "/documentation/canonical-form"),
        ("/documentation/version-1", 300, "id=\"frozen-operations\""),
        ("/documentation/version-2", 300, "id=\"negotiation\""),
        ("/documentation/canonical-form", 300, "svc-c14n-1"),
        ("/documentation/releases", 300, "id=\"manifest\""),
        ("/documentation/reasoning", 300, "id=\"default-rules\""),
        ("/documentation/data-model", 300, "odrl:Set"),
    ] {
        let page = server().get(path);
        page.is(200)
            .has("content-type", "text/html; charset=utf-8")
            .has("cache-control", format!("public, max-age={seconds}").as_str());
        let text = page.text();
        assert!(text.starts_with("<!DOCTYPE html>") && text.contains("<html lang="), "{path}");
        assert!(text.contains("<title>") && text.contains("</html>"), "{path}");
        assert!(text.contains(holds), "{path} does not hold {holds}");
    }
}

#[test]
fn every_model_has_the_page_its_object_names() {
    for model in models() {
        let html = model.latest().object["links"]["html"].as_str().unwrap();
        let path = html.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..])).unwrap();
        let page = server().get(path);
        page.is(200).has("content-type", "text/html; charset=utf-8");
        assert!(page.text().contains(model.latest().text("content_hash")), "{path} does not show the hash");
    }
}

#[test]
fn the_page_of_a_record_shows_its_versions_hashes_and_downloads() {
    let page = server().get("/license-library/Apache-2.0");
    for version in &model("Apache-2.0").versions {
        assert!(page.text().contains(version.text("content_hash")), "{}", version.path);
        assert!(page.text().contains(&format!("\"{}", version.path)), "no link to {}", version.path);
    }
    for extension in ["ttl", "jsonld", "nt", "rdf", "json"] {
        let end = format!("/index.{extension}\"");
        assert!(page.text().contains(&end), "no download of index.{extension}");
    }
}

#[test]
fn links_within_pages_lead_somewhere() {
    let mut links = BTreeSet::new();
    for path in [
        "/",
        "/license-library",
        "/license-library/Apache-2.0",
        "/dependency-graph/dg_default",
        "/documentation",
        "/documentation/v2",
        "/documentation/specification",
        "/documentation/version-1",
        "/documentation/version-2",
        "/documentation/canonical-form",
        "/documentation/releases",
        "/documentation/reasoning",
        "/documentation/data-model",
        "/releases",
        "/changes",
        "/privacy",
        "/imprint",
    ] {
        let page = server().get(path);
        for attribute in ["href=\"/", "src=\"/"] {
            let found = page.text().split(attribute).skip(1).filter_map(|rest| rest.split(['"', '#']).next());
            links.extend(found.map(|link| format!("/{}", link.replace("&amp;", "&"))));
        }
    }
    assert!(links.len() > total("records"), "{} links", links.len());
    // What is for people who are signed in leads others to the door; this deployment has no language model, and says so.
    let is_alive = |link: &str| match server().get(link).status {
        503 => link == "/text-to-license",
        status => status < 400,
    };
    let dead: Vec<&String> = links.iter().filter(|link| !is_alive(link)).collect();
    assert!(dead.is_empty(), "{dead:?}");
}

#[test]
fn the_first_page_answers_a_question_and_says_how_many_licenses_there_are() {
    let home = server().get("/");
    for holds in [
        "No: a part under GPL-3.0-only can\u{2019}t go into a work under MIT.",
        "You must license the entire work, as a whole, under this License",
        "keep the part a separate program beside the work",
        "href=\"/license-compatibility-checker?ids=GPL-3.0-only&amp;target=MIT\"",
        "href=\"/choose\"",
        &format!("of {} licenses were read", total("records")),
    ] {
        assert!(home.text().contains(holds), "{holds} is missing from {}", home.text());
    }
    assert!(home.text().len() < 24_000, "{} bytes are not short", home.text().len());
}

/// The list works without scripts; with them a browser fetches the index and asks the server no more.
#[test]
fn the_library_is_a_page_and_an_index() {
    let page = server().get("/license-library");
    let records = |text: &str| -> BTreeSet<String> {
        let links = text.split("href=\"/license-library/").skip(1);
        links.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    };
    let listed = records(page.text());
    let index = server().get("/assets/licenses.json");
    index.is(200).has("content-type", "application/json");
    let document = index.json();
    let indexed = document["records"].as_array().unwrap().iter().map(|record| record[0].as_str().unwrap());
    let indexed: BTreeSet<String> = indexed.map(str::to_owned).collect();
    assert_eq!((indexed.len(), &indexed), (total("records"), &listed));
    let tag = index.header("etag").unwrap();
    server().ask("GET", "/assets/licenses.json", &[("If-None-Match", tag)]).is(304);
    assert_eq!(server().get("/license-library?keyword=apache&ports=exclude").is(200).body, page.body);
}

#[test]
fn what_changed_leads_to_every_model() {
    let changes = server().get("/changes");
    assert!(changes.body.len() < 100_000, "{} bytes", changes.body.len());
    let days = changes.text().split("href=\"/changes/").skip(1).filter_map(|rest| rest.split('"').next());
    let days: BTreeSet<&str> = days.collect();
    let of_days: String =
        days.iter().map(|day| server().get(&format!("/changes/{day}")).is(200).text().to_owned()).collect();
    for model in models() {
        let html = model.latest().object["links"]["html"].as_str().unwrap();
        let path = html.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..])).unwrap();
        assert!(of_days.contains(&format!("\"{path}#history-heading\"")), "{path}");
    }
    let days: Vec<&str> =
        changes.text().split("<h2 id=\"day-2").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(!days.is_empty() && days.is_sorted_by(|one, other| one > other), "{days:?}");
}

#[test]
fn every_named_state_leads_to_its_manifest() {
    let page = server().get("/releases");
    let known = server().get("/v2/releases").json();
    for state in known["items"].as_array().unwrap().iter().chain([&known["current"]]) {
        let id = state["release"].as_str().unwrap();
        assert!(page.text().contains(&format!("href=\"/v2/releases/{id}/index.json\"")), "{id}");
    }
}

#[test]
fn search_engines_are_told_of_every_page() {
    let sitemap = server().get("/sitemap.xml");
    for path in ["", "license-library", "releases", "changes", "documentation", "privacy", "imprint"] {
        assert!(sitemap.text().contains(&format!("/{path}</loc>")), "/{path}");
    }
    assert!(!sitemap.text().contains("/web/"), "pages to be framed repeat others");
}

/// The length of a text as an edge sends it.
fn compressed(text: &[u8]) -> usize {
    let mut gzip = Command::new("gzip")
        .args(["--stdout", "-6"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, text) = (gzip.stdin.take().unwrap(), text.to_owned());
    let writer = std::thread::spawn(move || input.write_all(&text).unwrap());
    let output = gzip.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    output.stdout.len()
}

/// A page, and everything it has a browser load: less than 60 kB on the way, for the largest record too.
#[test]
fn a_record_is_light_to_load() {
    let (mut assets, mut heaviest) = (BTreeMap::new(), (0, String::new()));
    for model in models().iter().filter(|model| model.kind == "license") {
        let path = format!("/license-library/{}", model.id);
        let page = server().get(&path);
        let loaded: BTreeSet<&str> = page
            .text()
            .split("\"/assets/")
            .skip(1)
            .filter_map(|rest| rest.split(['"', '#']).next())
            .collect();
        assert!(loaded.contains("muniment.css") && loaded.contains("icons.svg"), "{path}: {loaded:?}");
        let mut weight = compressed(page.is(200).text().as_bytes());
        for asset in loaded {
            let of_asset = || compressed(&server().get(&format!("/assets/{asset}")).is(200).body);
            weight += *assets.entry(asset.to_owned()).or_insert_with(of_asset);
        }
        heaviest = heaviest.max((weight, path));
    }
    assert!(heaviest.0 > 10_000 && heaviest.0 < 60_000, "{heaviest:?}, with {assets:?}");
}

#[test]
fn a_record_says_what_each_version_changed_and_why() {
    let page = server().get("/license-library/0BSD");
    let record = page.is(200).text();
    assert!(record.contains("<a href=\"/license-library/0BSD/versions/1#to-2\">What version 2 changed</a>"));
    assert!(!record.contains("What version 1 changed"), "there is nothing before the first version");
    let page = server().get("/license-library/0BSD/versions/1");
    let (_, changes) = page.is(200).text().split_once("id=\"to-2\"").unwrap();
    for expected in [
        "<span class=\"tag\">added</span>",
        "<span class=\"tag\">removed</span>",
        "<ins>Permission: Change license by convention",
        "<del>Permission: No-warranty notice</del>",
        "A placeholder said nothing and gave way.",
    ] {
        assert!(changes.contains(expected), "{expected} is missing from\n{changes}");
    }
}

#[test]
fn superseded_versions_have_pages_that_say_what_is_stated_now() {
    let versions = &model("Apache-2.0").versions;
    let page = |number: usize| server().get(&format!("/license-library/Apache-2.0/versions/{number}"));
    let record = server().get("/license-library/Apache-2.0");
    for number in 1..versions.len() {
        assert!(
            record.text().contains(&format!("<a href=\"/license-library/Apache-2.0/versions/{number}\">"))
        );
        let answer = page(number);
        let text = answer.is(200).text();
        for part in [
            "<strong>Superseded on <time",
            "<a href=\"/license-library/Apache-2.0\">The current version is number",
            &format!("data-verify=\"/v2/licenses/Apache-2.0/versions/{number}\""),
            ">Distribute</a>",
            "<ins>",
        ] {
            assert!(text.contains(part), "{number}: {part}");
        }
    }
    // The current version is the page of the record.
    for number in [0, versions.len(), versions.len() + 1] {
        page(number).is(404);
    }
    let sitemap = server().get("/sitemap.xml");
    assert!(
        sitemap.text().contains("/license-library/Apache-2.0<") && !sitemap.text().contains("/versions/")
    );
}

/// The button fetches what the hash is of.
#[test]
fn every_version_can_be_verified_where_it_is_shown() {
    let page = server().get("/license-library/Apache-2.0");
    let mut count = 0;
    for button in page.text().split(" data-verify=\"").skip(1) {
        let (address, rest) = button.split_once('"').unwrap();
        let digits = rest.split("data-digits=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let triples = server().get(&format!("{address}?format=nt"));
        assert_eq!(ContentHash::of(&triples.is(200).body).hex(), digits, "{address}");
        count += 1;
    }
    assert_eq!(count, model("Apache-2.0").versions.len());
}

#[test]
fn a_record_says_what_follows_from_its_silence() {
    let promotes = "/ns/promote";
    let silent = server().get("/license-library/MIT");
    let text = silent.is(200).text();
    let section =
        text.split("id=\"silence\"").nth(1).and_then(|rest| rest.split("</section>").next()).unwrap();
    assert!(section.contains(&format!("href=\"{promotes}\"")), "{section}");
    assert!(section.contains("The license does not mention") && section.contains("Worldwide"), "{section}");
    assert!(section.contains("/dependency-graph/dg_default#rule-endorsement-worldwide"), "{section}");
    assert!(section.contains("2017/1001"), "the basis is named in\n{section}");
}

#[test]
fn a_record_is_framed_as_it_is_shown() {
    let shown = server().get("/license-library/Apache-2.0");
    let framed = server().get("/web/license/Apache-2.0");
    assert_eq!(framed.is(200).text(), shown.is(200).text());
}

fn anchors(path: &str) -> BTreeSet<String> {
    let page = server().get(path);
    page.text().split(" id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
}

#[test]
fn the_documentation_has_an_anchor_for_every_problem() {
    let anchors = anchors("/documentation/v2");
    for problem in [
        "invalid-parameter",
        "not-acceptable",
        "license-not-found",
        "graph-not-found",
        "version-not-found",
        "release-not-found",
        "route-not-found",
        "method-not-allowed",
        "unauthenticated",
        "forbidden",
        "rate-limited",
        "store-unavailable",
        "internal-error",
    ] {
        assert!(anchors.contains(&format!("problem-{problem}")), "{problem} is not among {anchors:?}");
    }
}

#[test]
fn the_documentation_has_the_section_deprecations_point_to() {
    let answer = server().get("/v2/licenses/Apache-2.0/versions/1");
    let (target, _) = &answer.links()["deprecation"];
    let (address, anchor) = target.split_once('#').unwrap();
    assert!(address.ends_with("/documentation/v2"), "{address}");
    assert!(anchors("/documentation/v2").contains(anchor), "{anchor}");
}

#[test]
fn the_server_says_when_it_is_ready() {
    server().get("/healthz").is(200);
}

#[test]
fn pages_do_not_open_the_tree() {
    for path in ["/_edge/manifest.json", "/_edge/SHA256SUMS", "/../Cargo.toml", "/v2/../data"] {
        let raw = server().raw(&format!("GET {path} HTTP/1.1"));
        // Some refuse a path that leads above the root before they look for anything.
        let is_refused =
            raw.starts_with("HTTP/1.1 404 ") || (path.starts_with("/..") && raw.starts_with("HTTP/1.1 400 "));
        assert!(is_refused, "{path}: {}", raw.lines().next().unwrap_or_default());
    }
}

#[test]
fn the_best_known_licenses_are_records() {
    let library = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")).library.unwrap();
    for id in library.best_known.iter().take(20) {
        let spdx = library.licenses.get(id).unwrap().current.content.spdx.as_deref().unwrap();
        let page = server().get(&format!("/license-library/{id}"));
        assert!(page.is(200).text().contains(&format!("<code>{spdx}</code>")), "{id}");
    }
}
