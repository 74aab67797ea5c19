//! Containment: whether a part under one license may go into a work under another, and on which conditions.
//!
//! Unlike a [`Verdict`](super::Verdict), which lists the statements of two licenses that stand against each other, an
//! answer has a direction (a part under *IN*, a work under *OUT*) and a [`Context`]: how the part is used and how the
//! work is shipped. It rests on the statements of the two licenses alone, not on a dependency graph, and no rule
//! names a license.

mod duties;
mod experts;
mod index;
mod limits;
mod matrix;
mod order;
mod rules;
mod sentences;
mod terms;

use std::collections::{BTreeMap, BTreeSet};

pub use duties::{Demand, Duty, Trigger};
pub use experts::{Agreement, Consensus, Disagreement, ExpertAnswer, ExpertTable};
pub use index::TermsIndex;
pub use matrix::{AnswerMatrix, ChangedAnswer, MAIN_CONTEXTS};
pub use order::Restriction;
pub use terms::Terms;

use crate::model::words::words;
use crate::model::{ConveyedForm, LicenseClass, UseLimit};

words! {
    /// How the work uses the part.
    Use {
        /// The part is copied into files of the work, adapted or translated.
        Merged = "merged",
        /// The work links to the part, imports it or bundles it as a thing of its own.
        Combined = "combined",
        /// Part and work are side by side on one medium.
        Aggregated = "aggregated",
    }
}

words! {
    /// How others receive the work.
    Shipping {
        /// Nobody else receives it.
        Internal = "internal",
        /// Others use it over a network.
        Service = "service",
        /// Others receive it in a form that is not its source.
        Binary = "binary",
        /// Others receive its source.
        Source = "source",
    }
}

words! {
    /// What the work is used for.
    Purpose {
        /// To make money, directly or indirectly, or in the work of a business.
        Commercial = "commercial",
        /// Anything that is not commercial.
        Noncommercial = "noncommercial",
        /// Research that is not commercial.
        Research = "research",
    }
}

/// The name of closed source as the license of a work.
pub const CLOSED_SOURCE: &str = "proprietary";

/// Closed source in sentences.
pub const CLOSED_SOURCE_TITLE: &str = "closed source";

/// Other names of closed source, in lower case.
const CLOSED_SOURCE_ALIASES: [&str; 6] = [
    CLOSED_SOURCE_TITLE,
    "closed-source",
    "unlicensed",
    "none",
    "licenseref-proprietary",
    "all rights reserved",
];

/// Whether a name, in any letter case, is one of closed source.
#[must_use]
pub fn is_closed_source(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    name == CLOSED_SOURCE || CLOSED_SOURCE_ALIASES.contains(&name.as_str())
}

/// How a part is used in a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Context {
    /// How the work uses the part.
    pub usage: Use,
    /// How others receive the work.
    pub shipping: Shipping,
    /// Whether the part was modified. A merged part always is.
    pub modified: bool,
    /// What the work is used for.
    pub purpose: Purpose,
}

/// What a person means who says nothing else: the part is combined and unmodified, the work is shipped as a binary and
/// has a commercial purpose.
impl Default for Context {
    fn default() -> Self {
        Self {
            usage: Use::Combined,
            shipping: Shipping::Binary,
            modified: false,
            purpose: Purpose::Commercial,
        }
    }
}

impl Context {
    /// Whether the part is changed, by its user or by merging it.
    fn changes(self) -> bool {
        self.modified || self.usage == Use::Merged
    }

    /// Whether copies go to others.
    fn gives_copies(self) -> bool {
        matches!(self.shipping, Shipping::Binary | Shipping::Source)
    }
}

words! {
    /// The answer, from the best to the worst.
    Answer {
        /// Yes, without conditions.
        Yes = "yes",
        /// Yes, if conditions are fulfilled.
        If = "if",
        /// Yes, because the license of the part leads to the license of the work.
        Via = "via",
        /// No.
        No = "no",
    }
}

words! {
    /// A rule of containment.
    Rule {
        /// The license of the part does not allow the purpose.
        Limited = "limited",
        /// Both are the same license text.
        Same = "same",
        /// The license of the part lets recipients choose a later version, which is the license of the work.
        Later = "later",
        /// The license of the part names the license of the work.
        Named = "named",
        /// The license of the part lets recipients choose a later version or another license, and the license of the work
        /// takes parts under that.
        ByWayOf = "by-way-of",
        /// The license of the part lets the part be combined with works under the license of the work.
        Beside = "beside",
        /// The license of the part excepts the combination, or output, from the conditions of the whole.
        Excepted = "excepted",
        /// The license of the part prohibits what the context does with it.
        Barred = "barred",
        /// The license of the work grants an act that the license of the part prohibits.
        Withheld = "withheld",
        /// The license of the part limits use, and the license of the work does not.
        Restricted = "restricted",
        /// The license of the part keeps what contains it.
        Kept = "kept",
        /// The license of the work covers the whole work and does not accept a condition of the part.
        Claimed = "claimed",
        /// The license of the work covers the whole work, and share-alike keeps the part out.
        Locked = "locked",
    }
}

