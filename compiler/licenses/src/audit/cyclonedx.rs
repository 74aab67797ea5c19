use roxmltree::Node;
use serde::Deserialize;

use super::fault::InventoryFault;
use super::inventory::Component;
use super::json::document;

#[derive(Deserialize)]
struct Document {
    components: Option<Vec<Part>>,
}

#[derive(Deserialize)]
struct Part {
    group: Option<String>,
    name: String,
    version: Option<String>,
    scope: Option<String>,
    licenses: Option<Vec<Statement>>,
    components: Option<Vec<Part>>,
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

/// The components of a `CycloneDX` document, including nested ones. Scope `excluded` means development.
pub(super) fn read(text: &str) -> Result<Vec<Component>, InventoryFault> {
    let mut components = Vec::new();
    add(document::<Document>(text)?.components.unwrap_or_default(), &mut components);
    Ok(components)
}

const NAMESPACE: &str = "http://cyclonedx.org/schema/bom/";

/// The same of a document in XML, in the order of the document.
pub(super) fn read_xml(text: &str) -> Result<Vec<Component>, InventoryFault> {
    let tree = roxmltree::Document::parse(text).map_err(|error| {
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
        return Err(InventoryFault::at(text, root.range().start, message, "export an SPDX document as JSON"));
    }
    let mut components = Vec::new();
    let mut open = parts_of(root);
    while let Some(node) = open.pop() {
        let Some(name) = text_of(node, "name") else {
            let remedy = "mend it there, or export it anew";
            return Err(InventoryFault::at(text, node.range().start, "this component has no name", remedy));
        };
        components.push(component(node, name));
        open.extend(parts_of(node));
    }
    Ok(components)
}

/// The components directly below a node, the last one first.
fn parts_of<'a, 'd>(node: Node<'a, 'd>) -> Vec<Node<'a, 'd>> {
    let components = child(node, "components").into_iter().flat_map(|components| components.children().rev());
    components.filter(|part| part.tag_name().name() == "component").collect()
}

fn component(node: Node<'_, '_>, name: String) -> Component {
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
    let part = Part {
        group: text_of(node, "group"),
        name,
        version: text_of(node, "version"),
        scope: text_of(node, "scope"),
        licenses: Some(statements.collect()),
        components: None,
    };
    part.component()
}

fn child<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Option<Node<'a, 'd>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

fn text_of(node: Node<'_, '_>, name: &str) -> Option<String> {
    child(node, name)?.text().map(|text| text.trim().to_owned())
}

fn add(parts: Vec<Part>, components: &mut Vec<Component>) {
    for mut part in parts {
        let nested = part.components.take();
        components.push(part.component());
        add(nested.unwrap_or_default(), components);
    }
}

impl Part {
    /// The component, without nested ones.
    fn component(self) -> Component {
        let name = match self.group.filter(|group| !group.is_empty()) {
            Some(group) => format!("{group}/{}", self.name),
            None => self.name,
        };
        let license = joined(self.licenses.unwrap_or_default());
        let is_development = self.scope.as_deref() == Some("excluded");
        Component { is_development, ..Component::new(name, self.version, license) }
    }
}

/// All stated licenses apply; if some are marked `concluded`, only those.
fn joined(statements: Vec<Statement>) -> Option<String> {
    let stated: Vec<(String, bool)> = statements
        .into_iter()
        .filter_map(|statement| {
            let inner = statement.license.as_ref().and_then(|license| license.acknowledgement.clone());
            let acknowledgement = statement.acknowledgement.or(inner);
            let license = statement.license.and_then(|license| license.id.or(license.name).or(license.url));
            Some((statement.expression.or(license)?, acknowledgement.as_deref() == Some("concluded")))
        })
        .collect();
    let is_concluded = stated.iter().any(|(_, is_concluded)| *is_concluded);
    let texts = stated.into_iter().filter(|(_, concluded)| *concluded || !is_concluded).map(|(text, _)| text);
    all_of(texts.collect())
}

/// Joins several expressions with `AND`.
fn all_of(mut texts: Vec<String>) -> Option<String> {
    match texts.len() {
        0 | 1 => texts.pop(),
        _ => Some(texts.iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(" AND ")),
    }
}
