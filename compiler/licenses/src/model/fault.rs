use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a fault weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// Nothing may be published with it.
    Error,
    /// Worth a curator's look; publishing goes on.
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

/// Where a fault stands.
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

/// Something a curator has got wrong.
///
/// Faults order by place, then check, then message, so a report is the same on every run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// Number of the check, as listed in `data/README.md`.
    pub check: u8,
    /// How much it weighs.
    pub severity: Severity,
    /// What is wrong: lower case, no full stop, input in backticks.
    pub message: String,
    /// What would mend it.
    pub help: String,
    /// Identifier of the model concerned, for `check-exceptions.toml`; empty when none is.
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

    /// The same fault, said of a model.
    #[must_use]
    pub fn of(self, model: impl ToString) -> Self {
        Self { model: model.to_string(), ..self }
    }
}
