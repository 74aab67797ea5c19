use serde_json::{Map, Value, json};

use super::shapes::{entries, text, with};

/// A parameter of an operation, as the description tells it.
#[derive(Debug)]
pub(in crate::api) struct Parameter {
    /// Its name in the request; those in a path are the names in the templates.
    name: &'static str,
    /// Its name among the components: that in the request, with what tells it from others of that name.
    key: &'static str,
    location: &'static str,
    is_required: bool,
    description: &'static str,
    schema: fn() -> Value,
    example: Option<fn() -> Value>,
    /// Whether a value can be of another kind than the parameter, which is answered with the list of 422.
    pub(in crate::api) can_be_faulty: bool,
    /// Whether a value of the right kind can be one that nothing can be done with, which is answered with a sentence.
    pub(in crate::api) can_be_useless: bool,
    /// Whether it names a dependency graph, which may be that of an account.
    pub(in crate::api) names_a_graph: bool,
}

impl Parameter {
    const fn new(
        location: &'static str,
        name: &'static str,
        description: &'static str,
        schema: fn() -> Value,
    ) -> Self {
        Self {
            name,
            key: name,
            location,
            is_required: false,
            description,
            schema,
            example: None,
            can_be_faulty: false,
            can_be_useless: false,
            names_a_graph: false,
        }
    }

    pub(in crate::api) const fn path(
        name: &'static str,
        description: &'static str,
        schema: fn() -> Value,
    ) -> Self {
        Self::new("path", name, description, schema).required()
    }

    pub(in crate::api) const fn query(
        name: &'static str,
        description: &'static str,
        schema: fn() -> Value,
    ) -> Self {
        Self::new("query", name, description, schema)
    }

    pub(in crate::api) const fn header(name: &'static str, description: &'static str) -> Self {
        Self::new("header", name, description, text)
    }

    /// The same, which must be given.
    pub(in crate::api) const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// The same under another name among the components.
    pub(in crate::api) const fn keyed(self, key: &'static str) -> Self {
        Self { key, ..self }
    }

    /// The same with values that are of another kind.
    pub(in crate::api) const fn faulty(self) -> Self {
        Self { can_be_faulty: true, ..self }
    }

    /// The same with values that nothing can be done with.
    pub(in crate::api) const fn useless(self) -> Self {
        Self { can_be_useless: true, ..self }
    }

    /// The same, which names a dependency graph.
    pub(in crate::api) const fn of_a_graph(self) -> Self {
        Self { names_a_graph: true, ..self }
    }

    /// The same with an example that holds in every library: each has the license its records are under, its default
    /// graph, and version 1 of everything.
    pub(in crate::api) const fn such_as(self, example: fn() -> Value) -> Self {
        Self { example: Some(example), ..self }
    }

    pub(in crate::api) fn reference(&self) -> Value {
        json!({"$ref": format!("#/components/parameters/{}", self.key)})
    }

    fn component(&self) -> Value {
        let mut component = entries(json!({
            "name": self.name,
            "in": self.location,
            "description": self.description,
            "required": self.is_required,
            "schema": (self.schema)(),
        }));
        if component.get("schema").is_some_and(|schema| schema.get("items").is_some()) {
            component.extend([("style".to_owned(), json!("form")), ("explode".to_owned(), json!(false))]);
        }
        component.extend(self.example.map(|example| ("example".to_owned(), example())));
        Value::Object(component)
    }
}

/// Parameters that are used, each once, by their names among the components.
pub(in crate::api) fn components(used: impl IntoIterator<Item = &'static Parameter>) -> Map<String, Value> {
    used.into_iter().map(|parameter| (parameter.key.to_owned(), parameter.component())).collect()
}

pub(in crate::api) static IF_NONE_MATCH: Parameter =
    Parameter::header("If-None-Match", "Entity tags of answers the client holds; compared weakly.");

pub(in crate::api) static VERSION: Parameter = Parameter::path(
    "version",
    "Number of a version, from 1. There is no version 0 and none below (404).",
    || json!({"type": "integer"}),
)
.faulty()
.such_as(|| json!(1));

/// A flag with a default.
pub(in crate::api) fn flag_or(default: bool) -> Value {
    json!({"type": "boolean", "default": default})
}

/// A text that is not empty.
pub(in crate::api) fn some_text() -> Value {
    json!({"type": "string", "minLength": 1})
}

/// A text with a default.
pub(in crate::api) fn text_or(default: &str) -> Value {
    with(text(), "default", json!(default))
}
