use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::json;

use super::call::Call;
use super::composer_input::{composer_example, composer_input};
use super::parameters::{LICENSE_ID, license_name};
use super::row::{Access, Also, COMPOSER, COMPUTED, Computing, Media, Request, Route, Row, Tag, Words};
use super::scope::Scope;
use crate::api::openapi::parameter::{Parameter, flag_or};
use crate::api::openapi::schema::{Iri, ModelId, Number, Path, PerhapsIri, PerhapsModelId, named, of};
use crate::api::openapi::shapes::{
    PERHAPS_INSTANT, closed, described, iri, model_id, number, one_of, text, with,
};
use muniment_licenses::model::Library;
use muniment_licenses::reason::{Consistency, Labels};

static PUBLISH: Parameter = Parameter::query(
    "publish",
    "Whether to publish the license for good; otherwise a private draft is stored.",
    || flag_or(true),
)
.faulty();

static REPLACED_BY: Parameter = Parameter::query(
    "replaced_by",
    "Identifier of the license to use instead, or the SPDX identifier of a record.",
    license_name,
)
.useless();

static REASON: Parameter = Parameter::query("reason", "Why, for the list of revisions.", text);

pub(super) static COMPOSE_LICENSE: Row = Row {
    is_frozen: true,
    bucket: Some(&COMPOSER),
    computing: Computing::Always,
    parameters: &[&PUBLISH],
    request: Some(Request {
        json: composer_input,
        example: Some(composer_example),
        other: Some(("text/turtle", "One `odrl:Set`, with absolute IRIs only.")),
        description: "The license, as a composer document or as a model.",
    }),
    answered: "The license is stored.",
    status: 201,
    also: &[Also::document(409, rejected, &[], "The license contradicts itself; nothing is stored.")],
    errors: &["Forbidden"],
    ..Row::new(
        Route::post("/licenselibrary/composer", "composeLicense", Access::Token(Scope::Compose)),
        Words::of(
            Tag::Composing,
            "Write a license",
            "Publishing is permanent and public under {data_license}, with the name of its creator: it cannot be \
             undone, only deprecated. The call is the consent and is recorded. The license is found by its address \
             alone, and among those of the account. With `publish=false` a private draft is stored, which may still \
             contradict itself; those it is shared with read it with their tokens. Turtle holds one `odrl:Set` and \
             absolute IRIs; an identifier in it is passed over.",
        ),
        Media::Document(stored),
        |sent| Ok(Some(Call::Compose { publish: sent.flag_or("publish", true) })),
    )
};

pub(super) static LIST_OWN_LICENSES: Row = Row::new(
    Route::get("/licenselibrary/mine", "listOwnLicenses", Access::Token(Scope::Read)),
    Words::of(
        Tag::Composing,
        "Licenses of the account",
        "Its own and those shared with it, drafts among them, newest first.",
    ),
    Media::json::<OwnedLicenses>(),
    |_| Ok(Some(Call::OwnLicenses)),
);

pub(super) static LIST_REVISIONS: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&LICENSE_ID],
    errors: &["Forbidden"],
    ..Row::new(
        Route::get(
            "/licenselibrary/mine/{license_id}/revisions",
            "listRevisions",
            Access::Token(Scope::Read),
        ),
        Words::of(
            Tag::Composing,
            "Revisions of a license of the account",
            "Newest first, with who saved each. Owners, editors and administrators may read them.",
        ),
        Media::json::<RevisionList>(),
        |sent| Ok(sent.license_id().map(Call::Revisions)),
    )
};

pub(super) static DEPRECATE_LICENSE: Row = Row {
    parameters: &[&LICENSE_ID, &REPLACED_BY, &REASON],
    errors: &["Forbidden", "NotPublished"],
    ..Row::new(
        Route::post(
            "/licenselibrary/mine/{license_id}/deprecate",
            "deprecateLicense",
            Access::Token(Scope::Compose),
        ),
        Words::of(
            Tag::Composing,
            "Deprecate a license of the account",
            "Its address keeps answering, with a note from when on it is deprecated and what replaced it. Nothing is \
             deleted. Only its owner may.",
        ),
        Media::Document(stored),
        |sent| Ok(sent.deprecate().map(Call::Deprecate)),
    )
};

/// What came of a document that was composed (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize)]
pub struct ComposeAnswer {
    id: String,
    uri: String,
    status: &'static str,
    version: u32,
    conflicts: Vec<ComposeConflict>,
    /// Why it was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'static str>,
}

fn stored(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "ComposeAnswer", |generator| {
        let conflicts = with(of::<Vec<ComposeConflict>>(generator), "maxItems", json!(0));
        closed(json!({
            "id": model_id(),
            "uri": iri(),
            "status": one_of(&["published", "draft", "deprecated"]),
            "version": number(),
            "conflicts": described(conflicts, "Empty: what contradicts itself is not stored."),
        }))
    })
}

/// The same shape, with nothing stored (409).
fn rejected(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "ComposeRejection", |generator| {
        closed(json!({
            "id": {"const": ""},
            "uri": {"const": ""},
            "status": {"const": "rejected"},
            "version": {"const": 0},
            "conflicts": with(of::<Vec<ComposeConflict>>(generator), "minItems", json!(1)),
            "detail": described(text(), "That the license has contradicting statements."),
        }))
    })
}

