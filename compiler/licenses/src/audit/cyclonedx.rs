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
    acknowledgement: Option<String>,
}

/// The components of a `CycloneDX` document, including nested ones. Scope `excluded` means development.
pub(super) fn read(text: &str) -> Result<Vec<Component>, InventoryFault> {
    let mut components = Vec::new();
    add(document::<Document>(text)?.components.unwrap_or_default(), &mut components);
    Ok(components)
}

fn add(parts: Vec<Part>, components: &mut Vec<Component>) {
    for part in parts {
        let name = match part.group.filter(|group| !group.is_empty()) {
            Some(group) => format!("{group}/{}", part.name),
            None => part.name,
        };
        let license = joined(part.licenses.unwrap_or_default());
        let mut component = Component::new(name, part.version, license);
        component.is_development = part.scope.as_deref() == Some("excluded");
        components.push(component);
        add(part.components.unwrap_or_default(), components);
    }
}

/// All stated licenses apply; if some are marked `concluded`, only those.
fn joined(statements: Vec<Statement>) -> Option<String> {
    let stated: Vec<(String, bool)> = statements
        .into_iter()
        .filter_map(|statement| {
            let inner = statement.license.as_ref().and_then(|license| license.acknowledgement.clone());
            let acknowledgement = statement.acknowledgement.or(inner);
            let license = statement.license.and_then(|license| license.id.or(license.name));
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
