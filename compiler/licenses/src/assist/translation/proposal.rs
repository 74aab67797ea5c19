use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::warnings::{Warnings, tamed};
use super::{Contradiction, PartReading, TranslatedStatement, Translator, Unmodelled, limits};
use crate::compose::limits::NAME;
use crate::model::Position;
use crate::reason::Reasoner;

/// What a text says, as a whole: the proposed model and all that is to be known about it
/// (spec:version-1#assistant-objects).
///
/// Can be kept until it is collected: of the text it holds nothing but quotes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// The title that was asked for, else the one found in the text, else a neutral one.
    pub title: String,
    /// The title found in the text; empty where there is none.
    pub found_title: String,
    /// Language of the text, two letters.
    pub language: String,
    /// Which parts were read.
    pub parts: Parts,
    /// A composer document, which [`Composer::read`](crate::compose::Composer::read) accepts.
    pub license: Value,
    /// What the text states, each statement once.
    pub statements: Vec<TranslatedStatement>,
    /// What it states and the vocabulary has no term for.
    pub unmodelled: Vec<Unmodelled>,
    /// What a person should know.
    pub warnings: Vec<String>,
    /// What the license says against itself.
    pub conflicts: Vec<Contradiction>,
}

/// The parts of a text, by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// How many there are.
    pub total: usize,
    /// Those that were read.
    pub translated: Vec<usize>,
    /// Those that were not.
    pub failed: Vec<usize>,
}

/// What a license without a title is called.
const UNTITLED: &str = "Untitled license";
/// The language of a text that no answer tells.
const LANGUAGE: &str = "en";

impl Translator<'_> {
    /// Merges the readings of the parts of a text. What is known of the rest of the parts, those that failed, is told
    /// in a warning; an empty title is one that was not asked for.
    ///
    /// The result depends on the readings alone and not on when they came.
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
        let requested = tamed(title, NAME - 1);
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

/// What the first part says that says anything.
fn first(readings: &BTreeMap<usize, PartReading>, said: fn(&PartReading) -> &String) -> String {
    readings.values().map(said).find(|said| !said.is_empty()).cloned().unwrap_or_default()
}

/// The statements of all parts in the order of the text, each once, with all that speaks for it.
fn merged(readings: &BTreeMap<usize, PartReading>) -> Vec<TranslatedStatement> {
    let mut places: BTreeMap<(Position, &str, &str), usize> = BTreeMap::new();
    let mut merged: Vec<TranslatedStatement> = Vec::new();
    for statement in readings.values().flat_map(|reading| &reading.statements) {
        let key = (statement.kind, statement.term.as_str(), statement.attached_to.as_str());
        let place = *places.entry(key).or_insert(merged.len());
        match merged.get_mut(place) {
            Some(known) => known.take_in(statement),
            None => merged.push(statement.clone()),
        }
    }
    merged
}

impl TranslatedStatement {
    /// Takes in the same statement from elsewhere: the surer one leads.
    fn take_in(&mut self, other: &Self) {
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
