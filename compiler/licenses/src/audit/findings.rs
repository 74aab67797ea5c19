use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::baseline::{Baseline, FindingKind};
use super::exceptions::{AuditException, AuditExceptions, ExceptionSubject};
use super::inventory::Component;
use super::settle::Audit;
use crate::model::words::words;
use crate::model::{Day, LicenseId, UseLimit};
use crate::reason::{Answer, Containment, Context, Reason, Relief, Rule, SettledLicense};

words! {
    /// The verdict of an audit, after exceptions.
    AuditVerdict {
        /// All components may go into the work, as far as its licenses say.
        Allowed = "allowed",
        /// Some component may not go into the work, or no work can contain all of them.
        NotAllowed = "not-allowed",
        /// The audit cannot tell: there are no components, or the answer for some of them depends on what it does not know.
        NotDetermined = "not-determined",
    }
}

/// The components whose answer an audit cannot tell. A component counts once for each reason that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undetermined {
    /// All of them.
    pub parts: usize,
    /// With a license that the library does not have, or without one.
    pub unknown: usize,
    /// With a license whose record nobody has compared with the text.
    pub unread: usize,
    /// With a license that limits use, so that only the user of the work can tell.
    pub undecided: usize,
}

/// The results of an audit, with the components concerned and the exceptions that apply.
#[derive(Debug)]
pub struct Findings<'a> {
    /// The answer for each license and context of the components, worst first; empty without a license of the
    /// work.
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
    /// Licenses whose records nobody has compared with their texts, sorted.
    pub unread: Vec<UnreadFinding<'a>>,
    /// Whether without a license of the work each pair has one that can carry it, but not all together.
    pub lacks_carrier: bool,
    /// What the audit says of all components.
    pub verdict: AuditVerdict,
    /// What it cannot tell.
    pub undetermined: Undetermined,
    /// Expired exceptions.
    pub expired: Vec<&'a AuditException<'a>>,
    /// Exceptions that are in force and match nothing.
    pub unused: Vec<&'a AuditException<'a>>,
    parts: PartsByLicense<'a>,
}

/// Whether components under a license may go into the work.
#[derive(Debug, Clone)]
pub struct LicenseAnswer<'a> {
    /// The license.
    pub license: &'a LicenseId,
    /// The context of the components, see [`Findings::parts_in`].
    pub context: Context,
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
    /// The contexts of their components.
    pub contexts: [Context; 2],
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
    /// The context of its components.
    pub context: Context,
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

/// A license whose record nobody has compared with the text.
#[derive(Debug, Clone)]
pub struct UnreadFinding<'a> {
    /// The license.
    pub license: &'a LicenseId,
    /// The exception that applies.
    pub exception: Option<&'a AuditException<'a>>,
}

impl UnknownFinding<'_> {
    /// Whether some component has no exception.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.parts.iter().any(|(_, exception)| exception.is_none())
    }
}

