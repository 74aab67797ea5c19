use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use muniment_library::load::load;
use muniment_licenses::assist::narration::Subject;
use muniment_licenses::assist::narration::{PostedFault, PostedModel};
use muniment_licenses::compose::limits;
use muniment_licenses::model::Library;
use muniment_licenses::model::terms::odrl;
use muniment_rdf::OutlineError;

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
    load(&data).library.unwrap()
});

const PREFIXES: &str =
    "@prefix odrl: <http://www.w3.org/ns/odrl/2/> . @prefix dct: <http://purl.org/dc/terms/> . ";

fn fault(text: &str) -> PostedFault {
    PostedModel::read(text, &LIBRARY.site).unwrap_err()
}

fn turtle_of(rest: &str) -> String {
    format!("{PREFIXES}{rest}")
}

#[test]
fn turtle_and_json_ld_say_the_same() {
    let permission = "odrl:permission [ odrl:action odrl:modify ; odrl:duty [ odrl:action odrl:display ] ]";
    let named = turtle_of(&format!("<https://svc.example/licenselibrary/MIT> a odrl:Set ; {permission} ."));
    let unnamed = turtle_of(&format!("[] a odrl:Set ; {permission} ."));
    let list = format!(
        "[] a <{}> ; <{}> [ <{}> <{}modify> ; <{}> [ <{}> <{}display> ] ] .",
        odrl::SET,
        odrl::PERMISSION,
        odrl::ACTION,
        muniment_licenses::model::terms::ODRL_NS,
        odrl::DUTY,
        odrl::ACTION,
        muniment_licenses::model::terms::ODRL_NS
    );
    let json = r#"{"@context": {"odrl": "http://www.w3.org/ns/odrl/2/"}, "@id": "http://svc.example/licenselibrary/MIT",
        "@type": "odrl:Set", "odrl:permission": {"odrl:action": {"@id": "odrl:modify"},
        "odrl:duty": [{"odrl:action": {"@id": "odrl:display"}}]}}"#;
    for (text, id) in [(named.as_str(), "MIT"), (&unnamed, ""), (&list, ""), (json, "MIT")] {
        let model = PostedModel::read(text, &LIBRARY.site).unwrap();
        let source = model.source();
        let permission = source.license.permissions.first().unwrap();
        assert!(permission.action.ends_with("modify"), "{text}");
        assert!(permission.duties.first().unwrap().action.ends_with("display"), "{text}");
        let found = model.license_id(&LIBRARY.site).map(|id| id.to_string()).unwrap_or_default();
        assert_eq!(found, id, "{text}");
        let fallback = Subject::new(&LIBRARY, source, false).unwrap().fallback();
        assert!(fallback.coverage.complete && fallback.coverage.statements == 2, "{fallback:?}");
        assert!(!format!("{fallback:?}").contains("x-muniment"), "{fallback:?}");
    }
}

