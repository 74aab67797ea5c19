use crate::model::{Vocabulary, uncapitalized, words};

/// Labels of acts, outcomes and territories.
#[derive(Debug, Clone, Copy)]
pub struct Labels<'l> {
    vocabulary: &'l Vocabulary,
}

/// Territories with an article.
const WITH_ARTICLE: [&str; 3] = ["European Union", "United Kingdom", "United States"];

impl<'l> Labels<'l> {
    /// The labels of a vocabulary.
    #[must_use]
    pub fn new(vocabulary: &'l Vocabulary) -> Self {
        Self { vocabulary }
    }

    /// The label of a term, else the words of its local name.
    #[must_use]
    pub fn label(&self, iri: &str) -> String {
        match self.vocabulary.terms.get(iri) {
            Some(term) if !term.label.is_empty() => term.label.clone(),
            _ => words(iri.rsplit(['#', '/']).next().unwrap_or(iri)),
        }
    }

    /// What a term means; `None` if the vocabulary does not say so.
    #[must_use]
    pub fn meaning(&self, iri: &str) -> Option<&'l str> {
        let comment = self.vocabulary.terms.get(iri).map(|term| term.comment.as_str());
        comment.filter(|comment| !comment.is_empty())
    }

    /// What to do, as a sentence; `None` if the vocabulary does not say so.
    #[must_use]
    pub fn instruction(&self, iri: &str) -> Option<&'l str> {
        self.vocabulary.terms.get(iri)?.instruction.as_deref()
    }

    /// The label within a sentence.
    #[must_use]
    pub fn inline(&self, iri: &str) -> String {
        uncapitalized(&self.label(iri))
    }

    /// The sort key of terms: label ignoring case, label, IRI.
    pub(super) fn key(&self, iri: &str) -> (String, String, String) {
        let label = self.label(iri);
        (label.to_lowercase(), label, iri.to_owned())
    }

    /// Where a rule holds, as an adverbial: `in the European Union`.
    pub(super) fn place(&self, territory: &str) -> String {
        if territory.strip_prefix(&self.vocabulary.namespace) == Some("worldwide") {
            return "everywhere the graph covers".to_owned();
        }
        let label = self.label(territory);
        let article = if WITH_ARTICLE.contains(&label.as_str()) { "the " } else { "" };
        format!("in {article}{label}")
    }
}

/// A sentence with a capital letter.
pub(super) fn capitalized(sentence: &str) -> String {
    let mut characters = sentence.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
