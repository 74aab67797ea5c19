use std::fmt;

/// An error in an inventory or in a file of exceptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InventoryFault {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The problem.
    pub message: String,
    /// How to correct it.
    pub remedy: String,
}

impl InventoryFault {
    pub(super) fn at(
        text: &str,
        offset: usize,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        let end = (0..=offset.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        let before = text.get(..end).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before.get(start..).unwrap_or_default().chars().count() + 1;
        Self { line, column, message: message.into(), remedy: remedy.into() }
    }

    pub(super) fn of_all(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { line: 1, column: 1, message: message.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for InventoryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}; {}", self.line, self.column, self.message, self.remedy)
    }
}

impl std::error::Error for InventoryFault {}
