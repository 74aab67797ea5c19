//! spec:version-1#graph-objects and spec:version-1#graph-endpoints, and spec:version-2#endpoints: dependency graphs of
//! accounts. Who makes one, what it may hold, where it is told of.

use muniment_rdf::ContentHash;
use serde_json::{Value, json};

use super::databases::{Engine, on_both_databases};
use super::people::{GRAPH, Person, graph};
use super::{SITE, assert_letters, assert_private, document, entry, faulty, ids, keys, list, sentence, text};
use crate::server::Answer;

on_both_databases![
    a_graph_is_published_under_the_address_of_graphs,
    a_draft_of_a_graph_lies_under_the_profile,
    statements_are_iris_or_compact_names,
    turtle_is_a_graph_whose_title_is_in_the_query,
    what_is_no_statement_is_a_sentence_and_leaves_nothing,
    what_is_no_graph_is_a_sentence,
    circles_are_warnings,
    lists_hold_published_graphs_and_mine_holds_drafts_too,
    a_graph_has_one_version,
    version_2_tells_a_graph_in_every_format,
];

/// The statement of [`graph`], with whole IRIs.
const STATEMENT: [&str; 3] = [
    "https://svc.example/ns#promote",
    "http://www.w3.org/2002/07/owl#sameAs",
    "http://www.w3.org/ns/odrl/2/display",
];

pub(super) fn published_iri(id: &str) -> String {
    format!("{SITE}/dependencygraph/{id}")
}

pub(super) fn draft_iri(person: &Person<'_>, id: &str) -> String {
    format!("{}/dependencygraphs/{id}", person.profile())
}

fn create(person: &Person<'_>, publish: bool, body: &Value) -> Answer {
    person.json(&format!("{GRAPH}?publish={publish}"), body)
}

/// A graph of these statements, of three names each.
fn of(statements: &[[&str; 3]]) -> Value {
    let axioms: Vec<Value> = statements
        .iter()
        .map(
            |[subject, relation, object]| json!({"subject": subject, "relation": relation, "object": object}),
        )
        .collect();
    json!({"title": "A graph", "description": "Made by a test", "axioms": axioms})
}

/// The statements of an axiom list.
#[track_caller]
pub(super) fn statements(answer: &Answer) -> Vec<[String; 3]> {
    let axioms = document(answer);
    assert_eq!(keys(&axioms), ["dependency_graph_statements"], "{}", answer.asked);
    let term = |term: &Value| {
        assert_eq!(term["type"], "uri");
        text(&term["value"])
    };
    let rows = list(&axioms["dependency_graph_statements"]).iter();
    rows.map(|row| [term(&row["subject"]), term(&row["predicate"]), term(&row["object"])]).collect()
}

fn a_graph_is_published_under_the_address_of_graphs(engine: Engine) {
    let ada = engine.host().person("Ada");
    for path in [GRAPH.to_owned(), format!("{GRAPH}?publish=true")] {
        let created = ada.json(&path, &graph("Published")).is(201).json();
        assert_eq!(keys(&created), ["id", "uri", "iri", "status", "version", "axioms", "warnings"]);
        let id = text(&created["id"]);
        assert_letters(&id, 32);
        let iri = published_iri(&id);
        let expected = json!({"id": id, "uri": iri, "iri": iri, "status": "published", "version": 1, "axioms": 1,
            "warnings": []});
        assert_eq!(created, expected);
        let read = statements(&ada.get(&format!("/dependencygraph/list?graph={id}")));
        assert_eq!(read, [STATEMENT.map(str::to_owned)]);
    }
}

fn a_draft_of_a_graph_lies_under_the_profile(engine: Engine) {
    let ada = engine.host().person("Ada");
    let created = create(&ada, false, &graph("A draft")).is(201).json();
    let id = text(&created["id"]);
    assert_letters(&id, 32);
    assert_eq!((&created["status"], &created["iri"]), (&json!("draft"), &json!(draft_iri(&ada, &id))));
    assert_eq!(created["uri"], created["iri"]);
    assert_eq!(faulty(&ada.json(&format!("{GRAPH}?publish=perhaps"), &graph("Perhaps"))), ["query publish"]);
}

