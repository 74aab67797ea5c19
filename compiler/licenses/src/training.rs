//! Whether a model may be trained on a work, by rule from the statements of its license (spec:reasoning#training).

use crate::model::terms::{cc, odrl};
use crate::model::words::words;
use crate::model::{License, OwnTerms, Rule, Strength};

words! {
    /// The answer to the question.
    Answer {
        /// The license attaches no condition.
        Yes = "yes",
        /// Under the conditions.
        YesIf = "yes-if",
        /// The license forbids it, or does not permit the copying that it needs.
        No = "no",
    }
}

words! {
    /// What the answer rests on.
    Basis {
        /// A statement of the license that names training.
        Named = "named",
        /// The statements on copying, changing, sharing and commerce.
        Grants = "grants",
    }
}

words! {
    /// When a condition applies.
    Occasion {
        /// While the model is trained.
        Training = "training",
        /// When the data or the model is shared.
        Sharing = "sharing",
    }
}

/// A condition, or the reason of a `no`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition<'l> {
    /// When it applies.
    pub when: Occasion,
    /// IRI of the act that the license states, or does not permit; `None` for a fact of the text as a whole.
    pub action: Option<&'l str>,
    /// One sentence for people.
    pub sentence: &'static str,
}

/// Whether a model may be trained on the work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Training<'l> {
    /// The answer.
    pub answer: Answer,
    /// What it rests on.
    pub basis: Basis,
    /// The conditions; for `no`, the reason alone.
    pub conditions: Vec<Condition<'l>>,
}

impl<'l> Training<'l> {
    /// What a license means for training. Silence about training is neither consent nor refusal: the grants decide.
    #[must_use]
    pub fn of(license: &'l License, terms: &OwnTerms) -> Self {
        let training = terms.use_for_model_training.as_str();
        if let Some(ban) = license.prohibitions.iter().find(|rule| rule.action == training) {
            return Self::no(Basis::Named, &ban.action, "The license forbids training a model on the work.");
        }
        let named = license.permissions.iter().find(|rule| rule.action == training);
        if named.is_none() && !license.permits(odrl::REPRODUCE) {
            let sentence = "The license does not permit copying, and training copies the work.";
            return Self::no(Basis::Grants, odrl::REPRODUCE, sentence);
        }
        let mut conditions = while_training(license, named);
        conditions.extend(when_sharing(license));
        Self {
            answer: if conditions.is_empty() { Answer::Yes } else { Answer::YesIf },
            basis: if named.is_some() { Basis::Named } else { Basis::Grants },
            conditions,
        }
    }

    fn no(basis: Basis, action: &'l str, sentence: &'static str) -> Self {
        let conditions = vec![Condition { when: Occasion::Training, action: Some(action), sentence }];
        Self { answer: Answer::No, basis, conditions }
    }
}

fn while_training<'l>(license: &'l License, named: Option<&'l Rule>) -> Vec<Condition<'l>> {
    let condition = |action, sentence| Condition { when: Occasion::Training, action, sentence };
    let duties = named.into_iter().flat_map(|named| &named.duties);
    let mut conditions: Vec<_> = duties
        .map(|duty| {
            condition(Some(duty.action.as_str()), "Fulfil this duty, which the license attaches to training.")
        })
        .collect();
    if license.prohibits(cc::COMMERCIAL_USE) {
        let sentence = "Train only for purposes that are not commercial.";
        conditions.push(condition(Some(cc::COMMERCIAL_USE), sentence));
    }
    if license.strength == Some(Strength::UseRestricted) {
        conditions.push(condition(None, "Do not train for a use that the license forbids."));
    }
    conditions
}

fn when_sharing(license: &License) -> Vec<Condition<'_>> {
    let mut conditions = Vec::new();
    let mut add = |action, sentence| {
        conditions.push(Condition { when: Occasion::Sharing, action, sentence });
    };
    if !license.permits(odrl::DISTRIBUTE) {
        add(Some(odrl::DISTRIBUTE), "Do not share data or a model that contains the work.");
    }
    let change = [odrl::DERIVE, cc::DERIVATIVE_WORKS].into_iter().find(|act| license.prohibits(act));
    if change.is_some() {
        add(change, "Do not share data or a model that adapts the work.");
    }
    let duties = [
        (cc::ATTRIBUTION, "Give credit with data or a model that contains or adapts the work."),
        (cc::NOTICE, "Keep the notices with data or a model that contains or adapts the work."),
        (cc::SOURCE_CODE, "Offer the source with data or a model that contains or adapts the work."),
        (cc::SHARE_ALIKE, "Share data or a model that adapts the work under the same license."),
    ];
    for (duty, sentence) in duties {
        if license.requires_anywhere(duty) {
            add(Some(duty), sentence);
        }
    }
    if license.strength == Some(Strength::NetworkCopyleft) {
        add(None, "Offering the model over a network counts as sharing.");
    }
    conditions
}
