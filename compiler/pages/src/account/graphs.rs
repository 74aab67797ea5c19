use muniment_documents::api::v1::ModelState;
use serde::Serialize;

use super::super::reference::Reference;
use super::super::{Directory, Page};
use super::{Role, Share, Typed};
use muniment_licenses::model::{Axiom, DependencyGraph};

/// An axiom of a graph, as labels.
#[derive(Debug, Clone, Serialize)]
pub struct Statement {
    subject: Reference,
    relation: Reference,
    object: Reference,
}

impl Statement {
    pub(crate) fn all(directory: &Directory<'_>, graph: &DependencyGraph) -> Vec<Self> {
        let statement = |axiom: &Axiom| Self {
            subject: directory.term(&axiom.subject),
            relation: directory.term(&axiom.predicate),
            object: directory.term(&axiom.object),
        };
        graph.axioms.iter().map(statement).collect()
    }

    #[cfg(test)]
    pub(super) fn sample(text: &str) -> Self {
        let part = || Reference::plain(text).named(text);
        Self { subject: part(), relation: part(), object: part() }
    }
}

/// A version of a graph of an account.
#[derive(Debug, Clone, Serialize)]
pub struct GraphVersion<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Time of saving, in UTC, as `2026-11-20T08:30:00Z`.
    pub saved_at: String,
    /// Note; may be empty.
    pub note: &'a str,
    /// Number of axioms.
    pub axioms: u32,
}

/// A graph of an account, for accounts with access.
#[derive(Debug, Clone, Serialize)]
pub struct GraphPage<'a> {
    /// Input of a refused form.
    pub typed: Typed<'a>,
    /// Its identifier.
    pub id: &'a str,
    /// Its address; for a draft the temporary one.
    pub iri: &'a str,
    /// The address after publishing.
    pub published_iri: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its description; may be empty.
    pub description: &'a str,
    /// Its status.
    pub status: ModelState,
    /// The role of the user.
    pub role: Role,
    /// Number of the current version, sent as `base`.
    pub version: u32,
    /// Its axioms.
    pub axioms: Vec<Statement>,
    /// Warnings about the axioms, as sentences.
    pub warnings: Vec<String>,
    /// Newest first.
    pub versions: Vec<GraphVersion<'a>>,
    /// The accounts with access, including the owner.
    pub shares: Vec<Share<'a>>,
}

/// The forms of a graph page.
#[derive(Debug, Clone, Copy, Serialize)]
struct GraphForms {
    edit: bool,
    publish: bool,
    share: bool,
}

/// A graph with the forms of its page.
#[derive(Debug, Serialize)]
pub struct GraphView<'a> {
    graph: &'a GraphPage<'a>,
    forms: GraphForms,
}

impl Page for GraphView<'_> {
    const TEMPLATE: &'static str = "pages/account/graph.html";
}

impl GraphPage<'_> {
    /// Adds the forms for role and status.
    #[must_use]
    pub fn view(&self) -> GraphView<'_> {
        let is_owner = self.role == Role::Owner;
        let forms = GraphForms {
            edit: self.role != Role::Viewer,
            publish: is_owner && self.status == ModelState::Draft,
            share: is_owner,
        };
        GraphView { graph: self, forms }
    }
}
