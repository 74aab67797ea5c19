use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Day, LicenseId};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// Every value with its word in files and answers.
            pub const ALL: &[(Self, &'static str)] = &[$((Self::$variant, $word),)*];

            /// The value of a word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().find(|(_, known)| *known == word).map(|(value, _)| *value)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$variant => $word,)* })
            }
        }
    };
}

words! {
    /// Outcome of a review.
    Verdict {
        /// Nothing to change.
        Correct = "correct",
        /// Something clear-cut was changed.
        Corrected = "corrected",
        /// The record was written from the text.
        Created = "created",
        /// Findings, all interpretive, nothing changed.
        IssuesProposed = "issues-proposed",
        /// No text to compare with.
        TextUnavailable = "text-unavailable",
    }
}

words! {
    /// Weight of a finding.
    FindingSeverity {
        /// Changes a compatibility answer.
        Major = "major",
        /// Metadata, quotes, placement.
        Minor = "minor",
        /// The vocabulary cannot express it.
        Gap = "gap",
        /// An observation.
        Info = "info",
    }
}

words! {
    /// The status of a finding.
    FindingAction {
        /// Changed in the record.
        Applied = "applied",
        /// Left open.
        Proposed = "proposed",
        /// Nothing to do.
        None = "none",
        /// Proposed earlier, applied by the version named.
        Superseded = "superseded",
    }
}

/// One observation of a review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Rubric point, 1 to 10.
    pub rubric: u8,
    /// Weight.
    pub severity: FindingSeverity,
    /// Compact property name, `record` or `vocabulary`.
    pub field: String,
    /// What was found.
    pub description: String,
    /// Its status.
    pub action: FindingAction,
    /// Turtle fragment of the change.
    pub change: Option<String>,
    /// Version that applied it, with [`FindingAction::Superseded`].
    pub superseded_by: Option<u32>,
}

/// The review of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// The record.
    pub id: LicenseId,
    /// Its title.
    pub title: String,
    /// Day of the check.
    pub reviewed_on: Day,
    /// Who checked.
    pub reviewer: String,
    /// Address actually read, or `unavailable`.
    pub text_source: String,
    /// Whether the reviewer had the text.
    pub text_retrieved: bool,
    /// Outcome.
    pub verdict: Verdict,
    /// Two or three sentences.
    pub summary: String,
    /// Findings in order of rubric.
    pub findings: Vec<Finding>,
    /// Family of licenses it belongs to.
    pub family: String,
    /// Parent of a port.
    pub port_of: Option<LicenseId>,
    /// How the record descends from another.
    pub variant_kind: Option<String>,
    /// Base of a variant.
    pub variant_of: Option<LicenseId>,
    /// Free text.
    pub notes: String,
}
