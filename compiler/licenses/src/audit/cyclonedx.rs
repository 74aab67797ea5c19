use std::{fmt, mem};

use quick_xml::Reader;
use quick_xml::events::Event;
use roxmltree::{Node, ParsingOptions};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::bounded::{Mentions, count, list};
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, KNOWN, Sign};
use super::inventory::{Component, Descriptions, Inventory};
use super::json::document;
use super::own_context::OwnContext;
use super::purl::{PackageUrl, purl};
use super::spdx_rdf::is_rdf;

#[derive(Deserialize)]
struct Document {
    #[serde(default, deserialize_with = "list")]
    components: Vec<Part>,
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Metadata {
    component: Option<Main>,
}

/// The work itself, which is no part, with the parts that a document nests in it.
#[derive(Deserialize)]
struct Main {
    #[serde(default, deserialize_with = "list")]
    components: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    group: Option<String>,
    name: String,
    version: Option<String>,
    scope: Option<String>,
    #[serde(default)]
    purl: PackageUrl,
    copyright: Option<String>,
    #[serde(default)]
    modified: Mentions,
    #[serde(default)]
    pedigree: Pedigree,
    #[serde(default, deserialize_with = "list")]
    properties: Vec<Property>,
    #[serde(default, deserialize_with = "list")]
    licenses: Vec<Statement>,
    #[serde(default, deserialize_with = "list")]
    components: Vec<Part>,
}

/// Whether a pedigree states that the component differs from another one: it has ancestors, or patches or
/// commits that lead to it. That it has descendants or variants says nothing of itself.
#[derive(Default)]
struct Pedigree {
    is_modified: bool,
    /// Whether this is, instead of a pedigree, a list in one with an element.
    is_list: bool,
}

/// The members of a pedigree that state it. Commits "describe how the component deviates from an ancestor,
/// descendant, or variant": the stricter reading counts.
const MODIFIED: [&str; 3] = ["ancestors", "commits", "patches"];

#[derive(Deserialize)]
struct Property {
    name: Option<String>,
    value: Option<String>,
}

#[derive(Deserialize)]
struct Statement {
    license: Option<Named>,
    expression: Option<String>,
    acknowledgement: Option<String>,
}

#[derive(Deserialize)]
struct Named {
    id: Option<String>,
    name: Option<String>,
    url: Option<String>,
    acknowledgement: Option<String>,
}

/// What is read for a license without a name beside others.
const UNNAMED: &str = "license without a name";

/// The properties that mark components for development (CycloneDX property taxonomy).
const DEVELOPMENT: [&str; 2] = ["cdx:npm:package:development", "cdx:composer:package:isDevRequirement"];

pub(super) const JSON: Form = Form { sign: Sign::Json(|top| top.states("bomFormat", "CycloneDX")), read };

/// Any XML that is not RDF, so that another root is told.
pub(super) const XML: Form =
    Form { sign: Sign::Text(|text| text.starts_with('<') && !is_rdf(text)), read: read_xml };

impl<'de> Deserialize<'de> for Pedigree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PedigreeVisitor)
    }
}

/// Passes over values of other shapes: an audit does not need them.
struct PedigreeVisitor;

