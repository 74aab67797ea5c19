use super::acts::Act;

/// The rule of a conflict, in the order of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleId {
    /// One license permits an act the other prohibits.
    D1,
    /// An act is required and prohibited.
    D2,
    /// A prohibition has a duty.
    D3,
    /// Share-alike is required, but the license may be changed.
    D4,
    /// Two licenses each require the whole work to be under them.
    D5,
    /// As D5, but the first names the second.
    D6,
    /// The permitted act is included in the prohibited one.
    V1,
    /// The permitted act is a synonym of the prohibited one.
    V2,
    /// The permitted act implies the prohibited one.
    V3,
    /// Two asserted acts contradict each other.
    V4,
}

impl RuleId {
    /// Every rule, in order.
    pub const ALL: [Self; 10] =
        [Self::D1, Self::D2, Self::D3, Self::D4, Self::D5, Self::D6, Self::V1, Self::V2, Self::V3, Self::V4];

    /// The name of the rule.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::D1 => "D1",
            Self::D2 => "D2",
            Self::D3 => "D3",
            Self::D4 => "D4",
            Self::D5 => "D5",
            Self::D6 => "D6",
            Self::V1 => "V1",
            Self::V2 => "V2",
            Self::V3 => "V3",
            Self::V4 => "V4",
        }
    }

    /// Whether the dependency graph is involved.
    #[must_use]
    pub fn is_derived(self) -> bool {
        self >= Self::V1
    }
}

/// The predicate of a statement, in the order of the IRIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Predicate {
    /// `odrl:duty`, also for an obligation and for a duty on another statement.
    Duty,
    /// `odrl:permission`
    Permission,
    /// `odrl:prohibition`
    Prohibition,
    /// `svc:compatibleWith`
    CompatibleWith,
}

/// One side of a conflict, as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Side {
    /// The index of the license in the bundle.
    pub(super) license: u32,
    pub(super) predicate: Predicate,
    /// The act, or the license for [`Predicate::CompatibleWith`].
    pub(super) object: u32,
}

impl Side {
    pub(super) fn states(license: u32, predicate: Predicate, act: Act) -> Self {
        Self { license, predicate, object: act.0 }
    }

    pub(super) fn permits(license: u32, act: Act) -> Self {
        Self::states(license, Predicate::Permission, act)
    }

    pub(super) fn prohibits(license: u32, act: Act) -> Self {
        Self::states(license, Predicate::Prohibition, act)
    }

    pub(super) fn requires(license: u32, act: Act) -> Self {
        Self::states(license, Predicate::Duty, act)
    }

    pub(super) fn names(license: u32, other: u32) -> Self {
        Self { license, predicate: Predicate::CompatibleWith, object: other }
    }

    /// The act, unless the object is a license.
    pub(super) fn act(self) -> Option<Act> {
        (self.predicate != Predicate::CompatibleWith).then_some(Act(self.object))
    }
}

/// A conflict, as numbers.
///
/// Licenses and acts are numbered in the order of their IRIs, so entries have the order of answers: rule, first
/// statement, second statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) rule: RuleId,
    pub(super) first: Side,
    pub(super) second: Side,
    /// Whether the graph states the triple of a derived conflict.
    pub(super) is_stated: bool,
}

impl Entry {
    pub(super) fn direct(rule: RuleId, first: Side, second: Side) -> Self {
        Self { rule, first, second, is_stated: false }
    }

    pub(super) fn derived(rule: RuleId, first: Side, second: Side, is_stated: bool) -> Self {
        Self { rule, first, second, is_stated }
    }
}
