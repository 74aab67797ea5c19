use serde::Serialize;

use super::super::Page;
use super::{FieldFault, Words};
use muniment_licenses::model::Library;
use muniment_licenses::reason::{Consistency, Inconsistency, Labels, default_reason};

/// What a license that is being composed says against itself, as programs are answered it
/// (spec:version-1#consistency-result), and in words.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    is_consistent: bool,
    /// Whether the license makes both statements of a conflict itself, so that it is not published.
    is_contradictory: bool,
    conflicts: Vec<FoundConflict>,
    /// What default rules say of acts the license is silent about.
    supplied: Vec<String>,
    words: Option<Words>,
}

#[derive(Debug, Clone, Serialize)]
struct FoundConflict {
    reason: String,
    /// How the graph leads from the one act to the other; empty for a direct conflict.
    chain: String,
    is_of_the_text: bool,
    /// Compact names of the acts it is between, with their labels.
    acts: Vec<(String, String)>,
    #[serde(skip)]
    iris: Vec<String>,
}

impl Finding {
    /// What was found.
    #[must_use]
    pub fn of(found: &Consistency<'_>, library: &Library, words: Option<Words>) -> Self {
        let labels = Labels::new(&library.vocabulary.current.content);
        let prefixes = library.site.all_prefixes();
        let conflicts = found.conflicts(&labels);
        let entry = |conflict: &Inconsistency<'_>| {
            let mut acts = vec![(conflict.action_1, conflict.label_1.clone())];
            if !conflict.action_2.is_empty() && conflict.action_2 != conflict.action_1 {
                acts.push((conflict.action_2, conflict.label_2.clone()));
            }
            FoundConflict {
                // A reason ends with its chain, which stands by itself here.
                reason: conflict
                    .reason
                    .strip_suffix(&conflict.chain)
                    .unwrap_or(&conflict.reason)
                    .trim()
                    .to_owned(),
                chain: conflict.chain.clone(),
                is_of_the_text: conflict.is_of_the_text(),
                iris: acts.iter().map(|(iri, _)| (*iri).to_owned()).collect(),
                acts: acts.into_iter().map(|(iri, label)| (prefixes.compact(iri), label)).collect(),
            }
        };
        Self {
            is_consistent: found.is_consistent(),
            is_contradictory: conflicts.iter().any(Inconsistency::is_of_the_text),
            conflicts: conflicts.iter().map(entry).collect(),
            supplied: found
                .defaults(&labels)
                .into_iter()
                .map(|applied| default_reason(&applied, &labels))
                .collect(),
            words,
        }
    }

    /// Whether the license contradicts itself, and cannot be published as it is.
    #[must_use]
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// Why an act does not hold together with the rest of the license.
    pub(super) fn about(&self, iri: &str) -> Vec<&str> {
        let about = self.conflicts.iter().filter(|conflict| conflict.iris.iter().any(|known| known == iri));
        about.map(|conflict| conflict.reason.as_str()).collect()
    }
}

/// What a script shows beside the form while somebody types.
#[derive(Debug, Serialize)]
pub struct FindingPage<'a> {
    /// What the license says against itself; nothing while it has faults.
    pub finding: Option<&'a Finding>,
    /// What is wrong with the fields.
    pub faults: &'a [FieldFault],
}

impl Page for FindingPage<'_> {
    const TEMPLATE: &'static str = "partials/finding.html";
}
