use serde::de::DeserializeOwned;

use super::bounded::{SPLIT, TooManyElements};
use super::fault::InventoryFault;

/// A document of a shape. Other members are ignored, and depth, nodes and aliases are bounded.
///
/// `what` names the document in messages, `before` is the number of lines before it, and `remedy` tells how to mend it.
pub(super) fn document<D: DeserializeOwned>(
    text: &str,
    before: usize,
    what: &str,
    remedy: &str,
) -> Result<D, InventoryFault> {
    serde_saphyr::from_str(text).map_err(|error| {
        let error = error.without_snippet();
        let (line, column) = error.location().map_or((1, 1), |it| (it.line() as usize, it.column() as usize));
        let line = line.max(1) + before;
        let said = error.to_string();
        if said.contains(&TooManyElements.to_string()) {
            return InventoryFault { line, column: column.max(1), ..TooManyElements.into() };
        }
        let remedy = if matches!(error, serde_saphyr::Error::Budget { .. }) { SPLIT } else { remedy };
        let message = said.split(" at line ").next().unwrap_or_default();
        InventoryFault {
            line,
            column: column.max(1),
            message: format!("{what} is no YAML that can be read: {message}"),
            remedy: remedy.to_owned(),
        }
    })
}
