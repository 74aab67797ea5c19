use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::call::Call;
use super::parameters::license_name;
use super::row::{Access, COMPUTED, Media, Route, Row, Tag, Words};
use crate::api::openapi::parameter::Parameter;
use crate::api::openapi::schema::{Iri, ModelId};
use muniment_licenses::find::{Cell, Comparison, ComparisonGroup, ComparisonRow, GroupKey, LicenseVector};
use muniment_licenses::model::Rule;

static IDS: Parameter = Parameter::query(
    "ids",
    "Identifiers of 2 to 20 licenses, or SPDX identifiers of records, separated by commas.",
    || {
        json!({
            "type": "array",
            "items": license_name(),
            "minItems": Comparison::RANGE.start(),
            "maxItems": Comparison::RANGE.end(),
        })
    },
)
.required()
.faulty()
.useless()
.such_as(|| json!(["CC-BY-4.0", "CC-BY-SA-4.0"]));

pub(super) static COMPARE_LICENSES: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&IDS],
    ..Row::new(
        Route::get("/licenselibrary/compare", "compareLicenses", Access::MoreWithToken),
        Words::of(
            Tag::Licenses,
            "Licenses side by side",
            "What each says about asset types, acts, duties and further terms, as one list of rows and by section. \
             Identifiers of no record are named in `unknown_ids`.",
        ),
        Media::json::<ComparisonDocument<'_>>(),
        |sent| Ok(sent.compare()?.map(Call::Compare)),
    )
};

/// Licenses side by side (spec:version-1#answer-objects, compare answer).
///
/// `rows` is one flat matrix; `groups` has the same rows by section, each with a flag for difference.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Comparison")]
pub struct ComparisonDocument<'l> {
    /// The records, in the order asked for.
    ids: Vec<ModelId<&'l str>>,
    licenses: BTreeMap<ModelId<&'l str>, Vector<'l>>,
    /// Every row, section after section.
    rows: Vec<ComparedRow>,
    /// What was asked for and is no record.
    unknown_ids: Vec<ModelId>,
    groups: Vec<ComparedGroup>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "LicenseVector")]
struct Vector<'l> {
    title: &'l str,
    targets: Vec<Iri<&'l str>>,
    permissions: Vec<Permission<'l>>,
    prohibitions: Vec<Iri<&'l str>>,
    duties: Vec<Iri<&'l str>>,
    /// By the IRI of the property, the value as stated.
    terms: BTreeMap<Iri, String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct Permission<'l> {
    action: Iri<&'l str>,
    duties: Vec<Iri<&'l str>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct ComparedGroup {
    #[schemars(extend("enum" = GroupKey::ALL.map(GroupKey::word)))]
    key: &'static str,
    label: &'static str,
    /// Whether a row of the section differs.
    differs: bool,
    rows: Vec<ComparedRow>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ComparisonRow")]
struct ComparedRow {
    #[schemars(extend("enum" = GroupKey::ALL.map(GroupKey::word)))]
    group: &'static str,
    /// Compact name of what the row is about.
    key: String,
    label: String,
    iri: Iri,
    /// Whether two of the licenses say different things.
    differs: bool,
    /// What each license says, in the order asked for.
    #[schemars(with = "BTreeMap<ModelId, ComparedCell>")]
    cells: Map<String, Value>,
}

/// The answer of a comparison; identifiers are those of the records, in the order asked for.
#[must_use]
pub fn comparison_document<'l>(comparison: &Comparison<'l>) -> ComparisonDocument<'l> {
    let ids: Vec<ModelId<&str>> =
        comparison.licenses.iter().map(|license| ModelId(license.id.as_str())).collect();
    let groups: Vec<ComparedGroup> = comparison.groups.iter().map(|group| compared(&ids, group)).collect();
    ComparisonDocument {
        licenses: comparison
            .licenses
            .iter()
            .map(|license| (ModelId(license.id.as_str()), vector(license)))
            .collect(),
        rows: groups.iter().flat_map(|group| group.rows.iter().cloned()).collect(),
        unknown_ids: comparison.unknown_ids.iter().cloned().map(ModelId).collect(),
        groups,
        ids,
    }
}

fn vector<'l>(license: &LicenseVector<'l>) -> Vector<'l> {
    let actions = |rules: &'l [Rule]| rules.iter().map(|rule| Iri(rule.action.as_str())).collect();
    Vector {
        title: &license.title.value,
        targets: license.targets.iter().map(|iri| Iri(iri.as_str())).collect(),
        permissions: license
            .permissions
            .iter()
            .map(|rule| Permission { action: Iri(&rule.action), duties: actions(&rule.duties) })
            .collect(),
        prohibitions: actions(license.prohibitions),
        duties: actions(license.duties),
        terms: license.terms.iter().map(|(iri, values)| (Iri(iri.clone()), values.join(", "))).collect(),
    }
}

fn compared(ids: &[ModelId<&str>], group: &ComparisonGroup) -> ComparedGroup {
    ComparedGroup {
        key: group.key.word(),
        label: group.key.label(),
        differs: group.differs,
        rows: group.rows.iter().map(|row| compared_row(ids, row)).collect(),
    }
}

fn compared_row(ids: &[ModelId<&str>], row: &ComparisonRow) -> ComparedRow {
    ComparedRow {
        group: row.group.word(),
        key: row.key.clone(),
        label: row.about.label.clone(),
        iri: Iri(row.about.iri.clone()),
        differs: row.differs,
        cells: ids.iter().zip(&row.cells).map(|(id, said)| (id.0.to_owned(), cell(said))).collect(),
    }
}

/// What a license states about an asset type, an act or a further term.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ComparisonCell")]
struct ComparedCell {
    /// For an asset type `yes` or `no`; for an act `permitted`, `prohibited`, `required` or `na`; for a further term its value.
    value: String,
    /// For an act, the duties of its permission.
    #[serde(skip_serializing_if = "Option::is_none")]
    duties: Option<Vec<Iri>>,
    /// The value in words.
    text: String,
}

fn cell(cell: &Cell) -> Value {
    let duties = match cell {
        Cell::Act { duties, .. } => Some(duties.iter().map(|duty| Iri(duty.iri.clone())).collect()),
        _ => None,
    };
    json!(ComparedCell { value: cell.value().to_owned(), duties, text: cell.text().to_owned() })
}
