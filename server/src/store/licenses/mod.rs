//! Composed licenses and their revisions (spec:version-1#states). A license has one version for good: what changes is
//! published under a new identifier (spec:version-2#states).

mod read;
mod write;

use jiff::Timestamp;
use muniment_licenses::model::{Day, LicenseId};
use muniment_rdf::ContentHash;
use sqlx::any::AnyRow;

use super::connect::{Writing, sql};
use super::error::StoreError;
use super::row::{optional, parsed, storable, text, time, words};
use crate::auth::AccountId;

words! {
    /// What the database calls the state of a license.
    Status {
        /// [`LicenseState::Draft`].
        Draft = "draft",
        /// [`LicenseState::Published`].
        Published = "published",
        /// [`LicenseState::Deprecated`].
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
    /// As what somebody saves a revision (spec:version-1#answer-objects).
    pub ActorRole {
        /// As the owner of the license.
        Owner = "owner",
        /// As somebody the license is shared with.
        Editor = "editor",
        /// As an administrator.
        Admin = "admin",
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

/// What is saved of a license.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LicenseContent {
    /// Title.
    pub title: String,
    /// The RDF, as a text.
    pub document: String,
    /// Content hash of the RDF.
    pub hash: ContentHash,
}

/// A license that was not there before.
#[derive(Debug, Clone)]
pub struct NewLicense {
    /// Its identifier: 32 letters or digits.
    pub id: LicenseId,
    /// Whose it is.
    pub owner: AccountId,
    /// What it says.
    pub content: LicenseContent,
    /// The license it succeeds.
    pub replaces: Option<LicenseId>,
    /// What is said about its first revision.
    pub note: String,
    /// When.
    pub at: Timestamp,
}

/// A change of a draft.
#[derive(Debug, Clone)]
pub struct Edit {
    /// The draft.
    pub license: LicenseId,
    /// The revision it was made from; nothing is saved over what came after that.
    pub base: u32,
    /// What it says now.
    pub content: LicenseContent,
    /// Who.
    pub actor: Actor,
    /// What is said about it.
    pub note: String,
    /// When.
    pub at: Timestamp,
}

/// That an earlier revision of a draft is restored.
#[derive(Debug, Clone)]
pub struct Restoration {
    /// The draft.
    pub license: LicenseId,
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
    pub content: LicenseContent,
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

/// Where a license stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LicenseState {
    /// Private, and not finished.
    Draft,
    /// Public for good.
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
        successor: Option<LicenseId>,
    },
}

/// A license without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LicenseSummary {
    /// Its identifier.
    pub id: LicenseId,
    /// Title.
    pub title: String,
    /// Where it stands.
    pub state: LicenseState,
    /// The license it succeeds: its owner said so of that license.
    pub replaces: Option<LicenseId>,
    /// When it was first saved.
    pub created_at: Timestamp,
}

/// A license as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct License {
    /// Its identifier.
    pub id: LicenseId,
    /// Whose it is.
    pub owner: AccountId,
    /// What it says.
    pub content: LicenseContent,
    /// Number of the revision that says so.
    pub revision: u32,
    /// Where it stands.
    pub state: LicenseState,
    /// The license it succeeds.
    pub replaces: Option<LicenseId>,
    /// When it was first saved.
    pub created_at: Timestamp,
}

/// A license of somebody who owns it or shares in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnLicense {
    /// The license.
    pub license: LicenseSummary,
    /// What it is to them.
    pub role: super::ShareRole,
}

/// Something that was saved of a license.
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

impl LicenseState {
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

impl LicenseContent {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            title: text(row, "title")?,
            document: text(row, "document")?,
            hash: parsed(row, "content_hash")?,
        })
    }

    fn require_storable(&self, note: &str) -> Result<(), StoreError> {
        storable([self.title.as_str(), self.document.as_str(), note])
    }

    /// Bytes a revision with this content and a note stores.
    fn bytes(&self, note: &str) -> usize {
        self.title.len().saturating_add(self.document.len()).saturating_add(note.len())
    }
}

/// A revision to be written.
struct Saved<'a> {
    license: &'a LicenseId,
    number: u32,
    kind: RevisionKind,
    content: &'a LicenseContent,
    /// The revision whose document this one has; the document of `content` is empty then.
    restores: Option<u32>,
    actor: &'a Actor,
    note: &'a str,
    at: Timestamp,
}

impl Saved<'_> {
    async fn insert(&self, writing: &mut Writing) -> Result<(), StoreError> {
        sql("INSERT INTO license_revisions
             (license, number, kind, saved_at, actor, actor_role, note, title, document, content_hash, restores)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)")
        .bind(self.license.as_str())
        .bind(i64::from(self.number))
        .bind(self.kind.word())
        .bind(self.at.as_millisecond())
        .bind(self.actor.account.as_str())
        .bind(self.actor.role.word())
        .bind(self.note)
        .bind(&self.content.title)
        .bind(&self.content.document)
        .bind(self.content.hash.to_string())
        .bind(self.restores.map(i64::from))
        .execute(&mut **writing)
        .await?;
        Ok(())
    }
}
