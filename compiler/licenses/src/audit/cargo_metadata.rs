use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::bounded::list;
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory};
use super::json::document;

#[derive(Deserialize)]
struct Document {
    #[serde(deserialize_with = "list")]
    packages: Vec<Package>,
    #[serde(deserialize_with = "list")]
    workspace_members: Vec<String>,
    resolve: Option<Resolve>,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: Option<String>,
    license: Option<String>,
    license_file: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    #[serde(deserialize_with = "list")]
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    #[serde(default, deserialize_with = "list")]
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    #[serde(default)]
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

pub(super) const FORM: Form = Form { sign: Sign::Json(|top| top.has("workspace_members")), read };

/// The packages of `cargo metadata --format-version 1` that are not members of the workspace.
///
/// A package that members need only through dev-dependencies is for development. A build dependency is not, because
/// it may generate parts of the work.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let Document { packages, workspace_members, resolve } = document(text)?;
    let members: BTreeSet<&str> = workspace_members.iter().map(String::as_str).collect();
    let needed = resolve.as_ref().map(|resolve| needed(resolve, &workspace_members));
    let components = packages.into_iter().filter(|package| !members.contains(package.id.as_str()));
    let components = components.map(|package| {
        let is_development = needed.as_ref().is_some_and(|needed| !needed.contains(package.id.as_str()));
        // A license file of its own has no license name.
        let own = package.license_file.map(|file| format!("the text in {file}"));
        let component = Component::new(package.name, package.version, package.license.or(own));
        Component { is_development, ..component }
    });
    Ok(Inventory::new(InventoryFormat::CargoMetadata, components.collect()))
}

/// The packages that the members need, directly or indirectly, without dev-dependencies.
fn needed<'d>(resolve: &'d Resolve, members: &'d [String]) -> BTreeSet<&'d str> {
    let nodes: BTreeMap<&str, &Node> = resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let mut needed: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> = members.iter().map(String::as_str).collect();
    while let Some(id) = open.pop() {
        if !needed.insert(id) {
            continue;
        }
        let dependencies = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let needed_to_run = dependencies.filter(|dependency| {
            let kinds = &dependency.dep_kinds;
            kinds.is_empty() || kinds.iter().any(|kind| kind.kind.as_deref() != Some("dev"))
        });
        open.extend(needed_to_run.map(|dependency| dependency.pkg.as_str()));
    }
    needed
}
