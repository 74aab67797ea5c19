use muniment_rdf::{
    Graph, NamedOrBlankNodeRef, NodeView, ReadError, Syntax, Term, iri_of, read as read_graph,
};

use serde::de::IgnoredAny;

use super::bounded::begin;
use super::fault::InventoryFault;
use super::formats::{Form, KNOWN, Sign};
use super::inventory::Inventory;
use super::other_formats::root;
use super::purl::{PackageUrl, purl};
use super::spdx_document::{Document, ExtractedLicense, File, Package, Relationship};
use super::spdx_licenses::{LicenseNode, LicenseNodes};

/// Maximum bytes of a document, because a graph takes many times as much memory.
const MOST_BYTES: usize = 16 << 20;

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const SEE_ALSO: &str = "http://www.w3.org/2000/01/rdf-schema#seeAlso";

/// The terms of SPDX 2 (SPDX 2.3 §C).
macro_rules! spdx {
    ($term:literal) => {
        concat!("http://spdx.org/rdf/terms#", $term)
    };
}

/// Whether a text begins as RDF/XML or Turtle does.
pub(super) fn is_rdf(begin: &str) -> bool {
    syntax(begin).is_some()
}

fn syntax(begin: &str) -> Option<Syntax> {
    let is_turtle =
        ["@prefix", "@base", "PREFIX", "BASE", "<http"].iter().any(|start| begin.starts_with(start));
    let is_xml = || begin.starts_with('<') && root(begin).is_some_and(|root| root.starts_with("rdf:RDF"));
    if is_turtle { Some(Syntax::Turtle) } else { is_xml().then_some(Syntax::RdfXml) }
}

pub(super) const FORM: Form = Form { sign: Sign::Text(is_rdf), read };

/// The packages of an SPDX 2 document in RDF, as RDF/XML or Turtle.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    begin(text.as_bytes(), MOST_BYTES)?;
    let syntax = syntax(text.trim_start()).unwrap_or(Syntax::Turtle);
    let graph = read_graph(syntax, text.as_bytes()).map_err(|ReadError { line, column, message }| {
        InventoryFault {
            line: line.max(1),
            column: column.max(1),
            message: format!("this is no {syntax} that can be read: {message}"),
            remedy: "mend it there, or export it anew: the file may be cut".to_owned(),
        }
    })?;
    let packages: Vec<NamedOrBlankNodeRef<'_>> = graph.subjects_of(TYPE, spdx!("Package")).collect();
    if packages.is_empty() && graph.subjects_of(TYPE, spdx!("SpdxDocument")).next().is_none() {
        return Err(InventoryFault::of_all("this is RDF, but no SPDX 2 document", KNOWN));
    }
    let licenses = license_nodes(&graph);
    let mut document = Document::default();
    for subject in packages {
        let node = graph.node(subject);
        let license = |property: &str| {
            let object = node.objects(property).next();
            object.map(|(_, object)| licenses.expression(&label_of(object))).transpose()
        };
        document.packages.push(Package {
            id: subject.to_string(),
            name: node.text(spdx!("name")).unwrap_or_default().to_owned(),
            version_info: node.text(spdx!("versionInfo")).map(str::to_owned),
            license_concluded: license(spdx!("licenseConcluded"))?,
            license_declared: license(spdx!("licenseDeclared"))?,
            copyright_text: node.text(spdx!("copyrightText")).map(str::to_owned),
            has_files: node.objects(spdx!("hasFile")).map(|(_, file)| file.to_string()).collect(),
            purl: PackageUrl(purl_of(&graph, node)),
        });
    }
    for subject in graph.subjects_of(TYPE, spdx!("File")) {
        let node = graph.node(subject);
        let licenses = |property: &str| {
            let objects = node.objects(property).map(|(_, object)| licenses.expression(&label_of(object)));
            objects.collect::<Result<Vec<_>, _>>()
        };
        document.files.push(File {
            id: subject.to_string(),
            name: node.text(spdx!("fileName")).unwrap_or_default().to_owned(),
            license_concluded: licenses(spdx!("licenseConcluded"))?.pop(),
            license_info_in_files: licenses(spdx!("licenseInfoInFile"))?,
        });
    }
    document.snippets.extend(graph.subjects_of(TYPE, spdx!("Snippet")).map(|_| IgnoredAny));
    document.relationships = relationships(&graph);
    let own = graph.subjects_of(TYPE, spdx!("ExtractedLicensingInfo")).map(|subject| {
        let node = graph.node(subject);
        ExtractedLicense {
            license_id: node.text(spdx!("licenseId")).unwrap_or_default().to_owned(),
            name: node.text(spdx!("name")).map(str::to_owned),
            see_alsos: node.objects(SEE_ALSO).map(|(_, object)| label_of(object)).collect(),
        }
    });
    document.has_extracted_licensing_infos = own.collect();
    document.inventory()
}

