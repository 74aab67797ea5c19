//! The question that people ask: may these parts go into this work, and what must be done? (spec:reasoning#question)
//!
//! A [`Question`] has the parts, each with its licenses and its use, and the work with its license, shipping and purpose. A
//! [`Settlement`] has the chosen alternatives, the answers, the licenses that can carry the work, and what parts do to one
//! another. Everything that answers the question reads a settlement and adds a form.

mod carriers;
mod remedies;
mod settle;
mod work;

pub use carriers::{Clash, Relief};
pub use remedies::{Helping, Remedy};
pub use work::Work;

use super::containment::{Answer, Containment, Context, Purpose, Shipping, Terms, Use};
use crate::find::Expression;
use crate::model::LicenseId;
use crate::model::words::words;

/// A license of a part.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'t> {
    /// The identifier of the record, else the name as stated.
    pub name: &'t str,
    /// Its terms; `None` if the library does not have it.
    pub terms: Option<&'t Terms>,
}

/// The licenses of a part as an expression.
#[derive(Debug, Clone)]
pub enum Alternatives<'t> {
    /// One license.
    License(Candidate<'t>),
    /// All of them hold.
    All(Vec<Self>),
    /// One of them is chosen.
    Any(Vec<Self>),
}

impl<'t> Alternatives<'t> {
    /// The licenses of an expression, with their terms.
    #[must_use]
    pub fn of<'l: 't>(
        expression: &'t Expression<'l>,
        terms: &impl Fn(&LicenseId) -> Option<&'t Terms>,
    ) -> Self {
        let all = |parts: &'t [Expression<'l>]| parts.iter().map(|part| Self::of(part, terms)).collect();
        match expression {
            Expression::License(license) => {
                let name = license.record.map_or(license.name.as_str(), LicenseId::as_str);
                Self::License(Candidate { name, terms: license.record.and_then(terms) })
            }
            Expression::All(parts) => Self::All(all(parts)),
            Expression::Any(parts) => Self::Any(all(parts)),
        }
    }
}

/// A part of a work.
#[derive(Debug, Clone)]
pub struct QuestionPart<'t> {
    /// Its licenses.
    pub licenses: Alternatives<'t>,
    /// How the work uses it.
    pub usage: Use,
    /// Whether it was modified. A merged part always is.
    pub modified: bool,
}

/// What is asked of parts and a work.
#[derive(Debug, Clone)]
pub struct Question<'t> {
    /// The parts.
    pub parts: Vec<QuestionPart<'t>>,
    /// The license of the work; without it the question is which licenses the work may have.
    pub work: Option<&'t Terms>,
    /// How others receive the work.
    pub shipping: Shipping,
    /// What the work is used for.
    pub purpose: Purpose,
    /// IRIs of licenses that are chosen before others, the first of them first.
    pub preferred: Vec<&'t str>,
}

words! {
    /// What decided a choice (spec:reasoning#choice).
    ChoiceReason {
        /// The library knows more of its licenses.
        Known = "known",
        /// The work may contain it, and not the others.
        Allowed = "allowed",
        /// The caller prefers it.
        Preferred = "preferred",
        /// It has the best answer.
        Answer = "answer",
        /// More licenses can carry a work with it.
        Carriers = "carriers",
        /// It has the fewest conditions.
        Conditions = "conditions",
        /// It is the best known.
        BestKnown = "best-known",
        /// It is the first by identifier.
        Identifier = "identifier",
    }
}

impl ChoiceReason {
    /// Why the alternative was chosen, in a few words.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Known => "the library knows its licenses",
            Self::Allowed => "the work may contain it",
            Self::Preferred => "it is preferred",
            Self::Answer => "it has the best answer",
            Self::Carriers => "the most licenses can carry a work with it",
            Self::Conditions => "it has the fewest conditions",
            Self::BestKnown => "it is the best known",
            Self::Identifier => "it is the first by identifier",
        }
    }
}

/// The answers to a question.
#[derive(Debug)]
pub struct Settlement<'t> {
    /// The parts, in the order of the question.
    pub parts: Vec<SettledPart<'t>>,
    /// Every license and use that counts, once, sorted by the name of the license.
    pub licenses: Vec<SettledLicense<'t>>,
    /// Without a license of the work: pairs of licenses that no work can contain together.
    pub clashes: Vec<Clash<'t>>,
    /// Without a license of the work: the licenses that a work of all parts can be under, those of parts first, then the best
    /// known.
    pub carriers: Vec<&'t Terms>,
    /// Without a license of the work: whether a work of all parts can be closed source.
    pub may_be_closed: bool,
}

/// A part with its chosen licenses.
#[derive(Debug, Clone)]
pub struct SettledPart<'t> {
    /// The chosen licenses, sorted by name and unique.
    pub taken: Vec<Candidate<'t>>,
    /// What decided the outermost choice; `None` without a choice.
    pub choice: Option<ChoiceReason>,
    /// The use of the part.
    pub context: Context,
}

/// The answer for one license of parts with one use.
#[derive(Debug, Clone)]
pub struct SettledLicense<'t> {
    /// The name of the license.
    pub name: &'t str,
    /// The license.
    pub terms: &'t Terms,
    /// The use.
    pub context: Context,
    /// Whether the parts may go into the work; without a license of the work, into one under the license of the part.
    pub found: Containment<'t>,
}

impl<'t> Settlement<'t> {
    /// The answer for all parts whose licenses are known: the worst of them.
    #[must_use]
    pub fn answer(&self) -> Answer {
        self.licenses.iter().map(|license| license.found.answer).max().unwrap_or(Answer::Yes)
    }

    /// The answer for a part: the worst of its known licenses.
    #[must_use]
    pub fn answer_of(&self, part: &SettledPart<'t>) -> Answer {
        let iris = part.taken.iter().filter_map(|taken| Some(taken.terms?.iri()));
        let found = iris.filter_map(|iri| self.license(iri, part.context));
        found.map(|license| license.found.answer).max().unwrap_or(Answer::Yes)
    }

    /// The answer for a license with a use.
    #[must_use]
    pub fn license(&self, iri: &str, context: Context) -> Option<&SettledLicense<'t>> {
        self.licenses.iter().find(|known| known.terms.iri() == iri && known.context == context)
    }
}
