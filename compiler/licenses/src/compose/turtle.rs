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
    /// Reads a license from a Turtle body (spec:version-1#composer-document) and stamps it.
    ///
    /// The body holds one `odrl:Set`, named by an IRI or a blank node, and whatever it is called it is called by
    /// the IRI of the imprint from then on. What it says in the fields of a composer document keeps the rules of
    /// [`Self::read`]; what else it says of itself is kept. Of what it leaves out, territory, validity, the
    /// license of the record and the classes of rules and target are filled in as for a composer document. What
    /// only the service may say (see [`Imprint`]) is dropped in favour of the imprint, and the two statements on
    /// the license of the record are brought into agreement.
    ///
    /// Refused, since dropping it could change what the license means: a statement about anything else than the
    /// Set and the blank nodes it leads to, rules and targets that are named by IRIs, `odrl:obligation`, terms of
    /// the library's own namespace that its vocabulary does not define, blank nodes that do not form trees, and
    /// what one of the syntaxes of RDF cannot express.
    ///
    /// The result is a tree that can be written in every syntax; labels of blank nodes count the nodes of the
    /// body, so equal bytes and imprints give equal graphs.
    ///
    /// # Errors
    ///
    /// A body that is too large, is not Turtle, or does not hold one Set, in one fault; otherwise everything that
    /// is wrong, first what a line shows, in the order of the body, then what is wrong with a field.
    pub fn read_turtle(&self, bytes: &[u8], imprint: &Imprint<'_>) -> Result<Graph, Faults> {
        let body = parse(bytes)?;
        let graph = renamed(&body, &the_set(&body)?, imprint.iri);
        let reach = Reach::of(&graph, imprint.iri, |predicate| self.is_for_the_service(predicate));
        let findings = set::inspect(self, &graph, &reach.kept);

        let mut found = reach.strangers;
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

    /// The statements that stay, with what every license states.
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

    /// A model is served in every syntax (spec:version-1#negotiation), so each has to be able to express it: what is
    /// written is read back, and has to be the same model.
    fn refuse_unwritable(&self, graph: &Graph, iri: &str) -> Result<(), Fault> {
        let shape = |error: &dyn std::fmt::Display| Fault::of_the_whole(Problem::Shape(error.to_string()));
        let outline = Outline::of_closure(graph, iri).map_err(|error| shape(&error))?;
        check_closure(graph, iri).map_err(|error| shape(&error))?;
        let prefixes = self.library.site.record_prefixes();
        for syntax in [Syntax::Turtle, Syntax::JsonLd, Syntax::RdfXml] {
            let unwritable = |reason: &str| Fault::of_the_whole(Problem::Unwritable(shown(reason)));
            let text = write(syntax, &outline, &prefixes).map_err(|error| unwritable(&error.to_string()))?;
            // Outlines are compared first: that takes a fraction of the time of two canonical forms.
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

/// The body with the license called by another IRI wherever it occurs, and blank nodes by their number. Triples
/// keep their places, so that a fault is found on its line.
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

/// What of a graph belongs to a license.
struct Reach {
    /// Indices of the triples of its closure, without what is dropped.
    kept: Vec<usize>,
    /// Triples about anything else.
    strangers: Vec<(usize, Problem)>,
}

impl Reach {
    fn of(graph: &Graph, iri: &str, is_dropped: impl Fn(&str) -> bool) -> Self {
        let own = || graph.named(iri).statements();
        let kept =
            graph.reached(own().filter(|(_, property, _)| !is_dropped(property)).map(|(index, ..)| index));
        let all: BTreeSet<usize> = graph.reached(own().map(|(index, ..)| index)).into_iter().collect();
        let mut told: BTreeSet<String> = BTreeSet::new();
        let mut strangers = Vec::new();
        for (index, triple) in graph.triples().iter().enumerate().filter(|(index, _)| !all.contains(index)) {
            let name = match &triple.subject {
                NamedOrBlankNode::NamedNode(subject) => format!("`{}`", shown(subject.as_str())),
                NamedOrBlankNode::BlankNode(_) => "a blank node that nothing leads to".to_owned(),
            };
            if told.insert(triple.subject.to_string()) {
                strangers.push((index, Problem::OtherSubject(name)));
            }
        }
        Self { kept, strangers }
    }
}

/// Faults on the lines of the triples that show them.
fn placed(found: Vec<(usize, Problem)>, bytes: &[u8]) -> Vec<Fault> {
    if found.is_empty() {
        return Vec::new();
    }
    let lines = triple_lines(bytes);
    let place = |triple: usize| lines.get(triple).map_or(Place::Whole, |line| Place::Line(*line));
    found.into_iter().map(|(triple, problem)| Fault { place: place(triple), problem }).collect()
}
