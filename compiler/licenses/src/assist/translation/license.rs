//! The composer document of a proposal (spec:version-1#composer-document), without what the composer refuses.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::metadata::{FIELDS, Form};
use super::rules::rules;
use super::warnings::{Warnings, shown};
use super::{PartReading, TranslatedStatement, Translator};
use crate::compose::{ComposerDocument, Fault, Place};

/// Groups of fields: if one is refused, all are removed.
const TOGETHER: [&[&str]; 2] =
    [&["validity", "start_date", "end_date", "validity_months"], &["region", "country"]];
/// Maximum removals; after that only the title is kept.
const MOST_TAKEN_OUT: usize = 1_000;

impl Translator<'_> {
    /// The document, and the license that it describes.
    pub(super) fn license(
        &self,
        title: &str,
        readings: &BTreeMap<usize, PartReading>,
        statements: &[TranslatedStatement],
        warnings: &mut Warnings,
    ) -> (Value, Option<ComposerDocument>) {
        let mut license = Map::from_iter([("title".to_owned(), json!(title))]);
        let mut fields = fields(readings, warnings);
        let mut rules = rules(&self.terms, statements, warnings);
        for (field, _) in FIELDS {
            license.extend(fields.remove(field).map(|value| (field.to_owned(), value)));
            // These lists are always present.
            if field == "targets" {
                license.entry(field).or_insert_with(|| json!([]));
                license.append(&mut rules);
            }
        }
        self.accepted(license, title, warnings)
    }

    /// Removes what the composer refuses.
    pub(super) fn accepted(
        &self,
        license: Map<String, Value>,
        title: &str,
        warnings: &mut Warnings,
    ) -> (Value, Option<ComposerDocument>) {
        let mut license = Value::Object(license);
        for _ in 0..MOST_TAKEN_OUT {
            let faults = match self.composer.read(&license) {
                Ok(document) => return (license, Some(document)),
                Err(faults) => faults,
            };
            let Some(fault) = faults.into_iter().next() else { break };
            if !take_out(&mut license, &fault) {
                break;
            }
            warnings.say(format!("Left out of the license: {fault}."));
        }
        warnings.say("The license could not be composed from what was read.");
        let bare =
            json!({"title": title, "targets": [], "permissions": [], "prohibitions": [], "duties": []});
        let document = self.composer.read(&bare).ok();
        (bare, document)
    }
}

/// The fields other than title and rules. The first single value counts; lists and clauses are joined.
fn fields(readings: &BTreeMap<usize, PartReading>, warnings: &mut Warnings) -> Map<String, Value> {
    let mut merged = Map::new();
    for (field, form) in FIELDS {
        let said: Vec<(usize, &Value)> = readings
            .iter()
            .filter_map(|(number, reading)| Some((*number, reading.metadata.get(field)?)))
            .collect();
        let Some((_, first)) = said.first().copied() else { continue };
        let value = match form {
            Form::Names | Form::Clauses | Form::Targets => {
                let mut entries: Vec<&Value> = Vec::new();
                for entry in said.iter().filter_map(|(_, value)| value.as_array()).flatten() {
                    if !entries.contains(&entry) {
                        entries.push(entry);
                    }
                }
                json!(entries)
            }
            Form::Clause => {
                let mut clauses: Vec<&str> = Vec::new();
                for clause in said.iter().filter_map(|(_, value)| value.as_str()) {
                    if !clauses.contains(&clause) {
                        clauses.push(clause);
                    }
                }
                json!(clauses.join("\n\n"))
            }
            _ => {
                for (number, other) in said.iter().filter(|(_, value)| *value != first) {
                    let other = shown(&other.as_str().map_or_else(|| other.to_string(), str::to_owned));
                    warnings.say(format!(
                        "Part {number}: another value of `{field}`, `{other}`, was left out of the license."
                    ));
                }
                first.clone()
            }
        };
        merged.insert(field.to_owned(), value);
    }
    merged
}

/// Removes the value of a fault; returns false if there is none.
fn take_out(license: &mut Value, fault: &Fault) -> bool {
    let (Place::Field(place), Some(license)) = (&fault.place, license.as_object_mut()) else { return false };
    let (field, inner) = match place.find(['[', '.']) {
        Some(at) => place.split_at(at),
        None => (place.as_str(), ""),
    };
    let together = TOGETHER.into_iter().find(|fields| fields.contains(&field));
    if let Some(fields) = together {
        return fields.iter().map(|field| license.shift_remove(*field)).filter(Option::is_some).count() > 0;
    }
    if !inner.is_empty() && license.get_mut(field).is_some_and(|value| take_out_of(value, inner)) {
        return true;
    }
    field != "title" && license.shift_remove(field).is_some()
}

/// Removes the list entry at a path such as `[2].duties[0]`; for a member, its entry.
fn take_out_of(value: &mut Value, place: &str) -> bool {
    let step = place.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let Some((at, rest)) = step.and_then(|(at, rest)| Some((at.parse::<usize>().ok()?, rest))) else {
        return false;
    };
    let Some(entries) = value.as_array_mut().filter(|entries| at < entries.len()) else { return false };
    let nested = rest.strip_prefix('.').and_then(|rest| rest.split_at_checked(rest.find('[')?));
    if let (Some((member, inner)), Some(entry)) = (nested, entries.get_mut(at))
        && entry.get_mut(member).is_some_and(|list| take_out_of(list, inner))
    {
        return true;
    }
    entries.remove(at);
    true
}
