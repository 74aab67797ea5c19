//! spec:version-1#search-body, spec:version-1#frozen-operations operation 3: faceted search.

use std::collections::BTreeSet;

use muniment_licenses::model::{License, Rule};
use serde_json::{Value, json};

use super::errors::{faulty, sentence};
use super::{document, ids, keys, license, published};
use crate::counts::count;
use crate::server::{Answer, server};

const ACTIONS: [(&str, &str); 7] = [
    ("reproduce", "http://www.w3.org/ns/odrl/2/reproduce"),
    ("distribute", "http://www.w3.org/ns/odrl/2/distribute"),
    ("modify", "http://www.w3.org/ns/odrl/2/modify"),
    ("derive", "http://www.w3.org/ns/odrl/2/derive"),
    ("commercial_use", "http://creativecommons.org/ns#CommercialUse"),
    ("charge_distribution_fee", "https://muniment.example/ns#chargeDistributionFee"),
    ("change_license", "https://muniment.example/ns#ChangeLicense"),
];

const DUTIES: [(&str, &str); 6] = [
    ("attribution", "http://creativecommons.org/ns#Attribution"),
    ("notice", "http://creativecommons.org/ns#Notice"),
    ("source_code", "http://creativecommons.org/ns#SourceCode"),
    ("rename", "https://muniment.example/ns#rename"),
    ("modification_notice", "https://muniment.example/ns#modificationNotice"),
    ("compliant_license", "https://muniment.example/ns#compliantLicense"),
];

/// The members of `duties`: an act and a duty on it.
const DUTY_MEMBERS: [&str; 14] = [
    "distribute_duty_attribution",
    "distribute_duty_notice",
    "distribute_duty_source_code",
    "modify_duty_rename",
    "modify_duty_attribution",
    "modify_duty_modification_notice",
    "modify_duty_notice",
    "modify_duty_source_code",
    "derive_duty_rename",
    "derive_duty_attribution",
    "derive_duty_modification_notice",
    "derive_duty_notice",
    "derive_duty_source_code",
    "change_license_duty_compliant_license",
];

const TARGETS: [(&str, &str); 3] = [
    ("creativework", "https://muniment.example/ns#CreativeWork"),
    ("dataset", "http://purl.org/dc/dcmitype/Dataset"),
    ("software", "http://purl.org/dc/dcmitype/Software"),
];

/// Every member at its neutral value.
pub(crate) fn neutral() -> Value {
    let all = |names: &[&str], word: &str| -> Value {
        names.iter().map(|name| ((*name).to_owned(), json!(word))).collect::<serde_json::Map<_, _>>().into()
    };
    json!({
        "target": all(&TARGETS.map(|(name, _)| name), "yes"),
        "actions": all(&ACTIONS.map(|(name, _)| name), "na"),
        "duties": all(&DUTY_MEMBERS, "na"),
        "license_wide_duties": {"share_alike": "na"},
    })
}

fn search(query: &str, body: &Value) -> Answer {
    server().post(&format!("/licenselibrary/facetedsearch{query}"), "application/json", &body.to_string())
}

#[track_caller]
fn found(query: &str, body: &Value) -> Vec<String> {
    ids(&document(&search(query, body)))
}

/// Which records a predicate holds for, by title.
fn records(is_met: impl Fn(&License) -> bool) -> Vec<String> {
    let mut ids: Vec<&str> =
        published().into_iter().filter(|(_, record)| is_met(record)).map(|(id, _)| id).collect();
    ids.sort_by_key(|id| (&license(id).title.value, *id));
    ids.into_iter().map(str::to_owned).collect()
}

fn iri<'t>(table: &[(&str, &'t str)], name: &str) -> &'t str {
    table.iter().find(|(known, _)| *known == name).unwrap().1
}

fn names(rules: &[Rule], act: &str) -> bool {
    rules.iter().any(|rule| rule.action == act)
}

#[test]
fn the_neutral_search_finds_every_record_by_title() {
    let all = records(|_| true);
    assert_eq!(found("", &neutral()), all);
    let results = document(&search("?limit=1", &neutral()));
    assert_eq!(keys(&results), ["head", "results"]);
    assert_eq!(results["head"], json!({"link": [], "vars": ["id", "title"]}));
    assert!(results["results"]["bindings"][0]["id"]["value"].as_str().unwrap().starts_with("https://"));
}

#[test]
fn acts_are_permitted_or_prohibited() {
    for (name, act) in ACTIONS {
        let mut body = neutral();
        body["actions"][name] = json!("permitted");
        assert_eq!(found("", &body), records(|record| names(&record.permissions, act)), "{name}");
        body["actions"][name] = json!("prohibited");
        assert_eq!(found("", &body), records(|record| names(&record.prohibitions, act)), "{name}");
    }
}

/// spec:version-1#search-body: a duty hangs on the very permission for its act, and only that act's facet asks for it.
#[test]
fn duties_hang_on_the_permission_of_their_act() {
    for member in DUTY_MEMBERS {
        let (action, duty) = member.split_once("_duty_").unwrap();
        let (act, duty) = (iri(&ACTIONS, action), iri(&DUTIES, duty));
        let mut body = neutral();
        body["duties"][member] = json!("required");
        assert_eq!(found("", &body).len(), count("published"), "{member} beside a neutral act");
        body["actions"][action] = json!("permitted");
        let expected = records(|record| {
            record.permissions.iter().any(|rule| rule.action == act && names(&rule.duties, duty))
        });
        assert!(!expected.is_empty() && expected.len() < count("published"), "{member}");
        assert_eq!(found("", &body), expected, "{member}");
        body["actions"][action] = json!("prohibited");
        assert_eq!(found("", &body), records(|record| names(&record.prohibitions, act)), "{member}");
    }
}

