//! Turtle bodies that are accepted, and what becomes of what they say.

use std::hint::black_box;
use std::time::Duration;

use muniment_licenses::compose::Imprint;
use muniment_rdf::{Graph, Term};
use rustix::time::{ClockId, clock_gettime};

use crate::compose::{COMPOSER, IRI, PROFILE, assert_sound, day, iri, license, published, turtle as written};

const PREFIXES: &str = "@prefix cc: <http://creativecommons.org/ns#> .
@prefix dcmitype: <http://purl.org/dc/dcmitype/> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix odrl: <http://www.w3.org/ns/odrl/2/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix scho: <http://schema.org/> .
@prefix svc: <https://muniment.example/ns#> .
@prefix svclib: <https://muniment.example/licenselibrary/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
";

/// A body with the usual prefixes.
pub(crate) fn body(statements: &str) -> String {
    format!("{PREFIXES}{statements}")
}

fn read(statements: &str) -> Graph {
    let graph = COMPOSER
        .read_turtle(body(statements).as_bytes(), &published())
        .unwrap_or_else(|faults| panic!("{faults}\n{statements}"));
    assert_sound(&graph);
    graph
}

fn stated(graph: &Graph, property: &str) -> Vec<String> {
    let of_it = graph.triples().iter().filter(|t| t.predicate.as_str() == iri(property));
    let mut values: Vec<String> = of_it.map(|t| t.object.to_string()).collect();
    values.sort();
    values
}

#[test]
fn every_license_gets_a_new_name() {
    for name in ["<https://x.example/mine>", "svclib:MIT", "<urn:uuid:1>", "_:mine", "[]"] {
        let graph = read(&format!("{name} a odrl:Set ; dct:title \"T\" ."));
        assert!(graph.triples().iter().all(|t| t.subject.to_string() == format!("<{IRI}>")), "{name}");
        assert_eq!(license(&graph).title.value, "T");
    }
}

#[test]
fn the_new_name_replaces_every_old_one() {
    let graph = read(
        "svclib:Mine a odrl:Set ; dct:title \"T\" ; svc:compatibleWith svclib:Mine ; cc:license svclib:Mine ;
         odrl:permission [ a odrl:Permission ; odrl:action odrl:modify ; dct:isPartOf svclib:Mine ] .",
    );
    let text = written(&graph);
    assert!(!text.contains("Mine"), "{text}");
    let own = format!("<{IRI}>");
    for property in ["svc:compatibleWith", "cc:license", "dct:license", "dct:isPartOf"] {
        assert_eq!(stated(&graph, property), [own.as_str()], "{property}");
    }
}

#[test]
fn required_statements_are_filled_in() {
    let graph = read("[] a odrl:Set ; dct:title \"T\" .");
    assert_eq!(stated(&graph, "cc:jurisdiction"), [format!("<{}>", iri("svc:worldwide"))]);
    assert_eq!(stated(&graph, "svc:validityType"), [format!("<{}>", iri("svc:perpetual"))]);
    assert_eq!(stated(&graph, "cc:license"), [format!("<{}>", iri("svclib:CC-BY-4.0"))]);
    assert_eq!(stated(&graph, "dct:license"), ["<https://creativecommons.org/licenses/by/4.0/>"]);
    assert_eq!(stated(&graph, "dct:creator"), [format!("<{PROFILE}>")]);
    assert_eq!(stated(&graph, "svc:licenseOwner"), [format!("<{PROFILE}>")]);
}

#[test]
fn stated_values_are_unchanged() {
    let graph = read(
        "[] a odrl:Set ; dct:title \"Titel\"@de ; cc:jurisdiction svc:EU ; svc:validityType svc:specifyDate ;
         scho:startDate \"2026-01-01\"^^xsd:date ; scho:endDate \"2027-01-01\" ; cc:license svclib:MIT ;
         svc:additionalClauses \"One.\", \"Two.\" ; svc:terminatesOnBreach true ; svc:curePeriod \"30 days\" ;
         <https://x.example/ns#mood> \"good\"@en, 5, [ <https://x.example/ns#why> \"sun\" ] ;
         foaf:logo <https://x.example/logo.png> ;
         odrl:permission [ a odrl:Permission ; odrl:action odrl:modify ; svc:evidence \"You may change it.\" ;
             odrl:constraint [ odrl:leftOperand odrl:count ; odrl:rightOperand 3 ] ] ;
         odrl:prohibition [ a odrl:Prohibition ; odrl:action odrl:sell ;
             odrl:duty [ a odrl:Duty ; odrl:action cc:Notice ] ] .",
    );
    assert_eq!(license(&graph).title.language.as_deref(), Some("de"));
    assert_eq!(stated(&graph, "cc:jurisdiction"), [format!("<{}>", iri("svc:EU"))]);
    assert_eq!(stated(&graph, "scho:startDate"), ["\"2026-01-01\"^^<http://www.w3.org/2001/XMLSchema#date>"]);
    assert_eq!(stated(&graph, "svc:additionalClauses"), ["\"One.\"", "\"Two.\""]);
    assert!(stated(&graph, "dct:license").iter().all(|address| address.contains("opensource.org")));
    assert_eq!(
        graph.triples().iter().filter(|t| t.predicate.as_str() == "https://x.example/ns#mood").count(),
        3
    );
    let permission = license(&graph).permissions.remove(0);
    assert_eq!(permission.evidence.as_deref(), Some("You may change it."));
    assert_eq!(stated(&graph, "odrl:rightOperand"), ["\"3\"^^<http://www.w3.org/2001/XMLSchema#integer>"]);
    // The consistency check reports duties on prohibitions.
    assert_eq!(license(&graph).prohibitions.remove(0).duties.len(), 1);
}

