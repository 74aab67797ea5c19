use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Proposal;
use crate::find::Index;
use crate::model::{License, LicenseId, Model, Position, Rule};
use crate::prose::Lexicon;
use muniment_rdf::Prefixes;

/// A comparison of a proposal with the most similar record (spec:version-1#assistant-objects).
///
/// A statement is an act with its position. Duties on different permissions are the same statement and are listed in
/// `placement`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The record.
    pub license_id: String,
    /// Its title.
    pub title: String,
    /// Its IRI.
    pub uri: String,
    /// How it was found.
    #[serde(rename = "match")]
    pub found_by: Match,
    /// How it was found, as a sentence.
    pub reason: String,
    /// Whether the record is out of date.
    pub deprecated: bool,
    /// Number of statements in both.
    pub in_common: usize,
    /// Number of statements of the record.
    pub record_total: usize,
    /// Number of statements of the reading.
    pub reading_total: usize,
    /// `in_common` divided by the number of statements in either.
    pub score: f64,
    /// Statements only in the reading.
    pub only_in_reading: Vec<ComparedStatement>,
    /// Statements only in the record.
    pub only_in_record: Vec<ComparedStatement>,
    /// Statements in both.
    pub in_both: Vec<ComparedStatement>,
    /// Duties in both that belong to different permissions.
    pub placement: Vec<ComparedStatement>,
}

/// How a record was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Match {
    /// By the SPDX identifier.
    Spdx,
    /// By the title.
    Title,
    /// By its statements.
    Nearest,
}

/// A row of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparedStatement {
    /// Position and compact name of the act.
    pub key: String,
    /// Who states it: `reading`, `record` or `both`.
    pub side: String,
    /// Position.
    pub kind: Position,
    /// Compact name of the act.
    pub term: String,
    /// IRI of the act.
    pub iri: String,
    /// Label of the act.
    pub label: String,
    /// Acts of the permissions of the duty in the reading, separated by commas; empty if license-wide.
    pub reading_attached: String,
    /// Acts of the permissions of the duty in the record, separated by commas; empty if license-wide.
    pub record_attached: String,
    /// The quote of the reading, else the evidence of the record.
    pub evidence: String,
}

impl Comparison {
    /// Compares a proposal with the record of its SPDX identifier, else of its title, else with the one of the
    /// highest score. Test fixtures are skipped.
    ///
    /// `None` if no record is named and none has a statement in common. Among equal scores, current records come
    /// before deprecated ones, originals before ports and variants, then the identifier decides.
    #[must_use]
    pub fn new(proposal: &Proposal, index: &Index<'_>) -> Option<Self> {
        let library = index.library();
        let reading = Statements::of_proposal(proposal, &library.site.all_prefixes());
        let spdx = proposal.license.get("spdx_id").and_then(|id| id.as_str());
        let by_spdx = spdx.and_then(|id| index.spdx().resolve(id)).and_then(|found| {
            let model = library.licenses.get(found.id)?;
            (!model.current.content.is_fixture()).then_some((found.id, model))
        });
        let titles = [proposal.title.as_str(), &proposal.found_title];
        if let (Some((id, model)), Some(spdx)) = (by_spdx, spdx) {
            let reason = format!("The reading gives the SPDX identifier {spdx}, which leads to this record.");
            return Some(Self::of(id, model, &reading, Match::Spdx, reason, index));
        }
        if let Some((id, model)) = titles.into_iter().find_map(|title| titled(title, index)) {
            let reason = "The record has the title of the reading.".to_owned();
            return Some(Self::of(id, model, &reading, Match::Title, reason, index));
        }
        let (id, model) = nearest(&reading, index)?;
        let reason = "Of all records this one has most in common with the reading.".to_owned();
        Some(Self::of(id, model, &reading, Match::Nearest, reason, index))
    }

    fn of(
        id: &LicenseId,
        model: &Model<License>,
        reading: &Statements,
        found_by: Match,
        reason: String,
        index: &Index<'_>,
    ) -> Self {
        let license = &model.current.content;
        let record = Statements::of_record(license);
        let lexicon = Lexicon::new(index.library());
        let (in_common, either) = reading.shared(&record);
        let [mut only_in_reading, mut only_in_record, mut in_both] = [Vec::new(), Vec::new(), Vec::new()];
        let keys: BTreeSet<_> = reading.0.keys().chain(record.0.keys()).collect();
        let mut keys: Vec<_> = keys.into_iter().collect();
        keys.sort_by_key(|(kind, _)| *kind == Position::Duty);
        for (kind, iri) in keys {
            let key = (*kind, iri.clone());
            let (read, recorded) = (reading.0.get(&key), record.0.get(&key));
            let (side, rows) = match (read, recorded) {
                (Some(_), Some(_)) => ("both", &mut in_both),
                (Some(_), None) => ("reading", &mut only_in_reading),
                _ => ("record", &mut only_in_record),
            };
            let attached = |stated: Option<&Stated>| stated.map(|s| s.attached(&lexicon)).unwrap_or_default();
            let term = lexicon.name(iri);
            rows.push(ComparedStatement {
                key: format!("{} {term}", kind.word()),
                side: side.to_owned(),
                kind: *kind,
                label: lexicon.label(iri),
                term,
                iri: iri.clone(),
                reading_attached: attached(read),
                record_attached: attached(recorded),
                evidence: read.or(recorded).map(|stated| stated.evidence.clone()).unwrap_or_default(),
            });
        }
        let is_moved = |row: &&ComparedStatement| row.reading_attached != row.record_attached;
        let placement: Vec<ComparedStatement> = in_both.iter().filter(is_moved).cloned().collect();
        Self {
            license_id: id.to_string(),
            title: license.title.value.clone(),
            uri: model.iri.clone(),
            found_by,
            reason,
            deprecated: is_out_of_date(license),
            in_common,
            record_total: record.0.len(),
            reading_total: reading.0.len(),
            score: ratio(in_common, either),
            only_in_reading,
            only_in_record,
            in_both,
            placement,
        }
    }
}

