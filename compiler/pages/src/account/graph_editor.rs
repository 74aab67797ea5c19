use muniment_documents::api::v1::ModelState;
use serde::Serialize;

use super::super::{Directory, Page};
use muniment_licenses::model::terms::{odrl, owl};
use muniment_licenses::reason::InvalidStatement;

/// An option of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The value that the form sends.
    pub value: String,
    /// The label.
    pub label: String,
}

/// Options for statements: acts by compact name, in order of their labels, and relations.
#[derive(Debug, Clone, Serialize)]
pub struct StatementChoices {
    acts: Vec<Choice>,
    relations: Vec<Choice>,
}

impl StatementChoices {
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

    /// The compact name of an act with a label, ignoring case.
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

/// A row of the editor with a statement.
#[derive(Debug, Clone, Serialize)]
pub struct StatementRow<'a> {
    /// Its number, from 1, the suffix of the names of its fields.
    pub number: usize,
    /// The first act.
    pub subject: &'a str,
    /// Its label; empty if it is no act.
    pub subject_label: &'a str,
    /// The relation, by its compact name.
    pub relation: &'a str,
    /// The second act.
    pub object: &'a str,
    /// Its label; empty if it is no act.
    pub object_label: &'a str,
    /// Faults of the statement, as sentences.
    pub faults: Vec<String>,
}

/// An existing graph in the editor.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct EditedGraph<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Its saved title.
    pub title: &'a str,
    /// Its status.
    pub status: ModelState,
    /// Number of the edited version, sent as `base`.
    pub base: u32,
}

/// The editor of dependency graphs.
#[derive(Debug, Clone, Serialize)]
pub struct GraphEditorPage<'a> {
    /// Number of a version saved by somebody else in the meantime.
    pub newer: Option<u32>,
    /// The graph; `None` for a new one.
    pub graph: Option<EditedGraph<'a>>,
    /// The title in the form.
    pub title: &'a str,
    /// The description in the form.
    pub description: &'a str,
    /// The note on the change.
    pub note: &'a str,
    /// The statements, and empty rows.
    pub rows: Vec<StatementRow<'a>>,
    /// Options for statements.
    pub choices: &'a StatementChoices,
    /// Graphs of the library to copy.
    pub origins: Vec<Choice>,
    /// A pasted document that could not be read.
    pub pasted: &'a str,
}

impl Page for GraphEditorPage<'_> {
    const TEMPLATE: &'static str = "pages/account/graph_editor.html";
}

/// The message for a faulty statement in its row.
#[must_use]
pub fn statement_fault(fault: &InvalidStatement) -> String {
    match fault {
        InvalidStatement::UnknownAct { name, .. } if name.is_empty() => "An act is missing.".to_owned(),
        InvalidStatement::UnknownAct { name, .. } => format!("“{name}” is not an act of the vocabulary."),
        InvalidStatement::UnknownRelation { name, .. } if name.is_empty() => {
            "The relation is missing.".to_owned()
        }
        InvalidStatement::UnknownRelation { name, .. } => {
            format!("“{name}” is not one of the four relations of a dependency graph.")
        }
        InvalidStatement::SelfRelation { .. } => "An act cannot be related to itself.".to_owned(),
        InvalidStatement::Repeated { first, .. } => format!("This repeats statement {first}."),
        InvalidStatement::TooMany(_) => format!("{fault}."),
    }
}
