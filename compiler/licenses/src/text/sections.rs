//! The numbered sections of a license text.

use std::fmt;
use std::str::FromStr;

use super::normal_characters;

/// Where the numbered sections of a text begin (spec:license-texts#sections).
///
/// It is written as `START:NUMBER`, one a section with spaces between them. A number is `4`, `4.1`, `4(a)` or `IV`; without
/// one the numbered text ends there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sections {
    /// Number of characters of the normal form before each, and its number; in the order of the text.
    openings: Vec<(usize, String)>,
}

/// Words that are no list of sections.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not START:NUMBER, or begins before the section in front of it")]
pub struct InvalidSections(String);

/// Words that may stand before the number of a section.
const HEADINGS: [&str; 4] = ["section", "article", "clause", "§"];

/// Words that begin what follows the numbered text.
const ENDINGS: [&str; 12] = [
    "ADDENDUM",
    "END OF ",
    "APPENDIX",
    "EXHIBIT",
    "SCHEDULE",
    "ATTACHMENT",
    "ANNEX",
    "HOW TO APPLY",
    "NOTICE PURSUANT",
    "CREATIVE COMMONS NOTICE",
    "CREATIVE COMMONS IS N",
    "THIS SOFTWARE IS PROVIDED",
];

/// Characters before a number that are no part of the text.
const ORNAMENTS: &str = "#*>/_-+";

/// What begins a heading of Markdown that a text has within a line.
const INNER_HEADING: &str = " ###";

/// The greatest number of a section. Greater ones are years and figures.
const LAST: u32 = 60;

/// How many characters the heads of sections may be indented differently.
const INDENTATION: usize = 2;

/// The smallest share of a text that its sections take, as one divided by it. Shorter lists are enumerations.
const SMALLEST_SHARE: usize = 50;

/// The longest line, in characters, that is a title and no paragraph.
const TITLE: usize = 60;

/// Within how many lines the second paragraph of a list begins.
const NEAR: usize = 60;

impl Sections {
    /// The sections of a text.
    ///
    /// The heads of sections are lines that begin with 0 or 1 and the numbers that follow it, all written alike: the longest
    /// such sequence of the text. It ends where a list written alike counts from the beginning again, as that of a second
    /// license does. Other lists within a section are part of it. The last section ends with its first paragraph that has no
    /// number, unless that is set in. Below a head that is only a title, it ends with a paragraph that is set in less.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let lines = lines(text);
        let mut reader = Reader::default();
        let mut heads = heads(&lines).into_iter().peekable();
        for (position, line) in lines.iter().enumerate() {
            if let Some((_, head)) = heads.next_if(|(at, _)| *at == position) {
                reader.open(line.start, head.label.to_owned());
                if heads.peek().is_none() {
                    let is_title = line.is_title_of(&head, lines.get(position + 1..).unwrap_or_default());
                    reader.least_of_last = Some(line.indentation + usize::from(!is_title));
                }
            } else if line.begins_paragraph && line.is_ending() {
                reader.end(line.start);
            } else {
                reader.read(line, lines.get(position + 1..).unwrap_or_default());
            }
        }
        Self { openings: reader.openings }
    }

    /// The number of the section in which a character of the normal form stands.
    #[must_use]
    pub fn at(&self, character: usize) -> Option<&str> {
        let after = self.openings.partition_point(|(start, _)| *start <= character);
        let (_, number) = self.openings.get(after.checked_sub(1)?)?;
        Some(number.as_str()).filter(|number| !number.is_empty())
    }

    /// Whether the text has no numbered sections.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }
}

impl fmt::Display for Sections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (start, number)) in self.openings.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{start}:{number}")?;
        }
        Ok(())
    }
}

impl FromStr for Sections {
    type Err = InvalidSections;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let mut openings: Vec<(usize, String)> = Vec::new();
        for word in written.split_whitespace() {
            let invalid = || InvalidSections(word.to_owned());
            let (start, number) = word.split_once(':').ok_or_else(invalid)?;
            let start = start.parse().map_err(|_| invalid())?;
            if openings.last().is_some_and(|(before, _)| *before >= start) {
                return Err(invalid());
            }
            openings.push((start, number.to_owned()));
        }
        Ok(Self { openings })
    }
}

