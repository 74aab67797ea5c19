use std::collections::BTreeMap;

use super::fault::InventoryFault;
use crate::find::LONGEST_EXPRESSION;

/// A license of an SPDX document that states licenses as nodes of a graph.
pub(super) enum LicenseNode {
    /// An identifier or an expression.
    Named(String),
    /// All of the nodes apply.
    All(Vec<String>),
    /// One of the nodes applies.
    Any(Vec<String>),
    /// A node with an exception.
    With(String, String),
    /// A node, or a later version.
    OrLater(String),
}

/// The licenses of a document by the IRIs or labels of their nodes.
#[derive(Default)]
pub(super) struct LicenseNodes(pub(super) BTreeMap<String, LicenseNode>);

/// Maximum depth of sets in sets.
const DEEPEST: usize = 64;

/// Maximum nodes of one expression.
const MOST_NODES: usize = 1000;

impl LicenseNodes {
    /// The expression of a node. A node that the document does not describe is named by its address: the last segment on
    /// the SPDX list, else the whole.
    ///
    /// # Errors
    /// A set contains itself, or the expression is too large.
    pub(super) fn expression(&self, node: &str) -> Result<String, InventoryFault> {
        let mut text = String::new();
        let mut left = MOST_NODES;
        self.write(node, DEEPEST, &mut left, &mut text)?;
        Ok(text)
    }

    fn write(
        &self,
        node: &str,
        depth: usize,
        left: &mut usize,
        text: &mut String,
    ) -> Result<(), InventoryFault> {
        *left = left.saturating_sub(1);
        if depth == 0 || *left == 0 || text.len() > LONGEST_EXPRESSION {
            let message =
                format!("the license `{node}` contains itself, or has more than {MOST_NODES} parts");
            return Err(InventoryFault::of_all(message, "mend the document, or state an expression instead"));
        }
        match self.0.get(node) {
            None => text.push_str(name_of(node)),
            Some(LicenseNode::Named(name)) => text.push_str(name),
            Some(LicenseNode::All(members)) => self.join(members, " AND ", depth, left, text)?,
            Some(LicenseNode::Any(members)) => self.join(members, " OR ", depth, left, text)?,
            Some(LicenseNode::With(license, exception)) => {
                self.write(license, depth - 1, left, text)?;
                text.push_str(" WITH ");
                self.write(exception, depth - 1, left, text)?;
            }
            Some(LicenseNode::OrLater(license)) => {
                self.write(license, depth - 1, left, text)?;
                match text.strip_suffix("-only") {
                    Some(family) => *text = format!("{family}-or-later"),
                    None => text.push('+'),
                }
            }
        }
        Ok(())
    }

    fn join(
        &self,
        members: &[String],
        operator: &str,
        depth: usize,
        left: &mut usize,
        text: &mut String,
    ) -> Result<(), InventoryFault> {
        text.push('(');
        for (place, member) in members.iter().enumerate() {
            if place > 0 {
                text.push_str(operator);
            }
            self.write(member, depth - 1, left, text)?;
        }
        text.push(')');
        Ok(())
    }
}

/// The name of a license or exception that an address stands for.
fn name_of(address: &str) -> &str {
    const OF_SPDX: [&str; 3] = ["http://spdx.org/rdf/", "https://spdx.org/rdf/", "expandedlicensing_"];
    if OF_SPDX.iter().any(|start| address.starts_with(start)) {
        match address.rsplit(['/', '#', '_']).next() {
            Some("noassertion" | "NoAssertion" | "NoAssertionLicense") => return "NOASSERTION",
            Some("none" | "None" | "NoneLicense") => return "NONE",
            _ => {}
        }
    }
    let lists = ["https://spdx.org/licenses/", "http://spdx.org/licenses/"];
    let listed = lists.iter().find_map(|list| address.strip_prefix(list));
    listed.map_or(address, |name| name.trim_end_matches(".html"))
}

/// The name in expressions of a license of the document itself: `LicenseRef-` and the last segment of its address.
pub(super) fn reference(address: &str) -> String {
    let segment = address.rsplit(['/', '#', ':']).next().unwrap_or(address);
    let segment: String = segment
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '.') { c } else { '-' })
        .collect();
    if segment.starts_with("LicenseRef-") { segment } else { format!("LicenseRef-{segment}") }
}
