use std::time::{Duration, Instant};

use muniment_documents::api::v1::Refused;
use muniment_licenses::reason::{OverBudget, Unbounded};

use crate::accounts::ConsistencyError;

/// What one check of licenses may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckBounds {
    /// How long it may take.
    pub time: Duration,
    /// Entries of its verdict.
    pub entries: usize,
}

/// When a check has to be over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline(Instant);

impl Deadline {
    pub(super) fn new(at: Instant) -> Self {
        Self(at)
    }

    pub(super) fn is_over(self) -> bool {
        Instant::now() >= self.0
    }
}

pub(super) fn out_of_time(error: OverBudget) -> Refused {
    ConsistencyError::from(error).into()
}

/// The refusal of a check whose verdict has no end within its bounds.
pub(super) fn unbounded(error: Unbounded) -> Refused {
    match error {
        Unbounded::Time(error) => out_of_time(error),
        Unbounded::Entries { most } => Refused::sentence(
            422,
            format!(
                "More than {most} statements of these licenses stand against each other, which is the most that one \
                 answer holds; ask about fewer licenses at once."
            ),
        ),
    }
}
