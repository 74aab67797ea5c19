use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::api::openapi::media::{content_of, forms, json_content};
use crate::api::openapi::schema::Shape;
use crate::api::openapi::shapes::{schema, text};
use crate::wire::{Class, Representation};

/// What an answer consists of.
#[derive(Debug, Clone, Copy)]
pub(in crate::api::v1) enum Media {
    /// A JSON document.
    Document(Shape),
    /// The forms of an address of the tree.
    Forms(Class),
    /// The forms of a profile, which is not in the tree.
    Profile,
    /// A picture.
    Picture,
    /// There is only a redirect.
    Nothing,
}

impl Media {
    /// A JSON document of a type.
    pub(in crate::api::v1) const fn json<T: JsonSchema>() -> Self {
        Self::Document(SchemaGenerator::subschema_for::<T>)
    }

    /// The `content` of an answer, by media type.
    pub(super) fn content(self, generator: &mut SchemaGenerator) -> Map<String, Value> {
        match self {
            Self::Document(document) => json_content(document(generator)),
            Self::Forms(class) => forms(class.representations(), record, generator),
            Self::Profile => {
                let of_a_profile = [
                    Representation::Html,
                    Representation::Turtle,
                    Representation::JsonLd,
                    Representation::RdfXml,
                ];
                forms(of_a_profile, record, generator)
            }
            Self::Picture => content_of("image/svg+xml", text()),
            Self::Nothing => Map::new(),
        }
    }
}

/// Forms that are JSON are those of a record.
fn record(_: &mut SchemaGenerator) -> schemars::Schema {
    schemars::Schema::try_from(schema("LicenseRecord")).unwrap_or_default()
}
