use std::fmt;

use serde::{Deserialize, Serialize};

/// Whether a fault prevents publishing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// Prevents publishing.
    Error,
    /// Does not prevent publishing.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// The place of a fault in the data folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Path below the data folder, with `/` between its parts.
    pub file: String,
    /// Line from 1; 0 when the fault concerns the file as a whole.
    pub line: usize,
    /// Column from 1, in characters; 0 when only the line is known.
    pub column: usize,
}

impl Place {
    /// The file as a whole.
    #[must_use]
    pub fn file(file: impl Into<String>) -> Self {
        Self { file: file.into(), line: 0, column: 0 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.file),
            (line, 0) => write!(f, "{}:{line}", self.file),
            (line, column) => write!(f, "{}:{line}:{column}", self.file),
        }
    }
}

/// A fault in the data. Faults are ordered by place, check and message, so reports are deterministic.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fault {
    /// The place.
    pub place: Place,
    /// Number of the check, as listed in `data/README.md`.
    pub check: u8,
    /// Error or warning.
    pub severity: Severity,
    /// Message: lower case, no full stop, input in backticks.
    pub message: String,
    /// How to correct it.
    pub help: String,
    /// Identifier of the model, for `check-exceptions.toml`; may be empty.
    pub model: String,
}

impl Fault {
    /// An error.
    pub fn error(check: u8, place: Place, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            place,
            check,
            severity: Severity::Error,
            message: message.into(),
            help: help.into(),
            model: String::new(),
        }
    }

    /// A warning.
    pub fn warning(check: u8, place: Place, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(check, place, message, help) }
    }

    /// Sets the model of the fault.
    #[must_use]
    pub fn of(self, model: impl ToString) -> Self {
        Self { model: model.to_string(), ..self }
    }
}
