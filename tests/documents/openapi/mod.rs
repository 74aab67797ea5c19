//! The `OpenAPI` documents: they describe every operation, and every answer is as they say.
//!
//! No server is needed: the answers are those of the functions that make them, on the project's own library
//! and on the small one of `tests/fixtures`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod answers;
mod routes;
mod sharpness;
mod structure;
mod version_1;

use std::path::Path;
use std::sync::LazyLock;

use jsonschema::Validator;
use muniment_documents::api::v1;
use muniment_documents::api::v2::{Operation, openapi};
use muniment_library::history::{Catalog, current_release};
use muniment_library::load::load;
use muniment_licenses::find::Index;
use muniment_licenses::model::Release;
use muniment_licenses::reason::Reasoner;
use serde_json::{Value, json};

/// A library with what is answered of it.
struct World {
    catalog: Catalog<'static>,
    index: Index<'static>,
    reasoner: Reasoner,
    current: Release,
    /// The description of version 2.
    document: Value,
    /// The description of version 1.
    version_1: Value,
}

impl World {
    fn of(folder: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        let library = Box::leak(Box::new(load(&folder).library.unwrap()));
        let catalog = Catalog::new(library);
        let current = current_release(catalog.library);
        let (document, version_1) = (openapi(&library.site), v1::openapi(&library.site));
        Self {
            current,
            catalog,
            index: Index::new(library),
            reasoner: Reasoner::new(library),
            document,
            version_1,
        }
    }

    /// The schema of that name, in force.
    fn validator(&self, name: &str) -> Validator {
        self.compile(&json!({"$ref": format!("#/components/schemas/{name}")}))
    }

    /// The schema of what an operation answers as JSON.
    fn validator_of(&self, operation: Operation) -> Validator {
        let content = &self.document["paths"][operation.template()]["get"]["responses"]["200"]["content"];
        let json = ["application/json", "application/linkset+json"];
        let media = json.iter().find_map(|name| content.get(name));
        self.compile(&media.unwrap_or_else(|| panic!("{} answers no JSON", operation.id()))["schema"])
    }

    fn compile(&self, schema: &Value) -> Validator {
        compile(&self.document, schema)
    }
}

/// A schema of a document, in force.
fn compile(document: &Value, schema: &Value) -> Validator {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "allOf": [schema],
        "components": document["components"],
    });
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

static OURS: LazyLock<World> = LazyLock::new(|| World::of("data"));
static SMALL: LazyLock<World> = LazyLock::new(|| World::of("tests/fixtures/small"));

/// Refuses an answer its schema refuses, with every reason.
#[track_caller]
fn assert_valid(validator: &Validator, answer: &Value, what: &str) {
    let reasons: Vec<String> =
        validator.iter_errors(answer).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(reasons.is_empty(), "{what}:\n{}", reasons.join("\n"));
}
