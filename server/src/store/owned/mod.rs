//! Models that accounts own, licenses and dependency graphs, with their revisions (spec:version-1#graph-objects and spec:version-1#states). Both kinds
//! stand in the same tables and go through the same states: draft, published, deprecated.
//!
//! A license has one version for good: a change of a published one is a license of its own (spec:version-2#states). A published
//! graph gets further revisions, which are its versions; it is never deprecated.

mod read;
mod write;

use std::fmt::{Debug, Display};
use std::str::FromStr;

use jiff::Timestamp;
use muniment_documents::api::v1::ModelState;
use muniment_licenses::model::{Day, GraphId, LicenseId};
use muniment_rdf::ContentHash;
use sqlx::any::AnyRow;

use super::audit::Act;
use super::error::StoreError;
use super::row::{number, optional, parsed, storable, text, time, words};
use super::shares::{ShareRole, Shared};
use super::storage::Stored;
use crate::auth::AccountId;

words! {
    /// What the database calls a kind.
    pub(super) Kind {
        /// Of licenses.
        License = "license",
        /// Of graphs.
        Graph = "graph",
    }
}

words! {
    /// What the database calls a state.
    Status {
        /// [`State::Draft`].
        Draft = "draft",
        /// [`State::Published`].
        Published = "published",
        /// [`State::Deprecated`].
        Deprecated = "deprecated",
    }
}

words! {
    /// What a revision was saved as (spec:version-1#answer-objects).
    pub RevisionKind {
        /// Work in progress.
        Draft = "draft",
        /// What the public sees from then on.
        Publish = "publish",
        /// An earlier revision of a draft, taken up again.
        Restore = "restore",
    }
}

words! {
    /// The role in which a revision is saved (spec:version-1#answer-objects).
    pub ActorRole {
        /// As the owner of the model.
        Owner = "owner",
        /// As an account that the model is shared with.
        Editor = "editor",
        /// As an administrator.
        Admin = "admin",
    }
}

/// The identifier of a license or graph of an account: 32 letters or digits.
pub trait OwnedId: FromStr + Display + Debug + Clone + PartialEq + Send + Sync {
    /// The model as shares name it.
    fn shared(&self) -> Shared<'_>;

    /// What the audit says of its publication.
    fn publication(&self) -> Act;

    /// Its kind, as the database calls it.
    fn kind() -> &'static str;
}

impl OwnedId for LicenseId {
    fn shared(&self) -> Shared<'_> {
        Shared::License(self)
    }

    fn publication(&self) -> Act {
        Act::PublishedLicense(self.clone())
    }

    fn kind() -> &'static str {
        Kind::License.word()
    }
}

impl OwnedId for GraphId {
    fn shared(&self) -> Shared<'_> {
        Shared::Graph(self)
    }

    fn publication(&self) -> Act {
        Act::PublishedGraph(self.clone())
    }

    fn kind() -> &'static str {
        Kind::Graph.word()
    }
}

impl Shared<'_> {
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::License(_) => Kind::License,
            Self::Graph(_) => Kind::Graph,
        }
    }

    /// What is counted of a new model and of a new revision.
    fn stored(self) -> [Stored; 2] {
        match self {
            Self::License(_) => [Stored::Licenses, Stored::Revisions],
            Self::Graph(_) => [Stored::Graphs, Stored::GraphVersions],
        }
    }
}

/// Who saves a revision. Whether they may is decided before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The account.
    pub account: AccountId,
    /// As what.
    pub role: ActorRole,
}

/// What is saved of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Title.
    pub title: String,
    /// Description of a graph; empty for a license.
    pub description: String,
    /// The RDF, as a text.
    pub document: String,
    /// Content hash of the RDF.
    pub hash: ContentHash,
    /// How many axioms a graph states; 0 for a license.
    pub axioms: u32,
}

/// A model that was not there before.
#[derive(Debug, Clone)]
pub struct NewModel<I> {
    /// Its identifier.
    pub id: I,
    /// Whose it is.
    pub owner: AccountId,
    /// What it says.
    pub content: Content,
    /// The model it succeeds.
    pub replaces: Option<I>,
    /// What is said about its first revision.
    pub note: String,
    /// When.
    pub at: Timestamp,
}

/// A new revision of a model.
#[derive(Debug, Clone)]
pub struct Edit<I> {
    /// The model.
    pub model: I,
    /// The revision it was made from; nothing is saved over what came after that.
    pub base: u32,
    /// What it says now.
    pub content: Content,
    /// Who.
    pub actor: Actor,
    /// What is said about it.
    pub note: String,
    /// When.
    pub at: Timestamp,
}

/// The publication of a draft in all its revisions, each of which is written anew under another IRI.
#[derive(Debug, Clone)]
pub struct Publication<I> {
    /// The draft.
    pub model: I,
    /// The revision that is to be published; nothing is published that came after it.
    pub base: u32,
    /// What each revision says under the IRI of published models, from the first to `base`.
    pub revisions: Vec<Content>,
    /// Who.
    pub account: AccountId,
    /// When.
    pub at: Timestamp,
}

