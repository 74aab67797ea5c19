use serde_json::{Map, Value};

use super::rules::{fault, rules};
use super::warnings::Warnings;
use super::{Proposal, TranslatedStatement, Translator, limits};

impl Translator<'_> {
    /// Why a statement has no place in a license, whoever keeps it: its act is unknown, or stands where it cannot.
    #[must_use]
    pub fn misplaced(&self, statement: &TranslatedStatement) -> Option<String> {
        fault(&self.terms, statement)
    }

    /// The composer document of a proposal of which a person keeps some statements, told by their places in
    /// [`Proposal::statements`]. A duty goes with the permission that it hangs on. Where all are kept it is the license
    /// of the proposal.
    #[must_use]
    pub fn kept(&self, proposal: &Proposal, keeps: impl Fn(usize) -> bool) -> Value {
        let statements: Vec<TranslatedStatement> = proposal
            .statements
            .iter()
            .enumerate()
            .filter(|(place, _)| keeps(*place))
            .map(|(_, statement)| statement.clone())
            .collect();
        // The proposal has said what is left out of it, and the person knows what else is.
        let mut unsaid = Warnings::at_most(limits::PROPOSAL_WARNINGS);
        let mut license = match &proposal.license {
            Value::Object(fields) => fields.clone(),
            _ => Map::new(),
        };
        license.extend(rules(&self.terms, &statements, &mut unsaid));
        self.accepted(license, &proposal.title, &mut unsaid).0
    }
}
