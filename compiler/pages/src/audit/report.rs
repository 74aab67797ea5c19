use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::super::checker::{context_sentence, work_under};
use super::super::occasion::Occasion;
use super::super::reference::Reference;
use muniment_documents::audit::{AuditReport, limits, remedy, required};
use muniment_documents::words::{Words, count};
use muniment_licenses::audit::{AuditVerdict, Component, Part};
use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::{Answer, CLOSED_SOURCE_TITLE, Context};

/// The most parts whose names are listed at one place.
const MOST_NAMED: usize = 200;

/// What an audit found, in the order of a reader: the verdict, what is wrong, what to do, everything.
#[derive(Debug, Serialize)]
pub(super) struct ReportView {
    /// `good`, `warn` or `bad`.
    tone: &'static str,
    heading: String,
    /// The licenses that the heading is about; empty if there are none.
    rest: String,
    /// How the work uses the parts.
    context: String,
    /// How the list was read.
    read_as: String,
    counts: Vec<Count>,
    refused: Vec<Refused>,
    apart: Vec<Apart>,
    limited: Vec<Limited>,
    unknown: Vec<Unknown>,
    unread: Vec<Listed>,
    /// Faults of the list, each with its place.
    unreadable: Vec<String>,
    duties: Vec<Occasion>,
    licenses: Vec<Listed>,
    choices: Vec<String>,
    matched: Vec<String>,
}

/// A number of parts.
#[derive(Debug, Serialize)]
struct Count {
    number: usize,
    words: &'static str,
    icon: &'static str,
}

/// Parts under one license, or with one name.
#[derive(Debug, Serialize)]
struct Parts {
    /// `1 part`, `2 parts`.
    count: String,
    names: Vec<String>,
    /// Number of parts that are not named.
    more: usize,
}