/// A line with words.
struct Line<'t> {
    /// Number of characters of the normal form before it.
    start: usize,
    /// The line without space and ornaments before its first word.
    words: &'t str,
    /// Number of characters before its first word.
    indentation: usize,
    begins_paragraph: bool,
}

impl Line<'_> {
    fn is_ending(&self) -> bool {
        let begins = |ending: &&str| {
            self.words.get(..ending.len()).is_some_and(|head| head.eq_ignore_ascii_case(ending))
        };
        self.words.starts_with(char::is_uppercase) && ENDINGS.iter().any(begins)
    }

    /// Whether the line of a head is only a title, and no list after it counts from the beginning again, as that of a second
    /// license does.
    fn is_title_of(&self, head: &Head<'_>, after: &[Self]) -> bool {
        let begins_again =
            |line: &Self| line.head().is_some_and(|other| other.style == head.style && other.value <= 1);
        self.words.chars().count() <= TITLE
            && after.first().is_some_and(|line| line.begins_paragraph)
            && !after.iter().any(begins_again)
    }

    /// Where the letter of a paragraph stands in the alphabet, from one: `(a)`, `b)`, `c.`.
    fn letter(&self) -> Option<(u32, char)> {
        let inner = self.words.strip_prefix('(');
        let mut letters = inner.unwrap_or(self.words).chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic)?;
        let mark = letters.next()?;
        let is_mark = mark == ')' || mark == '.' && inner.is_none() && letter.is_ascii_lowercase();
        let is_letter = is_mark && letters.next().is_none_or(char::is_whitespace);
        is_letter.then(|| (u32::from(letter.to_ascii_lowercase()) - u32::from('a') + 1, letter))
    }
}

/// The lines of a text that have words.
fn lines(text: &str) -> Vec<Line<'_>> {
    let (mut start, mut begins_paragraph) = (0, true);
    let mut lines = Vec::new();
    for line in text.lines().flat_map(inner_headings) {
        let words = line.trim_start_matches(|c: char| c.is_whitespace() || ORNAMENTS.contains(c));
        if !line.trim().is_empty() {
            let indentation = line.chars().take_while(|c| c.is_whitespace()).count();
            lines.push(Line { start, words, indentation, begins_paragraph });
        }
        begins_paragraph = line.trim().is_empty();
        start += line.split_whitespace().map(|word| normal_characters(word).count() + 1).sum::<usize>();
    }
    lines
}

/// A line, cut before headings within it.
fn inner_headings(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = line;
    for (at, _) in line.rmatch_indices(INNER_HEADING) {
        let (before, piece) = rest.split_at(at);
        pieces.push(piece);
        rest = before;
    }
    pieces.push(rest);
    pieces.reverse();
    pieces
}

/// What a line may be the head of.
struct Head<'t> {
    /// The number as it is written.
    label: &'t str,
    value: u32,
    style: Style,
    indentation: usize,
    begins_paragraph: bool,
}

/// How the number of a head is written.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Style {
    count: Count,
    /// The word before it.
    heading: Option<&'static str>,
    /// What encloses or follows it.
    mark: Option<char>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Number,
    Roman,
}