impl<'de> Visitor<'de> for PedigreeVisitor {
    type Value = Pedigree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pedigree")
    }

    fn visit_unit<E: Error>(self) -> Result<Pedigree, E> {
        Ok(Pedigree::default())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Pedigree, E> {
        Ok(Pedigree::default())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Pedigree, E> {
        Ok(Pedigree::default())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Pedigree, E> {
        Ok(Pedigree::default())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Pedigree, E> {
        Ok(Pedigree::default())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Pedigree, E> {
        Ok(Pedigree::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Pedigree, A::Error> {
        let mut found = Pedigree::default();
        while elements.next_element::<IgnoredAny>()?.is_some() {
            found.is_list = true;
        }
        Ok(found)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Pedigree, A::Error> {
        let mut found = Pedigree::default();
        while let Some(name) = members.next_key::<String>()? {
            if MODIFIED.contains(&name.as_str()) {
                found.is_modified |= members.next_value::<Pedigree>()?.is_list;
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// The components of a `CycloneDX` document, including nested ones. Scope `excluded` and the properties [`DEVELOPMENT`]
/// mean development.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let mut inventory = Inventory::new(InventoryFormat::CycloneDx, Vec::new());
    let Document { components, metadata } = document(text)?;
    add(components, &mut inventory);
    add(metadata.and_then(|it| it.component).map(|it| it.components).unwrap_or_default(), &mut inventory);
    Ok(inventory)
}

/// Maximum nodes of a document in XML.
const MOST_NODES: u32 = 2_000_000;

/// Maximum attributes of an element in XML, namespaces included: the time to read them grows with their square.
const MOST_ATTRIBUTES: usize = 1000;

const NAMESPACE: &str = "http://cyclonedx.org/schema/bom/";

/// The same of a document in XML, in the order of the document.
fn read_xml(text: &str) -> Result<Inventory, InventoryFault> {
    require_few_attributes(text)?;
    // Entities are refused.
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let tree = roxmltree::Document::parse_with_options(text, options).map_err(|error| {
        let message = error.to_string();
        let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message);
        let message = format!("this is no XML that can be read: {message}");
        let remedy = "mend it there, or export it anew: the file may be cut".to_owned();
        InventoryFault { line: error.pos().row as usize, column: error.pos().col as usize, message, remedy }
    })?;
    let root = tree.root_element();
    if !root.tag_name().namespace().is_some_and(|namespace| namespace.starts_with(NAMESPACE)) {
        let message =
            format!("this is XML, but no CycloneDX document: its root is `{}`", root.tag_name().name());
        return Err(InventoryFault::at(text, root.range().start, message, KNOWN));
    }
    let mut inventory = Inventory::new(InventoryFormat::CycloneDx, Vec::new());
    let main = child(root, "metadata").and_then(|metadata| child(metadata, "component"));
    let mut open: Vec<Node<'_, '_>> = main.into_iter().flat_map(parts_of).collect();
    open.extend(parts_of(root));
    while let Some(node) = open.pop() {
        let Some(name) = text_of(node, "name") else {
            let remedy = "mend it there, or export it anew";
            return Err(InventoryFault::at(text, node.range().start, "this component has no name", remedy));
        };
        count()?;
        inventory.components.push(part(node, name).component(&mut inventory.described));
        open.extend(parts_of(node));
    }
    Ok(inventory)
}

/// Refuses an element with more than [`MOST_ATTRIBUTES`] attributes.
fn require_few_attributes(text: &str) -> Result<(), InventoryFault> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    loop {
        let start = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        match reader.read_event() {
            Ok(Event::Start(element) | Event::Empty(element)) => {
                let mut attributes = element.attributes();
                if attributes.with_checks(false).take(MOST_ATTRIBUTES + 1).count() > MOST_ATTRIBUTES {
                    let message = format!("this element has more than {MOST_ATTRIBUTES} attributes");
                    let remedy = "no CycloneDX document has them; export it anew";
                    return Err(InventoryFault::at(text, start, message, remedy));
                }
            }
            // What is no XML is told by the reader of the document.
            Ok(Event::Eof) | Err(_) => return Ok(()),
            Ok(_) => {}
        }
    }
}

/// The components directly below a node, the last one first.
fn parts_of<'a, 'd>(node: Node<'a, 'd>) -> Vec<Node<'a, 'd>> {
    let components = child(node, "components").into_iter().flat_map(|components| components.children().rev());
    components.filter(|part| part.tag_name().name() == "component").collect()
}

/// A component without nested ones.
fn part(node: Node<'_, '_>, name: String) -> Part {
    let licenses = child(node, "licenses").into_iter().flat_map(|licenses| licenses.children());
    let statements = licenses.filter(Node::is_element).map(|stated| {
        let own = |name| stated.attribute(name).map(str::to_owned);
        match stated.tag_name().name() {
            "expression" => Statement {
                license: None,
                expression: stated.text().map(str::to_owned),
                acknowledgement: own("acknowledgement"),
            },
            _ => Statement {
                license: Some(Named {
                    id: text_of(stated, "id"),
                    name: text_of(stated, "name"),
                    url: text_of(stated, "url"),
                    acknowledgement: own("acknowledgement"),
                }),
                expression: None,
                acknowledgement: None,
            },
        }
    });
    let properties = child(node, "properties").into_iter().flat_map(|properties| properties.children());
    let properties = properties.filter(Node::is_element).map(|property| Property {
        name: property.attribute("name").map(str::to_owned),
        value: property.text().map(str::to_owned),
    });
    Part {
        group: text_of(node, "group"),
        name,
        version: text_of(node, "version"),
        scope: text_of(node, "scope"),
        purl: PackageUrl(text_of(node, "purl").as_deref().and_then(purl)),
        copyright: text_of(node, "copyright"),
        modified: Mentions(text_of(node, "modified").unwrap_or_default()),
        pedigree: pedigree(node),
        properties: properties.collect(),
        licenses: statements.collect(),
        components: Vec::new(),
    }
}

fn pedigree(node: Node<'_, '_>) -> Pedigree {
    let members = child(node, "pedigree").into_iter().flat_map(|pedigree| pedigree.children());
    let mut members = members.filter(|member| MODIFIED.contains(&member.tag_name().name()));
    let is_modified = members.any(|member| member.children().any(|it| it.is_element()));
    Pedigree { is_modified, is_list: false }
}

fn child<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Option<Node<'a, 'd>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

fn text_of(node: Node<'_, '_>, name: &str) -> Option<String> {
    child(node, name)?.text().map(|text| text.trim().to_owned())
}

fn add(parts: Vec<Part>, inventory: &mut Inventory) {
    for mut part in parts {
        let nested = mem::take(&mut part.components);
        inventory.components.push(part.component(&mut inventory.described));
        add(nested, inventory);
    }
}

impl Part {
    /// The component, without nested ones. The address of a named license describes its name.
    fn component(self, described: &mut Descriptions) -> Component {
        let name = match self.group.filter(|group| !group.is_empty()) {
            Some(group) => format!("{group}/{}", self.name),
            None => self.name,
        };
        let licenses = effective(self.licenses, described);
        let is_marked = |property: &Property| {
            let name = property.name.as_deref().unwrap_or_default();
            DEVELOPMENT.contains(&name) && property.value.as_deref() == Some("true")
        };
        let is_excluded = self.scope.as_deref() == Some("excluded");
        let is_development = is_excluded || self.properties.iter().any(is_marked);
        // "A value of true indicates the component is a derivative of the original"; XML has 1 for true.
        let is_marked = matches!(self.modified.0.trim(), "true" | "1");
        let own = OwnContext::of_document(false, is_marked || self.pedigree.is_modified);
        let component =
            Component::new(name, self.version, licenses).with_copyright(self.copyright.as_deref());
        Component { is_development, purl: self.purl.0, own, ..component }
    }
}

/// All stated licenses apply; if some are marked `concluded`, only those.
fn effective(statements: Vec<Statement>, described: &mut Descriptions) -> Vec<String> {
    let stated: Vec<(Option<String>, bool)> = statements
        .into_iter()
        .map(|Statement { license, expression, acknowledgement }| {
            let inner = license.as_ref().and_then(|license| license.acknowledgement.clone());
            let is_concluded = acknowledgement.or(inner).as_deref() == Some("concluded");
            if let Some(Named { id: None, name: Some(name), url: Some(url), .. }) = &license {
                described.add(name, vec![url.clone()]);
            }
            let license = license.and_then(|license| license.id.or(license.name).or(license.url));
            let is_named = |text: &String| !text.trim().is_empty();
            let text = expression.filter(is_named).or_else(|| license.filter(is_named));
            (text, is_concluded)
        })
        .collect();
    if stated.iter().all(|(text, _)| text.is_none()) {
        return Vec::new();
    }
    let is_concluded = stated.iter().any(|(_, is_concluded)| *is_concluded);
    let effective = stated.into_iter().filter(|(_, concluded)| *concluded || !is_concluded);
    effective.map(|(text, _)| text.unwrap_or_else(|| UNNAMED.to_owned())).collect()
}
