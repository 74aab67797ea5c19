use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::bounded::{list, texts};
use super::dependencies::Dependencies;
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory, LeftOut, is_stated};
use super::json::document;
use super::purl::PackageUrl;
use super::spdx_licenses::{LicenseNode, LicenseNodes, reference};

#[derive(Deserialize)]
struct Document {
    #[serde(rename = "@graph", deserialize_with = "list")]
    graph: Vec<Element>,
}

/// An element of any class, with the properties that are read of it.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Element {
    #[serde(alias = "@type")]
    r#type: String,
    #[serde(rename = "spdxId", alias = "@id")]
    id: String,
    name: Option<String>,
    #[serde(rename = "software_packageVersion")]
    version: Option<String>,
    #[serde(rename = "software_packageUrl")]
    purl: PackageUrl,
    #[serde(rename = "externalIdentifier")]
    identifiers: PackageUrl,
    #[serde(rename = "rootElement", deserialize_with = "texts")]
    root: Vec<String>,
    #[serde(rename = "relationshipType")]
    relationship: Option<String>,
    scope: Option<String>,
    from: Option<String>,
    #[serde(deserialize_with = "texts")]
    to: Vec<String>,
    #[serde(rename = "simplelicensing_licenseExpression")]
    expression: Option<String>,
    #[serde(rename = "simplelicensing_customIdToUri", deserialize_with = "list")]
    own_licenses: Vec<Entry>,
    #[serde(rename = "expandedlicensing_member", deserialize_with = "texts")]
    member: Vec<String>,
    #[serde(rename = "expandedlicensing_subjectLicense")]
    subject: Option<String>,
    #[serde(rename = "expandedlicensing_subjectExtendableLicense")]
    extended: Option<String>,
    #[serde(rename = "expandedlicensing_subjectAddition")]
    addition: Option<String>,
    #[serde(rename = "expandedlicensing_seeAlso", deserialize_with = "texts")]
    see_also: Vec<String>,
}

/// A `LicenseRef-` of an expression and the element that it stands for.
#[derive(Deserialize)]
struct Entry {
    key: String,
    value: String,
}

/// Classes whose elements are parts of a work: software, AI and dataset profiles.
const PACKAGES: [&str; 3] = ["software_Package", "ai_AIPackage", "dataset_DatasetPackage"];

pub(super) const FORM: Form = Form { sign: Sign::Json(|top| top.states("@context", "spdx.org/rdf/3")), read };

/// The packages of an SPDX 3 document in JSON-LD, each with its concluded license, else its declared one; and the files
/// that nothing contains, or that state licenses in packages without a concluded one.
///
/// If the document is about one package, that is the work itself and is left out. A package that the scopes `development`
/// and `test` lead to, and no other dependency of the work, is for development.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let Document { graph } = document(text)?;
    let mut inventory = Inventory::new(InventoryFormat::Spdx3, Vec::new());
    let mut licenses = LicenseNodes::default();
    for element in &graph {
        if let Some(node) = license_node(element) {
            if element.is_own_license() {
                inventory.described.add(&reference(&element.id), element.described());
            }
            licenses.0.insert(element.id.clone(), node);
        }
    }
    let own: BTreeMap<&str, &Element> =
        graph.iter().filter(|it| it.is_own_license()).map(|it| (it.id.as_str(), it)).collect();
    for Entry { key, value } in graph.iter().flat_map(|element| &element.own_licenses) {
        let described = own.get(value.as_str()).map_or_else(|| vec![value.clone()], |it| it.described());
        inventory.described.add(key, described);
    }
    let works = works(&graph);
    let links = Links::new(&graph, &works);
    let development = links.dependencies.only_development(&works);
    let own_contexts = links.dependencies.own_contexts(&works);
    let mut covered = 0;
    let is_read = |element: &&Element| element.is_package() || element.is_file();
    for element in graph.iter().filter(is_read).filter(|element| !works.contains(element.id.as_str())) {
        let id = element.id.as_str();
        let expressions = |links: &BTreeMap<&str, Vec<&str>>| -> Result<Vec<String>, InventoryFault> {
            let nodes = links.get(id).into_iter().flatten();
            let texts: Vec<String> = nodes.map(|node| licenses.expression(node)).collect::<Result<_, _>>()?;
            Ok(texts.into_iter().filter(|text| is_stated(text)).collect())
        };
        let concluded = expressions(&links.concluded)?;
        let is_concluded = !concluded.is_empty();
        let effective = if is_concluded { concluded } else { expressions(&links.declared)? };
        let name = element.name.clone().unwrap_or_else(|| id.to_owned());
        let is_covered = element.is_file()
            && links.containers.get(id).is_some_and(|packages| {
                let mut of_packages = packages.iter().filter_map(|package| links.concluded.get(package));
                match links.concluded.get(id).filter(|_| is_concluded) {
                    Some(own) => of_packages.any(|of_package| of_package == own),
                    None => effective.is_empty() || of_packages.next().is_some(),
                }
            });
        if is_covered {
            covered += 1;
            continue;
        }
        let component = Component::new(name, element.version.clone(), effective);
        let is_development = development.contains(id);
        let purl = element.purl.0.clone().or_else(|| element.identifiers.0.clone());
        inventory.components.push(Component { is_development, purl, own: own_contexts.of(id), ..component });
    }
    let snippets = graph.iter().filter(|element| element.r#type == "software_Snippet").count();
    inventory.left_out = LeftOut::of_files(covered, snippets);
    Ok(inventory)
}

