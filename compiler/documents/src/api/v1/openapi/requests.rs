use schemars::SchemaGenerator;
use serde_json::{Value, json};

use crate::api::openapi::media::{content_of, json_content};
use crate::api::openapi::schema::Shape;
use crate::api::openapi::shapes::{described, text};

/// What an operation is sent. Its schema is open: what is not known is passed over.
#[derive(Debug, Clone, Copy)]
pub(in crate::api::v1) struct Request {
    /// The schema of its JSON.
    pub(in crate::api::v1) json: Shape,
    /// Something to begin with; every library has the license its records are under.
    pub(in crate::api::v1) example: Option<fn() -> Value>,
    /// The other media type it takes, with what that has to be.
    pub(in crate::api::v1) other: Option<(&'static str, &'static str)>,
    pub(in crate::api::v1) description: &'static str,
}

impl Request {
    /// The `requestBody`.
    pub(super) fn body(&self, generator: &mut SchemaGenerator) -> Value {
        let mut content = json_content((self.json)(generator));
        if let (Some(example), Some(Value::Object(json))) =
            (self.example, content.get_mut("application/json"))
        {
            json.insert("example".to_owned(), example());
        }
        if let Some((media_type, description)) = self.other {
            content.extend(content_of(media_type, described(text(), description)));
        }
        json!({"description": self.description, "required": true, "content": content})
    }
}
