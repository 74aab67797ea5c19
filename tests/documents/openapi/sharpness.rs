//! A schema that refuses nothing proves nothing: whatever is taken from an answer, added to it or put in the
//! place of something is noticed.

use std::collections::BTreeSet;

use jsonschema::Validator;
use muniment_documents::api::v2::Operation;
use serde_json::{Value, json};

use crate::openapi::answers::problems;
use crate::openapi::{SMALL, assert_valid};

/// Objects whose keys are data: any of them may be missing.
const KEYED_BY_DATA: [&str; 3] = ["/library/records", "/graphs/graphs", "/rate_limits/per_account/weights"];
/// Members that are not always there.
const OPTIONAL: [&str; 7] =
    ["frozen_operations", "errors", "available", "window", "limit", "remaining", "reset_at"];

/// The pointer of every value within a value, itself included.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                places(member, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// What of an answer may be otherwise without its schema noticing.
pub(crate) struct Loose {
    /// Whether the keys of the object at a place are data: any of them may be missing.
    pub(crate) is_keyed_by_data: fn(&str) -> bool,
    /// Members that are not always there.
    pub(crate) optional: &'static [&'static str],
    /// Members that may hold anything.
    pub(crate) anything: &'static [&'static str],
}

const LOOSE: Loose =
    Loose { is_keyed_by_data: |place| KEYED_BY_DATA.contains(&place), optional: &OPTIONAL, anything: &[] };

/// Spoils an answer in every way there is, one at a time; each has to be refused.
pub(crate) fn spoil(validator: &Validator, answer: &Value, what: &str, loose: &Loose) -> usize {
    assert_valid(validator, answer, what);
    let mut spoiled = 0;
    let mut refuse = |change: &dyn Fn(&mut Value), told: String| {
        let mut changed = answer.clone();
        change(&mut changed);
        assert!(!validator.is_valid(&changed), "{what}: {told} is not noticed");
        spoiled += 1;
    };
    let mut all = Vec::new();
    places(answer, "", &mut all);
    for place in all {
        let is_below =
            |key: &&str| place.contains(&format!("/{key}/")) || place.ends_with(&format!("/{key}"));
        if loose.anything.iter().any(is_below) {
            continue;
        }
        let value = answer.pointer(&place).unwrap();
        let wrong = json!({"of another": [["kind"]]});
        refuse(&|a| *a.pointer_mut(&place).unwrap() = wrong.clone(), format!("another value at `{place}`"));
        let Value::Object(members) = value else { continue };
        let add = |a: &mut Value| a.pointer_mut(&place).unwrap()["not known"] = json!("");
        refuse(&add, format!("one more key at `{place}`"));
        if (loose.is_keyed_by_data)(&place) {
            continue;
        }
        for key in members.keys().filter(|key| !loose.optional.contains(&key.as_str())) {
            let remove = |a: &mut Value| {
                a.pointer_mut(&place).unwrap().as_object_mut().unwrap().shift_remove(key);
            };
            refuse(&remove, format!("`{key}` missing at `{place}`"));
        }
    }
    spoiled
}

#[test]
fn nothing_can_be_taken_from_an_answer_added_or_changed_in_kind() {
    let mut operations = BTreeSet::new();
    let mut spoiled = 0;
    for address in SMALL.addresses() {
        let (operation, answer) = SMALL.answer(&address);
        // The document of the document does not describe its insides.
        if operation != Operation::GetOpenApi && operations.insert(operation) {
            spoiled += spoil(&SMALL.validator_of(operation), &answer, &address, &LOOSE);
        }
    }
    assert_eq!(operations.len(), Operation::ALL.len() - 2);
    assert!(spoiled > 1000, "{spoiled}");
}

#[test]
fn nothing_can_be_taken_from_a_problem_added_or_changed_in_kind() {
    for problem in problems(&SMALL) {
        spoil(&SMALL.validator("Problem"), &problem, problem["title"].as_str().unwrap(), &LOOSE);
    }
}

#[test]
fn values_that_only_look_right_are_refused() {
    let (_, license) = SMALL.answer("/v2/licenses/Meadow-Permissive-1.0");
    let validator = SMALL.validator("LicenseVersion");
    for (key, wrong) in [
        ("kind", json!("vocabulary")),
        ("id", json!("a b")),
        ("version", json!(0)),
        ("version", json!(1.5)),
        ("status", json!("deprecated")),
        ("record_status", json!("draft")),
        ("date", json!("20 November 2026")),
        ("content_hash", json!("sha256:0")),
        ("hash_algorithm", json!("svc-c14n-2")),
        ("withdrawn_on", json!("")),
        ("title", json!(null)),
        ("port_of", json!("")),
    ] {
        let mut changed = license.clone();
        changed[key] = wrong.clone();
        assert!(!validator.is_valid(&changed), "{key}: {wrong}");
    }
    for other in ["DependencyGraphVersion", "VocabularyVersion"] {
        assert!(!SMALL.validator(other).is_valid(&license), "a license passes for a {other}");
    }
}
