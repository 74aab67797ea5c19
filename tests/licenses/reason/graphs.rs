//! Comparison of graphs, and validation of new graphs.

use muniment_licenses::model::{AxiomRemoval, DefaultRule, DependencyGraph};
use muniment_licenses::reason::{
    GraphDifference, GraphSide, InvalidStatement, MAX_AXIOMS, RuleField, compare_graphs, contradictory_rules,
    graph_iri, validate,
};

use crate::reason::consistency::labels;
use crate::reason::question::{account_graph, short};
use crate::reason::{LIBRARY, graph};

fn compare<'g>(left: &'g DependencyGraph, right: &'g DependencyGraph) -> GraphDifference<'g> {
    compare_graphs(left, right, &LIBRARY.site.terms())
}

fn slugs(rules: &[&DefaultRule]) -> Vec<String> {
    rules.iter().map(|rule| short(&rule.iri)).collect()
}

#[test]
fn a_jurisdiction_graph_adds_its_rules_to_the_core() {
    for (id, own) in [("eu", 9), ("us", 2), ("cn", 2), ("gb", 5), ("jp", 3), ("in", 3), ("br", 3)] {
        let difference = compare(graph("dg_default"), graph(&format!("dg_{id}")));
        assert_eq!(difference.rules.added.len(), own, "{id}");
        assert!(difference.rules.removed.is_empty() && difference.rules.changed.is_empty(), "{id}");
        assert!(difference.axioms.is_empty() && difference.removals.is_empty() && !difference.is_same());
    }
}

#[test]
fn comparing_graphs_is_reflexive_and_symmetric() {
    for left in LIBRARY.graphs.values().map(|model| &*model.current.content) {
        assert!(compare(left, left).is_same());
        for right in LIBRARY.graphs.values().map(|model| &*model.current.content) {
            let (forth, back) = (compare(left, right), compare(right, left));
            assert_eq!(slugs(&forth.rules.added), slugs(&back.rules.removed));
            assert_eq!(slugs(&forth.rules.removed), slugs(&back.rules.added));
            assert_eq!(forth.rules.changed.len(), back.rules.changed.len());
        }
    }
}

#[test]
fn rules_of_two_markets_are_paired_by_act_and_effect() {
    let difference = compare(graph("dg_eu"), graph("dg_cn"));
    let changed: Vec<(String, String, &[RuleField])> = difference
        .rules
        .changed
        .iter()
        .map(|c| (short(&c.rules.left.iri), short(&c.rules.right.iri), c.fields.as_slice()))
        .collect();
    let (moral, mining) = match changed.as_slice() {
        [moral, mining] => (moral, mining),
        other => panic!("{other:?}"),
    };
    assert_eq!((moral.0.as_str(), moral.1.as_str()), ("eu-moral-at", "cn-moral"));
    assert_eq!(moral.2, [RuleField::Jurisdiction, RuleField::Basis, RuleField::Explanation]);
    assert_eq!((mining.0.as_str(), mining.1.as_str()), ("eu-tdm", "cn-tdm"));
    assert!(mining.2.contains(&RuleField::Outcome), "granted here, refused there");
    assert_eq!(difference.rules.removed.len(), 7);
    assert!(difference.rules.added.is_empty());
}

#[test]
fn unwaivable_and_supplying_rules_are_not_matched() {
    let left = account_graph("GrantedByDefault odrl:sell, RequiredByDefault odrl:copy");
    let right = account_graph("NotWaivable odrl:sell, NotGrantedByDefault odrl:copy");
    let difference = compare(&left, &right);
    assert_eq!(slugs(&difference.rules.removed), ["rules/0"]);
    assert_eq!(slugs(&difference.rules.added), ["rules/0"]);
    let [changed] = difference.rules.changed.as_slice() else { panic!("{difference:?}") };
    assert_eq!(changed.fields, [RuleField::Outcome]);
}

#[test]
fn two_acts_related_in_another_way_are_a_change() {
    let left = account_graph(
        "odrl:copy odrl:includedIn odrl:use, odrl:sell odrl:implies odrl:use, odrl:play odrl:includedIn odrl:use",
    );
    let right = account_graph(
        "odrl:copy odrl:implies odrl:use, odrl:copy owl:sameAs odrl:use,
         odrl:use odrl:implies odrl:sell, odrl:play odrl:includedIn odrl:use",
    );
    let difference = compare(&left, &right);
    let name = |axiom: &muniment_licenses::model::Axiom| {
        format!("{} {} {}", short(&axiom.subject), short(&axiom.predicate), short(&axiom.object))
    };
    let changed: Vec<(String, String)> =
        difference.axioms.changed.iter().map(|c| (name(c.left), name(c.right))).collect();
    let pair = |left: &str, right: &str| (left.to_owned(), right.to_owned());
    assert_eq!(changed, [pair("odrl:copy odrl:includedIn odrl:use", "odrl:copy owl:sameAs odrl:use")]);
    let added: Vec<String> = difference.axioms.added.iter().map(|axiom| name(axiom)).collect();
    assert_eq!(added, ["odrl:copy odrl:implies odrl:use", "odrl:use odrl:implies odrl:sell"]);
    let removed: Vec<String> = difference.axioms.removed.iter().map(|axiom| name(axiom)).collect();
    assert_eq!(removed, ["odrl:sell odrl:implies odrl:use"]);
}

