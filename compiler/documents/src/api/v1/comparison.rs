use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::call::Call;
use super::row::{Access, COMPUTED, Media, Parameter, Route, Row, Tag, Words};
use muniment_licenses::find::{Cell, Comparison, ComparisonGroup, ComparisonRow, LicenseVector};
use muniment_licenses::model::Rule;

pub(super) static COMPARE_LICENSES: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[Parameter::Ids],
    ..Row::new(
        Route::get("/licenselibrary/compare", "compareLicenses", Access::MoreWithToken),
        Words::of(
            Tag::Licenses,
            "Licenses side by side",
            "What each says about asset types, acts, duties and further terms, as one list of rows and by section. \
             Identifiers of no record are named in `unknown_ids`.",
        ),
        Media::Document("Comparison"),
        |sent| Ok(sent.compare()?.map(Call::Compare)),
    )
};

/// Licenses side by side (spec:version-1#answer-objects, compare answer).
///
/// `rows` is one flat matrix; `groups` has the same rows by section, each with a flag for difference.
#[derive(Debug, Clone, Serialize)]
pub struct ComparisonDocument<'l> {
    ids: Vec<&'l str>,
    licenses: BTreeMap<&'l str, Vector<'l>>,
    rows: Vec<ComparedRow>,
    unknown_ids: Vec<String>,
    groups: Vec<ComparedGroup>,
}

#[derive(Debug, Clone, Serialize)]
struct Vector<'l> {
    title: &'l str,
    targets: &'l [String],
    permissions: Vec<Permission<'l>>,
    prohibitions: Vec<&'l str>,
    duties: Vec<&'l str>,
    terms: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Serialize)]
struct Permission<'l> {
    action: &'l str,
    duties: Vec<&'l str>,
}

#[derive(Debug, Clone, Serialize)]
struct ComparedGroup {
    key: &'static str,
    label: &'static str,
    differs: bool,
    rows: Vec<ComparedRow>,
}

#[derive(Debug, Clone, Serialize)]
struct ComparedRow {
    group: &'static str,
    key: String,
    label: String,
    iri: String,
    differs: bool,
    /// By identifier, in the order asked for.
    cells: Map<String, Value>,
}

/// The answer of a comparison; identifiers are those of the records, in the order asked for.
#[must_use]
pub fn comparison_document<'l>(comparison: &Comparison<'l>) -> ComparisonDocument<'l> {
    let ids: Vec<&str> = comparison.licenses.iter().map(|license| license.id.as_str()).collect();
    let groups: Vec<ComparedGroup> = comparison.groups.iter().map(|group| compared(&ids, group)).collect();
    ComparisonDocument {
        licenses: comparison.licenses.iter().map(|license| (license.id.as_str(), vector(license))).collect(),
        rows: groups.iter().flat_map(|group| group.rows.iter().cloned()).collect(),
        unknown_ids: comparison.unknown_ids.clone(),
        groups,
        ids,
    }
}

fn vector<'l>(license: &LicenseVector<'l>) -> Vector<'l> {
    let actions = |rules: &'l [Rule]| rules.iter().map(|rule| rule.action.as_str()).collect();
    Vector {
        title: &license.title.value,
        targets: license.targets,
        permissions: license
            .permissions
            .iter()
            .map(|rule| Permission { action: &rule.action, duties: actions(&rule.duties) })
            .collect(),
        prohibitions: actions(license.prohibitions),
        duties: actions(license.duties),
        terms: license.terms.iter().map(|(iri, values)| (iri.clone(), values.join(", "))).collect(),
    }
}

fn compared(ids: &[&str], group: &ComparisonGroup) -> ComparedGroup {
    ComparedGroup {
        key: group.key.word(),
        label: group.key.label(),
        differs: group.differs,
        rows: group.rows.iter().map(|row| compared_row(ids, row)).collect(),
    }
}

fn compared_row(ids: &[&str], row: &ComparisonRow) -> ComparedRow {
    ComparedRow {
        group: row.group.word(),
        key: row.key.clone(),
        label: row.about.label.clone(),
        iri: row.about.iri.clone(),
        differs: row.differs,
        cells: ids.iter().zip(&row.cells).map(|(&id, said)| (id.to_owned(), cell(said))).collect(),
    }
}

fn cell(cell: &Cell) -> Value {
    let mut said = Map::from_iter([("value".to_owned(), json!(cell.value()))]);
    if let Cell::Act { duties, .. } = cell {
        let iris: Vec<&str> = duties.iter().map(|duty| duty.iri.as_str()).collect();
        said.insert("duties".to_owned(), json!(iris));
    }
    said.insert("text".to_owned(), json!(cell.text()));
    Value::Object(said)
}
