//! spec:version-1#library-endpoints, spec:version-1#website-endpoints: the vocabulary, its terms and its versions.

use std::collections::BTreeSet;

use muniment_rdf::{Graph, NamedOrBlankNode, Syntax, canonicalize, read};
use serde_json::json;

use super::errors::{faulty, sentence};
use super::{LIBRARY, document, keys, list};
use crate::server::{Answer, server};

const NAMESPACE: &str = "https://muniment.example/ns#";

const FORMS: [(&str, &str, Syntax); 3] = [
    ("text/turtle", "text/turtle; charset=utf-8", Syntax::Turtle),
    ("application/rdf+xml", "application/rdf+xml", Syntax::RdfXml),
    ("application/ld+json", "application/ld+json", Syntax::JsonLd),
];

#[track_caller]
fn graph(answer: &Answer, syntax: Syntax) -> Graph {
    read(syntax, &answer.is(200).body).unwrap_or_else(|error| panic!("{}: {error}", answer.asked))
}

#[test]
fn the_vocabulary_is_a_page_for_people() {
    for accept in ["text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "*/*"] {
        let page = server().accept("/ns", accept);
        page.is(200).has("content-type", "text/html; charset=utf-8").has("vary", "Accept");
        for (iri, _) in LIBRARY.vocabulary.current.content.own_terms() {
            let name = iri.strip_prefix(NAMESPACE).unwrap();
            assert!(page.text().contains(&format!("id=\"{name}\"")), "no anchor for {name}");
        }
    }
}

#[test]
fn the_vocabulary_is_rdf_for_machines() {
    let expected = &LIBRARY.vocabulary.current.content_hash;
    for (accept, media_type, syntax) in FORMS {
        let answer = server().accept("/ns", accept);
        answer.has("content-type", media_type).has("vary", "Accept");
        assert_eq!(&canonicalize(&graph(&answer, syntax)).unwrap().hash(), expected, "{accept}");
        assert_eq!(server().accept("/ns", &format!("{accept}, text/html;q=0.5")).body, answer.body);
    }
    for (format, media_type) in [
        ("ttl", "text/turtle; charset=utf-8"),
        ("rdf-xml", "application/rdf+xml"),
        ("json-ld", "application/ld+json"),
    ] {
        server().get(&format!("/ns?format={format}")).is(200).has("content-type", media_type);
    }
}

/// Names of every subject of a graph that is no blank node.
fn subjects(graph: &Graph) -> BTreeSet<String> {
    let named = |node: &NamedOrBlankNode| match node {
        NamedOrBlankNode::NamedNode(iri) => Some(iri.as_str().to_owned()),
        NamedOrBlankNode::BlankNode(_) => None,
    };
    graph.triples().iter().filter_map(|triple| named(&triple.subject)).collect()
}

#[test]
fn every_term_is_found_at_its_own_address_and_says_what_the_vocabulary_says_of_it() {
    let whole = graph(&server().accept("/ns", "text/turtle"), Syntax::Turtle);
    let mut count = 0;
    for (iri, _) in LIBRARY.vocabulary.current.content.own_terms() {
        let path = format!("/ns/{}", iri.strip_prefix(NAMESPACE).unwrap());
        let answer = server().accept(&path, "text/turtle");
        answer.has("content-type", "text/turtle; charset=utf-8").has("vary", "Accept");
        let term = graph(&answer, Syntax::Turtle);
        assert_eq!(subjects(&term), BTreeSet::from([iri.to_owned()]), "{path}");
        let about = |graph: &Graph| {
            let is_about =
                |node: &NamedOrBlankNode| matches!(node, NamedOrBlankNode::NamedNode(n) if n.as_str() == iri);
            graph.triples().iter().filter(|triple| is_about(&triple.subject)).count()
        };
        assert_eq!(about(&term), about(&whole), "{path}");
        count += 1;
    }
    assert!(count > 40, "{count} terms");
}

#[test]
fn a_term_comes_in_every_form() {
    let expected = graph(&server().accept("/ns/promote", "text/turtle"), Syntax::Turtle);
    for (accept, media_type, syntax) in FORMS {
        let answer = server().accept("/ns/promote", accept);
        answer.has("content-type", media_type);
        let hash = canonicalize(&graph(&answer, syntax)).unwrap().hash();
        assert_eq!(hash, canonicalize(&expected).unwrap().hash(), "{accept}");
    }
}

/// spec:version-1#website-endpoints: the page is at the address of the term itself.
#[test]
fn people_find_every_term_on_a_page_of_its_own() {
    for (iri, term) in LIBRARY.vocabulary.current.content.own_terms() {
        let path = format!("/ns/{}", iri.strip_prefix(NAMESPACE).unwrap());
        for accept in ["text/html", "text/html,*/*;q=0.8", "*/*", "text/turtle;q=0.5, text/html"] {
            let page = server().accept(&path, accept);
            page.is(200).has("content-type", "text/html; charset=utf-8").has("vary", "Accept");
            page.has("content-security-policy", muniment_documents::wire::PAGE_POLICY);
            assert!(page.text().contains(iri), "{path}");
            assert_eq!(page.text().contains("<strong>Deprecated.</strong>"), term.deprecated, "{path}");
        }
    }
}

#[test]
fn the_page_of_a_term_tells_where_it_is_used() {
    let act = format!("{NAMESPACE}promote");
    let mut prohibiting = LIBRARY.licenses.values().filter(|model| model.current.content.prohibits(&act));
    let count = prohibiting.clone().count();
    let page = server().accept("/ns/promote", "text/html");
    assert!(page.text().contains(&format!("Prohibited by {count} records")), "{}", page.text());
    let id = prohibiting.next().and_then(|model| model.iri.rsplit('/').next()).unwrap();
    assert!(page.text().contains(&format!("href=\"/license-library/{id}\"")), "{id}");
    assert!(page.text().contains("No endorsement without a grant"), "the default rule about it");
}

#[test]
fn what_is_no_term_is_404() {
    for name in ["nothing", "Promote", "promote%20"] {
        for accept in ["*/*", "text/turtle"] {
            sentence(&server().accept(&format!("/ns/{name}"), accept), 404);
        }
    }
}

