use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::super::Pages;
use super::super::reference::Reference;
use super::parts::{Part, Parted};
use super::words;
use muniment_licenses::model::DefaultRule;
use muniment_licenses::model::terms::odrl;
use muniment_licenses::reason::{
    Conflict, DefaultKind, Grade, Labels, RuleId, Statement, Verdict, Weight, default_reason, rule_sentence,
};

/// A verdict as sentences, most severe first.
#[derive(Debug, Clone, Serialize)]
pub struct VerdictView {
    grade: &'static str,
    heading: &'static str,
    sentence: String,
    /// The target license, if one was given.
    target: Option<Reference>,
    /// The graph.
    graph: Reference,
    findings: Vec<Finding>,
    counts: Counts,
    /// Number of entries not shown.
    left_out: usize,
    /// The applied default rules, by license.
    silences: Vec<Silence>,
}

/// Number of entries of each weight.
#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Counts {
    conflicts: usize,
    restrictions: usize,
    defects: usize,
}

/// The entries of one rule for two licenses, or for one.
#[derive(Debug, Clone, Serialize)]
struct Finding {
    weight: &'static str,
    consequence: &'static str,
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

impl VerdictView {
    /// The heading and its explanation.
    #[must_use]
    pub fn in_brief(&self) -> (&'static str, &str) {
        (self.heading, &self.sentence)
    }
}

/// The key of a finding: weight, rule and both licenses.
type Key<'v> = (Reverse<u8>, RuleId, &'v str, &'v str);

impl Pages<'_> {
    /// The view of a verdict. `target` is the IRI of the target license, which is part of the verdict.
    #[must_use]
    pub fn verdict(&self, verdict: &Verdict<'_>, parts: &[Part<'_>], target: Option<&str>) -> VerdictView {
        let parted = Parted::new(parts);
        let telling = Telling { pages: self, parted: &parted };
        let grade = verdict.grade(target);
        let mut counts = Counts::default();
        let mut found: BTreeMap<Key<'_>, (Weight, Vec<Conflict<'_>>)> = BTreeMap::new();
        for (conflict, weight) in verdict.weighed(target) {
            *counts.of(weight) += 1;
            let [first, second] = [conflict.statement_1, conflict.statement_2].map(|[license, ..]| license);
            let key = (Reverse(gravity(weight)), conflict.rule, first, second);
            found.entry(key).or_insert_with(|| (weight, Vec::new())).1.push(conflict);
        }
        let mut room = MOST_SHOWN;
        let mut findings = Vec::new();
        for ((_, rule, first, second), (weight, conflicts)) in found {
            if room == 0 {
                break;
            }
            let entries: Vec<Entry> =
                conflicts.iter().take(room).map(|conflict| telling.entry(conflict)).collect();
            room -= entries.len();
            findings.push(Finding {
                weight: word(weight),
                consequence: words::consequence(weight),
                rule: rule.name(),
                is_derived: rule.is_derived(),
                sentence: words::finding(rule, weight, [parted.name(first), parted.name(second)]),
                entries,
            });
        }
        let shown: usize = findings.iter().map(|finding| finding.entries.len()).sum();
        VerdictView {
            grade: grade.word(),
            heading: match (target, grade) {
                (None, grade) => words::heading(grade),
                (Some(_), Grade::None) => "The whole can go under it",
                (Some(_), Grade::Restriction) => "The whole can go under it, on conditions",
                (Some(_), Grade::Conflict) => "The whole cannot go under it",
            },
            sentence: words::answer(grade, target.map(|target| parted.name(target))),
            target: target.map(|target| parted.titled(target)),
            graph: self.graph_named(verdict.graph()),
            findings,
            counts,
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

impl Counts {
    fn of(&mut self, weight: Weight) -> &mut usize {
        match weight {
            Weight::Conflict => &mut self.conflicts,
            Weight::Restriction => &mut self.restrictions,
            Weight::Defect => &mut self.defects,
        }
    }
}

/// The order of weights, most severe first.
const fn gravity(weight: Weight) -> u8 {
    match weight {
        Weight::Conflict => 2,
        Weight::Restriction => 1,
        Weight::Defect => 0,
    }
}

const fn word(weight: Weight) -> &'static str {
    match weight {
        Weight::Conflict => "conflict",
        Weight::Restriction => "restriction",
        Weight::Defect => "defect",
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
