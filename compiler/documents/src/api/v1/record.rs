use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::call::{Call, LicenseCall, Subject};
use super::parameters::LICENSE_ID;
use super::row::{Access, Also, COMPUTED, LEADS_ON, Media, Route, Row, Tag, Words};
use crate::api::openapi::parameter::{IF_NONE_MATCH, Parameter, VERSION, flag_or};
use crate::api::openapi::schema::named;
use crate::api::openapi::shapes::{any_of, closed, described, formats, list_of, schema, text};
use crate::wire::Class;
use muniment_licenses::model::{Site, terms::odrl};
use muniment_rdf::{Outline, References, json_ld};

static FORMAT: Parameter = Parameter::query(
    "format",
    "The form of the answer, unless `Accept` names an RDF type. `ttl` and `rdf-xml` are JSON strings here.",
    || json!({"type": "string", "enum": formats(Class::Record), "default": "json-ld"}),
)
.keyed("format.license")
.faulty();

static LINKED_FORMAT: Parameter = Parameter::query(
    "format",
    "The form of the answer; it goes before `Accept`.",
    || json!({"type": "string", "enum": formats(Class::LinkedRecord)}),
)
.keyed("format.linked-data");

static DOWNLOAD: Parameter = Parameter::query(
    "download",
    "Whether to answer a file to be saved: the serialisation as it is, never as a JSON string.",
    || flag_or(false),
)
.faulty();

pub(super) static GET_LICENSE: Row = Row {
    is_frozen: true,
    bucket: Some(&COMPUTED),
    parameters: &[&LICENSE_ID, &FORMAT, &DOWNLOAD],
    headers: &["Content-Disposition"],
    also: &[
        Also::redirect(
            301,
            &[],
            "The identifier was retired; the record that replaced it. The query is carried over.",
        ),
        Also::redirect(
            303,
            &[],
            "An SPDX identifier; the record that declares it. The query is carried over.",
        ),
        Also::redirect(307, &[], "`Accept` names `text/html`; the page of the license."),
    ],
    ..Row::new(
        Route::get("/licenselibrary/license/{license_id}", "getLicense", Access::MoreWithToken),
        Words::of(
            Tag::Licenses,
            "A license of the library",
            "The record as JSON-LD whose references are plain strings, unless something else is asked for. `Accept` \
             gets Turtle, RDF/XML and JSON-LD as such and goes before `format`; `format=ttl` and `format=rdf-xml` \
             get the same text as a JSON string. `format=text` is the license in words, or the text the record \
             carries. A retired identifier and one of the SPDX list lead to the record.",
        ),
        Media::Forms(Class::Record),
        |sent| {
            let (id, format, download) = (sent.license_id(), sent.format(), sent.flag("download"));
            Ok(id.map(|id| Call::License(LicenseCall { id, version: None, format, download })))
        },
    )
};

pub(super) static GET_LICENSE_VERSION: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&LICENSE_ID, &VERSION, &FORMAT, &DOWNLOAD, &IF_NONE_MATCH],
    headers: &["ETag", "Cache-Control", "Vary", "Content-Disposition"],
    also: LEADS_ON,
    ..Row::new(
        Route::get(
            "/licenselibrary/license/{license_id}/versions/{version}",
            "getLicenseVersion",
            Access::MoreWithToken,
        ),
        Words::of(
            Tag::History,
            "One version of a license",
            "In the forms of the license itself. As text, an archived version is the text it carried, or that \
             version in words.",
        ),
        Media::Forms(Class::RecordVersion),
        |sent| {
            let (id, version) = (sent.license_id(), sent.version().map(Some));
            let (format, download) = (sent.format(), sent.flag("download"));
            Ok(id
                .zip(version)
                .map(|(id, version)| Call::License(LicenseCall { id, version, format, download })))
        },
    )
};

pub(super) static GET_LINKED_LICENSE: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&LICENSE_ID, &LINKED_FORMAT],
    headers: &["Vary"],
    also: &[
        Also::redirect(301, &["Vary"], "The identifier was retired; the record that replaced it."),
        Also::redirect(
            303,
            &["Vary"],
            "The page of the license if `Accept` prefers HTML, the record in JSON if it names none of the forms; or \
             the record that declares this SPDX identifier.",
        ),
    ],
    errors: &["UnknownSerialisation"],
    ..Row::new(
        Route::get("/licenselibrary/{license_id}", "getLinkedLicense", Access::MoreWithToken),
        Words::of(
            Tag::Licenses,
            "A license at its own address",
            "What the address of a record leads to: HTML gets the page, an RDF type its serialisation, anything \
             else the record as JSON. `format` goes before `Accept`.",
        ),
        Media::Forms(Class::LinkedRecord),
        |sent| Ok(sent.license_id().map(|id| sent.stored_in_forms(Subject::License(id, "")))),
    )
};

