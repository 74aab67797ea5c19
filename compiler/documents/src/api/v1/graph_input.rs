use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Refused;
use super::body::object_or_sentence;
use super::call::Call;
use super::row::{Access, Computing, GRAPHS, Media, Request, Route, Row, Tag, Words};
use super::scope::Scope;
use crate::api::openapi::parameter::{Parameter, flag_or};
use crate::api::openapi::schema::{Iri, ModelId, Number, named};
use crate::api::openapi::shapes::{self, described, list_of, request_with};
use muniment_licenses::model::terms::{dct, xsd};
use muniment_licenses::model::{Day, DependencyGraph, OwnTerms, Site, Vocabulary};
use muniment_licenses::reason::{InvalidStatement, MAX_AXIOMS, Validated, validate};
use muniment_rdf::{Graph, Literal, NamedNode, NamedOrBlankNode, Term, Triple, read_bounded_turtle};

static PUBLISH: Parameter = Parameter::query(
    "publish",
    "Whether others may read the graph; otherwise a private draft is stored.",
    || flag_or(true),
)
.keyed("publish.graph")
.faulty();

static TITLE_ASKED: Parameter =
    Parameter::query("title", "Title of a graph that is sent as Turtle.", shapes::text).keyed("title.graph");

pub(super) static CREATE_GRAPH: Row = Row {
    bucket: Some(&GRAPHS),
    computing: Computing::Always,
    parameters: &[&PUBLISH, &TITLE_ASKED],
    request: Some(Request {
        json: described_input,
        example: Some(|| {
            json!({
                "title": "Example graph",
                "description": "",
                "axioms": [{"subject": "odrl:derive", "relation": "odrl:implies", "object": "odrl:modify"}],
            })
        }),
        other: Some(("text/turtle", "The statements alone; the title stands in the query then.")),
        description: "The statements of the graph.",
    }),
    answered: "The graph is stored.",
    status: 201,
    errors: &["Forbidden"],
    ..Row::new(
        Route::post("/dependencygraph", "createGraph", Access::Token(Scope::Graphs)),
        Words::of(
            Tag::DependencyGraphs,
            "Store a dependency graph",
            "Both sides of a statement are acts of the vocabulary. A cycle is not refused but warned of. A \
                 published graph \
             can be read by whoever knows its address, and is listed to nobody else; a draft is private.",
        ),
        Media::json::<GraphCreated>(),
        |sent| {
            let publish = sent.flag_or("publish", true);
            let title = sent.text("title").filter(|title| !title.trim().is_empty());
            Ok(Some(Call::CreateGraph { publish, title }))
        },
    )
};

/// A dependency graph to be stored (spec:version-1#graph-objects).
fn described_input(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "GraphInput", |_| {
        let act = || described(shapes::text(), "An act of the vocabulary, by IRI or compact name.");
        let relations = ["odrl:includedIn", "odrl:implies", "owl:sameAs", "{vocabulary}:contradicts"];
        let about = format!("`{}`, or its IRI.", relations.join("`, `"));
        request_with(
            json!({
                "title": described(shapes::text(), "Its name."),
                "axioms": list_of(request_with(
                    json!({"subject": act(), "relation": described(shapes::text(), &about), "object": act()}),
                    json!({}),
                )),
            }),
            json!({"description": described(shapes::text(), "What it is for.")}),
        )
    })
}

/// A dependency graph somebody wants to keep (spec:version-1#graph-objects), every statement of it an axiom.
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

/// Why a graph cannot be kept, by what is wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GraphFaults {
    /// What is wrong with the title, such as `is required`.
    pub title: Option<String>,
    /// What is wrong with the description.
    pub description: Option<String>,
    /// The statements that are no axioms, in order.
    pub statements: Vec<InvalidStatement>,
}

impl GraphFaults {
    /// Each fault as an answer of the API names it.
    fn sentences(self) -> impl Iterator<Item = String> {
        let title = self.title.map(|fault| format!("title: {fault}"));
        let description = self.description.map(|fault| format!("description: {fault}"));
        let statements = self.statements.into_iter().map(|fault| fault.to_string());
        title.into_iter().chain(description).chain(statements)
    }
}

/// The result of sending a graph (spec:version-1#graph-endpoints).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "CreatedGraph")]
pub struct GraphCreated {
    /// Identifier.
    #[schemars(with = "ModelId")]
    pub id: String,
    /// The same as `iri`.
    #[schemars(with = "Iri")]
    pub uri: String,
    /// IRI of the graph (spec:version-1#identifiers).
    #[schemars(with = "Iri")]
    pub iri: String,
    /// Status of the graph.
    #[schemars(extend("enum" = ["draft", "published"]))]
    pub status: &'static str,
    /// Number of the version.
    #[schemars(with = "Number")]
    pub version: u32,
    /// How many axioms it holds.
    pub axioms: usize,
    /// Cycles among the statements.
    pub warnings: Vec<String>,
}

