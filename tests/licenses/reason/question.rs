//! Licenses and graphs in shorthand, and answers as lines.

use muniment_licenses::model::{Axiom, DefaultRule, DependencyGraph};
use muniment_licenses::reason::{
    AppliedRule, Conflict, Facts, Kind, Profiles, Statement, Statements, Theory, Verdict, compatibility,
};

use crate::reason::{LIBRARY, PREFIXES, REASONER, graph, graph_iri, iri};

/// What a license says, from `P odrl:derive [cc:Notice cc:SourceCode], F odrl:use, D cc:ShareAlike, O …`, and
/// with `N GPL-3.0-only` whom it names.
pub(crate) fn statements(text: &str) -> Statements {
    let mut statements = Statements::default();
    for said in text.split(',').map(str::trim).filter(|said| !said.is_empty()) {
        let (said, duties) = said.split_once('[').unwrap_or((said, ""));
        let (word, name) = said.trim().split_once(' ').unwrap();
        let kind = match word {
            "P" => Kind::Permission,
            "F" => Kind::Prohibition,
            "D" => Kind::Duty,
            "O" => Kind::Obligation,
            "N" => {
                statements.names.insert(format!("{}{name}", LIBRARY.site.license_base()));
                continue;
            }
            _ => panic!("{word} is no statement"),
        };
        for duty in duties.trim_end_matches(']').split_whitespace() {
            statements.hangs.insert((kind, iri(name), iri(duty)));
        }
        statements.says.insert((kind, iri(name)));
    }
    statements
}

/// The facts of a license outside the library.
pub(crate) fn license(name: &str, text: &str) -> Facts {
    let acts = REASONER.theory(graph_iri("dg_default")).unwrap().acts().clone();
    Facts::new(name, &statements(text), None, &Profiles::default(), &acts, &LIBRARY.site.terms())
}

/// The facts of a record.
pub(crate) fn record(id: &str) -> &'static Facts {
    REASONER.facts(&format!("{}{id}", LIBRARY.site.license_base())).unwrap()
}

/// A core graph, as the library has it.
pub(crate) fn theory(id: &str) -> &'static Theory {
    REASONER.theory(graph_iri(id)).unwrap()
}

/// A core graph without its default rules.
pub(crate) fn without_rules(id: &str) -> Theory {
    REASONER.read_graph(graph_iri(id), &DependencyGraph { rules: Vec::new(), ..graph(id).clone() })
}

/// A graph of an account: `odrl:copy odrl:includedIn odrl:use` and `NotGrantedByDefault odrl:use`, by commas.
pub(crate) fn account(text: &str) -> Theory {
    REASONER.read_graph("https://muniment.example/users/a/dependencygraphs/g", &account_graph(text))
}

pub(crate) fn account_graph(text: &str) -> DependencyGraph {
    let mut graph = DependencyGraph::default();
    for (number, line) in text.split(',').map(str::trim).filter(|line| !line.is_empty()).enumerate() {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [subject, relation, object] => graph.axioms.push(Axiom {
                subject: iri(subject),
                predicate: iri(relation),
                object: iri(object),
                triple: 0,
            }),
            [outcome, act] => graph.rules.push(DefaultRule {
                iri: format!("https://muniment.example/users/a/rules/{number}"),
                label: String::new(),
                action: iri(act),
                outcome: iri(&format!("svc:{outcome}")),
                jurisdiction: iri("svc:worldwide"),
                basis: String::new(),
                explanation: String::new(),
                date: None,
                adopted: false,
                contributor: String::new(),
                date_accepted: None,
                replaces: None,
            }),
            _ => panic!("{line} is neither axiom nor rule"),
        }
    }
    graph
}

pub(crate) fn verdict<'a>(theory: &'a Theory, licenses: &[&'a Facts]) -> Verdict<'a> {
    compatibility(theory, licenses.iter().copied(), || false).unwrap()
}

/// An IRI as tests name it: a record by its identifier, a term by its compact name, a rule by its slug.
pub(crate) fn short(iri: &str) -> String {
    let site = &LIBRARY.site;
    let rules = format!("{}rules/", site.graph_base());
    for base in [site.license_base(), rules, "https://muniment.example/users/a/".to_owned()] {
        if let Some(id) = iri.strip_prefix(&base) {
            return id.to_owned();
        }
    }
    PREFIXES.compact(iri)
}

fn side([license, predicate, object]: Statement<'_>, rule: Option<&DefaultRule>) -> String {
    let predicate = short(predicate);
    let (_, word) = predicate.split_once(':').unwrap();
    let origin = rule.map_or_else(String::new, |rule| format!(" ({})", short(&rule.iri)));
    format!("{} {word} {}{origin}", short(license), short(object))
}

/// `V1 A permission odrl:print / B prohibition odrl:present, stated`
pub(crate) fn line(conflict: &Conflict<'_>) -> String {
    let sides =
        [side(conflict.statement_1, conflict.supplied_1), side(conflict.statement_2, conflict.supplied_2)];
    let link = match conflict.link {
        Some(link) if link.is_stated => ", stated",
        Some(_) => ", derived",
        None => "",
    };
    format!("{} {}{link}", conflict.rule.name(), sides.join(" / "))
}

/// Every conflict of a verdict, direct ones first.
pub(crate) fn lines(verdict: &Verdict<'_>) -> Vec<String> {
    verdict.direct().chain(verdict.derived()).map(|conflict| line(&conflict)).collect()
}

/// `A prohibition svc:promote endorsement-worldwide`
pub(crate) fn default_line(applied: &AppliedRule<'_>) -> String {
    let [_, _, act] = applied.statement;
    format!("{} {} {} {}", short(applied.license), applied.kind.word(), short(act), short(&applied.rule.iri))
}

pub(crate) fn default_lines(verdict: &Verdict<'_>) -> Vec<String> {
    verdict.defaults().map(|applied| default_line(&applied)).collect()
}
