use serde_json::{Map, Value};

use super::Refused;
use crate::model::terms::{dct, xsd};
use crate::model::{Day, Site, Vocabulary};
use crate::rdf::{Graph, Literal, NamedNode, NamedOrBlankNode, Term, Triple, read_bounded_turtle};
use crate::reason::{MAX_AXIOMS, Validated, validate};

/// A dependency graph somebody wants to keep (document 1 §2.8), every statement of it an axiom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphInput {
    /// Title, 1 to 300 characters on one line.
    pub title: String,
    /// Description, at most 20,000 characters; may be empty.
    pub description: String,
    /// The axioms, and what is odd about them.
    pub statements: Validated,
}

/// Characters of a title.
const TITLE: usize = 300;
/// Characters of a description.
const DESCRIPTION: usize = 20_000;
/// What a Turtle document without a title is called, since it has no place for one.
const UNTITLED: &str = "Untitled dependency graph";

impl GraphInput {
    /// Reads a JSON body, `{title, description, axioms: [{subject, relation, object}]}`; the title may stand in the
    /// query instead.
    pub fn from_json(
        body: &[u8],
        title: Option<&str>,
        vocabulary: &Vocabulary,
        site: &Site,
    ) -> Result<Self, Refused> {
        let document: Value = serde_json::from_slice(body)
            .map_err(|error| refused(format!("the body is not JSON: {error}")))?;
        let Value::Object(document) = document else { return Err(refused("the body is no JSON object")) };
        let mut faults = Vec::new();
        let own = text(&document, "title", &mut faults);
        let title = own.filter(|own| !own.is_empty()).or(title);
        let title = checked_title(title.unwrap_or_default(), &mut faults);
        let description = text(&document, "description", &mut faults).unwrap_or_default();
        let description = checked_description(description, &mut faults);
        let axioms = axioms(&document, &mut faults);
        Self::new(title, description, &axioms, faults, vocabulary, site)
    }

    /// Reads a Turtle body: the statements and nothing else. Its title stands in the query.
    pub fn from_turtle(
        body: &[u8],
        title: Option<&str>,
        vocabulary: &Vocabulary,
        site: &Site,
    ) -> Result<Self, Refused> {
        // One more than there may be, so that it is validation that says how many are allowed.
        let graph = read_bounded_turtle(body, MAX_AXIOMS + 1)
            .map_err(|error| refused(format!("the document is not Turtle with absolute IRIs: {error}")))?;
        let mut faults = Vec::new();
        let title = checked_title(title.unwrap_or(UNTITLED), &mut faults);
        let axioms: Vec<[String; 3]> = graph.triples().iter().map(names).collect();
        let axioms: Vec<[&str; 3]> =
            axioms.iter().map(|axiom| axiom.each_ref().map(String::as_str)).collect();
        Self::new(title, String::new(), &axioms, faults, vocabulary, site)
    }

    fn new(
        title: String,
        description: String,
        axioms: &[[&str; 3]],
        mut faults: Vec<String>,
        vocabulary: &Vocabulary,
        site: &Site,
    ) -> Result<Self, Refused> {
        match validate(axioms.iter().copied(), vocabulary, site) {
            Ok(statements) if faults.is_empty() => Ok(Self { title, description, statements }),
            found => {
                faults.extend(found.err().into_iter().flatten().map(|fault| fault.to_string()));
                Err(refused(sentence(&faults)))
            }
        }
    }

    /// The graph as triples, under its IRI: its axioms, what it is called, whose it is and since when.
    #[must_use]
    pub fn to_graph(&self, iri: &str, profile: &str, day: Day) -> Graph {
        let named = |iri: &str| NamedNode::new_unchecked(iri);
        let own = |predicate, object: Term| Triple::new(named(iri), named(predicate), object);
        let plain = |text: &str| Term::from(Literal::new_simple_literal(text));
        let date = Literal::new_typed_literal(day.to_string(), named(xsd::DATE));
        let mut about = vec![
            own(dct::TITLE, plain(&self.title)),
            own(dct::CREATOR, named(profile).into()),
            own(dct::DATE, date.into()),
        ];
        if !self.description.is_empty() {
            about.push(own(dct::DESCRIPTION, plain(&self.description)));
        }
        let axioms = self.statements.axioms.iter().map(|[subject, relation, object]| {
            Triple::new(named(subject), named(relation), Term::from(named(object)))
        });
        about.into_iter().chain(axioms).collect()
    }
}

fn refused(detail: impl Into<String>) -> Refused {
    Refused::sentence(422, detail)
}

/// Faults that one sentence names.
const SHOWN: usize = 100;

fn sentence(faults: &[String]) -> String {
    let more = faults.len().saturating_sub(SHOWN);
    let shown = faults.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    if more == 0 { shown } else { format!("{shown}; and {more} more") }
}

/// A text of a body; nothing where it is not sent.
fn text<'d>(document: &'d Map<String, Value>, field: &str, faults: &mut Vec<String>) -> Option<&'d str> {
    match document.get(field) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.trim()),
        Some(_) => {
            faults.push(format!("{field}: must be a text"));
            None
        }
    }
}

fn checked_title(title: &str, faults: &mut Vec<String>) -> String {
    let title = title.trim();
    let length = title.chars().count();
    if length == 0 {
        faults.push("title: is required".to_owned());
    } else if length > TITLE {
        faults.push(format!("title: has {length} characters, and at most {TITLE} are allowed"));
    } else if title.contains(char::is_control) {
        faults.push("title: must be a single line".to_owned());
    }
    title.to_owned()
}

fn checked_description(description: &str, faults: &mut Vec<String>) -> String {
    let length = description.chars().count();
    let is_odd = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if length > DESCRIPTION {
        faults.push(format!("description: has {length} characters, and at most {DESCRIPTION} are allowed"));
    } else if description.contains(is_odd) {
        faults.push("description: holds a control character".to_owned());
    }
    description.to_owned()
}

fn axioms<'d>(document: &'d Map<String, Value>, faults: &mut Vec<String>) -> Vec<[&'d str; 3]> {
    let rows = match document.get("axioms") {
        Some(Value::Array(rows)) => rows.as_slice(),
        Some(_) => {
            faults.push("axioms: must be a list of statements".to_owned());
            &[]
        }
        None => {
            faults.push("axioms: is required".to_owned());
            &[]
        }
    };
    let mut axioms = Vec::with_capacity(rows.len());
    for (place, row) in rows.iter().enumerate() {
        let part = |name| row.get(name).and_then(Value::as_str).map(str::trim);
        match (part("subject"), part("relation"), part("object")) {
            (Some(subject), Some(relation), Some(object)) => axioms.push([subject, relation, object]),
            _ => faults.push(format!("axioms[{place}]: subject, relation and object must be texts")),
        }
    }
    axioms
}

/// The three parts of a triple as names; what is no IRI is no act, which validation says.
fn names(triple: &Triple) -> [String; 3] {
    let subject = match &triple.subject {
        NamedOrBlankNode::NamedNode(iri) => iri.as_str().to_owned(),
        NamedOrBlankNode::BlankNode(node) => node.to_string(),
    };
    let object = match &triple.object {
        Term::NamedNode(iri) => iri.as_str().to_owned(),
        other => other.to_string(),
    };
    [subject, triple.predicate.as_str().to_owned(), object]
}
