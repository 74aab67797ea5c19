use super::limits;
use crate::model::one_line;

/// What is said about an answer, bounded.
#[derive(Debug)]
pub(super) struct Warnings {
    said: Vec<String>,
    most: usize,
    unsaid: usize,
}

impl Warnings {
    /// At most so many, the last of which tells how many there are beyond.
    pub(super) fn at_most(most: usize) -> Self {
        Self { said: Vec::new(), most, unsaid: 0 }
    }

    /// Says something; saying it twice is saying it once.
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

    /// The warnings in the order in which they were said.
    pub(super) fn finish(mut self) -> Vec<String> {
        match self.unsaid {
            0 => {}
            1 => self.said.push("There is one more warning.".to_owned()),
            more => self.said.push(format!("There are {more} more warnings.")),
        }
        self.said
    }
}

/// Words of a stranger on one line without control characters, shortened to so many characters.
///
/// The marks that turn the direction of writing are taken out too: they would turn the sentences around them.
pub(super) fn tamed(text: &str, most: usize) -> String {
    let line = one_line(&text.replace(|c: char| c.is_control() && !c.is_whitespace(), " "));
    let mut characters = line.chars().filter(|c| !turns_direction(*c));
    let mut tamed: String = characters.by_ref().take(most).collect();
    if characters.next().is_some() {
        tamed.push('…');
    }
    tamed
}

/// Words of a stranger as a warning shows them.
pub(super) fn shown(text: &str) -> String {
    tamed(text, limits::SHOWN)
}

fn turns_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
