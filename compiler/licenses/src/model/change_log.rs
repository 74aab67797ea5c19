use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Day, VersionNumber};

/// How a statement changed between two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ChangeAction {
    /// Only the new version has it.
    Added,
    /// Only the old version has it.
    Removed,
    /// Its value is different.
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
    /// Kind of change.
    pub action: ChangeAction,
    /// The statement, independent of blank nodes and order.
    pub statement: String,
    /// The old value; empty unless [`ChangeAction::Changed`].
    pub previous: String,
    /// Reason.
    pub reason: String,
    /// Source of the reason, such as `review-finding 5/odrl:duty` or `manual`.
    pub source: String,
}

/// The changes of one version.
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

/// The change log of a model; a model that was never corrected has none.
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
