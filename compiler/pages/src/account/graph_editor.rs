use serde::Serialize;

use super::super::{Directory, Page};
use super::{Faults, GraphStatus};
use muniment_licenses::model::terms::{odrl, owl};
use muniment_licenses::reason::InvalidStatement;

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// What a form sends.
    pub value: String,
    /// What is read.
    pub label: String,
}

/// What statements can be made of: acts by their compact names, in order of their labels, and relations.
#[derive(Debug, Clone, Serialize)]
pub struct StatementChoices {
    acts: Vec<Choice>,
    relations: Vec<Choice>,
}

impl StatementChoices {
    /// The acts of the vocabulary that are in use, and the relations of dependency graphs.
    pub(crate) fn new(directory: &Directory<'_>) -> Self {
        let vocabulary = &directory.catalog.library.vocabulary.current.content;
        let acts =
            vocabulary.terms.iter().filter(|(iri, term)| vocabulary.is_action(iri) && !term.deprecated);
        let mut acts: Vec<Choice> = acts
            .map(|(iri, _)| Choice {
                value: directory.prefixes.compact(iri),
                label: vocabulary.label(iri).to_owned(),
            })
            .collect();
        acts.sort_by_cached_key(|act| (act.label.to_lowercase(), act.value.clone()));
        let relations = [
            (odrl::INCLUDED_IN, "is part of"),
            (odrl::IMPLIES, "implies"),
            (owl::SAME_AS, "is the same as"),
            (directory.own.contradicts.as_str(), "contradicts"),
        ];
        let relations = relations
            .map(|(iri, words)| Choice { value: directory.prefixes.compact(iri), label: words.to_owned() });
        Self { acts, relations: relations.to_vec() }
    }

    #[cfg(test)]
    pub(super) fn sample(text: &str) -> Self {
        let choices = || vec![Choice { value: text.to_owned(), label: text.to_owned() }];
        Self { acts: choices(), relations: choices() }
    }

    /// The compact name of an act that somebody named by its label, in whatever letters.
    #[must_use]
    pub fn act_labelled(&self, label: &str) -> Option<&str> {
        let label = label.to_lowercase();
        let act = self.acts.iter().find(|act| act.label.to_lowercase() == label);
        act.map(|act| act.value.as_str())
    }

    /// The label of an act by its compact name; empty for anything else.
    #[must_use]
    pub fn label(&self, act: &str) -> &str {
        self.acts.iter().find(|choice| choice.value == act).map_or("", |choice| &choice.label)
    }
}

/// A row of the editor: a statement as it was typed.
#[derive(Debug, Clone, Serialize)]
pub struct StatementRow<'a> {
    /// Its number, from 1, which the names of its fields end with.
    pub number: usize,
    /// The act that is spoken of.
    pub subject: &'a str,
    /// Its label; empty if it is no act.
    pub subject_label: &'a str,
    /// The relation, by its compact name.
    pub relation: &'a str,
    /// The act it is related to.
    pub object: &'a str,
    /// Its label; empty if it is no act.
    pub object_label: &'a str,
    /// What is wrong with the statement, each in a sentence.
    pub faults: Vec<String>,
}

/// A graph that is edited.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct EditedGraph<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Its title as it is saved.
    pub title: &'a str,
    /// Where it stands.
    pub status: GraphStatus,
    /// Number of the version that was read; the form sends it back as `base`.
    pub base: u32,
}

/// The editor of dependency graphs.
#[derive(Debug, Clone, Serialize)]
pub struct GraphEditorPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why nothing was saved, in a sentence.
    pub problem: Option<&'a str>,
    /// Number of a version that somebody else saved in the meantime.
    pub newer: Option<u32>,
    /// What is wrong with a field that is no row.
    pub faults: &'a Faults,
    /// The graph; none while it is new.
    pub graph: Option<EditedGraph<'a>>,
    /// The title as it was typed.
    pub title: &'a str,
    /// The description as it was typed.
    pub description: &'a str,
    /// What was said about the change.
    pub note: &'a str,
    /// The statements, and empty rows to write more into.
    pub rows: Vec<StatementRow<'a>>,
    /// What statements can be made of.
    pub choices: &'a StatementChoices,
    /// Graphs of the library to start a new one from.
    pub origins: Vec<Choice>,
    /// The document that was pasted and could not be read.
    pub pasted: &'a str,
}

impl Page for GraphEditorPage<'_> {
    const TEMPLATE: &'static str = "pages/account/graph_editor.html";
}

/// What is wrong with a statement, as its row says it.
#[must_use]
pub fn statement_fault(fault: &InvalidStatement) -> String {
    match fault {
        InvalidStatement::UnknownAct { name, .. } if name.is_empty() => "An act is missing.".to_owned(),
        InvalidStatement::UnknownAct { name, .. } => format!("“{name}” is no act of the vocabulary."),
        InvalidStatement::UnknownRelation { name, .. } if name.is_empty() => {
            "The relation is missing.".to_owned()
        }
        InvalidStatement::UnknownRelation { name, .. } => {
            format!("“{name}” is none of the four relations of a dependency graph.")
        }
        InvalidStatement::SelfRelation { .. } => "An act is not related to itself.".to_owned(),
        InvalidStatement::Repeated { first, .. } => format!("This repeats statement {first}."),
        InvalidStatement::TooMany(_) => format!("{fault}."),
    }
}
