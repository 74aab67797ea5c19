//! Checks that the `odrl:Set` of a Turtle body has the shape of records (spec:data-model#record).

use std::collections::{BTreeMap, BTreeSet};

use super::Composer;
use super::fault::{Problem, shown};
use super::names::other_spelling;
use super::text_rule::unprintable;
use crate::model::terms::{dct, odrl, owl, rdf, xsd};
use crate::model::{Allowed, Position, Properties, ValueKind};
use muniment_rdf::{BlankNode, Graph, NamedOrBlankNode, Term, Triple, iri_of};

/// The result of checking the shape.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// Problems with the index of their triple.
    pub(super) faults: Vec<(usize, Problem)>,
    /// Rules and targets without a class, with the class of their position.
    pub(super) unclassed: Vec<(BlankNode, &'static str)>,
}

/// Checks the closure of the license. `inside` are the indices of its triples.
pub(super) fn inspect(composer: &Composer<'_>, graph: &Graph, inside: &[usize]) -> Findings {
    let triples = || inside.iter().filter_map(|index| Some((*index, graph.triples().get(*index)?)));
    let own: Vec<Statement<'_>> = triples()
        .filter(|(_, triple)| matches!(triple.subject, NamedOrBlankNode::NamedNode(_)))
        .map(|(index, triple)| (index, triple.predicate.as_str(), &triple.object))
        .collect();
    let properties = Properties::new(&composer.terms);
    let other_spelling = format!("{}/", other_spelling(&composer.library.site.site_url));
    let properties = properties.sent().collect();
    let mut inspection =
        Inspection { composer, graph, properties, other_spelling, findings: Findings::default() };
    for (index, triple) in triples() {
        inspection.triple(index, triple);
    }
    inspection.license(&own);
    inspection.findings.faults.sort_by_key(|(triple, _)| *triple);
    inspection.findings
}

struct Inspection<'i, 'l> {
    composer: &'i Composer<'l>,
    graph: &'i Graph,
    /// The properties of the license itself.
    properties: BTreeMap<&'i str, Allowed>,
    /// Addresses of the library with the wrong scheme.
    other_spelling: String,
    findings: Findings,
}

/// Index, property and object of a triple.
type Statement<'i> = (usize, &'i str, &'i Term);

