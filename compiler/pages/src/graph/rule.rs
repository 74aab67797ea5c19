use serde::Serialize;

use crate::Directory;
use crate::reference::Reference;
use muniment_licenses::model::{Day, DefaultRule};
use muniment_licenses::reason::{Labels, rule_sentence};

/// A default rule on a page.
#[derive(Debug, Serialize)]
pub(super) struct RuleView<'a> {
    pub(super) anchor: String,
    pub(super) iri: &'a str,
    pub(super) label: &'a str,
    /// The rule in one sentence.
    pub(super) sentence: String,
    pub(super) act: Reference,
    pub(super) outcome: Reference,
    pub(super) jurisdiction: Reference,
    pub(super) basis: &'a str,
    pub(super) explanation: &'a str,
    pub(super) adopted: bool,
    /// Day and name of the adoption, if recorded.
    pub(super) adopted_on: String,
    pub(super) adopted_by: &'a str,
    pub(super) date: String,
    pub(super) replaces: &'a str,
    /// Whether the base graph does not have it.
    pub(super) is_own: bool,
}

impl<'a> RuleView<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, rule: &'a DefaultRule, is_own: bool) -> Self {
        let day = |day: Option<Day>| day.map(|day| day.to_string()).unwrap_or_default();
        let slug = rule.iri.rsplit(['/', '#']).next().unwrap_or(&rule.iri);
        let labels = Labels::new(&directory.catalog.library.vocabulary.current.content);
        Self {
            anchor: format!("rule-{slug}"),
            iri: &rule.iri,
            label: if rule.label.is_empty() { slug } else { &rule.label },
            sentence: rule_sentence(rule, &labels, &directory.own),
            act: directory.term(&rule.action),
            outcome: directory.term(&rule.outcome),
            jurisdiction: directory.term(&rule.jurisdiction),
            basis: &rule.basis,
            explanation: &rule.explanation,
            adopted: rule.adopted,
            adopted_on: day(rule.date_accepted),
            adopted_by: &rule.contributor,
            date: day(rule.date),
            replaces: rule.replaces.as_deref().unwrap_or_default(),
            is_own,
        }
    }

    #[cfg(test)]
    pub(super) fn sample(adopted: bool) -> Self {
        let term = |text: &str| Reference::plain(text).named("svc:x");
        Self {
            anchor: "rule-x".to_owned(),
            iri: "https://sample.example/dependencygraph/rules/x",
            label: "No <endorsement>",
            sentence: "\"Promote\" is not permitted.".to_owned(),
            act: term("Promote"),
            outcome: term("Not granted by default"),
            jurisdiction: term("Worldwide"),
            basis: "Statute \"9\"",
            explanation: if adopted { "" } else { "Why & when" },
            adopted,
            adopted_on: if adopted { "2026-09-23".to_owned() } else { String::new() },
            adopted_by: if adopted { "Maintainers" } else { "" },
            date: "2026-09-22".to_owned(),
            replaces: if adopted { "" } else { "https://sample.example/dependencygraph/rules/y" },
            is_own: !adopted,
        }
    }
}