fn statements_are_iris_or_compact_names(engine: Engine) {
    let ada = engine.host().person("Ada");
    let mixed = of(&[
        STATEMENT,
        ["odrl:derive", "odrl:implies", "http://creativecommons.org/ns#Notice"],
        ["svc:rename", "svc:contradicts", "odrl:reproduce"],
        ["svc:modificationNotice", "odrl:includedIn", "cc:Notice"],
    ]);
    let created = create(&ada, true, &mixed).is(201).json();
    assert_eq!((&created["axioms"], &created["warnings"]), (&json!(4), &json!([])));
    let read = statements(&ada.get(&format!("/dependencygraph/list?graph={}", text(&created["id"]))));
    assert_eq!(read.len(), 4);
    assert!(read.iter().flatten().all(|part| part.starts_with("http")), "{read:?}");
}

fn turtle_is_a_graph_whose_title_is_in_the_query(engine: Engine) {
    let ada = engine.host().person("Ada");
    let [subject, predicate, object] = STATEMENT;
    let body = format!("<{subject}> <{predicate}> <{object}> .");
    let created = ada.turtle(&format!("{GRAPH}?publish=true&title=In%20Turtle"), &body).is(201).json();
    assert_eq!(created["axioms"], 1);
    let id = text(&created["id"]);
    let mine = document(&ada.get("/dependencygraph/mine"));
    assert_eq!(entry(&mine["graphs"], &id)["title"], "In Turtle");
    assert_eq!(
        statements(&ada.get(&format!("/dependencygraph/list?graph={id}"))),
        [STATEMENT.map(str::to_owned)]
    );
    let prefixed = format!(
        "@prefix svc: <{SITE}/ns#> . @prefix odrl: <http://www.w3.org/ns/odrl/2/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . svc:promote owl:sameAs odrl:display ."
    );
    ada.turtle(&format!("{GRAPH}?publish=false&title=T"), &prefixed).is(201);
}

fn what_is_no_statement_is_a_sentence_and_leaves_nothing(engine: Engine) {
    let ada = engine.host().person("Ada");
    for (statements, words) in [
        (&[["odrl:modify", "odrl:implies", "odrl:modify"]][..], "itself"),
        (&[["odrl:modify", "owl:sameAs", "http://www.w3.org/ns/odrl/2/modify"]], "itself"),
        (&[["odrl:fly", "odrl:implies", "odrl:modify"]], "odrl:fly"),
        (&[["odrl:modify", "odrl:implies", "https://elsewhere.example/fly"]], "elsewhere"),
        (&[["odrl:modify", "odrl:implies", "svc:CreativeWork"]], "svc:CreativeWork"),
        (&[["odrl:modify", "rdfs:subClassOf", "odrl:derive"]], "rdfs:subClassOf"),
        (&[["odrl:modify", "odrl:permission", "odrl:derive"]], "odrl:permission"),
        (
            &[["odrl:modify", "odrl:implies", "odrl:derive"], ["odrl:modify", "odrl:implies", "odrl:derive"]],
            "repeat",
        ),
        (
            &[
                ["odrl:modify", "odrl:implies", "odrl:derive"],
                ["http://www.w3.org/ns/odrl/2/modify", "odrl:implies", "odrl:derive"],
            ],
            "repeat",
        ),
        (&[["odrl:modify", "odrl:implies", ""]], ""),
    ] {
        for publish in [true, false] {
            let fault = sentence(&create(&ada, publish, &of(statements)), 422);
            assert!(fault.contains(words), "{words}: {fault}");
        }
    }
    let two =
        of(&[["odrl:fly", "odrl:implies", "odrl:modify"], ["odrl:modify", "odrl:likes", "odrl:derive"]]);
    let fault = sentence(&create(&ada, true, &two), 422);
    assert!(fault.contains("odrl:fly") && fault.contains("odrl:likes"), "all at once: {fault}");
    let turtle = "<http://www.w3.org/ns/odrl/2/modify> <http://www.w3.org/ns/odrl/2/implies> \"text\" .";
    sentence(&ada.turtle(&format!("{GRAPH}?title=T"), turtle), 422);
    assert!(list(&document(&ada.get("/dependencygraph/mine"))["graphs"]).is_empty());
}