#[derive(Debug, Serialize)]
struct Refused {
    license: Reference,
    parts: Parts,
    reasons: Vec<String>,
    /// What one can still do, each completes "you can".
    still: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Apart {
    licenses: [Reference; 2],
    parts: [Parts; 2],
    why: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Limited {
    license: Reference,
    parts: Parts,
    limits: String,
}

#[derive(Debug, Serialize)]
struct Unknown {
    /// What the list states; `None` for nothing.
    name: Option<String>,
    parts: Parts,
    remedy: &'static str,
}

/// A license with its parts and its answer.
#[derive(Debug, Serialize)]
struct Listed {
    license: Reference,
    parts: Parts,
    /// Names an icon; empty without a license of the work.
    icon: &'static str,
    answer: &'static str,
}

/// What becomes of a part, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Refused,
    Undetermined,
    Conditional,
    Free,
}

impl ReportView {
    pub(super) fn new(report: &AuditReport<'_>) -> Self {
        let AuditReport { library, names, inventory, audit, findings, context, .. } = report;
        let words = Words::new(library, names);
        let link =
            |id: &LicenseId| Reference::plain(words.shown(id)).leading_to(format!("/license-library/{id}"));
        let parts_under = |id: &LicenseId| Parts::of(findings.parts_under(id).iter().copied());
        let parts_in = |id: &LicenseId, context| Parts::of(findings.parts_in(id, context).iter().copied());
        let refused = report.open(Answer::No).into_iter().map(|found| {
            let license = found.license;
            let reasons = found.found.reasons.iter();
            let remedies = context
                .target
                .zip(context.terms(license))
                .map(|(work, part)| context.index.remedies(part, work.terms, found.context));
            let remedies = remedies.unwrap_or_default().into_iter();
            Refused {
                license: link(license),
                parts: parts_in(license, found.context),
                reasons: reasons.map(|reason| words.reason(reason, license, context.target)).collect(),
                still: remedies.map(|remedy| remedy.sentence(words.shown(license))).collect(),
            }
        });
        let apart = report.apart().into_iter().map(|found| {
            let ([one, other], [own, other_own]) = (found.licenses, found.contexts);
            Apart {
                licenses: found.licenses.map(link),
                parts: [parts_in(one, own), parts_in(other, other_own)],
                why: words.clash(found).concat().into_iter().chain(words.reliefs(found)).collect(),
            }
        });
        let limited = report.limited().into_iter().map(|found| Limited {
            license: link(found.license),
            parts: parts_in(found.license, found.context),
            limits: limits(words.shown(found.license), found),
        });
        let unknown = findings.unknown.iter().filter(|found| found.is_open()).map(|found| Unknown {
            name: found.name.map(str::to_owned),
            parts: Parts::of(found.parts.iter().map(|(part, _)| *part)),
            remedy: remedy(found),
        });
        // Of several contexts the worst answer, which is the first, replaces the others.
        let answers: BTreeMap<&LicenseId, Answer> =
            findings.answers.iter().rev().map(|found| (found.license, found.found.answer)).collect();
        let listed = |id: &LicenseId| {
            let answer = answers.get(id);
            let (icon, answer) = answer.map_or(("", ""), |answer| in_words(*answer));
            Listed { license: link(id), parts: parts_under(id), icon, answer }
        };
        let mut licenses: Vec<(&LicenseId, usize)> = audit.licenses.iter().map(|(id, n)| (*id, *n)).collect();
        licenses.sort_by_key(|(id, parts)| (std::cmp::Reverse(*parts), *id));
        let obligations = report.obligations();
        let duties = obligations.chunk_by(|one, next| one.trigger == next.trigger).map(|brought| Occasion {
            when: brought.first().map(|duty| duty.trigger.heading()).unwrap_or_default(),
            sentences: brought.iter().map(|duty| required(duty, &words)).collect(),
        });
        let left_out = inventory
            .left_out
            .iter()
            .map(|left| format!("{} left out, because {}.", count(left.number, left.what), left.why));
        let development = (audit.left_out > 0)
            .then(|| format!("{} left out, for development only.", count(audit.left_out, "part")));
        let read_as = std::iter::once(format!("Format: {}.", inventory.format.name()));
        let read_as: Vec<String> = read_as.chain(left_out).chain(development).collect();
        let fates = Fates::of(report);
        let (tone, heading, rest) = verdict(report, &fates);
        Self {
            tone,
            heading,
            rest,
            context: context_sentence(context.usage, &[]),
            read_as: read_as.join(" "),
            counts: fates.counts(context.target.is_some()),
            refused: refused.collect(),
            apart: apart.collect(),
            limited: limited.collect(),
            unknown: unknown.collect(),
            unread: report.unread().into_iter().map(listed).collect(),
            unreadable: inventory.unreadable.iter().map(ToString::to_string).collect(),
            duties: duties.collect(),
            licenses: licenses.into_iter().map(|(id, _)| listed(id)).collect(),
            choices: audit
                .choices
                .iter()
                .map(|choice| {
                    let why = choice.reason.map(|why| format!(" ({})", why.sentence())).unwrap_or_default();
                    format!("{}: {}{why}", choice.expression, choice.taken.join(" AND "))
                })
                .collect(),
            matched: audit
                .matched
                .iter()
                .map(|found| {
                    format!("{}: {}, by its {}", found.name, names.shown(found.record), found.by.word())
                })
                .collect(),
        }
    }
}

/// The tone, the heading and the licenses that it is about.
fn verdict(report: &AuditReport<'_>, fates: &Fates) -> (&'static str, String, String) {
    let AuditReport { library, names, audit, findings, context, .. } = report;
    let number = audit.parts.len();
    let words = Words::new(library, names);
    let work = context.target.map(|work| work_under(words.work(work)));
    match (findings.verdict, work) {
        (AuditVerdict::Allowed, Some(work)) if number == 1 => {
            ("good", format!("The part can go into {work}."), String::new())
        }
        (AuditVerdict::Allowed, Some(work)) => {
            ("good", format!("All {number} parts can go into {work}."), String::new())
        }
        (AuditVerdict::Allowed, None) => {
            let carriers = findings.carriers.iter().map(|id| names.shown(id));
            let closed = findings.may_be_closed.then_some(CLOSED_SOURCE_TITLE);
            let able: Vec<&str> = closed.into_iter().chain(carriers).take(6).collect();
            let rest = if able.is_empty() {
                String::new()
            } else {
                format!("The work can be under {}.", able.join(", "))
            };
            ("good", format!("{} can go together into one work.", count(number, "part")), rest)
        }
        (AuditVerdict::NotAllowed, work) => {
            let refused = report.open(Answer::No).into_iter().map(|found| found.license);
            let limited = report.limited().into_iter().filter(|found| found.is_refused);
            let mut told = BTreeSet::new();
            let licenses = refused.chain(limited.map(|found| found.license));
            // A license with several contexts is told once.
            let licenses: Vec<&str> =
                licenses.filter(|id| told.insert(*id)).map(|id| names.shown(id)).collect();
            let rest = match licenses.as_slice() {
                [] => String::new(),
                [one] => format!("License: {one}."),
                [first @ .., last] => format!("Licenses: {} and {last}.", first.join(", ")),
            };
            let heading = match work {
                Some(work) => format!(
                    "{} of {} can’t go into {work}.",
                    fates.number(Fate::Refused),
                    count(number, "part")
                ),
                None => "The parts can’t go together into one work.".to_owned(),
            };
            ("bad", heading, rest)
        }
        (AuditVerdict::NotDetermined, _) if number == 0 => {
            ("warn", "The list has no parts.".to_owned(), "Nothing was determined.".to_owned())
        }
        (AuditVerdict::NotDetermined, _) => {
            let undetermined = findings.undetermined.parts;
            let heading = format!("We can’t tell for {undetermined} of {}.", count(number, "part"));
            ("warn", heading, String::new())
        }
    }
}

/// What becomes of each part.
struct Fates(Vec<Fate>);

impl Fates {
    fn of(report: &AuditReport<'_>) -> Self {
        let mut fates: BTreeMap<(&LicenseId, Context), Fate> = BTreeMap::new();
        let mut note = |id, context, fate: Fate| {
            let known = fates.entry((id, context)).or_insert(fate);
            *known = fate.min(*known);
        };
        for found in &report.findings.answers {
            let is_free = found.found.answer == Answer::Yes;
            note(found.license, found.context, if is_free { Fate::Free } else { Fate::Conditional });
        }
        for found in report.open(Answer::No) {
            note(found.license, found.context, Fate::Refused);
        }
        for found in report.limited() {
            let fate = if found.is_refused { Fate::Refused } else { Fate::Undetermined };
            note(found.license, found.context, fate);
        }
        for found in report.apart() {
            let sides = found.licenses.into_iter().zip(found.contexts);
            sides.for_each(|(id, context)| note(id, context, Fate::Refused));
        }
        let unread: BTreeSet<&LicenseId> = report.unread().into_iter().collect();
        let unsaid = if report.context.target.is_some() { Fate::Free } else { Fate::Conditional };
        let fate = |part: &Part<'_>| {
            let fates = part.licenses.iter().map(|license| match license.record {
                Some(id) => {
                    let fate = fates.get(&(id, part.context)).copied();
                    let unread = unread.contains(&id).then_some(Fate::Undetermined);
                    fate.into_iter().chain(unread).min().unwrap_or(unsaid)
                }
                None => Fate::Undetermined,
            });
            fates.min().unwrap_or(Fate::Undetermined)
        };
        Self(report.audit.parts.iter().map(fate).collect())
    }

