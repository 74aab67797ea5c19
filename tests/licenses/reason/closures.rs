//! The closed relations of the core graph, counted.

use muniment_licenses::reason::Theory;

use crate::reason::question::{account, short, theory};

fn counts(theory: &Theory, relation: &str) -> (usize, usize) {
    let pairs = theory.pairs(&crate::reason::iri(relation));
    (pairs.len(), pairs.iter().filter(|(.., is_stated)| !is_stated).count())
}

#[test]
fn the_core_graph_has_the_reference_counts() {
    let theory = theory("dg_default");
    assert_eq!(counts(theory, "owl:sameAs"), (14, 0));
    assert_eq!(counts(theory, "odrl:includedIn"), (38, 14));
    assert_eq!(counts(theory, "odrl:implies"), (25, 18), "entails or commits");
    assert_eq!(counts(theory, "svc:contradicts"), (2, 1));
    let mut related: Vec<(&str, &str)> = ["owl:sameAs", "odrl:includedIn", "odrl:implies"]
        .iter()
        .flat_map(|relation| theory.pairs(&crate::reason::iri(relation)))
        .map(|(a, b, _)| (a, b))
        .collect();
    let all = related.len();
    related.sort_unstable();
    related.dedup();
    assert_eq!((related.len(), all - related.len()), (69, 8), "pairs, and pairs related in two ways");
}

#[test]
fn what_is_derived_is_what_the_reference_derives() {
    let theory = theory("dg_default");
    let derived: Vec<String> = theory
        .pairs(&crate::reason::iri("odrl:includedIn"))
        .into_iter()
        .filter(|(.., is_stated)| !is_stated)
        .map(|(a, b, _)| format!("{} {}", short(a), short(b)))
        .collect();
    let expected = [
        "cc:DerivativeWorks odrl:use",
        "odrl:AttachPolicy odrl:use",
        "odrl:attachSource odrl:use",
        "odrl:attribute odrl:use",
        "odrl:extract odrl:copy",
        "odrl:reproduce odrl:use",
        "odrl:sell cc:CommercialUse",
        "odrl:shareAlike odrl:use",
        "svc:ModifiedWorks odrl:use",
        "svc:modificationNotice cc:Notice",
        "svc:modificationNotice odrl:use",
        "svc:sellCopy cc:CommercialUse",
        "svc:sellCopy odrl:commercialize",
        "svc:sellCopy odrl:transfer",
    ];
    assert_eq!(derived, expected);
}

#[test]
fn a_clash_is_not_chained() {
    let theory = account("odrl:copy svc:contradicts odrl:sell, odrl:sell svc:contradicts odrl:use");
    assert_eq!(theory.pairs(&crate::reason::iri("svc:contradicts")).len(), 2);
}

#[test]
fn an_implication_through_an_inclusion_implies_nothing_further() {
    let theory = account(
        "odrl:copy odrl:implies odrl:sell, odrl:sell odrl:includedIn odrl:use, odrl:use odrl:implies odrl:play",
    );
    let pairs: Vec<String> = theory
        .pairs(&crate::reason::iri("odrl:implies"))
        .into_iter()
        .map(|(a, b, _)| format!("{} {}", short(a), short(b)))
        .collect();
    assert_eq!(pairs, ["odrl:copy odrl:sell", "odrl:copy odrl:use", "odrl:use odrl:play"]);
}
