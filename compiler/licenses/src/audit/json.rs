use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

use super::fault::InventoryFault;
use super::inventory::KNOWN;

/// Which JSON document a text is, by the members at its top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Probe {
    CycloneDx,
    Spdx,
    CargoMetadata,
    NpmLock,
}

/// The members that identify a format.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Top {
    bom_format: Option<Value>,
    spdx_version: Option<Value>,
    lockfile_version: Option<Value>,
    #[serde(rename = "workspace_members")]
    members: Option<IgnoredAny>,
    #[serde(rename = "@context")]
    context: Option<Value>,
}

impl Probe {
    pub(super) fn of(text: &str) -> Result<Self, InventoryFault> {
        if text.trim_start().starts_with('[') {
            let offset = text.find('[').unwrap_or_default();
            let message = "this is a JSON list, and none of the documents that are read is one";
            return Err(InventoryFault::at(text, offset, message, KNOWN));
        }
        let top: Top = document(text)?;
        if top.bom_format == Some(Value::from("CycloneDX")) {
            return Ok(Self::CycloneDx);
        }
        if let Some(version) = top.spdx_version {
            return match version.as_str().and_then(|version| version.strip_prefix("SPDX-2.")) {
                Some(_) => Ok(Self::Spdx),
                None => Err(InventoryFault::of_all(
                    format!("this is an SPDX document of version {version}"),
                    "export it as SPDX 2.3 JSON",
                )),
            };
        }
        if top.context.is_some_and(|context| context.to_string().contains("spdx.org/rdf/3")) {
            return Err(InventoryFault::of_all("this is an SPDX 3 document", "export it as SPDX 2.3 JSON"));
        }
        if let Some(version) = top.lockfile_version {
            return match version.as_u64() {
                Some(2 | 3) => Ok(Self::NpmLock),
                _ => Err(InventoryFault::of_all(
                    format!("this is a package-lock.json of version {version}, which states no licenses"),
                    "run `npm install --package-lock-only --lockfile-version 3`",
                )),
            };
        }
        if top.members.is_some() {
            return Ok(Self::CargoMetadata);
        }
        Err(InventoryFault::of_all("this JSON document is none that is read", KNOWN))
    }
}

/// A document of a shape; what is in it beside that is passed over.
pub(super) fn document<D: DeserializeOwned>(text: &str) -> Result<D, InventoryFault> {
    serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        let message = said.rsplit_once(" at line ").map_or(said.as_str(), |(message, _)| message);
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
