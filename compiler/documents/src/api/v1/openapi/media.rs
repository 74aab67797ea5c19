use serde_json::{Map, Value, json};

use crate::api::shapes::{any_of, list_of, schema, text};
use crate::api::v1::Operation;
use crate::wire::{Class, Representation};

/// What an answer consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Media {
    /// A JSON document, by the name of its schema.
    Document(&'static str),
    /// A JSON list of such.
    List(&'static str),
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
    /// What an operation answers when all is well.
    pub(super) const fn of(operation: Operation) -> Self {
        match operation {
            Operation::GetLicense => Self::Forms(Class::Record),
            Operation::GetLicenseVersion => Self::Forms(Class::RecordVersion),
            Operation::GetLinkedLicense => Self::Forms(Class::LinkedRecord),
            Operation::GetLinkedVersions => Self::Nothing,
            Operation::GetDefaultGraphVersion | Operation::GetGraphVersion => {
                Self::Forms(Class::GraphVersion)
            }
            Operation::GetVocabularyVersion => Self::Forms(Class::VocabularyVersion),
            Operation::GetVocabulary => Self::Forms(Class::Vocabulary),
            Operation::GetVocabularyTerm => Self::Forms(Class::VocabularyTerm),
            Operation::GetProfile => Self::Profile,
            Operation::GetBadge => Self::Picture,
            Operation::SuggestLicenses => Self::List("SuggestEntry"),
            Operation::ListCheckerLicenses => Self::List("CheckerLicense"),
            Operation::ListLicenses | Operation::SearchLicenses => Self::Document("Results"),
            Operation::ComposeLicense | Operation::DeprecateLicense => Self::Document("ComposeAnswer"),
            Operation::ListAxioms => Self::Document("AxiomList"),
            Operation::CheckCompatibility => Self::Document("CompatibilityAnswer"),
            Operation::GetDependencies | Operation::GetDependenciesByUrl => {
                Self::Document("RepositoryDocument")
            }
            Operation::CheckRepository | Operation::CheckRepositoryByUrl => Self::Document("RepositoryCheck"),
            Operation::GetHealth => Self::Document("Health"),
            Operation::CompareLicenses => Self::Document("Comparison"),
            Operation::ListActions => Self::Document("Actions"),
            Operation::CheckConsistency => Self::Document("Consistency"),
            Operation::ListOwnLicenses => Self::Document("OwnLicenses"),
            Operation::ListRevisions => Self::Document("RevisionList"),
            Operation::GetLicenseBySpdx => Self::Document("SpdxAnswer"),
            Operation::GetSpdxMapping => Self::Document("SpdxMapping"),
            Operation::GetReview => Self::Document("Review"),
            Operation::ListHistory => Self::Document("HistoryPage"),
            Operation::TranslateLicense => Self::Document("Translation"),
            Operation::GetTranslation => Self::Document("FinishedTranslation"),
            Operation::NarrateLicense => Self::Document("Narration"),
            Operation::ListLicenseVersions
            | Operation::ListDefaultGraphVersions
            | Operation::ListGraphVersions
            | Operation::ListVocabularyVersions => Self::Document("VersionList"),
            Operation::GetLicenseChangeLog
            | Operation::GetDefaultGraphChangeLog
            | Operation::GetGraphChangeLog
            | Operation::GetVocabularyChangeLog => Self::Document("ChangeLog"),
            Operation::ListGraphs | Operation::ListOwnGraphs => Self::Document("GraphList"),
            Operation::CompareGraphs => Self::Document("GraphComparison"),
            Operation::ListRules => Self::Document("DefaultRuleList"),
            Operation::CreateGraph => Self::Document("CreatedGraph"),
            Operation::GetLicenseFile => Self::Document("LicenseFile"),
        }
    }

    /// The `content` of an answer, by media type.
    pub(super) fn content(self) -> Map<String, Value> {
        match self {
            Self::Document(name) => json_content(schema(name)),
            Self::List(name) => json_content(list_of(schema(name))),
            Self::Forms(class) => forms(class),
            Self::Profile => {
                [Representation::Html, Representation::Turtle, Representation::JsonLd, Representation::RdfXml]
                    .map(|form| (media_type(form), json!({"schema": form_schema(form)})))
                    .into_iter()
                    .collect()
            }
            Self::Picture => Map::from_iter([("image/svg+xml".to_owned(), json!({"schema": text()}))]),
            Self::Nothing => Map::new(),
        }
    }
}

/// A JSON document of a schema.
pub(super) fn json_content(schema: Value) -> Map<String, Value> {
    Map::from_iter([("application/json".to_owned(), json!({"schema": schema}))])
}

/// The forms of a class; those with one media type are alternatives.
fn forms(class: Class) -> Map<String, Value> {
    let mut by_type: Map<String, Value> = Map::new();
    for form in class.representations() {
        let alternatives = by_type.entry(media_type(form)).or_insert_with(|| json!([]));
        if let Value::Array(alternatives) = alternatives {
            let schema = form_schema(form);
            if !alternatives.contains(&schema) {
                alternatives.push(schema);
            }
        }
    }
    by_type
        .into_iter()
        .map(|(media_type, alternatives)| {
            let schema = match alternatives {
                Value::Array(mut alternatives) if alternatives.len() == 1 => alternatives.swap_remove(0),
                Value::Array(alternatives) => any_of(&alternatives),
                other => other,
            };
            (media_type, json!({"schema": schema}))
        })
        .collect()
}

fn form_schema(form: Representation) -> Value {
    match form {
        Representation::Json => schema("LicenseRecord"),
        Representation::JsonLd => schema("JsonLd"),
        Representation::TurtleString | Representation::RdfXmlString => schema("QuotedSerialisation"),
        Representation::Turtle
        | Representation::NTriples
        | Representation::RdfXml
        | Representation::Text
        | Representation::Html
        | Representation::LinkSet
        | Representation::OpenApi => text(),
    }
}

fn media_type(form: Representation) -> String {
    form.media_type().split(';').next().unwrap_or_default().to_owned()
}
