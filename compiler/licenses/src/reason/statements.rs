use std::collections::BTreeSet;

use crate::model::OwnTerms;
use crate::model::terms::odrl;
use muniment_rdf::Graph;

/// The property between a license and a rule node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `odrl:permission`
    Permission,
    /// `odrl:prohibition`
    Prohibition,
    /// `odrl:duty`
    Duty,
    /// `odrl:obligation`
    Obligation,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Permission, Self::Prohibition, Self::Duty, Self::Obligation];

    /// The IRI of the property.
    #[must_use]
    pub const fn property(self) -> &'static str {
        match self {
            Self::Permission => odrl::PERMISSION,
            Self::Prohibition => odrl::PROHIBITION,
            Self::Duty => odrl::DUTY,
            Self::Obligation => odrl::OBLIGATION,
        }
    }
}

/// The statements of a license as sets of IRIs: with its [`Profile`](super::Profile), all input of the reasoner.
///
/// Nodes of one kind and act are merged with their duties. A node with two acts is two statements, one without an act
/// is none. Duties count one level deep. Acts need not be in the vocabulary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statements {
    /// `says(L, kind, act)`: license-wide statements.
    pub says: BTreeSet<(Kind, String)>,
    /// `hangs(L, kind, act, duty)`: duties on such a statement.
    pub hangs: BTreeSet<(Kind, String, String)>,
    /// `names(L, X)`: licenses it names with `svc:compatibleWith`.
    pub names: BTreeSet<String>,
}

impl Statements {
    /// Reads the statements of a license from its graph.
    #[must_use]
    pub fn read(graph: &Graph, iri: &str, terms: &OwnTerms) -> Self {
        let license = graph.named(iri);
        let mut statements = Self::default();
        statements.names.extend(license.iris(&terms.compatible_with).map(str::to_owned));
        for kind in Kind::ALL {
            for (_, node) in license.nodes(kind.property()) {
                let duties: BTreeSet<&str> =
                    node.nodes(odrl::DUTY).flat_map(|(_, duty)| duty.iris(odrl::ACTION)).collect();
                for act in node.iris(odrl::ACTION) {
                    let hanging = duties.iter().map(|duty| (kind, act.to_owned(), (*duty).to_owned()));
                    statements.hangs.extend(hanging);
                    statements.says.insert((kind, act.to_owned()));
                }
            }
        }
        statements
    }

    /// Every act in the statements, with duplicates.
    pub fn acts(&self) -> impl Iterator<Item = &str> {
        let said = self.says.iter().map(|(_, act)| act);
        said.chain(self.hangs.iter().flat_map(|(_, act, duty)| [act, duty])).map(String::as_str)
    }
}
