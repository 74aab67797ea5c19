use super::bounded::count;
use super::fault::InventoryFault;
use super::formats::{InventoryFormat, KNOWN};
use super::inventory::{Component, Inventory, is_stated};
use crate::find::Expressions;

/// Reads a list of SPDX expressions, one a line: `expression`, or `name: expression`. Lines that begin with `#` are
/// comments.
///
/// A line that is not an expression is reported as a fault. A text without any expression is an error.
pub(super) fn read(text: &str, expressions: &Expressions<'_>) -> Result<Inventory, InventoryFault> {
    if let Some(offset) = text.find(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        return Err(InventoryFault::at(text, offset, "there is a control character", KNOWN));
    }
    let (mut components, mut faults) = (Vec::new(), Vec::new());
    for (number, line) in (1_usize..).zip(text.split_inclusive('\n')) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let (name, expression) = match line.split_once(": ") {
            Some((name, expression)) => (name.trim().to_owned(), expression),
            None => (format!("line {number}"), line),
        };
        if is_stated(expression)
            && let Err(error) = expressions.parse(expression)
        {
            let blank = expression.len() - expression.trim_start().len();
            let place = (line.len() - expression.len()) + blank + error.offset;
            let remedy = "write one SPDX expression a line, or `name: expression`";
            count()?;
            // To find the place in the whole text would take a time that grows with the square of the faults.
            let fault = InventoryFault::at(line, place, error.to_string(), remedy);
            faults.push(InventoryFault { line: number, ..fault });
            continue;
        }
        count()?;
        components.push(Component::new(name, None, Some(expression.to_owned())));
    }
    if components.is_empty() {
        let first = faults.into_iter().next();
        return Err(first.unwrap_or_else(|| InventoryFault::of_all("the file lists nothing", KNOWN)));
    }
    Ok(Inventory { unreadable: faults, ..Inventory::new(InventoryFormat::Expressions, components) })
}
