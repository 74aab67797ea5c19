//! The nodes of a record.

use super::context::Record;
use muniment_licenses::model::terms::odrl;
use muniment_licenses::model::{OwnTerms, Position, Role};
use muniment_rdf::{NodeView, Term};

/// A node of a record with its statements.
pub(super) struct Node<'c> {
    pub(super) role: Role,
    /// The triple with the node as object; `None` for the record.
    pub(super) pointer: Option<usize>,
    pub(super) view: NodeView<'c>,
}

/// The record and its nodes with a role, in reading order.
pub(super) fn nodes<'c>(record: &Record<'c>) -> Vec<Node<'c>> {
    let mut nodes = vec![Node { role: Role::Record, pointer: None, view: record.node() }];
    let (mut next, terms) = (0, &record.context.terms);
    while let Some(node) = nodes.get(next) {
        let role = node.role;
        let inner = node.view.statements().filter_map(|(index, predicate, object)| match object {
            Term::BlankNode(label) => {
                let view = record.graph().node(label.as_ref().into());
                Some(Node { role: role_of(role, predicate, terms)?, pointer: Some(index), view })
            }
            _ => None,
        });
        nodes.extend(inner.collect::<Vec<_>>());
        next += 1;
    }
    nodes
}

/// The role of the object of a property of a node.
fn role_of(from: Role, predicate: &str, terms: &OwnTerms) -> Option<Role> {
    match (from, predicate) {
        (Role::Record, odrl::TARGET) => Some(Role::Target),
        (Role::Record, limit) if limit == terms.use_limit => Some(Role::UseLimit),
        (Role::Record, way) if way == terms.relicensing => Some(Role::Relicensing),
        (Role::Record, _) => {
            Position::ALL.into_iter().find(|position| position.property() == predicate).map(Role::Rule)
        }
        (Role::Rule(Position::Permission | Position::Prohibition) | Role::Relicensing, odrl::DUTY) => {
            Some(Role::HangingDuty)
        }
        _ => None,
    }
}
