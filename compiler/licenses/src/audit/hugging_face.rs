use serde::Deserialize;

use super::bounded::texts;
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory};
use super::spdx_yaml::is_yaml;
use super::yaml::document;

#[derive(Deserialize)]
struct Card {
    model_name: Option<String>,
    pretty_name: Option<String>,
    #[serde(default, deserialize_with = "texts")]
    license: Vec<String>,
    license_name: Option<String>,
    license_link: Option<String>,
    #[serde(default, deserialize_with = "texts")]
    base_model: Vec<String>,
    #[serde(default, deserialize_with = "texts")]
    datasets: Vec<String>,
}

pub(super) const FORM: Form =
    Form { sign: Sign::Text(|text| text.starts_with("---") && !is_yaml(text)), read };

/// The model or data set of a card, then the models and data sets that it was made from, which the card names without
/// their licenses.
///
/// A card is Markdown that begins with metadata in YAML between two lines `---`.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let begin = text.len() - text.trim_start().len();
    let rest = text.get(begin..).and_then(|text| text.strip_prefix("---")).unwrap_or_default();
    let end = rest.match_indices("\n---").map(|(end, _)| end).next();
    let Some(metadata) = end.and_then(|end| rest.get(..end)) else {
        let remedy = "end it with a line `---`: a card begins with metadata in YAML between two such lines";
        return Err(InventoryFault::at(text, begin, "the metadata of the card has no end", remedy));
    };
    let before = text.get(..begin).unwrap_or_default().matches('\n').count();
    let remedy = "mend it there: <https://huggingface.co/docs/hub/model-cards> has the form";
    let card: Card = document(metadata, before, "the metadata of the card", remedy)?;
    let mut inventory = Inventory::new(InventoryFormat::HuggingFaceCard, Vec::new());
    let own = card.license_name.or_else(|| card.license_link.clone());
    let licenses = card.license.into_iter().filter_map(|license| match license.as_str() {
        "unknown" => None,
        // The license is not on the list of the hub; the name and the address are the author's.
        "other" => Some(own.clone().unwrap_or(license)),
        _ => Some(license),
    });
    let licenses: Vec<String> = licenses.collect();
    if let (Some(name), Some(link)) = (&own, card.license_link) {
        inventory.described.add(name, vec![link]);
    }
    let name = card.model_name.or(card.pretty_name);
    let name = name.unwrap_or_else(|| "the subject of the card".to_owned());
    inventory.components.push(Component::new(name, None, licenses));
    let sources = card.base_model.into_iter().chain(card.datasets);
    inventory.components.extend(sources.map(|name| Component::new(name, None, None)));
    Ok(inventory)
}
