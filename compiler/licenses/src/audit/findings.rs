use std::collections::{BTreeMap, BTreeSet};

use super::exceptions::{AuditException, AuditExceptions, ExceptionSubject};
use super::inventory::Component;
use super::settle::Audit;
use crate::model::{Day, Library, LicenseId};
use crate::reason::{Conflict, Verdict, Weight};

/// The results of an audit, with the components concerned and the exceptions that apply.
#[derive(Debug)]
pub struct Findings<'a> {
    /// Conflicts between licenses, in the order of the verdict.
    pub between: Vec<LicenseFinding<'a>>,
    /// Licenses that the library does not have, sorted by name.
    pub unknown: Vec<UnknownFinding<'a>>,
    /// Expired exceptions.
    pub expired: Vec<&'a AuditException<'a>>,
    /// Exceptions that are in force and match nothing.
    pub unused: Vec<&'a AuditException<'a>>,
    parts: BTreeMap<&'a LicenseId, Vec<&'a Component>>,
}

/// A conflict between two licenses, or within one.
#[derive(Debug, Clone, Copy)]
pub struct LicenseFinding<'a> {
    /// The two statements.
    pub conflict: Conflict<'a>,
    /// Its effect on the work.
    pub weight: Weight,
    /// The records of the two statements.
    pub licenses: [Option<&'a LicenseId>; 2],
    /// The exception that applies.
    pub exception: Option<&'a AuditException<'a>>,
}

/// A license that the library does not have.
#[derive(Debug, Clone)]
pub struct UnknownFinding<'a> {
    /// Its name; `None` for components without a license.
    pub name: Option<&'a str>,
    /// Its components, each with the exception that applies.
    pub parts: Vec<(&'a Component, Option<&'a AuditException<'a>>)>,
}

impl UnknownFinding<'_> {
    /// Whether some component has no exception.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.parts.iter().any(|(_, exception)| exception.is_none())
    }
}

impl<'a> Findings<'a> {
    /// Combines an audit, its verdict and the exceptions in force on a day. `target` is the IRI of a license.
    #[must_use]
    pub fn new(
        (audit, verdict): (&'a Audit<'a>, &'a Verdict<'a>),
        library: &'a Library,
        target: Option<&str>,
        exceptions: &'a AuditExceptions<'a>,
        today: Day,
    ) -> Self {
        let mut parts: BTreeMap<&LicenseId, Vec<&Component>> = BTreeMap::new();
        for part in &audit.parts {
            let records: BTreeSet<&LicenseId> = part.licenses.iter().filter_map(|l| l.record).collect();
            for id in records {
                parts.entry(id).or_default().push(part.component);
            }
        }
        let base = library.site.license_base();
        let record = |iri: &str| {
            let id = iri.strip_prefix(&base)?;
            library.licenses.get_key_value(id).map(|(id, _)| id)
        };
        let mut in_force = InForce { exceptions, today, used: BTreeSet::new() };
        let weighed = verdict.weighed(target).map(|(conflict, weight)| {
            let licenses = [conflict.statement_1[0], conflict.statement_2[0]].map(record);
            let covers = |exception: &AuditException<'_>| {
                weight != Weight::Defect && covers(exception, &conflict, licenses, &parts)
            };
            LicenseFinding { conflict, weight, licenses, exception: in_force.first(covers) }
        });
        let between = weighed.collect();
        let unknown = audit.unknown.iter().map(|unknown| {
            let name = unknown.name.as_deref();
            let accepts = |exception: &AuditException<'_>, part: &Component| {
                let ExceptionSubject::Unknown(accepted) = &exception.subject else { return false };
                accepted.as_deref().map(str::to_lowercase) == name.map(str::to_lowercase)
                    && exception.is_for(part)
            };
            let parts = unknown.parts.iter();
            let parts = parts.map(|part| (*part, in_force.first(|exception| accepts(exception, part))));
            UnknownFinding { name, parts: parts.collect() }
        });
        let unknown = unknown.collect();
        let used = in_force.used;
        let held = exceptions.entries.iter().enumerate().filter(|(_, entry)| entry.holds_on(today));
        Self {
            between,
            unknown,
            expired: exceptions.entries.iter().filter(|entry| !entry.holds_on(today)).collect(),
            unused: held.filter(|(place, _)| !used.contains(place)).map(|(_, entry)| entry).collect(),
            parts,
        }
    }

    /// The components under a license; the target may have none.
    #[must_use]
    pub fn parts_under(&self, license: Option<&LicenseId>) -> &[&'a Component] {
        license.and_then(|id| self.parts.get(id)).map_or(&[], Vec::as_slice)
    }
}

/// The exceptions in force on a day, and which of them matched.
struct InForce<'a> {
    exceptions: &'a AuditExceptions<'a>,
    today: Day,
    used: BTreeSet<usize>,
}

impl<'a> InForce<'a> {
    /// The first exception that matches a finding. Marks every match as used.
    fn first(&mut self, covers: impl Fn(&AuditException<'_>) -> bool) -> Option<&'a AuditException<'a>> {
        let entries = self.exceptions.entries.iter().enumerate();
        let covering: Vec<_> =
            entries.filter(|(_, entry)| entry.holds_on(self.today) && covers(entry)).collect();
        self.used.extend(covering.iter().map(|(place, _)| *place));
        covering.first().map(|(_, entry)| *entry)
    }
}

/// Whether an exception matches both licenses and the rule and, if it names components, every component of one side.
fn covers(
    exception: &AuditException<'_>,
    conflict: &Conflict<'_>,
    licenses: [Option<&LicenseId>; 2],
    parts: &BTreeMap<&LicenseId, Vec<&Component>>,
) -> bool {
    let ExceptionSubject::Between([one, two], rule) = &exception.subject else { return false };
    let is_between = licenses == [Some(*one), Some(*two)] || licenses == [Some(*two), Some(*one)];
    if !is_between || rule.is_some_and(|rule| rule != conflict.rule) {
        return false;
    }
    let is_side = |license: Option<&LicenseId>| {
        let parts = license.and_then(|id| parts.get(id));
        parts.is_some_and(|parts| parts.iter().all(|part| exception.is_for(part)))
    };
    exception.parts.is_empty() || licenses.into_iter().any(is_side)
}
