use serde_json::{Value, json};

use crate::curate::desk::{Desk, FILE, RECORD};

const SAID: [&str; 8] =
    ["--summary", "Why.", "--reviewer", "A", "--date", "2026-11-22", "--reason", "*=Why."];

fn report(desk: &Desk) -> Value {
    let said = desk.run(&["status", "--report", "--format", "json"]);
    serde_json::from_str(&said.text).unwrap()
}

#[test]
fn the_state_is_compared_with_the_last_release() {
    let fresh = Desk::new();
    let said = fresh.run(&["status"]).well();
    assert!(said.contains("no release is registered") && said.contains("new       dg_default@2"), "{said}");
    fresh.refuses(&["status", "--report"], "no release is registered");

    let desk = Desk::released();
    assert!(desk.run(&["status"]).well().contains("nothing to release: the data are data-"));
    desk.run(&["new", "Brook-1.0", "--title", "Brook", "--date", "2026-11-22", "--from", RECORD]).well();
    let given = desk.beside(FILE, "Meadow Foundation", "Meadow Trust");
    desk.run(&[&["revise", RECORD, "--with", &given] as &[&str], &SAID].concat()).well();
    desk.run(&[&["retire", "CC-BY-4.0"] as &[&str], &SAID[..6]].concat()).well();
    let said = desk.run(&["status"]).well();
    for row in [
        "new       Brook-1.0@1\n",
        "revised   Meadow-Permissive-1.0@2 (from 1)\n",
        "withdrawn CC-BY-4.0@2 (from 1)\n",
        "would register data-",
        "(3 changed models)",
    ] {
        assert!(said.contains(row), "{row}: {said}");
    }
    desk.run(&["release", "--date", "2026-11-22"]).well();
    assert!(
        desk.run(&["status"]).well().contains("nothing to release"),
        "of two releases the later one counts"
    );
}

#[test]
fn changed_releases_are_reported_with_a_remedy() {
    let desk = Desk::released();
    desk.edit(FILE, "Meadow Foundation", "Meadow Trust");
    let said = desk.run(&["status"]);
    assert_eq!(said.code, 1);
    assert!(said.text.contains("edited    Meadow-Permissive-1.0@1"), "{}", said.text);
    assert!(said.text.contains("muniment revise Meadow-Permissive-1.0 --released FILE"), "{}", said.text);

    let desk = Desk::released();
    std::fs::remove_dir_all(desk.data().join("history/licenses/Meadow-Reciprocal-2.0-only")).unwrap();
    let said = desk.run(&["status"]);
    assert_eq!(said.code, 1);
    assert!(said.text.contains("gone      Meadow-Reciprocal-2.0-only@1 (was 2)"), "{}", said.text);
    assert!(said.text.contains("`muniment release` refuses"), "{}", said.text);
}

#[test]
fn missing_information_is_named() {
    let desk = Desk::released();
    let given = desk.beside(FILE, "Meadow Foundation", "Meadow Trust");
    desk.run(&["revise", RECORD, "--with", &given, "--reviewer", "A", "--date", "2026-11-22"]);
    let said = desk.run(&["status"]);
    assert_eq!(said.code, 1);
    for missing in ["missing: reason of `dct:publisher \"Meadow Trust\"`", "missing: summary"] {
        assert!(said.text.contains(missing), "{missing}: {}", said.text);
    }
}

#[test]
fn the_report_says_what_a_correction_means_and_nothing_else() {
    let desk = Desk::released();
    let empty = report(&desk);
    for part in ["hashes", "addresses", "aliases", "verdicts"] {
        assert_eq!(empty["report"][part], json!([]), "{part}");
    }
    // The record gives up its SPDX identifier, and prohibits what it permitted.
    let file = "licenses/GPL-3.0-only.ttl";
    let given = desk.beside(file, "    spdx:licenseId \"GPL-3.0-only\" ;\n", "");
    desk.run(&[&["revise", "GPL-3.0-only", "--with", &given] as &[&str], &SAID].concat()).well();
    let report = &report(&desk)["report"];
    let hashes = report["hashes"].as_array().unwrap();
    assert_eq!(hashes.len(), 1, "{hashes:?}");
    assert_eq!((&hashes[0]["id"], &hashes[0]["before"]["version"]), (&json!("GPL-3.0-only"), &json!(1)));
    assert_eq!(hashes[0]["after"]["version"], 2);
    let aliases = json!([
        { "name": "GPL-3.0", "before": "GPL-3.0-only", "after": null },
        { "name": "GPL-3.0-only", "before": "GPL-3.0-only", "after": null },
    ]);
    assert_eq!(report["aliases"], aliases);
    let gone: Vec<&str> = report["addresses"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|changed| changed["after"].is_null())
        .map(|changed| changed["address"].as_str().unwrap())
        .collect();
    assert!(gone.iter().all(|address| address.contains("spdx")), "{gone:?}");
    let new: Vec<&Value> =
        report["addresses"].as_array().unwrap().iter().map(|changed| &changed["address"]).collect();
    assert!(new.contains(&&json!("/v2/licenses/GPL-3.0-only/versions/2")), "{new:?}");
    assert_eq!(report["verdicts"], json!([]));
}

#[test]
fn changed_verdicts_are_reported() {
    let desk = Desk::released();
    let text = desk.read(FILE);
    let permitted = "[\n        a odrl:Permission ;\n        odrl:action cc:DerivativeWorks\n    ], ";
    assert!(text.contains(permitted), "{text}");
    let given = desk.beside(FILE, permitted, "");
    let turned = std::fs::read_to_string(&given).unwrap().replace(
        "    odrl:prohibition [",
        "    odrl:prohibition [\n        a odrl:Prohibition ;\n        odrl:action cc:DerivativeWorks\n    ], [",
    );
    std::fs::write(&given, turned).unwrap();
    desk.run(&[&["revise", RECORD, "--with", &given] as &[&str], &SAID].concat());
    let report = &report(&desk)["report"];
    let verdicts = report["verdicts"].as_array().unwrap();
    assert!(!verdicts.is_empty(), "{report}");
    assert!(
        verdicts.iter().all(|verdict| [&verdict["from"], &verdict["under"]].contains(&&json!(RECORD))),
        "{report}"
    );
}
