use muniment_documents::wire::Representation;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::Form;

/// Bytes that are kept at most.
const MOST_BYTES: u64 = 4 << 20;
/// Answers for which the cache reserves places; most have a few kilobytes.
const EXPECTED: usize = 1024;

/// Answers to questions about containment that were asked lately, by their query and form; the least used go first. The
/// library does not change, so an answer stays the same.
#[derive(Debug)]
pub struct ContainmentAnswers(Cache<(String, Representation), Form, Bytes>);

impl Default for ContainmentAnswers {
    fn default() -> Self {
        Self(Cache::with_weighter(EXPECTED, MOST_BYTES, Bytes))
    }
}

impl ContainmentAnswers {
    /// The answer to a query in a form, if it is kept.
    pub(crate) fn get(&self, query: &(String, Representation)) -> Option<Form> {
        self.0.get(query)
    }

    /// Keeps an answer.
    pub(crate) fn keep(&self, query: (String, Representation), answer: Form) {
        self.0.insert(query, answer);
    }
}

/// Weighs an answer by its bytes and those of its query and headers.
#[derive(Debug, Clone)]
struct Bytes;

/// The headers of an answer, and what the cache needs for an entry.
const OVERHEAD: usize = 1024;

impl Weighter<(String, Representation), Form> for Bytes {
    fn weight(&self, (query, _): &(String, Representation), answer: &Form) -> u64 {
        u64::try_from(query.len() + answer.made_length() + OVERHEAD).unwrap_or(u64::MAX)
    }
}
