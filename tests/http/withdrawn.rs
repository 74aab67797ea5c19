//! spec:version-2#states and spec:version-2#response-headers: a withdrawn record. The library withdraws none, so one of
//! the small library is.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::folder::{copy_into, edit};
use crate::headers::{Links, deprecation_link, http_date, link, structured_date};
use crate::server::{Server, repository};
use crate::walk::FORMS;

const WITHDRAWN: &str = "Meadow-Reciprocal-2.0-only";
const REPLACEMENT: &str = "Meadow-Permissive-1.0";

/// Properties of the withdrawn record, as Turtle and as the change log writes them.
const ADDED: [(&str, &str); 4] = [
    ("<http://www.w3.org/2002/07/owl#deprecated> true", r#"owl:deprecated "true"^^xsd:boolean"#),
    (r#"svc:deprecatedOn "2026-10-10"^^xsd:date"#, r#"svc:deprecatedOn "2026-10-10"^^xsd:date"#),
    ("dct:isReplacedBy svclib:Meadow-Permissive-1.0", "dct:isReplacedBy svclib:Meadow-Permissive-1.0"),
    (r#"dct:issued "2024-05-06"^^xsd:date"#, r#"dct:issued "2024-05-06"^^xsd:date"#),
];

/// A server of a library whose second version of a record withdraws it.
static SMALL: LazyLock<Server> = LazyLock::new(|| {
    let home = tempfile::tempdir().unwrap().keep();
    let (data, site) = (home.join("data"), home.join("site"));
    fs::create_dir(&data).unwrap();
    copy_into(&repository().join("tests/fixtures/small"), &data);
    withdraw(&data);
    Server::start_and_remove(&home, &data, &site, &[])
});

fn withdraw(data: &Path) {
    let record = |id: &str| data.join("licenses").join(format!("{id}.ttl"));
    let log = data.join("history/licenses").join(WITHDRAWN).join("changelog.toml");
    let mut withdrawal = String::new();
    let mut changes = fs::read_to_string(&log).unwrap();
    for (turtle, change) in ADDED {
        write!(withdrawal, "{turtle} ;\n    ").unwrap();
        let entry = "action = \"added\"\nreason = \"Withdrawn.\"\nsource = \"manual\"";
        write!(changes, "\n[[entries.changes]]\n{entry}\nstatement = '{change}'\n").unwrap();
    }
    fs::write(log, changes).unwrap();
    edit(&record(WITHDRAWN), "svc:reviewStatus", &format!("{withdrawal}svc:reviewStatus"));
    let replaces = format!("dct:replaces svclib:{WITHDRAWN} ;\n    svc:reviewStatus");
    edit(&record(REPLACEMENT), "svc:reviewStatus", &replaces);
}

#[test]
fn a_withdrawn_record_keeps_resolving_and_says_so() {
    for below in ["", "/versions/2"] {
        let object = SMALL.get(&format!("/v2/licenses/{WITHDRAWN}{below}")).is(200).json();
        let expected = json!({
            "version": 2,
            "latest_version": 2,
            "status": "withdrawn",
            "date": "2026-10-05",
            "published_on": "2024-05-06",
            "withdrawn_on": "2026-10-10",
            "replaces": null,
            "replaced_by": REPLACEMENT,
        });
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&object[field], value, "{below}: {field}");
        }
    }
    let replacement = SMALL.get(&format!("/v2/licenses/{REPLACEMENT}")).is(200).json();
    assert_eq!((&replacement["replaces"], &replacement["status"]), (&json!(WITHDRAWN), &json!("current")));
}

#[test]
fn a_withdrawn_version_is_deprecated_since_its_withdrawal_and_leads_to_its_replacement() {
    let base = format!("/v2/licenses/{WITHDRAWN}");
    for form in FORMS {
        let answer = SMALL.get(&format!("{base}?format={form}"));
        answer
            .is(200)
            .has("deprecation", structured_date("2026-10-10").as_str())
            .has("last-modified", http_date("2026-10-05").as_str())
            .has("cache-control", "public, max-age=300")
            .has("sunset", None);
        let expected = Links::from([
            link("canonical", format!("{base}/versions/2")),
            link("latest-version", base.clone()),
            link("version-history", format!("{base}/versions")),
            link("predecessor-version", format!("{base}/versions/1")),
            link("successor-version", format!("/v2/licenses/{REPLACEMENT}")),
            deprecation_link("https://svc.example/documentation/v2"),
        ]);
        assert_eq!(answer.links(), expected, "{form}");
    }
}

#[test]
fn the_version_before_a_withdrawn_one_is_superseded_as_any() {
    let answer = SMALL.get(&format!("/v2/licenses/{WITHDRAWN}/versions/1"));
    answer
        .is(200)
        .has("deprecation", structured_date("2026-10-05").as_str())
        .has("cache-control", "public, max-age=86400, immutable");
    let object = answer.json();
    let (status, withdrawn_on) = (&object["status"], &object["withdrawn_on"]);
    assert_eq!((status, withdrawn_on), (&json!("superseded"), &Value::Null));
    assert_eq!(answer.links()["successor-version"].0, format!("/v2/licenses/{WITHDRAWN}/versions/2"));
}

#[test]
fn the_change_feed_tells_a_withdrawal_from_a_change() {
    let page = SMALL.get("/v2/changes").is(200).json();
    let change = |id: &str, version: u64| {
        let items = page["items"].as_array().unwrap();
        let item = items.iter().find(|item| item["id"] == id && item["version"] == version);
        item.unwrap_or_else(|| panic!("no {id} {version}"))["change"].clone()
    };
    assert_eq!(change(WITHDRAWN, 1), "added");
    assert_eq!(change(WITHDRAWN, 2), "withdrawn");
    assert_eq!(change(REPLACEMENT, 1), "added");
    assert_eq!(change("dg_eu", 2), "changed");
}

/// Another library has other addresses: nothing about the real one is hard-coded.
#[test]
fn another_library_answers_under_its_own_addresses() {
    let answer = SMALL.get("/v2/licenses/Nope-1.0");
    let problem = answer.is(404).json();
    assert_eq!(problem["type"], "https://svc.example/documentation/v2#problem-license-not-found");
    let discovery = SMALL.get("/v2").json();
    assert_eq!(discovery["identifiers"]["license_base"], "https://svc.example/licenselibrary/");
    assert!(!discovery.to_string().contains("muniment.example"), "{discovery}");
    let catalog = SMALL.get("/.well-known/api-catalog").json();
    assert_eq!(catalog["linkset"][0]["anchor"], format!("{}/v2", SMALL.url));
}
