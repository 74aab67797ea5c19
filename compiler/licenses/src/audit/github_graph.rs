use serde::Deserialize;

use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::Inventory;
use super::json::document;
use super::spdx_document;

#[derive(Deserialize)]
struct Envelope {
    sbom: spdx_document::Document,
}

pub(super) const FORM: Form =
    Form { sign: Sign::Json(|top| top.get("sbom").is_some_and(|sbom| sbom.has("spdxVersion"))), read };

/// The packages of the SPDX document that GitHub exports of the dependency graph of a repository.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let inventory = document::<Envelope>(text)?.sbom.of_version_2()?;
    Ok(Inventory { format: InventoryFormat::GitHubGraph, ..inventory })
}
