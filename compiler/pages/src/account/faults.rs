use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

/// The faults of the fields of a form: a sentence for each field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Faults(BTreeMap<&'static str, String>);

impl Faults {
    /// A single fault.
    #[must_use]
    pub fn at(field: &'static str, sentence: impl Display) -> Self {
        Self(BTreeMap::from([(field, sentence.to_string())]))
    }

    /// Adds a fault.
    pub fn say(&mut self, field: &'static str, sentence: impl Display) {
        self.0.insert(field, sentence.to_string());
    }

    /// Unwraps the value of a field, or adds its error.
    pub fn read<T, E: Display>(&mut self, field: &'static str, read: Result<T, E>) -> Option<T> {
        read.map_err(|error| self.say(field, error)).ok()
    }

    /// No faults.
    #[must_use]
    pub fn none() -> &'static Self {
        static NONE: Faults = Faults(BTreeMap::new());
        &NONE
    }

    /// Whether there are no faults.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of faults.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}
