//! License texts in normal form, and quotations of them.

mod alignment;
mod clauses;
mod sections;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use muniment_rdf::ContentHash;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

pub use alignment::Alignment;
pub use clauses::{Clause, clauses};
pub use sections::{InvalidSections, Sections};

/// Maximum characters of a quotation (spec:license-texts#evidence).
pub const LONGEST_QUOTATION: usize = 300;

/// A license text in normal form (spec:license-texts#normal-form): NFC, typographic quotation marks and dashes as
/// ASCII, runs of white space as one space, without white space at the ends. Letters keep their case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NormalText(String);

impl NormalText {
    /// The normal form of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut normal = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !normal.is_empty() {
                normal.push(' ');
            }
            normal.extend(normal_characters(word));
        }
        Self(normal)
    }

    /// The characters of the normal form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// SHA-256 of the normal form in UTF-8.
    #[must_use]
    pub fn hash(&self) -> ContentHash {
        ContentHash::of(&self.0)
    }

    /// Where a quotation first occurs; `None` if it does not. White space, quotation marks and dashes of the quotation
    /// are compared in normal form.
    #[must_use]
    pub fn locate(&self, quotation: &str) -> Option<Locator> {
        let quotation = Self::of(quotation);
        let (before, _) = self.0.split_once(&quotation.0).filter(|_| !quotation.0.is_empty())?;
        let start = before.chars().count();
        let end = start + quotation.0.chars().count();
        Some(Locator { start, end, quote: quotation.hash() })
    }

    /// The words of a span; `None` if the text is shorter.
    #[must_use]
    pub fn span(&self, locator: &Locator) -> Option<&str> {
        self.0.get(self.bytes(locator)?)
    }

    /// Whether a locator names words of this text and the hash of these words.
    #[must_use]
    pub fn holds(&self, locator: &Locator) -> bool {
        self.span(locator).is_some_and(|words| ContentHash::of(words) == locator.quote)
    }

    /// The bytes of a span; `None` if the text is shorter.
    fn bytes(&self, locator: &Locator) -> Option<Range<usize>> {
        if locator.start >= locator.end {
            return None;
        }
        let mut ends = self.0.char_indices().map(|(at, _)| at).chain([self.0.len()]).skip(locator.start);
        let start = ends.next()?;
        let end = ends.nth(locator.end - locator.start - 1)?;
        Some(start..end)
    }
}

/// The characters of a word in normal form.
fn normal_characters(word: &str) -> impl Iterator<Item = char> + '_ {
    word.nfc().map(|character| match character {
        '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' => '\'',
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        other => other,
    })
}

/// Words of a license text: their span in the normal form and their hash (spec:license-texts#locator). It is written
/// `char=START,END;sha256:HASH`, after RFC 5147.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Locator {
    /// Number of characters before the first one.
    pub start: usize,
    /// Number of characters before the end; greater than `start`.
    pub end: usize,
    /// SHA-256 of the words.
    pub quote: ContentHash,
}

/// A string that is not a locator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not `char=START,END;sha256:HASH`, where START is less than END")]
pub struct InvalidLocator(String);

impl FromStr for Locator {
    type Err = InvalidLocator;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let parts = || {
            let (span, hash) = written.strip_prefix("char=")?.split_once(';')?;
            let (start, end) = span.split_once(',')?;
            Some(Self { start: start.parse().ok()?, end: end.parse().ok()?, quote: hash.parse().ok()? })
        };
        parts()
            .filter(|locator| locator.start < locator.end && locator.to_string() == written)
            .ok_or_else(|| InvalidLocator(written.to_owned()))
    }
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "char={},{};{}", self.start, self.end, self.quote)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_form_folds_space_quotation_marks_and_dashes() {
        let text = NormalText::of("\u{feff} “As is”\u{a0}—\r\n\tit’s  e\u{301}t\u{e9} ");
        assert_eq!(text.as_str(), "\u{feff} \"As is\" - it's \u{e9}t\u{e9}");
        assert_eq!(NormalText::of(text.as_str()), text);
    }

    #[test]
    fn a_quotation_is_located_by_characters() {
        let text = NormalText::of("é — “keep   this notice”, please");
        let locator = text.locate("\u{201c}keep\nthis notice\u{201d}").expect("it stands there");
        assert_eq!((locator.start, locator.end), (4, 22));
        assert_eq!(text.span(&locator), Some("\"keep this notice\""));
        assert!(text.holds(&locator));
        assert!(!NormalText::of("é — “keep   that notice”, please").holds(&locator));
        assert_eq!(NormalText::of("short").span(&locator), None);
        assert_eq!(text.locate("drop this notice"), None);
        assert_eq!(text.locate(" "), None);
    }

    #[test]
    fn a_locator_is_read_as_it_is_written() {
        let locator = NormalText::of("some words").locate("words").expect("it stands there");
        assert_eq!(locator.to_string().parse(), Ok(locator));
        let hash = locator.quote;
        let wrong = [
            "",
            "char=5,10",
            &format!("char=10,5;{hash}"),
            &format!("char=05,10;{hash}"),
            "char=5,10;sha256:0",
        ];
        for written in wrong {
            assert_eq!(written.parse::<Locator>(), Err(InvalidLocator(written.to_owned())));
        }
    }
}
