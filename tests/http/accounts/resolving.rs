//! spec:version-1#identifiers, spec:version-1#states and spec:version-1#frozen-operations to
//! spec:version-1#library-endpoints, and spec:version-2#states and spec:version-2#endpoints: who finds a composed
//! license, where, in which formats; and where nobody does.

use muniment_rdf::ContentHash;
use serde_json::{Value, json};

use super::browser::Browser;
use super::databases::{Engine, TestServer, on_both_databases};
use super::people::{COMPOSER, MINE, Person, composed};
use super::{assert_private, document, ids, keys, license_iri, list, problem, sentence, text};
use crate::server::{Answer, Server};
use crate::walk::as_item;

on_both_databases![
    a_published_license_resolves_for_everybody_on_every_route,
    a_published_license_is_told_in_every_format,
    a_published_license_has_a_badge_and_a_file_and_is_compared,
    a_draft_has_a_badge_and_a_file_for_whoever_sees_it,
    a_published_license_is_an_object_of_version_2,
    there_is_one_version,
    pages_show_a_published_license,
    a_draft_is_there_for_whoever_has_a_role_in_it,
    a_draft_is_unknown_to_everybody_else,
    a_draft_is_seen_as_long_as_it_is_shared,
    a_draft_is_not_there_in_version_2,
    a_deprecated_license_keeps_resolving,
    no_list_names_a_composed_license,
    the_checks_read_composed_licenses,
];

/// Routes of version 1 where a license resolves, below and beside its identifier.
fn routes(id: &str) -> Vec<String> {
    [
        "/licenselibrary/license/{}",
        "/licenselibrary/license/{}?format=json-ld",
        "/licenselibrary/license/{}?format=ttl",
        "/licenselibrary/license/{}?format=rdf-xml",
        "/licenselibrary/license/{}?format=text",
        "/licenselibrary/license/{}?format=ttl&download=true",
        "/licenselibrary/license/{}/versions",
        "/licenselibrary/license/{}/versions/1",
        "/licenselibrary/license/{}/versions/1?format=ttl",
        "/licenselibrary/license/{}/versions/1?format=rdf-xml",
        "/licenselibrary/license/{}/versions/1?format=text",
        "/licenselibrary/{}?format=ttl",
        "/licenselibrary/{}?format=rdf-xml",
        "/licenselibrary/{}?format=json-ld",
        "/licenselibrary/{}?format=nt",
    ]
    .map(|route| route.replace("{}", id))
    .to_vec()
}

fn v2_routes(id: &str) -> [String; 3] {
    ["", "/versions", "/versions/1"].map(|below| format!("/v2/licenses/{id}{below}"))
}

/// The record as the JSON-LD of operation 1 names it: its first node.
#[track_caller]
fn first_node(answer: &Answer) -> Value {
    let record = document(answer);
    assert_eq!(keys(&record), ["@context", "@graph"], "{}", answer.asked);
    record["@graph"][0].clone()
}

fn a_published_license_resolves_for_everybody_on_every_route(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let bob = host.person("Bob");
    let id = ada.publish("For everybody");
    for route in routes(&id) {
        let answer = host.get(&route);
        assert!(answer.is(200).text().contains("For everybody") || route.contains("text"), "{route}");
        assert_eq!(bob.get(&route).is(200).body, answer.body, "{route}");
    }
    let record = first_node(&host.get(&format!("/licenselibrary/license/{id}")));
    assert_eq!(
        (&record["@id"], &record["@type"], &record["dct:title"]),
        (&json!(format!("svclib:{id}")), &json!("odrl:Set"), &json!("For everybody"))
    );
    // spec:version-1#negotiation: the frozen operation sends no cache headers; a script of another site may read it.
    let answer = host.get(&format!("/licenselibrary/license/{id}"));
    answer.has("cache-control", None).has("etag", None).has("access-control-allow-origin", "*");
    let reading = host.get(&format!("/licenselibrary/license/{id}?format=text"));
    for words in ["For everybody", "What you may do", "not legal advice"] {
        assert!(reading.text().contains(words), "{words}: {}", reading.text());
    }
    let versions = document(&host.get(&format!("/licenselibrary/license/{id}/versions")));
    assert_eq!((&versions["id"], &versions["current"]), (&json!(id), &json!(1)));
    assert_eq!(versions["versions"][0]["current"], json!(true));
}

