//! Formats that list what an audit finds one by one.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::command::{of_list, run};
use super::{fixture, read};

/// Two licenses that may not go into a work under MIT, one of them accepted, one that may and one that is unknown.
const PROBLEMS: &str = "a & b: GPL-2.0-only\nc: AGPL-3.0-only\nd: ISC\ne: LicenseRef-vendor\n";

fn problems_as(format: &str, strict: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (file, exceptions) = (folder.path().join("my parts.txt"), folder.path().join("licenses.toml"));
    fs::write(&file, PROBLEMS).unwrap();
    let text =
        "[[exceptions]]\nlicenses = [\"AGPL-3.0-only\", \"MIT\"]\nreason = \"A program of its own.\"\n";
    fs::write(&exceptions, text).unwrap();
    let arguments = ["--target", "MIT", "--exceptions", exceptions.to_str().unwrap(), "--format", format];
    let output = run(&file, &[&arguments, strict].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn sarif_has_a_result_for_each_problem_and_suppresses_what_is_accepted() {
    let document: Value = serde_json::from_str(&problems_as("sarif", &[])).unwrap();
    assert_eq!(document["version"], "2.1.0");
    let run = &document["runs"][0];
    let rules: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    let results = run["results"].as_array().unwrap();
    assert!(results.iter().all(|result| rules.contains(&&result["ruleId"])), "{rules:?}");
    let told: Vec<(&str, &str, bool)> = results
        .iter()
        .map(|it| {
            let is_suppressed = !it["suppressions"].as_array().unwrap().is_empty();
            (it["ruleId"].as_str().unwrap(), it["level"].as_str().unwrap(), is_suppressed)
        })
        .collect();
    assert_eq!(
        told,
        [
            ("license-refused", "error", true),
            ("license-refused", "error", false),
            ("license-unknown", "error", false),
        ]
    );
    assert_eq!(results[0]["suppressions"][0]["justification"], "A program of its own.");
    let text = results[1]["message"]["text"].as_str().unwrap();
    assert!(
        text.starts_with("GPL-2.0-only: GPL-2.0-only requires that a work that contains the part"),
        "{text}"
    );
    assert!(text.contains("(parts: a & b)"), "{text}");
    let place = &results[1]["locations"][0]["physicalLocation"];
    assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("/my%20parts.txt"), "{place}");
    let allowed: Value = serde_json::from_str(&problems_as("sarif", &["--unknown", "allow"])).unwrap();
    assert_eq!(allowed["runs"][0]["results"][2]["level"], "note");
    let unreadable: Value =
        serde_json::from_str(&of_list("MIT\nMIT OR\n", &["--format", "sarif"], 1)).unwrap();
    let result = &unreadable["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "line-unreadable");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
}

#[test]
fn junit_has_a_case_for_each_license_and_each_problem() {
    let text = problems_as("junit", &[]);
    let xml = roxmltree::Document::parse(&text).unwrap();
    let suite = xml.root_element();
    let count = |name| suite.attribute(name).unwrap().to_owned();
    assert_eq!((count("tests"), count("failures"), count("skipped")), ("4".into(), "2".into(), "1".into()));
    let cases: Vec<(&str, &str)> = suite
        .children()
        .filter(roxmltree::Node::is_element)
        .map(|case| {
            let outcome = case.first_element_child().map_or("passed", |child| child.tag_name().name());
            (case.attribute("name").unwrap(), outcome)
        })
        .collect();
    assert_eq!(
        cases,
        [
            ("ISC", "passed"),
            ("AGPL-3.0-only", "skipped"),
            ("GPL-2.0-only", "failure"),
            ("LicenseRef-vendor", "failure")
        ]
    );
    let failure = suite.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert_eq!(failure.attribute("message"), failure.text());
    assert!(failure.text().unwrap().contains("(parts: a & b)"), "{text}");
}

#[test]
fn a_name_that_is_no_identifier_is_read_as_a_record_and_the_way_is_stated() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sbom.cdx.json");
    let component = |name: &str, key: &str, value: &str| serde_json::json!({"name": name, "licenses": [{"license": {key: value}}]});
    let document = serde_json::json!({"bomFormat": "CycloneDX", "components": [
        component("a", "name", "the  mit License"),
        component("b", "name", "The MIT License"),
        component("c", "url", "https://www.apache.org/licenses/LICENSE-2.0/"),
        component("d", "name", "BSD"),
        component("e", "name", "European Union Public Licence 1.2 or something like it"),
    ]});
    fs::write(&file, document.to_string()).unwrap();
    let told = |format: &str| {
        let output = run(&file, &["--target", "MIT", "--format", format, "--unknown", "allow"]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let document: Value = serde_json::from_str(&told("json")).unwrap();
    let matched: Vec<(&str, &str, &str)> = document["matched"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["name"].as_str().unwrap(), it["license"].as_str().unwrap(), it["by"].as_str().unwrap()))
        .collect();
    assert_eq!(
        matched,
        [
            ("The MIT License", "MIT", "title"),
            ("https://www.apache.org/licenses/LICENSE-2.0/", "Apache-2.0", "address"),
            ("the  mit License", "MIT", "title"),
        ]
    );
    let unknown: Vec<&Value> =
        document["unknown"].as_array().unwrap().iter().map(|it| &it["license"]).collect();
    assert_eq!(unknown, ["BSD", "European Union Public Licence 1.2 or something like it"]);
    assert!(told("text").contains("      1  The MIT License: MIT, by its title\n"), "{}", told("text"));
    assert!(told("markdown").contains("| The MIT License | MIT | title |"), "{}", told("markdown"));
}

/// The document states the parts of the inventory, each with what was concluded of it.
#[test]
fn cyclonedx_has_the_conclusion_of_each_part() {
    let document: Value = serde_json::from_str(&problems_as("cyclonedx", &[])).unwrap();
    assert_eq!((&document["bomFormat"], &document["specVersion"]), (&"CycloneDX".into(), &"1.6".into()));
    let properties = |of: &Value| -> Vec<(String, String)> {
        let list = of["properties"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        list.map(|it| (text(&it["name"]), text(&it["value"]))).collect()
    };
    let has = |of: &Value, name: &str, value: &str| {
        properties(of).iter().any(|(known, text)| known == name && text.starts_with(value))
    };
    assert!(has(&document["metadata"], "muniment:target", "MIT"), "{document}");
    assert!(has(&document["metadata"], "muniment:release", "data-"), "{document}");
    let parts = document["components"].as_array().unwrap();
    assert_eq!(parts[0]["licenses"][0]["expression"], "GPL-2.0-only");
    assert_eq!(parts[0]["licenses"][0]["acknowledgement"], "concluded");
    assert!(has(&parts[0], "muniment:answer", "no"), "{}", parts[0]);
    assert!(has(&parts[0], "muniment:reason", "GPL-2.0-only requires"), "{}", parts[0]);
    assert!(has(&parts[1], "muniment:accepted", "A program of its own."), "{}", parts[1]);
    assert_eq!(parts[3]["licenses"][0]["expression"], "LicenseRef-vendor");
    assert!(!has(&parts[3], "muniment:answer", ""), "{}", parts[3]);
}

/// What was audited is kept, and the result is read as the same parts.
#[test]
fn cyclonedx_of_cyclonedx_keeps_the_document() {
    let file = fixture("sbom.cdx.json");
    let output = run(&file, &["--format", "cyclonedx", "--dev"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let (before, after): (Value, Value) =
        (serde_json::from_slice(&fs::read(&file).unwrap()).unwrap(), serde_json::from_str(&text).unwrap());
    assert_eq!(after["serialNumber"], before["serialNumber"]);
    assert_eq!(after["components"][0]["purl"], before["components"][0]["purl"]);
    let inventory = read(&text).unwrap();
    let stated: Vec<(&str, String)> =
        inventory.components.iter().map(|part| (part.name.as_str(), part.licenses.join(" and "))).collect();
    let of = |name: &str| stated.iter().find(|(known, _)| *known == name).unwrap().1.as_str();
    assert_eq!(of("both"), "BSD-3-Clause AND ISC");
    assert_eq!(of("jszip"), "MIT");
    assert_eq!(of("inner"), "Apache-2.0 WITH LLVM-exception");
    assert_eq!(of("named"), "Acme Proprietary License");
    assert_eq!(of("bare"), "");
}

#[test]
fn the_document_is_valid_against_its_schema() {
    let schema = Command::new(env!("CARGO_BIN_EXE_muniment")).args(["audit", "--schema"]).output().unwrap();
    let schema: Value = serde_json::from_slice(&schema.stdout).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let unreadable = folder.path().join("parts.txt");
    fs::write(&unreadable, "MIT\nMIT OR\n").unwrap();
    let documents = [
        problems_as("json", &[]),
        String::from_utf8(run(&fixture("sbom.spdx3.json"), &["--format", "json"]).stdout).unwrap(),
        String::from_utf8(run(&unreadable, &["--format", "json"]).stdout).unwrap(),
    ];
    for text in documents {
        let mut document: Value = serde_json::from_str(&text).unwrap();
        let faults: Vec<String> = schema.iter_errors(&document).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(document["version"], 1);
        assert!(document["release"].as_str().unwrap().starts_with("data-"));
        document.as_object_mut().unwrap().remove("parts");
        assert!(!schema.is_valid(&document));
    }
}
