use std::iter::Peekable;
use std::str::Chars;

use serde::Serialize;

use super::Directory;
use muniment_library::history::Difference;
use muniment_licenses::model::{ChangeAction, ChangeLogEntry};

/// A difference between two versions of a model, as words.
///
/// For a changed statement, `lead` and `tail` are the common start and end, `was` and `now` the different middle
/// parts, which may be empty.
#[derive(Debug, Serialize)]
pub(super) struct DifferenceView<'a> {
    action: &'static str,
    lead: String,
    was: String,
    now: String,
    tail: String,
    /// The reason in the change log.
    reason: &'a str,
}

impl<'a> DifferenceView<'a> {
    /// A difference with its reason in the change log.
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

/// The numbers of common words at the start and at the end.
fn shared(a: &[String], b: &[String]) -> (usize, usize) {
    let lead = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let rest = a.len().min(b.len()) - lead;
    let tail = a.iter().rev().zip(b.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    (lead, tail)
}

/// Splits a statement of a change log into words and separators, with labels of terms and records.
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

/// The name of a record or term.
fn name(directory: &Directory<'_>, iri: &str) -> String {
    let resource = directory.resource(iri);
    let reference = if resource.key().0 == iri { directory.term(iri) } else { resource };
    reference.key().0.to_owned()
}

fn is_between(character: char) -> bool {
    character.is_whitespace() || matches!(character, '[' | ']' | ',' | ';')
}

/// The words of a quoted literal, without language and datatype.
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

/// Removes the brackets of lists in a statement and replaces `with duties` by `on condition of`.
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
        // Avoids two blanks beside removed words.
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
    fn common_words_are_separated_from_changed_ones() {
        assert_eq!(shared(&row("a b c d"), &row("a x d")), (1, 1));
        assert_eq!(shared(&row("a a"), &row("a a a")), (1, 1));
        assert_eq!(shared(&row("a b"), &row("a b")), (2, 0));
        assert_eq!(shared(&[], &row("a")), (0, 0));
    }

    #[test]
    fn brackets_of_lists_are_removed() {
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