impl<'i> Inspection<'i, '_> {
    fn fault(&mut self, triple: usize, problem: Problem) {
        self.findings.faults.push((triple, problem));
    }

    fn name(&self, iri: &str) -> String {
        shown(&self.composer.compact(iri))
    }

    /// Checks that apply to every triple.
    fn triple(&mut self, index: usize, triple: &Triple) {
        let vocabulary = &self.composer.library.vocabulary.current.content;
        let is_undefined =
            |iri: &str| iri.starts_with(&vocabulary.namespace) && !vocabulary.terms.contains_key(iri);
        let predicate = triple.predicate.as_str();
        let object = iri_of(&triple.object);
        if !ends_in_a_name(predicate) {
            let reason = format!("RDF/XML has no name for {}", self.name(predicate));
            self.fault(index, Problem::Unwritable(reason));
        }
        if predicate == odrl::ACTION {
            match object {
                Some(action) if vocabulary.is_action(action) => {}
                Some(action) => self.fault(index, Problem::UnknownAction(self.name(action))),
                None => self.fault(index, self.wrong_kind(odrl::ACTION, ValueKind::Iri)),
            }
        } else {
            for term in [Some(predicate), object].into_iter().flatten() {
                if is_undefined(term) {
                    self.fault(index, Problem::UnknownTerm(self.name(term)));
                } else if term.starts_with(&self.other_spelling) {
                    let begin = self.composer.library.site.site_url.clone();
                    self.fault(index, Problem::OtherSpelling { iri: shown(term), begin });
                }
            }
        }
        // The fields of the license itself are checked with the table below, and read as a document.
        let is_field = matches!(triple.subject, NamedOrBlankNode::NamedNode(_))
            && self.properties.contains_key(predicate);
        if is_field {
            return;
        }
        if let Some(term) = vocabulary.terms.get(predicate) {
            let wants_literal = term.types.contains(owl::DATATYPE_PROPERTY);
            let wants_resource = term.types.contains(owl::OBJECT_PROPERTY);
            let problem = match &triple.object {
                Term::Literal(_) if wants_resource => Some(self.wrong_kind(predicate, ValueKind::Iri)),
                Term::Literal(literal) if term.range.as_deref() == Some(xsd::BOOLEAN) => {
                    let is_boolean = literal.datatype().as_str() == xsd::BOOLEAN
                        && matches!(literal.value(), "true" | "false");
                    let wanted = "`true` or `false`";
                    (!is_boolean).then(|| Problem::WrongKind { property: self.name(predicate), wanted })
                }
                Term::Literal(_) => None,
                _ if wants_literal => Some(self.wrong_kind(predicate, ValueKind::Literal)),
                _ => None,
            };
            if let Some(problem) = problem {
                self.fault(index, problem);
            }
        }
        if let Term::Literal(literal) = &triple.object
            && let Some(character) = unprintable(literal.value())
        {
            self.fault(index, Problem::Unprintable(character));
        }
    }

    fn wrong_kind(&self, property: &str, wanted: ValueKind) -> Problem {
        Problem::WrongKind { property: self.name(property), wanted: wanted.about() }
    }

    fn license(&mut self, own: &[Statement<'i>]) {
        for (property, allowed) in self.properties.clone() {
            let mut values: BTreeSet<String> = BTreeSet::new();
            for (index, _, object) in own.iter().filter(|(_, predicate, _)| *predicate == property) {
                let is_excessive = values.insert(object.to_string()) && values.len() > allowed.most;
                if !allowed.kind.admits(object) {
                    self.fault(*index, self.wrong_kind(property, allowed.kind));
                } else if is_excessive {
                    self.fault(*index, Problem::StatedTwice(self.name(property)));
                }
            }
        }
        for (index, predicate, object) in own {
            match (*predicate, object) {
                (rdf::TYPE, object) => self.class(*index, object, odrl::SET),
                (odrl::OBLIGATION, _) => {
                    let property = self.name(odrl::OBLIGATION);
                    self.fault(*index, Problem::Misplaced { property, instead: "odrl:duty" });
                }
                (odrl::TARGET, Term::BlankNode(node)) => self.target(node),
                _ => {}
            }
        }
        for position in Position::ALL {
            self.rules(own, position);
        }
    }

    fn class(&mut self, index: usize, object: &Term, class: &str) {
        let found = match object {
            Term::NamedNode(iri) if iri.as_str() == class => return,
            Term::NamedNode(iri) => self.name(iri.as_str()),
            _ => self.name(rdf::TYPE),
        };
        self.fault(index, Problem::WrongClass { found, wanted: self.name(class) });
    }

    /// The statements of a node; checks its class.
    fn node(&mut self, node: &BlankNode, class: &'static str) -> Vec<Statement<'i>> {
        let view = self.graph.node(node.as_ref().into());
        for (index, object) in view.objects(rdf::TYPE) {
            self.class(index, object, class);
        }
        if !view.has(rdf::TYPE) {
            self.findings.unclassed.push((node.clone(), class));
        }
        view.statements().collect()
    }

    fn target(&mut self, node: &BlankNode) {
        for (index, predicate, object) in self.node(node, odrl::ASSET_COLLECTION) {
            if predicate != dct::TYPE {
                continue;
            }
            match object {
                Term::NamedNode(iri)
                    if self.composer.library.asset_types.iter().any(|t| t == iri.as_str()) => {}
                Term::NamedNode(iri) => {
                    let (value, known) = (self.name(iri.as_str()), self.composer.target_names());
                    self.fault(index, Problem::UnknownTarget { value, known });
                }
                _ => self.fault(index, self.wrong_kind(dct::TYPE, ValueKind::Iri)),
            }
        }
    }

    /// Checks the rules in a position: one action each, and each action once.
    fn rules(&mut self, statements: &[Statement<'i>], position: Position) {
        let mut nodes: BTreeSet<&str> = BTreeSet::new();
        let mut actions: BTreeSet<&str> = BTreeSet::new();
        for (index, _, object) in
            statements.iter().filter(|(_, predicate, _)| *predicate == position.property())
        {
            let Term::BlankNode(node) = object else { continue };
            // Skips duplicate triples.
            if !nodes.insert(node.as_str()) {
                continue;
            }
            if let Some(action) = self.rule(*index, node, position)
                && !actions.insert(action)
            {
                let action = self.name(action);
                self.fault(*index, Problem::RepeatedAction { action, position: position.word() });
            }
        }
    }

    /// The action of a rule.
    fn rule(&mut self, pointer: usize, node: &BlankNode, position: Position) -> Option<&'i str> {
        let statements = self.node(node, position.class());
        let mut actions: BTreeSet<&'i str> = BTreeSet::new();
        for (index, predicate, object) in &statements {
            match (*predicate, *object) {
                (odrl::ACTION, Term::NamedNode(action)) => {
                    let action = action.as_str();
                    let vocabulary = &self.composer.library.vocabulary.current.content;
                    let is_known = vocabulary.is_action(action);
                    if position == Position::Duty && is_known && !self.composer.can_be_required(action) {
                        self.fault(*index, Problem::NotADuty(self.name(action)));
                    }
                    if actions.insert(action) && actions.len() > 1 {
                        self.fault(*index, Problem::SeveralActions(position.word()));
                    }
                }
                (odrl::DUTY, _) if position == Position::Duty => {
                    let property = self.name(odrl::DUTY);
                    self.fault(
                        *index,
                        Problem::Misplaced { property, instead: "it on the license or a rule" },
                    );
                }
                (odrl::DUTY, Term::NamedNode(_) | Term::Literal(_)) => {
                    self.fault(*index, self.wrong_kind(odrl::DUTY, ValueKind::Node));
                }
                _ => {}
            }
        }
        let states_action = statements.iter().any(|(_, predicate, _)| *predicate == odrl::ACTION);
        if !states_action {
            self.fault(pointer, Problem::NoAction(position.word()));
        }
        if position != Position::Duty {
            self.rules(&statements, Position::Duty);
        }
        actions.into_iter().next()
    }
}

/// Whether a predicate ends in an XML name, which RDF/XML requires.
fn ends_in_a_name(predicate: &str) -> bool {
    let end = predicate.rsplit(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.')).next();
    end.is_some_and(|end| end.contains(|c: char| c.is_alphabetic() || c == '_'))
}
