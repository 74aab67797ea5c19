use std::fmt;
use std::io;
use std::path::PathBuf;

use sqlx::error::ErrorKind;

use super::address::InvalidDatabaseUrl;
use super::row::words;
use super::storage::StorageFull;

/// Why the store did not do what was asked.
///
/// No message holds SQL or a value; what the database said is in the chain of sources, for logs.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database does not answer, or cannot be written: 503, and the same may go through later.
    #[error("the database does not answer")]
    Unavailable(#[source] sqlx::Error),
    /// It contradicts the state things are in.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// The account stores as much as it may.
    #[error(transparent)]
    Full(#[from] StorageFull),
    /// There is nothing of that name.
    #[error("there is no such {0}")]
    Missing(Entity),
    /// A text holds U+0000, which PostgreSQL has no way to keep.
    #[error("a text holds the character U+0000")]
    Nul,
    /// A value in the database means nothing to this server.
    #[error("the database holds something in `{column}` that this server does not understand")]
    Unreadable {
        /// The column.
        column: &'static str,
    },
    /// A statement failed, and would fail again: an error of this server.
    #[error("a statement of the database failed")]
    Failed(#[source] sqlx::Error),
}

/// What stands against something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// Another account has the e-mail address.
    #[error("another account has this e-mail address")]
    EmailTaken,
    /// The identifier or digest is in use.
    #[error("the identifier is in use")]
    IdTaken,
    /// The account is closed.
    #[error("the account is closed")]
    AccountClosed,
    /// Only drafts can be changed or published.
    #[error("it is no draft")]
    NotADraft,
    /// Only what is published, and not deprecated yet, can be deprecated.
    #[error("it is not published, or deprecated already")]
    NotPublished,
    /// It was saved since it was read.
    #[error("it was changed in the meantime")]
    Outdated,
    /// A license cannot succeed itself.
    #[error("a license cannot be its own successor")]
    OwnSuccessor,
    /// The share of its owner can neither be changed nor taken away.
    #[error("its owner stays its owner")]
    OwnerStays,
    /// What a thread asks for was decided before.
    #[error("it was decided already")]
    Decided,
}

words! {
    /// What is missing.
    pub Entity {
        /// An account.
        Account = "account",
        /// A session.
        Session = "session",
        /// A token.
        Token = "token",
        /// A license.
        License = "license",
        /// A revision of a license.
        Revision = "revision",
        /// A graph.
        Graph = "graph",
        /// A run of the translation assistant.
        Translation = "translation",
        /// A thread.
        Thread = "thread",
        /// A link that was mailed to an account.
        Link = "link",
    }
}

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Why a database cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL names none.
    #[error(transparent)]
    Address(#[from] InvalidDatabaseUrl),
    /// The file cannot be made.
    #[error("cannot create the database file `{0}`")]
    File(PathBuf, #[source] io::Error),
    /// It does not answer.
    #[error("cannot connect to the database {address}")]
    Connect {
        /// The database, without a password.
        address: String,
        /// What was said.
        #[source]
        source: sqlx::Error,
    },
    /// A text cannot be kept as it is.
    #[error("the encoding of the database is {0}, and has to be UTF8")]
    Encoding(String),
    /// A later version of this server was here.
    #[error(
        "the layout of the database is {found}, newer than this server knows ({known}); use the newer server"
    )]
    Newer {
        /// The layout of the database.
        found: i64,
        /// The newest layout known.
        known: i64,
    },
    /// The tables were not made by this server's migrations.
    #[error("layout {0} of the database was made by other migrations than this server's")]
    Altered(i64),
    /// A migration failed.
    #[error("the tables cannot be brought up to date")]
    Migrate(#[source] sqlx::migrate::MigrateError),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed => Self::Unavailable(error),
            sqlx::Error::Database(said) => match said.kind() {
                // Each function says itself what a constraint it may run into means; the rest are keys.
                ErrorKind::UniqueViolation => Conflict::IdTaken.into(),
                _ if said.code().is_some_and(|code| may_pass(&code)) => Self::Unavailable(error),
                _ => Self::Failed(error),
            },
            _ => Self::Failed(error),
        }
    }
}

/// Whether the code of an error stands for something that is none of our doing and may pass: a full disk, a database
/// that is being shut down, a transaction that lost against another.
fn may_pass(code: &str) -> bool {
    // PostgreSQL: five letters, of which the first two are the class.
    if code.len() == 5 {
        let class = code.get(..2).unwrap_or_default();
        return matches!(class, "08" | "40" | "53" | "57" | "58") || matches!(code, "25006" | "55P03");
    }
    // SQLite: a number, whose lowest byte is the primary code.
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    const READ_ONLY: u32 = 8;
    const IO: u32 = 10;
    const FULL: u32 = 13;
    const CANNOT_OPEN: u32 = 14;
    code.parse::<u32>()
        .is_ok_and(|code| matches!(code & 0xff, BUSY | LOCKED | READ_ONLY | IO | FULL | CANNOT_OPEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_databases_are_told_apart() {
        // Busy, busy snapshot, disk I/O error while writing; too many connections, shutdown, deadlock, disk full.
        for code in ["5", "517", "778", "53300", "57P01", "40P01", "53100"] {
            assert!(may_pass(code), "{code}");
        }
        // Corrupt, constraint, syntax error, undefined table.
        for code in ["11", "19", "2067", "42601", "42P01", "1", "", "x"] {
            assert!(!may_pass(code), "{code}");
        }
        assert!(matches!(StoreError::from(sqlx::Error::PoolTimedOut), StoreError::Unavailable(_)));
        assert!(matches!(StoreError::from(sqlx::Error::RowNotFound), StoreError::Failed(_)));
    }
}