#[test]
fn share_alike_is_a_duty_of_the_license_as_a_whole() {
    let mut body = neutral();
    body["license_wide_duties"]["share_alike"] = json!("required");
    let expected = records(|record| names(&record.duties, "http://creativecommons.org/ns#ShareAlike"));
    assert!(expected.contains(&"GPL-3.0-only".to_owned()) && !expected.contains(&"MIT".to_owned()));
    assert_eq!(found("", &body), expected);
}

#[test]
fn targets_are_any_of_those_wanted_and_none_of_those_not() {
    for words in
        [["no", "yes", "yes"], ["yes", "no", "yes"], ["no", "no", "yes"], ["yes", "no", "no"], ["no"; 3]]
    {
        let mut body = neutral();
        for ((name, _), word) in TARGETS.iter().zip(words) {
            body["target"][name] = json!(word);
        }
        let of = |word: &str| -> BTreeSet<&str> {
            TARGETS.iter().zip(words).filter(|(_, w)| *w == word).map(|((_, iri), _)| *iri).collect()
        };
        let (wanted, unwanted) = (of("yes"), of("no"));
        let has =
            |record: &License, any: &BTreeSet<&str>| record.targets.iter().any(|t| any.contains(t.as_str()));
        let expected =
            records(|record| !has(record, &unwanted) && (wanted.is_empty() || has(record, &wanted)));
        assert_eq!(found("", &body), expected, "{words:?}");
    }
}

#[test]
fn facets_are_asked_for_all_at_once_and_within_ports() {
    let mut body = neutral();
    body["actions"]["commercial_use"] = json!("permitted");
    body["actions"]["change_license"] = json!("prohibited");
    body["license_wide_duties"]["share_alike"] = json!("required");
    let is_met = |record: &License| {
        names(&record.permissions, iri(&ACTIONS, "commercial_use"))
            && names(&record.prohibitions, iri(&ACTIONS, "change_license"))
            && names(&record.duties, "http://creativecommons.org/ns#ShareAlike")
    };
    for (ports, is_port) in [("include", None), ("exclude", Some(false)), ("only", Some(true))] {
        let expected =
            records(|record| is_met(record) && is_port.is_none_or(|port| record.port_of.is_some() == port));
        assert!(!expected.is_empty(), "{ports}");
        assert_eq!(found(&format!("?ports={ports}"), &body), expected, "{ports}");
    }
}

#[test]
fn skip_and_limit_apply_when_they_are_present() {
    let all = found("", &neutral());
    for (query, from, to) in [
        ("?skip=0", 0, 10),
        ("?limit=1", 0, 1),
        ("?limit=0", 0, 0),
        ("?skip=3&limit=4", 3, 7),
        ("?skip=575&limit=1000000000", 575, count("published")),
        ("?skip=9999", count("published"), count("published")),
    ] {
        assert_eq!(found(query, &neutral()), all[from..to], "{query}");
    }
}

/// `limit` is a string with a sentence of its own; `skip` is an integer like any.
#[test]
fn a_limit_that_is_no_integer_is_refused_in_a_sentence() {
    for limit in ["many", "", "1.5", "1e3", "ten"] {
        let refused = search(&format!("?limit={limit}"), &neutral());
        assert_eq!(sentence(&refused, 422), "limit must be an integer value", "{limit}");
    }
    sentence(&search("?limit=-1", &neutral()), 422);
    assert_eq!(faulty(&search("?skip=x", &neutral())), ["query skip"]);
    assert_eq!(faulty(&search("?ports=both", &neutral())), ["query ports"]);
}

#[test]
fn all_four_keys_are_required_and_their_values_known() {
    for key in ["target", "actions", "duties", "license_wide_duties"] {
        let mut body = neutral();
        body.as_object_mut().unwrap().remove(key);
        assert_eq!(faulty(&search("", &body)), [format!("body {key}")]);
        body[key] = json!("all");
        assert_eq!(faulty(&search("", &body)), [format!("body {key}")]);
    }
    for (key, member, word) in [
        ("target", "software", "na"),
        ("actions", "modify", "required"),
        ("duties", "modify_duty_notice", "yes"),
        ("license_wide_duties", "share_alike", "permitted"),
        ("actions", "modify", ""),
    ] {
        let mut body = neutral();
        body[key][member] = json!(word);
        assert_eq!(faulty(&search("", &body)), [format!("body {key} {member}")], "{word}");
        body[key][member] = json!(1);
        assert_eq!(faulty(&search("", &body)), [format!("body {key} {member}")]);
    }
}

#[test]
fn a_body_that_is_no_search_is_listed_as_faulty() {
    for body in ["", "nonsense", "[]", "null", "{\"target\":", "{\"target\":NaN}"] {
        let answer = server().post("/licenselibrary/facetedsearch", "application/json", body);
        assert!(faulty(&answer).iter().all(|place| place.starts_with("body")), "{body}");
    }
}
