use serde::Deserialize;

use super::bounded::list;
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory, is_stated};
use super::json::{Glance, document};
use crate::find::LONGEST_EXPRESSION;

#[derive(Deserialize)]
#[serde(transparent)]
struct Table {
    #[serde(deserialize_with = "list")]
    rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Row {
    name: String,
    version: Option<String>,
    license: Option<String>,
}

pub(super) const FORM: Form = Form { sign: Sign::Json(is_table), read };

fn is_table(top: &Glance) -> bool {
    let first = top.first().next().filter(|_| top.is_list());
    first.is_some_and(|(_, row)| ["License", "Name", "Version"].iter().all(|column| row.has(column)))
}

/// The distributions of `pip-licenses --format=json`. It joins classifiers with `; `, and does not tell alternatives from
/// licenses that apply together, so all apply.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let Table { rows } = document(text)?;
    let components = rows.into_iter().map(|Row { name, version, license }| {
        // A package may state the whole text of its license.
        let license = license.filter(|text| !text.trim().contains('\n') && text.len() <= LONGEST_EXPRESSION);
        let license = license.unwrap_or_default();
        let names: Vec<&str> = license.split(';').map(last_part).filter(|name| !name.is_empty()).collect();
        let is_known = names.iter().any(|name| is_stated(name) && !name.eq_ignore_ascii_case("UNKNOWN"));
        let licenses = names.into_iter().filter(|_| is_known).map(str::to_owned);
        Component::with_all(name, version, licenses)
    });
    Ok(Inventory::new(InventoryFormat::PipLicenses, components.collect()))
}

/// The name in a classifier (`License :: OSI Approved :: MIT License`), else the whole text.
fn last_part(license: &str) -> &str {
    let name = match license.trim().strip_prefix("License :: ") {
        Some(classifier) => classifier.rsplit(" :: ").next().unwrap_or_default(),
        None => license,
    };
    name.trim()
}