impl Rule {
    /// Whether the answer is no where the rule fires.
    #[must_use]
    pub const fn refuses(self) -> bool {
        matches!(
            self,
            Self::Limited
                | Self::Barred
                | Self::Withheld
                | Self::Restricted
                | Self::Kept
                | Self::Claimed
                | Self::Locked
        )
    }
}

/// A rule that fired, with the statements that it rests on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason<'t> {
    /// The rule.
    pub rule: Rule,
    /// IRI of the later version of [`Rule::ByWayOf`].
    pub by: Option<&'t str>,
    /// The licenses that fulfil [`Rule::Kept`] beside the license of the part.
    pub class: Option<LicenseClass>,
    /// IRIs of the acts of statements of the license of the part.
    pub of_part: Vec<&'t str>,
    /// IRIs of the acts of statements of the license of the work.
    pub of_work: Vec<&'t str>,
    /// The limits on use of the license of the part.
    pub limits: Vec<&'t UseLimit>,
}

/// Whether a part may go into a work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Containment<'t> {
    /// IRI of the license of the part.
    pub part: &'t str,
    /// IRI of the license under which the part goes into the work: that of the part, or the one that
    /// [`Rule::ByWayOf`] leads over. The conditions are those of this license and of the clause that leads to it.
    pub under: &'t str,
    /// The answer.
    pub answer: Answer,
    /// The rules that decide it; empty if none was needed.
    pub reasons: Vec<Reason<'t>>,
    /// The limits on use that are conditions in the context; empty if the answer is no.
    pub limits: Vec<&'t UseLimit>,
    /// The words of an exception, or of a clause for some works, that decide whether it covers the case, if the answer rests
    /// on them.
    pub proviso: Option<&'t str>,
    /// The duties that the context brings; empty if the answer is no.
    pub conditions: Vec<&'t Duty>,
}

impl<'t> Containment<'t> {
    /// Whether nothing but a person who knows the use can tell that the answer holds.
    #[must_use]
    pub const fn depends_on_the_user(&self) -> bool {
        !self.limits.is_empty() || self.proviso.is_some()
    }

    /// Number of conditions: limits on use, the words that decide whether a clause covers the case, duties. A duty that two
    /// texts ask for in the same case is one.
    #[must_use]
    pub fn count_of_conditions(&self) -> usize {
        let duty = |duty: &&'t Duty| {
            let case = (duty.trigger, duty.form, duty.group.as_deref(), duty.changed_only);
            (duty.act.as_str(), duty.demand, case)
        };
        let duties: BTreeSet<_> = self.conditions.iter().map(duty).collect();
        self.limits.len() + usize::from(self.proviso.is_some()) + duties.len()
    }

    /// Whether there is a condition.
    pub(super) fn is_conditional(&self) -> bool {
        !self.limits.is_empty() || self.proviso.is_some() || !self.conditions.is_empty()
    }
}

/// A duty for the parts of a work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligation<'t> {
    /// What brings it.
    pub trigger: Trigger,
    /// IRI of the act.
    pub act: &'t str,
    /// What the licenses say of the act.
    pub demand: Demand,
    /// The only form of the work that brings it.
    pub form: Option<ConveyedForm>,
    /// The licenses that ask for it, by IRI, each with its duty.
    pub asked: Vec<(&'t str, &'t Duty)>,
}

/// The conditions of several parts as one list without repetition, in the order of doing.
#[must_use]
pub fn obligations<'t>(parts: &[Containment<'t>]) -> Vec<Obligation<'t>> {
    let mut asked: BTreeMap<_, Vec<(&str, &Duty)>> = BTreeMap::new();
    for duty in parts.iter().flat_map(|part| part.conditions.iter().copied()) {
        let license = &*duty.license;
        let by = asked.entry((duty.trigger, duty.demand, duty.act.as_str(), duty.form)).or_default();
        if !by.iter().any(|(known, _)| *known == license) {
            by.push((license, duty));
        }
    }
    let obligations = asked.into_iter();
    let obligation = |((trigger, demand, act, form), asked)| Obligation { trigger, act, demand, form, asked };
    obligations.map(obligation).collect()
}

/// The answer for several parts: the worst of them.
#[must_use]
pub fn answer_of_all(parts: &[Containment<'_>]) -> Answer {
    parts.iter().map(|part| part.answer).max().unwrap_or(Answer::Yes)
}
