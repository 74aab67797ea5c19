use serde::Serialize;

use super::super::Page;
use super::acts::act_anchor;
use super::{FieldFault, Words};
use muniment_licenses::model::terms::odrl;
use muniment_licenses::model::{Library, License};
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
    unstated: Vec<Unstated>,
    words: Words,
}

/// An act without which nobody can use a work, of which the license says nothing.
#[derive(Debug, Clone, Serialize)]
pub struct Unstated {
    /// What nobody may do with the work.
    verb: &'static str,
    label: String,
    /// The fragment of the act on the page.
    anchor: String,
}

impl Unstated {
    /// Those of a license: silence is no permission.
    #[must_use]
    pub fn of(license: &License, library: &Library) -> Vec<Self> {
        let labels = Labels::new(&library.vocabulary.current.content);
        let prefixes = library.site.all_prefixes();
        [("copy", odrl::REPRODUCE), ("share", odrl::DISTRIBUTE)]
            .into_iter()
            .filter(|(_, act)| !license.permits(act) && !license.prohibits(act))
            .map(|(verb, act)| Self {
                verb,
                label: labels.label(act),
                anchor: act_anchor(&prefixes.compact(act)),
            })
            .collect()
    }
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
    pub fn of(found: &Consistency<'_>, library: &Library, words: Words, unstated: Vec<Unstated>) -> Self {
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
            unstated,
            words,
        }
    }

    /// Whether nobody may copy or share the work because the license does not speak of it.
    #[must_use]
    pub fn leaves_use_open(&self) -> bool {
        !self.unstated.is_empty()
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
