use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::fault::InventoryFault;
use super::inventory::Component;
use super::json::document;

#[derive(Deserialize)]
struct Document {
    packages: Option<BTreeMap<String, Package>>,
}

#[derive(Deserialize)]
struct Package {
    name: Option<String>,
    version: Option<String>,
    /// A text, or an object or list in old packages.
    license: Option<Value>,
    #[serde(default)]
    dev: bool,
    #[serde(default)]
    link: bool,
}

const FOLDER: &str = "node_modules/";

/// The packages of a `package-lock.json` below a `node_modules`, in order of their paths, without links.
pub(super) fn read(text: &str) -> Result<Vec<Component>, InventoryFault> {
    let packages = document::<Document>(text)?.packages.ok_or_else(|| {
        let remedy = "run `npm install --package-lock-only --lockfile-version 3`";
        InventoryFault::of_all("this package-lock.json has no `packages`", remedy)
    })?;
    let components = packages.into_iter().filter_map(|(place, package)| {
        let (_, folder) = place.rsplit_once(FOLDER)?;
        if package.link {
            return None;
        }
        let name = package.name.unwrap_or_else(|| folder.to_owned());
        let component =
            Component::new(name, package.version, package.license.and_then(|value| stated(&value)));
        Some(Component { is_development: package.dev, ..component })
    });
    Ok(components.collect())
}

/// The value of `license`: an expression; in old packages `{type}`, or a list of alternatives.
fn stated(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(members) => members.get("type").and_then(stated),
        Value::Array(list) => {
            let choices: Vec<String> = list.iter().filter_map(stated).collect();
            (!choices.is_empty()).then(|| choices.join(" OR "))
        }
        _ => None,
    }
}