impl<'t> Line<'t> {
    /// The head that the line may be: `2.0` is one with the number 2.
    fn head(&self) -> Option<Head<'t>> {
        let (heading, rest) = HEADINGS
            .into_iter()
            .find_map(|word| {
                let (head, rest) = self.words.split_at_checked(word.len())?;
                let is_word = word == "§" || rest.starts_with(char::is_whitespace);
                (is_word && head.eq_ignore_ascii_case(word)).then(|| (Some(word), rest.trim_start()))
            })
            .unwrap_or((None, self.words));
        let inner = rest.strip_prefix('(');
        let rest = inner.unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (label, after) = rest.split_at(end);
        let mark = match after.trim_start().chars().next() {
            Some(')') if inner.is_some() => Some('('),
            Some(mark @ ('.' | ')' | ':')) if inner.is_none() => Some(mark),
            Some('-' | '\u{2013}' | '\u{2014}') if inner.is_none() => Some('-'),
            _ => None,
        };
        let follows = after.trim_start().trim_start_matches(['.', ')', ':', '-', '\u{2013}', '\u{2014}']);
        let is_head = match (inner, mark) {
            (Some(_), None) => false,
            (_, Some(_)) => !is_number(follows),
            (None, None) => heading.is_some() || self.indentation <= INDENTATION && is_title(after),
        };
        let number = label.parse().ok().filter(|number| *number <= LAST);
        let (count, value) = match number {
            Some(number) => (Count::Number, number),
            None => (Count::Roman, roman(label)?),
        };
        let (indentation, begins_paragraph) = (self.indentation, self.begins_paragraph);
        let style = Style { count, heading, mark };
        is_head.then_some(Head { label, value, style, indentation, begins_paragraph })
    }
}

/// Whether words begin with a number other than the 0 of `2.0`.
fn is_number(words: &str) -> bool {
    let end = words.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(words.len());
    !matches!(words.split_at(end).0, "" | "0" | "0.")
}

/// Whether words after a bare number are a heading and not the middle of a sentence.
fn is_title(words: &str) -> bool {
    let first = words.trim_start().chars().next();
    words.starts_with(char::is_whitespace)
        && first.is_some_and(|c| c.is_uppercase() || "\"\u{201c}".contains(c))
}

fn roman(label: &str) -> Option<u32> {
    let value = |c: char| match c {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        _ => None,
    };
    let values: Vec<u32> = label.chars().map(value).collect::<Option<_>>()?;
    let after = values.iter().skip(1).chain([&0]);
    let sum = values.iter().zip(after).fold(0, |sum: i64, (value, after)| {
        if value < after { sum - i64::from(*value) } else { sum + i64::from(*value) }
    });
    u32::try_from(sum).ok().filter(|sum| (1..=LAST).contains(sum))
}

