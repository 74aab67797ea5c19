use std::collections::BTreeSet;

use serde::Deserialize;

use super::fault::InventoryFault;
use super::inventory::{Component, is_stated};
use super::json::document;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    packages: Option<Vec<Package>>,
    document_describes: Option<Vec<String>>,
    relationships: Option<Vec<Relationship>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Package {
    #[serde(rename = "SPDXID")]
    id: String,
    name: String,
    version_info: Option<String>,
    license_concluded: Option<String>,
    license_declared: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Relationship {
    spdx_element_id: String,
    relationship_type: String,
    related_spdx_element: String,
}

/// The packages of an SPDX document (SPDX 2.3 §7), each with its concluded license, else its declared one.
///
/// If the document describes one package, that is the work itself and is left out. `DEV_DEPENDENCY_OF` and
/// `TEST_DEPENDENCY_OF` mark packages for development.
pub(super) fn read(text: &str) -> Result<Vec<Component>, InventoryFault> {
    let Document { packages, document_describes, relationships } = document(text)?;
    let relationships = relationships.unwrap_or_default();
    let mut described: BTreeSet<&str> = document_describes.iter().flatten().map(String::as_str).collect();
    let mut development: BTreeSet<&str> = BTreeSet::new();
    for Relationship { spdx_element_id: from, relationship_type: kind, related_spdx_element: to } in
        &relationships
    {
        match kind.as_str() {
            "DESCRIBES" => described.insert(to),
            "DESCRIBED_BY" => described.insert(from),
            "DEV_DEPENDENCY_OF" | "TEST_DEPENDENCY_OF" => development.insert(from),
            _ => false,
        };
    }
    let works = if described.len() == 1 { described } else { BTreeSet::new() };
    let parts = packages.unwrap_or_default().into_iter();
    let components = parts.filter(|package| !works.contains(package.id.as_str())).map(|package| {
        let is_development = development.contains(package.id.as_str());
        let license = package.license_concluded.filter(|text| is_stated(text)).or(package.license_declared);
        Component { is_development, ..Component::new(package.name, package.version_info, license) }
    });
    Ok(components.collect())
}
