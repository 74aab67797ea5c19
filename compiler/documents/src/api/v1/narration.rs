use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Refused;
use super::body::{no_string, object};
use super::call::Call;
use super::row::{Access, Computing, Media, Request, Route, Row, Tag, Words};
use super::scope::Scope;
use crate::api::openapi::schema::{PerhapsIri, PerhapsModelId, named};
use crate::api::openapi::shapes::{self, described, flag, request_with, with};
use muniment_licenses::assist::narration::{NarratedSection, Narration, Subject};
use muniment_licenses::model::{LicenseId, Site};
use muniment_licenses::prose::Statement;

pub(super) static NARRATE_LICENSE: Row = Row {
    computing: Computing::InPart,
    request: Some(Request {
        json: described_question,
        example: Some(|| json!({"license": "CC-BY-4.0"})),
        other: None,
        description: "A license of the library, or a model.",
    }),
    errors: &["Forbidden", "NotFound"],
    ..Row::new(
        Route::post("/licenselibrary/narrate", "narrateLicense", Access::Token(Scope::Assistants)),
        Words::of(
            Tag::Assistant,
            "From a model to a text",
            "In sections on permissions, conditions, prohibitions and further terms. Without an assistant the text is \
             written from the vocabulary alone, so there always is one. `model` goes before `license`.",
        ),
        Media::json::<NarrationDocument<'_>>(),
        |_| Ok(Some(Call::Narrate)),
    )
};

/// The body of a narration (spec:version-1#narration).
fn described_question(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "NarrationRequest", |_| {
        let members = request_with(
            json!({}),
            json!({
                "license": described(shapes::text(), "Identifier, SPDX identifier or address of a license."),
                "model": described(shapes::text(), "A model as Turtle or JSON-LD; it goes before `license`."),
                "without_names": described(
                    with(flag(), "default", json!(false)),
                    "Whether to say `the licensor` for creator, licensor and publisher before anything is sent.",
                ),
            }),
        );
        let given = |name: &str| json!({"required": [name], "properties": {name: {"type": "string"}}});
        with(members, "anyOf", json!([given("license"), given("model")]))
    })
}

/// What is to be put into words (spec:version-1#narration).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NarrationQuestion {
    /// The license.
    pub license: ToNarrate,
    /// Whether to leave out the names of creator, licensor and publisher.
    pub without_names: bool,
}

/// A license to be put into words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToNarrate {
    /// One that is called so: an identifier, or what stands behind the address of the library. Whether it can be one, and
    /// where it leads, is for the library to say.
    Named(String),
    /// A model that was sent along.
    Posted(String),
}

impl ToNarrate {
    /// A license by its identifier or by its address.
    #[must_use]
    pub fn named(name: &str, site: &Site) -> Self {
        Self::Named(below_the_library(name, site).to_owned())
    }
}

/// Characters of a name that a sentence shows.
const SHOWN: usize = 200;

impl NarrationQuestion {
    /// Reads the body of a request; a model goes before a license.
    pub fn parse(body: &[u8], site: &Site) -> Result<Self, Refused> {
        let document = object(body)?;
        let without_names = match document.get("without_names") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(without_names)) => *without_names,
            Some(other) => {
                let loc = ["body", "without_names"];
                return Err(Refused::fault(
                    "bool_type",
                    &loc,
                    "Input should be a valid boolean",
                    other.clone(),
                ));
            }
        };
        let license = match (text(&document, "model")?, text(&document, "license")?) {
            (Some(model), _) => ToNarrate::Posted(model.to_owned()),
            (None, Some(name)) => ToNarrate::named(name, site),
            (None, None) => {
                let sentence = "Send `license`, the id or address of a license, or `model`, a model as Turtle or \
                                JSON-LD.";
                return Err(Refused::sentence(422, sentence));
            }
        };
        Ok(Self { license, without_names })
    }

    /// For a license that does not exist, or not for whoever asks.
    #[must_use]
    pub fn unresolvable(name: &str) -> Refused {
        Refused::unknown_license(&name.chars().take(SHOWN).collect::<String>())
    }
}

/// An identifier that stands behind the address of the library, whose scheme may be either of the web's; anything else as
/// it is.
fn below_the_library<'n>(name: &'n str, site: &Site) -> &'n str {
    let base = site.license_base();
    let id = name.split_once("://").zip(base.split_once("://")).and_then(|((scheme, name), (_, base))| {
        matches!(scheme, "http" | "https").then(|| name.strip_prefix(base)).flatten()
    });
    id.map_or(name, |id| id.trim_end_matches('/'))
}

fn text<'d>(document: &'d Map<String, Value>, name: &str) -> Result<Option<&'d str>, Refused> {
    match document.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(no_string(&["body", name], other)),
    }
}

