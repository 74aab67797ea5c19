//! Checks 23 to 26, 45 and 46: ports, variants, compatible licenses.

use std::collections::BTreeSet;

use super::context::{Context, Record};
use muniment_licenses::model::terms::dct;
use muniment_licenses::model::{Fault, LicenseId, OwnTerms, Rule};

/// The kinds of variants (spec:data-model#relations).
const KINDS: [&str; 7] =
    ["jurisdiction-port", "edition", "version", "version-option", "exception", "rider", "translation"];
/// Kinds that need a base.
const BASED_KINDS: [&str; 3] = ["version-option", "exception", "rider"];
const PORT: &str = "jurisdiction-port";

pub(super) fn ports_have_a_parent(context: &Context<'_>) -> Vec<Fault> {
    let port_of = &context.terms.jurisdiction_port_of;
    let mut faults =
        targets_exist(context, 23, &[port_of, &context.terms.translation_of, &context.terms.composed_of]);
    faults.extend(targets_exist(context, 23, &[dct::IS_VERSION_OF, dct::REPLACES, dct::IS_REPLACED_BY]));
    for record in context.records() {
        let license = record.license();
        let is_port = license.variant_kind.as_deref() == Some(PORT);
        let Some((triple, _)) = record.iris(port_of).next() else {
            if is_port {
                let message =
                    format!("the record is a port but names no parent with {}", context.name(port_of));
                faults.push(record.error(23, record.place(), message, "name the parent"));
            }
            continue;
        };
        if license.variant_kind.is_none() {
            let message = "the record has a parent but does not say how it descends from it";
            let help = format!("state {}", context.name(&context.terms.variant_kind));
            faults.push(record.error(23, record.places().object(triple), message, help));
        }
        let parent = license.port_of.as_ref().and_then(|id| context.record(id.as_str()));
        if let Some(parent) = parent
            && parent.id != record.id
            && parent.license().port_of.is_some()
        {
            let message = format!("the parent `{}` is a port itself", parent.id);
            let help = "name the record at the head of the group";
            faults.push(record.error(23, record.places().object(triple), message, help));
        }
    }
    faults
}

/// Requires that the values of properties are other records.
fn targets_exist(context: &Context<'_>, check: u8, properties: &[&str]) -> Vec<Fault> {
    let base = context.library.site.license_base();
    let mut faults = Vec::new();
    for record in context.records() {
        for property in properties {
            for (triple, iri) in record.iris(property) {
                let known = iri.strip_prefix(&base).is_some_and(|id| context.record(id).is_some());
                let message = match known {
                    true if iri == record.model.iri => {
                        format!("{} names the record itself", context.name(property))
                    }
                    true => continue,
                    false => format!("{} is no record", context.name(iri)),
                };
                let help = format!("name another record of the library with {}", context.name(property));
                faults.push(record.error(check, record.places().object(triple), message, help));
            }
        }
    }
    faults
}

