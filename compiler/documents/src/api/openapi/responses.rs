use serde_json::{Map, Value, json};

use super::headers::references;

/// An error that several operations can answer.
pub(in crate::api) struct Failure<B = ()> {
    pub(in crate::api) status: u16,
    pub(in crate::api) name: &'static str,
    pub(in crate::api) description: &'static str,
    /// Headers of its own.
    pub(in crate::api) headers: &'static [&'static str],
    /// What its body may be.
    pub(in crate::api) body: B,
}

impl<B> Failure<B> {
    pub(in crate::api) const fn new(
        status: u16,
        name: &'static str,
        body: B,
        headers: &'static [&'static str],
        description: &'static str,
    ) -> Self {
        Self { status, name, description, headers, body }
    }

    pub(in crate::api) fn reference(&self) -> Value {
        json!({"$ref": format!("#/components/responses/{}", self.name)})
    }

    /// The response; `everywhere` are headers of every error.
    pub(in crate::api) fn component(
        &self,
        description: &str,
        everywhere: &[&str],
        content: Map<String, Value>,
    ) -> Value {
        let mut response = Map::from_iter([("description".to_owned(), json!(description))]);
        let headers = references(self.headers.iter().chain(everywhere));
        if !headers.is_empty() {
            response.insert("headers".to_owned(), Value::Object(headers));
        }
        response.insert("content".to_owned(), Value::Object(content));
        Value::Object(response)
    }
}
