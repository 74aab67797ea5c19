use std::collections::BTreeMap;

use serde::Serialize;

use super::super::Pages;
use super::super::reference::Reference;
use super::parts::{Part, Parted};
use super::words;
use muniment_licenses::model::DefaultRule;
use muniment_licenses::model::terms::odrl;
use muniment_licenses::reason::{
    Conflict, DefaultKind, Labels, RuleId, Statement, Verdict, default_reason, rule_sentence,
};

/// A verdict as sentences.
#[derive(Debug, Clone, Serialize)]
pub struct VerdictView {
    /// The graph.
    graph: Reference,
    /// Findings between two licenses, then those within one.
    findings: Vec<Finding>,
    /// Number of entries.
    entries: usize,
    /// Number of entries not shown.
    left_out: usize,
    /// The applied default rules, by license.
    silences: Vec<Silence>,
}

/// The entries of one rule for two licenses, or for one.
#[derive(Debug, Clone, Serialize)]
struct Finding {
    title: &'static str,
    rule: &'static str,
    is_derived: bool,
    sentence: String,
    entries: Vec<Entry>,
}

/// Two conflicting statements.
#[derive(Debug, Clone, Serialize)]
struct Entry {
    first: Stated,
    second: Stated,
    /// The relation in the graph between the acts.
    relation: Option<Relation>,
}

#[derive(Debug, Clone, Serialize)]
struct Relation {
    name: Reference,
    is_stated: bool,
}

/// A statement of a license or of a default rule.
#[derive(Debug, Clone, Serialize)]
struct Stated {
    license: Reference,
    /// `permitted`, `required`, `prohibited`, or `named` if the object is a license.
    value: &'static str,
    object: Reference,
    /// The sentence of the default rule; empty for a statement of the license.
    supplied: String,
}

/// The default rules applied to one license.
#[derive(Debug, Clone, Serialize)]
struct Silence {
    license: Reference,
    acts: Vec<SilentAct>,
}

#[derive(Debug, Clone, Serialize)]
struct SilentAct {
    act: Reference,
    /// `permitted`, `required`, `prohibited`, or `found` for a contradicted rule.
    value: &'static str,
    reason: String,
    is_adopted: bool,
}

/// Maximum entries of a page; the API returns all.
const MOST_SHOWN: usize = 400;

/// The key of a finding: whether it is within one license, rule and both licenses.
type Key<'v> = (bool, RuleId, &'v str, &'v str);

impl Pages<'_> {
    /// The view of a verdict.
    #[must_use]
    pub fn verdict(&self, verdict: &Verdict<'_>, parts: &[Part<'_>]) -> VerdictView {
        let parted = Parted::new(parts);
        let telling = Telling { pages: self, parted: &parted };
        let mut found: BTreeMap<Key<'_>, Vec<Conflict<'_>>> = BTreeMap::new();
        for conflict in verdict.direct().chain(verdict.derived()) {
            let [first, second] = [conflict.statement_1, conflict.statement_2].map(|[license, ..]| license);
            let key = (first == second, conflict.rule, first, second);
            found.entry(key).or_default().push(conflict);
        }
        let mut room = MOST_SHOWN;
        let mut findings = Vec::new();
        for ((is_own, rule, first, second), conflicts) in found {
            if room == 0 {
                break;
            }
            let entries: Vec<Entry> =
                conflicts.iter().take(room).map(|conflict| telling.entry(conflict)).collect();
            room -= entries.len();
            findings.push(Finding {
                title: words::title(rule, is_own),
                rule: rule.name(),
                is_derived: rule.is_derived(),
                sentence: words::finding(rule, is_own, [parted.name(first), parted.name(second)]),
                entries,
            });
        }
        let shown: usize = findings.iter().map(|finding| finding.entries.len()).sum();
        VerdictView {
            graph: self.graph_named(verdict.graph()),
            findings,
            entries: verdict.len(),
            left_out: verdict.len() - shown,
            silences: telling.silences(verdict),
        }
    }

    /// A link to a graph, with the title of a graph of the library.
    fn graph_named(&self, iri: &str) -> Reference {
        let library = self.directory.catalog.library;
        let id = library.graphs.iter().find(|(_, graph)| graph.iri == iri).map(|(id, _)| id);
        id.map_or_else(|| Reference::plain(iri), |id| self.directory.graph(id.as_str()))
    }
}

struct Telling<'t, 'c> {
    pages: &'t Pages<'c>,
    parted: &'t Parted<'t>,
}

impl Telling<'_, '_> {
    fn labels(&self) -> Labels<'_> {
        Labels::new(&self.pages.directory.catalog.library.vocabulary.current.content)
    }

    fn entry(&self, conflict: &Conflict<'_>) -> Entry {
        Entry {
            first: self.stated(conflict.statement_1, conflict.supplied_1),
            second: self.stated(conflict.statement_2, conflict.supplied_2),
            relation: conflict.link.map(|link| Relation {
                name: self.pages.directory.term(link.relation),
                is_stated: link.is_stated,
            }),
        }
    }

    fn stated(&self, [license, predicate, object]: Statement<'_>, supplied: Option<&DefaultRule>) -> Stated {
        let value = value(predicate);
        let object =
            if value == "named" { self.parted.brief(object) } else { self.pages.directory.term(object) };
        let own = &self.pages.directory.own;
        let supplied = supplied.map(|rule| rule_sentence(rule, &self.labels(), own)).unwrap_or_default();
        Stated { license: self.parted.brief(license), value, object, supplied }
    }

    fn silences(&self, verdict: &Verdict<'_>) -> Vec<Silence> {
        let labels = self.labels();
        let mut silences: Vec<(&str, Vec<SilentAct>)> = Vec::new();
        for applied in verdict.defaults() {
            let act = SilentAct {
                act: self.pages.directory.term(&applied.rule.action),
                value: match applied.kind {
                    DefaultKind::Supplied(position) => position.verdict(),
                    DefaultKind::Finding => "found",
                },
                reason: default_reason(&applied, &labels),
                is_adopted: applied.rule.adopted,
            };
            match silences.last_mut() {
                Some((license, acts)) if *license == applied.license => acts.push(act),
                _ => silences.push((applied.license, vec![act])),
            }
        }
        let silence = |(license, acts)| Silence { license: self.parted.titled(license), acts };
        silences.into_iter().map(silence).collect()
    }
}

/// The word for a predicate.
fn value(predicate: &str) -> &'static str {
    match predicate {
        odrl::PERMISSION => "permitted",
        odrl::PROHIBITION => "prohibited",
        odrl::DUTY => "required",
        _ => "named",
    }
}