#[test]
fn rules_and_targets_are_of_the_class_of_their_place() {
    let bare = read(
        "[] a odrl:Set ; dct:title \"T\" ; odrl:target [ dct:type dcmitype:Dataset ] ;
         odrl:permission [ odrl:action odrl:modify ; odrl:duty [ odrl:action cc:Notice ] ] ;
         odrl:prohibition [ odrl:action svc:promote ] ; odrl:duty [ odrl:action cc:ShareAlike ] .",
    );
    let typed = read(
        "[] a odrl:Set ; dct:title \"T\" ; odrl:target [ a odrl:AssetCollection ; dct:type dcmitype:Dataset ] ;
         odrl:permission [ a odrl:Permission ; odrl:action odrl:modify ;
             odrl:duty [ a odrl:Duty ; odrl:action cc:Notice ] ] ;
         odrl:prohibition [ a odrl:Prohibition ; odrl:action svc:promote ] ;
         odrl:duty [ a odrl:Duty ; odrl:action cc:ShareAlike ] .",
    );
    assert_eq!(written(&bare), written(&typed));
}

#[test]
fn what_only_the_service_says_is_dropped() {
    let graph = read(
        "<https://x.example/l> a odrl:Set ; dct:title \"T\" ; dct:hasVersion \"7\" ; dct:modified \"1999-01-01\" ;
         dct:issued \"1999-01-01\"^^xsd:date ; dct:creator \"ada@example.org\", <https://x.example/me> ;
         svc:licenseOwner \"me\" ; owl:deprecated true ; svc:deprecatedOn \"1999-01-01\"^^xsd:date ;
         dct:isReplacedBy svclib:MIT ; dct:replaces svclib:MIT ; svc:versionHistory <https://x.example/l/versions> ;
         svc:reviewStatus svc:Approved ; svc:reviewedOn \"1999-01-01\"^^xsd:date ;
         svc:recordStatus svc:testFixture .",
    );
    let plain = read("[] a odrl:Set ; dct:title \"T\" .");
    assert_eq!(written(&graph), written(&plain));
}

/// A creator may be described in place; the description goes with the statement.
#[test]
fn nodes_of_dropped_statements_are_dropped() {
    let graph = read("[] a odrl:Set ; dct:title \"T\" ; dct:creator [ a foaf:Agent ; foaf:name \"Ada\" ] .");
    assert!(!written(&graph).contains("Ada"));
    assert_eq!(license(&graph).title.value, "T");
}

#[test]
fn drafts_are_read_like_licenses() {
    let imprint = Imprint::draft(IRI, PROFILE, day("2026-11-20"));
    let graph = COMPOSER.read_turtle(body("[] a odrl:Set ; dct:title \"T\" .").as_bytes(), &imprint).unwrap();
    assert_eq!(license(&graph).issued, None);
}

#[test]
fn byte_order_marks_and_duplicate_statements_are_ignored() {
    let once = "<urn:a:b> a odrl:Set ; dct:title \"T\" ; odrl:permission _:p . _:p odrl:action odrl:modify .";
    let twice = format!("\u{feff}{}", body(&format!("{once}\n{once}")));
    let graph = COMPOSER.read_turtle(twice.as_bytes(), &published()).unwrap();
    assert_sound(&graph);
    assert_eq!(written(&graph), written(&read(once)));
}

#[test]
fn equal_bytes_give_equal_graphs_to_the_last_label() {
    let text = "[] a odrl:Set ; dct:title \"T\" ; odrl:permission [ odrl:action odrl:modify ] .";
    assert_eq!(read(text).triples(), read(text).triples());
    let is_numbered = |term: &Term| !matches!(term, Term::BlankNode(node) if !node.as_str().starts_with('n'));
    assert!(read(text).triples().iter().all(|triple| is_numbered(&triple.object)));
}

#[test]
fn ten_thousand_triples_and_sixty_four_levels_are_allowed() {
    let values: Vec<String> = (0..9998).map(|n| n.to_string()).collect();
    let many = format!("[] a odrl:Set ; dct:title \"T\" ; <urn:p:p> {} .", values.join(","));
    assert!(read(&many).triples().len() > 10_000);
    read(&nested(64));
}

/// A license with blank nodes nested as deep as given.
pub(crate) fn nested(levels: usize) -> String {
    let (open, close) = ("[ <urn:p:p> ".repeat(levels), "]".repeat(levels));
    format!("[] a odrl:Set ; dct:title \"T\" ; <urn:p:p> {open} 1 {close} .")
}

/// Processor time that the thread has taken so far: other programs do not count.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap()
}

/// Four times the triples take about four times as long, in each shape of a body; looking at every triple for each of
/// them would take sixteen times as long.
#[test]
fn a_body_costs_time_linear_in_its_triples() {
    let values = |n: usize| (0..n).map(|n| format!("; <urn:p:p> {n}")).collect::<String>();
    let rules = |n: usize| "; odrl:permission [ odrl:action odrl:modify ]".repeat(n / 2);
    let nodes = |n: usize| (0..n / 2).map(|n| format!("; <urn:p:p> [ <urn:p:q> {n} ]")).collect();
    let shapes: [&dyn Fn(usize) -> String; 3] = [&values, &rules, &nodes];
    for (number, shape) in shapes.into_iter().enumerate() {
        let took = |triples: usize| {
            let text = body(&format!("[] a odrl:Set ; dct:title \"T\" {} .", shape(triples)));
            let once = || {
                let started = processor_time();
                drop(black_box(COMPOSER.read_turtle(text.as_bytes(), &published())));
                processor_time() - started
            };
            (0..5).map(|_| once()).min().unwrap()
        };
        took(100);
        let (few, many) = (took(2_400), took(9_600));
        assert!(many < few * 10, "shape {number}: {few:?} became {many:?}");
    }
}
