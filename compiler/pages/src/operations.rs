use pulldown_cmark::{Options, Parser, html};
use serde::Serialize;
use serde_json::Value;

use super::frame::Frame;
use super::{Directory, Page};
use muniment_documents::api::v1;

/// Every operation of version 1 for reading, with its parameters, answers and errors. The page needs no scripts.
#[derive(Debug, Serialize)]
pub(super) struct ReferencePage<'a> {
    frame: Frame<'a>,
    document: &'static str,
    interactive: &'static str,
    /// The description of the document as HTML.
    introduction: String,
    groups: Vec<Group>,
}

impl Page for ReferencePage<'_> {
    const TEMPLATE: &'static str = "pages/reference.html";
}

/// The operations with one tag.
#[derive(Debug, Serialize)]
struct Group {
    id: String,
    title: String,
    /// HTML, as every description.
    description: String,
    operations: Vec<OperationEntry>,
}

#[derive(Debug, Serialize)]
struct OperationEntry {
    id: String,
    method: String,
    path: String,
    summary: String,
    description: String,
    /// `none`, `optional` or `required`.
    token: &'static str,
    parameters: Vec<ParameterEntry>,
    body: Option<BodyEntry>,
    answers: Vec<AnswerEntry>,
}

#[derive(Debug, Serialize)]
struct ParameterEntry {
    name: String,
    location: String,
    required: bool,
    /// The schema in words.
    values: String,
    description: String,
}

#[derive(Debug, Serialize)]
struct BodyEntry {
    description: String,
    media_types: Vec<String>,
    /// An example as JSON.
    example: Option<String>,
}

#[derive(Debug, Serialize)]
struct AnswerEntry {
    status: String,
    description: String,
    media_types: Vec<String>,
}

impl<'a> ReferencePage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>) -> Self {
        let document = Document(v1::openapi(&directory.catalog.library.site));
        Self {
            frame: Frame::new(directory, v1::REDOC, String::new()),
            document: v1::OPENAPI,
            interactive: v1::DOCS,
            introduction: written(&text(member(&document.0, "info"), "description")),
            groups: document.groups(),
        }
    }
}

/// An `OpenAPI` document.
struct Document(Value);

impl Document {
    fn groups(&self) -> Vec<Group> {
        let tags = member(&self.0, "tags").as_array().into_iter().flatten();
        let groups = tags.map(|tag| {
            let id = text(tag, "name");
            let title = text(tag, "x-displayName");
            let operations = self.operations().filter(|(_, _, operation)| has_tag(operation, &id));
            Group {
                title: if title.is_empty() { id.clone() } else { title },
                description: written(&text(tag, "description")),
                operations: operations.map(|(path, method, it)| self.operation(path, method, it)).collect(),
                id,
            }
        });
        groups.collect()
    }

    fn operations(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        let paths = member(&self.0, "paths").as_object().into_iter().flatten();
        paths.flat_map(|(path, methods)| {
            let methods = methods.as_object().into_iter().flatten();
            methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
        })
    }

    fn operation(&self, path: &str, method: &str, operation: &Value) -> OperationEntry {
        let demands = member(operation, "security").as_array().map_or(&[][..], Vec::as_slice);
        let is_open = |demand: &Value| demand.as_object().is_some_and(serde_json::Map::is_empty);
        let parameters = member(operation, "parameters").as_array().into_iter().flatten();
        let body = self.resolved(member(operation, "requestBody"));
        let answers = member(operation, "responses").as_object().into_iter().flatten();
        OperationEntry {
            id: text(operation, "operationId"),
            method: method.to_uppercase(),
            path: path.to_owned(),
            summary: text(operation, "summary"),
            description: written(&text(operation, "description")),
            token: match demands {
                [] => "none",
                demands if demands.iter().any(is_open) => "optional",
                _ => "required",
            },
            parameters: parameters.map(|parameter| self.parameter(parameter)).collect(),
            body: body.is_object().then(|| BodyEntry {
                description: written(&text(body, "description")),
                media_types: media_types(body),
                example: member(body, "content")
                    .as_object()
                    .and_then(|content| content.values().find_map(|of_type| of_type.get("example")))
                    .and_then(|example| serde_json::to_string_pretty(example).ok()),
            }),
            answers: answers
                .map(|(status, answer)| {
                    let answer = self.resolved(answer);
                    let description = written(&text(answer, "description"));
                    AnswerEntry { status: status.clone(), description, media_types: media_types(answer) }
                })
                .collect(),
        }
    }

