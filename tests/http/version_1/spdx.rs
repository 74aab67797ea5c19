//! spec:version-1#answer-objects, spec:version-1#library-endpoints: SPDX identifiers, and the mapping of all of them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::errors::{faulty, sentence};
use super::{LIBRARY, document, keys};
use crate::counts::count;
use crate::server::{Answer, server};

fn ask(spdx: &str) -> Answer {
    server().get(&format!("/licenselibrary/spdx/{spdx}"))
}

/// SPDX identifiers of records, with the record that declares each.
fn declared() -> BTreeMap<&'static str, &'static str> {
    let records = LIBRARY.licenses.iter();
    records.filter_map(|(id, model)| Some((model.current.content.spdx.as_deref()?, id.as_str()))).collect()
}

fn encoded(spdx: &str) -> String {
    spdx.replace('+', "%2B").replace(' ', "%20")
}

#[track_caller]
fn assert_record(answer: &Answer, spdx: &str, id: &str) {
    let found = document(answer);
    assert_eq!(keys(&found), ["spdx_id", "id", "uri"], "{}", answer.asked);
    let uri = format!("https://muniment.example/licenselibrary/{id}");
    assert_eq!(found, json!({"spdx_id": spdx, "id": id, "uri": uri}), "{}", answer.asked);
}

#[test]
fn every_declared_identifier_leads_to_its_record_in_any_case() {
    for (spdx, id) in declared() {
        for asked in [encoded(spdx), encoded(&spdx.to_lowercase()), encoded(&spdx.to_uppercase())] {
            assert_record(&ask(&asked), spdx, id);
        }
    }
    assert_record(&ask("mit"), "MIT", "MIT");
}

#[test]
fn aliases_lead_to_the_record_of_what_replaced_them() {
    let (declared, mut unknown) = (declared(), 0);
    for (alias, replaced_by) in &LIBRARY.spdx_aliases {
        match declared.get(replaced_by.as_str()) {
            // The answer names the record's own identifier, not the one that was asked for.
            Some(id) => assert_record(&ask(&encoded(alias)), replaced_by, id),
            None => {
                sentence(&ask(&encoded(alias)), 404);
                unknown += 1;
            }
        }
    }
    assert!((1..LIBRARY.spdx_aliases.len()).contains(&unknown), "{unknown} lead nowhere");
}

#[test]
fn expressions_with_an_exception_are_accepted_however_their_blanks_travel() {
    let (id, spdx) =
        ("GPL-2.0-only-with-Classpath-exception-2.0", "GPL-2.0-only WITH Classpath-exception-2.0");
    for asked in [
        "GPL-2.0-only%20WITH%20Classpath-exception-2.0",
        "GPL-2.0-only+WITH+Classpath-exception-2.0",
        "gpl-2.0-only%20with%20classpath-exception-2.0",
        "GPL-2.0-with-classpath-exception",
    ] {
        assert_record(&ask(asked), spdx, id);
    }
    // A plus is sent as it is.
    assert_record(&ask("GPL-2.0+"), "GPL-2.0-or-later", "GPL-2.0-or-later");
    assert_record(&ask("GPL-2.0%2B"), "GPL-2.0-or-later", "GPL-2.0-or-later");
}

#[test]
fn what_resolves_to_nothing_is_unknown_and_what_has_other_characters_is_faulty() {
    let longest = "a".repeat(160);
    for unknown in ["NoSuch-1.0", "MIT+", "IscLicense", "MIT%20WITH%20GCC-exception-2.0", "-", &longest] {
        sentence(&ask(unknown), 404);
    }
    let longer = "a".repeat(161);
    for faulty_id in ["a_b", "MIT%2FISC", "caf%C3%A9", "(MIT)", "MIT%0A", &longer] {
        assert_eq!(faulty(&ask(faulty_id)), ["path spdx_id"], "{faulty_id}");
    }
}

fn pairs(value: &Value) -> BTreeMap<&str, &str> {
    value.as_object().unwrap().iter().map(|(key, value)| (key.as_str(), value.as_str().unwrap())).collect()
}

#[test]
fn the_mapping_has_both_directions_and_the_aliases() {
    let mapping = document(&server().get("/licenselibrary/spdx-mapping"));
    let expected = BTreeSet::from([
        "svc_to_spdx",
        "spdx_to_svc",
        "aliases",
        "aliases_resolvable",
        "license_total",
        "mapped",
        "comment",
    ]);
    assert_eq!(keys(&mapping).into_iter().collect::<BTreeSet<_>>(), expected);
    let declared = declared();
    let by_id: BTreeMap<&str, &str> = declared.iter().map(|(spdx, id)| (*id, *spdx)).collect();
    assert_eq!(pairs(&mapping["svc_to_spdx"]), by_id);
    let ids: BTreeMap<&str, Vec<&str>> = declared.iter().map(|(spdx, id)| (*spdx, vec![*id])).collect();
    assert_eq!(mapping["spdx_to_svc"], json!(ids), "a list each");
    let aliases = LIBRARY.spdx_aliases.iter().map(|(alias, to)| (alias.as_str(), to.as_str()));
    assert_eq!(pairs(&mapping["aliases"]), aliases.collect());
}

#[test]
fn the_mapping_counts_what_it_holds() {
    let mapping = document(&server().get("/licenselibrary/spdx-mapping"));
    for (key, expected) in [
        ("license_total", "records"),
        ("mapped", "SPDX identifiers"),
        ("aliases_resolvable", "SPDX aliases of records"),
    ] {
        assert_eq!(mapping[key], count(expected), "{key}");
    }
    assert_eq!(keys(&mapping["svc_to_spdx"]).len(), count("SPDX identifiers"));
    assert_eq!(keys(&mapping["aliases"]).len(), count("SPDX aliases"));
    assert!(mapping["comment"].as_str().is_some_and(|comment| !comment.is_empty()));
}