/// spec:version-1#identifiers, spec:version-1#website-endpoints: what a record has beside itself.
fn a_published_license_has_a_badge_and_a_file_and_is_compared(engine: Engine) {
    let host = engine.host();
    let id = host.person("Ada").publish("With a badge");
    let badge = host.get(&format!("/license-library/{id}/badge.svg"));
    badge.is(200).has("content-type", "image/svg+xml").has("cache-control", "public, max-age=86400");
    assert!(badge.text().contains("With a badge") && badge.text().contains(&id), "{}", badge.text());
    let tag = badge.header("etag").unwrap();
    host.ask("GET", &format!("/license-library/{id}/badge.svg"), &[("If-None-Match", tag)]).is(304);
    let file =
        document(&host.get(&format!("/license-library/{id}/license.json?asset=https://example.org/a")));
    assert_eq!(
        (&file["license-uri"], &file["license-title"], &file["asset"]),
        (&json!(license_iri(&id)), &json!("With a badge"), &json!("https://example.org/a"))
    );
    let compared = document(&host.get(&format!("/licenselibrary/compare?ids={id},cc-by-4.0,NoSuchLicense")));
    assert_eq!(compared["ids"], json!([id, "CC-BY-4.0"]));
    assert_eq!(compared["unknown_ids"], json!(["NoSuchLicense"]));
    assert_eq!(compared["licenses"][&id]["title"], "With a badge");
    let page = host.accept(&format!("/license-library/{id}"), "text/html");
    assert!(page.is(200).text().contains(&format!("/license-library/{id}/badge.svg")), "it says so itself");
}

fn a_draft_has_a_badge_and_a_file_for_whoever_sees_it(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    let id = ada.draft("Nobody's business");
    let (badge, file) =
        (format!("/license-library/{id}/badge.svg"), format!("/license-library/{id}/license.json"));
    let compare = format!("/licenselibrary/compare?ids={id},CC-BY-4.0");
    for path in [&badge, &file] {
        sentence(&host.get(path), 404);
        sentence(&bob.get(path), 404);
        let answer = ada.get(path);
        answer.is(200).has("cache-control", "private, no-store");
    }
    for answer in [host.get(&compare), bob.get(&compare)] {
        assert_eq!(document(&answer)["unknown_ids"], json!([id]));
    }
    assert_eq!(document(&ada.get(&compare))["ids"], json!([id, "CC-BY-4.0"]));
}

