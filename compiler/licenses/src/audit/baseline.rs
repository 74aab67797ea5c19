use std::collections::{BTreeMap, BTreeSet};

use super::exceptions::{AuditException, ExceptionSubject};
use super::findings::Findings;
use super::inventory::Component;
use super::settle::Audit;
use crate::reason::Answer;

/// The findings of an earlier inventory, asked about in the same way. Those that are found again are accepted.
#[derive(Debug)]
pub struct Baseline {
    /// What accepts a finding.
    exception: AuditException<'static>,
    known: BTreeSet<Known>,
    /// What was stated of the parts with each name.
    stated: BTreeMap<String, BTreeSet<String>>,
}

/// A finding about a part: its kind, its license or licenses, and the name of the part.
type Known = (FindingKind, String, String);

/// A kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FindingKind {
    /// The license may not go into the work.
    Refused,
    /// The license may go in by way of another one.
    ByWayOf,
    Limits,
    Apart,
    Unknown,
    Unread,
}

impl FindingKind {
    /// The kind of an answer that is a finding.
    pub(super) const fn of(answer: Answer) -> Option<Self> {
        match answer {
            Answer::No => Some(Self::Refused),
            Answer::Via => Some(Self::ByWayOf),
            Answer::If | Answer::Yes => None,
        }
    }
}

/// How an inventory differs from the earlier one.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BaselineChanges<'a> {
    /// Number of parts with a name that the earlier inventory does not have.
    pub added: usize,
    /// Number of names of the earlier inventory that no part has.
    pub removed: usize,
    /// Parts of which something else was stated: the name, what was stated, and what is stated.
    pub changed: Vec<(&'a str, String, String)>,
}

impl Baseline {
    /// The findings of an earlier audit that no exception accepts. `name` is that of its inventory.
    #[must_use]
    pub fn new(audit: &Audit<'_>, findings: &Findings<'_>, name: &str) -> Self {
        let mut known = BTreeSet::new();
        let mut note = |kind: FindingKind, subject: &str, parts: &[&Component]| {
            let named = parts.iter().filter(|part| !part.name.is_empty());
            known.extend(named.map(|part| (kind, subject.to_owned(), part.name.clone())));
        };
        for found in findings.answers.iter().filter(|found| found.exception.is_none()) {
            if let Some(kind) = FindingKind::of(found.found.answer) {
                note(kind, found.license.as_str(), findings.parts_in(found.license, found.context));
            }
        }
        for found in findings.limited.iter().filter(|found| found.exception.is_none()) {
            note(
                FindingKind::Limits,
                found.license.as_str(),
                findings.parts_in(found.license, found.context),
            );
        }
        for found in findings.apart.iter().filter(|found| found.exception.is_none()) {
            let subject = found.licenses.map(ToString::to_string).join(" ");
            for (license, context) in found.licenses.into_iter().zip(found.contexts) {
                note(FindingKind::Apart, &subject, findings.parts_in(license, context));
            }
        }
        for found in &findings.unknown {
            let parts = found.parts.iter().filter(|(_, exception)| exception.is_none());
            let parts: Vec<&Component> = parts.map(|(part, _)| *part).collect();
            note(FindingKind::Unknown, found.name.unwrap_or_default(), &parts);
        }
        for found in findings.unread.iter().filter(|found| found.exception.is_none()) {
            note(FindingKind::Unread, found.license.as_str(), findings.parts_under(found.license));
        }
        let reason = format!("{name} has the same finding");
        let exception = AuditException {
            subject: ExceptionSubject::Baseline,
            parts: BTreeSet::new(),
            reason,
            expires: None,
        };
        Self { exception, known, stated: stated(audit) }
    }

    /// What accepts a finding, if the earlier audit has the same one for each of these parts.
    pub(super) fn accepts<'p>(
        &self,
        kind: FindingKind,
        subject: &str,
        parts: impl IntoIterator<Item = &'p Component>,
    ) -> Option<&AuditException<'static>> {
        let mut parts = parts.into_iter().peekable();
        parts.peek()?;
        let is_known = |part: &Component| self.known.contains(&(kind, subject.to_owned(), part.name.clone()));
        parts.all(is_known).then_some(&self.exception)
    }

    /// How the parts of an audit differ from the earlier ones.
    #[must_use]
    pub fn changes(&self, audit: &Audit<'_>) -> BaselineChanges<'_> {
        let now = stated(audit);
        let line = |stated: &BTreeSet<String>| stated.iter().cloned().collect::<Vec<_>>().join("; ");
        let changed = self.stated.iter().filter_map(|(name, before)| {
            let after = now.get(name).filter(|after| *after != before)?;
            Some((name.as_str(), line(before), line(after)))
        });
        BaselineChanges {
            added: now.keys().filter(|name| !self.stated.contains_key(*name)).count(),
            removed: self.stated.keys().filter(|name| !now.contains_key(*name)).count(),
            changed: changed.collect(),
        }
    }
}

/// The licenses of the parts with each name, after corrections.
fn stated(audit: &Audit<'_>) -> BTreeMap<String, BTreeSet<String>> {
    let mut stated: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for part in &audit.parts {
        let licenses = match part.component.licenses.as_slice() {
            [] => "none stated".to_owned(),
            licenses => licenses.join(" and "),
        };
        stated.entry(part.component.name.clone()).or_default().insert(licenses);
    }
    stated
}
