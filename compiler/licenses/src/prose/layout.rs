use super::{Block, Reading};

/// Maximum columns of a line, except for longer words such as IRIs.
pub const WIDTH: usize = 78;

impl Reading {
    /// The reading as plain text: UTF-8, lines of at most [`WIDTH`] columns ending in LF, headings underlined
    /// (spec:version-1#narration).
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut parts = vec![heading(&self.title, '='), wrapped(&self.preamble, "", "")];
        for section in &self.sections {
            parts.push(heading(&section.heading, '-'));
            parts.push(section.text());
        }
        parts.push(rule());
        parts.push(wrapped(&self.closing, "", ""));
        parts.retain(|part| !part.is_empty());
        let mut text = parts.join("\n\n");
        text.push('\n');
        text
    }
}

impl Block {
    /// The block as lines, without a final LF.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Paragraph(text) => wrapped(text, "", ""),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(|item| wrapped(item, "  - ", "    ")).collect();
                items.join("\n")
            }
            Self::Quote(text) => wrapped(text, "  > ", "  > "),
        }
    }
}

/// An underlined heading.
pub(super) fn heading(text: &str, line: char) -> String {
    let text = wrapped(text, "", "");
    let length = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let underline: String = std::iter::repeat_n(line, length.min(WIDTH)).collect();
    format!("{text}\n{underline}")
}

pub(super) fn rule() -> String {
    "-".repeat(WIDTH)
}

/// Breaks text into lines. An empty line begins a paragraph; other white space separates words. Control characters
/// are removed, because terminals interpret them.
pub(super) fn wrapped(text: &str, first: &str, rest: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.trim().is_empty() {
            begin(&mut lines, rest.trim_end());
            continue;
        }
        for word in line.split_whitespace() {
            let word: String = word.chars().filter(|character| !character.is_control()).collect();
            push(&mut lines, &word, first, rest);
        }
    }
    while lines.last().is_some_and(|line| line.trim_end() == rest.trim_end()) {
        lines.pop();
    }
    lines.join("\n")
}

/// Starts a paragraph, unless the text is empty or one has just started.
fn begin(lines: &mut Vec<String>, blank: &str) {
    if lines.last().is_some_and(|line| line != blank) {
        lines.push(blank.to_owned());
    }
}

fn push(lines: &mut Vec<String>, word: &str, first: &str, rest: &str) {
    if word.is_empty() {
        return;
    }
    let blank = rest.trim_end();
    if let Some(line) = lines.last_mut().filter(|line| *line != blank)
        && line.chars().count() + 1 + word.chars().count() <= WIDTH
    {
        line.push(' ');
        line.push_str(word);
        return;
    }
    let indent = if lines.is_empty() { first } else { rest };
    lines.push(format!("{indent}{word}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_only_between_words() {
        let text = wrapped(&"word ".repeat(40), "  - ", "    ");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH && line.starts_with("  ")));
        assert_eq!(text.split_whitespace().filter(|word| *word == "word").count(), 40);
        let long = format!("see https://x.example/{} there", "a".repeat(90));
        assert_eq!(wrapped(&long, "", "").lines().count(), 3);
    }

    #[test]
    fn columns_are_characters_and_not_bytes() {
        let text = "é".repeat(WIDTH);
        assert_eq!(wrapped(&format!("{text} {text}"), "", "").lines().count(), 2);
    }

    #[test]
    fn empty_lines_separate_paragraphs_and_white_space_is_folded() {
        assert_eq!(wrapped("a\r\n  b\tc\n\n\n d\n\n", "> ", "> "), "> a b c\n>\n> d");
        assert_eq!(wrapped("\n\n", "> ", "> "), "");
    }

    #[test]
    fn control_characters_are_removed() {
        assert_eq!(wrapped("a\u{1b}[31mred\u{7}", "", ""), "a[31mred");
    }

    #[test]
    fn a_heading_is_underlined_to_its_length() {
        assert_eq!(heading("Été", '='), "Été\n===");
    }
}