/// spec:version-1#negotiation.
fn a_published_license_is_told_in_every_format(engine: Engine) {
    let host = engine.host();
    let id = host.person("Ada").publish("In every format");
    let path = format!("/licenselibrary/license/{id}");
    for (accept, media_type) in [
        ("text/turtle", "text/turtle"),
        ("application/rdf+xml", "application/rdf+xml"),
        ("application/ld+json", "application/ld+json"),
    ] {
        for path in [&path, &format!("/licenselibrary/{id}"), &format!("{path}/versions/1")] {
            let answer = host.accept(path, accept);
            let found = answer.is(200).header("content-type").unwrap().to_owned();
            assert!(found.starts_with(media_type), "{path}: {found}");
        }
    }
    // The quirk: Turtle and RDF/XML as JSON strings, the same characters as the negotiated ones.
    for (format, accept) in [("ttl", "text/turtle"), ("rdf-xml", "application/rdf+xml")] {
        let quoted = document(&host.get(&format!("{path}?format={format}")));
        assert_eq!(text(&quoted), host.accept(&path, accept).text(), "{format}");
        let file = host.get(&format!("{path}?format={format}&download=true"));
        assert!(file.is(200).header("content-disposition").unwrap().contains(&id), "{format}");
        assert_eq!(file.text(), text(&quoted), "{format}");
    }
    assert!(host.accept(&path, "text/turtle").text().starts_with("@prefix"));
    let triples = host.accept(&format!("/licenselibrary/{id}"), "application/n-triples");
    triples.is(200).has("vary", "Accept");
    assert!(triples.text().contains(&format!("<{}> ", license_iri(&id))));

    let web = host.accept(&path, "application/json, text/html;q=0.1");
    assert!(web.is(307).header("location").unwrap().ends_with(&format!("/web/license/{id}")));
    for (accept, below, leads) in [
        ("text/html", "", format!("/license-library/{id}")),
        ("*/*", "", format!("/licenselibrary/license/{id}")),
        ("text/html", "/versions", format!("/license-library/{id}#history-heading")),
        ("*/*", "/versions", format!("/licenselibrary/license/{id}/versions")),
    ] {
        let answer = host.accept(&format!("/licenselibrary/{id}{below}"), accept);
        let location = answer.is(303).has("vary", "Accept").header("location").unwrap().to_owned();
        assert!(location.ends_with(&leads), "{accept}: {location}");
    }
    sentence(&host.get(&format!("/licenselibrary/{id}?format=docx")), 415);
    assert_eq!(super::faulty(&host.get(&format!("{path}?format=docx"))), ["query format"]);
}

/// spec:version-2#version-object, spec:version-2#endpoints and spec:version-2#response-headers.
fn a_published_license_is_an_object_of_version_2(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let id = ada.publish("An object");
    let address = format!("/v2/licenses/{id}");
    let answer = host.get(&address);
    let object = document(&answer);
    for (field, value) in [
        ("kind", json!("license")),
        ("id", json!(id)),
        ("iri", json!(license_iri(&id))),
        ("title", json!("An object")),
        ("version", json!(1)),
        ("latest_version", json!(1)),
        ("status", json!("current")),
        ("record_status", json!("composed")),
        ("hash_algorithm", json!("svc-c14n-1")),
        ("withdrawn_on", Value::Null),
        ("replaces", Value::Null),
        ("replaced_by", Value::Null),
        ("port_of", Value::Null),
    ] {
        assert_eq!(object[field], value, "{field}");
    }
    let canonical = host.get(&format!("{address}?format=nt"));
    assert_eq!(object["content_hash"], ContentHash::of(&canonical.body).to_string());
    assert_eq!(
        object["content_hash"].as_str(),
        Some(hash_in_v1(host, &id).as_str()),
        "the same in version 1"
    );
    for (format, media_type) in [
        ("json", "application/json"),
        ("ttl", "text/turtle"),
        ("jsonld", "application/ld+json"),
        ("nt", "application/n-triples"),
        ("rdfxml", "application/rdf+xml"),
    ] {
        for path in [&address, &format!("{address}/versions/1")] {
            let answer = host.get(&format!("{path}?format={format}"));
            assert!(answer.is(200).header("content-type").unwrap().starts_with(media_type), "{format}");
            let etag = answer.has("vary", "Accept").header("etag").unwrap().to_owned();
            assert!(etag.starts_with("W/\"") && etag.contains(format), "{etag}");
            let again = host.ask("GET", &format!("{path}?format={format}"), &[("If-None-Match", &etag)]);
            assert!(again.is(304).body.is_empty());
        }
    }
    assert_eq!(document(&host.get(&format!("{address}/versions/1"))), object);
    let versions = document(&host.get(&format!("{address}/versions")));
    assert_eq!(list(&versions["items"]), [as_item(&object)]);
    let links = answer.links();
    for relation in ["canonical", "latest-version", "version-history"] {
        assert!(links.contains_key(relation), "{relation}: {links:?}");
    }
    answer.has("access-control-allow-origin", "*").has("deprecation", None);
    assert_eq!(document(&ada.get(&address)), object, "a token makes no difference");
}

