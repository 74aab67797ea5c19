use std::ops::Range;

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'t> {
    /// Its number, from 1.
    pub number: usize,
    /// Its byte offset in the whole text.
    pub offset: usize,
    /// Its text, including white space.
    pub text: &'t str,
}

impl Part<'_> {
    /// Its byte range in the whole text.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.text.len()
    }
}

/// Splits a text into parts of at most `most` characters: at the last blank line or before the last numbered section
/// that fits, else at the end of a line, else between words, else between grapheme clusters.
///
/// The parts joined are the text. White space around a part does not count towards its length; white space after a
/// cut belongs to the part before, so only a blank text gives a blank part.
#[must_use]
pub fn split(text: &str, most: usize) -> Vec<Part<'_>> {
    let most = most.max(1);
    let mut parts = Vec::new();
    let mut offset = 0;
    while let Some(rest) = text.get(offset..).filter(|rest| !rest.is_empty()) {
        let Some((part, _)) = rest.split_at_checked(end_of_first(rest, most)) else { break };
        parts.push(Part { number: parts.len() + 1, offset, text: part });
        offset += part.len();
    }
    parts
}

/// The byte length of the first part.
fn end_of_first(text: &str, most: usize) -> usize {
    let start = text.len() - text.trim_start().len();
    let content = text.trim();
    let Some((end, _)) = content.char_indices().nth(most) else { return text.len() };
    let window = content.get(..end).unwrap_or(content);
    let cut = start + cut(window, content);
    let after = text.get(cut..).unwrap_or_default();
    cut + after.len() - after.trim_start().len()
}

/// The position of the cut; `window` is the prefix that fits. Never 0.
fn cut(window: &str, text: &str) -> usize {
    let (mut section, mut line, mut place) = (None, None, 0);
    let mut is_after_blank = false;
    // The last line is read in full, because it may begin a section.
    for whole in text.split_inclusive('\n') {
        if place > window.len() {
            break;
        }
        let is_blank = whole.trim().is_empty();
        if place > 0 {
            line = Some(place);
            if is_after_blank && !is_blank || begins_section(whole) {
                section = Some(place);
            }
        }
        is_after_blank = is_blank;
        place += whole.len();
    }
    section.or(line).or_else(|| end_of_word(window, text)).unwrap_or_else(|| end_of_character(window, text))
}

fn end_of_word(window: &str, text: &str) -> Option<usize> {
    let is_between_words = text.get(window.len()..).is_some_and(|rest| rest.starts_with(char::is_whitespace));
    if is_between_words {
        return Some(window.len());
    }
    let last = window.trim_end_matches(|c: char| !c.is_whitespace()).len();
    (last > 0).then_some(last)
}

/// The last boundary between grapheme clusters.
fn end_of_character(window: &str, text: &str) -> usize {
    let mut end = window.len();
    // Longer clusters are cut.
    for (at, character) in window.char_indices().rev().take(32) {
        let next = text.get(end..).and_then(|rest| rest.chars().next());
        let is_joined = next.is_some_and(|next| joins(character, next));
        if !is_joined {
            return end;
        }
        if at > 0 {
            end = at;
        }
    }
    window.len()
}

/// Whether two characters belong to one grapheme cluster: marks, modifiers, joiners, flags.
fn joins(character: char, next: char) -> bool {
    const JOINER: char = '\u{200d}';
    let is_mark = matches!(next,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}'
        | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{3099}' | '\u{309a}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{1f3fb}'..='\u{1f3ff}'
        | '\u{e0020}'..='\u{e007f}');
    let is_flag = |c: char| matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    is_mark
        || character == JOINER
        || next == JOINER
        || (is_flag(character) && is_flag(next))
        || (character == '\r' && next == '\n')
}

/// Whether a line begins a numbered section: `3.`, `3.1 Scope`, `(a)`, `IV.`, `Section 3`, `§ 3`.
fn begins_section(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '#', '*']);
    let mut words = line.split_whitespace();
    let (Some(first), second) = (words.next(), words.next()) else { return false };
    let is_number = |word: &str| {
        let bare = word.trim_end_matches(['.', ')', ':']);
        !bare.is_empty() && bare.len() <= 8 && bare.split('.').all(is_ordinal)
    };
    let named = ["section", "article", "clause", "§"];
    if named.iter().any(|name| first.eq_ignore_ascii_case(name)) {
        return second.is_some_and(is_number);
    }
    if first.strip_prefix('§').is_some_and(is_number) {
        return true;
    }
    let is_in_brackets =
        first.strip_prefix('(').and_then(|rest| rest.split_once(')')).is_some_and(|(inner, _)| {
            is_ordinal(inner) || (inner.len() == 1 && inner.starts_with(|c: char| c.is_ascii_alphabetic()))
        });
    let is_numbered = is_number(first) && (first.ends_with(['.', ')', ':']) || first.contains('.'));
    is_in_brackets || is_numbered
}

/// Digits or a Roman number.
fn is_ordinal(word: &str) -> bool {
    let is_roman = |c: char| matches!(c, 'I' | 'V' | 'X' | 'L' | 'i' | 'v' | 'x' | 'l');
    !word.is_empty()
        && (word.bytes().all(|b| b.is_ascii_digit()) || word.len() <= 6 && word.chars().all(is_roman))
}
