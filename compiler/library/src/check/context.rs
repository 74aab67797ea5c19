//! Access to the library for checks: records with their triples, names for messages, places for faults.

use std::collections::BTreeSet;

use super::place::{LineCache, TurtlePlaces};
use muniment_licenses::model::terms::odrl;
use muniment_licenses::model::{
    Axiom, DependencyGraph, Fault, GraphId, Library, License, LicenseId, Model, ModelVersion, OwnTerms,
    Place, Review, Role, Rule, Scope,
};
use muniment_rdf::{Graph, NodeView, Prefixes, Term, iri_of, text_of};

/// The library with terms and prefixes, and the records to check.
#[derive(Debug)]
pub struct Context<'l> {
    pub(super) library: &'l Library,
    pub(super) scope: &'l Scope,
    pub(super) terms: OwnTerms,
    pub(super) prefixes: Prefixes,
    lines: LineCache,
}

impl<'l> Context<'l> {
    /// A context for all records of a library.
    #[must_use]
    pub fn whole(library: &'l Library) -> Self {
        Self::new(library, &Scope::Everything)
    }

    pub(super) fn new(library: &'l Library, scope: &'l Scope) -> Self {
        Self {
            library,
            scope,
            terms: library.site.terms(),
            prefixes: library.site.all_prefixes(),
            lines: LineCache::default(),
        }
    }

    /// Without a vocabulary, checks of terms are skipped, because reading reports it once.
    pub(super) fn has_vocabulary(&self) -> bool {
        !self.library.vocabulary.current.content.terms.is_empty()
    }

    /// The records to check.
    pub(super) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let examined: Box<dyn Iterator<Item = (&LicenseId, &Model<License>)>> = match self.scope {
            Scope::Everything => Box::new(self.library.licenses.iter()),
            Scope::Records { ids, .. } => {
                Box::new(ids.iter().filter_map(|id| self.library.licenses.get_key_value(id)))
            }
        };
        examined.map(|(id, model)| Record { context: self, id, model })
    }

    /// A record by identifier, with exact case.
    pub(super) fn record(&self, id: &str) -> Option<Record<'_>> {
        self.library.licenses.get_key_value(id).map(|(id, model)| Record { context: self, id, model })
    }

    /// The records of a class to check. Another check reports unknown members.
    pub(super) fn class(&self, name: &str) -> Vec<Record<'_>> {
        let classes = self.library.classes.iter().filter(|class| class.name == name);
        let members = classes.flat_map(|class| &class.members).map(LicenseId::as_str);
        members.filter(|id| self.scope.holds(id)).filter_map(|id| self.record(id)).collect()
    }

    pub(super) fn graphs(&self) -> impl Iterator<Item = GraphFile<'_>> {
        self.library.graphs.iter().map(|(id, model)| GraphFile { context: self, id, model })
    }

    /// The compact name of an IRI, in backticks.
    pub(super) fn name(&self, iri: &str) -> String {
        format!("`{}`", self.prefixes.compact(iri))
    }

    /// Compact names in backticks, separated by commas.
    pub(super) fn names<'i>(&self, iris: impl IntoIterator<Item = &'i str>) -> String {
        iris.into_iter().map(|iri| self.name(iri)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn places<'s, T>(&'s self, version: &'s ModelVersion<T>) -> TurtlePlaces<'s> {
        TurtlePlaces {
            prefixes: &self.prefixes,
            source: &version.source,
            graph: &version.graph,
            cache: &self.lines,
        }
    }

    /// The files of all current models.
    pub(super) fn current_files(&self) -> Vec<TripleFile<'_>> {
        let records = self.records().map(|r| TripleFile::of(self, r.id, &r.model.current));
        let graphs = self.graphs().map(|g| TripleFile::of(self, g.id, &g.model.current));
        let vocabulary =
            TripleFile::of(self, self.library.site.vocabulary_id(), &self.library.vocabulary.current);
        records.chain(graphs).chain([vocabulary]).collect()
    }
}

/// A file of triples of any kind.
pub(super) struct TripleFile<'c> {
    pub(super) id: String,
    pub(super) graph: &'c Graph,
    pub(super) places: TurtlePlaces<'c>,
}

impl<'c> TripleFile<'c> {
    fn of<T>(context: &'c Context<'_>, id: impl ToString, version: &'c ModelVersion<T>) -> Self {
        Self { id: id.to_string(), graph: &version.graph, places: context.places(version) }
    }
}

/// A current graph.
#[derive(Clone, Copy)]
pub(super) struct GraphFile<'c> {
    pub(super) context: &'c Context<'c>,
    pub(super) id: &'c GraphId,
    pub(super) model: &'c Model<DependencyGraph>,
}

