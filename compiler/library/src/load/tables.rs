use std::collections::BTreeMap;

use serde::Deserialize;

use super::{folder::Folder, toml_file};
use muniment_licenses::model::{
    CheckException, Family, Fault, Library, LicenseId, Place, RecordClass, Retired,
};

const EXCEPTIONS: &str = "check-exceptions.toml";
const FAMILIES: &str = "families.toml";
const RETIRED: &str = "retired-identifiers.toml";

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct AliasesFile {
    aliases: BTreeMap<String, String>,
}

/// Reads `spdx-aliases.toml`.
pub(super) fn spdx_aliases(data: &Folder<'_>, faults: &mut Vec<Fault>) -> BTreeMap<String, String> {
    toml_file::read::<AliasesFile>(data, "spdx-aliases.toml", 68, faults).unwrap_or_default().aliases
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct RetiredFile {
    #[serde(rename = "retired_on")]
    _retired_on: String,
    identifiers: BTreeMap<String, RetiredTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RetiredTable {
    successor: Option<String>,
}

/// Reads `retired-identifiers.toml`.
pub(super) fn retired(data: &Folder<'_>, faults: &mut Vec<Fault>) -> Vec<Retired> {
    let file = toml_file::read::<RetiredFile>(data, RETIRED, 68, faults).unwrap_or_default();
    file.identifiers
        .into_iter()
        .map(|(id, table)| Retired {
            id,
            successor: table.successor.and_then(|s| license_id(&s, RETIRED, 68, faults)),
        })
        .collect()
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct FamiliesFile {
    #[serde(default)]
    best_known: Vec<String>,
    #[serde(default)]
    typed_names: BTreeMap<String, String>,
    #[serde(default)]
    family: Vec<FamilyTable>,
    #[serde(default)]
    class: Vec<ClassTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FamilyTable {
    name: String,
    members: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassTable {
    name: String,
    about: String,
    members: Vec<String>,
}

/// The content of `families.toml`.
pub(super) struct Families {
    pub(super) families: Vec<Family>,
    pub(super) classes: Vec<RecordClass>,
    pub(super) best_known: Vec<LicenseId>,
    pub(super) typed_names: BTreeMap<String, LicenseId>,
}

/// Reads `families.toml`.
pub(super) fn families(data: &Folder<'_>, faults: &mut Vec<Fault>) -> Families {
    let file = toml_file::read::<FamiliesFile>(data, FAMILIES, 47, faults).unwrap_or_default();
    let best_known: Vec<LicenseId> =
        file.best_known.iter().filter_map(|id| license_id(id, FAMILIES, 47, faults)).collect();
    let typed = file.typed_names.into_iter();
    let typed_names: BTreeMap<String, LicenseId> =
        typed.filter_map(|(name, id)| Some((name, license_id(&id, FAMILIES, 47, faults)?))).collect();
    let mut members = |ids: Vec<String>| {
        let mut members: Vec<LicenseId> =
            ids.iter().filter_map(|id| license_id(id, FAMILIES, 47, faults)).collect();
        members.sort();
        members
    };
    let families =
        file.family.into_iter().map(|f| Family { name: f.name, members: members(f.members) }).collect();
    let classes = file
        .class
        .into_iter()
        .map(|c| RecordClass { name: c.name, about: c.about, members: members(c.members) })
        .collect();
    Families { families, classes, best_known, typed_names }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ExceptionsFile {
    #[serde(default)]
    exception: Vec<ExceptionTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExceptionTable {
    check: u8,
    records: Vec<String>,
    reason: String,
}

/// Reads `check-exceptions.toml`.
pub(super) fn exceptions(data: &Folder<'_>, faults: &mut Vec<Fault>) -> Vec<CheckException> {
    toml_file::read::<ExceptionsFile>(data, EXCEPTIONS, 22, faults)
        .unwrap_or_default()
        .exception
        .into_iter()
        .map(|e| CheckException { check: e.check, records: e.records, reason: e.reason })
        .collect()
}

/// The bytes of the tables, for editing and for pages.
pub(super) fn texts(data: &Folder<'_>) -> BTreeMap<&'static str, Vec<u8>> {
    let text = |path: &'static str| Some((path, data.file(path, &mut Vec::new())?.bytes.to_vec()));
    [Library::AGREEMENT_FILE, EXCEPTIONS, FAMILIES, RETIRED].into_iter().filter_map(text).collect()
}

fn license_id(text: &str, path: &str, check: u8, faults: &mut Vec<Fault>) -> Option<LicenseId> {
    match text.parse() {
        Ok(id) => Some(id),
        Err(error) => {
            let error: muniment_licenses::model::InvalidId = error;
            faults.push(Fault::error(
                check,
                Place::file(path),
                error.to_string(),
                "name a record by its identifier",
            ));
            None
        }
    }
}
