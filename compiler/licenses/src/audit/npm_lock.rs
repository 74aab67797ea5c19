use serde::{Deserialize, Deserializer};

use super::bounded::members;
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory, LeftOut};
use super::json::document;
use super::stated::StatedLicenses;

#[derive(Deserialize)]
struct Document {
    #[serde(default, deserialize_with = "some_members")]
    packages: Option<Vec<(String, Package)>>,
    /// The tree of version 1.
    #[serde(default, deserialize_with = "members")]
    dependencies: Vec<(String, Dependency)>,
}

/// A package of version 1, which states no license.
#[derive(Deserialize)]
struct Dependency {
    version: Option<String>,
    #[serde(default)]
    dev: bool,
    #[serde(default, deserialize_with = "members")]
    dependencies: Vec<(String, Dependency)>,
}

#[derive(Deserialize)]
struct Package {
    name: Option<String>,
    version: Option<String>,
    /// A text; in old packages an object, or a list of alternatives.
    license: Option<StatedLicenses>,
    #[serde(default)]
    dev: bool,
    #[serde(default)]
    link: bool,
}

pub(super) const FORM: Form = Form { sign: Sign::Json(|top| top.has("lockfileVersion")), read };

const FOLDER: &str = "node_modules/";

/// The packages of a `package-lock.json` below a `node_modules`, in the order of their paths, without links, and those
/// outside of the project that links lead to; those of version 1 without licenses. The workspaces of the project are
/// counted.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let document: Document = document(text)?;
    let Some(mut packages) = document.packages else { return Ok(version_1(text, document.dependencies)) };
    packages.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut workspaces = 0;
    let components = packages.into_iter().filter_map(|(place, package)| {
        let folder = match place.rsplit_once(FOLDER) {
            Some((_, folder)) => folder,
            None if place.starts_with("..") => place.as_str(),
            None => {
                workspaces += usize::from(!place.is_empty());
                return None;
            }
        };
        if package.link {
            return None;
        }
        let name = package.name.unwrap_or_else(|| folder.to_owned());
        let component = Component::new(
            name,
            package.version,
            package.license.and_then(|licenses| alternatives(&licenses)),
        );
        Some(Component { is_development: package.dev, ..component })
    });
    let components = components.collect();
    let why = "it is a workspace of the project itself";
    let left_out = Some(LeftOut { number: workspaces, what: "package", why }).filter(|_| workspaces > 0);
    let left_out = left_out.into_iter().collect();
    Ok(Inventory { left_out, ..Inventory::new(InventoryFormat::NpmLock, components) })
}

/// The packages of version 1, and how to get their licenses.
fn version_1(text: &str, dependencies: Vec<(String, Dependency)>) -> Inventory {
    let mut components = Vec::new();
    let mut open = vec![dependencies.into_iter()];
    while let Some(list) = open.last_mut() {
        let Some((name, package)) = list.next() else {
            open.pop();
            continue;
        };
        let component = Component::new(name, package.version, None);
        components.push(Component { is_development: package.dev, ..component });
        open.push(package.dependencies.into_iter());
    }
    let message = "a package-lock.json without `packages` states no licenses";
    let remedy = "run `npm install --package-lock-only --lockfile-version 3` and audit the new file";
    Inventory {
        unreadable: vec![InventoryFault::at(text, 0, message, remedy)],
        ..Inventory::new(InventoryFormat::NpmLock, components)
    }
}

/// The licenses as one expression.
fn alternatives(StatedLicenses(licenses): &StatedLicenses) -> Option<String> {
    let choices: Vec<&str> = licenses.iter().filter_map(|license| license.name.as_deref()).collect();
    (!choices.is_empty()).then(|| choices.join(" OR "))
}

fn some_members<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<(String, Package)>>, D::Error> {
    members(deserializer).map(Some)
}
