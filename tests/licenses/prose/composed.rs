//! Composed models with statements and terms that the library does not have.

use muniment_licenses::model::{License, Position};
use muniment_licenses::prose::{Reading, Source, StatementKind, plain_text, reading, statements};
use muniment_rdf::{Graph, Syntax, read};

use crate::prose::{LEXICON, LIBRARY, folded};

const IRI: &str = "https://muniment.example/licenselibrary/composed";

/// A license of the statements given, in Turtle.
fn graph(body: &str) -> Graph {
    let turtle = format!(
        "@prefix cc: <http://creativecommons.org/ns#> .\n\
         @prefix dct: <http://purl.org/dc/terms/> .\n\
         @prefix odrl: <http://www.w3.org/ns/odrl/2/> .\n\
         @prefix owl: <http://www.w3.org/2002/07/owl#> .\n\
         @prefix scho: <http://schema.org/> .\n\
         @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n\
         @prefix svc: <https://muniment.example/ns#> .\n\
         @prefix svclib: <https://muniment.example/licenselibrary/> .\n\
         <{IRI}> a odrl:Set ; {body} ."
    );
    read(Syntax::Turtle, turtle.as_bytes()).unwrap()
}

fn license(graph: &Graph) -> License {
    License::read(graph, IRI, &LIBRARY.site, &LIBRARY.site.terms())
}

/// The reading of a license and its text without line breaks.
fn read_words(body: &str) -> (Reading, String) {
    let graph = graph(body);
    let license = license(&graph);
    let reading = reading(&LEXICON, Source { iri: IRI, license: &license, graph: &graph });
    let text = folded(&reading.to_text());
    (reading, text)
}

#[test]
fn a_text_of_its_own_is_returned_unchanged() {
    let text = "My license.\r\n\n\nDo as you like.  ";
    let graph =
        graph(&format!("dct:title \"T\" ; svc:licenseText \"\"\"{}\"\"\"", text.replace('\r', "\\r")));
    let license = license(&graph);
    assert_eq!(plain_text(&LEXICON, Source { iri: IRI, license: &license, graph: &graph }), text);
}

#[test]
fn a_license_that_states_nothing_says_so() {
    let (reading, text) = read_words("dct:title \"Empty\"");
    assert_eq!(reading.title, "Empty");
    for sentence in [
        "The model states no permissions.",
        "The model states no duties.",
        "The model states no prohibitions.",
        "The model states no further terms.",
    ] {
        assert!(text.contains(sentence), "{sentence} is missing from {text}");
    }
    assert_eq!(read_words("a odrl:Policy").0.title, "composed");
}

#[test]
fn terms_of_strangers_are_named_as_they_are() {
    let (reading, text) = read_words(
        "dct:title \"T\" ; <https://x.example/ns#mood> \"good\", svclib:MIT ;
         odrl:permission [ a odrl:Permission ; odrl:action <https://x.example/ns#juggle> ;
             odrl:duty [ a odrl:Duty ; odrl:action odrl:inform ] ] ;
         odrl:prohibition [ a odrl:Prohibition ; odrl:action odrl:archive ]",
    );
    for words in [
        "On one condition (odrl:inform), the license allows: - https://x.example/ns#juggle, a term that the \
         vocabulary does not describe.",
        "- odrl:archive, a term that the vocabulary does not describe.",
        "https://x.example/ns#mood: good; The MIT License (MIT).",
    ] {
        assert!(text.contains(words), "{words} is missing from {text}");
    }
    let said: Vec<&str> =
        reading.sections.iter().flat_map(|s| &s.statements).map(|s| s.term.as_str()).collect();
    assert!(said.contains(&"odrl:inform") && said.contains(&"https://x.example/ns#juggle"));
}

#[test]
fn a_withdrawn_license_names_its_successor() {
    let (_, text) = read_words(
        "dct:title \"Old\" ; owl:deprecated true ; svc:deprecatedOn \"2026-01-02\"^^xsd:date ;
         dct:isReplacedBy svclib:MIT",
    );
    let expected =
        "Withdrawn: this license is out of date since 2026-01-02. It is replaced by The MIT License (MIT).";
    assert!(text.contains(expected), "{text}");
    let (_, text) =
        read_words("dct:title \"Old\" ; dct:isReplacedBy svclib:Unknown ; dct:replaces svclib:MIT");
    assert!(text.contains("Superseded: this license is replaced by Unknown."), "{text}");
    assert!(text.contains("It replaces The MIT License (MIT)."), "{text}");
}