/// The heads of the sections, by their lines.
fn heads<'t>(lines: &[Line<'t>]) -> Vec<(usize, Head<'t>)> {
    let candidates: Vec<(usize, Head<'t>)> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.head()?))).collect();
    let all: Vec<usize> = (0..candidates.len()).collect();
    let begins_paragraph = |at: &&usize| candidates.get(**at).is_some_and(|it| it.1.begins_paragraph);
    let after_blanks: Vec<usize> = all.iter().filter(begins_paragraph).copied().collect();
    let (careful, any) = (longest(&candidates, &after_blanks), longest(&candidates, &all));
    let chain = if careful.len() >= any.len() { careful } else { any };
    if chain.len() < 2 {
        return Vec::new();
    }
    let start_of = |position: &usize| lines.get(candidates.get(*position)?.0).map(|line| line.start);
    let (Some(first), Some(last)) = (chain.first().and_then(start_of), chain.last().and_then(start_of))
    else {
        return Vec::new();
    };
    let length = lines.last().map_or(0, |line| line.start);
    let head = chain.first().and_then(|at| candidates.get(*at));
    let in_brackets = head.is_some_and(|(_, head)| head.style.mark == Some('('));
    // A list within a sentence.
    if chain.len() == 2 && in_brackets || (last - first) * SMALLEST_SHARE < length {
        return Vec::new();
    }
    let chosen = |position: &usize| chain.binary_search(position).is_ok();
    let heads = candidates.into_iter().enumerate().filter(|(position, _)| chosen(position));
    heads.map(|(_, head)| head).collect()
}

/// The longest sequence of heads that count from 0 or 1. `Article 1` and the like go before bare numbers. Of two that are
/// written alike the first is taken if it counts from 0; others are ambiguous, and none is taken.
fn longest(candidates: &[(usize, Head<'_>)], among: &[usize]) -> Vec<usize> {
    let mut best: ((bool, usize), Vec<usize>) = ((false, 0), Vec::new());
    for (index, first) in among.iter().enumerate() {
        let Some((_, first_head)) = candidates.get(*first).filter(|(_, head)| head.value <= 1) else {
            continue;
        };
        let (mut chain, mut value) = (vec![*first], first_head.value);
        for position in among.iter().skip(index + 1) {
            let Some((_, head)) = candidates.get(*position) else { continue };
            if head.style != first_head.style || !is_near(head, first_head) {
                continue;
            }
            if head.value == value + 1 {
                chain.push(*position);
                value = head.value;
            } else if head.value == first_head.value {
                break;
            }
        }
        let Style { count, heading, .. } = first_head.style;
        let rank = (chain.len() > 2 && count == Count::Number && heading.is_some(), chain.len());
        if rank <= best.0 {
            continue;
        }
        let earlier = best.1.first().and_then(|at| candidates.get(*at)).filter(|_| best.1.len() > 2);
        match earlier {
            Some((_, head)) if head.style == first_head.style && is_near(head, first_head) => {
                // The heads of a second license, or a list within the sections: nothing tells the first from the second.
                if head.value == 1 {
                    return Vec::new();
                }
            }
            _ => best = (rank, chain),
        }
    }
    best.1
}

fn is_near(head: &Head<'_>, other: &Head<'_>) -> bool {
    head.indentation.abs_diff(other.indentation) <= INDENTATION
}

/// What was read of a text.
#[derive(Default)]
struct Reader {
    openings: Vec<(usize, String)>,
    /// The number of the section; empty outside of sections.
    top: String,
    /// The number of the section or subsection.
    number: String,
    /// Once the last section is reached, the least indentation of its paragraphs.
    least_of_last: Option<usize>,
    /// The last paragraph with a letter, and its indentation.
    letter: Option<(u32, usize)>,
}

impl Reader {
    fn open(&mut self, start: usize, number: String) {
        self.top.clone_from(&number);
        self.subsection(start, number);
    }

    fn subsection(&mut self, start: usize, number: String) {
        self.number.clone_from(&number);
        self.letter = None;
        self.label(start, number);
    }

    fn end(&mut self, start: usize) {
        if !self.top.is_empty() {
            self.open(start, String::new());
        }
    }

    fn label(&mut self, start: usize, number: String) {
        if self.openings.last().is_none_or(|(_, before)| *before != number) {
            self.openings.push((start, number));
        }
    }

    /// Reads a line that is the head of no section.
    fn read(&mut self, line: &Line<'_>, after: &[Line<'_>]) {
        if self.top.is_empty() {
            return;
        }
        if let Some(number) = self.dotted(line).or_else(|| self.inserted(line)) {
            self.subsection(line.start, number);
            return;
        }
        match (line.letter(), self.letter) {
            (Some((value, letter)), Some((last, indentation)))
                if value == last + 1 && line.indentation <= indentation + INDENTATION =>
            {
                self.letter = Some((value, line.indentation));
                self.label(line.start, format!("{}({letter})", self.number));
            }
            (Some((1, letter)), _) if has_second(after) => {
                let number = format!("{}({letter})", self.number);
                // A number that the section has already would lead to the wrong words.
                if self.openings.iter().any(|(_, known)| *known == number) {
                    self.letter = None;
                    self.label(line.start, self.number.clone());
                } else {
                    self.letter = Some((1, line.indentation));
                    self.label(line.start, number);
                }
            }
            _ if line.begins_paragraph
                && self.least_of_last.is_some_and(|least| line.indentation < least)
                && !after.iter().any(|line| self.dotted(line).is_some()) =>
            {
                self.end(line.start);
            }
            // A paragraph that is not set in may belong to the section again.
            (_, Some((_, indentation))) if line.begins_paragraph && line.indentation <= indentation => {
                self.label(line.start, self.number.clone());
            }
            _ => {}
        }
    }

    /// The number of a section that was put in after this one, such as `4A`.
    fn inserted(&self, line: &Line<'_>) -> Option<String> {
        let rest = line.words.strip_prefix(self.top.as_str())?;
        let letter = rest.chars().next().filter(char::is_ascii_uppercase)?;
        let is_closed = rest.chars().nth(1).is_none_or(|c| c.is_whitespace() || ".):".contains(c));
        (is_closed && line.begins_paragraph).then(|| format!("{}{letter}", self.top))
    }

    /// The number of a subsection of this section, such as `3.1`. One that does not follow the number before it has to
    /// begin a paragraph: references to sections begin lines, too.
    fn dotted(&self, line: &Line<'_>) -> Option<String> {
        let end = line.words.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(line.words.len());
        let (number, rest) = line.words.split_at(end);
        let number = number.trim_end_matches('.');
        let is_closed = rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || "):".contains(c));
        let parts = |number: &str| number.split('.').map(|it| it.parse().ok()).collect::<Option<Vec<u32>>>();
        let found = parts(number).filter(|found| is_closed && (2..=3).contains(&found.len()))?;
        let is_inside = number.split('.').next() == Some(self.top.as_str());
        let before = parts(&self.number)?;
        let follows = match (found.split_last(), before.get(found.len() - 1)) {
            (Some((last, head)), Some(value)) => before.starts_with(head) && *last == value + 1,
            (Some((last, head)), None) => before == head && *last <= 1,
            (None, _) => false,
        };
        let is_next = follows || line.begins_paragraph && found > before;
        (is_inside && is_next).then(|| number.to_owned())
    }
}

/// Whether a second paragraph follows soon.
fn has_second(after: &[Line<'_>]) -> bool {
    after.iter().take(NEAR).any(|line| line.letter().is_some_and(|(value, _)| value == 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::NormalText;

    #[track_caller]
    fn assert_sections(text: &str, expected: &[(&str, Option<&str>)]) {
        let (sections, normal) = (Sections::of(text), NormalText::of(text));
        for (words, number) in expected {
            let start = normal.locate(words).unwrap().start;
            assert_eq!(sections.at(start), *number, "{words}: {sections}");
        }
        assert_eq!(sections.to_string().parse(), Ok(sections));
    }

    #[test]
    fn words_stand_in_the_section_that_opens_before_them() {
        let text = "Preamble\n\n  0. Definitions.\n\nTerms of 2019.\n  1. Source Code.\n1991 is a year.\n  2. Basic \
                    Permissions.\n    a) Mark it.\n    c) is no list.\n    b) Share it.\n\n  Whole work.\n      1. first of a \
                    list\n  3. Last.\n\nHow to Apply These Terms\n\n  1. Write.\n";
        assert_sections(
            text,
            &[
                ("Preamble", None),
                ("Terms of", Some("0")),
                ("1991", Some("1")),
                ("Basic", Some("2")),
                ("Mark", Some("2(a)")),
                ("is no list", Some("2(a)")),
                ("Share", Some("2(b)")),
                ("Whole", Some("2")),
                ("first of", Some("2")),
                ("These Terms", None),
                ("Write", None),
            ],
        );
    }

    #[test]
    fn heads_have_many_forms() {
        let second = "Section 1 \u{2013} Scope\nSection 2 \u{2013} Rights\n\n2.1 Source\nas in\n2.7 of another\n2.2. Binary\n";
        assert_sections(
            second,
            &[
                ("Scope", Some("1")),
                ("Source", Some("2.1")),
                ("of another", Some("2.1")),
                ("Binary", Some("2.2")),
            ],
        );
        let third = "1.Scope\n2.Use\n(A) Copies\n(B) Changes\n3.End\n";
        assert_sections(third, &[("Scope", Some("1")), ("Changes", Some("2(B)")), ("End", Some("3"))]);
        let roman = "I. Scope\n\nII. Rights\n\nIII. Duties\n\nIV. End\n";
        assert_sections(roman, &[("Duties", Some("III")), ("End", Some("IV"))]);
        let decimal = "1.0 Scope\n1.1 Works\n2.0 Rights\n3.0 End\n";
        assert_sections(decimal, &[("Works", Some("1.1")), ("Rights", Some("2"))]);
        let bare = "## 1 Scope\n## 2 Rights\n4 copies of it\n## 3 End\n";
        assert_sections(bare, &[("copies", Some("2")), ("End", Some("3"))]);
        let articles = "Article 1\nscope\nArticle 2\nobligations\n";
        assert_sections(articles, &[("scope", Some("1")), ("obligations", Some("2"))]);
    }

    #[test]
    fn a_line_that_a_sentence_wraps_into_is_no_head() {
        let text = "1. Scope\n\nas in section\n2. And so on\n\n2. Rights\n\n3. End\n";
        assert_sections(text, &[("And so", Some("1")), ("Rights", Some("2"))]);
    }

    #[test]
    fn sections_of_a_second_license_are_those_of_none() {
        let text = "1. One\n2. Two\n3. Three\n\nOther License\n\n1. First\n2. Second\n";
        assert_sections(text, &[("Three", Some("3")), ("First", None), ("Second", None)]);
        let of_a_license = "0. One\n1. Two\n2. Three\n\n0. First\n1. Second\n2. Third\n3. Fourth\n";
        assert_sections(of_a_license, &[("One", Some("0")), ("Three", Some("2")), ("Fourth", None)]);
        let within = "1. One\n2. Two\n3. Three\n1. a\n2. b\n3. c\n4. d\n4. Four\n";
        assert!(Sections::of(within).is_empty(), "{}", Sections::of(within));
        let longer = "0. One\n1. Two\n\n0. First\n1. Second\n2. Third\n3. Fourth\n";
        assert_sections(longer, &[("One", None), ("Second", Some("1")), ("Fourth", Some("3"))]);
    }

    #[test]
    fn what_follows_the_last_section_is_in_none() {
        let text =
            "1. Keep it.\n2. Say it:\n\n  (a) here,\n  (b) there.\n\nTHIS SOFTWARE IS PROVIDED AS IS.\n";
        assert_sections(text, &[("Say", Some("2")), ("there", Some("2(b)")), ("THIS", None)]);
    }

    #[test]
    fn a_last_head_that_is_a_title_has_the_paragraphs_below_it() {
        let text = "1. Scope\n\nAll of it.\n\n2. End\n\nIt ends.\n\nFor good.\n\nEXHIBIT A\n\nA form.\n";
        assert_sections(text, &[("It ends", Some("2")), ("For good", Some("2")), ("A form", None)]);
        let dotted = "1. Scope\n\n2. End\nof it.\n\n2.1 When\n\nNow.\n\n2.2 How\n\nSo.\n";
        assert_sections(dotted, &[("Now", Some("2.1")), ("How", Some("2.2")), ("So.", None)]);
        let set_in = "  1. One\n  2. Two\n\nAfter the list.\n";
        assert_sections(set_in, &[("Two", Some("2")), ("After", None)]);
    }

    #[test]
    fn a_list_in_a_sentence_is_none_of_sections() {
        assert!(Sections::of("You have\n(1) the right to use, and\n(2) the right to share.\n").is_empty());
        let long = format!("You may\n1. use\n2. share\n{}", "and so on\n".repeat(100));
        assert!(Sections::of(&long).is_empty(), "{}", Sections::of(&long));
    }

    #[test]
    fn letters_are_those_of_their_section() {
        let set_in_less = "1. One\n     (a) first\n(b) second\n2. Two\nand more.\n";
        assert_sections(set_in_less, &[("first", Some("1(a)")), ("second", Some("1(b)"))]);
        let twice = "1. One\n(a) first\n(b) second\n\n(a) third\n(b) fourth\n2. Two\nand more.\n";
        assert_sections(twice, &[("second", Some("1(b)")), ("third", Some("1")), ("fourth", Some("1"))]);
        let within_a_line = "## 1. One\n\n1.1 First. ### 1.2 Second.\n\n## 2. Two\nand more.\n";
        assert_sections(within_a_line, &[("First", Some("1.1")), ("Second", Some("1.2"))]);
    }

    #[test]
    fn a_text_without_sections_has_none() {
        for text in ["", "Permission is granted.\n", "1. Only one.\n", "(a) One.\n(b) Two.\n"] {
            assert!(Sections::of(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_list_of_sections_that_goes_back_or_has_no_place_is_refused() {
        for written in ["1", ":1", "x:1", "5:1 5:2", "5:1 4:2", "-1:1"] {
            assert!(written.parse::<Sections>().is_err(), "{written}");
        }
        assert_eq!("".parse(), Ok(Sections::default()));
    }
}
