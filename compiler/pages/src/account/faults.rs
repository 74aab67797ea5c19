use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

use super::super::Page;

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

/// A page with forms, and what is wrong with the one that was sent.
#[derive(Debug, Serialize)]
pub struct FormPage<'a, P> {
    /// Value of the hidden field `csrf_token`.
    pub csrf: &'a str,
    /// A sentence about why the form was refused.
    pub problem: Option<&'a str>,
    /// Faults of fields.
    pub faults: &'a Faults,
    /// What else the page holds.
    #[serde(flatten)]
    pub page: &'a P,
}

impl<P: Page> Page for FormPage<'_, P> {
    const TEMPLATE: &'static str = P::TEMPLATE;
}