#[test]
fn evidence_and_convention_stand_beside_the_statement() {
    let (_, text) = read_words(
        "dct:title \"T\" ;
         odrl:permission [ a odrl:Permission ; odrl:action odrl:display ; svc:evidence \"Show it.\" ;
                 odrl:duty [ a odrl:Duty ; odrl:action cc:Notice ; svc:evidence \"Keep this.\" ] ],
             [ a odrl:Permission ; odrl:action svc:ChangeLicense ; svc:convention \"Rule 15.\" ;
                 svc:statementOrigin svc:FromConvention ]",
    );
    for words in [
        "The text says: \"Show it.\"",
        "The text says: \"Keep this.\"",
        "Change license [by convention]:",
        "Rule 15.",
    ] {
        assert!(text.contains(words), "{words} is missing from {text}");
    }
}

#[test]
fn properties_without_a_sentence_are_mentioned() {
    let body = "dct:title \"T\" ; svc:governingLaw [ dct:title \"law\" ] ;
         odrl:permission [ a odrl:Permission ; odrl:action odrl:play ;
             odrl:constraint [ odrl:leftOperand odrl:count ] ]";
    let (reading, text) = read_words(body);
    assert!(
        text.contains("[the model adds odrl:constraint, which this reading cannot put into words]"),
        "{text}"
    );
    let graph = graph(body);
    let license = license(&graph);
    let model = statements(&LEXICON, Source { iri: IRI, license: &license, graph: &graph });
    let coverage = reading.coverage(&model);
    let missing: Vec<(StatementKind, &str, &str)> =
        coverage.missing.iter().map(|s| (s.kind, s.term.as_str(), s.attached_to.as_str())).collect();
    assert_eq!(
        missing,
        [
            (StatementKind::Term, "odrl:constraint", "odrl:play"),
            (StatementKind::Term, "svc:governingLaw", "")
        ]
    );
    assert!(!coverage.complete && coverage.covered == coverage.statements - 2);
}

#[test]
fn a_duty_on_a_prohibition_is_described_as_without_effect() {
    let (reading, text) = read_words(
        "dct:title \"T\" ; odrl:prohibition [ a odrl:Prohibition ; odrl:action odrl:sell ;
             odrl:duty [ a odrl:Duty ; odrl:action cc:Attribution ] ]",
    );
    assert!(text.contains("conditions to this prohibition, which can never apply: attribution."), "{text}");
    let duties = reading.sections.iter().flat_map(|s| &s.statements);
    assert_eq!(
        duties
            .filter(|s| s.kind == StatementKind::Rule(Position::Duty) && s.attached_to == "odrl:sell")
            .count(),
        1
    );
}

#[test]
fn validity_breach_and_territory_are_sentences() {
    let (_, text) = read_words(
        "dct:title \"T\" ; svc:validityType svc:specifyPeriod ; scho:validFor \"P12M\"^^xsd:duration ;
         svc:terminatesOnBreach true ; svc:curePeriod \"30 days\" ;
         cc:jurisdiction <http://www.bpiresearch.com/BPMO/2004/03/03/cdl/Countries#SouthAfrica>",
    );
    for words in [
        "It is valid for 12 months from the grant.",
        "unless it is put right within 30 days.",
        "Its territory: South Africa.",
    ] {
        assert!(text.contains(words), "{words} is missing from {text}");
    }
    let (_, text) = read_words(
        "svc:validityType svc:specifyDate ; scho:startDate \"2026-01-01\" ; scho:endDate \"2027-01-01\"",
    );
    assert!(text.contains("It is valid from 2026-01-01 until 2027-01-01."), "{text}");
}

#[test]
fn clauses_are_quoted_paragraph_by_paragraph() {
    let body = "svc:WarrantyDisclaimer \"AS IS.\\n\\nNo warranty.\"";
    let (reading, _) = read_words(body);
    let text = reading.to_text();
    assert!(
        text.contains(
            "Warranty disclaimer, in the words of the license:\n\n  > AS IS.\n  >\n  > No warranty.\n"
        ),
        "{text}"
    );
}
