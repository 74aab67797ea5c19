use std::collections::BTreeSet;

use super::{Lexicon, Source};
use crate::model::{Position, Rule};

/// The kind of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StatementKind {
    /// Permits, requires or prohibits an act.
    Rule(Position),
    /// Names an asset type of the license.
    Target,
    /// A policy quality, a quoted clause, a relation, or a detail of a rule.
    Term,
}

impl StatementKind {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rule(position) => position.word(),
            Self::Target => "target",
            Self::Term => "term",
        }
    }
}

/// A statement of a license model, as counted for the coverage of narrations (spec:version-1#assistant-objects).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Statement {
    /// Its kind.
    pub kind: StatementKind,
    /// Compact name of the act, asset type or property.
    pub term: String,
    /// Its IRI.
    pub iri: String,
    /// Its label, else the compact name.
    pub label: String,
    /// Compact name of the act of its rule; empty if license-wide.
    pub attached_to: String,
}

impl Statement {
    pub(super) fn new(lexicon: &Lexicon<'_>, kind: StatementKind, iri: &str, attached_to: &str) -> Self {
        Self {
            kind,
            term: lexicon.name(iri),
            iri: iri.to_owned(),
            label: lexicon.label(iri),
            attached_to: lexicon.name(attached_to),
        }
    }
}

/// All statements of a license model, in order, without duplicates.
///
/// Data about the record (titles, dates, review) and addresses are not statements. A property with several values is
/// one statement.
#[must_use]
pub fn statements(lexicon: &Lexicon<'_>, source: Source<'_>) -> Vec<Statement> {
    let license = source.license;
    let mut found = BTreeSet::new();
    for (position, rules) in license.positions() {
        for rule in rules {
            found.insert(Statement::new(lexicon, StatementKind::Rule(position), &rule.action, ""));
            found.extend(details(lexicon, source, rule));
            for duty in &rule.duties {
                found.insert(Statement::new(
                    lexicon,
                    StatementKind::Rule(Position::Duty),
                    &duty.action,
                    &rule.action,
                ));
                found.extend(details(lexicon, source, duty));
            }
        }
    }
    found.extend(
        license.targets.iter().map(|target| Statement::new(lexicon, StatementKind::Target, target, "")),
    );
    let properties = source.properties(lexicon);
    found
        .extend(properties.keys().map(|property| Statement::new(lexicon, StatementKind::Term, property, "")));
    found.into_iter().collect()
}

fn details(lexicon: &Lexicon<'_>, source: Source<'_>, rule: &Rule) -> Vec<Statement> {
    let details = source.details(rule, &lexicon.own).into_iter();
    details.map(|detail| Statement::new(lexicon, StatementKind::Term, detail, &rule.action)).collect()
}