/// A license in prose (spec:version-1#assistant-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Narration")]
pub struct NarrationDocument<'n> {
    title: &'n str,
    preamble: &'n str,
    /// Permissions, conditions, prohibitions, further terms.
    sections: Vec<SectionRow<'n>>,
    /// Ends with the remark that this is no legal advice.
    closing: &'n str,
    /// How many terms of the model the text mentions.
    coverage: CoverageRow<'n>,
    /// `fallback` was written from the vocabulary alone.
    #[schemars(extend("enum" = ["provider", "fallback"]))]
    produced_by: &'static str,
    /// Empty for a fallback.
    provider: &'n str,
    /// Identifier of the license, if it is known.
    license_id: PerhapsModelId<&'n str>,
    prompt_version: &'n str,
    names_removed: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct SectionRow<'n> {
    heading: &'n str,
    text: &'n str,
    /// The terms that the sentence mentions.
    statements: &'n [String],
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct CoverageRow<'n> {
    complete: bool,
    statements: usize,
    covered: usize,
    missing: Vec<MissingRow<'n>>,
    note: &'n str,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct MissingRow<'n> {
    kind: &'static str,
    term: &'n str,
    iri: PerhapsIri<&'n str>,
    label: &'n str,
    attached_to: &'n str,
}

/// The document of a narration; without a provider it is the fallback's.
#[must_use]
pub fn narration<'n>(
    narration: &'n Narration,
    subject: &'n Subject,
    provider: Option<&'n str>,
    license_id: Option<&'n LicenseId>,
) -> NarrationDocument<'n> {
    let Narration { title, preamble, sections, closing, coverage, note } = narration;
    NarrationDocument {
        title,
        preamble,
        sections: sections
            .iter()
            .map(|NarratedSection { heading, text, statements }| SectionRow { heading, text, statements })
            .collect(),
        closing,
        coverage: CoverageRow {
            complete: coverage.complete,
            statements: coverage.statements,
            covered: coverage.covered,
            missing: coverage.missing.iter().map(MissingRow::of).collect(),
            note,
        },
        produced_by: if provider.is_some() { "provider" } else { "fallback" },
        provider: provider.unwrap_or_default(),
        license_id: PerhapsModelId(license_id.map(LicenseId::as_str).unwrap_or_default()),
        prompt_version: subject.prompt_version(),
        names_removed: subject.has_names_removed(),
    }
}

impl<'n> MissingRow<'n> {
    fn of(statement: &'n Statement) -> Self {
        let Statement { kind, term, iri, label, attached_to } = statement;
        // A rule may name no act, or one by something that is no address; then there is none to show.
        let iri = PerhapsIri(if iri.contains(':') { iri.as_str() } else { "" });
        Self { kind: kind.name(), term, iri, label, attached_to }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::LazyLock;

    use super::*;
    use muniment_library::load::load;

    static SITE: LazyLock<Site> = LazyLock::new(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
        load(&data).library.unwrap().site
    });

    fn asked(body: &Value) -> Result<NarrationQuestion, u16> {
        NarrationQuestion::parse(body.to_string().as_bytes(), &SITE).map_err(|refused| refused.status())
    }

    #[test]
    fn a_model_goes_before_a_license() {
        let posted = |model: &str| ToNarrate::Posted(model.to_owned());
        let named = |name: &str| ToNarrate::Named(name.to_owned());
        for (body, license, without_names) in [
            (json!({"license": "MIT"}), named("MIT"), false),
            (json!({"license": "MIT", "model": null, "without_names": true}), named("MIT"), true),
            (json!({"license": "MIT", "model": "", "without_names": null}), posted(""), false),
            (json!({"model": "m", "without_names": false}), posted("m"), false),
        ] {
            assert_eq!(asked(&body), Ok(NarrationQuestion { license, without_names }), "{body}");
        }
        for body in [
            json!({}),
            json!([]),
            json!({"license": 1}),
            json!({"license": "MIT", "model": {}}),
            json!({"license": "MIT", "without_names": "true"}),
        ] {
            assert_eq!(asked(&body), Err(422), "{body}");
        }
        assert!(NarrationQuestion::parse(b"{", &SITE).is_err());
    }

    #[test]
    fn an_address_of_the_library_is_an_identifier() {
        let base = SITE.license_base();
        let http = base.replace("https://", "http://");
        for name in ["MIT".to_owned(), format!("{base}MIT"), format!("{http}MIT/")] {
            assert_eq!(below_the_library(&name, &SITE), "MIT");
        }
        for name in ["https://other.example/MIT", "GPL-2.0+", "", "://"] {
            assert_eq!(below_the_library(name, &SITE), name);
        }
    }
}
