use serde::{Deserialize, Serialize};

use super::LicenseId;
use super::license::Rule;
use super::words::words;
use crate::text::Locator;

words! {
    /// What a limit on use depends on (spec:license-texts#limits), the most decisive first.
    LimitKind {
        /// Only purposes that are not commercial.
        Commerce = "commerce",
        /// Only research, evaluation or education.
        Research = "research",
        /// No use in production.
        Production = "production",
        /// No service that offers the features of the work to others.
        Hosting = "hosting",
        /// No product that competes with that of the licensor.
        Competition = "competition",
        /// Some countries are left out.
        Territory = "territory",
        /// The size of the user.
        Threshold = "threshold",
        /// A use policy that the license contains or names.
        Policy = "policy",
        /// Some fields or purposes are forbidden.
        Field = "field",
    }
}

words! {
    /// Where a limit on use applies.
    LimitExtent {
        /// To every use.
        Everywhere = "everywhere",
        /// Where others receive the work or use it over a network.
        Others = "others",
        /// Where others use the work over a network.
        Service = "service",
        /// Where others receive copies.
        Copies = "copies",
    }
}

words! {
    /// A class of licenses that a text describes without naming them.
    LicenseClass {
        /// Permits copying, changing and sharing, and requires the source of changed versions under the same terms.
        SourceCopyleft = "source-copyleft",
        /// Approved by the Open Source Initiative, or free in the sense of the Free Software Foundation.
        OpenSource = "open-source",
        /// Any license.
        Any = "any",
    }
}

/// A limit that everybody who uses the work has to respect.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UseLimit {
    /// What it depends on.
    pub kind: LimitKind,
    /// Where it applies.
    pub extent: LimitExtent,
    /// Completes the sentence "You may use it …": `only for purposes that are not commercial`.
    pub condition: String,
    /// The words of the license text.
    pub evidence: Option<String>,
    /// Where these words stand in the text.
    pub locator: Option<Locator>,
    /// Index of the triple that points at the node, see [`muniment_rdf::Graph::triples`].
    pub triple: usize,
}

impl UseLimit {
    /// The limit as a sentence about the license with a name.
    #[must_use]
    pub fn sentence(&self, license: &str) -> String {
        match self.condition.strip_prefix("not ") {
            Some(rest) => format!("{license} does not allow use {rest}."),
            None => format!("{license} allows use {}.", self.condition),
        }
    }

    /// The limit as a sentence for its user.
    #[must_use]
    pub fn instruction(&self) -> String {
        match self.condition.strip_prefix("not ") {
            Some(rest) => format!("You may not use it {rest}."),
            None => format!("You may use it {}.", self.condition),
        }
    }
}

/// Other licenses under which everyone who has a copy may take it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Relicensing {
    /// The licenses that the text names.
    pub under: Vec<LicenseId>,
    /// The class of licenses that the text describes.
    pub class: Option<LicenseClass>,
    /// The time after publication from which it is allowed, as an XML Schema duration.
    pub after: Option<String>,
    /// The works for which it is allowed, in the words of the text; `None` for all.
    pub works: Option<String>,
    /// The duties of whoever takes the copy under another license.
    pub duties: Vec<Rule>,
    /// The words of the license text.
    pub evidence: Option<String>,
    /// Where these words stand in the text.
    pub locator: Option<Locator>,
    /// Index of the triple that points at the node, see [`muniment_rdf::Graph::triples`].
    pub triple: usize,
}
