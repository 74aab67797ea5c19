use std::collections::BTreeSet;

use serde::Deserialize;

use super::fault::InventoryFault;
use super::inventory::{Component, is_stated};
use super::json::document;

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Document {
    packages: Option<Vec<Package>>,
    document_describes: Option<Vec<String>>,
    relationships: Option<Vec<Relationship>>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Package {
    #[serde(rename = "SPDXID")]
    id: String,
    name: String,
    version_info: Option<String>,
    license_concluded: Option<String>,
    license_declared: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Relationship {
    spdx_element_id: String,
    relationship_type: String,
    related_spdx_element: String,
}

/// The packages of an SPDX document (SPDX 2.3 §7), each with its concluded license, else its declared one.
///
/// If the document describes one package, that is the work itself and is left out. `DEV_DEPENDENCY_OF` and
/// `TEST_DEPENDENCY_OF` mark packages for development.
pub(super) fn read(text: &str) -> Result<Vec<Component>, InventoryFault> {
    Ok(components(document(text)?))
}

/// Whether a text is a document in tag-value form: its first line that is no comment states the version.
pub(super) fn is_tag_value(text: &str) -> bool {
    let mut lines =
        text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().is_some_and(|line| line.starts_with("SPDXVersion:"))
}

/// The same of a document in tag-value form (SPDX 2.3 §5). Tags that say nothing of packages are passed over.
pub(super) fn read_tag_value(text: &str) -> Result<Vec<Component>, InventoryFault> {
    let mut document = Document::default();
    let (packages, relationships) =
        (document.packages.get_or_insert_default(), document.relationships.get_or_insert_default());
    // Tags of files, snippets and license texts follow those of packages.
    let mut is_package = false;
    let mut offset = 0;
    // The end of a text of several lines, with the place of its start.
    let mut inside: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let begin = offset;
        offset += line.len();
        if inside.is_some() {
            inside = inside.filter(|_| !line.contains("</text>"));
            continue;
        }
        let Some((tag, value)) = line.split_once(':') else {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let remedy = "mend it there, or export it anew: a line is `Tag: value`";
            return Err(InventoryFault::at(text, begin, "this line has no tag", remedy));
        };
        if value.contains("<text>") && !value.contains("</text>") {
            inside = Some(begin);
        }
        let value = value.trim().to_owned();
        let of_package = packages.last_mut().filter(|_| is_package);
        match (tag.trim(), of_package) {
            ("SPDXVersion", _) if !value.starts_with("SPDX-2.") => {
                let message = format!("this is an SPDX document of version \"{value}\"");
                return Err(InventoryFault::at(text, begin, message, "export it as SPDX 2.3"));
            }
            ("PackageName", _) => {
                is_package = true;
                packages.push(Package { name: value, ..Package::default() });
            }
            ("FileName" | "SnippetSPDXID" | "LicenseID", _) => is_package = false,
            ("SPDXID", Some(package)) => package.id = value,
            ("PackageVersion", Some(package)) => package.version_info = Some(value),
            ("PackageLicenseConcluded", Some(package)) => package.license_concluded = Some(value),
            ("PackageLicenseDeclared", Some(package)) => package.license_declared = Some(value),
            ("Relationship", _) => {
                if let [from, kind, to] = value.split_whitespace().collect::<Vec<_>>().as_slice() {
                    relationships.push(Relationship {
                        spdx_element_id: (*from).to_owned(),
                        relationship_type: (*kind).to_owned(),
                        related_spdx_element: (*to).to_owned(),
                    });
                }
            }
            _ => {}
        }
    }
    match inside {
        Some(begin) => {
            let remedy = "export the document anew: the file may be cut";
            Err(InventoryFault::at(text, begin, "a `<text>` does not end", remedy))
        }
        None => Ok(components(document)),
    }
}

fn components(document: Document) -> Vec<Component> {
    let Document { packages, document_describes, relationships } = document;
    let relationships = relationships.unwrap_or_default();
    let mut described: BTreeSet<&str> = document_describes.iter().flatten().map(String::as_str).collect();
    let mut development: BTreeSet<&str> = BTreeSet::new();
    for Relationship { spdx_element_id: from, relationship_type: kind, related_spdx_element: to } in
        &relationships
    {
        match kind.as_str() {
            "DESCRIBES" => described.insert(to),
            "DESCRIBED_BY" => described.insert(from),
            "DEV_DEPENDENCY_OF" | "TEST_DEPENDENCY_OF" => development.insert(from),
            _ => false,
        };
    }
    let works = if described.len() == 1 { described } else { BTreeSet::new() };
    let parts = packages.unwrap_or_default().into_iter();
    let components = parts.filter(|package| !works.contains(package.id.as_str())).map(|package| {
        let is_development = development.contains(package.id.as_str());
        let license = package.license_concluded.filter(|text| is_stated(text)).or(package.license_declared);
        Component { is_development, ..Component::new(package.name, package.version_info, license) }
    });
    components.collect()
}
