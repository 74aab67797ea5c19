use serde::Deserialize;

use super::bounded::{list, texts};
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, EarlierQuestion, Inventory};
use super::json::{Glance, document};
use crate::reason::{Context, Purpose, Shipping, Use};

#[derive(Deserialize)]
struct Document {
    target: Option<String>,
    context: Asked,
    #[serde(deserialize_with = "list")]
    parts: Vec<Part>,
}

/// The words of a context.
#[derive(Deserialize)]
struct Asked {
    r#use: String,
    ship: String,
    modified: bool,
    purpose: String,
}

#[derive(Deserialize)]
struct Part {
    name: String,
    version: Option<String>,
    /// What the inventory stated, all of which applies.
    #[serde(default, deserialize_with = "texts")]
    stated: Vec<String>,
    /// Why a file corrected it.
    corrected: Option<String>,
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
    let Document { target, context, parts } = document(text)?;
    let Asked { r#use, ship, modified, purpose } = context;
    let words = (Use::from_word(&r#use), Shipping::from_word(&ship), Purpose::from_word(&purpose));
    let (Some(usage), Some(shipping), Some(purpose)) = words else {
        let remedy = "make the report anew";
        return Err(InventoryFault::of_all("the context of this audit has a word that is not known", remedy));
    };
    let context = Context { usage, shipping, modified, purpose };
    let is_corrected = parts.iter().any(|part| part.corrected.is_some());
    let components = parts
        .into_iter()
        .map(|Part { name, version, stated, .. }| Component::with_all(name, version, stated));
    let inventory = Inventory::new(InventoryFormat::AuditReport, components.collect());
    Ok(Inventory { earlier: Some(EarlierQuestion { target, context, is_corrected }), ..inventory })
}
