use super::acts::Act;

/// The rule behind a conflict; orders as answers do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleId {
    /// One license permits an act the other prohibits.
    D1,
    /// An act is required and prohibited.
    D2,
    /// A duty hangs on a prohibition.
    D3,
    /// Share alike is required while the license may be changed.
    D4,
    /// Two licenses each keep the whole work to themselves.
    D5,
    /// They do, and the first names the second.
    D6,
    /// The permitted act is included in the prohibited one.
    V1,
    /// The permitted act is the prohibited one under another name.
    V2,
    /// The permitted act implies the prohibited one.
    V3,
    /// Two acts are asserted that contradict each other.
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

    /// Whether the dependency graph has a part in it.
    #[must_use]
    pub fn is_derived(self) -> bool {
        self >= Self::V1
    }
}

/// The predicate of a statement; orders as the IRIs of those that can stand at one place do.
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

/// One side of a conflict, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Side {
    /// The license, by its place in the bundle.
    pub(super) license: u32,
    pub(super) predicate: Predicate,
    /// The act; with [`Predicate::CompatibleWith`] a license.
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

    /// The act, unless it is a license that is named.
    pub(super) fn act(self) -> Option<Act> {
        (self.predicate != Predicate::CompatibleWith).then_some(Act(self.object))
    }
}

/// A conflict, in numbers.
///
/// Licenses are numbered in the order of their IRIs and acts likewise, so the order of entries is that of
/// answers: rule, first statement, second statement. Equal entries are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) rule: RuleId,
    pub(super) first: Side,
    pub(super) second: Side,
    /// Whether the triple a derived conflict came from is written in the graph.
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