/// Compares a value of the review with that of the record.
fn review_agrees(
    context: &Context<'_>,
    check: u8,
    what: &str,
    of: impl Fn(&Record<'_>) -> (Option<String>, Option<String>),
) -> Vec<Fault> {
    let shown = |value: Option<String>| value.map_or_else(|| "none".to_owned(), |value| format!("`{value}`"));
    let mut faults = Vec::new();
    for record in context.records().filter(|record| record.review().is_some()) {
        let (stated, reviewed) = of(&record);
        if stated != reviewed {
            let message =
                format!("the record states {} as its {what}, its review {}", shown(stated), shown(reviewed));
            faults.push(record.error(check, record.place(), message, "correct the record, or its review"));
        }
    }
    faults
}

pub(super) fn reviews_agree_on_parents(context: &Context<'_>) -> Vec<Fault> {
    let id = |id: &Option<LicenseId>| id.as_ref().map(ToString::to_string);
    review_agrees(context, 23, "parent", |record| {
        (id(&record.license().port_of), record.review().and_then(|review| id(&review.port_of)))
    })
}

pub(super) fn variants_have_a_base(context: &Context<'_>) -> Vec<Fault> {
    let (kind_name, base_name) = (&context.terms.variant_kind, &context.terms.variant_of);
    let mut faults = targets_exist(context, 24, &[base_name]);
    for record in context.records() {
        let kind = record.literals(kind_name).next();
        let base = record.iris(base_name).next();
        if let Some((triple, kind)) = kind
            && !KINDS.contains(&kind)
        {
            let message = format!("`{kind}` is no kind of variant");
            let help = format!("write one of {}", KINDS.map(|k| format!("`{k}`")).join(", "));
            faults.push(record.error(24, record.places().object(triple), message, help));
        }
        let stands_on_base = kind.is_some_and(|(_, kind)| BASED_KINDS.contains(&kind));
        if let (true, None, Some((triple, kind))) = (stands_on_base, base, kind) {
            let message = format!("a record of the kind `{kind}` needs a base");
            let help = format!("name it with {}", context.name(base_name));
            faults.push(record.error(24, record.places().object(triple), message, help));
        }
        if let (false, Some((triple, _))) = (stands_on_base, base) {
            let message = "only a version option, an exception or a rider has a base";
            let help = format!("state the kind with {}, or remove the base", context.name(kind_name));
            faults.push(record.error(24, record.places().predicate(triple), message, help));
        }
    }
    faults
}

pub(super) fn bases_are_near(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        let mut seen = BTreeSet::from([record.id.as_str()]);
        let mut at = record;
        while let Some(base) = at.license().variant_of.as_ref().and_then(|id| context.record(id.as_str())) {
            let message = match seen.insert(base.id.as_str()) {
                // `targets_exist` reports a record that is its own base.
                false if base.id == at.id => break,
                false => "the bases lead back to a record they started from".to_owned(),
                true if seen.len() > 3 => format!("`{}` is more than two steps away", base.id),
                true => {
                    at = base;
                    continue;
                }
            };
            let triple = record.iris(&context.terms.variant_of).next();
            let place = triple.map_or_else(|| record.place(), |(triple, _)| record.places().object(triple));
            faults.push(record.error(24, place, message, "name a base nearer to the text itself"));
            break;
        }
    }
    faults
}

pub(super) fn reviews_agree_on_variants(context: &Context<'_>) -> Vec<Fault> {
    let id = |id: &Option<LicenseId>| id.as_ref().map(ToString::to_string);
    let mut faults = review_agrees(context, 24, "base", |record| {
        (id(&record.license().variant_of), record.review().and_then(|review| id(&review.variant_of)))
    });
    faults.extend(review_agrees(context, 24, "kind", |record| {
        (
            record.license().variant_kind.clone(),
            record.review().and_then(|review| review.variant_kind.clone()),
        )
    }));
    faults
}

/// The parts of a record that a variant shares with its base.
fn parts(record: &Record<'_>, terms: &OwnTerms) -> Vec<(&'static str, BTreeSet<String>)> {
    let context = record.context;
    let acts = |rules: &[Rule]| rules.iter().map(|rule| context.name(&rule.action)).collect::<BTreeSet<_>>();
    let license = record.license();
    let permissions = license.permissions.iter().flat_map(|rule| {
        let duties = rule
            .duties
            .iter()
            .map(|d| format!("{} under {}", context.name(&d.action), context.name(&rule.action)));
        duties.chain([context.name(&rule.action)])
    });
    let clauses = [
        &terms.warranty_disclaimer,
        &terms.liability_limitation,
        &terms.warranty_or_liability_acceptance,
        &terms.additional_clauses,
        &terms.promotion_specification,
    ];
    let clauses = clauses.into_iter().flat_map(|clause| {
        record.values(clause).into_iter().map(|text| {
            let opening: String = text.chars().take(40).collect();
            format!("{} `{opening}…`", context.name(clause))
        })
    });
    vec![
        ("permits", permissions.collect()),
        ("prohibits", acts(&license.prohibitions)),
        ("requires", acts(&license.duties)),
        ("is for", license.targets.iter().map(|target| context.name(target)).collect()),
        ("quotes", clauses.collect()),
    ]
}

