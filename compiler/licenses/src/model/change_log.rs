use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Day, VersionNumber};

/// What happened to a statement between two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ChangeAction {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It says something else.
    Changed,
}

impl ChangeAction {
    /// Every action, with its name in change logs and answers.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Added, "added"), (Self::Removed, "removed"), (Self::Changed, "changed")];
}

impl fmt::Display for ChangeAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        })
    }
}

/// A change of one statement, with its reason.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Change {
    /// What happened.
    pub action: ChangeAction,
    /// The statement, independent of blank nodes and order.
    pub statement: String,
    /// What it said before; filled for [`ChangeAction::Changed`].
    pub previous: String,
    /// Why.
    pub reason: String,
    /// Where the reason comes from, such as `review-finding 5/odrl:duty` or `manual`.
    pub source: String,
}

/// What one version changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeLogEntry {
    /// The version, 2 or more.
    pub version: VersionNumber,
    /// The day it was published.
    pub date: Day,
    /// Who checked it.
    pub reviewer: String,
    /// One to three sentences.
    pub summary: String,
    /// Changes of single statements.
    pub changes: Vec<Change>,
}

/// The history of a model in words; a model that was never corrected has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeLog {
    /// Identifier of the model.
    pub id: String,
    /// Title of the model.
    pub title: String,
    /// The newest version.
    pub current_version: VersionNumber,
    /// Entries in ascending order of versions.
    pub entries: Vec<ChangeLogEntry>,
}

impl ChangeLog {
    /// The entry of a version.
    #[must_use]
    pub fn entry(&self, version: VersionNumber) -> Option<&ChangeLogEntry> {
        self.entries.iter().find(|entry| entry.version == version)
    }
}
