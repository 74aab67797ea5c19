use serde::Deserialize;

use super::bounded::{list, texts};
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory};
use super::json::{Glance, document};

#[derive(Deserialize)]
struct Document {
    #[serde(deserialize_with = "list")]
    parts: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    name: String,
    version: Option<String>,
    /// What the inventory stated, all of which applies.
    #[serde(default, deserialize_with = "texts")]
    stated: Vec<String>,
}

pub(super) const FORM: Form = Form {
    sign: Sign::Json(|top| {
        ["parts", "answers"].iter().all(|name| top.get(name).is_some_and(Glance::is_list))
            && ["verdict", "release"].iter().all(|name| top.get(name).is_some_and(Glance::is_text))
    }),
    read,
};

/// The parts that an earlier audit judged, with what their inventory stated.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let Document { parts } = document(text)?;
    let components =
        parts.into_iter().map(|Part { name, version, stated }| Component::with_all(name, version, stated));
    Ok(Inventory::new(InventoryFormat::AuditReport, components.collect()))
}