fn what_is_no_graph_is_a_sentence(engine: Engine) {
    let ada = engine.host().person("Ada");
    for body in [
        "",
        "no JSON",
        "[]",
        "null",
        r#"{"title": "T"}"#,
        r#"{"title": "T", "axioms": {}}"#,
        r#"{"title": "T", "axioms": ["odrl:modify"]}"#,
        r#"{"title": "T", "axioms": [{"subject": "odrl:modify"}]}"#,
        r#"{"title": 7, "axioms": [{"subject": "odrl:modify", "relation": "odrl:implies", "object": "odrl:derive"}]}"#,
    ] {
        sentence(&ada.send(GRAPH, "application/json", body), 422);
    }
    for body in ["no Turtle", "<a> <b> <c> .", "@base <https://x.example/> . <a> <b> <c> ."] {
        sentence(&ada.turtle(&format!("{GRAPH}?title=T"), body), 422);
    }
    sentence(&ada.send(GRAPH, "text/plain", &graph("T").to_string()), 422);
    assert!(list(&document(&ada.get("/dependencygraph/mine"))["graphs"]).is_empty());
}

/// spec:version-1#graph-endpoints: a circle goes to `warnings` and is not refused.
fn circles_are_warnings(engine: Engine) {
    let ada = engine.host().person("Ada");
    for relation in ["odrl:implies", "odrl:includedIn"] {
        let circle = of(&[
            ["odrl:modify", relation, "odrl:derive"],
            ["odrl:derive", relation, "odrl:display"],
            ["odrl:display", relation, "odrl:modify"],
        ]);
        let created = create(&ada, true, &circle).is(201).json();
        assert_eq!((&created["axioms"], &created["status"]), (&json!(3), &json!("published")));
        let warnings = list(&created["warnings"]);
        assert_eq!(warnings.len(), 1, "{created}");
        assert!(!text(&warnings[0]).is_empty());
        ada.get(&format!("/dependencygraph/list?graph={}", text(&created["id"]))).is(200);
    }
    let same =
        of(&[["odrl:modify", "owl:sameAs", "odrl:derive"], ["odrl:derive", "owl:sameAs", "odrl:modify"]]);
    assert_eq!(create(&ada, true, &same).is(201).json()["warnings"], json!([]), "sameness has no direction");
}

fn lists_hold_published_graphs_and_mine_holds_drafts_too(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    let (draft, published) = (ada.graph("A draft", false), ada.graph("Published", true));
    host.share("--graph", &draft, &bob, "viewer");
    host.share("--graph", &published, &bob, "editor");
    let core = document(&host.get("/dependencygraph/graphs"))["graphs"].clone();
    let fields = keys(&core[0]);
    for (person, role_of_draft, role_of_published) in [(&ada, "owner", "owner"), (&bob, "viewer", "editor")] {
        let graphs = document(&person.get("/dependencygraph/graphs"))["graphs"].clone();
        assert_eq!(list(&graphs)[..list(&core).len()], list(&core)[..], "the core graphs are what they were");
        let listed = ids(&graphs);
        assert!(listed.contains(&published) && !listed.contains(&draft), "{listed:?}");
        let answer = person.get("/dependencygraph/mine");
        let mine = document(&answer)["graphs"].clone();
        assert_private(&answer);
        assert_eq!(ids(&mine), [published.as_str(), &draft], "newest first, and no core graph");
        for (id, title, status, role, iri) in [
            (&draft, "A draft", "draft", role_of_draft, draft_iri(&ada, &draft)),
            (&published, "Published", "published", role_of_published, published_iri(&published)),
        ] {
            let own = entry(&mine, id);
            assert_eq!(keys(own), fields);
            for (field, value) in [
                ("title", json!(title)),
                ("description", json!("What somebody thinks of advertising")),
                ("kind", json!("account")),
                ("status", json!(status)),
                ("version", json!(1)),
                ("iri", json!(iri)),
                ("axioms", json!(1)),
                ("default", json!(false)),
                ("role", json!(role)),
                ("based_on", json!("")),
                ("based_on_version", json!(0)),
                ("group", json!("")),
            ] {
                assert_eq!(own[field], value, "{field}");
            }
        }
        assert_eq!(entry(&graphs, &published), entry(&mine, &published));
    }
    sentence(&host.get("/dependencygraph/mine"), 401);
    let anonymous = ids(&document(&host.get("/dependencygraph/graphs"))["graphs"]);
    assert!(!anonymous.contains(&published) && !anonymous.contains(&draft));
    let carol = host.person("Carol");
    assert_eq!(document(&carol.get("/dependencygraph/graphs"))["graphs"], core);
}

