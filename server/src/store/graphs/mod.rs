//! Dependency graphs of accounts and their versions (spec:version-1#graph-objects and spec:version-1#states).

mod read;
mod write;

use jiff::Timestamp;
use muniment_licenses::model::{GraphId, VersionNumber};
use muniment_rdf::ContentHash;

use super::ShareRole;
use super::error::StoreError;
use super::row::{storable, words};
use crate::auth::AccountId;

words! {
    /// What the database calls the state of a graph.
    Status {
        /// [`GraphState::Draft`].
        Draft = "draft",
        /// [`GraphState::Published`].
        Published = "published",
    }
}

/// What a graph says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphContent {
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// The RDF, as a text.
    pub document: String,
    /// Content hash of the RDF.
    pub hash: ContentHash,
    /// How many axioms it states.
    pub axioms: u32,
}

/// A graph that was not there before.
#[derive(Debug, Clone)]
pub struct NewGraph {
    /// Its identifier: 32 letters or digits.
    pub id: GraphId,
    /// Whose it is.
    pub owner: AccountId,
    /// What it says.
    pub content: GraphContent,
    /// When.
    pub at: Timestamp,
}

/// A new version of a graph.
#[derive(Debug, Clone)]
pub struct GraphEdit {
    /// The graph.
    pub graph: GraphId,
    /// The version it was made from; nothing is saved over what came after that.
    pub base: VersionNumber,
    /// What it says now.
    pub content: GraphContent,
    /// Who.
    pub account: AccountId,
    /// What changed.
    pub note: String,
    /// When.
    pub at: Timestamp,
}

/// The publication of a draft. A draft lies under another IRI, so every version of it is written anew.
#[derive(Debug, Clone)]
pub struct GraphPublication {
    /// The graph.
    pub graph: GraphId,
    /// The version that is to be published; nothing is published that came after it.
    pub base: VersionNumber,
    /// What each version says under the IRI of published graphs, from the first to `base`.
    pub versions: Vec<GraphContent>,
    /// Who.
    pub account: AccountId,
    /// When.
    pub at: Timestamp,
}

/// Where a graph stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphState {
    /// Private.
    Draft,
    /// Readable by who it is shared with.
    Published {
        /// Since when.
        at: Timestamp,
    },
}

/// A graph without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphSummary {
    /// Its identifier.
    pub id: GraphId,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Where it stands.
    pub state: GraphState,
    /// Number of the current version.
    pub version: VersionNumber,
    /// How many axioms it states.
    pub axioms: u32,
    /// When it was first saved.
    pub created_at: Timestamp,
}

/// A graph as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// Its identifier.
    pub id: GraphId,
    /// Whose it is.
    pub owner: AccountId,
    /// What it says.
    pub content: GraphContent,
    /// Number of the version that says so.
    pub version: VersionNumber,
    /// Where it stands.
    pub state: GraphState,
    /// When it was first saved.
    pub created_at: Timestamp,
}

/// A graph of somebody who owns it or shares in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnGraph {
    /// The graph.
    pub graph: GraphSummary,
    /// Whose it is.
    pub owner: AccountId,
    /// What it is to them.
    pub role: ShareRole,
}

/// A version of a graph with what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptVersion {
    /// Its number, day and note.
    pub version: GraphVersion,
    /// What it says.
    pub content: GraphContent,
}

/// A version of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphVersion {
    /// Its number.
    pub version: VersionNumber,
    /// When it was saved.
    pub saved_at: Timestamp,
    /// What changed; empty for the first.
    pub note: String,
}

impl GraphContent {
    fn require_storable(&self, note: &str) -> Result<(), StoreError> {
        storable([self.title.as_str(), self.description.as_str(), self.document.as_str(), note])
    }

    /// Bytes a version with this content and a note stores.
    fn bytes(&self, note: &str) -> usize {
        let texts = [self.title.as_str(), self.description.as_str(), self.document.as_str(), note];
        texts.iter().map(|text| text.len()).fold(0, usize::saturating_add)
    }
}
