//! spec:version-1#service, spec:version-1#website-endpoints: what stands behind the website and beside it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::errors::sentence;
use super::{LIBRARY, document, keys, license, list, published, text};
use crate::counts::count;
use crate::server::server;

#[track_caller]
fn suggested(typed: &str) -> Vec<Value> {
    let typed = typed.replace(' ', "+");
    list(&document(&server().get(&format!("/license-library/suggest?q={typed}")))).to_vec()
}

#[test]
fn suggestions_name_records_and_the_parents_of_ports() {
    for typed in ["attribution 3.0", "gpl", "austria", "sharealike", "mit", "e"] {
        let found = suggested(typed);
        assert!((1..=10).contains(&found.len()), "{typed}");
        let is_port: Vec<bool> = found.iter().map(|entry| entry["port_of"] != "").collect();
        assert!(is_port.is_sorted(), "{typed}: parents before ports");
        for entry in found {
            assert_eq!(keys(&entry), ["id", "title", "url", "port_of", "parent_title"]);
            let id = text(&entry["id"]);
            let record = published()[id];
            assert_eq!(entry["title"], record.title.value.as_str());
            assert_eq!(entry["url"], format!("/license-library/{id}"));
            let parent = record.port_of.as_ref().map(ToString::to_string).unwrap_or_default();
            assert_eq!(entry["port_of"], parent.as_str(), "{id}");
            let title = if parent.is_empty() { "" } else { license(&parent).title.value.as_str() };
            assert_eq!(entry["parent_title"], title, "{id}");
        }
    }
}

/// spec:version-1#website-endpoints: the match is on identifier, title, alternative and SPDX identifier.
#[test]
fn suggestions_match_every_name_of_a_record() {
    for (typed, meant) in [
        ("IscLicense", "IscLicense"),
        ("ISC License", "IscLicense"),
        ("cc by-sa 4.0", "CC-BY-SA-4.0"),
        ("mpl-2.0", "MozillaPublicLicenseVersion20"),
        ("APACHE-2", "Apache-2.0"),
    ] {
        let ids: Vec<Value> = suggested(typed).iter().map(|entry| entry["id"].clone()).collect();
        assert!(ids.contains(&json!(meant)), "{typed}: {ids:?}");
    }
    assert_eq!(suggested(""), Vec::<Value>::new());
    assert_eq!(document(&server().get("/license-library/suggest")), json!([]));
}

#[test]
fn a_keyword_that_matches_nothing_leads_to_three_near_titles_at_most() {
    for (typed, meant) in [("appache", "Apache-2.0"), ("mti", "MIT")] {
        let ids: Vec<Value> = suggested(typed).iter().map(|entry| entry["id"].clone()).collect();
        assert!((1..=3).contains(&ids.len()) && ids.contains(&json!(meant)), "{typed}: {ids:?}");
    }
}

#[test]
fn a_license_file_names_license_and_work() {
    let asset = "https://example.org/works/1%3Fa=b";
    let ask = |id: &str, query: &str| {
        document(&server().get(&format!("/license-library/{id}/license.json{query}")))
    };
    let file = ask("CC-BY-4.0", &format!("?asset={asset}&attribution=Jane+Doe"));
    let expected = ["license-uri", "license-title", "spdx-id", "attribution", "asset", "generated-by"];
    assert_eq!(keys(&file), expected);
    assert_eq!(file["license-uri"], "https://muniment.example/licenselibrary/CC-BY-4.0");
    assert_eq!(file["license-title"], license("CC-BY-4.0").title.value.as_str());
    assert_eq!(file["spdx-id"], "CC-BY-4.0");
    assert_eq!(file["attribution"], "Jane Doe");
    assert_eq!(file["asset"], "https://example.org/works/1?a=b");
    assert!(!text(&file["generated-by"]).is_empty());
    let answer = server().get("/license-library/MIT/license.json");
    assert!(
        answer.is(200).header("content-disposition").is_some_and(|value| value.starts_with("attachment"))
    );
}

#[test]
fn a_license_file_asks_for_attribution_where_the_license_does() {
    let attribution = "http://creativecommons.org/ns#Attribution";
    for id in ["MIT", "CC-BY-4.0", "Cc010Universal", "0BSD", "GPL-3.0-only", "Unlicense"] {
        let path = format!("/license-library/{id}/license.json?attribution=Jane");
        let is_required =
            license(id).rules().any(|rule| rule.action == attribution) && !license(id).permits(attribution);
        let found = document(&server().get(&path));
        assert_eq!(found.get("attribution").is_some(), is_required, "{id}: {found}");
    }
}

