use serde::Serialize;

use super::super::Directory;
use super::super::reference::{Parts, Reference};
use muniment_licenses::model::{DefaultRule, License};
use muniment_licenses::training::{self, Answer, Basis, Occasion};

/// Whether a model may be trained on the work (spec:reasoning#training).
#[derive(Debug, Serialize)]
pub(super) struct Training {
    answer: Answer,
    basis: Basis,
    while_training: Vec<Condition>,
    when_sharing: Vec<Condition>,
    /// What graphs say about text and data mining: law of their territory, not of the license.
    mining: Vec<MiningRule>,
}

#[derive(Debug, Serialize)]
struct Condition {
    sentence: &'static str,
    /// The act that the license prohibits, requires or does not permit.
    act: Option<Reference>,
}

#[derive(Debug, Serialize)]
struct MiningRule {
    territory: Reference,
    rule: Reference,
}

impl Training {
    pub(super) fn of(directory: &Directory<'_>, license: &License) -> Self {
        let training = training::Training::of(license, &directory.own);
        let conditions = |when: Occasion| {
            let conditions = training.conditions.iter().filter(|condition| condition.when == when);
            let view = |condition: &training::Condition<'_>| Condition {
                sentence: condition.sentence,
                act: condition.action.map(|act| directory.term(act)),
            };
            conditions.map(view).collect()
        };
        Self {
            answer: training.answer,
            basis: training.basis,
            while_training: conditions(Occasion::Training),
            when_sharing: conditions(Occasion::Sharing),
            mining: mining(directory),
        }
    }
}

#[cfg(test)]
impl Training {
    pub(super) fn sample() -> Self {
        let condition = |sentence| Condition { sentence, act: Some(Reference::plain("Give <credit>")) };
        Self {
            answer: Answer::YesIf,
            basis: Basis::Grants,
            while_training: vec![condition("Train & stay.")],
            when_sharing: vec![condition("Share & tell.")],
            mining: vec![MiningRule {
                territory: Reference::plain("Union"),
                rule: Reference::plain("Mining is <open>"),
            }],
        }
    }
}

/// The rules of all graphs about text and data mining, each with the first graph that has it.
fn mining(directory: &Directory<'_>) -> Vec<MiningRule> {
    let graphs = &directory.catalog.library.graphs;
    let rules =
        graphs.iter().flat_map(|(id, graph)| graph.current.content.rules.iter().map(move |rule| (id, rule)));
    let mut rules: Vec<_> =
        rules.filter(|(_, rule)| rule.action == directory.own.text_and_data_mining).collect();
    rules.sort_by_key(|(id, rule)| (&rule.iri, *id));
    rules.dedup_by_key(|(_, rule)| &rule.iri);
    rules
        .into_iter()
        .map(|(id, rule)| MiningRule {
            territory: directory.term(&rule.jurisdiction),
            rule: rule_reference(id.as_str(), rule),
        })
        .collect()
}

/// A link to a rule on the page of a graph, with its name.
pub(super) fn rule_reference(graph: &str, rule: &DefaultRule) -> Reference {
    let slug = rule.iri.rsplit(['/', '#']).next().unwrap_or(&rule.iri);
    let name = if rule.label.is_empty() { slug } else { &rule.label };
    let href = format!("/dependency-graph/{graph}#rule-{slug}");
    Parts { text: name.to_owned(), href, ..Parts::default() }.into()
}
