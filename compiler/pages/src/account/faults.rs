use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

/// What is wrong with the fields of a form: a sentence for each, by the name of the field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Faults(BTreeMap<&'static str, String>);

impl Faults {
    /// One field is wrong.
    #[must_use]
    pub fn at(field: &'static str, sentence: impl Display) -> Self {
        Self(BTreeMap::from([(field, sentence.to_string())]))
    }

    /// Another field is wrong.
    pub fn say(&mut self, field: &'static str, sentence: impl Display) {
        self.0.insert(field, sentence.to_string());
    }

    /// What was read of a field; why there is nothing is kept for it.
    pub fn read<T, E: Display>(&mut self, field: &'static str, read: Result<T, E>) -> Option<T> {
        read.map_err(|error| self.say(field, error)).ok()
    }

    /// Nothing is wrong.
    #[must_use]
    pub fn none() -> &'static Self {
        static NONE: Faults = Faults(BTreeMap::new());
        &NONE
    }

    /// Whether every field is as it should be.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many fields are wrong.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}