#[test]
fn removals_are_told_with_their_side() {
    let removal = AxiomRemoval {
        iri: "https://muniment.example/dependencygraph/removals/x".to_owned(),
        axiom: ["a", "b", "c"].map(str::to_owned),
        label: String::new(),
        basis: "law".to_owned(),
        explanation: "because".to_owned(),
        date: None,
        adopted: false,
    };
    let right = DependencyGraph { removals: vec![removal], ..DependencyGraph::default() };
    let left = DependencyGraph::default();
    let difference = compare(&left, &right);
    assert_eq!(difference.removals.iter().map(|(side, _)| *side).collect::<Vec<_>>(), [GraphSide::Right]);
    assert!(difference.is_same(), "what a graph leaves out is told by its axioms");
}

fn check(statements: &[[&str; 3]]) -> Result<muniment_licenses::reason::Validated, Vec<InvalidStatement>> {
    validate(statements.iter().copied(), &LIBRARY.vocabulary.current.content, &LIBRARY.site)
}

#[test]
fn names_may_be_compact_absolute_or_of_the_past() {
    let valid = check(&[
        ["odrl:copy", "odrl:includedIn", "odrl:use"],
        ["http://www.w3.org/ns/odrl/2/sell", "http://www.w3.org/2002/07/owl#sameAs", "cc:CommercialUse"],
        ["http://muniment.example/ns#sellCopy", "svc:contradicts", "odrl:sell"],
    ])
    .unwrap();
    let short: Vec<String> =
        valid.axioms.iter().map(|axiom| axiom.each_ref().map(|iri| short(iri)).join(" ")).collect();
    assert_eq!(
        short,
        [
            "odrl:copy odrl:includedIn odrl:use",
            "odrl:sell owl:sameAs cc:CommercialUse",
            "svc:sellCopy svc:contradicts odrl:sell"
        ]
    );
    assert!(valid.warnings.is_empty());
    assert_eq!(check(&[]).unwrap().axioms.len(), 0);
}

#[test]
fn every_statement_that_is_no_axiom_is_told() {
    let faults = check(&[
        ["odrl:copy", "odrl:includedIn", "odrl:use"],
        ["odrl:nothing", "odrl:includedIn", "svc:EU"],
        ["odrl:copy", "odrl:action", "odrl:use"],
        ["odrl:copy", "odrl:implies", "odrl:copy"],
        ["odrl:copy", "odrl:includedIn", "http://www.w3.org/ns/odrl/2/use"],
    ])
    .unwrap_err();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "statement 2: `odrl:nothing` is no action of the vocabulary",
            "statement 2: `svc:EU` is no action of the vocabulary",
            "statement 3: `odrl:action` is none of the relations odrl:includedIn, odrl:implies, owl:sameAs and contradicts",
            "statement 4 relates `odrl:copy` to itself",
            "statement 5 repeats statement 1",
        ]
    );
}

#[test]
fn circles_are_warnings() {
    let valid = check(&[
        ["odrl:copy", "odrl:includedIn", "odrl:use"],
        ["odrl:use", "odrl:includedIn", "odrl:sell"],
        ["odrl:sell", "odrl:includedIn", "odrl:copy"],
        ["odrl:play", "odrl:includedIn", "odrl:copy"],
        ["odrl:copy", "odrl:implies", "odrl:play"],
        ["odrl:play", "odrl:implies", "odrl:copy"],
        ["odrl:copy", "owl:sameAs", "odrl:play"],
        ["odrl:play", "owl:sameAs", "odrl:copy"],
    ])
    .unwrap();
    assert_eq!(
        valid.warnings,
        [
            "odrl:includedIn runs in a circle: odrl:copy, odrl:sell, odrl:use",
            "odrl:implies runs in a circle: odrl:copy, odrl:play"
        ]
    );
}

#[test]
fn a_graph_has_an_end() {
    let many = vec![["odrl:copy", "odrl:includedIn", "odrl:use"]; MAX_AXIOMS + 1];
    let faults = check(&many).unwrap_err();
    assert_eq!(faults.last(), Some(&InvalidStatement::TooMany(MAX_AXIOMS + 1)));
}

#[test]
fn rules_that_grant_and_refuse_are_a_warning() {
    let warned =
        |text: &str| contradictory_rules(&account_graph(text), &labels(), &LIBRARY.site.terms()).len();
    assert_eq!(warned("GrantedByDefault odrl:sell, NotGrantedByDefault odrl:sell"), 1);
    assert_eq!(warned("RequiredByDefault odrl:sell, NotGrantedByDefault odrl:sell"), 1);
    assert_eq!(warned("GrantedByDefault odrl:sell, NotWaivable odrl:sell, NotGrantedByDefault odrl:copy"), 0);
}

#[test]
fn graphs_are_named_by_identifier_or_iri() {
    let site = &LIBRARY.site;
    let core = "https://muniment.example/dependencygraph/dg_eu";
    assert_eq!(graph_iri("dg_eu", site).as_deref(), Ok(core));
    assert_eq!(graph_iri(core, site).as_deref(), Ok(core));
    let own = "https://muniment.example/users/x/dependencygraphs/y";
    assert_eq!(graph_iri(own, site).as_deref(), Ok(own));
    for bad in [
        "",
        "a b",
        "https://elsewhere.example/dg_eu",
        "https://muniment.example/dependencygraph/",
        "http://muniment.example/dependencygraph/dg_eu",
        "https://muniment.example/dependencygraph/a\"b",
    ] {
        assert!(graph_iri(bad, site).is_err(), "{bad}");
    }
}
