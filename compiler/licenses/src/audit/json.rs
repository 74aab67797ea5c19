use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::bounded::{Mentions, TooManyElements};
use super::fault::InventoryFault;
use super::inventory::KNOWN;

/// Which JSON document a text is, by the members at its top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Probe {
    CycloneDx,
    Spdx,
    Spdx3,
    CargoMetadata,
    NpmLock,
    Pip,
    Croissant,
}

/// The members that identify a format.
#[derive(Deserialize)]
struct Top {
    #[serde(rename = "bomFormat")]
    bom_format: Option<Mentions>,
    #[serde(rename = "spdxVersion")]
    spdx_version: Option<Mentions>,
    #[serde(rename = "lockfileVersion")]
    lockfile_version: Option<IgnoredAny>,
    workspace_members: Option<IgnoredAny>,
    pip_version: Option<IgnoredAny>,
    #[serde(rename = "@context")]
    context: Option<Mentions>,
    #[serde(rename = "conformsTo", alias = "dct:conformsTo")]
    conforms_to: Option<Mentions>,
}

impl Probe {
    pub(super) fn of(text: &str) -> Result<Self, InventoryFault> {
        if text.trim_start().starts_with('[') {
            let offset = text.find('[').unwrap_or_default();
            let message = "this is a JSON list, and none of the documents that are read is one";
            return Err(InventoryFault::at(text, offset, message, KNOWN));
        }
        let top: Top = document(text)?;
        let states = |value: &Option<Mentions>, part| value.as_ref().is_some_and(|it| it.0.contains(part));
        if states(&top.bom_format, "CycloneDX") {
            return Ok(Self::CycloneDx);
        }
        if let Some(Mentions(version)) = &top.spdx_version {
            return match version.starts_with("SPDX-2.") {
                true => Ok(Self::Spdx),
                false => Err(InventoryFault::of_all(
                    format!("this is an SPDX document of version {}", version.trim_end()),
                    "export it as SPDX 2.3, or as SPDX 3 in JSON-LD",
                )),
            };
        }
        let found = if states(&top.context, "spdx.org/rdf/3") {
            Self::Spdx3
        } else if states(&top.conforms_to, "mlcommons.org/croissant") {
            Self::Croissant
        } else if top.lockfile_version.is_some() {
            Self::NpmLock
        } else if top.workspace_members.is_some() {
            Self::CargoMetadata
        } else if top.pip_version.is_some() {
            Self::Pip
        } else {
            return Err(InventoryFault::of_all("this JSON document has none of the known formats", KNOWN));
        };
        Ok(found)
    }
}

/// A document of a shape. Other members are ignored.
pub(super) fn document<D: DeserializeOwned>(text: &str) -> Result<D, InventoryFault> {
    serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        let message = said.rsplit_once(" at line ").map_or(said.as_str(), |(message, _)| message);
        if message == TooManyElements.to_string() {
            return InventoryFault { line: error.line(), column: error.column(), ..TooManyElements.into() };
        }
        let (what, remedy) = if error.is_data() {
            ("the document is not of the shape it should have", "mend it there, or export it anew")
        } else {
            ("this is no JSON", "mend it there, or export it anew: the file may be cut")
        };
        InventoryFault {
            line: error.line().max(1),
            column: error.column().max(1),
            message: format!("{what}: {message}"),
            remedy: remedy.to_owned(),
        }
    })
}
