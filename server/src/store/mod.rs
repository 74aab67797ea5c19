//! The database, and the only SQL of the project: SQLite or PostgreSQL, by the same statements and migrations.
//!
//! | File | Holds |
//! |---|---|
//! | `address` | which database an URL means |
//! | `connect` | opening it; who reads and who writes |
//! | `layout` | migrations |
//! | `backup` | a copy of a running SQLite database |
//! | `error` | why something was not done |
//! | `row` | states and values, as the database spells them |
//! | `accounts` `links` `sessions` `tokens` | who there is |
//! | `owned` `shares` | licenses and graphs that accounts make, and who may see it |
//! | `audit` | what they did that cannot be taken back |
//! | `quotas` `window_limits` | how much they may do |
//! | `storage` | how much they may store |
//! | `translations` | runs of the assistant |
//! | `threads` | what people write to the curators |
//! | `notifications` `mails` | who is told of it, and of other things; what is mailed |
//!
//! A function is one transaction, whole or not there at all: after a crash there is no published license without
//! its audit row, and whatever was answered is kept. Time, identifiers and digests are passed in. Who may do what is
//! decided by who calls; what contradicts the state a thing is in is refused here, where two servers that do it
//! at once meet.

mod accounts;
mod address;
mod audit;
mod backup;
mod connect;
mod error;
mod layout;
mod links;
mod mails;
mod notifications;
mod owned;
mod quotas;
mod row;
mod sessions;
mod shares;
mod storage;
mod threads;
mod tokens;
mod translations;
mod window_limits;

pub use accounts::{
    Account, AccountSearch, AccountState, Credentials, Email, FORMER_MEMBER, InvalidEmail, NewAccount,
    PasswordChange, Role,
};
pub use address::{DatabaseAddress, InvalidDatabaseUrl};
pub use audit::{Act, AuditRecord, Consent};
pub use backup::BackupError;
pub use connect::Store;
pub use error::{Conflict, Entity, OpenError, StoreError};
pub use layout::Layout;
pub use links::{DueLink, LinkPurpose};
pub use mails::{DueMail, Recipient};
pub use notifications::{Event, Notification};
pub use owned::{
    Actor, ActorRole, Content, Deprecation, Edit, KeptRevision, ModelSummary, NewModel, OwnedId, OwnedModel,
    Publication, Restoration, Revision, RevisionKind, State,
};
pub use quotas::{Adjustment, Allowances, FREE_CONTINUATIONS, Quota, QuotaKind, Spending};
pub use row::UnknownWord;
pub use sessions::{NewSession, Renewal, Session};
pub use shares::{Granted, Share, ShareRole, Shared};
pub use storage::{StorageFull, StorageLimits, StorageUse, Stored};
pub use threads::{
    Authorship, Correction, Decision, Matter, NewThread, NewThreadEntry, Opener, Queue, Sender, Side,
    Submission, Thread, ThreadEntry, ThreadKind, ThreadState, ThreadSummary,
};
pub use tokens::{Bearer, NewToken, Token, TokenNotice};
pub use translations::{NewTranslation, PartCost, Translation, TranslationStatus};
