//! Checks 32 to 40, 43 and 47: what records of one class have in common. The classes are data (`families.toml`).

use std::collections::BTreeMap;

use super::context::{Context, Examined, Record};
use crate::model::terms::{cc, dcmitype, odrl};
use crate::model::{Fault, FindingAction, LicenseId, Place};

/// The classes that checks read.
const CLASSES: [&str; 16] = [
    "cc-4",
    "cc-noncommercial",
    "cc-port",
    "cc-sharealike",
    "cc-unported",
    "creative-commons",
    "dedication",
    "derived-work-lock",
    "file-level",
    "gnu",
    "no-derivatives",
    "no-sublicense",
    "permissive",
    "software",
    "test-fixture",
    "whole-work",
];
const FAMILIES: &str = "families.toml";

/// Check 47: every record is in one family, and families and classes list records.
pub(super) fn every_record_has_one_family(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let mut faults = Vec::new();
    let mut tell = |message: String, help: &str, id: &str| {
        faults.push(Fault::error(47, Place::file(FAMILIES), message, help).of(id));
    };
    let groups = library.families.iter().map(|f| ("family", &f.name, &f.members));
    for (what, name, members) in groups.chain(library.classes.iter().map(|c| ("class", &c.name, &c.members)))
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
    if library.families.is_empty() {
        tell("no family is defined".to_owned(), "put every record in a family", "");
        return faults;
    }
    let mut named: BTreeMap<&LicenseId, Vec<&str>> = BTreeMap::new();
    for family in &library.families {
        for member in &family.members {
            let families = named.entry(member).or_default();
            // That a family lists a record twice is told above.
            if families.last() != Some(&family.name.as_str()) {
                families.push(&family.name);
            }
        }
    }
    for record in context.records() {
        let message = match named.get(record.id).map_or(&[][..], Vec::as_slice) {
            [_] => continue,
            [] => format!("`{}` is in no family", record.id),
            [first, second, ..] => format!("`{}` is in the family `{first}` and in `{second}`", record.id),
        };
        tell(message, "put the record in one family", record.id.as_str());
    }
    faults
}

/// Check 47: no check falls silent because its class is missing.
pub(super) fn classes_exist(library: Examined<'_>) -> Vec<Fault> {
    if library.classes.is_empty() {
        let message = "no class is defined, so checks of classes find nothing";
        return vec![Fault::error(
            47,
            Place::file(FAMILIES),
            message,
            "define the classes; a class may be empty",
        )];
    }
    let missing = CLASSES.iter().filter(|name| !library.classes.iter().any(|class| class.name == **name));
    missing
        .map(|name| {
            let message = format!("the class `{name}`, which checks read, is not defined");
            Fault::error(47, Place::file(FAMILIES), message, "define it; a class may be empty")
        })
        .collect()
}

