use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::exceptions::{AuditException, AuditExceptions, ExceptionSubject};
use super::inventory::Component;
use super::settle::Audit;
use crate::model::{Day, LicenseId, UseLimit};
use crate::reason::{Answer, Containment, Reason, Relief, Rule};

/// The results of an audit, with the components concerned and the exceptions that apply.
#[derive(Debug)]
pub struct Findings<'a> {
    /// The answer for each license of the components, worst first; empty without a license of the work.
    pub answers: Vec<LicenseAnswer<'a>>,
    /// Pairs of licenses that no work can contain together; empty with a license of the work.
    pub apart: Vec<ApartFinding<'a>>,
    /// The records that a work of all components can be under, those of components first, then the best known; empty with
    /// a license of the work.
    pub carriers: Vec<&'a LicenseId>,
    /// Whether a work of all components can be closed source; `false` with a license of the work.
    pub may_be_closed: bool,
    /// Licenses whose limits on use nobody but the user of the work can judge, or that do not allow its purpose.
    pub limited: Vec<LimitedFinding<'a>>,
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
#[derive(Debug, Clone)]
pub struct ApartFinding<'a> {
    /// The licenses.
    pub licenses: [&'a LicenseId; 2],
    /// Why a part under the first may not go into a work under the second, and the other way round.
    pub reasons: [Vec<Reason<'a>>; 2],
    /// The smallest changes that help, each with the license that it concerns.
    pub reliefs: Vec<(Relief, &'a LicenseId)>,
    /// The exception that applies.
    pub exception: Option<&'a AuditException<'a>>,
}

/// A license that limits use.
#[derive(Debug, Clone)]
pub struct LimitedFinding<'a> {
    /// The license.
    pub license: &'a LicenseId,
    /// The limits.
    pub limits: Vec<&'a UseLimit>,
    /// The words of an exception that decide whether it covers the case.
    pub proviso: Option<&'a str>,
    /// Whether the limits do not allow the purpose of the work. With a license of the work, the answer says so.
    pub is_refused: bool,
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
    pub fn new(audit: &'a Audit<'a>, exceptions: &'a AuditExceptions<'a>, today: Day) -> Self {
        let mut parts: BTreeMap<&LicenseId, Vec<&Component>> = BTreeMap::new();
        for part in &audit.parts {
            let records: BTreeSet<&LicenseId> = part.licenses.iter().filter_map(|l| l.record).collect();
            for id in records {
                parts.entry(id).or_default().push(part.component);
            }
        }
        let settlement = &audit.settlement;
        let id = |name: &str| audit.licenses.keys().copied().find(|id| id.as_str() == name);
        let mut in_force = InForce { exceptions, today, used: BTreeSet::new() };
        let (mut answers, mut apart) = (Vec::new(), Vec::new());
        if let Some(target) = audit.context.target {
            for settled in &settlement.licenses {
                let Some(license) = id(settled.name) else { continue };
                let found = settled.found.clone();
                let rules: Vec<Rule> = found.reasons.iter().map(|reason| reason.rule).collect();
                let is_finding = matches!(found.answer, Answer::No | Answer::Via);
                let covers = |entry: &AuditException<'_>| {
                    is_finding && covers(entry, [license.as_str(), target.id()], &rules, &parts)
                };
                let exception = in_force.first(covers);
                answers.push(LicenseAnswer { license, found, exception });
            }
            answers.sort_by_key(|answer| Reverse(answer.found.answer));
        }
        let mut limited = Vec::new();
        for settled in &settlement.licenses {
            let Some(license) = id(settled.name) else { continue };
            let found = &settled.found;
            let refusal = found.reasons.iter().find(|reason| reason.rule == Rule::Limited);
            let refusal = refusal.filter(|_| audit.context.target.is_none());
            if refusal.is_none() && !found.depends_on_the_user() {
                continue;
            }
            let limits = refusal.map_or_else(|| found.limits.clone(), |reason| reason.limits.clone());
            let accepts = |entry: &AuditException<'_>| {
                matches!(entry.subject, ExceptionSubject::Limits(accepted) if accepted == license.as_str())
                    && is_for_all(entry, license, &parts)
            };
            let exception = in_force.first(accepts);
            let (proviso, is_refused) = (found.proviso, refusal.is_some());
            limited.push(LimitedFinding { license, limits, proviso, is_refused, exception });
        }
        let license = |place: usize| id(settlement.licenses.get(place)?.name);
        for clash in &settlement.clashes {
            let [Some(one), Some(other)] = clash.places.map(license) else { continue };
            let names = [one.as_str(), other.as_str()];
            let reliefs = clash.reliefs.iter().filter_map(|relief| Some((*relief, license(relief.place())?)));
            let reliefs = reliefs.collect();
            let exception = in_force.first(|entry| covers(entry, names, &[], &parts));
            let reasons = clash.reasons.clone();
            apart.push(ApartFinding { licenses: [one, other], reasons, reliefs, exception });
        }
        let library = audit.context.library;
        let record = |iri: &str| library.license_of_iri(iri).map(|(id, _)| id);
        let carriers = settlement.carriers.iter().filter_map(|terms| record(terms.iri())).collect();
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
            may_be_closed: settlement.may_be_closed,
            limited,
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

/// Whether an exception holds for every component of a license.
fn is_for_all(
    exception: &AuditException<'_>,
    license: &LicenseId,
    parts: &BTreeMap<&LicenseId, Vec<&Component>>,
) -> bool {
    exception.parts.is_empty()
        || parts.get(license).is_some_and(|parts| parts.iter().all(|part| exception.is_for(part)))
}

/// Whether an exception matches both licenses, every rule of the answer if it names one and, if it names components,
/// every component of one license.
fn covers(
    exception: &AuditException<'_>,
    [one, two]: [&str; 2],
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
    let is_side = |license: &str| {
        let parts = parts.iter().find(|(id, _)| id.as_str() == license);
        parts.is_some_and(|(_, parts)| parts.iter().all(|part| exception.is_for(part)))
    };
    exception.parts.is_empty() || is_side(one) || is_side(two)
}
