use super::numbering::{date, restated};
use super::revision::revise_to;
use super::tables::{TableError, leave, retire as retire_identifier};
use super::{Edit, Edits, Revised, RevisionError, RevisionNotes};
use crate::history::{Catalog, ModelHistory, VersionFacts};
use muniment_licenses::model::terms::{dct, owl, xsd};
use muniment_licenses::model::{Library, ModelKind};
use muniment_rdf::{Literal, NamedNode, Term};

/// A planned retirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Retirement {
    /// The model was released: a new version withdraws it, and its addresses remain (spec:version-2#states).
    Withdrawn(Revised),
    /// The model was never released: it is removed.
    Removed(Edits),
}

/// Why a model is not retired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RetirementError {
    /// The model is required.
    #[error("nothing works without `{0}`")]
    Needed(String),
    /// A released graph, which cannot be withdrawn.
    #[error("`{0}` was released, and a core graph has no place for `owl:deprecated` (check 58); it stays")]
    Graph(String),
    /// It is already withdrawn.
    #[error("`{0}` is withdrawn already; `muniment revise` names another successor")]
    AlreadyWithdrawn(String),
    /// The successor is not another current model of the same kind.
    #[error("`{successor}` cannot succeed `{id}`: {why}")]
    Successor {
        /// The model.
        id: String,
        /// The successor.
        successor: String,
        /// The reason.
        why: &'static str,
    },
    /// Other models name the model to remove.
    #[error("`{id}` was never released and would be removed, but is named by {by}")]
    Named {
        /// The model.
        id: String,
        /// The other models.
        by: String,
    },
    /// The withdrawing version cannot be planned.
    #[error(transparent)]
    Revision(#[from] RevisionError),
    /// A table cannot be changed.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Plans a version that withdraws a model, or its removal if it was never released.
///
/// Released identifiers are never removed or reused. The identifier of a removed record is free again, unless a
/// successor is given; then it is listed as retired.
pub fn retire(
    catalog: &Catalog<'_>,
    history: &ModelHistory<'_>,
    successor: Option<&str>,
    notes: &RevisionNotes,
) -> Result<Retirement, RetirementError> {
    let facts = &history.current;
    let id = facts.id.to_owned();
    if facts.kind == ModelKind::Vocabulary || id == Library::DEFAULT_GRAPH {
        return Err(RetirementError::Needed(id));
    }
    let successor = successor.map(|successor| succeeding(catalog, facts, successor)).transpose()?;
    let mut releases = catalog.library.releases.iter();
    if !releases.any(|release| release.section(facts.kind).models.contains_key(facts.id)) {
        return Ok(Retirement::Removed(removal(catalog, history, successor)?));
    }
    if facts.kind != ModelKind::License {
        return Err(RetirementError::Graph(id));
    }
    if facts.states_deprecated {
        return Err(RetirementError::AlreadyWithdrawn(id));
    }
    let day = notes.day.ok_or(RevisionError::Missing("day (--date)"))?;
    let deprecated_on = catalog.library.site.terms().deprecated_on;
    let yes = Literal::new_typed_literal("true", NamedNode::new_unchecked(xsd::BOOLEAN));
    let mut graph = restated(facts.graph(), facts.iri, owl::DEPRECATED, yes.into());
    graph = restated(&graph, facts.iri, &deprecated_on, date(day));
    if let Some(successor) = successor {
        let iri = NamedNode::new_unchecked(successor.iri);
        graph = restated(&graph, facts.iri, dct::IS_REPLACED_BY, iri.into());
    }
    Ok(Retirement::Withdrawn(revise_to(catalog, history, &graph, notes)?))
}

fn succeeding<'c, 'l>(
    catalog: &'c Catalog<'l>,
    facts: &VersionFacts<'_>,
    successor: &str,
) -> Result<&'c VersionFacts<'l>, RetirementError> {
    let refuse = |why| {
        let (id, successor) = (facts.id.to_owned(), successor.to_owned());
        Err(RetirementError::Successor { id, successor, why })
    };
    let found = catalog.of_kind(facts.kind).find(|(id, _)| *id == successor);
    match found.map(|(_, history)| &history.current) {
        None => refuse("there is none of that name"),
        Some(found) if found.id == facts.id => refuse("it is itself"),
        Some(found) if found.states_deprecated => refuse("it is withdrawn too"),
        Some(found) => Ok(found),
    }
}

/// The record is removed last, so that the command can be repeated.
fn removal(
    catalog: &Catalog<'_>,
    history: &ModelHistory<'_>,
    successor: Option<&VersionFacts<'_>>,
) -> Result<Edits, RetirementError> {
    let (library, facts) = (catalog.library, &history.current);
    let by = named_by(catalog, facts);
    if !by.is_empty() {
        return Err(RetirementError::Named { id: facts.id.to_owned(), by: by.join(", ") });
    }
    let mut files = leave(&library.tables, facts.id)?;
    if let Some(successor) = successor.filter(|_| facts.kind == ModelKind::License) {
        files.extend(retire_identifier(&library.tables, facts.id, successor.id)?);
    }
    let remove = |path: &str| Edit::Remove { path: path.to_owned() };
    if facts.kind == ModelKind::License && library.reviews.contains_key(facts.id) {
        files.push(remove(&format!("reviews/{}.toml", facts.id)));
    }
    files.extend(history.change_log.map(|_| remove(history.change_log_path)));
    files.extend(history.versions().rev().skip(1).map(|version| remove(&version.source.path)));
    files.push(remove(&facts.source.path));
    Ok(Edits { files })
}

/// The other models (in any version) and retired identifiers that name a model.
fn named_by(catalog: &Catalog<'_>, facts: &VersionFacts<'_>) -> Vec<String> {
    let names = |version: &VersionFacts<'_>| {
        let is_named = |object: &Term| matches!(object, Term::NamedNode(iri) if iri.as_str() == facts.iri);
        version.graph().triples().iter().any(|triple| is_named(&triple.object))
    };
    let others =
        catalog.histories().filter(|other| (other.current.kind, other.current.id) != (facts.kind, facts.id));
    let models =
        others.filter(|other| other.versions().any(names)).map(|other| format!("`{}`", other.current.id));
    let is_successor = |id: &muniment_licenses::model::LicenseId| {
        facts.kind == ModelKind::License && id.as_str() == facts.id
    };
    let retired =
        catalog.library.retired.iter().filter(|old| old.successor.as_ref().is_some_and(is_successor));
    models.chain(retired.map(|old| format!("the retired `{}`", old.id))).collect()
}
