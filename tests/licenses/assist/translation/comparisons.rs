//! A proposal beside the record it is most like.

use muniment_licenses::assist::translation::{ComparedStatement, Comparison, Match, PartReading};
use serde_json::{Value, json};

use super::{TRANSLATOR, merge, proposal, said};
use crate::assist::{INDEX, LIBRARY};

const QUOTE: &str = "anyone may reproduce the Work";

fn keys(rows: &[ComparedStatement]) -> Vec<&str> {
    rows.iter().map(|row| row.key.as_str()).collect()
}

/// A reading that states what a record states, under no name.
fn like(id: &str) -> Vec<Value> {
    let license = &LIBRARY.licenses[id].current.content;
    let name = |iri: &str| LIBRARY.site.all_prefixes().compact(iri);
    let mut statements = Vec::new();
    for rule in &license.permissions {
        statements.push(said("permission", &name(&rule.action), "", QUOTE));
        for duty in &rule.duties {
            statements.push(said("duty", &name(&duty.action), &name(&rule.action), QUOTE));
        }
    }
    statements.extend(license.prohibitions.iter().map(|r| said("prohibition", &name(&r.action), "", QUOTE)));
    statements.extend(license.duties.iter().map(|r| said("duty", &name(&r.action), "", QUOTE)));
    statements
}

fn with_metadata(statements: &[Value], title: &str, metadata: Value) -> PartReading {
    let answer = json!({"title": title, "statements": statements, "metadata": metadata});
    TRANSLATOR.read_part(&answer, super::TEXT, 1).unwrap()
}

#[test]
fn an_spdx_identifier_leads_to_its_record() {
    let statements = [said("permission", "odrl:reproduce", "", QUOTE)];
    let proposal = merge(vec![with_metadata(&statements, "CC BY 4.0", json!({"spdx_id": "MIT"}))]);
    let found = Comparison::new(&proposal, &INDEX).unwrap();
    assert_eq!((found.found_by, found.license_id.as_str()), (Match::Spdx, "MIT"));
    assert_eq!(found.uri, LIBRARY.licenses["MIT"].iri);
    assert!(found.reason.contains("MIT"));
    assert_eq!(found.reading_total, 1);
    assert!(found.record_total > 5);
    assert_eq!(found.in_common, found.in_both.len());
    assert_eq!(found.record_total, found.in_both.len() + found.only_in_record.len());
    assert!(found.only_in_record.iter().all(|row| row.side == "record"));
}

#[test]
fn a_title_leads_to_its_record_however_it_is_written() {
    for title in ["Apache License 2.0", "apache  license-2.0", "The Apache License, Version 2.0"] {
        let proposal = merge(vec![with_metadata(&[], title, json!({}))]);
        let found = Comparison::new(&proposal, &INDEX).unwrap();
        assert_eq!((found.found_by, found.license_id.as_str()), (Match::Title, "Apache-2.0"), "{title}");
        assert!(found.score.abs() < 1e-9);
    }
}

#[test]
fn otherwise_the_nearest_record_counts() {
    for id in ["MPL-1.1", "CC-BY-NC-4.0", "Apache-2.0"] {
        let found = Comparison::new(&proposal(&like(id)), &INDEX).unwrap();
        assert_eq!(found.found_by, Match::Nearest);
        assert!((found.score - 1.0).abs() < 1e-9, "{id}: {found:?}");
        assert!(found.only_in_reading.is_empty() && found.only_in_record.is_empty());
        let record = &LIBRARY.licenses[found.license_id.as_str()].current.content;
        assert!(!record.is_fixture() && !record.deprecated);
    }
}

#[test]
fn what_differs_is_told_and_scored() {
    let mut statements = like("MIT");
    let total = {
        let whole = Comparison::new(&proposal(&statements), &INDEX).unwrap();
        whole.reading_total
    };
    statements.retain(|statement| statement["term"] != "odrl:present");
    statements.push(said("prohibition", "svc:promote", "", "The Work may not be used"));
    let proposal = merge(vec![with_metadata(&statements, "", json!({"spdx_id": "MIT"}))]);
    let found = Comparison::new(&proposal, &INDEX).unwrap();
    assert_eq!(keys(&found.only_in_reading), ["prohibition svc:promote"]);
    assert_eq!(found.only_in_reading[0].evidence, "The Work may not be used");
    assert_eq!(keys(&found.only_in_record), ["permission odrl:present"]);
    assert_eq!(found.in_common, total - 1);
    let expected = (total - 1) as f64 / (total + 1) as f64;
    assert!((found.score - expected).abs() < 1e-9);
}

#[test]
fn duties_hung_on_different_permissions_are_placement() {
    let statements = [
        said("permission", "odrl:distribute", "", QUOTE),
        said("permission", "odrl:modify", "", QUOTE),
        said("duty", "cc:Attribution", "odrl:modify", QUOTE),
        said("duty", "cc:ShareAlike", "", QUOTE),
    ];
    let proposal = merge(vec![with_metadata(&statements, "", json!({"spdx_id": "CC-BY-SA-4.0"}))]);
    let found = Comparison::new(&proposal, &INDEX).unwrap();
    let moved = found.placement.iter().find(|row| row.key == "duty cc:Attribution").unwrap();
    assert_eq!((moved.reading_attached.as_str(), moved.side.as_str()), ("odrl:modify", "both"));
    assert_ne!(moved.record_attached, "odrl:modify");
    assert!(found.placement.iter().all(|row| keys(&found.in_both).contains(&row.key.as_str())));
}

#[test]
fn empty_texts_have_no_similar_names() {
    assert_eq!(Comparison::new(&proposal(&[]), &INDEX), None);
    let unknown = proposal(&[said("permission", "x:teleport", "", QUOTE)]);
    assert_eq!(Comparison::new(&unknown, &INDEX), None);
}

#[test]
fn fixtures_are_passed_over() {
    let fixtures = LIBRARY.licenses.values().filter(|model| model.current.content.is_fixture());
    for model in fixtures {
        let title = &model.current.content.title.value;
        let proposal = merge(vec![with_metadata(&[], title, json!({}))]);
        assert_eq!(Comparison::new(&proposal, &INDEX), None, "{title}");
    }
}

#[test]
fn a_comparison_can_be_stored() {
    let found = Comparison::new(&proposal(&like("MIT")), &INDEX).unwrap();
    let kept = serde_json::to_value(&found).unwrap();
    assert_eq!(kept["match"], "nearest");
    assert_eq!(serde_json::from_value::<Comparison>(kept).unwrap(), found);
}
