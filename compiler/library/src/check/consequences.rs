use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::check;
use crate::load::Loaded;
use muniment_licenses::model::{Fault, Library, Severity};

/// All faults of a library, from reading and from the checks, in order.
#[must_use]
pub fn examine(loaded: &Loaded) -> Vec<Fault> {
    let findings = loaded
        .library
        .iter()
        .flat_map(|library| without_consequences(library, &loaded.faults, check(library)));
    let mut faults: Vec<Fault> = findings.chain(loaded.faults.iter().cloned()).collect();
    faults.sort();
    faults.dedup();
    faults
}

/// Removes findings that only follow from an unreadable file: those in the file itself, those that name its model,
/// and those of checks of versions on its history.
#[must_use]
pub fn without_consequences(library: &Library, of_reading: &[Fault], findings: Vec<Fault>) -> Vec<Fault> {
    let unread = Unread::new(library, of_reading);
    let mut findings = findings;
    findings.retain(|finding| !unread.explains(finding));
    findings
}

/// Numbers of the checks of versions, change logs, releases and reviews.
const OF_HISTORIES: RangeInclusive<u8> = 48..=56;

/// What is missing because files could not be read.
#[derive(Debug, Default)]
struct Unread<'f> {
    /// Unreadable files.
    files: BTreeSet<&'f str>,
    /// Models missing from the library.
    models: BTreeSet<&'f str>,
    /// Models with an incomplete history.
    histories: BTreeSet<&'f str>,
}

impl<'f> Unread<'f> {
    fn new(library: &Library, of_reading: &'f [Fault]) -> Self {
        let mut unread = Self::default();
        for fault in of_reading.iter().filter(|fault| is_unreadable(fault)) {
            let file = fault.place.file.as_str();
            let stem = |name: &'f str| name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let parts: Vec<&str> = file.split('/').collect();
            let (missing, model) = match parts.as_slice() {
                ["licenses", name] => (!library.licenses.contains_key(stem(name)), Some(stem(name))),
                ["graphs", name] => (!library.graphs.contains_key(stem(name)), Some(stem(name))),
                ["vocabulary", name] => {
                    (library.vocabulary.current.content.terms.is_empty(), Some(stem(name)))
                }
                ["reviews", name] => (!library.reviews.contains_key(stem(name)), None),
                ["families.toml"] => (library.families.is_empty(), None),
                ["history", _, id, ..] => {
                    unread.histories.insert(id);
                    (false, None)
                }
                _ => (false, None),
            };
            if missing {
                unread.files.insert(file);
                unread.models.extend(model);
            }
        }
        unread
    }

    fn explains(&self, finding: &Fault) -> bool {
        let names_one_of = |ids: &BTreeSet<&str>| {
            ids.contains(finding.model.as_str()) || quoted(&finding.message).any(|name| ids.contains(name))
        };
        self.files.contains(finding.place.file.as_str())
            || names_one_of(&self.models)
            || (OF_HISTORIES.contains(&finding.check) && names_one_of(&self.histories))
    }
}

/// Whether a fault means that its file is missing from the library. After check 1 on a line the file is read.
fn is_unreadable(fault: &Fault) -> bool {
    fault.severity == Severity::Error && (fault.check != 1 || fault.place.line == 0)
}

/// The names in backticks in a message, without prefixes.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    let names = message.split('`').skip(1).step_by(2);
    names.map(|name| name.rsplit_once(':').map_or(name, |(_, local)| local))
}