fn hash_in_v1(server: &Server, id: &str) -> String {
    ContentHash::of(&server.get(&format!("/licenselibrary/{id}?format=nt")).is(200).body).to_string()
}

/// spec:version-2#states: a new version is a new identifier.
fn there_is_one_version(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let (id, draft) = (ada.publish("One version"), ada.draft("One version"));
    for (caller, id) in [(None, &id), (Some(&ada), &id), (Some(&ada), &draft)] {
        let get = |path: &str| caller.map_or_else(|| host.get(path), |person: &Person<'_>| person.get(path));
        for version in ["0", "2", "99"] {
            let answer = get(&format!("/licenselibrary/license/{id}/versions/{version}"));
            assert_eq!(sentence(&answer, 404), format!("Unknown version: {version}"));
        }
        let answer = get(&format!("/licenselibrary/license/{id}/versions/x"));
        assert_eq!(super::faulty(&answer), ["path version"]);
        sentence(&get(&format!("/licenselibrary/license/{id}/changelog")), 404);
        sentence(&get(&format!("/licenselibrary/review/{id}")), 404);
    }
    for version in ["0", "2", "-1"] {
        problem(&host.get(&format!("/v2/licenses/{id}/versions/{version}")), 404, "version-not-found");
    }
}

/// Where the redirects of spec:version-1#redirects lead.
fn pages_show_a_published_license(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let (id, draft) = (ada.publish("To be looked at"), ada.draft("Not to be looked at"));
    for place in ["license-library", "web/license"] {
        let page = host.accept(&format!("/{place}/{id}"), "text/html");
        page.is(200).has("content-type", "text/html; charset=utf-8");
        assert!(page.text().contains("To be looked at"), "{place}");
        assert!(page.text().contains("<strong>Composed license.</strong>"), "{place}");
        assert!(!page.text().contains("/corrections/new"), "{place}: only records are corrected");
        let none = host.accept(&format!("/{place}/{draft}"), "text/html");
        assert!(!none.is(404).text().contains("Not to be looked at"), "{place}");
    }
}

fn a_draft_is_there_for_whoever_has_a_role_in_it(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let (bob, carol, grace) = (host.person("Bob"), host.person("Carol"), host.administrator("Grace"));
    let id = ada.draft("Among friends");
    host.share("--license", &id, &bob, "editor");
    host.share("--license", &id, &carol, "viewer");
    for person in [&ada, &bob, &carol, &grace] {
        for route in routes(&id) {
            let answer = person.get(&route);
            assert!(answer.is(200).text().contains("Among friends") || route.contains("text"), "{route}");
            assert_private(&answer);
        }
        let record = first_node(&person.get(&format!("/licenselibrary/license/{id}")));
        assert_eq!(record["dct:title"], "Among friends", "{}", person.name);
    }
    let page = ada.get(&format!("/license-library/{id}"));
    assert!(page.is(200).text().contains("<strong>Draft.</strong>"), "{}", page.text());
    assert!(!page.text().contains("/v2/licenses/"), "version 2 knows no drafts");
    let triples = ada.get(&format!("/licenselibrary/{id}?format=nt"));
    assert!(triples.is(200).text().contains("Among friends"), "what the page of a draft offers to save");
    // A session is as good as a token.
    let browser = Browser::of(&ada);
    for route in routes(&id) {
        let answer = browser.get_as(&route, "application/json");
        assert_private(answer.is(200));
        answer.has("x-ratelimit-limit", None);
    }
}

fn a_draft_is_unknown_to_everybody_else(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.member("Bob"));
    let id = ada.draft("Nobody's business");
    let dead = bob.with("svc_0123456789012345678901234567890123456789");
    let browser = Browser::of(&bob);
    for route in routes(&id) {
        for answer in
            [host.get(&route), bob.get(&route), dead.get(&route), browser.get_as(&route, "application/json")]
        {
            assert_eq!(sentence(&answer, 404), format!("Unknown license id: {id}"));
        }
    }
    for accept in ["text/turtle", "text/html", "application/ld+json"] {
        for path in [format!("/licenselibrary/license/{id}"), format!("/licenselibrary/{id}")] {
            for answer in [host.accept(&path, accept), bob.accept(&path, accept)] {
                assert!(!answer.text().contains("Nobody's business"), "{}", answer.asked);
            }
        }
    }
    for other in ["versions/2", "changelog"] {
        let answer = bob.get(&format!("/licenselibrary/license/{id}/{other}"));
        assert_eq!(sentence(&answer, 404), format!("Unknown license id: {id}"), "{other}");
    }
}

