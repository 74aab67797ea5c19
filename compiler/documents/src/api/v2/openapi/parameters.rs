use serde_json::{Value, json};

use crate::api::openapi::parameter::{Parameter, some_text};
use crate::api::openapi::schema::MODEL_ID;
use crate::api::openapi::shapes::{one_of, release_id, with};
use crate::api::v2::{ContainmentQuestion, DEFAULT_LIMIT, MAX_LIMIT};
use crate::wire::Representation;
use muniment_licenses::find::Ports;
use muniment_licenses::model::{Library, ModelKind, ReleaseKind};
use muniment_licenses::reason::{Context, Purpose, Shipping, Use};

pub(in crate::api::v2) static LICENSE_ID: Parameter = Parameter::path(
    "license_id",
    "Identifier of a license. One that differs in letter case leads to the same record; `links.canonical` has the right \
     spelling.",
    model_id,
)
.faulty();

pub(in crate::api::v2) static GRAPH_ID: Parameter =
    Parameter::path("graph_id", "Identifier of a dependency graph.", model_id)
        .faulty()
        .such_as(|| json!(Library::DEFAULT_GRAPH));

/// Any text is the name of some release, known or not.
pub(in crate::api::v2) static RELEASE_ID: Parameter = Parameter::path(
    "release_id",
    "Identifier of a state: `data-` for all of it, `lib-`, `dg-` or `ns-` for records, graphs or vocabulary.",
    some_text,
);

pub(in crate::api::v2) static FORMAT: Parameter =
    Parameter::query("format", "The form of the answer. It goes before `Accept`.", || {
        one_of(&Representation::OF_A_VERSION.map(Representation::key))
    })
    .faulty();

pub(in crate::api::v2) static ANSWER_FORMAT: Parameter =
    Parameter::query("format", "The form of the answer. It goes before `Accept`.", || {
        one_of(&Representation::OF_AN_ANSWER.map(Representation::key))
    })
    .faulty();

pub(in crate::api::v2) static LIMIT: Parameter = Parameter::query(
    "limit",
    "Most items on the page.",
    || json!({"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT}),
)
.faulty();

pub(in crate::api::v2) static CURSOR: Parameter = Parameter::query(
    "cursor",
    "Where the page begins: `next_cursor` of the page before, of the same list with the same filters.",
    some_text,
)
.faulty();

pub(in crate::api::v2) static PORTS: Parameter = Parameter::query(
    "ports",
    "Which records: all of them, those that are no port of another record, or nothing but ports.",
    || {
        let words = [Ports::Include, Ports::Exclude, Ports::Only].map(Ports::word);
        with(one_of(&words), "default", json!(Ports::default().word()))
    },
)
.faulty();

pub(in crate::api::v2) static SINCE: Parameter = Parameter::query(
    "since",
    "A day, which keeps versions dated that day or later, or the identifier of a release, which keeps every version \
     newer than the one that release had. Without it everything is listed.",
    || {
        let any = [ReleaseKind::Data, ReleaseKind::Library, ReleaseKind::Graphs, ReleaseKind::Vocabulary];
        json!({"anyOf": [{"type": "string", "format": "date"}, release_id(&any)]})
    },
)
.faulty();

pub(in crate::api::v2) static KIND: Parameter = Parameter::query(
    "kind",
    "Kinds of models, separated by commas. Without it all kinds are listed.",
    || json!({"type": "array", "items": one_of(&ModelKind::ALL.map(ModelKind::name)), "minItems": 1}),
)
.faulty();

pub(in crate::api::v2) static IN: Parameter = Parameter::query(
    "in",
    "License of the part: a license by any of its identifiers, or an SPDX expression. The answer for `AND` is the worst of \
     its licenses, that for `OR` is the best.",
    some_text,
)
.required()
.faulty()
.such_as(|| json!("CC-BY-4.0"));

pub(in crate::api::v2) static OUT: Parameter =
    Parameter::query("out", "License of the work, by any of its identifiers.", some_text)
        .required()
        .faulty()
        .such_as(|| json!("CC-BY-4.0"));

pub(in crate::api::v2) static USE: Parameter = Parameter::query(
    "use",
    "How the work uses the part: `merged` into its files, `combined` as a thing of its own, or `aggregated` beside it.",
    || words(Use::ALL, Context::default().usage.word()),
)
.faulty();

pub(in crate::api::v2) static SHIP: Parameter = Parameter::query(
    "ship",
    "How others receive the work: nobody does (`internal`), over a network (`service`), as a `binary`, or as `source`.",
    || words(Shipping::ALL, Context::default().shipping.word()),
)
.faulty();

pub(in crate::api::v2) static MODIFIED: Parameter = Parameter::query(
    "modified",
    "Whether the part was modified.",
    || json!({"type": "boolean", "default": Context::default().modified}),
)
.faulty();

pub(in crate::api::v2) static PURPOSE: Parameter =
    Parameter::query("purpose", "What the work is used for.", || {
        words(Purpose::ALL, Context::default().purpose.word())
    })
    .faulty();

pub(in crate::api::v2) static PREFER: Parameter = Parameter::query(
    "prefer",
    "Licenses, separated by commas, that are chosen before others where the part has a choice, the first of them first.",
    || json!({"type": "array", "items": some_text(), "minItems": 1, "maxItems": ContainmentQuestion::MAX_PARTS}),
)
.faulty();

fn words<T>(known: &[(T, &str)], default: &str) -> Value {
    let known: Vec<&str> = known.iter().map(|(_, word)| *word).collect();
    with(one_of(&known), "default", json!(default))
}

fn model_id() -> Value {
    json!({"type": "string", "pattern": MODEL_ID})
}
