use super::fault::InventoryFault;
use super::formats::{Form, Sign};
use super::inventory::Inventory;
use super::spdx_document::{Document, is_tag_value};
use super::yaml::document;

pub(super) const FORM: Form = Form { sign: Sign::Text(is_yaml), read };

/// Whether a text states an SPDX version as a member at the top of a YAML document: tools sort members, so any line may.
pub(super) fn is_yaml(text: &str) -> bool {
    if is_tag_value(text) {
        return false;
    }
    let text = text.strip_prefix("---").unwrap_or(text);
    let document = text.split("\n---").next().unwrap_or_default();
    document.lines().any(|line| {
        let names = ["spdxVersion", "\"spdxVersion\"", "'spdxVersion'"];
        let rest = names.iter().find_map(|name| line.strip_prefix(name)).unwrap_or_default();
        let value = rest.trim_start().strip_prefix(':').unwrap_or_default();
        value.trim_start().trim_start_matches(['"', '\'']).starts_with("SPDX-")
    })
}

/// The packages and files of an SPDX 2 document in YAML, which has the members of the form in JSON.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let remedy = "mend it there, or export the document anew, also as JSON";
    document::<Document>(text, 0, "this SPDX document", remedy)?.of_version_2()
}
