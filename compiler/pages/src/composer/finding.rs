use serde::Serialize;

use super::super::Page;
use super::{FieldFault, Words};
use muniment_licenses::model::Library;
use muniment_licenses::reason::{Consistency, Inconsistency, Labels, default_reason};

/// The consistency result of a license in the composer (spec:version-1#consistency-result), with its reading.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    is_consistent: bool,
    /// Whether the license states both sides of a conflict, so that it cannot be published.
    is_contradictory: bool,
    conflicts: Vec<FoundConflict>,
    /// Sentences of applied default rules.
    supplied: Vec<String>,
    words: Option<Words>,
}

#[derive(Debug, Clone, Serialize)]
struct FoundConflict {
    reason: String,
    /// The path in the graph between the acts; empty for a direct conflict.
    chain: String,
    is_of_the_text: bool,
    /// Compact names and labels of the acts.
    acts: Vec<(String, String)>,
    #[serde(skip)]
    iris: Vec<String>,
}

impl Finding {
    /// The result.
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
                // The reason ends with the chain, which is a separate field here.
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

    /// Whether the license contradicts itself, so that it cannot be published.
    #[must_use]
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// The conflicts of an act.
    pub(super) fn about(&self, iri: &str) -> Vec<&str> {
        let about = self.conflicts.iter().filter(|conflict| conflict.iris.iter().any(|known| known == iri));
        about.map(|conflict| conflict.reason.as_str()).collect()
    }
}

/// The result that a script shows beside the form.
#[derive(Debug, Serialize)]
pub struct FindingPage<'a> {
    /// The consistency result; `None` if there are faults.
    pub finding: Option<&'a Finding>,
    /// Faults of fields.
    pub faults: &'a [FieldFault],
}

impl Page for FindingPage<'_> {
    const TEMPLATE: &'static str = "partials/finding.html";
}
