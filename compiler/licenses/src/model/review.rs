use serde::{Deserialize, Serialize};

use super::words::words;
use super::{Day, LicenseId};
use muniment_rdf::ContentHash;

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

/// How two readings of a text agreed (spec:license-texts#readings).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Readings {
    /// Number of statements on which both readings agreed.
    pub agreed: u32,
    /// Number of statements that a third reader settled.
    pub settled: u32,
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
    /// SHA-256 of the normal form of the text.
    pub text_hash: Option<ContentHash>,
    /// How two readings of the text agreed.
    pub readings: Option<Readings>,
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
