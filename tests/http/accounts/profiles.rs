//! spec:version-1#assistant-objects and spec:version-1#website-endpoints: the public address of whoever publishes.

use std::collections::BTreeSet;

use jiff::Timestamp;
use muniment_rdf::{Graph, Syntax, read};
use serde_json::Value;

use super::browser::Browser;
use super::databases::{Engine, on_both_databases};
use super::people::{MINE, Person};
use super::{license_iri, sentence};
use crate::server::{Answer, Server};

on_both_databases![
    a_profile_is_a_page_with_a_name_a_month_and_what_was_published,
    a_profile_is_rdf_by_accept_or_by_format,
    the_rdf_is_an_agent_a_name_and_one_statement_for_each_license,
    json_ld_keeps_references_as_objects,
    a_profile_tells_no_address_and_no_draft,
    profiles_are_the_same_whoever_looks,
    nobody_is_404,
    who_left_is_a_former_member,
];

const HTML: &str = "text/html; charset=utf-8";

fn path(person: &Person<'_>) -> String {
    format!("/users/{}", person.account)
}

/// The statements of a profile, each as subject, predicate and object.
fn statements(graph: &Graph) -> BTreeSet<[String; 3]> {
    let triples = graph.triples().iter();
    triples.map(|t| [t.subject.to_string(), t.predicate.to_string(), t.object.to_string()]).collect()
}

/// What a profile has to state.
fn expected(person: &Person<'_>, name: &str, licenses: &[&str]) -> BTreeSet<[String; 3]> {
    let profile = format!("<{}>", person.profile());
    let agent = [
        profile.clone(),
        "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>".to_owned(),
        "<http://xmlns.com/foaf/0.1/Agent>".to_owned(),
    ];
    let named = [profile.clone(), "<http://xmlns.com/foaf/0.1/name>".to_owned(), format!("\"{name}\"")];
    let creator = "<http://purl.org/dc/terms/creator>";
    let made =
        licenses.iter().map(|id| [format!("<{}>", license_iri(id)), creator.to_owned(), profile.clone()]);
    [agent, named].into_iter().chain(made).collect()
}

#[track_caller]
fn graph(server: &Server, path: &str, format: &str, syntax: Syntax) -> Graph {
    let answer = server.get(&format!("{path}?format={format}"));
    read(syntax, &answer.is(200).body).unwrap_or_else(|error| panic!("{path} {format}: {error}"))
}

#[track_caller]
fn assert_is_page(answer: &Answer) {
    answer.is(200).has("content-type", HTML).has("vary", "Accept");
    assert!(answer.text().starts_with("<!DOCTYPE html>"), "{}", answer.asked);
}

fn a_profile_is_a_page_with_a_name_a_month_and_what_was_published(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada Lovelace");
    let license = ada.publish("The Analytical License");
    let graph = ada.graph("The Analytical Graph", true);
    let page = host.get(&path(&ada));
    assert_is_page(&page);
    let year = Timestamp::now().to_string()[..4].to_owned();
    for words in ["Ada Lovelace", &year, "The Analytical License", &license, "The Analytical Graph"] {
        assert!(page.text().contains(words), "{words}");
    }
    // Who looks at a profile may not read the graph (spec:version-1#graph-endpoints), so nothing leads there.
    assert!(!page.text().contains(&graph));
}

fn a_profile_is_rdf_by_accept_or_by_format(engine: Engine) {
    let host = engine.host();
    let profile = path(&host.person("Ada"));
    let media_type = |answer: &Answer| {
        let header = answer.is(200).has("vary", "Accept").header("content-type").unwrap();
        header.split(';').next().unwrap().to_owned()
    };
    for (accept, expected) in [
        ("text/turtle", "text/turtle"),
        ("application/ld+json", "application/ld+json"),
        ("application/rdf+xml", "application/rdf+xml"),
        ("text/turtle;q=0.9, application/rdf+xml;q=0.5", "text/turtle"),
        ("text/html;q=0.5, text/turtle", "text/turtle"),
        ("text/html, text/turtle;q=0.5", "text/html"),
        ("*/*", "text/html"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
        ("image/png", "text/html"),
    ] {
        assert_eq!(media_type(&host.accept(&profile, accept)), expected, "{accept}");
    }
    for (format, expected) in
        [("ttl", "text/turtle"), ("json-ld", "application/ld+json"), ("rdf-xml", "application/rdf+xml")]
    {
        for accept in ["text/html", "*/*", "text/turtle", "application/rdf+xml"] {
            let answer = host.accept(&format!("{profile}?format={format}"), accept);
            assert_eq!(media_type(&answer), expected, "format wins over {accept}");
        }
    }
    for unknown in ["nt", "docx", "TTL", ""] {
        for accept in ["text/html", "*/*", "text/turtle"] {
            let answer = host.accept(&format!("{profile}?format={unknown}"), accept);
            assert_eq!(media_type(&answer), "text/html", "`{unknown}` serves the page to {accept}");
        }
    }
}

fn the_rdf_is_an_agent_a_name_and_one_statement_for_each_license(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada \"the\" Countess"), host.person("Bob"));
    let name = "Ada \\\"the\\\" Countess";
    let profile = path(&ada);
    let turtle = |server| statements(&graph(server, &profile, "ttl", Syntax::Turtle));
    assert_eq!(turtle(host), expected(&ada, name, &[]));
    let (first, second) = (ada.publish("First"), ada.publish("Second"));
    ada.draft("A draft");
    ada.graph("A graph", true);
    let shared = bob.publish("Bob's");
    host.share("--license", &shared, &ada, "editor");
    let whole = expected(&ada, name, &[&first, &second]);
    assert_eq!(turtle(host), whole, "nothing else");
    assert_eq!(statements(&graph(host, &profile, "rdf-xml", Syntax::RdfXml)), whole);
    assert_eq!(statements(&graph(host, &profile, "json-ld", Syntax::JsonLd)), whole);
    let bobs = statements(&graph(host, &path(&bob), "ttl", Syntax::Turtle));
    assert_eq!(bobs, expected(&bob, "Bob", &[&shared]), "one creator for each license");
}

