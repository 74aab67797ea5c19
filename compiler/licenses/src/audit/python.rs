use serde::Deserialize;

use super::bounded::list;
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{CLASSIFIER, Component, Inventory, is_stated};
use super::json::document;

#[derive(Deserialize)]
struct Document {
    /// Of `pip install --report`.
    #[serde(default, deserialize_with = "list")]
    install: Vec<Distribution>,
    /// Of `pip inspect`.
    #[serde(default, deserialize_with = "list")]
    installed: Vec<Distribution>,
}

#[derive(Deserialize)]
struct Distribution {
    metadata: Metadata,
}

/// Core metadata in JSON (PEP 566).
#[derive(Deserialize)]
struct Metadata {
    name: String,
    version: Option<String>,
    license_expression: Option<String>,
    license: Option<String>,
    #[serde(default, deserialize_with = "list")]
    classifier: Vec<String>,
}

pub(super) const FORM: Form = Form { sign: Sign::Json(|top| top.has("pip_version")), read };

/// The distributions of `pip install --report` or of `pip inspect`.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let Document { install, installed } = document(text)?;
    let distributions = install.into_iter().chain(installed);
    let components = distributions.map(|Distribution { metadata }| {
        let licenses = metadata.licenses();
        Component::new(metadata.name, metadata.version, licenses)
    });
    Ok(Inventory::new(InventoryFormat::Pip, components.collect()))
}

/// Bytes of a `License` field above which it is a text, not a name.
const LONGEST_NAME: usize = 200;

impl Metadata {
    /// The expression (PEP 639), else the `License` field unless it is a whole text, and the classifiers.
    fn licenses(&self) -> Vec<String> {
        if let Some(expression) = self.license_expression.as_ref().filter(|text| is_stated(text)) {
            return vec![expression.clone()];
        }
        let is_name = |text: &&String| {
            !text.trim().contains('\n') && text.len() <= LONGEST_NAME && !text.eq_ignore_ascii_case("UNKNOWN")
        };
        let classifiers = self.classifier.iter().filter(|text| text.starts_with(CLASSIFIER));
        self.license.iter().filter(is_name).chain(classifiers).cloned().collect()
    }
}
