use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::warnings::{Warnings, sanitized};
use super::{Contradiction, PartReading, TranslatedStatement, Translator, Unmodelled, limits};
use crate::compose::limits::NAME;
use crate::model::Position;
use crate::reason::Reasoner;

/// The result of a translation: the proposed model and information about it (spec:version-1#assistant-objects).
///
/// May be stored: it contains only quotes of the text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// The requested title, else the one found in the text, else a neutral one.
    pub title: String,
    /// The title found in the text; may be empty.
    pub found_title: String,
    /// Language of the text, two letters.
    pub language: String,
    /// Which parts were read.
    pub parts: Parts,
    /// A composer document, which [`Composer::read`](crate::compose::Composer::read) accepts.
    pub license: Value,
    /// The statements, without duplicates.
    pub statements: Vec<TranslatedStatement>,
    /// Clauses without a term in the vocabulary.
    pub unmodelled: Vec<Unmodelled>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// Contradictions within the license.
    pub conflicts: Vec<Contradiction>,
}

/// The parts of a text, by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// Number of parts.
    pub total: usize,
    /// Those that were read.
    pub translated: Vec<usize>,
    /// Those that were not.
    pub failed: Vec<usize>,
}

/// The title of a license without one.
const UNTITLED: &str = "Untitled license";
/// The default language.
const LANGUAGE: &str = "en";

impl Translator<'_> {
    /// Merges the readings of the parts of a text. Failed parts give a warning. An empty title means none was
    /// requested.
    ///
    /// The result does not depend on the order of arrival.
    #[must_use]
    pub fn merge(
        &self,
        reasoner: &Reasoner,
        readings: &BTreeMap<usize, PartReading>,
        total: usize,
        failed: &[usize],
        title: &str,
    ) -> Proposal {
        let mut warnings = Warnings::at_most(limits::PROPOSAL_WARNINGS);
        let failed: BTreeSet<usize> =
            failed.iter().copied().filter(|number| !readings.contains_key(number)).collect();
        for number in &failed {
            warnings.say(format!(
                "Part {number} of {total} could not be read, so what it says is missing here. Send the text again to \
                 have it read."
            ));
        }
        let statements = merged(readings);
        let found_title = first(readings, |reading| &reading.title);
        let requested = sanitized(title, NAME - 1);
        let titles = [requested.as_str(), &found_title, UNTITLED];
        let title = titles.into_iter().find(|title| !title.is_empty()).unwrap_or(UNTITLED).to_owned();
        for warning in readings.values().flat_map(|reading| &reading.warnings) {
            warnings.say(warning.as_str());
        }
        let (license, document) = self.license(&title, readings, &statements, &mut warnings);
        let language = match first(readings, |reading| &reading.language) {
            language if language.is_empty() => LANGUAGE.to_owned(),
            language => language,
        };
        let unmodelled = unmodelled(readings);
        Proposal {
            title,
            found_title,
            language,
            parts: Parts {
                total,
                translated: readings.keys().copied().collect(),
                failed: failed.into_iter().collect(),
            },
            license,
            statements,
            unmodelled,
            warnings: warnings.finish(),
            conflicts: document.map(|document| self.contradictions(&document, reasoner)).unwrap_or_default(),
        }
    }
}

/// The first value that is not empty.
fn first(readings: &BTreeMap<usize, PartReading>, said: fn(&PartReading) -> &String) -> String {
    readings.values().map(said).find(|said| !said.is_empty()).cloned().unwrap_or_default()
}

/// The statements of all parts in the order of the text, without duplicates, with all quotes.
fn merged(readings: &BTreeMap<usize, PartReading>) -> Vec<TranslatedStatement> {
    let mut places: BTreeMap<(Position, &str, &str), usize> = BTreeMap::new();
    let mut merged: Vec<TranslatedStatement> = Vec::new();
    for statement in readings.values().flat_map(|reading| &reading.statements) {
        let key = (statement.kind, statement.term.as_str(), statement.attached_to.as_str());
        let place = *places.entry(key).or_insert(merged.len());
        match merged.get_mut(place) {
            Some(known) => known.merge_equal(statement),
            None => merged.push(statement.clone()),
        }
    }
    merged
}

impl TranslatedStatement {
    /// Merges an equal statement; the one with the higher confidence leads.
    fn merge_equal(&mut self, other: &Self) {
        for quote in &other.evidence_all {
            if !self.evidence_all.contains(quote) && self.evidence_all.len() < limits::EVIDENCE {
                self.evidence_all.push(quote.clone());
            }
        }
        if other.confidence > self.confidence {
            self.confidence = other.confidence;
            self.evidence.clone_from(&other.evidence);
            if !self.evidence_all.contains(&self.evidence) {
                self.evidence_all.pop();
                self.evidence_all.push(self.evidence.clone());
            }
            if !other.note.is_empty() {
                self.note.clone_from(&other.note);
            }
        }
        if self.note.is_empty() {
            self.note.clone_from(&other.note);
        }
    }
}

fn unmodelled(readings: &BTreeMap<usize, PartReading>) -> Vec<Unmodelled> {
    let mut seen = BTreeSet::new();
    let clauses = readings.values().flat_map(|reading| &reading.unmodelled);
    clauses
        .filter(|clause| seen.insert((clause.clause_quote.as_str(), clause.proposed_term.as_str())))
        .cloned()
        .collect()
}