fn json_ld_keeps_references_as_objects(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let license = ada.publish("With a creator");
    let answer = host.accept(&path(&ada), "application/ld+json");
    let document: Value = answer.is(200).json();
    fn creators<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
        match value {
            Value::Object(members) => {
                found.extend(
                    members.iter().filter(|(key, _)| key.ends_with("creator")).map(|(_, value)| value),
                );
                members.values().for_each(|value| creators(value, found));
            }
            Value::Array(members) => members.iter().for_each(|value| creators(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    creators(&document["@graph"], &mut found);
    if found.is_empty() {
        creators(&document, &mut found);
    }
    found.retain(|value| !value.is_string() || !value.as_str().unwrap().starts_with("http://purl.org"));
    assert!(!found.is_empty(), "{document}");
    for creator in found {
        assert!(creator["@id"].is_string() || creator[0]["@id"].is_string(), "{creator}");
    }
    assert!(answer.text().contains(&license));
}

fn a_profile_tells_no_address_and_no_draft(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.member("Ada"), host.person("Bob"));
    let (draft, graph) = (ada.draft("Secret draft"), ada.graph("Secret graph", false));
    let deprecated = ada.publish("Deprecated, but published");
    ada.post(&format!("{MINE}/{deprecated}/deprecate")).is(200);
    for query in ["", "?format=ttl", "?format=json-ld", "?format=rdf-xml"] {
        let profile = format!("{}{query}", path(&ada));
        for answer in [host.get(&profile), bob.get(&profile), ada.get(&profile)] {
            let whole = answer.is(200).text();
            for word in [&ada.email, &draft, &graph, "Secret draft", "Secret graph", &ada.token] {
                assert!(!whole.contains(word), "{}: {word}", answer.asked);
            }
        }
    }
    let page = host.get(&path(&ada));
    assert!(page.text().contains(&deprecated), "nothing that was published is taken back");
}

fn profiles_are_the_same_whoever_looks(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    ada.publish("Public");
    for query in ["", "?format=ttl"] {
        let profile = format!("{}{query}", path(&ada));
        let anybody = host.get(&profile);
        assert_eq!(bob.get(&profile).is(200).body, anybody.body);
        assert_eq!(ada.get(&profile).is(200).body, anybody.body);
    }
}

fn nobody_is_404(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    for unknown in
        ["nobody", "nobody000000", &ada.account.to_uppercase(), &ada.email, "a%20b", &"a".repeat(200)]
    {
        if *unknown == ada.account {
            continue;
        }
        for query in ["", "?format=ttl"] {
            sentence(&host.get(&format!("/users/{unknown}{query}")), 404);
        }
        let page = host.accept(&format!("/users/{unknown}"), "text/html");
        page.is(404).has("content-type", HTML);
    }
}

/// A deleted account keeps its address with a neutral label.
fn who_left_is_a_former_member(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada the Forgotten");
    let license = ada.publish("Here to stay");
    let browser = Browser::of(&ada);
    let close = [("current", super::people::PASSWORD), ("confirm", "close")];
    browser.submit("/account/close", "/account/close", &close).is(303);

    let page = host.get(&path(&ada));
    assert_is_page(&page);
    assert!(page.text().contains("a former member") && page.text().contains(&license), "{}", page.text());
    let rdf = statements(&graph(host, &path(&ada), "ttl", Syntax::Turtle));
    assert_eq!(rdf, expected(&ada, "a former member", &[&license]));
    for path in [path(&ada), format!("{}?format=ttl", path(&ada))] {
        let whole = host.get(&path);
        assert!(!whole.text().contains("Forgotten") && !whole.text().contains(&ada.email), "{path}");
    }
    let record = host.get(&format!("/licenselibrary/license/{license}?format=ttl"));
    assert!(record.is(200).text().contains(&ada.profile()), "the creator stays after the account is closed");
}
