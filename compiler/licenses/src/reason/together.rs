use crate::model::DefaultRule;

use super::acts::{Act, ActSet};
use super::bundle::Bundle;
use super::entry::Predicate;
use super::holdings::Holdings;

/// The statements of the licenses of a bundle about one act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActTogether<'b> {
    /// IRI of the act.
    pub act: &'b str,
    /// Licenses that permit it.
    pub permitted: Vec<Held<'b>>,
    /// Licenses that prohibit it.
    pub prohibited: Vec<Held<'b>>,
    /// Licenses that require it, license-wide or as a condition.
    pub required: Vec<Held<'b>>,
    /// Licenses that neither permit nor prohibit it.
    pub silent: Vec<&'b str>,
}

/// A license with a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held<'b> {
    /// The license.
    pub license: &'b str,
    /// The default rule that supplied the statement; `None` if the license states it.
    pub supplied: Option<&'b DefaultRule>,
}

/// Whether an act is permitted for a work that combines several licenses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leave {
    /// Every license permits it.
    Permitted,
    /// Some permit it, none prohibits it, some state nothing.
    Unsettled,
    /// At least one prohibits it.
    Prohibited,
    /// No license permits or prohibits it.
    Unspoken,
}

impl ActTogether<'_> {
    /// Whether the act is permitted for the combined work.
    #[must_use]
    pub fn leave(&self) -> Leave {
        match (self.prohibited.is_empty(), self.permitted.is_empty(), self.silent.is_empty()) {
            (false, ..) => Leave::Prohibited,
            (true, true, _) => Leave::Unspoken,
            (true, false, true) => Leave::Permitted,
            (true, false, false) => Leave::Unsettled,
        }
    }
}

impl Bundle<'_> {
    /// All acts in the statements of the licenses, sorted by IRI. Statements from default rules count and are marked.
    #[must_use]
    pub fn together(&self) -> Vec<ActTogether<'_>> {
        let mut acts = ActSet::default();
        for holdings in &self.holdings {
            for set in [&holdings.permits, &holdings.prohibits, &holdings.requires] {
                acts.extend(set);
            }
        }
        acts.iter().map(|act| self.about(act)).collect()
    }

    fn about(&self, act: Act) -> ActTogether<'_> {
        let licenses = || self.names.iter().zip(&self.holdings);
        let held = |set: for<'h> fn(&'h Holdings<'_>) -> &'h ActSet, predicate| {
            let holding = licenses().filter(|(_, holdings)| set(holdings).contains(act));
            holding
                .map(|(license, holdings)| {
                    let rule = holdings.supplied_by(predicate, act);
                    Held { license, supplied: rule.and_then(|rule| Some(&self.theory.rules.get(rule)?.rule)) }
                })
                .collect()
        };
        let is_silent =
            |holdings: &Holdings<'_>| !holdings.permits.contains(act) && !holdings.prohibits.contains(act);
        ActTogether {
            act: self.theory.acts.iri(act),
            permitted: held(|holdings| &holdings.permits, Predicate::Permission),
            prohibited: held(|holdings| &holdings.prohibits, Predicate::Prohibition),
            required: held(|holdings| &holdings.requires, Predicate::Duty),
            silent: licenses()
                .filter(|(_, holdings)| is_silent(holdings))
                .map(|(license, _)| *license)
                .collect(),
        }
    }
}
