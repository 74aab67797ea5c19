use std::ops::Range;

use unicode_normalization::is_nfc;

use super::{Locator, normal_characters};

/// Where each character of a normal form stands in the original text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment(Vec<Range<usize>>);

impl Alignment {
    /// The alignment of the normal form of a text. NFC can change the number of characters of a word; each character of
    /// such a word stands for the whole word.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let (mut places, mut end) = (Vec::with_capacity(text.len()), 0);
        for word in text.split_whitespace() {
            let rest = text.get(end..).unwrap_or_default();
            let start = end + (rest.len() - rest.trim_start().len());
            if !places.is_empty() {
                places.push(end..start);
            }
            end = start + word.len();
            if is_nfc(word) {
                let bytes = |(at, character): (usize, char)| start + at..start + at + character.len_utf8();
                places.extend(word.char_indices().map(bytes));
            } else {
                places.extend(normal_characters(word).map(|_| start..end));
            }
        }
        Self(places)
    }

    /// The bytes of the original text that a locator of its normal form names; `None` if the text is shorter.
    #[must_use]
    pub fn place(&self, locator: &Locator) -> Option<Range<usize>> {
        let characters = self.0.get(locator.start..locator.end)?;
        Some(characters.first()?.start..characters.last()?.end)
    }
}

#[cfg(test)]
mod tests {
    use super::super::NormalText;
    use super::*;

    #[test]
    fn a_span_leads_to_its_words_in_the_original() {
        let text = "\u{feff} “Keep”\u{a0}\u{2014}\r\n\tcafe\u{301}s’  open ";
        let (normal, alignment) = (NormalText::of(text), Alignment::of(text));
        assert_eq!(normal.as_str(), "\u{feff} \"Keep\" - caf\u{e9}s' open");
        for (quotation, original) in [
            ("Keep", "Keep"),
            ("\"Keep\" -", "“Keep”\u{a0}\u{2014}"),
            ("- caf", "\u{2014}\r\n\tcafe\u{301}s’"),
            ("f\u{e9}s", "cafe\u{301}s’"),
            ("s' op", "cafe\u{301}s’  op"),
            ("open", "open"),
        ] {
            let locator = normal.locate(quotation).unwrap();
            assert_eq!(text.get(alignment.place(&locator).unwrap()), Some(original), "{quotation}");
        }
        assert_eq!(alignment.0.len(), normal.as_str().chars().count());
        let locator = normal.locate("open").unwrap();
        assert_eq!(Alignment::of("short").place(&locator), None);
        assert_eq!(Alignment::of("").place(&Locator { start: 0, end: 0, ..locator }), None);
    }
}