/// Parts that a variant lacks and, unless `may_add`, has in addition to its base.
fn differences(record: &Record<'_>, base: &Record<'_>, check: u8, may_add: bool) -> Vec<Fault> {
    let terms = &record.context.terms;
    let mut faults = Vec::new();
    for ((verb, own), (_, theirs)) in parts(record, terms).into_iter().zip(parts(base, terms)) {
        let mut tell = |message: String| {
            let help = format!("bring the record in line with its base `{}`", base.id);
            faults.push(record.error(check, record.place(), message, help));
        };
        let join = |set: Vec<&String>| set.into_iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let missing: Vec<&String> = theirs.difference(&own).collect();
        if !missing.is_empty() {
            tell(format!("the base {verb} {}, the record does not", join(missing)));
        }
        let added: Vec<&String> = own.difference(&theirs).collect();
        if !may_add && !added.is_empty() {
            tell(format!("the record {verb} {}, its base does not", join(added)));
        }
    }
    faults
}

pub(super) fn version_options_equal_their_base(context: &Context<'_>) -> Vec<Fault> {
    let flag = &context.terms.or_later_version_option;
    let mut faults = Vec::new();
    for record in context.records() {
        let license = record.license();
        let states = |value: &str| record.values(flag).contains(value);
        let mut tell =
            |message: String, help: String| faults.push(record.error(25, record.place(), message, help));
        if record.id.as_str().ends_with("-only") && !states("false") {
            let message =
                format!("a record that is for one version alone must state {} false", context.name(flag));
            tell(message, format!("state {} false", context.name(flag)));
        }
        if license.variant_kind.as_deref() != Some("version-option") {
            continue;
        }
        if !states("true") {
            let message = format!("a version option must state {} true", context.name(flag));
            tell(message, format!("state {} true", context.name(flag)));
        }
        if !record.id.as_str().ends_with("-or-later") {
            let message =
                format!("the identifier `{}` of a version option does not end in `-or-later`", record.id);
            tell(message, "rename the record if it was never published".to_owned());
        }
        if let Some(base) = license.variant_of.as_ref().and_then(|id| context.record(id.as_str())) {
            faults.extend(differences(&record, &base, 25, false));
        }
    }
    faults
}

pub(super) fn exceptions_and_riders_contain_their_base(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        let license = record.license();
        let kind = license.variant_kind.as_deref();
        if !matches!(kind, Some("exception" | "rider")) {
            continue;
        }
        if let Some(base) = license.variant_of.as_ref().and_then(|id| context.record(id.as_str())) {
            faults.extend(differences(&record, &base, 26, true));
        }
        if kind == Some("exception") {
            let (combination, scope) =
                (&context.terms.excepted_combination, &context.terms.reciprocity_scope);
            let output = &context.terms.excepted_output;
            if !license.permits(combination) && !license.permits(output) {
                let names = [combination, output].map(|act| context.name(act));
                let message = format!("an exception must permit {}", names.join(" or "));
                faults.push(record.error(26, record.place(), message, "permit what the exception is about"));
            }
            if record.values(scope).is_empty() {
                let message = format!("an exception must state {}", context.name(scope));
                faults.push(record.error(
                    26,
                    record.place(),
                    message,
                    "say how far the condition still reaches",
                ));
            }
        }
    }
    faults
}

pub(super) fn compatible_licenses_exist(context: &Context<'_>) -> Vec<Fault> {
    targets_exist(context, 45, &[&context.terms.compatible_with])
}

pub(super) fn compatible_licenses_are_found(context: &Context<'_>) -> Vec<Fault> {
    let property = &context.terms.compatible_with;
    let field = context.prefixes.compact(property);
    let mut faults = Vec::new();
    for record in context.records().filter(Record::text_was_read) {
        let Some((triple, _)) = record.iris(property).next() else { continue };
        let found =
            record.review().is_some_and(|r| r.findings.iter().any(|f| f.rubric == 10 && f.field == field));
        if !found {
            let message = format!("no finding of the review supports `{field}`");
            let help =
                format!("add a finding of rubric 10 on `{field}` that quotes the text or the steward's list");
            faults.push(record.warning(45, record.places().predicate(triple), message, help));
        }
    }
    faults
}

pub(super) fn ports_state_the_text_version(context: &Context<'_>) -> Vec<Fault> {
    let version = &context.terms.license_version;
    let mut faults = Vec::new();
    for record in context.records().filter(|record| record.license().port_of.is_some()) {
        if record.license().license_version.is_none() {
            let message = format!("the port has no {}", context.name(version));
            faults.push(record.error(46, record.place(), message, "state the version of its text"));
        }
    }
    faults
}
