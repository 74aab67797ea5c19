use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::OwnTerms;
use crate::model::terms::{dct, odrl};
use crate::prose::Source;
use muniment_rdf::{NodeView, iri_of, text_of};

/// The replacement of a name (spec:version-1#narration, `without_names`).
pub const THE_LICENSOR: &str = "the licensor";
/// The replacement of an address that contains a name.
const ADDRESS: &str = "[address left out]";
/// Maximum number of names of one model.
const MOST_NAMES: usize = 50;
/// Minimum letters and digits of a name that is searched for in addresses.
const MIN_IN_ADDRESS: usize = 4;

/// The names of creators, publishers and licensors, to be removed from texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// Folded, longest first, because a name may be a prefix of another.
    names: Vec<Name>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    folded: String,
    /// Its letters and digits, as in an address.
    squashed: String,
}

/// A model with too many names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the model names more than {MOST_NAMES} creators, licensors and publishers")]
pub struct TooManyNames;

impl Names {
    /// Reads the names of creator, licensor and publisher: texts, addresses, or nodes with a name.
    ///
    /// # Errors
    /// There are too many names.
    pub fn of(source: Source<'_>, own: &OwnTerms) -> Result<Self, TooManyNames> {
        let parties = [dct::CREATOR, dct::CONTRIBUTOR, dct::PUBLISHER, odrl::ASSIGNER, &own.license_owner];
        let mut nodes: BTreeMap<String, NodeView<'_>> = BTreeMap::new();
        let mut names: BTreeSet<Name> = BTreeSet::new();
        for (_, predicate, object) in source.graph.named(source.iri).statements() {
            if !parties.contains(&predicate) {
                continue;
            }
            names.extend(iri_of(object).or_else(|| text_of(object)).and_then(Name::new));
            nodes.extend(source.graph.node_of(object).map(|node| (object.to_string(), node)));
            if names.len() > MOST_NAMES || nodes.len() > MOST_NAMES {
                return Err(TooManyNames);
            }
        }
        let described = nodes.values().flat_map(|node| node.statements());
        names.extend(described.filter_map(|(_, _, object)| Name::new(text_of(object)?)));
        if names.len() > MOST_NAMES {
            return Err(TooManyNames);
        }
        let mut names: Vec<Name> = names.into_iter().collect();
        names.sort_by_key(|name| Reverse(name.folded.len()));
        Ok(Self { names })
    }

    /// Replaces every name with [`THE_LICENSOR`], ignoring case and line breaks, and removes addresses that contain a
    /// name.
    #[must_use]
    pub fn without(&self, text: &str) -> String {
        if self.names.is_empty() {
            return text.to_owned();
        }
        let text = self.without_addresses(text);
        let folded = Folded::new(&text);
        let mut found: BTreeMap<usize, usize> = BTreeMap::new();
        for name in &self.names {
            for (start, end) in folded.places(&name.folded) {
                found.entry(start).or_insert(end);
            }
        }
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for (start, end) in found {
            if let Some(between) = text.get(at..start) {
                out.push_str(between);
                drop_article(&mut out);
                out.push_str(THE_LICENSOR);
                at = end;
            }
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }

    fn without_addresses(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for piece in text.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end().trim_end_matches(['.', ',', ';', ')', ']', '>', '"', '\u{201d}']);
            if word.contains("://") && self.are_in_address(word) {
                out.push_str(ADDRESS);
                out.push_str(piece.strip_prefix(word).unwrap_or_default());
            } else {
                out.push_str(piece);
            }
        }
        out
    }

    /// Whether an address contains a name, but is not itself the name.
    fn are_in_address(&self, address: &str) -> bool {
        let address = squashed(address);
        let is_long = |name: &&Name| name.squashed.chars().count() >= MIN_IN_ADDRESS;
        self.names
            .iter()
            .filter(is_long)
            .any(|name| address != name.squashed && address.contains(&name.squashed))
    }
}

impl Name {
    /// `None` for a name without letters and digits.
    fn new(name: &str) -> Option<Self> {
        let squashed = squashed(name);
        let folded = Folded::new(name.trim()).text;
        (!squashed.is_empty()).then_some(Self { folded, squashed })
    }
}

