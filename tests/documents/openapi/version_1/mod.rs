//! The description of version 1, held against its table of operations, the specification, the tree and what the
//! functions of version 1 answer.

mod answers;
mod requests;
mod routes;
mod sharpness;
mod structure;
mod translations;
mod tree;

use jsonschema::Validator;
use muniment_documents::api::v1::{Method, Operation};
use serde_json::{Value, json};

use crate::openapi::{World, compile};

impl World {
    /// What the description of version 1 says of an operation.
    fn described(&self, operation: Operation) -> &Value {
        let route = operation.route();
        let method = match route.method {
            Method::Get => "get",
            Method::Post => "post",
        };
        let described = &self.version_1["paths"][route.template][method];
        assert!(described.is_object(), "{} is not described", route.id);
        described
    }

    /// A component of version 1, where a reference stands for it.
    fn component<'v>(&'v self, value: &'v Value) -> &'v Value {
        let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
        pointer.map_or(value, |pointer| self.version_1.pointer(pointer).unwrap())
    }

    /// The schema of version 1 of that name, in force.
    fn schema(&self, name: &str) -> Validator {
        compile(&self.version_1, &json!({"$ref": format!("#/components/schemas/{name}")}))
    }

    /// The schema of an answer of an operation, in force.
    fn answered(&self, operation: Operation, status: u16, media_type: &str) -> Validator {
        let answer = self.component(&self.described(operation)["responses"][status.to_string()]);
        let media = &answer["content"][media_type];
        assert!(media.is_object(), "{} answers no {media_type} with {status}", operation.route().id);
        compile(&self.version_1, &media["schema"])
    }
}

/// The operations that are described.
fn described() -> impl Iterator<Item = Operation> {
    Operation::ALL.iter().copied().filter(|operation| operation.is_described())
}
