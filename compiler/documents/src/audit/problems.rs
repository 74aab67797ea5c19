use muniment_licenses::audit::AuditException;
use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::Answer;

use super::AuditReport;
use super::words::{limits, remedy, some, unknown};
use crate::words::Words;

/// What makes an audit fail beside parts that may not go into the work.
#[derive(Debug, Clone, Copy)]
pub struct Strictness {
    /// Parts that may go in under another license only.
    pub by_way_of: bool,
    /// Parts whose license the library does not know, or whose record nobody has compared with the text.
    pub unknown: bool,
}

/// What an audit finds, one by one.
#[derive(Debug)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// Whether it makes the audit fail, unless it is accepted.
    pub fails: bool,
    /// The license or licenses; the place of a line.
    pub subject: String,
    /// What is wrong, in sentences.
    pub message: String,
    /// Line and column in the inventory, from 1.
    pub place: Option<(usize, usize)>,
    /// The reason of the exception that accepts it.
    pub accepted: Option<String>,
}

/// What is wrong with an inventory or with the licenses of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "`ALL` says what each is")]
pub enum ProblemKind {
    Refused,
    ByWayOf,
    Limited,
    Apart,
    Unknown,
    Unread,
    Unreadable,
    Empty,
}

impl ProblemKind {
    /// Each kind with its name in documents and what it is.
    pub(super) const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::Refused, "license-refused", "Parts under a license may not go into the work."),
        (Self::ByWayOf, "license-by-way-of", "Parts may go into the work under another license only."),
        (
            Self::Limited,
            "license-limits-use",
            "A license limits use, and only the user of the work can tell whether the limit is kept.",
        ),
        (Self::Apart, "licenses-apart", "No work can contain parts under these licenses together."),
        (Self::Unknown, "license-unknown", "The library does not know the license of parts."),
        (Self::Unread, "license-unread", "Nobody has compared the record of a license with its text."),
        (
            Self::Unreadable,
            "line-unreadable",
            "A line of the inventory is no license expression, or its format states no licenses.",
        ),
        (Self::Empty, "inventory-empty", "The inventory has no parts."),
    ];

    pub(super) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, ..)| *kind == self).map(|(_, name, _)| *name).unwrap_or_default()
    }
}

impl Problem {
    /// Whether it makes the audit fail.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.fails && self.accepted.is_none()
    }

    /// Every problem of an audit, accepted ones among them.
    pub(super) fn all(report: &AuditReport<'_>, strictness: Strictness) -> Vec<Self> {
        let AuditReport { library, names, inventory, findings, context, .. } = report;
        let words = Words::new(library, names);
        let parts_of = |id: &LicenseId| some(findings.parts_under(id).iter().map(|part| part.label()));
        let parts_in = |id, context| some(findings.parts_in(id, context).iter().map(|part| part.label()));
        let accepted = |exception: Option<&AuditException<'_>>| exception.map(|it| it.reason.clone());
        let mut problems = Vec::new();
        for (answer, kind) in [(Answer::No, ProblemKind::Refused), (Answer::Via, ProblemKind::ByWayOf)] {
            for found in findings.answers.iter().filter(|found| found.found.answer == answer) {
                let reasons = found.found.reasons.iter();
                let reasons: Vec<String> =
                    reasons.map(|reason| words.reason(reason, found.license, context.target)).collect();
                problems.push(Self {
                    kind,
                    fails: kind == ProblemKind::Refused || strictness.by_way_of,
                    subject: names.shown(found.license).to_owned(),
                    message: format!(
                        "{} (parts: {})",
                        reasons.join(" "),
                        parts_in(found.license, found.context)
                    ),
                    place: None,
                    accepted: accepted(found.exception),
                });
            }
        }
        for found in &findings.limited {
            problems.push(Self {
                kind: if found.is_refused { ProblemKind::Refused } else { ProblemKind::Limited },
                fails: true,
                subject: names.shown(found.license).to_owned(),
                message: format!(
                    "{} (parts: {})",
                    limits(names.shown(found.license), found),
                    parts_in(found.license, found.context)
                ),
                place: None,
                accepted: accepted(found.exception),
            });
        }
        for found in &findings.apart {
            let ([one, two], [context, other_context]) = (found.licenses, found.contexts);
            problems.push(Self {
                kind: ProblemKind::Apart,
                fails: true,
                subject: format!("{} and {}", names.shown(one), names.shown(two)),
                message: format!(
                    "No work can contain parts under both (parts: {}; {}). {} {}",
                    parts_in(one, context),
                    parts_in(two, other_context),
                    words.clash(found).concat().join(" "),
                    words.reliefs(found).join(" ")
                ),
                place: None,
                accepted: accepted(found.exception),
            });
        }
        if findings.lacks_carrier {
            problems.push(Self {
                kind: ProblemKind::Apart,
                fails: true,
                subject: "all parts".to_owned(),
                message: "No license can carry them together.".to_owned(),
                place: None,
                accepted: None,
            });
        }
        for found in &findings.unknown {
            for (part, exception) in &found.parts {
                problems.push(Self {
                    kind: ProblemKind::Unknown,
                    fails: strictness.unknown,
                    subject: found.name.unwrap_or("none stated").to_owned(),
                    message: format!("{} {}", unknown(found, &part.label()), remedy(found)),
                    place: None,
                    accepted: accepted(*exception),
                });
            }
        }
        problems.extend(findings.unread.iter().map(|found| Self {
            kind: ProblemKind::Unread,
            fails: strictness.unknown,
            subject: names.shown(found.license).to_owned(),
            message: format!(
                "Nobody has compared the record with the text of the license: read the text (parts: {}).",
                parts_of(found.license)
            ),
            place: None,
            accepted: accepted(found.exception),
        }));
        if report.audit.parts.is_empty() {
            problems.push(Self {
                kind: ProblemKind::Empty,
                fails: true,
                subject: "no parts".to_owned(),
                message: "The inventory has no parts that count, so nothing was determined.".to_owned(),
                place: None,
                accepted: None,
            });
        }
        problems.extend(inventory.unreadable.iter().map(|fault| Self {
            kind: ProblemKind::Unreadable,
            fails: true,
            subject: format!("line {}", fault.line),
            message: format!("{}; {}.", fault.message, fault.remedy),
            place: Some((fault.line, fault.column)),
            accepted: None,
        }));
        problems
    }
}