impl<'a> Findings<'a> {
    /// Answers for the licenses of an audit, with the exceptions in force on a day. What no exception accepts, a baseline may.
    /// Where unknown licenses are allowed, the verdict passes over them and over unread records.
    #[must_use]
    pub fn new(
        audit: &'a Audit<'a>,
        exceptions: &'a AuditExceptions<'a>,
        baseline: Option<&'a Baseline>,
        today: Day,
        allows_unknown: bool,
    ) -> Self {
        let parts = PartsByLicense::new(audit);
        let mut in_force = InForce { exceptions, baseline, today, used: BTreeSet::new() };
        let answers = answers(audit, &parts, &mut in_force);
        let limited = limited(audit, &parts, &mut in_force);
        let apart = apart(audit, &parts, &mut in_force);
        let unknown = unknown(audit, &mut in_force);
        let unread = unread(audit, &parts, &mut in_force);
        let (settlement, library) = (&audit.settlement, audit.context.library);
        let record = |iri: &str| library.license_of_iri(iri).map(|(id, _)| id);
        let used = in_force.used;
        let held = exceptions.entries.iter().enumerate().filter(|(_, entry)| entry.holds_on(today));
        let (target, may_be_closed) = (audit.context.target, settlement.may_be_closed);
        let carriers: Vec<&LicenseId> =
            settlement.carriers.iter().filter_map(|terms| record(terms.iri())).collect();
        let lacks_carrier = target.is_none()
            && apart.is_empty()
            && carriers.is_empty()
            && !may_be_closed
            && !limited.iter().any(|found| found.is_refused)
            && !audit.licenses.is_empty();
        let undetermined = Undetermined::new((&unknown, &unread, &limited), &parts, allows_unknown);
        let is_refused = answers.iter().any(|it| it.found.answer == Answer::No && it.exception.is_none())
            || limited.iter().any(|it| it.is_refused && it.exception.is_none())
            || apart.iter().any(|it| it.exception.is_none())
            || lacks_carrier;
        let verdict = if is_refused {
            AuditVerdict::NotAllowed
        } else if audit.parts.is_empty() || audit.has_faults || undetermined.parts > 0 {
            AuditVerdict::NotDetermined
        } else {
            AuditVerdict::Allowed
        };
        Self {
            answers,
            apart,
            carriers,
            may_be_closed,
            limited,
            unknown,
            unread,
            lacks_carrier,
            verdict,
            undetermined,
            expired: exceptions.entries.iter().filter(|entry| !entry.holds_on(today)).collect(),
            unused: held.filter(|(place, _)| !used.contains(place)).map(|(_, entry)| entry).collect(),
            parts,
        }
    }

    /// The components under a license; the license of the work may have none.
    #[must_use]
    pub fn parts_under(&self, license: &LicenseId) -> &[&'a Component] {
        self.parts.under(license)
    }

    /// The components under a license with a context, such as those of an answer.
    #[must_use]
    pub fn parts_in(&self, license: &LicenseId, context: Context) -> &[&'a Component] {
        self.parts.within(license, context)
    }
}

impl Undetermined {
    /// Counts what has no exception; nothing is unknown or unread where that is allowed.
    fn new(
        (unknown, unread, limited): (&[UnknownFinding<'_>], &[UnreadFinding<'_>], &[LimitedFinding<'_>]),
        parts: &PartsByLicense<'_>,
        allows_unknown: bool,
    ) -> Self {
        let under = |license: &LicenseId| parts.under(license).iter().copied();
        let unknown = unknown.iter().flat_map(|found| &found.parts);
        let unknown = unknown.filter(|(_, exception)| exception.is_none() && !allows_unknown);
        let unknown = places(unknown.map(|(part, _)| *part));
        let unread = unread.iter().filter(|found| found.exception.is_none() && !allows_unknown);
        let unread = places(unread.flat_map(|found| under(found.license)));
        let limited = limited.iter().filter(|found| found.exception.is_none() && !found.is_refused);
        let within = |found: &LimitedFinding<'_>| parts.within(found.license, found.context).iter().copied();
        let limited = places(limited.flat_map(within));
        Self {
            parts: unknown.union(&unread).chain(&limited).collect::<BTreeSet<_>>().len(),
            unknown: unknown.len(),
            unread: unread.len(),
            undecided: limited.len(),
        }
    }
}

/// Components by where they are, because two of them may be equal.
fn places<'c>(parts: impl Iterator<Item = &'c Component>) -> BTreeSet<*const Component> {
    parts.map(std::ptr::from_ref).collect()
}

/// The components under each license: all of them, and those with each context.
#[derive(Debug, Default)]
struct PartsByLicense<'a> {
    all: BTreeMap<&'a LicenseId, Vec<&'a Component>>,
    by_context: BTreeMap<&'a LicenseId, BTreeMap<Context, Vec<&'a Component>>>,
}

impl<'a> PartsByLicense<'a> {
    fn new(audit: &'a Audit<'a>) -> Self {
        let mut parts = Self::default();
        for part in &audit.parts {
            let records: BTreeSet<&LicenseId> = part.licenses.iter().filter_map(|l| l.record).collect();
            for id in records {
                parts.all.entry(id).or_default().push(part.component);
                let by_context = parts.by_context.entry(id).or_default();
                by_context.entry(part.context).or_default().push(part.component);
            }
        }
        parts
    }

    fn under(&self, license: &LicenseId) -> &[&'a Component] {
        self.all.get(license).map_or(&[], Vec::as_slice)
    }

