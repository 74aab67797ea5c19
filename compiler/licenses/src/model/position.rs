use serde::{Deserialize, Serialize};

use super::terms::odrl;

/// Whether a statement permits, requires or prohibits its act, in the order of forms and prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Position {
    /// Permits it.
    Permission,
    /// Requires it, always or as a condition of another statement.
    Duty,
    /// Prohibits it.
    Prohibition,
}

impl Position {
    /// Every position, in order.
    pub const ALL: [Self; 3] = [Self::Permission, Self::Duty, Self::Prohibition];

    /// The property of a license.
    #[must_use]
    pub const fn property(self) -> &'static str {
        match self {
            Self::Permission => odrl::PERMISSION,
            Self::Duty => odrl::DUTY,
            Self::Prohibition => odrl::PROHIBITION,
        }
    }

    /// The class of the node.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Permission => odrl::PERMISSION_CLASS,
            Self::Duty => odrl::DUTY_CLASS,
            Self::Prohibition => odrl::PROHIBITION_CLASS,
        }
    }

    /// The noun, in answers and for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Permission => "permission",
            Self::Duty => "duty",
            Self::Prohibition => "prohibition",
        }
    }

    /// The participle, in forms and for people.
    #[must_use]
    pub const fn verdict(self) -> &'static str {
        match self {
            Self::Permission => "permitted",
            Self::Duty => "required",
            Self::Prohibition => "prohibited",
        }
    }
}