fn a_draft_is_seen_as_long_as_it_is_shared(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.member("Ada"), host.person("Bob"));
    let id = ada.draft("For a while");
    let path = format!("/licenselibrary/license/{id}");
    sentence(&bob.get(&path), 404);
    host.share("--license", &id, &bob, "viewer");
    bob.get(&path).is(200);
    let browser = Browser::of(&ada);
    let page = format!("/account/licenses/{id}");
    browser.submit(&page, &format!("{page}/unshare"), &[("account", &bob.account)]).is(303);
    assert_eq!(sentence(&bob.get(&path), 404), format!("Unknown license id: {id}"));
    assert!(list(&bob.mine()).is_empty());
    ada.get(&path).is(200);
}

/// spec:version-2#states and spec:version-2#response-headers: 404 for whoever asks.
fn a_draft_is_not_there_in_version_2(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let (id, grace) = (ada.draft("Not yet"), host.administrator("Grace"));
    for path in v2_routes(&id) {
        problem(&host.get(&path), 404, "license-not-found");
        problem(&ada.get(&path), 404, "license-not-found");
        problem(&grace.get(&path), 404, "license-not-found");
    }
}

/// spec:version-1#states, and spec:version-2#states and spec:version-2#response-headers.
fn a_deprecated_license_keeps_resolving(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let (id, successor) = (ada.publish("Superseded"), ada.publish("Successor"));
    let before = hash_in_v1(host, &id);
    ada.post(&format!("{MINE}/{id}/deprecate?replaced_by={successor}&reason=better")).is(200);
    for route in routes(&id) {
        host.get(&route).is(200);
    }
    assert_ne!(hash_in_v1(host, &id), before, "it says more now");
    let record = first_node(&host.get(&format!("/licenselibrary/license/{id}"))).to_string();
    for word in ["svc:deprecatedOn", "dct:isReplacedBy", &successor] {
        assert!(record.contains(word), "{word}: {record}");
    }
    assert!(record.contains("owl#deprecated") || record.contains("owl:deprecated"), "{record}");
    for path in [format!("/v2/licenses/{id}"), format!("/v2/licenses/{id}/versions/1")] {
        let answer = host.get(&path);
        let object = document(&answer);
        assert_eq!(
            (&object["status"], &object["version"], &object["latest_version"], &object["replaced_by"]),
            (&json!("withdrawn"), &json!(1), &json!(1), &json!(successor)),
            "{path}"
        );
        let day: muniment_licenses::model::Day = text(&object["withdrawn_on"]).parse().unwrap();
        let midnight: jiff::Timestamp = format!("{day}T00:00:00Z").parse().unwrap();
        answer.has("deprecation", format!("@{}", midnight.as_second()).as_str()).has("sunset", None);
        let links = answer.links();
        assert_eq!(links["successor-version"].0, format!("/v2/licenses/{successor}"), "{path}");
        assert_eq!(object["content_hash"], hash_in_v1(host, &id));
    }
    let object = document(&host.get(&format!("/v2/licenses/{successor}")));
    assert_eq!(object["status"], "current");
}