/// Two statements of a license that contradict each other.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct ComposeConflict {
    #[schemars(extend("enum" = ["direct", "derived"]))]
    kind: &'static str,
    action_1: Iri,
    action_2: PerhapsIri,
    label_1: String,
    label_2: String,
    reason: String,
}

impl ComposeAnswer {
    /// For a license that is stored, in its state.
    #[must_use]
    pub fn stored(id: &str, uri: String, state: ModelState) -> Self {
        Self { id: id.to_owned(), uri, status: state.word(), version: 1, conflicts: Vec::new(), detail: None }
    }

    /// For a license whose text contradicts itself; nothing is stored. None where it does not: what a default rule
    /// supplies is no contradiction of the text.
    #[must_use]
    pub fn rejected(found: &Consistency<'_>, library: &Library) -> Option<Self> {
        let labels = Labels::new(&library.vocabulary.current.content);
        let conflicts: Vec<ComposeConflict> = found
            .conflicts(&labels)
            .into_iter()
            .filter(muniment_licenses::reason::Inconsistency::is_of_the_text)
            .map(|conflict| ComposeConflict {
                kind: if conflict.rule.is_derived() { "derived" } else { "direct" },
                action_1: Iri(conflict.action_1.to_owned()),
                action_2: PerhapsIri(conflict.action_2.to_owned()),
                label_1: conflict.label_1,
                label_2: conflict.label_2,
                reason: conflict.reason,
            })
            .collect();
        (!conflicts.is_empty()).then_some(Self {
            id: String::new(),
            uri: String::new(),
            status: "rejected",
            version: 0,
            conflicts,
            detail: Some("The license makes contradicting statements, so it was not stored."),
        })
    }
}

/// The state of a license or dependency graph of an account (spec:version-1#states).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ModelState {
    /// Private, and not finished.
    Draft,
    /// A license is public for good; a graph is readable by those it is shared with.
    Published,
    /// Public, and no longer to be used.
    Deprecated,
}

impl ModelState {
    /// The word in answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Deprecated => "deprecated",
        }
    }

    /// Who can see it.
    #[must_use]
    pub const fn visibility(self) -> &'static str {
        match self {
            Self::Draft => "private",
            Self::Published | Self::Deprecated => "unlisted",
        }
    }
}

/// The licenses of an account (spec:version-1#library-endpoints, `/mine`).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OwnLicenses")]
pub struct OwnedLicenses {
    /// Newest first.
    pub licenses: Vec<OwnedLicense>,
}

/// A license that an account owns or shares (spec:version-1#answer-objects). Unknown values are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OwnLicense")]
pub struct OwnedLicense {
    /// Identifier of the license.
    #[schemars(with = "ModelId")]
    pub id: String,
    /// IRI of the license.
    #[schemars(with = "Iri")]
    pub uri: String,
    /// Title of the license.
    pub title: String,
    /// Status of the license.
    #[schemars(extend("enum" = ["draft", "published", "deprecated"]))]
    pub status: &'static str,
    /// Number of the version.
    pub version: u32,
    /// `unlisted` is found by its address alone, `private` by those it is shared with.
    #[schemars(extend("enum" = ["unlisted", "private"]))]
    pub visibility: &'static str,
    /// Role of the account.
    #[schemars(extend("enum" = ["owner", "editor", "viewer"]))]
    pub role: &'static str,
    /// When it was first stored.
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// When it was published; empty for a draft.
    #[schemars(extend("pattern" = PERHAPS_INSTANT))]
    pub published_at: String,
    /// Identifier of the license it replaces; empty where there is none.
    #[schemars(with = "PerhapsModelId")]
    pub replaces: String,
    /// Identifier of the license that replaces it; empty where there is none.
    #[schemars(with = "PerhapsModelId")]
    pub replaced_by: String,
}

/// The revisions of a composed license, newest first (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RevisionList {
    /// Identifier of the license.
    #[schemars(with = "ModelId")]
    pub id: String,
    /// Its IRI.
    #[schemars(with = "Iri")]
    pub uri: String,
    /// Number of the newest revision.
    #[schemars(with = "Number")]
    pub current: u32,
    /// Newest first.
    pub revisions: Vec<RevisionRow>,
}

/// A revision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Revision")]
pub struct RevisionRow {
    /// Its number, from 1.
    #[schemars(with = "Number")]
    pub revision: u32,
    /// What was done.
    #[schemars(extend("enum" = ["draft", "publish", "restore"]))]
    pub kind: &'static str,
    /// When it was saved.
    #[schemars(extend("format" = "date-time"))]
    pub saved_at: String,
    /// Display name of who saved it, never an e-mail address.
    pub actor: String,
    /// Role of the account that acted.
    #[schemars(extend("enum" = ["owner", "editor", "admin"]))]
    pub actor_role: &'static str,
    /// A remark on the action.
    pub note: String,
    /// Path of the license's page.
    #[schemars(with = "Path")]
    pub url: String,
}
