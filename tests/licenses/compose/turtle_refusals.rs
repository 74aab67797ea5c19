//! Turtle bodies that are refused, each fault on its line.

use muniment_licenses::compose::limits;

use crate::compose::turtle::{body, nested};
use crate::compose::{COMPOSER, published, sentences};

fn refused_bytes(bytes: &[u8]) -> Vec<String> {
    match COMPOSER.read_turtle(bytes, &published()) {
        Ok(_) => panic!("{} was accepted", String::from_utf8_lossy(bytes)),
        Err(faults) => sentences(faults),
    }
}

fn refused(statements: &str) -> Vec<String> {
    refused_bytes(body(statements).as_bytes())
}

/// What is wrong with a set that has a title and says something more, which begins on line 11.
fn of_set(statements: &str) -> Vec<String> {
    refused(&format!("<urn:a:b> a odrl:Set ; dct:title \"T\" ; {statements} ."))
}

#[test]
fn a_body_is_turtle_of_a_bounded_size() {
    let faults = refused_bytes(b"@prefix a: <http://a/> .\na:b a:c .");
    assert!(
        faults.len() == 1 && faults[0].starts_with("line 2: the document is not Turtle with absolute IRIs: "),
        "{faults:?}"
    );
    let faults = refused_bytes(b"\xff");
    assert_eq!(
        faults,
        ["line 1: the document is not Turtle with absolute IRIs: the bytes here are not UTF-8"]
    );
    let faults = refused_bytes(&vec![b' '; limits::BYTES + 1]);
    assert_eq!(faults, ["the document has 1048577 bytes, and at most 1048576 are allowed"]);
    let values: Vec<String> = (0..10_000).map(|n| n.to_string()).collect();
    let many = of_set(&format!("<urn:p:p> {}", values.join(",")));
    assert_eq!(many, ["the document has more than 10000 triples"]);
    assert!(refused_bytes(br#"{"title": "T"}"#)[0].contains("not Turtle"));
}

#[test]
fn every_iri_is_absolute() {
    for relative in [
        "<mine> a odrl:Set",
        "[] a odrl:Set ; dct:source <page>",
        "<> a odrl:Set",
        "<//x.example/y> a odrl:Set",
    ] {
        let faults = refused(&format!("{relative} ; dct:title \"T\" ."));
        assert!(
            faults.len() == 1
                && faults[0].starts_with("line 11: the document is not Turtle with absolute IRIs"),
            "{faults:?}"
        );
    }
    let base = ["the document declares a base; write every IRI in full or with a prefix"];
    for declaration in ["@base <https://x.example/> .", "BASE <https://x.example/>"] {
        assert_eq!(refused(&format!("{declaration}\n<mine> a odrl:Set ; dct:title \"T\" .")), base);
        assert_eq!(refused(&format!("<urn:a:b> a odrl:Set ; dct:title \"T\" .\n{declaration}")), base);
    }
}

#[test]
fn there_is_one_set() {
    for nothing in
        ["", "<urn:a:b> dct:title \"T\" .", "<urn:a:b> a odrl:Offer .", "<urn:a:b> a \"odrl:Set\" ."]
    {
        assert_eq!(
            refused(nothing),
            ["the document holds no odrl:Set, and it must hold exactly one"],
            "{nothing}"
        );
    }
    let two = "<urn:a:b> a odrl:Set ; dct:title \"T\" . <urn:a:c> a odrl:Set . [] a odrl:Set .";
    assert_eq!(refused(two), ["the document holds 3 odrl:Sets, and it must hold exactly one"]);
}

#[test]
fn nothing_else_is_described() {
    let faults = of_set(
        "dct:relation <urn:x:y> .\n<urn:x:y> dct:title \"Y\" ; dct:source <urn:x:z> .\n[] dct:title \"Z\"",
    );
    assert_eq!(
        faults,
        [
            "line 12: `urn:x:y` is described here, but a document holds the odrl:Set and the blank nodes it leads to alone",
            "line 13: a blank node that nothing leads to is described here, but a document holds the odrl:Set and the blank nodes it leads to alone",
        ]
    );
}

#[test]
fn blank_nodes_form_trees_of_bounded_depth() {
    assert_eq!(
        of_set("<urn:p:p> _:x ;\n<urn:p:q> _:x"),
        ["line 12: a blank node is the object of two triples"]
    );
    let shared = of_set(
        "odrl:permission [ odrl:action odrl:modify ; odrl:duty _:d ] ;\nodrl:duty _:d .\n_:d odrl:action cc:Notice",
    );
    assert!(shared.iter().any(|fault| fault.contains("is the object of two triples")), "{shared:?}");
    let looping = of_set("<urn:p:p> _:x .\n_:x <urn:p:p> _:y . _:y <urn:p:p> _:y");
    assert!(
        looping.iter().any(|f| f.contains("loops") || f.contains("object of two triples")),
        "{looping:?}"
    );
    assert_eq!(refused(&nested(65)), ["blank nodes nest deeper than 64 levels"]);
    assert_eq!(refused(&nested(9_000)), ["blank nodes nest deeper than 64 levels"]);
}

#[test]
fn actions_are_those_of_the_vocabulary() {
    let rules = "odrl:permission [ odrl:action odrl:fly ;\n odrl:duty [ odrl:action odrl:modify ] ] ;
 odrl:prohibition [ odrl:action <http://muniment.example/ns#promote> ] ;\n odrl:duty [ odrl:action \"cc:Notice\" ]";
    let faults = of_set(rules);
    assert_eq!(
        faults,
        [
            "line 11: `odrl:fly` is not an action of the vocabulary",
            "line 12: `odrl:modify` is an action that no duty can require",
            "line 13: `http://muniment.example/ns#promote` is not an action of the vocabulary",
            "line 14: odrl:action must lead to an IRI",
        ]
    );
    // Wherever an action is named.
    let deep = of_set("<urn:p:p> [ odrl:action odrl:fly ]");
    assert_eq!(deep, ["line 11: `odrl:fly` is not an action of the vocabulary"]);
}

#[test]
fn rules_have_the_shape_of_rules() {
    let shapes = [
        ("odrl:permission <urn:x:y>", "odrl:permission must lead to a blank node"),
        ("odrl:target <urn:x:y>", "odrl:target must lead to a blank node"),
        ("odrl:duty \"cc:Notice\"", "odrl:duty must lead to a blank node"),
        ("odrl:permission []", "this permission names no action"),
        ("odrl:prohibition [ a odrl:Prohibition ]", "this prohibition names no action"),
        (
            "odrl:duty [ odrl:action cc:Notice, cc:ShareAlike ]",
            "this duty names several actions; write one for each",
        ),
        (
            "odrl:permission [ odrl:action odrl:modify ; odrl:duty <urn:x:y> ]",
            "odrl:duty must lead to a blank node",
        ),
        (
            "odrl:permission [ odrl:action odrl:modify ], [ odrl:action odrl:modify ]",
            "`odrl:modify` stands in two permission nodes; write one",
        ),
        (
            "odrl:permission [ odrl:action odrl:modify ; odrl:duty [ odrl:action cc:Notice ], [ odrl:action cc:Notice ] ]",
            "`cc:Notice` stands in two duty nodes; write one",
        ),
        (
            "odrl:permission [ a odrl:Prohibition ; odrl:action odrl:modify ]",
            "`odrl:Prohibition` stands where only odrl:Permission may",
        ),
        ("odrl:target [ a odrl:Asset ]", "`odrl:Asset` stands where only odrl:AssetCollection may"),
        ("a odrl:Policy", "`odrl:Policy` stands where only odrl:Set may"),
        (
            "odrl:duty [ odrl:action cc:Notice ; odrl:duty [ odrl:action cc:ShareAlike ] ]",
            "odrl:duty has no place here; use it on the license or a rule",
        ),
        ("odrl:obligation [ odrl:action cc:Notice ]", "odrl:obligation has no place here; use odrl:duty"),
    ];
    for (statements, expected) in shapes {
        assert_eq!(of_set(statements), [format!("line 11: {expected}")], "{statements}");
    }
    assert_eq!(
        of_set("odrl:target [ dct:type dcmitype:Text ]"),
        ["line 11: `dcmitype:Text` is not one of the asset types dataset, software, creativework, hardware"]
    );
    assert_eq!(of_set("odrl:target [ dct:type \"dataset\" ]"), ["line 11: dct:type must lead to an IRI"]);
    assert_eq!(
        of_set("odrl:target [ dct:type dcmitype:Dataset ], [ dct:type dcmitype:Software ]"),
        ["line 11: odrl:target is stated more than once"]
    );
}

#[test]
fn fields_keep_the_rules_of_a_document() {
    assert_eq!(refused("[] a odrl:Set ."), ["title: is required"]);
    assert_eq!(
        refused("[] a odrl:Set ; dct:title <urn:x:y> ."),
        ["line 11: dct:title must lead to a string", "title: is required"]
    );
    assert_eq!(of_set("dct:title \"U\""), ["line 11: dct:title is stated more than once"]);
    assert_eq!(
        of_set("dct:publisher \"ada@example.org\""),
        ["publisher: holds an e-mail address; names are published for good, so give a name alone"]
    );
    assert_eq!(of_set("svc:licenseText 5"), ["line 11: svc:licenseText must lead to a string"]);
    assert_eq!(
        of_set(&format!("svc:licenseText \"{}\"", "x".repeat(60_001))),
        ["license_text: has 60001 characters, and at most 60000 are allowed"]
    );
    assert_eq!(
        of_set("svc:validityType svc:specifyDate ; scho:startDate \"2026-01-01\""),
        ["end_date: is required with validity `specifyDate`"]
    );
    assert_eq!(
        of_set("svc:validityType svc:specifyPeriod ; scho:validFor \"P30D\"^^xsd:duration"),
        ["validity_months: must be a whole number from 1 to 1200"]
    );
    assert_eq!(of_set("scho:endDate \"2026-01-01\""), ["end_date: goes with validity `specifyDate` alone"]);
    assert_eq!(of_set("cc:jurisdiction \"worldwide\""), ["line 11: cc:jurisdiction must lead to an IRI"]);
    assert_eq!(
        of_set("cc:jurisdiction <https://x.example/Mars>"),
        [
            "country: `https://x.example/Mars` is not the name of a country, such as `Austria` or `SouthAfrica`"
        ]
    );
    assert_eq!(
        of_set("cc:jurisdiction svc:worldwide, svc:EU"),
        ["line 11: cc:jurisdiction is stated more than once"]
    );
    assert_eq!(
        of_set("dct:source <ftp://x.example/>"),
        ["source: `ftp://x.example/` is not an absolute http or https address"]
    );
    let both = of_set("odrl:duty [ odrl:action odrl:fly ] ; spdx:licenseId 5");
    assert!(both[0].contains("not Turtle"), "an unknown prefix: {both:?}");
}

#[test]
fn terms_of_the_library_are_used_as_it_defines_them() {
    assert_eq!(of_set("svc:mood \"good\""), ["line 11: the vocabulary does not define svc:mood"]);
    assert_eq!(of_set("dct:relation svc:Mood"), ["line 11: the vocabulary does not define svc:Mood"]);
    assert_eq!(of_set("svc:compatibleWith \"MIT\""), ["line 11: svc:compatibleWith must lead to an IRI"]);
    assert_eq!(of_set("svc:curePeriod svclib:MIT"), ["line 11: svc:curePeriod must lead to a literal"]);
    for value in ["\"true\"", "1", "\"yes\"^^xsd:boolean"] {
        assert_eq!(
            of_set(&format!("svc:terminatesOnBreach {value}")),
            ["line 11: svc:terminatesOnBreach must lead to `true` or `false`"]
        );
    }
    assert_eq!(
        of_set("svc:compatibleWith <http://muniment.example/licenselibrary/MIT>"),
        [
            "line 11: `http://muniment.example/licenselibrary/MIT` is not how addresses of the library begin; begin it with `https://muniment.example`"
        ]
    );
}

#[test]
fn what_one_syntax_cannot_write_is_refused() {
    assert_eq!(
        of_set("<urn:p:p> \"a\\u0001b\""),
        ["line 11: holds the character U+0001, which the text of a license cannot hold"]
    );
    // Names of elements come from the ends of predicates.
    for predicate in ["urn:p:1", "https://x.example/", "https://x.example/ns#", "https://x.example/a/-1.2"] {
        let expected = format!(
            "line 11: the license could not be served in every format: RDF/XML has no name for {predicate}"
        );
        assert_eq!(of_set(&format!("<{predicate}> 1")), [expected]);
    }
    for predicate in
        ["urn:p:a1", "https://x.example/é", "https://x.example/a%20b", "https://x.example/-a", "urn:p:_"]
    {
        let statements = format!("[] a odrl:Set ; dct:title \"T\" ; <{predicate}> 1 .");
        COMPOSER.read_turtle(body(&statements).as_bytes(), &published()).unwrap();
    }
}

#[test]
fn everything_is_said_at_once_line_by_line_and_then_field_by_field() {
    let faults = of_set(
        "svc:mood 1 ;\n odrl:permission <urn:x:y> ;\n odrl:duty [ odrl:action odrl:fly ] ;
 dct:publisher \"ada@example.org\" ; dct:source <urn:x:y> .\n<urn:x:y> a foaf:Agent",
    );
    let places: Vec<&str> = faults.iter().map(|fault| fault.split(':').next().unwrap()).collect();
    assert_eq!(places, ["line 11", "line 12", "line 13", "line 15", "publisher", "source"], "{faults:?}");
}