impl<'c> GraphFile<'c> {
    pub(super) fn content(&self) -> &'c DependencyGraph {
        &self.model.current.content
    }

    pub(super) fn places(&self) -> TurtlePlaces<'c> {
        self.context.places(&self.model.current)
    }

    pub(super) fn is_core(&self) -> bool {
        self.id.as_str() == Library::DEFAULT_GRAPH
    }

    pub(super) fn about(&self, iri: &str) -> NodeView<'c> {
        self.model.current.graph.named(iri)
    }

    pub(super) fn error(&self, check: u8, place: Place, message: String, help: impl Into<String>) -> Fault {
        Fault::error(check, place, message, help).of(self.id)
    }

    pub(super) fn name(&self, iri: &str) -> String {
        self.context.name(iri)
    }

    /// An axiom as three compact names.
    pub(super) fn axiom(&self, axiom: &Axiom) -> String {
        let names =
            [&axiom.subject, &axiom.predicate, &axiom.object].map(|iri| self.context.prefixes.compact(iri));
        format!("`{}`", names.join(" "))
    }

    pub(super) fn holds(&self, subject: &str, predicate: &str, object: &str) -> bool {
        holds(self.content(), [subject, predicate, object])
    }
}

/// Whether a triple of IRIs is an axiom of a graph.
pub(super) fn holds(graph: &DependencyGraph, axiom: [&str; 3]) -> bool {
    graph.axioms.iter().any(|a| [a.subject.as_str(), a.predicate.as_str(), a.object.as_str()] == axiom)
}

/// A current record.
#[derive(Clone, Copy)]
pub(super) struct Record<'c> {
    pub(super) context: &'c Context<'c>,
    pub(super) id: &'c LicenseId,
    pub(super) model: &'c Model<License>,
}

impl<'c> Record<'c> {
    pub(super) fn license(&self) -> &'c License {
        &self.model.current.content
    }

    pub(super) fn graph(&self) -> &'c Graph {
        &self.model.current.graph
    }

    pub(super) fn places(&self) -> TurtlePlaces<'c> {
        self.context.places(&self.model.current)
    }

    pub(super) fn review(&self) -> Option<&'c Review> {
        self.context.library.reviews.get(self.id)
    }

    /// Whether the reviewer had the license text.
    pub(super) fn text_was_read(&self) -> bool {
        self.review().is_some_and(|review| review.text_retrieved)
    }

    pub(super) fn node(&self) -> NodeView<'c> {
        self.graph().named(&self.model.iri)
    }

    /// The objects of a property, with their triples.
    pub(super) fn objects<'p>(
        &self,
        predicate: &'p str,
    ) -> impl Iterator<Item = (usize, &'c Term)> + use<'c, 'p> {
        self.node().objects(predicate)
    }

    /// The literals of a property, with their triples.
    pub(super) fn literals(&self, predicate: &str) -> impl Iterator<Item = (usize, &'c str)> {
        self.objects(predicate).filter_map(|(index, object)| Some((index, text_of(object)?)))
    }

    /// The IRIs of a property, with their triples.
    pub(super) fn iris(&self, predicate: &str) -> impl Iterator<Item = (usize, &'c str)> {
        self.objects(predicate).filter_map(|(index, object)| Some((index, iri_of(object)?)))
    }

    /// Lexical forms of a property, for comparing records.
    pub(super) fn values(&self, predicate: &str) -> BTreeSet<&'c str> {
        self.node().texts(predicate).collect()
    }

    /// Every statement with its role.
    pub(super) fn statements(&self) -> impl Iterator<Item = (Role, &'c Rule)> {
        let license = self.license();
        let whole = license.positions().into_iter();
        let whole =
            whole.flat_map(|(position, rules)| rules.iter().map(move |rule| (Role::Rule(position), rule)));
        let carriers = license.permissions.iter().chain(&license.prohibitions);
        let carried = carriers.map(|carrier| &carrier.duties);
        let duties = carried.chain(license.relicensing.iter().map(|way| &way.duties)).flatten();
        whole.chain(duties.map(|duty| (Role::HangingDuty, duty)))
    }

    pub(super) fn prohibition(&self, action: &str) -> Option<&'c Rule> {
        self.license().prohibitions.iter().find(|rule| rule.action == action)
    }

    /// The place of the act of a statement.
    pub(super) fn place_of(&self, rule: &Rule) -> Place {
        self.place_of_node(rule.triple)
    }

    /// The place of the act of the node that a triple points at; of the node itself, if it has none.
    pub(super) fn place_of_node(&self, triple: usize) -> Place {
        let node = self.graph().triples().get(triple).and_then(|it| self.graph().node_of(&it.object));
        let action = node.and_then(|node| node.objects(odrl::ACTION).next());
        self.places().object(action.map_or(triple, |(action, _)| action))
    }

    pub(super) fn node_of(&self, rule: &Rule) -> Option<NodeView<'c>> {
        self.graph().triples().get(rule.triple).and_then(|triple| self.graph().node_of(&triple.object))
    }

    /// The first line of the record.
    pub(super) fn place(&self) -> Place {
        self.places().subject(&self.model.iri)
    }

    pub(super) fn error(
        &self,
        check: u8,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Fault {
        Fault::error(check, place, message, help).of(self.id)
    }

    pub(super) fn warning(
        &self,
        check: u8,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Fault {
        Fault::warning(check, place, message, help).of(self.id)
    }
}