impl Element {
    fn is_package(&self) -> bool {
        PACKAGES.contains(&self.r#type.as_str())
    }

    fn is_file(&self) -> bool {
        self.r#type == "software_File"
    }

    fn is_own_license(&self) -> bool {
        ["expandedlicensing_CustomLicense", "simplelicensing_SimpleLicensingText"]
            .contains(&self.r#type.as_str())
    }

    fn described(&self) -> Vec<String> {
        self.name.iter().chain(&self.see_also).cloned().collect()
    }
}

/// The license that an element is.
fn license_node(element: &Element) -> Option<LicenseNode> {
    let members = || element.member.clone();
    Some(match element.r#type.as_str() {
        "simplelicensing_LicenseExpression" => LicenseNode::Named(element.expression.clone()?),
        "expandedlicensing_CustomLicense"
        | "expandedlicensing_CustomLicenseAddition"
        | "simplelicensing_SimpleLicensingText" => LicenseNode::Named(reference(&element.id)),
        "expandedlicensing_ConjunctiveLicenseSet" => LicenseNode::All(members()),
        "expandedlicensing_DisjunctiveLicenseSet" => LicenseNode::Any(members()),
        "expandedlicensing_OrLaterOperator" => LicenseNode::OrLater(element.subject.clone()?),
        "expandedlicensing_WithAdditionOperator" => {
            LicenseNode::With(element.extended.clone()?, element.addition.clone()?)
        }
        _ => return None,
    })
}

/// The relationships that are read, by the elements they lead from.
#[derive(Default)]
struct Links<'g> {
    concluded: BTreeMap<&'g str, Vec<&'g str>>,
    declared: BTreeMap<&'g str, Vec<&'g str>>,
    dependencies: Dependencies<'g>,
    /// What contains an element.
    containers: BTreeMap<&'g str, Vec<&'g str>>,
}

impl<'g> Links<'g> {
    fn new(graph: &'g [Element], works: &BTreeSet<&'g str>) -> Self {
        let mut links = Self::default();
        for element in graph {
            let (Some(kind), Some(from)) = (element.relationship.as_deref(), element.from.as_deref()) else {
                continue;
            };
            let to = element.to.iter().map(String::as_str);
            match kind {
                "hasConcludedLicense" => links.concluded.entry(from).or_default().extend(to),
                "hasDeclaredLicense" => links.declared.entry(from).or_default().extend(to),
                "contains" => to.for_each(|part| {
                    links.dependencies.add(from, part);
                    links.containers.entry(part).or_default().push(from);
                }),
                _ => relate(&mut links.dependencies, from, (kind, element.scope.as_deref()), to),
            }
        }
        let Self { containers, dependencies, .. } = &mut links;
        let files = graph.iter().filter(|element| element.is_file()).map(|element| element.id.as_str());
        let containers = files.filter_map(|file| Some((file, containers.get(file)?)));
        let contained = containers.flat_map(|(file, of)| of.iter().map(move |container| (*container, file)));
        dependencies.add_files(works, contained);
        links
    }
}

/// Reads a relationship of parts with its scope (SPDX 3.0.1, `RelationshipType` and `LifecycleScopeType`).
/// `contains` and what is not named here say nothing of how a work uses a part.
fn relate<'g>(
    dependencies: &mut Dependencies<'g>,
    from: &'g str,
    relationship: (&str, Option<&str>),
    to: impl Iterator<Item = &'g str>,
) {
    match relationship {
        // `from` "uses each `to` Element as a tool": what builds a work is no part of it.
        ("dependsOn" | "hasStaticLink" | "hasDynamicLink" | "usesTool", Some("development" | "test"))
        | ("usesTool", Some("build"))
        | ("hasTest" | "hasTestCase", _) => to.for_each(|part| dependencies.add_development(part)),
        // A dependency of the build may go into the work: without one of the scopes above the stricter
        // reading counts.
        ("dependsOn", _) | ("usesTool", Some("runtime")) => to.for_each(|part| dependencies.add(from, part)),
        ("hasStaticLink" | "hasDynamicLink", _) => to.for_each(|part| dependencies.add_link(from, part)),
        // "The `from` Element is modified by each `to` Element"; a patch may not have been applied yet, and
        // the stricter reading counts. Files that were added or deleted modify what they were added to or
        // deleted from.
        ("modifiedBy" | "patchedBy" | "hasAddedFile" | "hasDeletedFile", _) => {
            dependencies.add_modified(from);
        }
        _ => {}
    }
}

/// The package that the document is about, if it is one.
fn works(graph: &[Element]) -> BTreeSet<&str> {
    let packages: BTreeSet<&str> =
        graph.iter().filter(|element| element.is_package()).map(|element| element.id.as_str()).collect();
    let roots: BTreeSet<&str> = graph
        .iter()
        .flat_map(|element| &element.root)
        .map(String::as_str)
        .filter(|root| packages.contains(root))
        .collect();
    if roots.len() == 1 { roots } else { BTreeSet::new() }
}