    fn within(&self, license: &LicenseId, context: Context) -> &[&'a Component] {
        let parts = self.by_context.get(license).and_then(|by_context| by_context.get(&context));
        parts.map_or(&[], Vec::as_slice)
    }
}

/// Every license of the settlement.
fn settled<'a>(audit: &'a Audit<'a>) -> impl Iterator<Item = (&'a LicenseId, &'a SettledLicense<'a>)> {
    let settled = audit.settlement.licenses.iter();
    settled.filter_map(|settled| Some((record_of(audit, settled)?, settled)))
}

fn record_of<'a>(audit: &Audit<'a>, settled: &SettledLicense<'a>) -> Option<&'a LicenseId> {
    audit.context.library.licenses.get_key_value(settled.name).map(|(id, _)| id)
}

fn answers<'a>(
    audit: &'a Audit<'a>,
    parts: &PartsByLicense<'a>,
    in_force: &mut InForce<'a>,
) -> Vec<LicenseAnswer<'a>> {
    let Some(target) = audit.context.target else { return Vec::new() };
    let answers = settled(audit).map(|(license, settled)| {
        let found = settled.found.clone();
        let rules: Vec<Rule> = found.reasons.iter().map(|reason| reason.rule).collect();
        let is_finding = matches!(found.answer, Answer::No | Answer::Via);
        let context = settled.context;
        // The parts that are under the license of the work are no side of the answer.
        let sides = [parts.within(license, context), &[]];
        let exception = in_force
            .first(|entry| is_finding && covers(entry, [license.as_str(), target.id()], &rules, sides));
        let known = FindingKind::of(found.answer)
            .and_then(|kind| in_force.baseline?.accepts(kind, license.as_str(), sides[0].iter().copied()));
        let exception = exception.or(known);
        LicenseAnswer { license, context, found, exception }
    });
    let mut answers: Vec<LicenseAnswer<'a>> = answers.collect();
    answers.sort_by_key(|answer| Reverse(answer.found.answer));
    answers
}

fn limited<'a>(
    audit: &'a Audit<'a>,
    parts: &PartsByLicense<'a>,
    in_force: &mut InForce<'a>,
) -> Vec<LimitedFinding<'a>> {
    let mut limited = Vec::new();
    for (license, settled) in settled(audit) {
        let found = &settled.found;
        let refusal = found.reasons.iter().find(|reason| reason.rule == Rule::Limited);
        let refusal = refusal.filter(|_| audit.context.target.is_none());
        if refusal.is_none() && !found.depends_on_the_user() {
            continue;
        }
        let limits = refusal.map_or_else(|| found.limits.clone(), |reason| reason.limits.clone());
        let exception = in_force.first(|entry| {
            matches!(entry.subject, ExceptionSubject::Limits(accepted) if accepted == license.as_str())
                && is_for_all(entry, parts.within(license, settled.context))
        });
        let exception = exception.or_else(|| {
            let parts = parts.within(license, settled.context).iter().copied();
            in_force.baseline?.accepts(FindingKind::Limits, license.as_str(), parts)
        });
        let (context, proviso, is_refused) = (settled.context, found.proviso, refusal.is_some());
        limited.push(LimitedFinding { license, context, limits, proviso, is_refused, exception });
    }
    limited
}

fn apart<'a>(
    audit: &'a Audit<'a>,
    parts: &PartsByLicense<'a>,
    in_force: &mut InForce<'a>,
) -> Vec<ApartFinding<'a>> {
    let settled = |place: usize| {
        let settled = audit.settlement.licenses.get(place)?;
        Some((record_of(audit, settled)?, settled.context))
    };
    let license = |place: usize| settled(place).map(|(license, _)| license);
    let clashes = audit.settlement.clashes.iter().filter_map(|clash| {
        let [Some((one, context)), Some((other, other_context))] = clash.places.map(settled) else {
            return None;
        };
        let sides = [parts.within(one, context), parts.within(other, other_context)];
        let reliefs = clash.reliefs.iter().filter_map(|relief| Some((*relief, license(relief.place())?)));
        Some(ApartFinding {
            licenses: [one, other],
            contexts: [context, other_context],
            reasons: clash.reasons.clone(),
            reliefs: reliefs.collect(),
            exception: in_force
                .first(|entry| covers(entry, [one.as_str(), other.as_str()], &[], sides))
                .or_else(|| {
                    let parts = sides.iter().flat_map(|side| side.iter().copied());
                    in_force.baseline?.accepts(FindingKind::Apart, &format!("{one} {other}"), parts)
                }),
        })
    });
    clashes.collect()
}