    fn number(&self, fate: Fate) -> usize {
        self.0.iter().filter(|it| **it == fate).count()
    }

    fn counts(&self, has_work: bool) -> Vec<Count> {
        let named: &[(Fate, &str, &str)] = match has_work {
            true => &[
                (Fate::Refused, "can’t go in", "prohibited"),
                (Fate::Undetermined, "we can’t tell", "silent"),
                (Fate::Conditional, "can go in, if you meet the conditions", "required"),
                (Fate::Free, "can go in, without obligations", "permitted"),
            ],
            false => &[
                (Fate::Refused, "can’t go together", "prohibited"),
                (Fate::Undetermined, "we can’t tell", "silent"),
                (Fate::Conditional, "can go together", "permitted"),
            ],
        };
        let counts =
            named.iter().map(|(fate, words, icon)| Count { number: self.number(*fate), words, icon });
        counts.filter(|count| count.number > 0).collect()
    }
}

impl Parts {
    fn of<'a>(parts: impl ExactSizeIterator<Item = &'a Component>) -> Self {
        let number = parts.len();
        let names = parts.take(MOST_NAMED).map(Component::label).collect();
        Self { count: count(number, "part"), names, more: number.saturating_sub(MOST_NAMED) }
    }
}

/// An answer with its icon.
const fn in_words(answer: Answer) -> (&'static str, &'static str) {
    match answer {
        Answer::Yes => ("permitted", "Yes"),
        Answer::If => ("required", "Yes, if"),
        Answer::Via => ("required", "Yes, under another license"),
        Answer::No => ("prohibited", "No"),
    }
}