/// Every one of the records prohibits an act.
pub(super) fn must_prohibit(records: &[Record<'_>], check: u8, act: &str, who: &str) -> Vec<Fault> {
    let lacking = records.iter().filter(|record| !record.license().prohibits(act));
    lacking
        .map(|record| {
            let message = format!("{who} does not prohibit {}", record.context.name(act));
            record.error(check, record.place(), message, "prohibit it, or take the record out of its class")
        })
        .collect()
}

/// Every one of the records requires an act, of the whole or on an act.
pub(super) fn must_require(records: &[Record<'_>], check: u8, act: &str, who: &str) -> Vec<Fault> {
    let lacking = records.iter().filter(|record| !record.license().requires_anywhere(act));
    lacking
        .map(|record| {
            let message = format!("{who} does not require {}", record.context.name(act));
            record.error(check, record.place(), message, "add the duty, or take the record out of its class")
        })
        .collect()
}

/// Check 32: the GNU licenses are copyleft licenses for source code.
pub(super) fn gnu_records_require_source(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let records = context.class("gnu");
    let mut faults = must_require(&records, 32, cc::SHARE_ALIKE, "a GNU record");
    faults.extend(must_require(&records, 32, cc::SOURCE_CODE, "a GNU record"));
    faults
}

/// Check 33: permissive records do not mention share-alike.
pub(super) fn permissive_records_keep_nothing(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let mut faults = Vec::new();
    for record in context.class("permissive") {
        for (position, rule, _) in record.statements().filter(|(_, rule, _)| rule.action == cc::SHARE_ALIKE) {
            let message =
                format!("a permissive record states {} as a {}", context.name(&rule.action), position.word());
            let help = "remove the statement, or take the record out of the class `permissive`";
            faults.push(record.error(33, record.place_of(rule), message, help));
        }
    }
    faults
}

/// Check 34: what keeps nothing under its own terms may move to others.
pub(super) fn permissive_records_permit_relicensing(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    if !context.has_classes() {
        return Vec::new();
    }
    let change = &context.terms.change_license;
    let mut faults = Vec::new();
    for record in context.records() {
        if !library.is_in_class(record.id, "permissive") && !is_permissive_in_substance(&record) {
            continue;
        }
        let license = record.license();
        if let Some(rule) = record.prohibition(change) {
            let message = format!("a permissive record prohibits {}", context.name(change));
            let help = "permit it, or give check 34 the sentence of the text as an exception";
            faults.push(record.error(34, record.place_of(rule), message, help));
        } else if !license.permits(change) {
            let message = format!("a permissive record does not permit {}", context.name(change));
            let help = "permit it by convention, or give check 34 the reason as an exception";
            faults.push(record.error(34, record.place(), message, help));
        }
    }
    faults
}

fn is_permissive_in_substance(record: &Record<'_>) -> bool {
    let license = record.license();
    let core = [
        odrl::REPRODUCE,
        odrl::DISTRIBUTE,
        odrl::MODIFY,
        odrl::DERIVE,
        cc::DERIVATIVE_WORKS,
        &record.context.terms.modified_works,
        cc::COMMERCIAL_USE,
    ];
    !license.is_fixture()
        && !record.context.library.is_in_class(record.id, "creative-commons")
        && ![cc::SHARE_ALIKE, cc::SOURCE_CODE].iter().any(|duty| license.requires_anywhere(duty))
        && !core.iter().any(|act| license.prohibits(act))
}

/// Check 35: reciprocity has one of three shapes, and a record the shape of its class.
pub(super) fn reciprocity_has_its_shape(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    if !context.has_classes() {
        return Vec::new();
    }
    let share = context.name(cc::SHARE_ALIKE);
    let mut faults = Vec::new();
    let mut tell = |record: &Record<'_>, message: String| {
        let help = "move the duty, or the record to the class of its text";
        faults.push(record.error(35, record.place(), message, help));
    };
    for record in context.class("whole-work") {
        if !record.license().requires(cc::SHARE_ALIKE) {
            tell(&record, format!("{share} is no duty of the whole license"));
        }
    }
    for class in ["file-level", "derived-work-lock"] {
        for record in context.class(class) {
            if record.license().requires(cc::SHARE_ALIKE) {
                tell(&record, format!("{share} is a duty of the whole license"));
            } else if !record.license().requires_anywhere(cc::SHARE_ALIKE) {
                tell(&record, format!("{share} hangs on no act"));
            }
        }
    }
    for record in context.records().filter(|record| !record.license().is_fixture()) {
        let classes: &[&str] = match record.license() {
            license if license.requires(cc::SHARE_ALIKE) => &["whole-work"],
            license if license.requires_anywhere(cc::SHARE_ALIKE) => &["file-level", "derived-work-lock"],
            _ => continue,
        };
        if !classes.iter().any(|class| library.is_in_class(record.id, class)) {
            let classes: Vec<String> = classes.iter().map(|class| format!("`{class}`")).collect();
            tell(&record, format!("{share} is required, but the record is not in {}", classes.join(" or ")));
        }
    }
    let change = &context.terms.change_license;
    for record in context.class("derived-work-lock") {
        if !record.license().prohibits(change) {
            tell(&record, format!("{} is not prohibited", context.name(change)));
        }
    }
    faults
}

/// Check 36: nearly every text asks to be named or passed on.
pub(super) fn records_ask_for_attribution_or_notice(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    if !context.has_classes() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for record in context.records().filter(|record| !is_exempt(record)) {
        if ![cc::ATTRIBUTION, cc::NOTICE].iter().any(|duty| record.license().requires_anywhere(duty)) {
            let duties = context.names([cc::ATTRIBUTION, cc::NOTICE]);
            let message = format!("no duty of {duties} is stated");
            faults.push(record.warning(
                36,
                record.place(),
                message,
                "read the text again; nearly every one has such a duty",
            ));
        }
    }
    faults
}

/// Check 37: a record that neither prohibits nor requires is a dedication, or not finished.
pub(super) fn records_ask_for_something(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    if !context.has_classes() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for record in context.records().filter(|record| !is_exempt(record)) {
        let license = record.license();
        if license.prohibitions.is_empty() && license.rules().count() == license.permissions.len() {
            let message = "the record neither prohibits nor requires anything";
            let help = "read the text again, or put the record in the class `dedication`";
            faults.push(record.warning(37, record.place(), message, help));
        }
    }
    faults
}

fn is_exempt(record: &Record<'_>) -> bool {
    record.license().is_fixture() || record.context.library.is_in_class(record.id, "dedication")
}

/// Check 38: software licenses are for software.
pub(super) fn software_records_target_software(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let mut faults = Vec::new();
    for record in context.class("software") {
        if !record.license().targets.iter().any(|target| target == dcmitype::SOFTWARE) {
            let message = format!("a software license is not for {}", context.name(dcmitype::SOFTWARE));
            let help = "add the asset type, or take the record out of the class `software`";
            faults.push(record.error(38, record.place(), message, help));
        }
    }
    faults
}

/// Check 39: who loses patent rights by suing was granted some.
pub(super) fn patent_retaliation_answers_a_grant(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let (retaliation, grant) = (&context.terms.patent_retaliation_termination, &context.terms.patent_grant);
    let mut faults = Vec::new();
    for record in context.records().filter(|record| !record.license().permits(grant)) {
        if let Some(rule) = record.prohibition(retaliation) {
            let message =
                format!("{} is prohibited without {}", context.name(retaliation), context.name(grant));
            let help = "permit the patent grant, or give check 39 the wider clause as an exception";
            faults.push(record.error(39, record.place_of(rule), message, help));
        }
    }
    faults
}

/// Check 40: a disclaimer that limits liability as well is two clauses.
pub(super) fn liability_is_quoted_apart(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let (warranty, liability) = (&context.terms.warranty_disclaimer, &context.terms.liability_limitation);
    let mut faults = Vec::new();
    for record in context.records().filter(|record| record.values(liability).is_empty()) {
        for (triple, text) in record.literals(warranty) {
            if text.to_lowercase().contains("in no event") {
                let message =
                    format!("the text limits liability, but {} is not stated", context.name(liability));
                let help = "quote the sentences on liability with their own property";
                faults.push(record.warning(40, record.spot().object(triple), message, help));
            }
        }
    }
    faults
}

/// Check 43: a ban on endorsement rests on a sentence.
pub(super) fn endorsement_bans_rest_on_the_text(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
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