/// A text with letter case, apostrophes and white space normalized.
struct Folded {
    text: String,
    /// For every byte and the end: the position in the original text.
    origins: Vec<usize>,
}

impl Folded {
    fn new(text: &str) -> Self {
        let mut folded = Self { text: String::with_capacity(text.len()), origins: Vec::new() };
        for (origin, character) in text.char_indices() {
            let is_blank = character.is_whitespace();
            if is_blank && folded.text.ends_with(' ') {
                continue;
            }
            folded.text.push(if is_blank { ' ' } else { fold(character) });
            folded.origins.resize(folded.text.len(), origin);
        }
        folded.origins.push(text.len());
        folded
    }

    /// Start and end of every occurrence of a name in the original text, at word boundaries.
    fn places(&self, name: &str) -> Vec<(usize, usize)> {
        let is_letter = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        let (first, last) = (name.chars().next(), name.chars().next_back());
        let mut places = Vec::new();
        let mut from = 0;
        while let Some(rest) = self.text.get(from..)
            && let Some(start) = rest.find(name).map(|at| from + at)
            && let (Some(before), Some(found)) = (self.text.get(..start), self.text.get(start..))
        {
            let end = start + name.len();
            let after = self.text.get(end..).unwrap_or_default();
            if is_letter(first) && is_letter(before.chars().next_back()) {
                // Skips the rest of the word.
                from = start + found.find(|c: char| !c.is_alphanumeric()).unwrap_or(found.len());
            } else if is_letter(last) && is_letter(after.chars().next()) {
                from = start + first.map_or(1, char::len_utf8);
            } else {
                places.extend(self.origins.get(start).copied().zip(self.origins.get(end).copied()));
                from = end;
            }
        }
        places
    }
}

fn fold(character: char) -> char {
    match character {
        '’' | '‘' | 'ʼ' => '\'',
        _ => character.to_lowercase().next().unwrap_or(character),
    }
}

fn squashed(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).map(fold).collect()
}

/// Removes an article from the end of a text, because the replacement has its own.
fn drop_article(text: &mut String) {
    let before = text.trim_end();
    let article = before.len().checked_sub(3).and_then(|at| Some((at, before.get(at..)?)));
    if let Some((at, article)) = article
        && article.eq_ignore_ascii_case("the")
        && before.len() < text.len()
        && !text.get(..at).is_some_and(|head| head.ends_with(char::is_alphanumeric))
    {
        text.truncate(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Names {
        let mut names: Vec<Name> = names.iter().filter_map(|name| Name::new(name)).collect();
        names.sort_by_key(|name| Reverse(name.folded.len()));
        Names { names }
    }

    #[test]
    fn names_are_replaced_in_every_spelling() {
        let names = names(&["Ada O’Hara", "Ada", "Free Software Foundation", "Sun Microsystems, Inc."]);
        for (text, without) in [
            ("It is published by Ada O'Hara.", "It is published by the licensor."),
            ("ADA\n  o'hara's work, and Ada", "the licensor's work, and the licensor"),
            ("The Free\nSoftware Foundation says", "the licensor says"),
            ("Bathe Ada in light", "Bathe the licensor in light"),
            ("by Sun Microsystems, Inc. alone", "by the licensor alone"),
            ("Adaptations by the Canadas", "Adaptations by the Canadas"),
            ("", ""),
        ] {
            assert_eq!(names.without(text), without);
        }
    }

    #[test]
    fn addresses_that_contain_a_name_are_removed() {
        let names = names(&["Creative Commons", "IBM", "https://ada.example/me"]);
        assert_eq!(
            names.without("see https://creativecommons.org/by/4.0/. And https://x.example/ibmx, too"),
            "see [address left out]. And https://x.example/ibmx, too"
        );
        assert_eq!(names.without("granted by https://ada.example/me."), "granted by the licensor.");
    }

    #[test]
    fn names_need_a_letter_or_digit() {
        let names = names(&["", " ", "–", "C++"]);
        assert_eq!(names.without("a – b of C++ and c++x"), "a – b of the licensor and the licensorx");
    }

    #[test]
    fn removing_names_twice_changes_nothing() {
        let names = names(&["licensor"]);
        let once = names.without("the licensor and Licensor");
        assert_eq!(once, "the licensor and the licensor");
        assert_eq!(names.without(&once), once);
    }
}