#[test]
fn only_an_absolute_web_address_names_a_work() {
    for ignored in
        ["example.org", "ftp://example.org/x", "//example.org", "javascript:alert(1)", "https://", ""]
    {
        let file = document(&server().get(&format!("/license-library/MIT/license.json?asset={ignored}")));
        assert!(file.get("asset").is_none_or(|asset| asset == ""), "{ignored}: {file}");
    }
    let file = document(&server().get("/license-library/MIT/license.json?asset=http://example.org"));
    assert_eq!(file["asset"], "http://example.org");
}

#[test]
fn a_badge_is_an_svg_that_shows_the_license() {
    for (id, label) in [("MIT", "MIT"), ("IscLicense", "ISC"), ("CC-BY-SA-4.0", "CC-BY-SA-4.0")] {
        let badge = server().get(&format!("/license-library/{id}/badge.svg"));
        badge.is(200).has("content-type", "image/svg+xml").has("cache-control", "public, max-age=86400");
        assert!(badge.text().starts_with("<svg"), "{id}: no prolog");
        assert!(badge.text().trim_end().ends_with("</svg>") && badge.text().contains(label), "{id}");
        for fetched in ["href", "url(", "<script", "<image", "@import"] {
            assert!(!badge.text().contains(fetched), "{id}: {fetched}");
        }
    }
    sentence(&server().get("/license-library/NoSuchLicense/badge.svg"), 404);
}

#[test]
fn every_license_can_be_checked_parents_first() {
    let found = document(&server().get("/license-compatibility-checker/licenses"));
    let (mut ids, mut is_port) = (BTreeSet::new(), Vec::new());
    for entry in list(&found) {
        assert_eq!(keys(entry), ["uri", "id", "title", "port_of"]);
        let id = text(&entry["id"]);
        assert_eq!(entry["uri"], LIBRARY.licenses[id].iri.as_str());
        assert_eq!(entry["title"], license(id).title.value.as_str());
        let parent = license(id).port_of.as_ref().map(ToString::to_string).unwrap_or_default();
        assert_eq!(entry["port_of"], parent.as_str(), "{id}");
        is_port.push(!parent.is_empty());
        ids.insert(id);
    }
    assert!(is_port.is_sorted());
    assert_eq!((ids.len(), is_port.len()), (count("published"), count("published")));
    assert!(ids.into_iter().eq(published().into_keys()));
}

#[test]
fn the_sitemap_names_every_page_and_robots_name_the_sitemap() {
    let sitemap = server().get("/sitemap.xml");
    assert!(sitemap.is(200).header("content-type").unwrap().contains("xml"));
    assert!(
        sitemap.text().starts_with("<?xml") && sitemap.text().contains("sitemaps.org/schemas/sitemap/0.9")
    );
    let addresses = sitemap.text().split("<loc>").skip(1);
    let addresses: Vec<&str> = addresses.map(|rest| rest.split_once("</loc>").unwrap().0).collect();
    for id in published().into_keys() {
        let end = format!("/license-library/{id}");
        assert!(addresses.iter().any(|address| address.ends_with(&end)), "{id}");
    }
    assert!(addresses.iter().all(|address| address.starts_with("http")), "absolute");
    let robots = server().get("/robots.txt");
    robots.is(200).has("content-type", "text/plain; charset=utf-8");
    assert!(robots.text().starts_with("User-agent: *\n"), "{}", robots.text());
    let line = robots.text().lines().find_map(|line| line.strip_prefix("Sitemap: ")).unwrap();
    assert!(line.starts_with("http") && line.ends_with("/sitemap.xml"), "{line}");
}

#[test]
fn the_icon_is_an_icon() {
    let icon = server().get("/favicon.ico");
    assert!(icon.is(200).header("content-type").is_some_and(|kind| kind.starts_with("image/")));
    assert_eq!(icon.body.get(..4), Some(&[0, 0, 1, 0][..]), "the signature of an icon file");
}

/// spec:version-1#website-endpoints: nothing is fetched from elsewhere.
#[test]
fn the_service_describes_itself() {
    for path in ["/docs", "/redoc", "/spec"] {
        let page = server().get(path);
        page.is(200).has("content-type", "text/html; charset=utf-8");
        let html = page.text();
        assert!(html.starts_with("<!DOCTYPE html>") && html.contains("</html>"), "{path}");
        for source in html.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(source.starts_with('/') && !source.starts_with("//"), "{path} fetches {source}");
            server().get(source).is(200);
        }
        for sheet in html.split("<link ").skip(1).filter(|link| link.contains("rel=\"stylesheet\"")) {
            let address = sheet.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
            assert!(address.starts_with('/') && !address.starts_with("//"), "{path} fetches {address}");
            server().get(address).is(200);
        }
    }
    assert!(
        server().get("/spec").text().contains("id=\"promote\""),
        "the specification page of the vocabulary"
    );
    let described = document(&server().get("/openapi.json"));
    assert_eq!((&described["openapi"], &described["info"]["version"]), (&json!("3.1.0"), &json!("1.1")));
}
