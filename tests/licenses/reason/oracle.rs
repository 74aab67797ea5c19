//! A second reasoner, written straight from the rules and without a thought for speed: sets of strings,
//! relations closed by trying every rule until nothing is new, every license against every other.

use std::collections::{BTreeMap, BTreeSet};

use muniment_licenses::model::{DefaultRule, DependencyGraph, OwnTerms};
use muniment_licenses::reason::{Kind, Profile, Statements, Verdict};

/// A license of a question.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) iri: String,
    pub(crate) statements: Statements,
    pub(crate) profile: Option<Profile>,
}

/// Rule, first statement, second statement, relation and whether it is stated, rules that supplied the sides.
/// In the order of answers.
pub(crate) type Line = (&'static str, [String; 3], [String; 3], Option<(String, bool)>, [String; 2]);

/// License, kind, act and rule.
pub(crate) type Applied = (String, &'static str, String, String);

type Pairs = BTreeSet<(String, String)>;

const SHARE_ALIKE: &str = "http://creativecommons.org/ns#ShareAlike";
const PERMISSION: &str = "http://www.w3.org/ns/odrl/2/permission";
const PROHIBITION: &str = "http://www.w3.org/ns/odrl/2/prohibition";
const DUTY: &str = "http://www.w3.org/ns/odrl/2/duty";
const DERIVE: &str = "http://www.w3.org/ns/odrl/2/derive";
const SAME_AS: &str = "http://www.w3.org/2002/07/owl#sameAs";
const INCLUDED_IN: &str = "http://www.w3.org/ns/odrl/2/includedIn";
const IMPLIES: &str = "http://www.w3.org/ns/odrl/2/implies";

/// Adds what a rule yields until it yields nothing new.
fn fixpoint(mut pairs: Pairs, rule: impl Fn(&Pairs) -> Pairs) -> Pairs {
    loop {
        let before = pairs.len();
        let more = rule(&pairs);
        pairs.extend(more);
        if pairs.len() == before {
            return pairs;
        }
    }
}

fn joined(first: &Pairs, second: &Pairs) -> Pairs {
    let mut pairs = Pairs::new();
    for (a, b) in first {
        for (c, d) in second {
            if b == c {
                pairs.insert((a.clone(), d.clone()));
            }
        }
    }
    pairs
}

/// The relations of a graph, closed.
struct Closed {
    alias: Pairs,
    within: Pairs,
    entails: Pairs,
    commits: Pairs,
    clash: Pairs,
}

fn axioms(graph: &DependencyGraph, relation: &str) -> Pairs {
    let of_it = graph.axioms.iter().filter(|axiom| axiom.predicate == relation);
    of_it.map(|axiom| (axiom.subject.clone(), axiom.object.clone())).collect()
}

impl Closed {
    fn new(graph: &DependencyGraph, terms: &OwnTerms) -> Self {
        let alias = fixpoint(axioms(graph, SAME_AS), |alias| {
            let mut more = joined(alias, alias);
            more.extend(alias.iter().map(|(a, b)| (b.clone(), a.clone())));
            more
        });
        let swapped = |pairs: &Pairs| {
            let mut more = joined(&alias, pairs);
            more.extend(joined(pairs, &alias));
            more
        };
        let closed = |pairs: Pairs| {
            fixpoint(pairs, |pairs| {
                let mut more = swapped(pairs);
                more.extend(joined(pairs, pairs));
                more
            })
        };
        let within = closed(axioms(graph, INCLUDED_IN));
        let entails = closed(axioms(graph, IMPLIES));
        Self {
            commits: joined(&entails, &within),
            clash: fixpoint(axioms(graph, &terms.contradicts), swapped),
            alias,
            within,
            entails,
        }
    }
}

/// What holds of a license.
struct Holding<'a> {
    asked: &'a Asked,
    /// Kind (permission, prohibition, duty) and act, with the rules that supplied it.
    holds: BTreeMap<(&'static str, String), BTreeSet<String>>,
}

impl Holding<'_> {
    fn says(&self, kind: Kind, act: &str) -> bool {
        self.asked.statements.says.contains(&(kind, act.to_owned()))
    }

    fn hangs(&self, kind: Kind, act: &str, duty: &str) -> bool {
        self.asked.statements.hangs.contains(&(kind, act.to_owned(), duty.to_owned()))
    }

    fn all(&self, kind: &str) -> Vec<&String> {
        self.holds.keys().filter(|(k, _)| *k == kind).map(|(_, act)| act).collect()
    }

    fn clause(&self, terms: &OwnTerms) -> bool {
        self.hangs(Kind::Permission, &terms.change_license, &terms.compliant_license)
    }

    fn binds(&self, terms: &OwnTerms) -> bool {
        self.says(Kind::Duty, SHARE_ALIKE)
            || (self.hangs(Kind::Permission, DERIVE, SHARE_ALIKE)
                && self.says(Kind::Prohibition, &terms.change_license))
    }
}

fn text(asked: &Asked) -> BTreeSet<(&'static str, String)> {
    let mut stated = BTreeSet::new();
    for (kind, act) in &asked.statements.says {
        let kind = match kind {
            Kind::Permission => PERMISSION,
            Kind::Prohibition => PROHIBITION,
            Kind::Duty | Kind::Obligation => DUTY,
        };
        stated.insert((kind, act.clone()));
    }
    stated.extend(asked.statements.hangs.iter().map(|(_, _, duty)| (DUTY, duty.clone())));
    stated
}

fn speaks_about(asked: &Asked, act: &String, closed: &Closed) -> bool {
    let related = |pairs: &Pairs, a: &String, b: &String| pairs.contains(&(a.clone(), b.clone()));
    text(asked).iter().any(|(kind, x)| {
        x == act
            || related(&closed.alias, x, act)
            || (*kind == PERMISSION && related(&closed.entails, x, act))
            || (*kind == PROHIBITION && related(&closed.within, act, x))
    })
}

/// Answers a question: conflicts in order, and what default rules did.
pub(crate) fn answer(
    asked: &[Asked],
    profiles: &BTreeMap<String, Profile>,
    graph: &DependencyGraph,
    terms: &OwnTerms,
) -> (Vec<Line>, Vec<Applied>) {
    let closed = Closed::new(graph, terms);
    let mut applied = BTreeSet::new();
    let mut holdings = Vec::new();
    let mut licenses: Vec<&Asked> = asked.iter().collect();
    licenses.sort_by_key(|asked| &asked.iri);
    licenses.dedup_by_key(|asked| &asked.iri);
    for asked in licenses {
        let mut holds: BTreeMap<(&'static str, String), BTreeSet<String>> =
            text(asked).into_iter().map(|statement| (statement, BTreeSet::new())).collect();
        for rule in &graph.rules {
            let DefaultRule { action, outcome, .. } = rule;
            let supplied = if *outcome == terms.granted_by_default {
                ("permission", PERMISSION)
            } else if *outcome == terms.not_granted_by_default {
                ("prohibition", PROHIBITION)
            } else if *outcome == terms.required_by_default {
                ("duty", DUTY)
            } else {
                let is_granted = graph
                    .rules
                    .iter()
                    .any(|other| other.action == *action && other.outcome == terms.granted_by_default);
                let contrary = if is_granted { Kind::Prohibition } else { Kind::Permission };
                if asked.statements.says.contains(&(contrary, action.clone())) {
                    applied.insert((asked.iri.clone(), "finding", action.clone(), rule.iri.clone()));
                }
                continue;
            };
            if !speaks_about(asked, action, &closed) {
                holds.entry((supplied.1, action.clone())).or_default().insert(rule.iri.clone());
                applied.insert((asked.iri.clone(), supplied.0, action.clone(), rule.iri.clone()));
            }
        }
        holdings.push(Holding { asked, holds });
    }
    let mut lines = BTreeSet::new();
    for l1 in &holdings {
        for l2 in &holdings {
            between(l1, l2, &closed, graph, terms, &mut lines);
            share_alike(l1, l2, profiles, terms, &mut lines);
        }
    }
    (without_turned_clashes(lines), applied.into_iter().collect())
}

fn statement(holding: &Holding<'_>, predicate: &str, object: &str) -> [String; 3] {
    [holding.asked.iri.clone(), predicate.to_owned(), object.to_owned()]
}

fn supplied(holding: &Holding<'_>, predicate: &'static str, object: &str) -> String {
    let rules = holding.holds.get(&(predicate, object.to_owned()));
    rules.and_then(|rules| rules.first()).cloned().unwrap_or_default()
}

fn between(
    l1: &Holding<'_>,
    l2: &Holding<'_>,
    closed: &Closed,
    graph: &DependencyGraph,
    terms: &OwnTerms,
    lines: &mut BTreeSet<Line>,
) {
    let mut add =
        |rule, (k1, a): (&'static str, &str), (k2, b): (&'static str, &str), relation: Option<&str>| {
            let stated = relation.map(|relation| {
                let of_graph = axioms(graph, relation);
                (relation.to_owned(), of_graph.contains(&(a.to_owned(), b.to_owned())))
            });
            let rules = [supplied(l1, k1, a), supplied(l2, k2, b)];
            lines.insert((rule, statement(l1, k1, a), statement(l2, k2, b), stated, rules));
        };
    let is = |pairs: &Pairs, a: &str, b: &str| pairs.contains(&(a.to_owned(), b.to_owned()));
    for q in l2.all(PROHIBITION) {
        for p in l1.all(PERMISSION) {
            if p == q {
                add("D1", (PERMISSION, p), (PROHIBITION, q), None);
                continue;
            }
            if is(&closed.within, p, q) {
                add("V1", (PERMISSION, p), (PROHIBITION, q), Some(INCLUDED_IN));
            }
            if is(&closed.alias, p, q) {
                add("V2", (PERMISSION, p), (PROHIBITION, q), Some(SAME_AS));
            }
            if is(&closed.entails, p, q) || is(&closed.commits, p, q) {
                add("V3", (PERMISSION, p), (PROHIBITION, q), Some(IMPLIES));
            }
        }
        for a in l1.all(DUTY).into_iter().filter(|a| *a == q) {
            add("D2", (DUTY, a), (PROHIBITION, q), None);
        }
    }
    if l1.asked.iri == l2.asked.iri {
        for (kind, a, d) in &l1.asked.statements.hangs {
            if *kind == Kind::Prohibition {
                add("D3", (PROHIBITION, a), (DUTY, d), None);
            }
        }
    }
    let change = terms.change_license.as_str();
    if l1.says(Kind::Duty, SHARE_ALIKE)
        && l2.holds.contains_key(&(PERMISSION, change.to_owned()))
        && !l2.clause(terms)
    {
        add("D4", (DUTY, SHARE_ALIKE), (PERMISSION, change), None);
    }
    for (p, q) in closed.clash.iter().filter(|(p, q)| p != q) {
        for k1 in [PERMISSION, DUTY] {
            for k2 in [PERMISSION, DUTY] {
                if l1.holds.contains_key(&(k1, p.clone())) && l2.holds.contains_key(&(k2, q.clone())) {
                    add("V4", (k1, p), (k2, q), Some(&terms.contradicts));
                }
            }
        }
    }
}

/// Keeps one direction of a clash: the stated one, else the one whose subject sorts first.
fn without_turned_clashes(lines: BTreeSet<Line>) -> Vec<Line> {
    let is_better = |line: &Line, other: &Line| {
        let key = |(_, [.., subject], _, link, _): &Line| (!link.as_ref().unwrap().1, subject.clone());
        key(line) < key(other)
    };
    let is_turned = |line: &Line| {
        line.0 == "V4"
            && lines.iter().any(|other| {
                other.0 == "V4" && other.1 == line.2 && other.2 == line.1 && is_better(other, line)
            })
    };
    lines.iter().filter(|line| !is_turned(line)).cloned().collect()
}

fn share_alike(
    l1: &Holding<'_>,
    l2: &Holding<'_>,
    profiles: &BTreeMap<String, Profile>,
    terms: &OwnTerms,
    lines: &mut BTreeSet<Line>,
) {
    if l1.asked.iri >= l2.asked.iri || !l1.binds(terms) || !l2.binds(terms) {
        return;
    }
    let same_text = |a: &Profile, b: &Profile| a.family == b.family && a.version == b.version;
    let later = |a: &Profile, b: &Profile| a.or_later && a.family == b.family && a.version <= b.version;
    let path = |a: &Holding<'_>, b: &Holding<'_>| {
        let by_profile = match (&a.asked.profile, &b.asked.profile) {
            (Some(a), Some(b)) => same_text(a, b) || later(a, b),
            _ => false,
        };
        by_profile || a.clause(terms)
    };
    if path(l1, l2) || path(l2, l1) {
        return;
    }
    let reach = |a: &Holding<'_>, b: &Holding<'_>| {
        a.asked.statements.names.iter().any(|x| {
            *x == b.asked.iri
                || match (profiles.get(x), &b.asked.profile) {
                    (Some(x), Some(b)) => same_text(x, b) || later(x, b),
                    _ => false,
                }
        })
    };
    let stays = |a: &Holding<'_>| statement(a, DUTY, SHARE_ALIKE);
    let nobody = || [String::new(), String::new()];
    let mut is_named = false;
    for (a, b) in [(l1, l2), (l2, l1)] {
        if reach(a, b) {
            let names = statement(a, &terms.compatible_with, &b.asked.iri);
            lines.insert(("D6", names, stays(b), None, nobody()));
            is_named = true;
        }
    }
    if !is_named {
        lines.insert(("D5", stays(l1), stays(l2), None, nobody()));
    }
}

/// The same lines out of the verdict of the engine.
pub(crate) fn of_verdict(verdict: &Verdict<'_>) -> (Vec<Line>, Vec<Applied>) {
    let lines = verdict
        .direct()
        .chain(verdict.derived())
        .map(|conflict| {
            let rule = |rule: Option<&DefaultRule>| rule.map_or_else(String::new, |rule| rule.iri.clone());
            (
                conflict.rule.name(),
                conflict.statement_1.map(str::to_owned),
                conflict.statement_2.map(str::to_owned),
                conflict.link.map(|link| (link.relation.to_owned(), link.is_stated)),
                [rule(conflict.supplied_1), rule(conflict.supplied_2)],
            )
        })
        .collect();
    let applied = verdict
        .defaults()
        .map(|applied| {
            let [license, _, act] = applied.statement.map(str::to_owned);
            (license, applied.kind.word(), act, applied.rule.iri.clone())
        })
        .collect();
    (lines, applied)
}
