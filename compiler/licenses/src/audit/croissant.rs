use serde::Deserialize;

use super::bounded::Mentions;
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory};
use super::json::{Glance, document};
use super::stated::StatedLicenses;

#[derive(Deserialize)]
struct Document {
    #[serde(alias = "schema:name", alias = "sc:name")]
    name: String,
    #[serde(alias = "schema:version", alias = "sc:version")]
    version: Option<Mentions>,
    #[serde(default, alias = "schema:license", alias = "sc:license")]
    license: StatedLicenses,
}

pub(super) const FORM: Form = Form { sign: Sign::Json(is_croissant), read };

fn is_croissant(top: &Glance) -> bool {
    ["conformsTo", "dct:conformsTo"].iter().any(|name| top.states(name, "mlcommons.org/croissant"))
}

/// The data set of a Croissant document (version 1.0 and 1.1): one component. Several licenses all apply.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let Document { name, version, license: StatedLicenses(licenses) } = document(text)?;
    let mut inventory = Inventory::new(InventoryFormat::Croissant, Vec::new());
    for license in &licenses {
        if let (Some(name), Some(address)) = (&license.name, &license.address) {
            inventory.described.add(name, vec![address.clone()]);
        }
    }
    let version = version.map(|Mentions(text)| text.trim_end().to_owned());
    let licenses = licenses.iter().filter_map(|license| license.text().cloned());
    inventory.components.push(Component::new(name, version, licenses));
    Ok(inventory)
}