#[test]
fn its_versions_are_listed_newest_first() {
    let found = document(&server().get("/ns/versions"));
    assert_eq!(keys(&found), ["id", "title", "current", "versions"]);
    let newest = LIBRARY.vocabulary.versions().count();
    assert_eq!((&found["id"], &found["current"]), (&json!("svc-ns"), &json!(newest)));
    let numbers: Vec<_> = list(&found["versions"]).iter().map(|row| row["version"].clone()).collect();
    assert_eq!(numbers, (1..=newest).rev().map(|number| json!(number)).collect::<Vec<_>>());
    for row in list(&found["versions"]) {
        assert_eq!(keys(row), ["version", "date", "summary", "current", "url", "api_url"]);
        assert_eq!(row["api_url"], format!("/ns/versions/{}", row["version"]));
        assert_eq!(row["current"], row["version"] == newest);
    }
}

#[test]
fn a_version_is_turtle_with_its_comments_and_a_weak_tag() {
    for (number, version) in (1..).zip(LIBRARY.vocabulary.versions()) {
        let answer = server().get(&format!("/ns/versions/{number}"));
        answer.is(200).has("content-type", "text/turtle; charset=utf-8");
        assert!(
            answer.header("etag").is_some_and(|tag| tag.starts_with("W/\"")),
            "{:?}",
            answer.header("etag")
        );
        assert!(answer.text().lines().any(|line| line.starts_with('#')), "comments are kept");
        assert_eq!(answer.body, *version.source.bytes, "as it was published");
    }
}

#[test]
fn versions_nobody_published_are_unknown_and_words_are_faulty() {
    for number in ["0", "98", "99"] {
        let refused = sentence(&server().get(&format!("/ns/versions/{number}")), 404);
        assert_eq!(refused, format!("Unknown version: {number}"));
    }
    assert_eq!(faulty(&server().get("/ns/versions/x")), ["path version"]);
}

#[test]
fn it_has_a_change_log() {
    let log = document(&server().get("/ns/changelog"));
    assert_eq!(keys(&log), ["id", "title", "current_version", "entries"]);
    let newest = LIBRARY.vocabulary.versions().count();
    assert_eq!((&log["id"], &log["current_version"]), (&json!("svc-ns"), &json!(newest)));
    let expected = LIBRARY.vocabulary.change_log.as_ref().unwrap();
    assert_eq!(list(&log["entries"]).len(), expected.entries.len());
    let entry = &log["entries"][0];
    assert_eq!(keys(entry), ["version", "date", "reviewer", "summary", "changes"]);
    assert_eq!(list(&entry["changes"]).len(), expected.entries.last().unwrap().changes.len());
}