/// Statements by position and act.
#[derive(Debug, Default)]
struct Statements(BTreeMap<(Position, String), Stated>);

/// Details of a statement.
#[derive(Debug, Default)]
struct Stated {
    /// IRIs of the acts of the permissions of a duty; an empty string for a license-wide duty.
    on: BTreeSet<String>,
    evidence: String,
}

impl Stated {
    /// A license-wide duty applies to every permission.
    fn attached(&self, lexicon: &Lexicon<'_>) -> String {
        if self.on.contains("") {
            return String::new();
        }
        self.on.iter().map(|act| lexicon.name(act)).collect::<Vec<_>>().join(", ")
    }
}

impl Statements {
    /// The known statements of a proposal; a record has no unknown terms.
    fn of_proposal(proposal: &Proposal, prefixes: &Prefixes) -> Self {
        let mut statements = Self::default();
        for stated in proposal.statements.iter().filter(|stated| stated.known_term) {
            let on = prefixes.expand(&stated.attached_to);
            let on = on.as_deref().unwrap_or(&stated.attached_to);
            statements.add(stated.kind, &stated.iri, on, &stated.evidence);
        }
        statements
    }

    fn of_record(license: &License) -> Self {
        let mut statements = Self::default();
        for (kind, rules) in license.positions() {
            for rule in rules {
                statements.add(kind, &rule.action, "", evidence(rule));
                for duty in &rule.duties {
                    statements.add(Position::Duty, &duty.action, &rule.action, evidence(duty));
                }
            }
        }
        statements
    }

    fn add(&mut self, kind: Position, act: &str, on: &str, evidence: &str) {
        if act.is_empty() {
            return;
        }
        let stated = self.0.entry((kind, act.to_owned())).or_default();
        stated.on.insert(on.to_owned());
        if stated.evidence.is_empty() {
            evidence.clone_into(&mut stated.evidence);
        }
    }

    /// The number of statements in both, and in either.
    fn shared(&self, other: &Self) -> (usize, usize) {
        let in_common = self.0.keys().filter(|key| other.0.contains_key(*key)).count();
        (in_common, self.0.len() + other.0.len() - in_common)
    }
}

fn evidence(rule: &Rule) -> &str {
    rule.evidence.as_deref().unwrap_or_default()
}

fn is_out_of_date(license: &License) -> bool {
    license.deprecated || license.deprecated_on.is_some()
}

#[expect(clippy::cast_precision_loss, reason = "no license has so many statements")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The order of records with equal scores.
fn precedence(license: &License) -> (bool, bool) {
    (is_out_of_date(license), license.port_of.is_some() || license.variant_of.is_some())
}

type Record<'l> = (&'l LicenseId, &'l Model<License>);

/// The significant words of a title: `The Apache License, Version 2.0` equals `Apache License 2.0`.
fn words(title: &str) -> Vec<String> {
    let lower = title.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words
        .map(|word| match word.strip_prefix('v') {
            Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => number.to_owned(),
            _ => word.to_owned(),
        })
        .filter(|word| !matches!(word.as_str(), "the" | "version" | "v"))
        .collect()
}

/// The record with a title or alternative title of equal words.
fn titled<'l>(title: &str, index: &Index<'l>) -> Option<Record<'l>> {
    let wanted = words(title);
    if wanted.is_empty() {
        return None;
    }
    records(index)
        .filter_map(|(id, model)| {
            let license = &model.current.content;
            let is_title = words(&license.title.value) == wanted;
            let is_named = is_title || license.alternatives.iter().any(|name| words(name) == wanted);
            is_named.then(|| ((!is_title, precedence(license)), (id, model)))
        })
        .min_by_key(|(rank, (id, _))| (*rank, *id))
        .map(|(_, record)| record)
}

/// The similarity of a record.
#[derive(Debug)]
struct Near<'l> {
    shared: usize,
    either: usize,
    record: Record<'l>,
}

impl Near<'_> {
    /// Compares fractions in integers, so the result is the same on every machine.
    fn is_nearer_than(&self, other: &Self) -> bool {
        let (own, others) = (self.shared * other.either, other.shared * self.either);
        let precedence = |near: &Near<'_>| precedence(&near.record.1.current.content);
        own > others || own == others && precedence(self) < precedence(other)
    }
}

fn nearest<'l>(reading: &Statements, index: &Index<'l>) -> Option<Record<'l>> {
    let mut best: Option<Near<'l>> = None;
    for record in records(index) {
        let (shared, either) = reading.shared(&Statements::of_record(&record.1.current.content));
        let near = Near { shared, either, record };
        if shared > 0 && best.as_ref().is_none_or(|best| near.is_nearer_than(best)) {
            best = Some(near);
        }
    }
    best.map(|best| best.record)
}

fn records<'l>(index: &Index<'l>) -> impl Iterator<Item = Record<'l>> {
    index.library().licenses.iter().filter(|(_, model)| !model.current.content.is_fixture())
}
