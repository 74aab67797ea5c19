use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::context::{AuditContext, Together};
use super::exceptions::{AuditException, AuditExceptions, ExceptionSubject};
use super::inventory::Component;
use super::settle::Audit;
use crate::model::{Day, LicenseId};
use crate::reason::{Answer, Containment, Rule};

/// The results of an audit, with the components concerned and the exceptions that apply.
#[derive(Debug)]
pub struct Findings<'a> {
    /// The answer for each license of the components, worst first; empty without a license of the work.
    pub answers: Vec<LicenseAnswer<'a>>,
    /// Pairs of licenses that no work can contain together; empty with a license of the work.
    pub apart: Vec<ApartFinding<'a>>,
    /// The records that a work of all components can be under, those of components first; empty with a license of the
    /// work.
    pub carriers: Vec<&'a LicenseId>,
    /// Licenses that the library does not have, sorted by name.
    pub unknown: Vec<UnknownFinding<'a>>,
    /// Expired exceptions.
    pub expired: Vec<&'a AuditException<'a>>,
    /// Exceptions that are in force and match nothing.
    pub unused: Vec<&'a AuditException<'a>>,
    parts: BTreeMap<&'a LicenseId, Vec<&'a Component>>,
}

/// Whether components under a license may go into the work.
#[derive(Debug, Clone)]
pub struct LicenseAnswer<'a> {
    /// The license.
    pub license: &'a LicenseId,
    /// The answer.
    pub found: Containment<'a>,
    /// The exception that applies.
    pub exception: Option<&'a AuditException<'a>>,
}

/// Two licenses whose components no work can contain together, whatever its license.
#[derive(Debug, Clone, Copy)]
pub struct ApartFinding<'a> {
    /// The licenses.
    pub licenses: [&'a LicenseId; 2],
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
    /// Answers for the licenses of an audit, with the exceptions in force on a day.
    #[must_use]
    pub fn new(
        audit: &'a Audit<'a>,
        context: &AuditContext<'a>,
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
        let ids: Vec<&LicenseId> = audit.licenses.keys().copied().collect();
        let mut in_force = InForce { exceptions, today, used: BTreeSet::new() };
        let (mut answers, mut apart, mut carriers) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(target) = context.target {
            for license in ids {
                let Some(found) = context.contain(license, target) else { continue };
                let rules: Vec<Rule> = found.reasons.iter().map(|reason| reason.rule).collect();
                let is_finding = matches!(found.answer, Answer::No | Answer::Via);
                let covers = |entry: &AuditException<'_>| {
                    is_finding && covers(entry, [license, target], &rules, &parts)
                };
                let exception = in_force.first(covers);
                answers.push(LicenseAnswer { license, found, exception });
            }
            answers.sort_by_key(|answer| Reverse(answer.found.answer));
        } else {
            let together = Together::new(context, &ids);
            for licenses in together.apart {
                let exception = in_force.first(|entry| covers(entry, licenses, &[], &parts));
                apart.push(ApartFinding { licenses, exception });
            }
            carriers = together.carriers;
            carriers.sort_by_key(|id| !parts.contains_key(id));
        }
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
            answers,
            apart,
            carriers,
            unknown,
            expired: exceptions.entries.iter().filter(|entry| !entry.holds_on(today)).collect(),
            unused: held.filter(|(place, _)| !used.contains(place)).map(|(_, entry)| entry).collect(),
            parts,
        }
    }

    /// The components under a license; the license of the work may have none.
    #[must_use]
    pub fn parts_under(&self, license: &LicenseId) -> &[&'a Component] {
        self.parts.get(license).map_or(&[], Vec::as_slice)
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

/// Whether an exception matches both licenses, every rule of the answer if it names one and, if it names components,
/// every component of one license.
fn covers(
    exception: &AuditException<'_>,
    [one, two]: [&LicenseId; 2],
    rules: &[Rule],
    parts: &BTreeMap<&LicenseId, Vec<&Component>>,
) -> bool {
    let ExceptionSubject::Between(licenses, rule) = &exception.subject else { return false };
    let is_between = *licenses == [one, two] || *licenses == [two, one];
    let has_rule =
        |rule: Rule| !rules.is_empty() && rules.iter().all(|fired| *fired == rule || !fired.refuses());
    if !is_between || !rule.is_none_or(has_rule) {
        return false;
    }
    let is_side = |license: &LicenseId| {
        parts.get(license).is_some_and(|parts| parts.iter().all(|part| exception.is_for(part)))
    };
    exception.parts.is_empty() || is_side(one) || is_side(two)
}
