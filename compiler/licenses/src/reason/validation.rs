use std::collections::{BTreeMap, BTreeSet};

use crate::model::terms::odrl;
use crate::model::{DependencyGraph, OwnTerms, Site, Vocabulary};

use super::acts::{Act, Acts};
use super::closures::closed;
use super::labels::Labels;
use super::theory::Outcome;

/// Maximum axioms of a graph of an account.
pub const MAX_AXIOMS: usize = 2000;

/// A statement that is not an axiom. Statements are numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidStatement {
    /// A side that is not an act.
    #[error("statement {number}: `{name}` is no action of the vocabulary")]
    UnknownAct {
        /// Number of the statement.
        number: usize,
        /// The name as given.
        name: String,
    },
    /// A relation that is not allowed in axioms.
    #[error(
        "statement {number}: `{name}` is none of the relations odrl:includedIn, odrl:implies, owl:sameAs and \
         contradicts"
    )]
    UnknownRelation {
        /// Number of the statement.
        number: usize,
        /// The name as given.
        name: String,
    },
    /// An act related to itself.
    #[error("statement {number} relates `{name}` to itself")]
    SelfRelation {
        /// Number of the statement.
        number: usize,
        /// The act as given.
        name: String,
    },
    /// A duplicate statement.
    #[error("statement {number} repeats statement {first}")]
    Repeated {
        /// Number of the statement.
        number: usize,
        /// Number of the first one.
        first: usize,
    },
    /// Too many statements.
    #[error("a graph has at most {MAX_AXIOMS} statements, and these are {0}")]
    TooMany(usize),
}

impl InvalidStatement {
    /// The number of the statement; `None` for [`Self::TooMany`].
    #[must_use]
    pub const fn number(&self) -> Option<usize> {
        match self {
            Self::UnknownAct { number, .. }
            | Self::UnknownRelation { number, .. }
            | Self::SelfRelation { number, .. }
            | Self::Repeated { number, .. } => Some(*number),
            Self::TooMany(_) => None,
        }
    }
}

/// Valid axioms of a graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validated {
    /// Subject, relation and object as IRIs, in the order given.
    pub axioms: Vec<[String; 3]>,
    /// Sentences about cycles of `odrl:includedIn` and `odrl:implies`, which are allowed.
    pub warnings: Vec<String>,
}

/// Checks the statements of a new graph (spec:version-1#graph-endpoints): subject, relation and object, as IRIs or
/// compact names.
///
/// # Errors
/// All faulty statements, in order.
pub fn validate<'s>(
    statements: impl IntoIterator<Item = [&'s str; 3]>,
    vocabulary: &Vocabulary,
    site: &Site,
) -> Result<Validated, Vec<InvalidStatement>> {
    let terms = site.terms();
    let prefixes = site.all_prefixes();
    let namespace = site.ns_iri();
    let expand = |name: &str| {
        let iri = prefixes.expand(name).unwrap_or_else(|| name.to_owned());
        // Own names with http are an old spelling.
        match iri.strip_prefix("http://").map(|rest| format!("https://{rest}")) {
            Some(modern) if modern.starts_with(&namespace) => modern,
            _ => iri,
        }
    };
    let mut faults = Vec::new();
    let mut axioms: Vec<[String; 3]> = Vec::new();
    let mut seen: BTreeMap<[String; 3], usize> = BTreeMap::new();
    let mut count = 0;
    for names in statements {
        count += 1;
        if count > MAX_AXIOMS {
            continue;
        }
        let axiom = names.map(expand);
        let [subject, relation, object] = &axiom;
        let [subject_name, relation_name, object_name] = names;
        let before = faults.len();
        for (iri, name) in [(subject, subject_name), (object, object_name)] {
            if !vocabulary.is_action(iri) {
                faults.push(InvalidStatement::UnknownAct { number: count, name: name.to_owned() });
            }
        }
        if !DependencyGraph::is_relation(relation, &terms) {
            faults.push(InvalidStatement::UnknownRelation { number: count, name: relation_name.to_owned() });
        }
        if subject == object {
            faults.push(InvalidStatement::SelfRelation { number: count, name: subject_name.to_owned() });
        }
        if let Some(first) = seen.get(&axiom) {
            faults.push(InvalidStatement::Repeated { number: count, first: *first });
        }
        if faults.len() == before {
            seen.insert(axiom.clone(), count);
            axioms.push(axiom);
        }
    }
    if count > MAX_AXIOMS {
        faults.push(InvalidStatement::TooMany(count));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let warnings = [odrl::INCLUDED_IN, odrl::IMPLIES]
        .into_iter()
        .flat_map(|relation| cycles(&axioms, relation))
        .map(|(relation, acts)| {
            let acts: Vec<String> = acts.iter().map(|act| prefixes.compact(act)).collect();
            format!("{} runs in a circle: {}", prefixes.compact(relation), acts.join(", "))
        })
        .collect();
    Ok(Validated { axioms, warnings })
}

/// The cycles of a relation, sorted by first act.
fn cycles<'a>(axioms: &'a [[String; 3]], relation: &'a str) -> Vec<(&'a str, Vec<String>)> {
    let pairs: Vec<(&str, &str)> = axioms
        .iter()
        .filter(|[_, predicate, _]| predicate == relation)
        .map(|[subject, _, object]| (subject.as_str(), object.as_str()))
        .collect();
    let acts = Acts::new(pairs.iter().flat_map(|(a, b)| [*a, *b]));
    let numbered = pairs.iter().filter_map(|(a, b)| Some((acts.find(a)?, acts.find(b)?)));
    let reached = closed(numbered, acts.len());
    let mut told: BTreeSet<Act> = BTreeSet::new();
    let mut cycles = Vec::new();
    for (act, row) in (0..).map(Act).zip(&reached) {
        if !row.contains(act) || told.contains(&act) {
            continue;
        }
        let is_back = |other: &Act| reached.get(other.0 as usize).is_some_and(|row| row.contains(act));
        let cycle: Vec<Act> = row.iter().filter(is_back).collect();
        cycles.push((relation, cycle.iter().map(|act| acts.iri(*act).to_owned()).collect()));
        told.extend(cycle);
    }
    cycles
}

/// Sentences about acts that the default rules both grant and refuse. They are allowed, but a license that states
/// nothing about such an act contradicts itself.
#[must_use]
pub fn contradictory_rules(graph: &DependencyGraph, labels: &Labels<'_>, terms: &OwnTerms) -> Vec<String> {
    let mut outcomes: BTreeMap<&str, BTreeSet<Outcome>> = BTreeMap::new();
    for rule in &graph.rules {
        if let Some(outcome) = Outcome::read(&rule.outcome, terms) {
            outcomes.entry(&rule.action).or_default().insert(outcome);
        }
    }
    outcomes
        .into_iter()
        .filter(|(_, outcomes)| {
            outcomes.contains(&Outcome::NotGranted)
                && (outcomes.contains(&Outcome::Granted) || outcomes.contains(&Outcome::Required))
        })
        .map(|(act, _)| {
            format!(
                "default rules both supply and refuse \"{}\": a license that is silent about it would contradict \
                 itself",
                labels.label(act)
            )
        })
        .collect()
}