fn a_graph_has_one_version(engine: Engine) {
    let ada = engine.host().person("Ada");
    let id = ada.graph("One version", true);
    let versions = document(&ada.get(&format!("/dependencygraph/{id}/versions")));
    assert_eq!(
        (&versions["id"], &versions["title"], &versions["current"]),
        (&json!(id), &json!("One version"), &json!(1))
    );
    assert_eq!(list(&versions["versions"]).len(), 1);
    let version = ada.get(&format!("/dependencygraph/{id}/versions/1"));
    version.is(200);
    assert!(version.header("content-type").unwrap().starts_with("text/turtle"));
    // spec:version-1#headers: private for a graph of an account.
    let cache = version.header("cache-control").unwrap_or_default();
    assert!(cache.contains("private"), "{cache}");
    assert!(version.text().contains("promote") && version.text().contains("display"));
    for number in ["0", "2", "99"] {
        let refused = sentence(&ada.get(&format!("/dependencygraph/{id}/versions/{number}")), 404);
        assert_eq!(refused, format!("Unknown version: {number}"));
    }
    assert_eq!(faulty(&ada.get(&format!("/dependencygraph/{id}/versions/x"))), ["path version"]);
    sentence(&ada.get(&format!("/dependencygraph/{id}/changelog")), 404);
}

fn version_2_tells_a_graph_in_every_format(engine: Engine) {
    let ada = engine.host().person("Ada");
    for publish in [true, false] {
        let id = ada.graph("An object", publish);
        let address = format!("/v2/dependency-graphs/{id}");
        let object = document(&ada.get(&address));
        let (iri, state) =
            if publish { (published_iri(&id), "published") } else { (draft_iri(&ada, &id), "draft") };
        for (field, value) in [
            ("kind", json!("dependency-graph")),
            ("id", json!(id)),
            ("iri", json!(iri)),
            ("title", json!("An object")),
            ("version", json!(1)),
            ("latest_version", json!(1)),
            ("status", json!("current")),
            ("record_status", json!(state)),
            ("axioms", json!(1)),
            ("default_rules", json!(0)),
            ("default", json!(false)),
            ("port_of", Value::Null),
        ] {
            assert_eq!(object[field], value, "{field}");
        }
        let canonical = ada.get(&format!("{address}?format=nt"));
        assert_eq!(object["content_hash"], ContentHash::of(&canonical.is(200).body).to_string());
        for (format, media_type) in [
            ("ttl", "text/turtle"),
            ("jsonld", "application/ld+json"),
            ("nt", "application/n-triples"),
            ("rdfxml", "application/rdf+xml"),
        ] {
            let answer = ada.get(&format!("{address}/versions/1?format={format}"));
            assert!(answer.is(200).header("content-type").unwrap().starts_with(media_type), "{format}");
            assert_private(&answer);
        }
        assert_eq!(list(&document(&ada.get(&format!("{address}/versions")))["items"]), [object]);
    }
}
