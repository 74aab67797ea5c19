//! What people write to the curators: letters, proposals for the library, corrections of its records; and what is
//! answered and decided.

mod read;
mod write;

pub use read::Queue;
pub(super) use read::writer;
pub use write::{Authorship, NewThread, NewThreadEntry, Sender};

use jiff::Timestamp;
use muniment_licenses::model::{LicenseId, VersionNumber};

use super::accounts::Email;
use super::row::words;
use crate::auth::{AccountId, ThreadId};

words! {
    /// What a thread is about.
    pub ThreadKind {
        /// Anything.
        Contact = "contact",
        /// A license proposed for the library.
        Submission = "submission",
        /// Something wrong about a record.
        Correction = "correction",
    }
}

words! {
    /// Where a thread stands.
    pub ThreadState {
        /// Nothing was decided.
        Open = "open",
        /// What it asks for will be done.
        Accepted = "accepted",
        /// What it asks for will not be done.
        Declined = "declined",
        /// What it asks for is done.
        Done = "done",
    }
}

words! {
    /// What curators decide. Where a thread stands open all three are possible; what was accepted becomes done; nothing
    /// else follows on anything.
    pub Decision {
        /// It will be done.
        Accepted = "accepted",
        /// It will not be done.
        Declined = "declined",
        /// It is done.
        Done = "done",
    }
}

words! {
    /// From which side an entry was written.
    pub Side {
        /// From that of who opened the thread.
        Author = "author",
        /// From that of the curators.
        Curator = "curator",
    }
}

impl ThreadState {
    /// What can be decided where a thread stands here.
    #[must_use]
    pub fn decisions(self) -> &'static [Decision] {
        match self {
            Self::Open => &[Decision::Accepted, Decision::Declined, Decision::Done],
            Self::Accepted => &[Decision::Done],
            Self::Declined | Self::Done => &[],
        }
    }
}

/// What a thread is about, with what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// Its messages say it all.
    Contact,
    /// A license for the library; the subject of the thread is its title.
    Submission(Submission),
    /// Something wrong about a record.
    Correction(Correction),
}

impl Matter {
    /// What it is about.
    #[must_use]
    pub fn kind(&self) -> ThreadKind {
        match self {
            Self::Contact => ThreadKind::Contact,
            Self::Submission(_) => ThreadKind::Submission,
            Self::Correction(_) => ThreadKind::Correction,
        }
    }
}

/// A license proposed for the library; the first message states the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Where its legal text is.
    pub text_address: String,
    /// Its SPDX identifier.
    pub spdx: Option<String>,
    /// Who published it.
    pub publisher: Option<String>,
    /// A proposed model, in Turtle or in words, not validated.
    pub model: Option<String>,
}

/// A correction of a record; the first message describes the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The record.
    pub license: LicenseId,
    /// The version that was read.
    pub version: Option<VersionNumber>,
    /// The statement.
    pub statement: Option<String>,
    /// What the legal text says.
    pub quote: Option<String>,
    /// Where it says so.
    pub source: Option<String>,
}

/// Who opened a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opener {
    /// An account.
    Member {
        /// Which.
        account: AccountId,
        /// The name it has now.
        name: String,
    },
    /// A visitor without an account.
    Visitor {
        /// The name they gave.
        name: String,
        /// The address they gave, unconfirmed.
        email: Email,
    },
}

impl Opener {
    /// Their name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Member { name, .. } | Self::Visitor { name, .. } => name,
        }
    }

    /// Their account.
    #[must_use]
    pub fn account(&self) -> Option<&AccountId> {
        match self {
            Self::Member { account, .. } => Some(account),
            Self::Visitor { .. } => None,
        }
    }
}

/// A thread in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadSummary {
    /// Its identifier.
    pub id: ThreadId,
    /// What it is about.
    pub kind: ThreadKind,
    /// Where it stands.
    pub state: ThreadState,
    /// What its author called it.
    pub subject: String,
    /// Who opened it.
    pub opener: Opener,
    /// When.
    pub opened_at: Timestamp,
    /// When the last entry was written.
    pub changed_at: Timestamp,
    /// Since when the thread waits for the curators, if it does.
    pub unanswered_since: Option<Timestamp>,
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// As lists have it.
    pub summary: ThreadSummary,
    /// What it is about.
    pub matter: Matter,
    /// What was written, oldest first; never empty.
    pub entries: Vec<ThreadEntry>,
}

/// A message of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadEntry {
    /// The how-manieth entry, from 1.
    pub number: u32,
    /// From which side.
    pub side: Side,
    /// Who, by the name they have now.
    pub writer: String,
    /// The words.
    pub message: String,
    /// What was decided with them, which they give the reason for.
    pub decision: Option<Decision>,
    /// When.
    pub written_at: Timestamp,
}
