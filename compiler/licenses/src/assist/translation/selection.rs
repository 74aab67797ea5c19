use serde_json::{Map, Value};

use super::rules::{fault, rules};
use super::warnings::Warnings;
use super::{Proposal, TranslatedStatement, Translator, limits};

impl Translator<'_> {
    /// Why a statement cannot be part of a license: its act is unknown or not allowed in its position.
    #[must_use]
    pub fn misplaced(&self, statement: &TranslatedStatement) -> Option<String> {
        fault(&self.terms, statement)
    }

    /// The composer document with a selection of [`Proposal::statements`], given by index. A duty is dropped with its
    /// permission. With all statements it equals the license of the proposal.
    #[must_use]
    pub fn kept(&self, proposal: &Proposal, keeps: impl Fn(usize) -> bool) -> Value {
        let statements: Vec<TranslatedStatement> = proposal
            .statements
            .iter()
            .enumerate()
            .filter(|(place, _)| keeps(*place))
            .map(|(_, statement)| statement.clone())
            .collect();
        // These warnings are not shown: the user knows the selection.
        let mut ignored = Warnings::at_most(limits::PROPOSAL_WARNINGS);
        let mut license = match &proposal.license {
            Value::Object(fields) => fields.clone(),
            _ => Map::new(),
        };
        license.extend(rules(&self.terms, &statements, &mut ignored));
        self.accepted(license, &proposal.title, &mut ignored).0
    }
}
