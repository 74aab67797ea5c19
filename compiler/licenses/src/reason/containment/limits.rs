//! Limits on the use of a part (spec:reasoning#limits).

use crate::model::terms::cc;
use crate::model::{License, LimitExtent, LimitKind, OwnTerms, Strength, UseLimit};

use super::{Context, Purpose, Shipping};

/// What a limit says in a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// The limit does not apply.
    Silent,
    /// It is a condition.
    Condition,
    /// It forbids the use.
    Refusal,
}

impl UseLimit {
    /// What the limit says in a context.
    pub(super) fn effect(&self, context: Context) -> Effect {
        let applies = match self.extent {
            LimitExtent::Everywhere => true,
            LimitExtent::Others => context.shipping != Shipping::Internal,
            LimitExtent::Service => context.shipping == Shipping::Service,
            LimitExtent::Copies => context.gives_copies(),
        };
        if !applies {
            return Effect::Silent;
        }
        match (self.kind, context.purpose) {
            (LimitKind::Commerce, Purpose::Commercial)
            | (LimitKind::Research, Purpose::Commercial | Purpose::Noncommercial) => Effect::Refusal,
            // Nobody but the asker knows the rest.
            _ => Effect::Condition,
        }
    }

    /// Whether those who keep this limit keep the other one, too. Commerce, research and production mean the same in every
    /// text, and research is no commerce; of other kinds only the same words do.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let same_extent = self.extent == other.extent || self.extent == LimitExtent::Everywhere;
        let same_kind = match (self.kind, other.kind) {
            (LimitKind::Research, LimitKind::Commerce) => true,
            (LimitKind::Commerce | LimitKind::Research | LimitKind::Production, kind) => self.kind == kind,
            (own, kind) => own == kind && self.condition == other.condition,
        };
        same_extent && same_kind
    }
}

/// The limits of a license, the most decisive kind first. What a record does not state as a limit, but by a prohibition
/// of commercial use or by its strength, is one, too.
pub(super) fn limits(license: &License, terms: &OwnTerms) -> Vec<UseLimit> {
    let mut limits = license.limits.clone();
    let implied = |kind, condition: &str, evidence| UseLimit {
        kind,
        extent: LimitExtent::Everywhere,
        condition: condition.to_owned(),
        evidence,
        locator: None,
        triple: 0,
    };
    let commerce = license.prohibitions.iter().find(|rule| rule.action == cc::COMMERCIAL_USE);
    let is_about_commerce = |limit: &UseLimit| {
        matches!(limit.kind, LimitKind::Commerce | LimitKind::Research)
            && limit.extent == LimitExtent::Everywhere
    };
    if let Some(rule) = commerce.filter(|_| !limits.iter().any(is_about_commerce)) {
        let condition = "only for purposes that are not commercial";
        limits.push(implied(LimitKind::Commerce, condition, rule.evidence.clone()));
    }
    let is_limited = matches!(license.strength, Some(Strength::SourceAvailable | Strength::UseRestricted))
        || license.stated.contains(&terms.field_of_use_restriction);
    if is_limited && limits.is_empty() {
        let condition = "only within the limits on use of its text, which the record does not list";
        limits.push(implied(LimitKind::Field, condition, None));
    }
    limits.sort();
    limits
}
