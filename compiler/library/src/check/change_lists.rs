//! Check 52: a change list contains exactly the differences between two versions.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::context::Context;
use crate::history::{Catalog, ModelHistory, difference};
use muniment_licenses::model::{ChangeAction, Fault, Library, ModelKind, Place};

pub(super) fn change_lists_say_what_changed(context: &Context<'_>) -> Vec<Fault> {
    let (library, scope) = (context.library, context.scope);
    let catalog = Catalog::new(library);
    let is_examined = |history: &&ModelHistory<'_>| {
        let facts = &history.current;
        !history.archived.is_empty() && (facts.kind != ModelKind::License || scope.holds(facts.id))
    };
    let histories: Vec<&ModelHistory<'_>> = catalog.histories().filter(is_examined).collect();
    histories.par_iter().flat_map_iter(|history| change_list(library, history)).collect()
}

fn change_list(library: &Library, history: &ModelHistory<'_>) -> Vec<Fault> {
    let current = &history.current;
    let Some(log) = history.change_log else { return Vec::new() };
    let mut faults = Vec::new();
    let versions: Vec<_> = history.versions().collect();
    for pair in versions.windows(2) {
        let [before, after] = pair else { continue };
        let Some(entry) = log.entry(after.version) else { continue };
        let Ok(differences) = difference(before, after, &library.site) else { continue };
        let told: BTreeSet<Change<'_>> =
            entry.changes.iter().map(|c| (c.action, c.statement.as_str(), c.previous.as_str())).collect();
        let real: BTreeSet<Change<'_>> =
            differences.iter().map(|d| (d.action, d.statement.as_str(), d.previous.as_str())).collect();
        let mut tell = |message: String, help: &str| {
            faults.push(Fault::error(52, Place::file(history.change_log_path), message, help).of(current.id));
        };
        if real.is_empty() {
            let message = format!("version {} changes nothing", after.version);
            tell(message, "correct the model, or take the version back before it is released");
        }
        for (action, statement, _) in told.difference(&real) {
            let message = format!("version {} lists as {action} what is not: `{statement}`", after.version);
            tell(message, "remove the change, or undo what differs; `muniment diff` shows the real ones");
        }
        for (action, statement, _) in real.difference(&told) {
            let message = format!("version {} does not list as {action}: `{statement}`", after.version);
            tell(message, "add the change with its reason; `muniment diff` shows all of them");
        }
    }
    faults
}

/// The computable part of a change.
type Change<'a> = (ChangeAction, &'a str, &'a str);
