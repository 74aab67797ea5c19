use serde::Deserialize;

use super::bounded::{list, texts};
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory};
use super::json::{Glance, document};

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Document {
    #[serde(deserialize_with = "list")]
    packages: Vec<Package>,
    #[serde(deserialize_with = "list")]
    packages_dev: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: Option<String>,
    /// Alternatives, each an SPDX expression or `proprietary`.
    #[serde(default, deserialize_with = "texts")]
    license: Vec<String>,
}

pub(super) const FORM: Form = Form {
    sign: Sign::Json(|top| {
        ["packages", "packages-dev"].iter().all(|name| top.get(name).is_some_and(Glance::is_list))
    }),
    read,
};

/// The packages of a `composer.lock`, then those for development.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let Document { packages, packages_dev } = document(text)?;
    let packages = packages.into_iter().map(|package| (package, false));
    let packages = packages.chain(packages_dev.into_iter().map(|package| (package, true)));
    let components = packages.map(|(Package { name, version, license }, is_development)| {
        let component = Component::with_all(name, version, alternatives(&license));
        Component { is_development, ..component }
    });
    Ok(Inventory::new(InventoryFormat::ComposerLock, components.collect()))
}

/// The licenses as one expression; those that only together have every parenthesis closed are none, and stay a list.
fn alternatives(licenses: &[String]) -> Option<String> {
    let choices: Vec<String> = match licenses {
        [one] => vec![one.clone()],
        many => many.iter().map(|text| grouped(text.trim())).collect(),
    };
    let separator = if licenses.iter().all(|text| is_balanced(text)) { " OR " } else { ", " };
    (!choices.is_empty()).then(|| choices.join(separator))
}

fn is_balanced(text: &str) -> bool {
    let depth = text.chars().try_fold(0_usize, |depth, character| match character {
        '(' => depth.checked_add(1),
        ')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
}

/// An alternative as one operand.
fn grouped(license: &str) -> String {
    if license.contains(char::is_whitespace) { format!("({license})") } else { license.to_owned() }
}