/// That an earlier revision of a draft is restored.
#[derive(Debug, Clone)]
pub struct Restoration<I> {
    /// The draft.
    pub model: I,
    /// The revision it was asked for at; nothing is saved over what came after that.
    pub base: u32,
    /// The revision whose content the draft gets.
    pub revision: u32,
    /// Who.
    pub actor: Actor,
    /// What is said about it.
    pub note: String,
    /// When.
    pub at: Timestamp,
}

/// That a license is no longer to be used.
#[derive(Debug, Clone)]
pub struct Deprecation {
    /// The license.
    pub license: LicenseId,
    /// What it says now, the statements about its deprecation included.
    pub content: Content,
    /// Since which day.
    pub on: Day,
    /// What to use instead: a composed license or a record of the library.
    pub successor: Option<LicenseId>,
    /// Who.
    pub actor: Actor,
    /// The reason.
    pub note: String,
    /// When.
    pub at: Timestamp,
}

/// Where a model stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State<I> {
    /// Private, and not finished.
    Draft,
    /// A license is public for good; a graph is readable by who it is shared with.
    Published {
        /// Since when.
        at: Timestamp,
    },
    /// Public, and no longer to be used.
    Deprecated {
        /// Since when it is public.
        published_at: Timestamp,
        /// Since which day it is not to be used.
        on: Day,
        /// What to use instead.
        successor: Option<I>,
    },
}

/// A model without its text, for its owner or an account it is shared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelSummary<I> {
    /// Its identifier.
    pub id: I,
    /// Title.
    pub title: String,
    /// Description of a graph.
    pub description: String,
    /// How many axioms a graph states.
    pub axioms: u32,
    /// Number of the current revision.
    pub revision: u32,
    /// Where it stands.
    pub state: State<I>,
    /// The model it succeeds: its owner said so of that model.
    pub replaces: Option<I>,
    /// When it was first saved.
    pub created_at: Timestamp,
    /// Whose it is.
    pub owner: AccountId,
    /// What it is to whom it was listed for.
    pub role: ShareRole,
}

/// A model as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedModel<I> {
    /// Its identifier.
    pub id: I,
    /// Whose it is.
    pub owner: AccountId,
    /// What it says.
    pub content: Content,
    /// Number of the revision that says so.
    pub revision: u32,
    /// Where it stands.
    pub state: State<I>,
    /// The model it succeeds.
    pub replaces: Option<I>,
    /// When it was first saved.
    pub created_at: Timestamp,
}

/// Something that was saved of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// Its number, from 1.
    pub number: u32,
    /// What it was saved as.
    pub kind: RevisionKind,
    /// When.
    pub saved_at: Timestamp,
    /// Who saved it.
    pub actor: AccountId,
    /// The name they have now.
    pub actor_name: String,
    /// As what they saved it.
    pub actor_role: ActorRole,
    /// What was said about it.
    pub note: String,
}

/// A revision of a model with what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRevision {
    /// Its number, from 1.
    pub number: u32,
    /// When it was saved.
    pub saved_at: Timestamp,
    /// What was said about it.
    pub note: String,
    /// What it says.
    pub content: Content,
}

impl<I> State<I> {
    /// Whether it is a draft.
    #[must_use]
    pub fn is_draft(&self) -> bool {
        matches!(self, Self::Draft)
    }

    /// Since when it is public.
    #[must_use]
    pub fn published_at(&self) -> Option<Timestamp> {
        match self {
            Self::Draft => None,
            Self::Published { at } | Self::Deprecated { published_at: at, .. } => Some(*at),
        }
    }

    /// The state alone.
    #[must_use]
    pub fn kind(&self) -> ModelState {
        match self {
            Self::Draft => ModelState::Draft,
            Self::Published { .. } => ModelState::Published,
            Self::Deprecated { .. } => ModelState::Deprecated,
        }
    }
}

impl<I: OwnedId> State<I> {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(match parsed(row, "status")? {
            Status::Draft => Self::Draft,
            Status::Published => Self::Published { at: time(row, "published_at")? },
            Status::Deprecated => Self::Deprecated {
                published_at: time(row, "published_at")?,
                on: parsed(row, "deprecated_on")?,
                successor: optional(row, "replaced_by")?,
            },
        })
    }
}

impl Content {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            title: text(row, "title")?,
            description: text(row, "description")?,
            document: text(row, "document")?,
            hash: parsed(row, "content_hash")?,
            axioms: number(row, "axioms")?,
        })
    }

    fn texts<'c>(&'c self, note: &'c str) -> [&'c str; 4] {
        [&self.title, &self.description, &self.document, note]
    }

    fn require_storable(&self, note: &str) -> Result<(), StoreError> {
        storable(self.texts(note))
    }

    /// Bytes a revision with this content and a note stores.
    fn bytes(&self, note: &str) -> usize {
        self.texts(note).map(str::len).into_iter().fold(0, usize::saturating_add)
    }
}