impl GraphInput {
    /// Checks a title, a description and statements of three names each, IRIs or compact names
    /// (spec:version-1#graph-endpoints).
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn new<'s>(
        title: &str,
        description: &str,
        statements: impl IntoIterator<Item = [&'s str; 3]>,
        vocabulary: &Vocabulary,
        site: &Site,
    ) -> Result<Self, GraphFaults> {
        let title = title.trim();
        let (wrong_title, wrong_description) = (title_fault(title), description_fault(description));
        match validate(statements, vocabulary, site) {
            Ok(statements) if wrong_title.is_none() && wrong_description.is_none() => {
                Ok(Self { title: title.to_owned(), description: description.to_owned(), statements })
            }
            found => Err(GraphFaults {
                title: wrong_title,
                description: wrong_description,
                statements: found.err().unwrap_or_default(),
            }),
        }
    }

    /// Reads a JSON body, `{title, description, axioms: [{subject, relation, object}]}`; the title may stand in the
    /// query instead.
    pub fn from_json(
        body: &[u8],
        title: Option<&str>,
        vocabulary: &Vocabulary,
        site: &Site,
    ) -> Result<Self, Refused> {
        let document = object_or_sentence(body)?;
        let mut faults = Vec::new();
        let own = text(&document, "title", &mut faults);
        let title = own.filter(|own| !own.is_empty()).or(title).unwrap_or_default();
        let description = text(&document, "description", &mut faults).unwrap_or_default();
        let axioms = axioms(&document, &mut faults);
        match Self::new(title, description, axioms, vocabulary, site) {
            Ok(input) if faults.is_empty() => Ok(input),
            found => {
                faults.extend(found.err().into_iter().flat_map(GraphFaults::sentences));
                Err(refused(sentence(&faults)))
            }
        }
    }

    /// Reads a Turtle body: the statements and nothing else. Its title stands in the query.
    pub fn from_turtle(
        body: &[u8],
        title: Option<&str>,
        vocabulary: &Vocabulary,
        site: &Site,
    ) -> Result<Self, Refused> {
        let graph = turtle(body).map_err(refused)?;
        let axioms: Vec<[String; 3]> = graph.triples().iter().map(names).collect();
        let axioms = axioms.iter().map(|axiom| axiom.each_ref().map(String::as_str));
        Self::new(title.unwrap_or(UNTITLED), "", axioms, vocabulary, site)
            .map_err(|faults| refused(sentence(&faults.sentences().collect::<Vec<_>>())))
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

fn title_fault(title: &str) -> Option<String> {
    let length = title.chars().count();
    if length == 0 {
        Some("is required".to_owned())
    } else if length > TITLE {
        Some(format!("has {length} characters, and at most {TITLE} are allowed"))
    } else if title.contains(char::is_control) {
        Some("must be a single line".to_owned())
    } else {
        None
    }
}

fn description_fault(description: &str) -> Option<String> {
    let length = description.chars().count();
    let is_odd = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if length > DESCRIPTION {
        Some(format!("has {length} characters, and at most {DESCRIPTION} are allowed"))
    } else if description.contains(is_odd) {
        Some("holds a control character".to_owned())
    } else {
        None
    }
}

fn turtle(document: &[u8]) -> Result<Graph, String> {
    // One more than there may be, so that it is validation that says how many are allowed.
    read_bounded_turtle(document, MAX_AXIOMS + 1)
        .map_err(|error| format!("the document is not Turtle with absolute IRIs: {error}"))
}

/// The statements of a document somebody pasted, as they stand in it, JSON as the API takes it or Turtle. What Turtle
/// says about anything but acts is left out, such as the title of a graph that was downloaded.
///
/// # Errors
/// What the document is not, as half a sentence.
pub fn pasted_statements(
    document: &str,
    vocabulary: &Vocabulary,
    terms: &OwnTerms,
) -> Result<Vec<[String; 3]>, String> {
    if !document.trim_start().starts_with(['{', '[']) {
        let says_something = |[subject, relation, _]: &[String; 3]| {
            vocabulary.is_action(subject) || DependencyGraph::is_relation(relation, terms)
        };
        let graph = turtle(document.as_bytes())?;
        return Ok(graph.triples().iter().map(names).filter(says_something).collect());
    }
    let document: Value =
        serde_json::from_str(document).map_err(|error| format!("the document is not JSON: {error}"))?;
    let document = match document {
        Value::Object(document) => document,
        list => Map::from_iter([("axioms".to_owned(), list)]),
    };
    let mut faults = Vec::new();
    let axioms = axioms(&document, &mut faults);
    if !faults.is_empty() {
        return Err(sentence(&faults));
    }
    Ok(axioms.into_iter().map(|axiom| axiom.map(str::to_owned)).collect())
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
