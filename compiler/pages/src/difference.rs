use std::iter::Peekable;
use std::str::Chars;

use serde::Serialize;

use super::Directory;
use muniment_library::history::Difference;
use muniment_licenses::model::{ChangeAction, ChangeLogEntry};

/// A statement that two versions of a model do not share, in words.
///
/// Of a changed statement `lead` and `tail` are what both versions say; `was` and `now` are what one of them says
/// alone, empty where it says nothing.
#[derive(Debug, Serialize)]
pub(super) struct Told<'a> {
    action: &'static str,
    lead: String,
    was: String,
    now: String,
    tail: String,
    /// Why, where the change log says so.
    reason: &'a str,
}

impl<'a> Told<'a> {
    /// A difference in words, with the reason the change log gives for it.
    pub(super) fn new(
        directory: &Directory<'_>,
        difference: &Difference,
        entry: Option<&'a ChangeLogEntry>,
    ) -> Self {
        let changes = entry.into_iter().flat_map(|entry| &entry.changes);
        let reason = changes
            .filter(|change| {
                (change.action, &change.statement, &change.previous)
                    == (difference.action, &difference.statement, &difference.previous)
            })
            .map(|change| change.reason.as_str())
            .next()
            .unwrap_or_default();
        let statement = words(directory, &difference.statement);
        let told = |action, was: &[String], now: &[String]| {
            let (lead, tail) = shared(was, now);
            let alone = |all: &[String]| {
                all.get(lead..all.len() - tail).unwrap_or_default().concat().trim().to_owned()
            };
            Self {
                action,
                lead: now.get(..lead).unwrap_or_default().concat(),
                was: alone(was),
                now: alone(now),
                tail: now.get(now.len() - tail..).unwrap_or_default().concat(),
                reason,
            }
        };
        match difference.action {
            ChangeAction::Added => told("added", &[], &statement),
            ChangeAction::Removed => told("removed", &statement, &[]),
            ChangeAction::Changed => told("changed", &words(directory, &difference.previous), &statement),
        }
    }

    #[cfg(test)]
    pub(super) fn sample(action: &'static str, was: &str, now: &str) -> Self {
        let (was, now, reason) = (was.to_owned(), now.to_owned(), "The text <says> so.");
        Self { action, lead: "Duty: ".to_owned(), was, now, tail: String::new(), reason }
    }
}

/// How many words two rows of them share at their beginning, and how many others at their end.
fn shared(a: &[String], b: &[String]) -> (usize, usize) {
    let lead = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let rest = a.len().min(b.len()) - lead;
    let tail = a.iter().rev().zip(b.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    (lead, tail)
}

/// A statement as change logs write it, in words and what is between them: terms and records by what they are called.
fn words(directory: &Directory<'_>, statement: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = statement.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '"' => literal(&mut rest, &mut words),
            '<' => {
                let iri: String = rest.by_ref().take_while(|c| *c != '>').collect();
                words.push(directory.resource(&iri).key().0.to_owned());
            }
            _ if is_between(character) => words.push(character.to_string()),
            _ => {
                let mut word = String::from(character);
                while let Some(next) = rest.next_if(|c| !is_between(*c) && !matches!(c, '"' | '<')) {
                    word.push(next);
                }
                let iri = directory.prefixes.expand(&word);
                words.push(iri.map_or(word, |iri| name(directory, &iri)));
            }
        }
    }
    if matches!(words.first().map(String::as_str), Some("permission" | "prohibition" | "duty" | "target")) {
        words = sentence(words);
    }
    if let Some(first) = words.first_mut() {
        let mut letters = first.chars();
        let capital = letters.next().into_iter().flat_map(char::to_uppercase);
        *first = capital.chain(letters).chain([':']).collect();
    }
    words
}

/// What a record or a term is called.
fn name(directory: &Directory<'_>, iri: &str) -> String {
    let resource = directory.resource(iri);
    let reference = if resource.key().0 == iri { directory.term(iri) } else { resource };
    reference.key().0.to_owned()
}

fn is_between(character: char) -> bool {
    character.is_whitespace() || matches!(character, '[' | ']' | ',' | ';')
}

/// The words of a literal in quotation marks; its language or kind is left out.
fn literal(rest: &mut Peekable<Chars<'_>>, words: &mut Vec<String>) {
    let mut text = String::from("“");
    while let Some(character) = rest.next() {
        match character {
            '"' => break,
            '\\' => text.push(match rest.next() {
                Some('n') | None => ' ',
                Some(other) => other,
            }),
            other => text.push(other),
        }
    }
    text.push('”');
    words.extend(text.split_inclusive(' ').map(str::to_owned));
    if rest.next_if(|c| matches!(c, '@' | '^')).is_some() {
        while rest.next_if(|c| !is_between(*c)).is_some() {}
    }
}

/// A statement of a license without the brackets that lists stand in: `on condition of` for `with duties`.
fn sentence(words: Vec<String>) -> Vec<String> {
    let spoken = words.into_iter().filter_map(|word| match word.as_str() {
        "[" | "]" => None,
        "with" => Some("on".to_owned()),
        "duties" => Some("condition of".to_owned()),
        "evidence" => Some("as the text says".to_owned()),
        "target" => Some("made for".to_owned()),
        "asset" | "types" => None,
        _ => Some(word),
    });
    spoken.fold(Vec::new(), |mut said: Vec<String>, word| {
        // A bracket or word that is left out leaves one blank, not two.
        if !(word == " " && said.last().is_some_and(|last| last == " ")) {
            said.push(word);
        }
        said
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(words: &str) -> Vec<String> {
        words.split_inclusive(' ').map(str::to_owned).collect()
    }

    #[test]
    fn what_both_versions_say_is_told_from_what_one_says() {
        assert_eq!(shared(&row("a b c d"), &row("a x d")), (1, 1));
        assert_eq!(shared(&row("a a"), &row("a a a")), (1, 1));
        assert_eq!(shared(&row("a b"), &row("a b")), (2, 0));
        assert_eq!(shared(&[], &row("a")), (0, 0));
    }

    #[test]
    fn the_brackets_of_lists_are_left_out() {
        let said = |words: &[&str]| sentence(words.iter().map(|&word| word.to_owned()).collect()).concat();
        assert_eq!(
            said(&["permission", " ", "Copy", " ", "with", " ", "duties", " ", "[", "Notice", "]"]),
            "permission Copy on condition of Notice"
        );
        assert_eq!(
            said(&["target", " ", "asset", " ", "types", " ", "[", "Software", "]"]),
            "made for Software"
        );
    }
}
