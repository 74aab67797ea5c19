use super::fault::{Problem, shown};
use super::limits;

/// A rule for texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextRule {
    /// One line.
    Line {
        /// Maximum number of characters.
        most: usize,
    },
    /// The name of a party: one line, not an e-mail address.
    Person,
    /// An SPDX identifier for the SPDX route.
    Spdx,
    /// Paragraphs, trimmed.
    Clause,
    /// Paragraphs, kept verbatim (spec:version-1#negotiation, `format=text`).
    Verbatim,
}

/// Line separators and tab.
const BREAKS: [char; 6] = ['\n', '\r', '\t', '\u{85}', '\u{2028}', '\u{2029}'];

impl TextRule {
    pub(super) const NAME: Self = Self::Line { most: limits::NAME };
    pub(super) const ADDRESS: Self = Self::Line { most: limits::ADDRESS };

    const fn most(self) -> usize {
        match self {
            Self::Line { most } => most,
            Self::Person => limits::NAME,
            Self::Spdx => limits::SPDX,
            Self::Clause => limits::CLAUSE,
            Self::Verbatim => limits::LICENSE_TEXT,
        }
    }

    const fn is_one_line(self) -> bool {
        matches!(self, Self::Line { .. } | Self::Person | Self::Spdx)
    }

    pub(super) fn problems_of(self, text: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        let length = text.chars().count();
        if length > self.most() {
            problems.push(Problem::TooLong { length, most: self.most() });
        }
        if self.is_one_line() && text.contains(BREAKS) {
            problems.push(Problem::NotOneLine);
        }
        problems.extend(unprintable(text).map(Problem::Unprintable));
        if self == Self::Person && has_email(text) {
            problems.push(Problem::Email);
        }
        let is_spdx = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | ' ');
        if self == Self::Spdx && !text.chars().all(is_spdx) {
            problems.push(Problem::NotSpdx(shown(text)));
        }
        problems
    }
}

/// The first character that XML cannot express.
pub(super) fn unprintable(text: &str) -> Option<char> {
    let is_unprintable = |c: &char| {
        (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{80}'..='\u{9f}'))
            || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    text.chars().find(is_unprintable)
}

fn has_email(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
    })
}
