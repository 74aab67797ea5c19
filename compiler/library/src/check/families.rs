//! Checks 40, 43 and 47: families, and statements that need a sentence of the text.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Context, Record};
use muniment_licenses::model::{Fault, FindingAction, LicenseId, Place};

const FAMILIES: &str = "families.toml";

pub(super) fn every_record_has_one_family(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut tell = |message: String, help: &str, id: &str| {
        faults.push(Fault::error(47, Place::file(FAMILIES), message, help).of(id));
    };
    let groups = context.library.families.iter().map(|f| ("family", &f.name, &f.members));
    for (what, name, members) in
        groups.chain(context.library.classes.iter().map(|c| ("class", &c.name, &c.members)))
    {
        let mut before = None;
        for member in members {
            if context.record(member.as_str()).is_none() {
                let message = format!("`{member}` of the {what} `{name}` is no record");
                tell(message, "remove the member, or spell it as its record does", "");
            }
            if before.replace(member) == Some(member) {
                let message = format!("the {what} `{name}` lists `{member}` twice");
                tell(message, "list the member once", "");
            }
        }
    }
    let mut known = BTreeSet::new();
    for id in &context.library.best_known {
        if context.record(id.as_str()).is_none() {
            let message = format!("`{id}` of `best_known` is no record");
            tell(message, "remove it, or spell it as its record does", "");
        } else if !known.insert(id) {
            tell(format!("`best_known` lists `{id}` twice"), "list it once", "");
        }
    }
    for (name, id) in &context.library.typed_names {
        if context.record(id.as_str()).is_none() {
            let message = format!("`{id}`, for which `{name}` stands in `typed_names`, is no record");
            tell(message, "remove the name, or spell the record as it does", "");
        }
    }
    let needs_family = context.library.house_rules.needs_family;
    if needs_family && context.library.families.is_empty() {
        tell("no family is defined".to_owned(), "put every record in a family", "");
        return faults;
    }
    let mut named: BTreeMap<&LicenseId, Vec<&str>> = BTreeMap::new();
    for family in &context.library.families {
        for member in &family.members {
            let families = named.entry(member).or_default();
            // Duplicates within a family are reported above.
            if families.last() != Some(&family.name.as_str()) {
                families.push(&family.name);
            }
        }
    }
    for record in context.records() {
        let message = match named.get(record.id).map_or(&[][..], Vec::as_slice) {
            [_] => continue,
            [] if !needs_family => continue,
            [] => format!("`{}` is in no family", record.id),
            [first, second, ..] => format!("`{}` is in the family `{first}` and in `{second}`", record.id),
        };
        tell(message, "put the record in one family", record.id.as_str());
    }
    faults
}

pub(super) fn liability_is_quoted_apart(context: &Context<'_>) -> Vec<Fault> {
    let (warranty, liability) = (&context.terms.warranty_disclaimer, &context.terms.liability_limitation);
    let mut faults = Vec::new();
    for record in context.records().filter(|record| record.values(liability).is_empty()) {
        for (triple, text) in record.literals(warranty) {
            if text.to_lowercase().contains("in no event") {
                let message =
                    format!("the text limits liability, but {} is not stated", context.name(liability));
                let help = "quote the sentences on liability with their own property";
                faults.push(record.warning(40, record.places().object(triple), message, help));
            }
        }
    }
    faults
}

pub(super) fn endorsement_bans_rest_on_the_text(context: &Context<'_>) -> Vec<Fault> {
    let promote = &context.terms.promote;
    let mut faults = Vec::new();
    for record in context.records().filter(Record::text_was_read) {
        let Some(rule) = record.prohibition(promote) else { continue };
        let is_applied = |action| matches!(action, FindingAction::Applied | FindingAction::Superseded);
        let found =
            record.review().is_some_and(|r| r.findings.iter().any(|f| f.rubric == 4 && is_applied(f.action)));
        if rule.evidence.is_none() && !found {
            let message = format!(
                "{} is prohibited, and neither a sentence nor a finding says why",
                context.name(promote)
            );
            let help = "quote the sentence as evidence; silence of a text is answered by the core graph";
            faults.push(record.warning(43, record.place_of(rule), message, help));
        }
    }
    faults
}
