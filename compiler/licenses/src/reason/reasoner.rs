use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::terms::cc;
use crate::model::{DependencyGraph, Library, License, Model, OwnTerms, StatedText};
use muniment_rdf::Graph;

use super::acts::Acts;
use super::containment::{Terms, TermsIndex};
use super::facts::Facts;
use super::profile::Profiles;
use super::statements::Statements;
use super::theory::Theory;

/// The theories of all graphs and the facts of all current records of a library, over one table of acts.
///
/// [`Reasoner::read_license`] and [`Reasoner::read_graph`] read licenses and graphs of accounts.
#[derive(Debug)]
pub struct Reasoner {
    terms: OwnTerms,
    license_base: String,
    acts: Acts,
    profiles: Profiles,
    theories: BTreeMap<String, Arc<Theory>>,
    facts: BTreeMap<String, Arc<Facts>>,
    index: TermsIndex,
    /// Record IRIs by their identifiers in lower case.
    folded: BTreeMap<String, String>,
}

impl Reasoner {
    /// Reads every record and graph of a library. Where only containment is asked, [`TermsIndex::new`] is enough.
    #[must_use]
    pub fn new(library: &Library) -> Self {
        let terms = library.site.terms();
        let profiles = Profiles::new(library);
        let records: Vec<(&Model<License>, Statements)> = library
            .licenses
            .values()
            .map(|model| (model, Statements::read(&model.current.graph.transient(), &model.iri, &terms)))
            .collect();
        let said = records.iter().flat_map(|(_, statements)| statements.acts());
        let acts = acts(library, said, &terms);
        let theories = theories(library, &acts, &terms);
        let facts: BTreeMap<String, Arc<Facts>> = records
            .iter()
            .map(|(model, statements)| {
                let profile = profiles.get(&model.iri).cloned();
                let facts = Facts::new(&model.iri, statements, profile, &profiles, &acts, &terms);
                (model.iri.clone(), Arc::new(facts))
            })
            .collect();
        let license_base = library.site.license_base();
        let folded = facts
            .keys()
            .filter_map(|iri| Some((iri.strip_prefix(&license_base)?.to_ascii_lowercase(), iri.clone())))
            .collect();
        let index = TermsIndex::with(library, &profiles);
        Self { terms, license_base, acts, profiles, theories, facts, index, folded }
    }

    /// Reads only the graphs of a library, which is enough to check the consistency of one license.
    #[must_use]
    pub fn of_graphs(library: &Library) -> Self {
        let terms = library.site.terms();
        let acts = acts(library, [].into_iter(), &terms);
        Self {
            license_base: library.site.license_base(),
            theories: theories(library, &acts, &terms),
            profiles: Profiles::default(),
            facts: BTreeMap::new(),
            index: [].into_iter().collect(),
            folded: BTreeMap::new(),
            terms,
            acts,
        }
    }

    /// The theory of a core graph, by its IRI.
    #[must_use]
    pub fn theory(&self, iri: &str) -> Option<&Arc<Theory>> {
        self.theories.get(iri)
    }

    /// The facts of a record, by its IRI.
    #[must_use]
    pub fn facts(&self, iri: &str) -> Option<&Arc<Facts>> {
        self.facts.get(iri)
    }

    /// What containment needs to know of every record.
    #[must_use]
    pub const fn terms(&self) -> &TermsIndex {
        &self.index
    }

    /// The facts of the record of an IRI, ignoring its scheme and the case of the identifier.
    #[must_use]
    pub fn resolve(&self, iri: &str) -> Option<&Arc<Facts>> {
        let without_scheme = |iri: &'_ str| iri.split_once("://").map(|(_, rest)| rest.to_owned());
        self.facts(iri).or_else(|| {
            let (given, base) = (without_scheme(iri)?, without_scheme(&self.license_base)?);
            let id = given.strip_prefix(&base)?.to_ascii_lowercase();
            self.facts(self.folded.get(&id)?)
        })
    }

    /// The facts of every record, in order of their IRIs.
    pub fn records(&self) -> impl Iterator<Item = &Arc<Facts>> {
        self.facts.values()
    }

    /// The facts of any license.
    #[must_use]
    pub fn read_license(&self, iri: &str, graph: &Graph) -> Facts {
        let statements = Statements::read(graph, iri, &self.terms);
        let profile = self.profiles.of(&StatedText::read(graph.named(iri), &self.terms));
        Facts::new(iri, &statements, profile, &self.profiles, &self.acts, &self.terms)
    }

    /// What containment needs to know of any license.
    #[must_use]
    pub fn read_terms(&self, iri: &str, license: &License) -> Terms {
        Terms::new(iri, license, &self.profiles, &self.terms, &self.license_base)
    }

    /// The theory of any graph.
    #[must_use]
    pub fn read_graph(&self, iri: &str, graph: &DependencyGraph) -> Theory {
        Theory::new(iri, graph, &self.acts, &self.terms)
    }
}

/// The acts of the vocabulary, of every graph and of records.
fn acts<'l>(library: &'l Library, said: impl Iterator<Item = &'l str>, terms: &'l OwnTerms) -> Acts {
    let vocabulary = &library.vocabulary.current.content;
    let known = vocabulary.terms.keys().map(String::as_str).filter(|iri| vocabulary.is_action(iri));
    let related = library.graphs.values().flat_map(|model| {
        let graph = &model.current.content;
        let axioms = graph.axioms.iter().flat_map(|axiom| [&axiom.subject, &axiom.object]);
        axioms.chain(graph.rules.iter().map(|rule| &rule.action)).map(String::as_str)
    });
    Acts::new(known.chain(related).chain(said).chain([cc::SHARE_ALIKE, &terms.change_license]))
}

fn theories(library: &Library, acts: &Acts, terms: &OwnTerms) -> BTreeMap<String, Arc<Theory>> {
    let graphs = library.graphs.values().map(|model| (&model.iri, &model.current.content));
    graphs.map(|(iri, graph)| (iri.clone(), Arc::new(Theory::new(iri, graph, acts, terms)))).collect()
}
