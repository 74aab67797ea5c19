//! How a failure of the store is answered.

use muniment_documents::api::{v1, v2};

use crate::limit::NoTurn;
use crate::store::StoreError;

/// Why something that an account made was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There was no turn to read it in.
    #[error(transparent)]
    Turn(#[from] NoTurn),
}

impl From<ReadError> for v1::Refused {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Store(error) => error.into(),
            ReadError::Turn(error) => error.into(),
        }
    }
}

impl From<ReadError> for v2::Refused {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Store(error) => error.into(),
            ReadError::Turn(error) => error.into(),
        }
    }
}

/// Says in the log what went wrong here and is none of the caller's business.
fn tell(error: &StoreError) {
    let source = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    tracing::error!(%error, source, "the store failed");
}

/// What is said where the database does not say whose credentials they are, or what it holds.
pub const SILENT: &str = "The database of accounts does not answer; try again later.";

/// The refusal while the database does not answer.
#[must_use]
pub fn unanswered() -> v1::Refused {
    v1::Refused::later(503, SILENT, 5)
}

impl From<StoreError> for v1::Refused {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => {
                tell(&error);
                unanswered()
            }
            StoreError::Conflict(conflict) => Self::sentence(409, sentence(&conflict.to_string())),
            StoreError::Full(full) => Self::Full { detail: full.to_string() },
            StoreError::Missing(entity) => Self::sentence(404, format!("There is no such {entity}.")),
            StoreError::Nul => Self::sentence(422, sentence(&error.to_string())),
            StoreError::Unreadable { .. } | StoreError::Failed(_) => {
                tell(&error);
                Self::sentence(500, "Internal Server Error")
            }
        }
    }
}

impl From<StoreError> for v2::Refused {
    fn from(error: StoreError) -> Self {
        tell(&error);
        match error {
            StoreError::Unavailable(_) => Self::new(v2::ProblemKind::StoreUnavailable, SILENT),
            _ => Self::new(v2::ProblemKind::InternalError, "something went wrong here"),
        }
    }
}

/// What the store says, as a sentence.
fn sentence(said: &str) -> String {
    let mut letters = said.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}
