/// The numbered sections of a license text.
///
/// A line opens a section if it begins with the number that follows the one before: `3. Redistribution`, `Section 3 –
/// Conditions`, `3.1 Source`. A line that begins with the next letter opens a paragraph of it: `(a)`, `b)`. Lists within
/// a section that count from one again are part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sections {
    /// Where each begins, in bytes, and its number; in the order of the text.
    openings: Vec<(usize, String)>,
}

/// Words that may stand before the number of a section.
const HEADINGS: [&str; 4] = ["section", "article", "clause", "§"];

/// Sections are counted up to here; greater numbers are years and figures.
const LAST: u32 = 60;

impl Sections {
    /// The sections of a text. A text with a single number has none.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut openings: Vec<(usize, String)> = Vec::new();
        let (mut number, mut top, mut letter) = (String::new(), 0, None);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let opening = start;
            start += line.len();
            let line = line.trim_start_matches(|c: char| c.is_whitespace() || "#*>/_".contains(c));
            if let Some((found, first)) = section_number(line)
                && (first == top || first == top + 1)
                && found != number
            {
                (number, top, letter) = (found, first, None);
                openings.push((opening, number.clone()));
            } else if let Some(found) = paragraph_letter(line)
                && !number.is_empty()
                && found == letter.map_or('a', following)
            {
                letter = Some(found);
                openings.push((opening, format!("{number}({found})")));
            }
        }
        if top < 2 {
            openings.clear();
        }
        Self { openings }
    }

    /// The number of the section in which a byte of the text stands.
    #[must_use]
    pub fn at(&self, byte: usize) -> Option<&str> {
        let after = self.openings.partition_point(|(start, _)| *start <= byte);
        self.openings.get(after.checked_sub(1)?).map(|(_, number)| number.as_str())
    }
}

/// The number that a line begins with, and its first part.
fn section_number(line: &str) -> Option<(String, u32)> {
    let headed = HEADINGS.iter().find_map(|word| {
        let (head, rest) = line.split_at_checked(word.len())?;
        head.eq_ignore_ascii_case(word).then(|| rest.trim_start())
    });
    let line = headed.unwrap_or(line);
    let end = line.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(line.len());
    let (number, rest) = line.split_at(end);
    let is_closed = number.ends_with('.') || rest.starts_with([')', ':']);
    let number = number.trim_end_matches('.');
    let parts: Vec<u32> = number.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    let first = *parts.first()?;
    let title = rest.trim_start_matches([')', ':']);
    let is_heading = title.starts_with(char::is_whitespace)
        && (headed.is_some() || is_closed || parts.len() > 1 || is_title(title.trim()));
    (is_heading && first <= LAST && parts.len() <= 3).then(|| (number.to_owned(), first))
}

/// Whether a line after a number without a stop is a heading and not the middle of a sentence.
fn is_title(rest: &str) -> bool {
    rest.starts_with(char::is_uppercase) && rest.chars().count() < 80
}

/// The letter in which a line begins, before a bracket or a stop.
fn paragraph_letter(line: &str) -> Option<char> {
    let mut letters = line.strip_prefix('(').unwrap_or(line).chars();
    let letter = letters.next().filter(char::is_ascii_lowercase)?;
    let mark = letters.next()?;
    let is_mark = mark == ')' || mark == '.' && !line.starts_with('(');
    (is_mark && letters.next().is_none_or(char::is_whitespace)).then_some(letter)
}

fn following(letter: char) -> char {
    char::from_u32(u32::from(letter) + 1).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section<'s>(sections: &'s Sections, text: &str, words: &str) -> Option<&'s str> {
        sections.at(text.find(words).unwrap())
    }

    #[test]
    fn words_stand_in_the_section_that_opens_before_them() {
        let text = "Preamble\n\n  0. Definitions.\n\nTerms of 2019.\n  1. Source Code.\n1991 is a year.\n  2. Basic \
                    Permissions.\n    a) Mark it.\n    c) is no list.\n    b) Share it.\n  1. first of a list\n";
        let sections = Sections::of(text);
        for (words, number) in [
            ("Preamble", None),
            ("Terms of", Some("0")),
            ("1991", Some("1")),
            ("Basic", Some("2")),
            ("Mark", Some("2(a)")),
            ("is no list", Some("2(a)")),
            ("Share", Some("2(b)")),
            ("first of", Some("2(b)")),
        ] {
            assert_eq!(section(&sections, text, words), number, "{words}");
        }
    }

    #[test]
    fn headings_have_many_forms() {
        let text = "## 1 Scope\nSection 2 \u{2013} Rights\nArticle 3\nobligations\n3.1 Source\n3.2. Binary\n\
                    4 copies of the work\n(a) One.\n§ 4 End\nlast\n";
        let sections = Sections::of(text);
        for (words, number) in [
            ("Scope", "1"),
            ("Rights", "2"),
            ("obligations", "3"),
            ("Source", "3.1"),
            ("Binary", "3.2"),
            ("copies", "3.2"),
            ("One", "3.2(a)"),
            ("last", "4"),
        ] {
            assert_eq!(section(&sections, text, words), Some(number), "{words}");
        }
    }

    #[test]
    fn a_text_without_sections_has_none() {
        for text in ["", "Permission is granted.\n", "1. Only one.\n", "(a) One.\n(b) Two.\n"] {
            assert_eq!(Sections::of(text).at(0), None, "{text}");
        }
    }
}
