//! Check 68: retired identifiers and SPDX aliases; and the exceptions to all checks.

use std::collections::BTreeSet;

use super::context::Context;
use muniment_licenses::model::{Fault, Library, Place};

const ALIASES: &str = "spdx-aliases.toml";
const EXCEPTIONS: &str = "check-exceptions.toml";
const RETIRED: &str = "retired-identifiers.toml";

pub(super) fn retired_identifiers_lead_to_records(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for old in &context.library.retired {
        if let Some(successor) =
            old.successor.as_ref().filter(|id| !context.library.licenses.contains_key(id.as_str()))
        {
            let message = format!("`{}` leads to `{successor}`, which is no record", old.id);
            faults.push(Fault::error(68, Place::file(RETIRED), message, "name a record, or no successor"));
        }
    }
    faults
}

pub(super) fn aliases_do_not_chain(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (alias, target) in &context.library.spdx_aliases {
        let next = context.library.spdx_aliases.get(target);
        if let Some(next) = next.filter(|next| *next != target) {
            let message = format!("`{alias}` leads to `{target}`, which leads on to `{next}`");
            faults.push(Fault::error(
                68,
                Place::file(ALIASES),
                message,
                format!("let `{alias}` lead to `{next}`"),
            ));
        }
    }
    faults
}

/// Removes the faults that an exception matches, and reports exceptions without a match.
pub(super) fn apply_exceptions(library: &Library, faults: &mut Vec<Fault>) {
    let excepted: BTreeSet<(u8, &str)> = library
        .exceptions
        .iter()
        .flat_map(|exception| exception.records.iter().map(|id| (exception.check, id.as_str())))
        .collect();
    let mut used: BTreeSet<(u8, String)> = BTreeSet::new();
    faults.retain(|fault| {
        let is_excepted = excepted.contains(&(fault.check, fault.model.as_str()));
        if is_excepted {
            used.insert((fault.check, fault.model.clone()));
        }
        !is_excepted
    });
    for (check, id) in excepted {
        if used.contains(&(check, id.to_owned())) {
            continue;
        }
        let is_model = library.licenses.contains_key(id)
            || library.graphs.contains_key(id)
            || library.site.vocabulary_id() == id;
        let message = if !super::is_check(library, check) {
            format!("`{id}` is excepted from check {check}, which does not exist")
        } else if is_model {
            format!("check {check} finds nothing wrong with `{id}`")
        } else {
            format!("`{id}`, excepted from check {check}, is no model")
        };
        faults.push(Fault::warning(check, Place::file(EXCEPTIONS), message, "remove the exception"));
    }
}
