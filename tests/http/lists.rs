//! spec:version-2#list-envelope, spec:version-2#discovery, spec:version-2#api-catalog: lists, releases, the change
//! feed, discovery and the API catalog, as they answer without a query.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::counts::count;
use crate::server::server;
use crate::walk::{Model, Version, as_item, models, release, versions};

/// Items on a page when no limit is given.
const PAGE: usize = 100;

fn keys(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

fn current_objects(kind: &str) -> Vec<Value> {
    let mut current: Vec<&Model> = models().iter().filter(|model| model.kind == kind).collect();
    current.sort_by(|a, b| a.id.as_bytes().cmp(b.id.as_bytes()));
    current.into_iter().map(|model| as_item(&model.latest().object)).collect()
}

#[test]
fn licenses_are_listed_by_identifier_a_hundred_a_page() {
    let answer = server().get("/v2/licenses");
    let page = answer.is(200).json();
    let all = current_objects("license");
    assert_eq!(keys(&page), BTreeSet::from(["items", "total", "release", "next_cursor", "links"]));
    assert_eq!(page["items"], json!(all[..PAGE]));
    assert_eq!(page["total"], json!(all.len()));
    assert_eq!(page["release"], release()["library"]["id"]);
}

#[test]
fn the_reference_names_what_items_leave_out() {
    let reference = include_str!("../../templates/specification/version-2.md");
    let (_, sentence) = reference.split_once("Items of lists say").unwrap();
    let (sentence, _) = sentence.split_once("\n\n").unwrap();
    let named: BTreeSet<&str> = sentence.split('`').skip(1).step_by(2).collect();
    let item = server().get("/v2/licenses").json()["items"][0].clone();
    let path = format!("/v2/licenses/{}", item["id"].as_str().unwrap());
    let version = server().get(&path).json();
    let left_out: BTreeSet<&str> = keys(&version).difference(&keys(&item)).copied().collect();
    assert_eq!(named, left_out);
}

#[test]
fn a_page_leads_to_the_next_in_its_body_and_its_link() {
    let answer = server().get("/v2/licenses");
    let page = answer.json();
    let cursor = page["next_cursor"].as_str().unwrap();
    let next = page["links"]["next"].as_str().unwrap();
    assert_eq!(page["links"]["self"], "/v2/licenses");
    assert!(next.starts_with("/v2/licenses?") && next.contains(&format!("cursor={cursor}")), "{next}");
    assert_eq!(answer.links().into_iter().collect::<Vec<_>>(), [("next".into(), (next.into(), None))]);
}

#[test]
fn graphs_are_listed_by_identifier_on_one_page() {
    let answer = server().get("/v2/dependency-graphs");
    let all = current_objects("dependency-graph");
    let expected = json!({
        "items": all,
        "total": all.len(),
        "release": release()["graphs"]["id"],
        "next_cursor": null,
        "links": {"self": "/v2/dependency-graphs", "next": null},
    });
    assert_eq!(answer.is(200).json(), expected);
    answer.has("link", None);
}

#[test]
fn releases_begin_with_the_current_state() {
    let page = server().get("/v2/releases").is(200).json();
    assert_eq!(keys(&page), BTreeSet::from(["current", "items", "total", "next_cursor", "links"]));
    let newest = versions().map(|(_, version)| version.text("date")).max().unwrap();
    let items = page["items"].as_array().unwrap();
    let expected = json!({
        "release": release()["release"],
        "library": release()["library"]["id"],
        "graphs": release()["graphs"]["id"],
        "vocabulary": release()["vocabulary"]["id"],
        "date": newest,
        "registered": items.iter().any(|item| item["release"] == release()["release"]),
        "href": format!("/v2/releases/{}", release()["release"].as_str().unwrap()),
    });
    assert_eq!(page["current"], expected);
    assert_eq!(page["total"], json!(items.len()));
}

#[test]
fn registered_releases_answer_at_their_address() {
    let page = server().get("/v2/releases").json();
    for item in page["items"].as_array().unwrap() {
        let fields = ["release", "library", "graphs", "vocabulary", "date", "application_version", "href"];
        assert_eq!(keys(item), BTreeSet::from(fields));
        let manifest = server().get(item["href"].as_str().unwrap()).is(200).json();
        assert_eq!(
            (&manifest["release"], &manifest["registered"], &manifest["date"]),
            (&item["release"], &json!(true), &item["date"])
        );
    }
    let dates: Vec<&str> =
        page["items"].as_array().unwrap().iter().map(|item| item["date"].as_str().unwrap()).collect();
    assert!(dates.is_sorted_by(|a, b| a >= b), "newest first: {dates:?}");
}

#[test]
fn any_of_the_four_identifiers_finds_the_manifest() {
    let manifest = release();
    let expected = ["algorithm", "application_version", "date", "graphs", "library", "links", "registered"];
    let expected = expected.into_iter().chain(["release", "vocabulary"]).collect::<Vec<_>>();
    assert_eq!(manifest.as_object().unwrap().keys().collect::<Vec<_>>(), expected, "keys are sorted");
    assert_eq!(manifest["algorithm"], "svc-c14n-1");
    let identifiers = [&manifest["library"]["id"], &manifest["graphs"]["id"], &manifest["vocabulary"]["id"]];
    for (identifier, prefix) in identifiers.into_iter().zip(["lib-", "dg-", "ns-"]) {
        let identifier = identifier.as_str().unwrap();
        assert!(identifier.starts_with(prefix), "{identifier}");
        let found = server().get(&format!("/v2/releases/{identifier}")).is(200).json();
        assert_eq!(&found, manifest, "{identifier}");
    }
}

#[test]
fn changes_are_in_order_of_date_kind_id_and_version() {
    let page = server().get("/v2/changes").is(200).json();
    let mut all: Vec<(&Model, &Version)> = versions().collect();
    all.sort_by_key(|(model, version)| (version.text("date"), model.kind, &model.id, version.number));
    assert_eq!(page["total"], json!(all.len()));
    let items: Vec<Value> = all[..PAGE].iter().map(|(model, version)| change(model, version)).collect();
    assert_eq!(page["items"], json!(items));
}

/// The item of a version of a library that withdraws nothing.
fn change(model: &Model, version: &Version) -> Value {
    let object = &version.object;
    let previous = model.versions.iter().find(|before| before.number + 1 == version.number);
    json!({
        "kind": model.kind,
        "id": model.id,
        "version": version.number,
        "change": if version.number == 1 { "added" } else { "changed" },
        "date": object["date"],
        "summary": object["summary"],
        "content_hash": object["content_hash"],
        "previous_version": previous.map(|before| before.number),
        "previous_hash": previous.map(|before| &before.object["content_hash"]),
        "links": {"self": version.path, "changelog": object["links"]["changelog"]},
    })
}

#[test]
fn the_change_page_says_until_where_it_reaches() {
    let answer = server().get("/v2/changes");
    let page = answer.json();
    let fields = ["items", "since", "until", "total", "next_cursor", "links"];
    assert_eq!(keys(&page), BTreeSet::from(fields));
    let current = &server().get("/v2/releases").json()["current"];
    assert_eq!(page["until"], json!({"release": current["release"], "date": current["date"]}));
    assert_eq!((&page["since"], &page["links"]["self"]), (&Value::Null, &json!("/v2/changes")));
    let next = page["links"]["next"].as_str().unwrap();
    assert!(next.contains(&format!("cursor={}", page["next_cursor"].as_str().unwrap())), "{next}");
    assert_eq!(answer.links()["next"].0, next);
}

#[test]
fn discovery_has_the_keys_of_the_document() {
    let discovery = server().get("/v2").is(200).json();
    let expected = "service application_version edition api_versions release dependency_graphs vocabulary \
        identifiers rate_limits features resources documentation licenses contact notice notice_closable links";
    assert_eq!(keys(&discovery), expected.split(' ').collect());
    for (part, expected) in [
        ("release", "id library graphs vocabulary registered href"),
        ("vocabulary", "iri version href html"),
        ("identifiers", "license_base graph_bases vocabulary_namespace hash_algorithm"),
        ("rate_limits", "enabled per_ip per_account"),
        ("features", "text_to_license license_to_text repo_checker registration"),
        ("licenses", "data service"),
        ("contact", "emails url"),
        ("links", "self licenses dependency_graphs vocabulary releases changes"),
    ] {
        assert_eq!(keys(&discovery[part]), expected.split(' ').collect(), "{part}");
    }
    let account = ["enabled", "windows", "global_per_minute", "weights", "headers"];
    assert_eq!(keys(&discovery["rate_limits"]["per_account"]), BTreeSet::from(account));
    for bucket in discovery["rate_limits"]["per_ip"].as_array().unwrap() {
        assert_eq!(keys(bucket), BTreeSet::from(["bucket", "operations", "limit", "window_seconds"]));
    }
    let windows = json!({"second": 5, "minute": 60, "hour": 1000, "day": 10000});
    assert_eq!(discovery["rate_limits"]["per_account"]["windows"], windows);
    assert_eq!((&discovery["notice"], &discovery["notice_closable"]), (&Value::Null, &json!(false)));
}

#[test]
fn discovery_names_the_state_of_the_data() {
    let discovery = server().get("/v2").json();
    let current = &server().get("/v2/releases").json()["current"];
    let named = &discovery["release"];
    assert_eq!((&named["id"], &named["href"]), (&current["release"], &current["href"]));
    assert_eq!(named["registered"], current["registered"]);
    let newest = |kind: &str| {
        versions().filter(|(model, _)| model.kind == kind).map(|(_, version)| version.text("date")).max()
    };
    let vocabulary = &release()["vocabulary"];
    let expected =
        json!({"id": current["library"], "records": count("records"), "last_change": newest("license")});
    assert_eq!(named["library"], expected);
    let expected = json!({"id": current["graphs"], "graphs": 8, "last_change": newest("dependency-graph")});
    assert_eq!(named["graphs"], expected);
    for field in ["id", "version", "content_hash"] {
        assert_eq!(named["vocabulary"][field], vocabulary[field], "{field}");
    }
    let graphs: Vec<Value> = current_objects("dependency-graph")
        .into_iter()
        .map(|graph| {
            json!([graph["id"], graph["title"], graph["version"], graph["content_hash"], graph["default"]])
        })
        .collect();
    let listed = discovery["dependency_graphs"].as_array().unwrap().iter();
    let listed: Vec<Value> = listed
        .map(|graph| {
            server().get(graph["href"].as_str().unwrap()).is(200);
            json!([graph["id"], graph["title"], graph["version"], graph["content_hash"], graph["default"]])
        })
        .collect();
    assert_eq!(listed, graphs);
}

/// spec:version-2#versioning: both versions of the API are stable, and nothing is deprecated today.
#[test]
fn discovery_lists_both_versions_of_the_api() {
    let discovery = server().get("/v2").json();
    let version = |place: usize, field: &str| discovery["api_versions"][place][field].clone();
    for (place, expected) in [
        json!(["1.1", "stable", "/", "/openapi.json", "/docs", null, null]),
        json!(["2.0", "stable", "/v2", "/v2/openapi.json", "/v2/docs", null, null]),
    ]
    .into_iter()
    .enumerate()
    {
        let fields = ["version", "status", "base", "openapi", "docs", "deprecated", "sunset"];
        assert_eq!(json!(fields.map(|field| version(place, field))), expected);
    }
    assert_eq!(version(0, "frozen_operations").as_array().map(Vec::len), Some(10));
    assert_eq!(version(1, "frozen_operations"), Value::Null);
}

#[test]
fn links_of_discovery_lead_somewhere() {
    let discovery = server().get("/v2").json();
    for link in discovery["links"].as_object().unwrap().values() {
        server().get(link.as_str().unwrap()).is(200);
    }
}

#[test]
fn the_api_catalog_is_a_link_set_that_names_itself() {
    for method in ["GET", "HEAD"] {
        let answer = server().ask(method, "/.well-known/api-catalog", &[]);
        answer.is(200);
        answer.has(
            "content-type",
            "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"",
        );
        answer.has("link", "</.well-known/api-catalog>; rel=api-catalog");
    }
    let catalog = server().get("/.well-known/api-catalog").json();
    let [set] = catalog["linkset"].as_array().unwrap().as_slice() else { panic!("{catalog}") };
    assert_eq!(keys(set), BTreeSet::from(["anchor", "service-desc", "service-doc", "service-meta"]));
    let described = set["service-desc"].as_array().unwrap();
    assert_eq!(described.len(), 2);
    for document in described {
        assert_eq!(document["type"], "application/vnd.oai.openapi+json");
    }
    let anchor = set["anchor"].as_str().unwrap();
    let meta = set["service-meta"][0]["href"].as_str().unwrap();
    assert!(anchor.starts_with("http") && anchor.ends_with("/v2") && meta == anchor, "{anchor} {meta}");
}