fn unknown<'a>(audit: &'a Audit<'a>, in_force: &mut InForce<'a>) -> Vec<UnknownFinding<'a>> {
    let mut by_name: BTreeMap<Option<String>, Vec<(usize, &'a AuditException<'a>)>> = BTreeMap::new();
    for (place, entry) in in_force.exceptions.entries.iter().enumerate() {
        if let ExceptionSubject::Unknown(name) = &entry.subject
            && entry.holds_on(in_force.today)
        {
            by_name.entry(name.as_deref().map(str::to_lowercase)).or_default().push((place, entry));
        }
    }
    let unknown = audit.unknown.iter().map(|unknown| {
        let name = unknown.name.as_deref();
        let entries = by_name.get(&name.map(str::to_lowercase)).map_or(&[][..], Vec::as_slice);
        let parts = unknown.parts.iter();
        let parts = parts.map(|part| {
            let covering = entries.iter().filter(|(_, entry)| entry.is_for(part));
            let covering: Vec<(usize, &'a AuditException<'a>)> = covering.copied().collect();
            in_force.used.extend(covering.iter().map(|(place, _)| *place));
            let exception = covering.first().map(|(_, entry)| *entry);
            let known =
                || in_force.baseline?.accepts(FindingKind::Unknown, name.unwrap_or_default(), [*part]);
            (*part, exception.or_else(known))
        });
        UnknownFinding { name, parts: parts.collect() }
    });
    unknown.collect()
}

fn unread<'a>(
    audit: &Audit<'a>,
    parts: &PartsByLicense<'a>,
    in_force: &mut InForce<'a>,
) -> Vec<UnreadFinding<'a>> {
    let licenses = &audit.context.library.licenses;
    let records = audit.licenses.keys().filter_map(|id| Some((*id, &licenses.get(*id)?.current.content)));
    let unread = records.filter(|(_, record)| record.text_hash.is_none()).map(|(license, record)| {
        let names = [Some(license.as_str()), record.spdx.as_deref()];
        let is_named =
            |accepted: &str| names.iter().flatten().any(|name| name.eq_ignore_ascii_case(accepted));
        let exception = in_force.first(|entry| {
            matches!(&entry.subject, ExceptionSubject::Unknown(Some(accepted)) if is_named(accepted))
                && is_for_all(entry, parts.under(license))
        });
        let exception = exception.or_else(|| {
            let parts = parts.under(license).iter().copied();
            in_force.baseline?.accepts(FindingKind::Unread, license.as_str(), parts)
        });
        UnreadFinding { license, exception }
    });
    unread.collect()
}

/// The exceptions in force on a day, and which of them matched.
struct InForce<'a> {
    exceptions: &'a AuditExceptions<'a>,
    baseline: Option<&'a Baseline>,
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

/// Whether an exception holds for every one of some components.
fn is_for_all(exception: &AuditException<'_>, parts: &[&Component]) -> bool {
    exception.parts.is_empty() || (!parts.is_empty() && parts.iter().all(|part| exception.is_for(part)))
}

/// Whether an exception matches both licenses, every rule of the answer if it names one and, if it names components,
/// every component on the side of one license.
fn covers(
    exception: &AuditException<'_>,
    [one, two]: [&str; 2],
    rules: &[Rule],
    sides: [&[&Component]; 2],
) -> bool {
    let ExceptionSubject::Between(licenses, rule) = &exception.subject else { return false };
    let is_between = *licenses == [one, two] || *licenses == [two, one];
    let has_rule =
        |rule: Rule| !rules.is_empty() && rules.iter().all(|fired| *fired == rule || !fired.refuses());
    is_between && rule.is_none_or(has_rule) && sides.iter().any(|parts| is_for_all(exception, parts))
}