/// The first package URL that a package refers to.
fn purl_of(graph: &Graph, package: NodeView<'_>) -> Option<String> {
    let references = package.objects(spdx!("externalRef")).filter_map(|(_, it)| graph.node_of(it));
    let mut purls = references.filter(|reference| {
        let kind = reference.objects(spdx!("referenceType")).next().map(|(_, kind)| label_of(kind));
        kind.is_some_and(|kind| kind.rsplit('/').next() == Some("purl"))
    });
    purls.find_map(|reference| {
        let locator = reference.objects(spdx!("referenceLocator")).next().map(|(_, it)| label_of(it));
        locator.as_deref().and_then(purl)
    })
}

/// Every relationship, with the names of its kind that other forms have.
fn relationships(graph: &Graph) -> Vec<Relationship> {
    let stated = graph.triples().iter().filter(|triple| triple.predicate.as_str() == spdx!("relationship"));
    let each = stated.filter_map(|triple| {
        let node = graph.node_of(&triple.object)?;
        let kind = node.iri(spdx!("relationshipType"))?.rsplit("relationshipType_").next()?;
        let (_, related) = node.objects(spdx!("relatedSpdxElement")).next()?;
        Some(Relationship {
            spdx_element_id: triple.subject.to_string(),
            relationship_type: capitals(kind),
            related_spdx_element: related.to_string(),
        })
    });
    each.collect()
}

/// `devDependencyOf` as `DEV_DEPENDENCY_OF`.
fn capitals(name: &str) -> String {
    let mut capitals = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            capitals.push('_');
        }
        capitals.push(c.to_ascii_uppercase());
    }
    capitals
}

fn license_nodes(graph: &Graph) -> LicenseNodes {
    let mut licenses = LicenseNodes::default();
    let kinds = graph.triples().iter().filter(|triple| triple.predicate.as_str() == TYPE);
    for triple in kinds {
        let node = graph.node(triple.subject.as_ref());
        let license = iri_of(&triple.object).and_then(|class| license_node(class, node));
        let Some(license) = license else { continue };
        licenses.0.insert(label(triple.subject.as_ref()), license);
    }
    licenses
}

/// The license that a node of a class is.
fn license_node(class: &str, node: NodeView<'_>) -> Option<LicenseNode> {
    let of = |property: &str| node.objects(property).map(|(_, object)| label_of(object)).collect::<Vec<_>>();
    let text = |property: &str| node.text(property).map(|text| LicenseNode::Named(text.to_owned()));
    match class.strip_prefix(spdx!(""))? {
        "ConjunctiveLicenseSet" => Some(LicenseNode::All(of(spdx!("member")))),
        "DisjunctiveLicenseSet" => Some(LicenseNode::Any(of(spdx!("member")))),
        "OrLaterOperator" => Some(LicenseNode::OrLater(of(spdx!("member")).pop()?)),
        "WithExceptionOperator" => {
            Some(LicenseNode::With(of(spdx!("member")).pop()?, of(spdx!("licenseException")).pop()?))
        }
        "ExtractedLicensingInfo" | "License" | "ListedLicense" => text(spdx!("licenseId")),
        "LicenseException" | "ListedLicenseException" => text(spdx!("licenseExceptionId")),
        _ => None,
    }
}

/// What a node is called in [`LicenseNodes`].
fn label(node: NamedOrBlankNodeRef<'_>) -> String {
    match node {
        NamedOrBlankNodeRef::NamedNode(node) => node.as_str().to_owned(),
        NamedOrBlankNodeRef::BlankNode(node) => node.to_string(),
    }
}

fn label_of(term: &Term) -> String {
    match term {
        Term::NamedNode(node) => node.as_str().to_owned(),
        Term::BlankNode(node) => node.to_string(),
        Term::Literal(literal) => literal.value().to_owned(),
    }
}
