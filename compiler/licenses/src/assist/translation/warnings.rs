use super::limits;
use crate::model::one_line;

/// A bounded list of warnings.
#[derive(Debug)]
pub(super) struct Warnings {
    said: Vec<String>,
    most: usize,
    unsaid: usize,
}

impl Warnings {
    /// Keeps at most `most`; the last one then states how many are left out.
    pub(super) fn at_most(most: usize) -> Self {
        Self { said: Vec::new(), most, unsaid: 0 }
    }

    /// Adds a warning, unless it is already there.
    pub(super) fn say(&mut self, warning: impl Into<String>) {
        let warning = warning.into();
        if self.said.contains(&warning) {
            return;
        }
        if self.said.len() + 1 < self.most {
            self.said.push(warning);
        } else {
            self.unsaid += 1;
        }
    }

    pub(super) fn finish(mut self) -> Vec<String> {
        match self.unsaid {
            0 => {}
            1 => self.said.push("There is one more warning.".to_owned()),
            more => self.said.push(format!("There are {more} more warnings.")),
        }
        self.said
    }
}

/// Untrusted text as one line without control characters, shortened to `most` characters.
///
/// Characters that change the direction of writing are removed too.
pub(super) fn sanitized(text: &str, most: usize) -> String {
    let line = one_line(&text.replace(|c: char| c.is_control() && !c.is_whitespace(), " "));
    let mut characters = line.chars().filter(|c| !turns_direction(*c));
    let mut sanitized: String = characters.by_ref().take(most).collect();
    if characters.next().is_some() {
        sanitized.push('…');
    }
    sanitized
}

/// Untrusted text for a warning.
pub(super) fn shown(text: &str) -> String {
    sanitized(text, limits::SHOWN)
}

fn turns_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
