use serde_json::{Map, Value, json};

use crate::api::shapes::{MODEL_ID, release_id};
use crate::api::v2::{DEFAULT_LIMIT, MAX_LIMIT};
use crate::wire::Representation;
use muniment_licenses::find::Ports;
use muniment_licenses::model::{ModelKind, ReleaseKind};

/// A parameter of version 2 (spec:version-2#parameters).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api::v2) enum Parameter {
    LicenseId,
    GraphId,
    Version,
    ReleaseId,
    Format,
    Limit,
    Cursor,
    Ports,
    Since,
    Kind,
    IfNoneMatch,
}

impl Parameter {
    const ALL: [Self; 11] = [
        Self::LicenseId,
        Self::GraphId,
        Self::Version,
        Self::ReleaseId,
        Self::Format,
        Self::Limit,
        Self::Cursor,
        Self::Ports,
        Self::Since,
        Self::Kind,
        Self::IfNoneMatch,
    ];

    /// Whether a value can be a mistake (422). Any text is the name of some release, known or not, and any
    /// text can be compared with an entity tag.
    pub(super) const fn can_be_faulty(self) -> bool {
        !matches!(self, Self::ReleaseId | Self::IfNoneMatch)
    }

    pub(super) fn reference(self) -> Value {
        json!({"$ref": format!("#/components/parameters/{}", self.name())})
    }

    /// Its name in the request; those in a path are the names in the templates.
    const fn name(self) -> &'static str {
        match self {
            Self::LicenseId => "license_id",
            Self::GraphId => "graph_id",
            Self::Version => "version",
            Self::ReleaseId => "release_id",
            Self::Format => "format",
            Self::Limit => "limit",
            Self::Cursor => "cursor",
            Self::Ports => "ports",
            Self::Since => "since",
            Self::Kind => "kind",
            Self::IfNoneMatch => "If-None-Match",
        }
    }

    const fn location(self) -> &'static str {
        match self {
            Self::LicenseId | Self::GraphId | Self::Version | Self::ReleaseId => "path",
            Self::IfNoneMatch => "header",
            _ => "query",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::LicenseId => {
                "Identifier of a license. One that differs in letter case leads to the same record; `links.canonical` \
                 has the right spelling."
            }
            Self::GraphId => "Identifier of a dependency graph.",
            Self::Version => "Number of a version, from 1. There is no version 0 and none below (404).",
            Self::ReleaseId => {
                "Identifier of a state: `data-` for all of it, `lib-`, `dg-` or `ns-` for records, graphs or vocabulary."
            }
            Self::Format => "The form of the answer. It goes before `Accept`.",
            Self::Limit => "Most items on the page.",
            Self::Cursor => {
                "Where the page begins: `next_cursor` of the page before, of the same list with the same filters."
            }
            Self::Ports => {
                "Which records: all of them, those that are no port of another record, or nothing but ports."
            }
            Self::Since => {
                "A day, which keeps versions dated that day or later, or the identifier of a release, which keeps \
                 every version newer than the one that release had. Without it everything is listed."
            }
            Self::Kind => "Kinds of models, separated by commas. Without it all kinds are listed.",
            Self::IfNoneMatch => "Entity tags of answers the client holds; compared weakly.",
        }
    }

    fn schema(self) -> Value {
        match self {
            Self::LicenseId | Self::GraphId => json!({"type": "string", "pattern": MODEL_ID}),
            Self::Version => json!({"type": "integer"}),
            Self::ReleaseId | Self::Cursor => json!({"type": "string", "minLength": 1}),
            Self::Format => {
                json!({"type": "string", "enum": Representation::OF_A_VERSION.map(Representation::key)})
            }
            Self::Limit => {
                json!({"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT})
            }
            Self::Ports => {
                let words = [Ports::Include, Ports::Exclude, Ports::Only].map(Ports::word);
                json!({"type": "string", "enum": words, "default": Ports::default().word()})
            }
            Self::Since => {
                let any =
                    [ReleaseKind::Data, ReleaseKind::Library, ReleaseKind::Graphs, ReleaseKind::Vocabulary];
                json!({"anyOf": [{"type": "string", "format": "date"}, release_id(&any)]})
            }
            Self::Kind => json!({
                "type": "array",
                "items": {"type": "string", "enum": ModelKind::ALL.map(ModelKind::name)},
                "minItems": 1,
            }),
            Self::IfNoneMatch => json!({"type": "string"}),
        }
    }

    /// Examples hold in every library: each has its default graph, and version 1 of everything.
    fn example(self) -> Option<Value> {
        match self {
            Self::GraphId => Some(json!(muniment_licenses::model::Library::DEFAULT_GRAPH)),
            Self::Version => Some(json!(1)),
            _ => None,
        }
    }

    fn component(self) -> Value {
        let mut component = json!({
            "name": self.name(),
            "in": self.location(),
            "description": self.description(),
            "required": self.location() == "path",
            "schema": self.schema(),
        });
        if let Some(object) = component.as_object_mut() {
            if self == Self::Kind {
                object.insert("style".to_owned(), json!("form"));
                object.insert("explode".to_owned(), json!(false));
            }
            object.extend(self.example().map(|example| ("example".to_owned(), example)));
        }
        component
    }
}

pub(super) fn components() -> Map<String, Value> {
    Parameter::ALL.into_iter().map(|p| (p.name().to_owned(), p.component())).collect()
}
