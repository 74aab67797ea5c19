use std::collections::{BTreeMap, BTreeSet};

use super::OwnTerms;
use super::terms::{dct, odrl, owl, rdf, rdfs};
use muniment_rdf::{Graph, NamedOrBlankNode, Term};

/// A term the vocabulary defines or describes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VocabularyTerm {
    /// Class IRIs.
    pub types: BTreeSet<String>,
    /// English label.
    pub label: String,
    /// English comment.
    pub comment: String,
    /// English sentence that tells people what to do, for acts of duties.
    pub instruction: Option<String>,
    /// `rdfs:domain`.
    pub domain: Option<String>,
    /// `rdfs:range`.
    pub range: Option<String>,
    /// Whether the term is only for old data.
    pub deprecated: bool,
    /// Term to use instead.
    pub replaced_by: Option<String>,
    /// Whether `rdfs:isDefinedBy` names the vocabulary.
    pub is_defined_here: bool,
}

/// The entry of an act for authoring (`data/vocabulary/actions.toml`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionEntry {
    /// IRI of the act.
    pub term: String,
    /// `action`, `duty` or `reasoning`.
    pub group: String,
    /// Whether the composer offers it.
    pub composable: bool,
}

/// The vocabulary, read from its triples.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// Title of the ontology.
    pub title: String,
    /// Terms of all namespaces by IRI, without the ontology itself.
    pub terms: BTreeMap<String, VocabularyTerm>,
    /// Namespace IRI.
    pub namespace: String,
}

impl Vocabulary {
    /// Reads the vocabulary of a namespace.
    #[must_use]
    pub fn read(graph: &Graph, namespace: &str) -> Self {
        let instruction = OwnTerms::new(namespace).instruction;
        let mut vocabulary = Self { namespace: namespace.to_owned(), ..Self::default() };
        for triple in graph.triples() {
            let NamedOrBlankNode::NamedNode(subject) = &triple.subject else { continue };
            let predicate = triple.predicate.as_str();
            if subject.as_str() == namespace {
                if let (dct::TITLE, Term::Literal(title)) = (predicate, &triple.object) {
                    title.value().clone_into(&mut vocabulary.title);
                }
                continue;
            }
            let term = vocabulary.terms.entry(subject.as_str().to_owned()).or_default();
            match (predicate, &triple.object) {
                (rdf::TYPE, Term::NamedNode(class)) => {
                    term.types.insert(class.as_str().to_owned());
                }
                (rdfs::LABEL, Term::Literal(label)) => label.value().clone_into(&mut term.label),
                (rdfs::COMMENT, Term::Literal(comment)) => comment.value().clone_into(&mut term.comment),
                (predicate, Term::Literal(sentence)) if predicate == instruction => {
                    term.instruction = Some(sentence.value().to_owned());
                }
                (rdfs::DOMAIN, Term::NamedNode(domain)) => term.domain = Some(domain.as_str().to_owned()),
                (rdfs::RANGE, Term::NamedNode(range)) => term.range = Some(range.as_str().to_owned()),
                (rdfs::IS_DEFINED_BY, Term::NamedNode(by)) => {
                    term.is_defined_here |= by.as_str() == namespace;
                }
                (owl::DEPRECATED, Term::Literal(value)) => term.deprecated |= value.value() == "true",
                (dct::IS_REPLACED_BY, Term::NamedNode(by)) => term.replaced_by = Some(by.as_str().to_owned()),
                _ => {}
            }
        }
        vocabulary
    }

    /// Terms of the library's own namespace.
    pub fn own_terms(&self) -> impl Iterator<Item = (&str, &VocabularyTerm)> {
        self.terms
            .iter()
            .filter(|(iri, _)| iri.starts_with(&self.namespace))
            .map(|(iri, term)| (iri.as_str(), term))
    }

    /// The label of a term, else the last part of its IRI.
    #[must_use]
    pub fn label<'a>(&'a self, iri: &'a str) -> &'a str {
        match self.terms.get(iri) {
            Some(term) if !term.label.is_empty() => &term.label,
            _ => iri.rsplit(['#', '/']).next().unwrap_or(iri),
        }
    }

    /// Whether the IRI is an act a permission or prohibition may name.
    #[must_use]
    pub fn is_rule_action(&self, iri: &str, own: &OwnTerms) -> bool {
        self.is_action_of(iri, &own.rule_action)
            || (self.is_action(iri) && !self.is_action_of(iri, &own.duty_action))
    }

    /// Whether the IRI is an act a duty may name.
    #[must_use]
    pub fn is_duty_action(&self, iri: &str, own: &OwnTerms) -> bool {
        self.is_action_of(iri, &own.duty_action)
    }

    /// Whether the IRI is an act.
    #[must_use]
    pub fn is_action(&self, iri: &str) -> bool {
        self.is_action_of(iri, odrl::ACTION_CLASS)
    }

    fn is_action_of(&self, iri: &str, class: &str) -> bool {
        self.terms.get(iri).is_some_and(|term| term.types.contains(class))
    }
}
