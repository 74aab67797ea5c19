//! Checks 28 to 31, 41, 42 and 44: the licenses of Creative Commons, and what is built like them.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Context, Examined, Record};
use super::families::{must_prohibit, must_require};
use crate::model::Fault;
use crate::model::terms::{COUNTRY_NS, cc, odrl};

/// Check 28: NoDerivatives means it.
pub(super) fn no_derivatives_records_forbid_adaptations(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let mut faults = Vec::new();
    for record in context.class("no-derivatives") {
        let license = record.license();
        if !license.prohibits(odrl::DERIVE) && !license.prohibits(cc::DERIVATIVE_WORKS) {
            let message = format!(
                "a NoDerivatives record prohibits neither {} nor {}",
                context.name(odrl::DERIVE),
                context.name(cc::DERIVATIVE_WORKS)
            );
            faults.push(record.error(28, record.place(), message, "prohibit what its name excludes"));
        }
        for act in [odrl::MODIFY, &context.terms.modified_works] {
            if let Some(rule) = license.permission(act) {
                let message = format!("a NoDerivatives record permits {}", context.name(act));
                faults.push(record.error(28, record.place_of(rule), message, "remove the permission"));
            }
        }
    }
    faults
}

/// Check 29: NonCommercial means it.
pub(super) fn noncommercial_records_forbid_commerce(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    must_prohibit(&context.class("cc-noncommercial"), 29, cc::COMMERCIAL_USE, "a NonCommercial record")
}

/// Check 30: ShareAlike means it.
pub(super) fn sharealike_records_share_alike(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    must_require(&context.class("cc-sharealike"), 30, cc::SHARE_ALIKE, "a ShareAlike record")
}

/// Check 31: licenses under which each recipient is licensed anew bar sublicensing.
pub(super) fn direct_licenses_forbid_sublicensing(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let mut records = context.class("creative-commons");
    records.retain(|record| !library.is_in_class(record.id, "dedication"));
    records.extend(context.class("no-sublicense"));
    must_prohibit(
        &records,
        31,
        &context.terms.sublicense,
        "a record under which each recipient is licensed anew",
    )
}

/// Check 41: a port is for the law of a country.
pub(super) fn ports_are_for_a_country(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let mut faults = Vec::new();
    for record in context.class("cc-port") {
        for (triple, iri) in record.iris(cc::JURISDICTION).filter(|(_, iri)| !iri.starts_with(COUNTRY_NS)) {
            let message = format!("the territory of a port is {}, which is no country", context.name(iri));
            let help = "name the country of its legal code";
            faults.push(record.error(41, record.spot().object(triple), message, help));
        }
    }
    faults
}

/// Check 42: unported records of one version share what the version decides.
pub(super) fn unported_records_agree(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let terms = &context.terms;
    let mut faults = Vec::new();
    for (version, records) in by_version(context.class("cc-unported")) {
        let Some(first) = records.first() else { continue };
        for record in &records {
            let restricts = |r: &Record<'_>| r.license().prohibits(&terms.moral_rights_restriction);
            let same = [
                ("asset types", record.license().targets == first.license().targets),
                (
                    "termination",
                    record.values(&terms.terminates_on_breach) == first.values(&terms.terminates_on_breach),
                ),
                (
                    "time to mend a breach",
                    record.values(&terms.cure_period) == first.values(&terms.cure_period),
                ),
                ("moral rights", restricts(record) == restricts(first)),
            ];
            for (what, _) in same.into_iter().filter(|(_, same)| !same) {
                let message = format!("{what}: not as in `{}`, which is of version {version} too", first.id);
                faults.push(record.error(
                    42,
                    record.place(),
                    message,
                    "read both texts again; the version decides this",
                ));
            }
        }
    }
    faults
}

fn by_version(records: Vec<Record<'_>>) -> BTreeMap<String, Vec<Record<'_>>> {
    let mut groups: BTreeMap<String, Vec<Record<'_>>> = BTreeMap::new();
    for record in records {
        let version = record.license().license_version.clone().unwrap_or_default();
        groups.entry(version).or_default().push(record);
    }
    groups
}

/// Check 44: database rights are permitted where the text settles them.
pub(super) fn database_rights_follow_the_text(library: Examined<'_>) -> Vec<Fault> {
    let context = Context::new(library);
    let act = &context.terms.sui_generis_database_rights;
    let name = context.name(act);
    let help =
        "version 4.0 settles the right under its own conditions, a port as the law of its country does";
    let mut faults = Vec::new();
    for record in context.class("cc-4") {
        let duties: Option<BTreeSet<&str>> = record
            .license()
            .permission(act)
            .map(|rule| rule.duties.iter().map(|d| d.action.as_str()).collect());
        if duties != Some(BTreeSet::from([cc::ATTRIBUTION, cc::NOTICE])) {
            let message = format!(
                "{name} is not permitted with the duties {}",
                context.names([cc::ATTRIBUTION, cc::NOTICE])
            );
            faults.push(record.error(44, record.place(), message, help));
        }
    }
    for record in context.class("cc-unported") {
        if let Some(rule) = record.license().permission(act) {
            let message = format!("{name} is permitted by a text that does not speak of it");
            faults.push(record.error(44, record.place_of(rule), message, help));
        }
    }
    let mut by_law: BTreeMap<(&str, &str), Record<'_>> = BTreeMap::new();
    let ports = context.class("cc-port");
    for record in &ports {
        let license = record.license();
        if let Some(rule) = license.permission(act).filter(|rule| !rule.duties.is_empty()) {
            let message = format!("a duty hangs on {name}, which a port permits without");
            faults.push(record.error(44, record.place_of(rule), message, help));
        }
        let law = (
            license.jurisdiction.as_deref().unwrap_or_default(),
            license.license_version.as_deref().unwrap_or_default(),
        );
        let first = by_law.entry(law).or_insert(*record);
        if first.license().permits(act) != license.permits(act) {
            let message = format!("the record and `{}`, a port to the same law, differ on {name}", first.id);
            faults.push(record.error(44, record.place(), message, help));
        }
    }
    faults
}