/// spec:version-1#service and spec:version-1#frozen-operations: unlisted; spec:releases#identifiers and
/// spec:releases#change-feed: in no release and no feed.
fn no_list_names_a_composed_license(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.person("Ada");
    let states = |host: &TestServer| host.get("/v2/releases").json()["current"].clone();
    let before = states(&host);
    let mut body = composed("Zanzibar Unlisted License");
    body["spdx_id"] = json!("Zanzibar-1.0");
    body["alternatives"] = json!(["Zanzibar"]);
    let published = text(&ada.json(COMPOSER, &body).is(201).json()["id"]);
    let deprecated = text(&ada.json(COMPOSER, &body).is(201).json()["id"]);
    ada.post(&format!("{MINE}/{deprecated}/deprecate")).is(200);
    let draft = ada.draft("Zanzibar Draft");
    let facets = r#"{"target": {"creativework": "no", "dataset": "yes", "software": "no"},
        "actions": {"reproduce": "na", "distribute": "na", "modify": "na", "derive": "na", "commercial_use": "na",
            "charge_distribution_fee": "na", "change_license": "na"},
        "duties": {"distribute_duty_attribution": "na", "distribute_duty_notice": "na",
            "distribute_duty_source_code": "na", "modify_duty_rename": "na", "modify_duty_attribution": "na",
            "modify_duty_modification_notice": "na", "modify_duty_notice": "na", "modify_duty_source_code": "na",
            "derive_duty_rename": "na", "derive_duty_attribution": "na", "derive_duty_modification_notice": "na",
            "derive_duty_notice": "na", "derive_duty_source_code": "na",
            "change_license_duty_compliant_license": "na"},
        "license_wide_duties": {"share_alike": "na"}}"#;
    let found = ada.send("/licenselibrary/facetedsearch", "application/json", facets);
    let mut answers = vec![found];
    for path in [
        "/licenselibrary/list",
        "/licenselibrary/list?keyword=zanzibar",
        "/licenselibrary/history?limit=500",
        "/licenselibrary/spdx-mapping",
        "/license-library/suggest?q=zanzibar",
        "/license-compatibility-checker/licenses",
        "/sitemap.xml",
        "/v2/licenses?limit=1000",
        "/v2/changes?limit=1000",
        "/v2/releases",
        "/v2",
    ] {
        answers.extend([host.get(path), ada.get(path)]);
    }
    for answer in &answers {
        let whole = answer.is(200).text();
        for word in [&published, &deprecated, &draft, "Zanzibar Unlisted", "Zanzibar Draft", "Zanzibar-1.0"] {
            assert!(!whole.contains(word), "{}: {word}", answer.asked);
        }
    }
    sentence(&ada.get("/licenselibrary/spdx/Zanzibar-1.0"), 404);
    assert_eq!(states(&host), before, "composed licenses are part of no release");
    assert_eq!(ids(&ada.mine()).len(), 3, "but their owner has a list of them");
}

/// spec:version-1#verdict and spec:version-1#library-endpoints: what a license says counts where licenses are checked;
/// spec:version-1#authentication: of a draft for whoever may read it.
fn the_checks_read_composed_licenses(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    let strict = json!({"title": "No copies", "prohibitions": ["odrl:reproduce"]});
    let published = text(&ada.json(COMPOSER, &strict).is(201).json()["id"]);
    let check = json!({"licenses": [license_iri("CC-BY-4.0"), license_iri(&published)]}).to_string();
    let verdict = document(&host.post("/compatibilitycheck/", "application/json", &check));
    let direct = verdict["conflicting_statements"]["direct"].to_string();
    assert!(direct.contains("odrl/2/reproduce") && direct.contains(&published), "{verdict}");

    let consistency = "/licenselibrary/consistencycheck";
    let of = |id: &str| json!({"license": id});
    for name in [published.clone(), license_iri(&published)] {
        let result = document(&host.post(consistency, "application/json", &of(&name).to_string()));
        assert_eq!((&result["consistent"], &result["conflicts"]), (&json!(true), &json!([])), "{name}");
    }
    let draft = ada.draft("Only mine");
    assert_eq!(document(&ada.json(consistency, &of(&draft)))["consistent"], json!(true));
    sentence(&bob.json(consistency, &of(&draft)), 404);
    let anonymous = host.post(consistency, "application/json", &of(&draft).to_string());
    assert!([401, 404].contains(&anonymous.status), "{}", anonymous.status);
}
