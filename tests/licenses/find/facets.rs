//! Faceted search (spec:version-1#search-body), held against an evaluation over the bare triples.

use std::collections::BTreeSet;

use muniment_licenses::find::{
    ActionFacet, ActionFacets, DutyFacet, DutyFacets, LicenseSearch, LicenseWideDutyFacets, Ports,
    TargetFacet, TargetFacets,
};
use muniment_licenses::model::Library;
use muniment_rdf::{Graph, NamedOrBlankNode, Term};
use proptest::prelude::*;

use super::{COUNTS, INDEX, LIBRARY, ids};
use crate::counts::count;

const ODRL: &str = "http://www.w3.org/ns/odrl/2/";
const CC: &str = "http://creativecommons.org/ns#";
const DCMI: &str = "http://purl.org/dc/dcmitype/";
const SVC: &str = "https://muniment.example/ns#";

/// IRI of the act, duty or asset type of a name in the body.
fn iri(name: &str) -> String {
    let (namespace, local) = match name {
        "reproduce" | "distribute" | "modify" | "derive" => (ODRL, name),
        "commercial_use" => (CC, "CommercialUse"),
        "attribution" => (CC, "Attribution"),
        "notice" => (CC, "Notice"),
        "source_code" => (CC, "SourceCode"),
        "share_alike" => (CC, "ShareAlike"),
        "charge_distribution_fee" => (SVC, "chargeDistributionFee"),
        "change_license" => (SVC, "ChangeLicense"),
        "rename" => (SVC, "rename"),
        "modification_notice" => (SVC, "modificationNotice"),
        "compliant_license" => (SVC, "compliantLicense"),
        "creativework" => (SVC, "CreativeWork"),
        "dataset" => (DCMI, "Dataset"),
        "software" => (DCMI, "Software"),
        other => panic!("{other} is no name of the specification"),
    };
    format!("{namespace}{local}")
}

/// Nodes that a predicate of a subject leads to.
fn nodes(graph: &Graph, subject: &Term, predicate: &str) -> Vec<Term> {
    let is_subject = |node: &NamedOrBlankNode| match (node, subject) {
        (NamedOrBlankNode::NamedNode(a), Term::NamedNode(b)) => a == b,
        (NamedOrBlankNode::BlankNode(a), Term::BlankNode(b)) => a == b,
        _ => false,
    };
    let triples = graph.triples().iter();
    triples
        .filter(|t| t.predicate.as_str() == predicate && is_subject(&t.subject))
        .map(|t| t.object.clone())
        .collect()
}

fn is(term: &Term, iri: &str) -> bool {
    matches!(term, Term::NamedNode(node) if node.as_str() == iri)
}

/// Rules of a subject that name an act.
fn rules(graph: &Graph, subject: &Term, position: &str, act: &str) -> Vec<Term> {
    let mut rules = nodes(graph, subject, &format!("{ODRL}{position}"));
    rules.retain(|rule| nodes(graph, rule, &format!("{ODRL}action")).iter().any(|action| is(action, act)));
    rules
}

/// Whether a record meets a search, by the text of the specification and nothing of the search under test.
fn meets(graph: &Graph, record: &Term, mut search: LicenseSearch) -> bool {
    let types: Vec<Term> = nodes(graph, record, &format!("{ODRL}target"))
        .iter()
        .flat_map(|target| nodes(graph, target, "http://purl.org/dc/terms/type"))
        .collect();
    let mut wanted = Vec::new();
    for name in TargetFacets::MEMBERS {
        match *search.target.member_mut(name).unwrap() {
            TargetFacet::Yes => wanted.push(iri(name)),
            TargetFacet::No if types.iter().any(|t| is(t, &iri(name))) => return false,
            TargetFacet::No => {}
        }
    }
    let has_wanted = types.iter().any(|t| wanted.iter().any(|iri| is(t, iri)));
    if !wanted.is_empty() && !has_wanted {
        return false;
    }
    for name in ActionFacets::MEMBERS {
        let act = iri(name);
        let is_met = match *search.actions.member_mut(name).unwrap() {
            ActionFacet::Na => true,
            ActionFacet::Prohibited => !rules(graph, record, "prohibition", &act).is_empty(),
            ActionFacet::Permitted => rules(graph, record, "permission", &act).iter().any(|permission| {
                DutyFacets::MEMBERS.iter().all(|member| {
                    let duty = member.strip_prefix(name).and_then(|rest| rest.strip_prefix("_duty_"));
                    let is_required = *search.duties.member_mut(member).unwrap() == DutyFacet::Required;
                    match duty {
                        Some(duty) if is_required => !rules(graph, permission, "duty", &iri(duty)).is_empty(),
                        _ => true,
                    }
                })
            }),
        };
        if !is_met {
            return false;
        }
    }
    search.license_wide_duties.share_alike == DutyFacet::Na
        || !rules(graph, record, "duty", &iri("share_alike")).is_empty()
}

fn expected(library: &Library, search: LicenseSearch, ports: Ports) -> BTreeSet<&str> {
    let models = library.licenses.iter().filter(|(_, model)| !model.current.content.is_fixture());
    models
        .filter(|(_, model)| {
            let is_port = model.current.content.port_of.is_some();
            match ports {
                Ports::Include => true,
                Ports::Exclude => !is_port,
                Ports::Only => is_port,
            }
        })
        .filter(|(_, model)| {
            let record = muniment_rdf::NamedNode::new(&model.iri).unwrap();
            meets(&model.current.graph, &record.into(), search)
        })
        .map(|(id, _)| id.as_str())
        .collect()
}

fn found(search: &LicenseSearch, ports: Ports) -> BTreeSet<&'static str> {
    ids(&INDEX.search(search, ports)).into_iter().collect()
}

