use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::fault::{Fault, Faults, Place, Problem, shown};
use super::{Composer, ComposerDocument, Imprint, limits, set};
use crate::model::terms::{cc, dct, odrl, rdf};
use muniment_rdf::{
    BlankNode, BoundedReadError, Graph, NamedNode, NamedOrBlankNode, Outline, Syntax, Term, Triple,
    canonicalize, canonicalize_closure, check_closure, read, read_bounded_turtle, triple_lines, write,
};

impl Composer<'_> {
    /// Reads a license from a Turtle body (spec:version-1#composer-document) and applies the imprint.
    ///
    /// The body contains one `odrl:Set`, an IRI or a blank node, which gets the IRI of the imprint. Fields of a
    /// composer document follow the rules of [`Self::read`]; other statements about the license are kept. Missing
    /// values for territory, validity, license of the record and classes of nodes are filled in. Statements that only
    /// the service may make are replaced by the [`Imprint`]. The two statements on the license of the record are made
    /// consistent.
    ///
    /// Refused, because dropping it could change the meaning: statements about other subjects than the Set and its
    /// blank nodes, rules and targets with IRIs, `odrl:obligation`, undefined terms of the library's namespace, blank
    /// nodes that do not form trees, and values that some RDF syntax cannot express.
    ///
    /// The result is a tree that every syntax can express. Blank nodes are numbered, so equal input gives equal
    /// graphs.
    ///
    /// # Errors
    ///
    /// One fault for a body that is too large, is not Turtle, or does not contain exactly one Set. Otherwise all
    /// faults: first those of lines in the order of the body, then those of fields.
    pub fn read_turtle(&self, bytes: &[u8], imprint: &Imprint<'_>) -> Result<Graph, Faults> {
        let body = parse(bytes)?;
        let graph = renamed(&body, &the_set(&body)?, imprint.iri);
        let reach = Reach::of(&graph, imprint.iri, |predicate| self.is_for_the_service(predicate));
        let findings = set::inspect(self, &graph, &reach.kept);

        let mut found = reach.foreign;
        if let Err(not_a_tree) = check_closure(&graph, imprint.iri) {
            found.push((not_a_tree.triple(), Problem::Shape(not_a_tree.to_string())));
        }
        found.extend(findings.faults);
        found.sort_by_key(|(triple, _)| *triple);
        let faults = placed(found, bytes);
        let document = match self.read(&Value::Object(self.document_without_rules(&graph, imprint.iri))) {
            Ok(document) => {
                Faults::none_or(faults)?;
                document
            }
            Err(more) => return Err(more.after(faults)),
        };
        let completed = self.completed(&graph, &reach.kept, findings.unclassed, &document, imprint.iri);
        let stamped = self.stamp(&completed, imprint);
        self.refuse_unwritable(&stamped, imprint.iri)?;
        Ok(stamped)
    }

    fn completed(
        &self,
        graph: &Graph,
        kept: &[usize],
        unclassed: Vec<(BlankNode, &'static str)>,
        document: &ComposerDocument,
        iri: &str,
    ) -> Graph {
        let is_rewritten = |triple: &Triple| {
            let is_own = matches!(triple.subject, NamedOrBlankNode::NamedNode(_));
            is_own && matches!(triple.predicate.as_str(), cc::LICENSE | dct::LICENSE)
        };
        let mut triples: Vec<Triple> = kept
            .iter()
            .filter_map(|index| graph.triples().get(*index))
            .filter(|triple| !is_rewritten(triple))
            .cloned()
            .collect();
        let is_own = |triple: &&Triple| matches!(triple.subject, NamedOrBlankNode::NamedNode(_));
        let stated: BTreeSet<String> =
            triples.iter().filter(is_own).map(|triple| triple.predicate.as_str().to_owned()).collect();
        let set = NamedNode::new_unchecked(iri);
        for (predicate, object) in self.terms_of(document) {
            if !stated.contains(predicate) {
                triples.push(Triple::new(set.clone(), NamedNode::new_unchecked(predicate), object));
            }
        }
        for (node, class) in unclassed {
            let class = NamedNode::new_unchecked(class);
            triples.push(Triple::new(node, NamedNode::new_unchecked(rdf::TYPE), class));
        }
        triples.into_iter().collect()
    }

    /// Checks that every syntax (spec:version-1#negotiation) can express the model, by writing and reading it back.
    fn refuse_unwritable(&self, graph: &Graph, iri: &str) -> Result<(), Fault> {
        let shape = |error: &dyn std::fmt::Display| Fault::of_the_whole(Problem::Shape(error.to_string()));
        let outline = Outline::of_closure(graph, iri).map_err(|error| shape(&error))?;
        check_closure(graph, iri).map_err(|error| shape(&error))?;
        let prefixes = self.library.site.record_prefixes();
        for syntax in [Syntax::Turtle, Syntax::JsonLd, Syntax::RdfXml] {
            let unwritable = |reason: &str| Fault::of_the_whole(Problem::Unwritable(shown(reason)));
            let text = write(syntax, &outline, &prefixes).map_err(|error| unwritable(&error.to_string()))?;
            // Compares outlines first, which is faster than canonical forms.
            let is_the_same = read(syntax, text.as_bytes()).is_ok_and(|again| {
                outline.is_of(&again)
                    || canonicalize(&again)
                        .ok()
                        .zip(canonicalize_closure(graph, iri).ok())
                        .is_some_and(|(a, b)| a == b)
            });
            if !is_the_same {
                return Err(unwritable(&format!("{syntax} cannot express it")));
            }
        }
        Ok(())
    }
}