#[test]
fn invalid_models_are_refused() {
    use PostedFault as F;
    let set = |rest: &str| turtle_of(&format!("[] a odrl:Set {rest}"));
    assert_eq!(fault(" \n"), F::Empty);
    assert_eq!(fault(&" ".repeat(limits::BYTES + 1)), F::TooLong { length: limits::BYTES + 1 });
    assert!(matches!(fault("\n\nno turtle"), F::NotTurtle { line: 3, .. }));
    assert!(matches!(fault("{\"@id\": "), F::NotJsonLd(_)));
    assert!(matches!(fault(&"[".repeat(900_000)), F::NotTurtle { .. }));
    assert!(matches!(fault(&format!("{{\"a\":{}", "[".repeat(900_000))), F::NotJsonLd(_)));
    assert_eq!(fault("@base <http://x/> ."), F::Base);
    assert_eq!(fault("{}"), F::NoSet);
    assert_eq!(fault("<http://x/> <http://y/> 1 ."), F::NoSet);
    assert_eq!(fault(&set(". [] a odrl:Set .")), F::SeveralSets(2));
    let triples: String = (0..=limits::TRIPLES).map(|n| format!("{n},")).collect();
    assert_eq!(fault(&set(&format!("; dct:title {triples} 0 ."))), F::TooManyTriples);
    for literal in ["\"_:b0\"", "<http://x/>"] {
        assert!(matches!(fault(&set(&format!("; odrl:duty {literal} ."))), F::NoNode { .. }), "{literal}");
    }
    let deep = format!("; dct:title {}1{} .", "[ dct:title ".repeat(70), "]".repeat(70));
    assert_eq!(fault(&set(&deep)), F::Shape(OutlineError::TooDeep));
    assert_eq!(fault(&set("; odrl:duty _:a . _:a odrl:duty _:a .")), F::Shape(OutlineError::NotATree));
    assert!(matches!(
        fault(&set("; odrl:duty [ odrl:duty <http://x/> ] . <http://x/> odrl:duty <http://x/> .")),
        F::NoNode { .. }
    ));
}

#[test]
fn contexts_are_few_and_written_out() {
    use PostedFault as F;
    assert_eq!(fault(r#"{"@context": "https://x.example/c", "@id": "http://x/"}"#), F::RemoteContext);
    assert_eq!(fault(r#"{"@context": [{}, "https://x.example/c"]}"#), F::RemoteContext);
    assert_eq!(fault(r#"{"@context": {"a": {"@id": "http://a/", "@context": {}}}}"#), F::Contexts);
    let many = format!("[{}{{}}]", r#"{"@context": {}},"#.repeat(9));
    assert_eq!(fault(&many), F::Contexts);
    assert!(matches!(fault(r#"{"@context": {"@import": "https://x.example/c"}}"#), F::NotJsonLd(_)));
    let values = format!("{{\"http://x/\": [{}0]}}", "0,".repeat(4 * limits::TRIPLES));
    assert_eq!(fault(&values), F::TooManyTriples);
}

/// As much as may be sent, in the shapes that cost most.
#[test]
fn the_largest_models_are_read_in_a_bounded_time() {
    let rules = limits::TRIPLES / 2 - 2;
    let wide: String =
        (0..rules).map(|n| format!("; odrl:permission [ odrl:action <http://x/{n}> ]")).collect();
    let names: String = (0..49).map(|n| format!("; dct:contributor \"{}{n}\"", "a ".repeat(5_000))).collect();
    let hostile = format!("{names} ; dct:description \"{}\"", "a ".repeat(250_000));
    let word = format!("; dct:creator \"{}\" ; dct:description \"{}\"", "a".repeat(300), "a".repeat(900_000));
    for (rest, without_names) in [(wide, false), (hostile, true), (word, true)] {
        let text = turtle_of(&format!("[] a odrl:Set {rest} ."));
        let started = Instant::now();
        let model = PostedModel::read(&text, &LIBRARY.site).unwrap();
        let subject = Subject::new(&LIBRARY, model.source(), without_names).unwrap();
        assert!(subject.fallback().coverage.complete);
        let took = started.elapsed();
        assert!(took.as_secs() < 20, "{} bytes took {took:?}", text.len());
    }
}

/// A large context that many nodes use costs what it costs once.
#[test]
fn json_ld_of_many_values_is_read_in_a_bounded_time() {
    let terms: Vec<String> = (0..15_000).map(|n| format!("\"t{n}\": \"http://x/{n}\"")).collect();
    let nodes: Vec<String> = (0..9_000).map(|n| format!("{{\"t{n}\": 1}}")).collect();
    let text = format!("{{\"@context\": {{{}}}, \"@graph\": [{}]}}", terms.join(","), nodes.join(","));
    let started = Instant::now();
    assert_eq!(fault(&text), PostedFault::NoSet);
    assert!(started.elapsed().as_secs() < 20);
}