/// A search that asks for one member alone, and the one that is as neutral as it can be beside it.
fn asked_and_neutral() -> Vec<(String, LicenseSearch, LicenseSearch)> {
    let neutral = LicenseSearch::default();
    let mut searches = Vec::new();
    for name in TargetFacets::MEMBERS {
        let mut asked = neutral;
        *asked.target.member_mut(name).unwrap() = TargetFacet::No;
        searches.push((format!("{name} no"), asked, neutral));
    }
    for name in ActionFacets::MEMBERS {
        for value in [ActionFacet::Permitted, ActionFacet::Prohibited] {
            let mut asked = neutral;
            *asked.actions.member_mut(name).unwrap() = value;
            searches.push((format!("{name} {value:?}"), asked, neutral));
        }
    }
    for name in DutyFacets::MEMBERS {
        let (act, _) = name.split_once("_duty_").unwrap();
        let mut permitted = neutral;
        *permitted.actions.member_mut(act).unwrap() = ActionFacet::Permitted;
        let mut asked = permitted;
        *asked.duties.member_mut(name).unwrap() = DutyFacet::Required;
        searches.push(((*name).to_owned(), asked, permitted));
    }
    for name in LicenseWideDutyFacets::MEMBERS {
        let mut asked = neutral;
        *asked.license_wide_duties.member_mut(name).unwrap() = DutyFacet::Required;
        searches.push(((*name).to_owned(), asked, neutral));
    }
    searches
}

#[test]
fn every_member_includes_some_records_and_excludes_others() {
    let searches = asked_and_neutral();
    assert_eq!(searches.len(), 3 + 2 * 7 + 14 + 1);
    for (name, asked, neutral) in searches {
        let (asked, neutral) = (found(&asked, Ports::Include), found(&neutral, Ports::Include));
        match name.as_str() {
            "reproduce Prohibited" => assert!(asked.is_empty(), "{asked:?}"),
            _ => {
                assert!(!asked.is_empty(), "{name} finds nothing");
                assert!(asked.is_subset(&neutral) && asked.len() < neutral.len(), "{name} excludes nothing");
            }
        }
    }
}

#[test]
fn with_every_asset_type_unwanted_only_the_exclusions_filter() {
    let no = TargetFacet::No;
    let target = TargetFacets { creativework: no, dataset: no, software: no };
    let found = found(&LicenseSearch { target, ..LicenseSearch::default() }, Ports::Include);
    let terms = LIBRARY.site.terms();
    let unwanted = [terms.creative_work.as_str(), &format!("{DCMI}Dataset"), &format!("{DCMI}Software")];
    let others = LIBRARY.licenses.iter().filter(|(_, model)| {
        let license = &model.current.content;
        !license.is_fixture() && license.targets.iter().all(|target| !unwanted.contains(&target.as_str()))
    });
    assert_eq!(found, others.map(|(id, _)| id.as_str()).collect());
}

#[test]
fn every_member_finds_what_the_triples_say() {
    for (name, asked, neutral) in asked_and_neutral() {
        for (ports, _) in *COUNTS {
            assert_eq!(found(&asked, ports), expected(&LIBRARY, asked, ports), "{name}");
            assert_eq!(found(&neutral, ports), expected(&LIBRARY, neutral, ports), "beside {name}");
        }
    }
}

#[test]
fn the_neutral_search_finds_every_record_in_order_of_titles() {
    for (ports, count) in *COUNTS {
        let rows = INDEX.search(&LicenseSearch::default(), ports);
        assert_eq!(rows.len(), count);
        assert_eq!(rows, INDEX.list(None, ports));
    }
}

#[test]
fn duties_are_searched_only_if_their_act_is_permitted() {
    let mut search = LicenseSearch::default();
    for name in DutyFacets::MEMBERS {
        *search.duties.member_mut(name).unwrap() = DutyFacet::Required;
    }
    assert_eq!(INDEX.search(&search, Ports::Include).len(), count("published"));
    search.actions.change_license = ActionFacet::Prohibited;
    let with_duties = found(&search, Ports::Include);
    search.duties = DutyFacets::default();
    assert_eq!(found(&search, Ports::Include), with_duties);
}

prop_compose! {
    fn any_search()(
        targets in prop::collection::vec(prop::sample::select(TargetFacet::ALL), 3),
        // Mostly neutral, or nothing would be found.
        actions in prop::collection::vec(prop::sample::select(vec![
            ActionFacet::Na, ActionFacet::Na, ActionFacet::Permitted, ActionFacet::Permitted, ActionFacet::Prohibited,
        ]), 7),
        duties in prop::collection::vec(prop::bool::weighted(0.15), 14),
        share_alike in prop::sample::select(DutyFacet::ALL),
    ) -> LicenseSearch {
        let mut search = LicenseSearch::default();
        for (name, value) in TargetFacets::MEMBERS.iter().zip(targets) {
            *search.target.member_mut(name).unwrap() = value;
        }
        for (name, value) in ActionFacets::MEMBERS.iter().zip(actions) {
            *search.actions.member_mut(name).unwrap() = value;
        }
        for (name, is_required) in DutyFacets::MEMBERS.iter().zip(duties) {
            let value = if is_required { DutyFacet::Required } else { DutyFacet::Na };
            *search.duties.member_mut(name).unwrap() = value;
        }
        search.license_wide_duties.share_alike = share_alike;
        search
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_search_finds_what_the_triples_say(
        search in any_search(),
        ports in prop::sample::select(&COUNTS[..]),
    ) {
        prop_assert_eq!(found(&search, ports.0), expected(&LIBRARY, search, ports.0));
    }
}
