//! spec:releases#change-feed: the change feed from a date, from a release, and by kind.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use muniment_documents::api::v2;
use muniment_library::curate::{register, registration};
use muniment_library::history::Catalog;
use muniment_library::load::load;
use serde_json::{Value, json};

use crate::folder::{copy_into, edit};
use crate::paging::walk;
use crate::problems::{assert_problem, faulty};
use crate::server::{Server, repository, server};

fn names(items: &[Value]) -> Vec<String> {
    let name = |item: &Value| format!("{} {}", item["id"].as_str().unwrap(), item["version"]);
    items.iter().map(name).collect()
}

fn key(item: &Value) -> (String, String, String, u64) {
    let text = |field: &str| item[field].as_str().unwrap().to_owned();
    (text("date"), text("kind"), text("id"), item["version"].as_u64().unwrap())
}

#[test]
fn the_feed_is_ordered_by_date_kind_id_and_version_undated_first() {
    let keys: Vec<_> = walk("/v2/changes", &[1000]).iter().map(key).collect();
    assert!(keys.is_sorted_by(|a, b| a < b));
    assert!(keys.first().is_some_and(|(date, ..)| date.is_empty()));
    let current = server().get("/v2/releases").json()["current"]["date"].as_str().unwrap().to_owned();
    assert!(keys.last().is_some_and(|(date, ..)| *date == current));
}

#[test]
fn a_date_keeps_what_is_dated_that_day_or_later() {
    let whole = walk("/v2/changes", &[1000]);
    let dates: BTreeSet<&str> = whole.iter().map(|item| item["date"].as_str().unwrap()).collect();
    for day in
        dates.iter().copied().filter(|day| !day.is_empty()).chain(["1970-01-01", "2026-11-21", "9999-12-31"])
    {
        let expected: Vec<&Value> =
            whole.iter().filter(|item| item["date"].as_str().unwrap() >= day).collect();
        let since = format!("/v2/changes?since={day}");
        assert_eq!(json!(walk(&since, &[400])), json!(expected), "{day}");
        let page = server().get(&since).json();
        assert_eq!((&page["since"], &page["total"]), (&json!(day), &json!(expected.len())), "{day}");
    }
}

#[test]
fn a_kind_keeps_its_own() {
    let whole = walk("/v2/changes", &[1000]);
    for (kinds, said) in [
        ("license", "license"),
        ("dependency-graph", "dependency-graph"),
        ("vocabulary", "vocabulary"),
        ("vocabulary,dependency-graph", "dependency-graph,vocabulary"),
        ("license,license", "license"),
    ] {
        let expected: Vec<&Value> =
            whole.iter().filter(|item| kinds.split(',').any(|kind| item["kind"] == kind)).collect();
        assert_eq!(json!(walk(&format!("/v2/changes?kind={kinds}"), &[1000])), json!(expected), "{kinds}");
        let page = server().get(&format!("/v2/changes?kind={kinds}")).json();
        assert_eq!(page["links"]["self"], format!("/v2/changes?kind={said}"));
    }
    let all = server().get("/v2/changes?kind=license,vocabulary,dependency-graph");
    assert_eq!(all.is(200).body, server().get("/v2/changes").body);
}

#[test]
fn since_and_kind_that_are_none_are_invalid() {
    for since in ["", "yesterday", "2026-02-30", "2026-13-01", "20261120", "2026-11-20T00:00:00Z", "data-0"] {
        let problem =
            assert_problem(&server().get(&format!("/v2/changes?since={since}")), "invalid-parameter");
        assert_eq!(faulty(&problem), BTreeSet::from(["query since".to_owned()]), "{since}");
    }
    for kind in ["", "License", "licenses", "license,", ",license", "license;vocabulary", "graph"] {
        let problem = assert_problem(&server().get(&format!("/v2/changes?kind={kind}")), "invalid-parameter");
        assert_eq!(faulty(&problem), BTreeSet::from(["query kind".to_owned()]), "{kind}");
    }
}

#[test]
fn since_a_release_nobody_knows_is_not_found() {
    for prefix in ["data-", "lib-", "dg-", "ns-"] {
        let path = format!("/v2/changes?since={prefix}0000000000000000");
        assert_problem(&server().get(&path), "release-not-found");
    }
}

#[test]
fn nothing_is_newer_than_the_current_state() {
    let current = &server().get("/v2/releases").json()["current"];
    for part in ["release", "library", "graphs", "vocabulary"] {
        let release = current[part].as_str().unwrap();
        let page = server().get(&format!("/v2/changes?since={release}")).is(200).json();
        assert_eq!((&page["items"], &page["total"]), (&json!([]), &json!(0)), "{release}");
        assert_eq!((&page["since"], &page["until"]["release"]), (&json!(release), &current["release"]));
    }
}

const REVISED: &str = "Meadow-Permissive-1.0";
const NEW: &str = "CreativeCommonsAttribution30Estonia";

/// A small library that was released, then got a record it had not and a version that is older by its date
/// than all that was released; with the identifiers of that release.
struct Grown {
    server: Server,
    before: Value,
}

static GROWN: LazyLock<Grown> = LazyLock::new(|| {
    let home = tempfile::tempdir().unwrap().keep();
    let (data, site) = (home.join("data"), home.join("site"));
    fs::create_dir(&data).unwrap();
    copy_into(&repository().join("tests/fixtures/small"), &data);
    let parts = [format!("licenses/{NEW}.ttl"), format!("reviews/{NEW}.toml"), "families.toml".to_owned()];
    let kept = parts.map(|part| {
        let bytes = fs::read(data.join(&part)).unwrap();
        fs::remove_file(data.join(&part)).unwrap();
        (part, bytes)
    });
    let before = release(&data);
    for (part, bytes) in kept {
        fs::write(data.join(part), bytes).unwrap();
    }
    revise(&data);
    Grown { server: Server::start_and_remove(&home, &data, &site, &[]), before }
});