pub(super) static GET_LINKED_VERSIONS: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&LICENSE_ID],
    also: &[
        Also::redirect(
            301,
            &[],
            "The identifier was retired; the same address of the record that replaced it.",
        ),
        Also::redirect(
            303,
            &["Vary"],
            "The history on the page of the license if `Accept` prefers HTML, otherwise the list of versions; or the \
             same address of the record that declares this SPDX identifier.",
        ),
    ],
    ..Row::new(
        Route::get("/licenselibrary/{license_id}/versions", "getLinkedVersions", Access::MoreWithToken),
        Words::of(
            Tag::History,
            "Versions of a license at its own address",
            "Leads to the history on the page, or to the list of versions; never has a body.",
        ),
        Media::Nothing,
        |sent| Ok(sent.license_id().map(|id| sent.stored(Subject::License(id, "")))),
    )
};

/// Adds the schemas of records as JSON (spec:version-1#license-record).
pub(super) fn describe(site: &Site, generator: &mut SchemaGenerator) {
    named(generator, "LicenseRecord", |_| license_record(site));
    named(generator, "RecordSet", |_| set(site));
    named(generator, "RecordNode", |_| node());
    named(generator, "RecordValue", |_| value());
}

/// JSON-LD in the frozen context, the set first, every reference a plain string.
fn license_record(site: &Site) -> Value {
    let context: Map<String, Value> =
        site.context().iter().map(|(name, iri)| (name.to_owned(), json!({"const": iri}))).collect();
    closed(json!({
        "@context": described(closed(Value::Object(context)), "The 12 prefixes, always the same."),
        "@graph": {
            "type": "array",
            "description": "The license, then the rules and the asset types it leads to.",
            "prefixItems": [schema("RecordSet")],
            "items": schema("RecordNode"),
            "minItems": 1,
        },
    }))
}

fn set(site: &Site) -> Value {
    let rules = || list_of(json!({"type": "string", "pattern": "^_:"}));
    json!({
        "type": "object",
        "required": ["@id", "@type"],
        "properties": {
            "@id": {"type": "string", "pattern": format!("^{}:", site.library_prefix)},
            "@type": {"const": "odrl:Set"},
            "dct:title": schema("RecordValue"),
            "cc:jurisdiction": schema("RecordValue"),
            "odrl:permission": rules(),
            "odrl:prohibition": rules(),
            "odrl:duty": rules(),
            "odrl:target": schema("RecordValue"),
        },
        "additionalProperties": schema("RecordValue"),
        "description": "The license. Beside what is named here it has what the record states, by compact name.",
    })
}

fn node() -> Value {
    json!({
        "type": "object",
        "required": ["@id"],
        "properties": {"@id": {"type": "string"}, "@type": any_of(&[text(), list_of(text())])},
        "additionalProperties": schema("RecordValue"),
        "description": "Something the license leads to, by the label of a blank node.",
    })
}

/// References are plain strings: no object has an `@id`.
fn value() -> Value {
    let literal = json!({
        "type": "object",
        "required": ["@value"],
        "properties": {"@value": {"type": "string"}, "@language": {"type": "string"}, "@type": {"type": "string"}},
        "additionalProperties": false,
    });
    let single = [text(), json!({"type": "boolean"}), json!({"type": "number"}), literal];
    let several = list_of(any_of(&single));
    let all: Vec<Value> = single.iter().cloned().chain([several]).collect();
    described(any_of(&all), "A reference or a text, a text with its language or type, or a list of these.")
}

/// Properties whose values are a list in the frozen shape, however many there are.
const LISTS: [&str; 3] = [odrl::PERMISSION, odrl::PROHIBITION, odrl::DUTY];

/// The default answer of operation 1 (spec:version-1#license-record): the record in the frozen context of 12 prefixes,
/// the `odrl:Set` first, every reference a plain string.
///
/// Labels of blank nodes follow from the statements alone, so two answers for one version are equal.
#[must_use]
pub fn frozen_record(outline: &Outline<'_>, site: &Site) -> String {
    json_ld(outline, &site.context(), References::Bare { lists: &LISTS })
}