    fn parameter(&self, parameter: &Value) -> ParameterEntry {
        let parameter = self.resolved(parameter);
        ParameterEntry {
            name: text(parameter, "name"),
            location: text(parameter, "in"),
            required: member(parameter, "required").as_bool().unwrap_or_default(),
            values: values(self.resolved(member(parameter, "schema"))),
            description: written(&text(parameter, "description")),
        }
    }

    /// A member, or what it refers to.
    fn resolved<'v>(&'v self, value: &'v Value) -> &'v Value {
        let pointer = member(value, "$ref").as_str().and_then(|address| address.strip_prefix('#'));
        pointer.and_then(|pointer| self.0.pointer(pointer)).unwrap_or(value)
    }
}

/// A member of an object; null where there is none.
fn member<'v>(value: &'v Value, name: &str) -> &'v Value {
    value.get(name).unwrap_or(&Value::Null)
}

fn text(value: &Value, name: &str) -> String {
    member(value, name).as_str().unwrap_or_default().to_owned()
}

fn has_tag(operation: &Value, tag: &str) -> bool {
    member(operation, "tags").as_array().is_some_and(|tags| tags.iter().any(|own| own == tag))
}

fn media_types(value: &Value) -> Vec<String> {
    member(value, "content")
        .as_object()
        .into_iter()
        .flatten()
        .map(|(media_type, _)| media_type.clone())
        .collect()
}

/// A schema of a parameter in words.
fn values(schema: &Value) -> String {
    let listed = |value: &Value| -> Option<String> {
        let values: Vec<String> = value.as_array()?.iter().map(shown).collect();
        Some(values.join(", "))
    };
    let mut words = listed(member(schema, "enum"))
        .or_else(|| listed(member(member(schema, "items"), "enum")))
        .unwrap_or_else(|| {
            let word =
                member(schema, "type").as_str().map(str::to_owned).or_else(|| listed(member(schema, "type")));
            word.unwrap_or_default()
        });
    if let Some(default) = schema.get("default") {
        words = format!("{words}; default {}", shown(default));
    }
    words
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Markdown as HTML.
fn written(markdown: &str) -> String {
    let mut written = String::new();
    html::push_html(&mut written, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    written
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_operation_is_told_with_what_it_refers_to() {
        let document = Document(json!({
            "tags": [{"name": "finding", "description": "Which there are."}],
            "paths": {"/a": {"get": {
                "operationId": "find", "tags": ["finding"], "summary": "Find", "description": "Finds `a`.",
                "security": [{}, {"bearerAuth": []}],
                "parameters": [{"$ref": "#/components/parameters/p"}],
                "responses": {"404": {"$ref": "#/components/responses/None"}},
            }}},
            "components": {
                "parameters": {"p": {"name": "p", "in": "query", "schema": {"enum": ["x", "y"], "default": "x"}}},
                "responses": {"None": {"description": "There is none.", "content": {"application/json": {}}}},
            },
        }));
        let groups = document.groups();
        let [Group { title, operations, .. }] = groups.as_slice() else { panic!("{groups:?}") };
        let [operation] = operations.as_slice() else { panic!("{operations:?}") };
        assert_eq!((title.as_str(), operation.token), ("finding", "optional"));
        assert_eq!(operation.description, "<p>Finds <code>a</code>.</p>\n");
        assert_eq!(operation.parameters[0].values, "x, y; default x");
        let answer = &operation.answers[0];
        assert_eq!((answer.status.as_str(), answer.description.as_str()), ("404", "<p>There is none.</p>\n"));
        assert_eq!(answer.media_types, ["application/json"]);
    }
}
