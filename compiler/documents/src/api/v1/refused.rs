use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Value, json};

use crate::api::MOST_FAULTS;
use crate::api::openapi::schema::by_hand;
use crate::api::openapi::shapes::{one_of, text};
use crate::api::v1::scope::Scope;

/// Why a request of version 1 gets no answer (spec:version-1#errors).
#[derive(Debug, Clone, PartialEq)]
pub enum Refused {
    /// `{detail: <sentence>}`.
    Sentence {
        /// The HTTP status.
        status: u16,
        /// What is the matter.
        detail: String,
    },
    /// The same, and the same may go through later.
    Later {
        /// The HTTP status.
        status: u16,
        /// What is the matter.
        detail: String,
        /// When to try again: the value of `Retry-After`, in seconds.
        seconds: u64,
    },
    /// `{detail: <sentence>}`, 403: the account stores as much as it may.
    Full {
        /// What is the matter.
        detail: String,
    },
    /// `{detail: [{type, loc, msg, input}]}`, 422: every parameter that is not what it should be.
    Parameters(Vec<ParameterFault>),
    /// A documented path reached with another method than it has, 405.
    MethodNotAllowed {
        /// The value of `Allow`.
        allow: String,
    },
}

/// A parameter with an invalid value.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ParameterFault {
    /// The kind of fault.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Where the parameter stands (path, query or body), then its name.
    #[schemars(schema_with = "location")]
    pub loc: Vec<String>,
    /// What is wrong, for people.
    pub msg: String,
    /// What was sent, at most its first kibibyte.
    pub input: Value,
}

/// The most bytes of what was sent that a fault repeats.
const MOST_ECHOED: usize = 1024;

/// The most bytes of a sentence, which may repeat what was sent.
const MOST_SENTENCE: usize = 16 << 10;

/// The beginning of a value, in about as many bytes as are left: texts are cut, further items and members are left out.
fn echoed(value: Value, left: &mut usize) -> Value {
    let take = |left: &mut usize, bytes: usize| *left = left.saturating_sub(bytes);
    match value {
        Value::String(text) => {
            let text = beginning(text, *left);
            take(left, text.len());
            Value::String(text)
        }
        Value::Array(items) => {
            let mut kept = Vec::new();
            for item in items {
                if *left == 0 {
                    break;
                }
                take(left, 1);
                kept.push(echoed(item, left));
            }
            Value::Array(kept)
        }
        Value::Object(members) => {
            let mut kept = serde_json::Map::new();
            for (name, member) in members {
                if *left == 0 {
                    break;
                }
                let name = beginning(name, *left);
                take(left, name.len() + 1);
                kept.insert(name, echoed(member, left));
            }
            Value::Object(kept)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            take(left, 8);
            value
        }
    }
}

/// At most so many bytes of a text, whole characters; a text that is cut ends with `…`.
fn beginning(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(text.floor_char_boundary(most));
        text.push('…');
    }
    text
}

fn location(_: &mut SchemaGenerator) -> Schema {
    by_hand(json!({
        "type": "array",
        "prefixItems": [one_of(&["path", "query", "body"])],
        "items": text(),
        "minItems": 1,
    }))
}

impl ParameterFault {
    pub(super) fn new(
        kind: &'static str,
        loc: &[&str],
        msg: impl Into<String>,
        input: impl Into<Value>,
    ) -> Self {
        let mut left = MOST_ECHOED;
        Self {
            kind,
            loc: loc.iter().map(|&part| part.to_owned()).collect(),
            msg: msg.into(),
            input: echoed(input.into(), &mut left),
        }
    }
}

impl From<Vec<ParameterFault>> for Refused {
    fn from(mut faults: Vec<ParameterFault>) -> Self {
        faults.truncate(MOST_FAULTS);
        Self::Parameters(faults)
    }
}

impl From<serde_json::Error> for Refused {
    /// A document that cannot be written.
    fn from(_: serde_json::Error) -> Self {
        Self::sentence(500, "Internal Server Error")
    }
}

impl Refused {
    /// A refusal in a sentence.
    #[must_use]
    pub fn sentence(status: u16, detail: impl Into<String>) -> Self {
        Self::Sentence { status, detail: beginning(detail.into(), MOST_SENTENCE) }
    }

    /// A refusal in a sentence of what may go through later.
    #[must_use]
    pub fn later(status: u16, detail: impl Into<String>, seconds: u64) -> Self {
        Self::Later { status, detail: detail.into(), seconds }
    }

    /// For one parameter that is not what it should be.
    pub(super) fn fault(
        kind: &'static str,
        loc: &[&str],
        msg: impl Into<String>,
        input: impl Into<Value>,
    ) -> Self {
        Self::Parameters(vec![ParameterFault::new(kind, loc, msg, input)])
    }

    /// For a path that is none of ours.
    #[must_use]
    pub fn not_found() -> Self {
        Self::sentence(404, "Not Found")
    }

    /// For an identifier that is no license's.
    #[must_use]
    pub fn unknown_license(id: &str) -> Self {
        Self::sentence(404, format!("Unknown license id: {id}"))
    }

    /// For an identifier that is no graph's.
    #[must_use]
    pub fn unknown_graph(id: &str) -> Self {
        Self::sentence(404, format!("Unknown dependency graph: {id}"))
    }

    /// For a version nobody published.
    #[must_use]
    pub fn unknown_version(version: impl std::fmt::Display) -> Self {
        Self::sentence(404, format!("Unknown version: {version}"))
    }

    /// For an operation that needs a token, asked for without one (spec:version-1#authentication).
    #[must_use]
    pub fn no_token() -> Self {
        Self::sentence(401, "An API token is needed here: send `Authorization: Bearer <API token>`.")
    }

    /// For an operation that needs a token, asked for with credentials that are no live token.
    #[must_use]
    pub fn no_live_token() -> Self {
        Self::sentence(
            401,
            "This API token is not valid: it is unknown, expired or revoked. Send `Authorization: Bearer <API token>` \
             with another one; `/account/tokens` makes them.",
        )
    }

    /// For an operation that needs a scope which the token lacks.
    #[must_use]
    pub fn out_of_scope(scope: Scope) -> Self {
        Self::sentence(
            403,
            format!(
                "This API token does not have the scope `{scope}`, which is needed here; `/account/tokens` makes one \
                 that has it."
            ),
        )
    }

    /// For a `format` that the license route does not have.
    #[must_use]
    pub fn unknown_format(format: &str) -> Self {
        let msg = "Input should be 'json-ld', 'ttl', 'rdf-xml' or 'text'";
        Self::fault("enum", &["query", "format"], msg, format)
    }

    /// For a `format` that the Linked-Data path does not have.
    #[must_use]
    pub fn unknown_serialisation(format: &str) -> Self {
        Self::sentence(
            415,
            format!(
                "There is no serialisation `{format}`; there are ttl, turtle, rdf-xml, rdfxml, xml, json-ld, \
                 jsonld, nt and n-triples."
            ),
        )
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::Sentence { status, .. } | Self::Later { status, .. } => *status,
            Self::Full { .. } => 403,
            Self::Parameters(_) => 422,
            Self::MethodNotAllowed { .. } => 405,
        }
    }

    /// The body of the answer.
    #[must_use]
    pub fn body(&self) -> Value {
        match self {
            Self::Sentence { detail, .. } | Self::Later { detail, .. } | Self::Full { detail } => {
                json!({"detail": detail})
            }
            Self::Parameters(faults) => json!({"detail": faults}),
            Self::MethodNotAllowed { .. } => json!({"detail": "Method Not Allowed"}),
        }
    }
}
