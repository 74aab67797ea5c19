use serde::Serialize;

use super::super::reference::Reference;
use super::super::{Directory, Page};
use super::{Faults, GraphStatus, Role, Share, Typed};
use muniment_licenses::model::{Axiom, DependencyGraph};

/// An axiom of a graph, its parts by their labels.
#[derive(Debug, Clone, Serialize)]
pub struct Statement {
    subject: Reference,
    relation: Reference,
    object: Reference,
}

impl Statement {
    /// The axioms of a graph, in their order.
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
    /// When it was saved, in UTC, as `2026-11-20T08:30:00Z`.
    pub saved_at: &'a str,
    /// What was said about it; may be empty.
    pub note: &'a str,
    /// How many axioms it states.
    pub axioms: u32,
}

/// A graph of an account as those see it who share in it.
#[derive(Debug, Clone, Serialize)]
pub struct GraphPage<'a> {
    /// What the forms send back as `csrf_token`.
    pub csrf: &'a str,
    /// Why what was asked for was not done, in a sentence.
    pub problem: Option<&'a str>,
    /// What is wrong with a field.
    pub faults: &'a Faults,
    /// What was typed into the form that was not acted on.
    pub typed: Typed<'a>,
    /// Its identifier.
    pub id: &'a str,
    /// Its address: of a draft the one it has until it is published.
    pub iri: &'a str,
    /// The address a draft will have.
    pub published_iri: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its description; may be empty.
    pub description: &'a str,
    /// Where it stands.
    pub status: GraphStatus,
    /// What it is to who asks.
    pub role: Role,
    /// Number of the version that stands; forms send it back as `base`.
    pub version: u32,
    /// What it states.
    pub axioms: Vec<Statement>,
    /// What is odd about that, each in a sentence.
    pub warnings: Vec<String>,
    /// Newest first.
    pub versions: Vec<GraphVersion<'a>>,
    /// Everybody who has it, the owner among them.
    pub shares: Vec<Share<'a>>,
}

/// What a page offers to do with a graph.
#[derive(Debug, Clone, Copy, Serialize)]
struct GraphForms {
    edit: bool,
    publish: bool,
    share: bool,
}

/// A graph with what its page offers to do with it.
#[derive(Debug, Serialize)]
pub struct GraphView<'a> {
    graph: &'a GraphPage<'a>,
    forms: GraphForms,
}

impl Page for GraphView<'_> {
    const TEMPLATE: &'static str = "pages/account/graph.html";
}

impl GraphPage<'_> {
    /// With the forms that follow from role and state.
    #[must_use]
    pub fn view(&self) -> GraphView<'_> {
        let is_owner = self.role == Role::Owner;
        let forms = GraphForms {
            edit: self.role != Role::Viewer,
            publish: is_owner && self.status == GraphStatus::Draft,
            share: is_owner,
        };
        GraphView { graph: self, forms }
    }
}