/// Registers the state of a folder.
fn release(data: &Path) -> Value {
    let library = load(data).library.unwrap();
    let catalog = Catalog::new(&library);
    let release = register(&catalog, "1.2.3", "2026-11-01".parse().unwrap()).unwrap();
    let edits = registration(&release, &v2::manifest(&release, true));
    edits.apply(data).unwrap();
    json!([release.id, release.library.id, release.graphs.id, release.vocabulary.id].map(|id| id.to_string()))
}

/// Gives a record a second version.
fn revise(data: &Path) {
    let history = data.join("history/licenses").join(REVISED);
    let record = data.join("licenses").join(format!("{REVISED}.ttl"));
    fs::create_dir_all(&history).unwrap();
    fs::copy(&record, history.join("v1.ttl")).unwrap();
    edit(&record, "dct:modified \"2026-10-01\"", "dct:modified \"2026-10-02\"");
    edit(&record, "dct:hasVersion \"1\"", "dct:hasVersion \"2\"");
    edit(&record, "\"Meadow Foundation\"", "\"The Meadow Foundation\"");
    fs::write(
        history.join("changelog.toml"),
        format!(
            r#"id = "{REVISED}"
title = "Meadow Permissive Licence 1.0"
current_version = 2

[[entries]]
version = 2
date = "2026-10-02"
reviewer = "A. Reviewer"
summary = "The publisher has its full name."

[[entries.changes]]
action = "changed"
statement = 'dct:publisher "The Meadow Foundation"'
previous = 'dct:publisher "Meadow Foundation"'
reason = "So it stands in the text."
source = "manual"
"#
        ),
    )
    .unwrap();
}

#[test]
fn a_release_keeps_every_version_it_had_not_whatever_its_date() {
    let since = |id: &Value| GROWN.server.get(&format!("/v2/changes?since={}", id.as_str().unwrap()));
    for id in [&GROWN.before[0], &GROWN.before[1]] {
        let page = since(id).is(200).json();
        let found: BTreeSet<String> = names(page["items"].as_array().unwrap()).into_iter().collect();
        assert_eq!(found, BTreeSet::from([format!("{NEW} 1"), format!("{REVISED} 2")]), "{id}");
        assert_eq!(&page["since"], id);
    }
    // Graphs and vocabulary are as they were: these identifiers are the current state's too, the newest.
    for id in [&GROWN.before[2], &GROWN.before[3]] {
        assert_eq!(since(id).is(200).json()["total"], 0, "{id}");
    }
    let page = GROWN.server.get("/v2/changes?since=2026-11-01").is(200).json();
    assert!(!names(page["items"].as_array().unwrap()).contains(&format!("{REVISED} 2")));
}

#[test]
fn polling_by_until_finds_each_change_once() {
    let before = GROWN.before[0].as_str().unwrap();
    let page = GROWN.server.get(&format!("/v2/changes?since={before}")).json();
    let until = page["until"]["release"].as_str().unwrap();
    let next = GROWN.server.get(&format!("/v2/changes?since={until}")).is(200).json();
    assert_eq!((&next["items"], &next["until"]["release"]), (&json!([]), &json!(until)));
}

#[test]
fn an_item_tells_which_copy_a_client_holds() {
    let before = GROWN.before[0].as_str().unwrap();
    let page = GROWN.server.get(&format!("/v2/changes?since={before}&kind=license")).json();
    let item = page["items"].as_array().unwrap().iter().find(|item| item["id"] == REVISED).unwrap();
    let hash = |version: u64| {
        let object = GROWN.server.get(&format!("/v2/licenses/{REVISED}/versions/{version}")).is(200).json();
        object["content_hash"].clone()
    };
    assert_eq!((&item["change"], &item["date"]), (&json!("changed"), &json!("2026-10-02")));
    assert_eq!((&item["content_hash"], &item["previous_hash"]), (&hash(2), &hash(1)));
    assert_ne!(hash(1), hash(2));
}

/// spec:releases#registration: a registered release is a file that never changes; the state is another once a version is
/// published.
#[test]
fn a_registered_release_stays_when_the_library_grows() {
    let page = GROWN.server.get("/v2/releases").is(200).json();
    let before = &GROWN.before;
    assert_eq!((&page["total"], &page["items"][0]["release"]), (&json!(1), &before[0]));
    assert_eq!(page["current"]["registered"], json!(false));
    assert_ne!(page["current"]["release"], before[0]);
    assert_ne!(page["current"]["library"], before[1]);
    assert_eq!((&page["current"]["graphs"], &page["current"]["vocabulary"]), (&before[2], &before[3]));
    let manifest = |id: &Value| GROWN.server.get(&format!("/v2/releases/{}", id.as_str().unwrap()));
    for id in [&before[0], &before[1]] {
        let answer = manifest(id);
        answer.is(200).has("cache-control", "public, max-age=86400, immutable");
        let registered = answer.json();
        assert_eq!((&registered["release"], &registered["registered"]), (&before[0], &json!(true)));
        assert_eq!(registered["application_version"], "1.2.3");
        assert!(registered["library"]["records"].get(NEW).is_none());
    }
    let answer = manifest(&page["current"]["release"]);
    answer.is(200).has("cache-control", "public, max-age=60");
    assert_eq!(answer.json()["library"]["records"][REVISED]["version"], 2);
    let discovery = GROWN.server.get("/v2").json();
    assert_eq!(discovery["release"]["registered"], json!(false));
    assert_eq!(discovery["release"]["id"], page["current"]["release"]);
}
