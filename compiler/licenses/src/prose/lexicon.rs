use crate::model::terms::{COUNTRY_NS, cc, odrl};
use crate::model::{Library, OwnTerms, PROPERTY_LABELS, Vocabulary, words};
use muniment_rdf::Prefixes;

/// Acts that come first; the others follow in order of their labels.
const FIRST_ACTS: [&str; 8] = [
    odrl::REPRODUCE,
    odrl::DISTRIBUTE,
    odrl::MODIFY,
    odrl::DERIVE,
    odrl::DISPLAY,
    odrl::PRESENT,
    cc::DERIVATIVE_WORKS,
    cc::COMMERCIAL_USE,
];

/// Permissions that are promises of the licensor.
const ACTS_OF_THE_LICENSOR: [&str; 4] =
    ["covenantNotToSue", "databaseRightWaiver", "moralRightsNonAssertion", "patentGrant"];

/// Prohibitions that forbid nothing, but end the license.
const ACTS_THAT_END_THE_LICENSE: [&str; 1] = ["patentRetaliationTermination"];

/// Names of terms and records for texts.
///
/// Labels and descriptions come from the current vocabulary, titles from the current records.
#[derive(Debug)]
pub struct Lexicon<'l> {
    library: &'l Library,
    prefixes: Prefixes,
    pub(super) own: OwnTerms,
}

impl<'l> Lexicon<'l> {
    /// The lexicon of a library.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        Self { library, prefixes: library.site.all_prefixes(), own: library.site.terms() }
    }

    fn vocabulary(&self) -> &'l Vocabulary {
        &self.library.vocabulary.current.content
    }

    /// The compact name of a term, else its IRI.
    #[must_use]
    pub fn name(&self, iri: &str) -> String {
        self.prefixes.compact(iri)
    }

    /// The label of a term, else its compact name.
    #[must_use]
    pub fn label(&self, iri: &str) -> String {
        if let Some(term) = self.vocabulary().terms.get(iri).filter(|term| !term.label.is_empty()) {
            return term.label.clone();
        }
        if let Some((_, label)) = PROPERTY_LABELS.iter().find(|(known, _)| *known == iri) {
            return (*label).to_owned();
        }
        match iri.strip_prefix(COUNTRY_NS) {
            Some(country) if !country.is_empty() => words(country),
            _ => self.name(iri),
        }
    }

    /// The description of a term as the rest of a sentence: the first sentence of its comment up to a semicolon.
    /// `None` without a comment, or if the sentence contains names of other terms.
    #[must_use]
    pub fn gist(&self, iri: &str) -> Option<String> {
        let comment = self.vocabulary().terms.get(iri)?.comment.as_str();
        let sentence = first_sentence(comment);
        let gist = sentence.split(';').next().unwrap_or(sentence).trim().trim_end_matches('.');
        let names_a_term = gist
            .split_whitespace()
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
            .any(|word| self.prefixes.expand(word).is_some());
        (!gist.is_empty() && !names_a_term).then(|| uncapitalized(gist))
    }

    /// The sort key of an act: `FIRST_ACTS`, then labels, then names.
    #[must_use]
    pub fn place(&self, act: &str) -> (usize, String, String) {
        let position = FIRST_ACTS.iter().position(|first| *first == act);
        (position.unwrap_or(FIRST_ACTS.len()), self.label(act).to_lowercase(), act.to_owned())
    }

    /// Whether a permission of the act is a promise of the licensor.
    #[must_use]
    pub fn is_of_the_licensor(&self, act: &str) -> bool {
        self.is_own(act, &ACTS_OF_THE_LICENSOR)
    }

    /// Whether a prohibition of the act ends the license instead of forbidding the act.
    #[must_use]
    pub fn ends_the_license(&self, act: &str) -> bool {
        self.is_own(act, &ACTS_THAT_END_THE_LICENSE)
    }

    /// Whether the vocabulary contains the term.
    pub(super) fn knows(&self, iri: &str) -> bool {
        self.vocabulary().terms.contains_key(iri)
    }

    /// Whether the IRI is one of these terms of the library's own namespace.
    pub(super) fn is_own(&self, iri: &str, local_names: &[&str]) -> bool {
        iri.strip_prefix(&self.vocabulary().namespace).is_some_and(|local| local_names.contains(&local))
    }

    /// A name for an IRI: title and identifier of a record, label of a term, else the IRI.
    pub(super) fn thing(&self, iri: &str) -> String {
        if let Some(id) = iri.strip_prefix(&self.library.site.license_base()) {
            let title = self.library.licenses.get(id).map(|model| &model.current.content.title.value);
            return match title.filter(|title| !title.is_empty()) {
                Some(title) => format!("{title} ({id})"),
                None => id.to_owned(),
            };
        }
        if let Some(country) = iri.strip_prefix(COUNTRY_NS).filter(|country| !country.is_empty()) {
            return words(country);
        }
        if self.knows(iri) { uncapitalized(&self.label(iri)) } else { iri.to_owned() }
    }

    pub(super) fn record_iri(&self, id: &crate::model::LicenseId) -> String {
        self.library.site.license_iri(id)
    }
}

/// The first sentence of a text; a full stop of an abbreviation does not end it.
fn first_sentence(text: &str) -> &str {
    let ends = text
        .match_indices(". ")
        .find(|(at, _)| text.get(at + 2..).is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase())));
    ends.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// A label or sentence with its first letter in lower case, unless its first word is an abbreviation.
pub(super) fn uncapitalized(text: &str) -> String {
    let mut characters = text.chars();
    match (characters.next(), characters.clone().next()) {
        (Some(first), next) if !next.is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(characters).collect()
        }
        _ => text.to_owned(),
    }
}

/// Adds a full stop, unless the last word has one (`Sun Microsystems, Inc.`).
pub(super) fn finished(sentence: &str) -> String {
    let stop = if sentence.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{sentence}{stop}")
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn enumerated(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_before_a_capital() {
        assert_eq!(first_sentence("Using it, e.g. for tests. It is old."), "Using it, e.g. for tests");
        assert_eq!(first_sentence("Making copies."), "Making copies.");
    }

    #[test]
    fn abbreviations_keep_their_capitals() {
        assert_eq!(uncapitalized("Share alike"), "share alike");
        assert_eq!(uncapitalized("DRM ban"), "DRM ban");
        assert_eq!(uncapitalized("Été"), "été");
        assert_eq!(uncapitalized(""), "");
    }

    #[test]
    fn a_sentence_has_one_full_stop() {
        assert_eq!(finished("Credit: Me"), "Credit: Me.");
        assert_eq!(finished("Credit: Me, Inc."), "Credit: Me, Inc.");
    }

    #[test]
    fn words_are_enumerated() {
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(enumerated(&words), "a, b and c");
        assert_eq!(enumerated(words.get(..2).unwrap()), "a and b");
        assert_eq!(enumerated(&[]), "");
    }
}