fn parse(bytes: &[u8]) -> Result<Graph, Fault> {
    if bytes.len() > limits::BYTES {
        return Err(Fault::of_the_whole(Problem::TooLarge { length: bytes.len(), most: limits::BYTES }));
    }
    read_bounded_turtle(bytes, limits::TRIPLES).map_err(|error| match error {
        BoundedReadError::Base => Fault::of_the_whole(Problem::Base),
        BoundedReadError::TooMany(most) => Fault::of_the_whole(Problem::TooManyTriples(most)),
        BoundedReadError::Read(error) => {
            Fault { place: Place::Line(error.line), problem: Problem::NotTurtle(shown(&error.message)) }
        }
    })
}

/// The one subject that is an `odrl:Set`.
fn the_set(body: &Graph) -> Result<NamedOrBlankNode, Fault> {
    let sets: BTreeSet<String> =
        body.subjects_of(rdf::TYPE, odrl::SET).map(|subject| subject.to_string()).collect();
    let first = body.subjects_of(rdf::TYPE, odrl::SET).next();
    match (first, sets.len()) {
        (Some(set), 1) => Ok(set.into_owned()),
        (None, _) => Err(Fault::of_the_whole(Problem::NoSet)),
        (Some(_), several) => Err(Fault::of_the_whole(Problem::SeveralSets(several))),
    }
}

/// Renames the license and numbers the blank nodes. Triples keep their indices, which give the lines of faults.
fn renamed(body: &Graph, set: &NamedOrBlankNode, iri: &str) -> Graph {
    let license = NamedNode::new_unchecked(iri);
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut numbered = |node: &BlankNode| {
        let next = numbers.len();
        let number = *numbers.entry(node.as_str().to_owned()).or_insert(next);
        BlankNode::new_unchecked(format!("n{number}"))
    };
    let mut rename = |node: &NamedOrBlankNode| -> NamedOrBlankNode {
        match node {
            node if node == set => license.clone().into(),
            NamedOrBlankNode::BlankNode(node) => numbered(node).into(),
            NamedOrBlankNode::NamedNode(node) => node.clone().into(),
        }
    };
    body.triples()
        .iter()
        .map(|triple| {
            let subject = rename(&triple.subject);
            let object = match &triple.object {
                Term::NamedNode(node) => rename(&node.clone().into()).into(),
                Term::BlankNode(node) => rename(&node.clone().into()).into(),
                Term::Literal(literal) => Term::Literal(literal.clone()),
            };
            Triple::new(subject, triple.predicate.clone(), object)
        })
        .collect()
}

/// The division of a graph into triples of the license and others.
struct Reach {
    /// Indices of the triples of its closure that are kept.
    kept: Vec<usize>,
    /// Triples about other subjects.
    foreign: Vec<(usize, Problem)>,
}

impl Reach {
    fn of(graph: &Graph, iri: &str, is_dropped: impl Fn(&str) -> bool) -> Self {
        let own = || graph.named(iri).statements();
        let kept =
            graph.reached(own().filter(|(_, property, _)| !is_dropped(property)).map(|(index, ..)| index));
        let all: BTreeSet<usize> = graph.reached(own().map(|(index, ..)| index)).into_iter().collect();
        let mut told: BTreeSet<String> = BTreeSet::new();
        let mut foreign = Vec::new();
        for (index, triple) in graph.triples().iter().enumerate().filter(|(index, _)| !all.contains(index)) {
            let name = match &triple.subject {
                NamedOrBlankNode::NamedNode(subject) => format!("`{}`", shown(subject.as_str())),
                NamedOrBlankNode::BlankNode(_) => "a blank node that nothing leads to".to_owned(),
            };
            if told.insert(triple.subject.to_string()) {
                foreign.push((index, Problem::OtherSubject(name)));
            }
        }
        Self { kept, foreign }
    }
}

/// Converts indices of triples to lines.
fn placed(found: Vec<(usize, Problem)>, bytes: &[u8]) -> Vec<Fault> {
    if found.is_empty() {
        return Vec::new();
    }
    let lines = triple_lines(bytes);
    let place = |triple: usize| lines.get(triple).map_or(Place::Whole, |line| Place::Line(*line));
    found.into_iter().map(|(triple, problem)| Fault { place: place(triple), problem }).collect()
}
