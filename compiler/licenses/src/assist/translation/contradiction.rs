use serde::{Deserialize, Serialize};

use super::Translator;
use crate::compose::{ComposerDocument, Imprint};
use crate::model::{Day, GraphId, Library};
use crate::reason::{Inconsistency, Labels, Reasoner, consistency};

/// A contradiction in a proposed license, which composing would refuse (spec:version-1#answer-objects, compose
/// answer).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// `direct` or `derived`.
    pub kind: String,
    /// IRI of the first act.
    pub action_1: String,
    /// IRI of the second act; may be empty.
    pub action_2: String,
    /// Label of the first act.
    pub label_1: String,
    /// Label of the second act; may be empty.
    pub label_2: String,
    /// Explanation.
    pub reason: String,
}

/// A placeholder identifier.
const UNNAMED: &str = "proposal";

impl Translator<'_> {
    /// The contradictions under the default graph, without those from default rules.
    pub(super) fn contradictions(
        &self,
        document: &ComposerDocument,
        reasoner: &Reasoner,
    ) -> Vec<Contradiction> {
        let library = self.terms.library;
        let graph = Library::DEFAULT_GRAPH.parse::<GraphId>().ok();
        let theory = graph.and_then(|graph| reasoner.theory(&library.site.graph_iri(&graph)));
        // No rule reads the day.
        let (Some(theory), Ok(day)) = (theory, "1970-01-01".parse::<Day>()) else { return Vec::new() };
        let iri = format!("{}{UNNAMED}", library.site.license_base());
        let profile = format!("{}{UNNAMED}", library.site.user_base());
        let graph = self.composer.to_graph(document, &Imprint::draft(&iri, &profile, day));
        let facts = reasoner.read_license(&iri, &graph);
        let Ok(found) = consistency(theory, &facts, || false) else { return Vec::new() };
        let labels = Labels::new(&library.vocabulary.current.content);
        let conflicts = found.conflicts(&labels).into_iter().filter(Inconsistency::is_of_the_text);
        conflicts
            .map(|conflict| Contradiction {
                kind: if conflict.rule.is_derived() { "derived" } else { "direct" }.to_owned(),
                action_1: conflict.action_1.to_owned(),
                action_2: conflict.action_2.to_owned(),
                label_1: conflict.label_1,
                label_2: conflict.label_2,
                reason: conflict.reason,
            })
            .collect()
    }
}
