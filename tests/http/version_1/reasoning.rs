//! spec:version-1#verdict to spec:version-1#graph-objects, spec:version-1#frozen-operations operation 6,
//! spec:version-1#library-endpoints and spec:version-1#graph-endpoints: whether licenses can be combined, whether one
//! contradicts itself, and what graphs have to do with it. What the conclusions are is the matter of
//! `tests/licenses/reason`.

use std::sync::LazyLock;

use muniment_documents::api::v1;
use muniment_licenses::reason::{Component, Reasoner, compatibility, consistency};
use serde_json::{Value, json};

use super::errors::{faulty, sentence};
use super::{LIBRARY, document, keys, list, small, text};
use crate::counts::count;
use crate::server::{Answer, Server, data, server};

const CHECK: &str = "/compatibilitycheck/";
const CONSISTENCY: &str = "/licenselibrary/consistencycheck";

/// The real library without limits, since these tests ask more often than one client may.
static UNLIMITED: LazyLock<Server> = LazyLock::new(|| {
    let site = tempfile::tempdir().unwrap().keep();
    Server::start_and_remove(&site, &data(), &site, &["--limits", "off"])
});

static REASONER: LazyLock<Reasoner> = LazyLock::new(|| Reasoner::new(&LIBRARY));

fn iri(id: &str) -> String {
    LIBRARY.site.license_iri(&id.parse().unwrap())
}

fn check(body: &Value) -> Answer {
    UNLIMITED.post(CHECK, "application/json", &body.to_string())
}

fn consistency_of(body: &Value) -> Answer {
    UNLIMITED.post(CONSISTENCY, "application/json", &body.to_string())
}

/// The verdict as the library itself comes to it.
fn verdict(licenses: &[String], graph: &str) -> Value {
    let theory = REASONER.theory(&LIBRARY.site.graph_iri(&graph.parse().unwrap())).unwrap();
    let components = licenses.iter().filter_map(|iri| Some(Component { iri, facts: REASONER.resolve(iri)? }));
    let verdict = compatibility(theory, components, || false).unwrap();
    json!(v1::verdict(&verdict, &LIBRARY))
}

#[test]
fn a_verdict_is_what_the_reasoner_concludes() {
    for ids in [
        &["MIT", "Apache-2.0"][..],
        &["GPL-2.0-only", "CC-BY-SA-4.0"],
        &["MIT", "GPL-3.0-only", "CC-BY-NC-4.0", "Apache-2.0"],
    ] {
        let licenses: Vec<String> = ids.iter().map(|id| iri(id)).collect();
        for graph in ["dg_default", "dg_eu", "dg_us"] {
            let expected = verdict(&licenses, graph);
            for name in [graph.to_owned(), LIBRARY.site.graph_iri(&graph.parse().unwrap())] {
                let answer = document(&check(&json!({"licenses": licenses, "dependency_graph": name})));
                assert_eq!(answer, expected, "{ids:?} {name}");
            }
            assert_eq!(expected.get("dependency_graph").is_some(), graph != "dg_default");
        }
        let plain = check(&json!({"licenses": licenses}));
        let named = check(&json!({"licenses": licenses, "dependency_graph": "dg_default"}));
        assert_eq!(plain.body, named.body, "naming the default graph changes nothing");
    }
}

#[test]
fn the_two_kinds_of_conflict_are_objects_with_numbers_for_keys() {
    let none = document(&check(&json!({"licenses": [iri("MIT"), iri("MIT")]})));
    assert_eq!(none["conflicting_statements"], json!({"direct": {}, "derived": {}}));
    let some =
        document(&check(&json!({"licenses": [iri("Apache-2.0"), iri("GPL-2.0-only"), iri("CC-BY-SA-4.0")]})));
    for kind in ["direct", "derived"] {
        let entries = &some["conflicting_statements"][kind];
        let numbers: Vec<String> = (0..keys(entries).len()).map(|number| number.to_string()).collect();
        assert_eq!(keys(entries), numbers);
        assert!(!numbers.is_empty());
        for entry in entries.as_object().unwrap().values() {
            assert_eq!(keys(entry)[..3], ["statement_1", "statement_2", "reason"]);
            for statement in [&entry["statement_1"], &entry["statement_2"]] {
                assert_eq!(list(statement).len(), 3);
                assert!(list(statement).iter().all(|part| text(part).starts_with("http")), "{statement}");
            }
        }
    }
}

#[test]
fn the_order_of_the_question_has_no_part_in_the_answer() {
    let ids = ["MIT", "GPL-3.0-only", "CC-BY-SA-4.0", "MPL-2.0"].map(iri);
    let (mut turned, mut doubled) = (ids.to_vec(), ids.to_vec());
    turned.reverse();
    doubled.extend(ids.to_vec());
    let answer = check(&json!({"licenses": ids}));
    assert_eq!(answer.body, check(&json!({"licenses": turned})).body);
    assert_eq!(answer.body, check(&json!({"licenses": doubled})).body);
}

#[test]
fn a_license_nobody_knows_contributes_nothing_and_names_are_as_they_were_sent() {
    let known = [iri("Apache-2.0"), iri("GPL-2.0-only")];
    let with_stranger = json!({"licenses": [&known[0], &known[1], "https://elsewhere.example/license"]});
    assert_eq!(document(&check(&with_stranger)), verdict(&known, "dg_default"));
    let http = known.clone().map(|iri| iri.replace("https://", "http://"));
    let answer = document(&check(&json!({"licenses": http})));
    assert_eq!(answer["conflicting_statements"]["direct"]["0"]["statement_1"][0], http[0]);
    let strangers = document(&check(&json!({"licenses": ["https://x.example/a", "http://x.example/b"]})));
    assert_eq!(strangers, json!({"conflicting_statements": {"direct": {}, "derived": {}}}));
}

#[test]
fn the_compatibility_header_changes_nothing_where_there_is_a_conclusion() {
    let body = json!({"licenses": [iri("MIT"), iri("GPL-2.0-only")]});
    let plain = check(&body);
    for value in ["2", "1", "x"] {
        let headers = [("Content-Type", "application/json"), ("X-SVC-Compat", value)];
        let answer = UNLIMITED.send(CHECK, &headers, &body.to_string());
        assert_eq!((answer.status, &answer.body), (200, &plain.body), "{value}");
    }
}

#[test]
fn questions_that_cannot_be_answered_are_refused_in_their_shape() {
    let (a, b) = (iri("MIT"), iri("Apache-2.0"));
    let many: Vec<String> = (0..1001).map(|n| format!("https://x.example/{n}")).collect();
    for body in [
        json!({"licenses": [a]}),
        json!({"licenses": []}),
        json!({"licenses": [a, "ftp://x.example/b"]}),
        json!({"licenses": [a, "NoSuchLicense"]}),
        json!({"licenses": [a, "https://x.example/\"b"]}),
        json!({"licenses": [a, "https://x.example/b c"]}),
        json!({"licenses": many}),
        json!({"licenses": [a, b], "dependency_graph": "https://elsewhere.example/dg"}),
    ] {
        sentence(&check(&body), 422);
    }
    for body in ["{}", "[]", "7", "{", "", "{\"licenses\": 7}", "{\"licenses\": [1, 2]}"] {
        faulty(&UNLIMITED.post(CHECK, "application/json", body));
    }
    sentence(&check(&json!({"licenses": [a, b], "dependency_graph": "dg_nowhere"})), 404);
    let user = format!("{}somebody/dependencygraphs/x", LIBRARY.site.user_base());
    sentence(&check(&json!({"licenses": [a, b], "dependency_graph": user})), 404);
    let long = format!("{{\"licenses\": [\"{}\"]}}", "x".repeat(1 << 20));
    sentence(&UNLIMITED.post(CHECK, "application/json", &long), 413);
    assert_eq!(UNLIMITED.get(CHECK).is(405).header("allow"), Some("POST"));
    let without_slash = UNLIMITED.post("/compatibilitycheck", "application/json", "{}");
    without_slash.is(307).has("location", CHECK);
}

#[test]
fn ten_thousand_licenses_are_refused_and_many_answered_whole() {
    let ten_thousand: Vec<String> = (0..10_000).map(|n| format!("https://x.example/{n}")).collect();
    sentence(&check(&json!({"licenses": ten_thousand})), 422);
    let licenses: Vec<String> = LIBRARY.licenses.keys().step_by(5).map(|id| iri(id.as_str())).collect();
    assert!(licenses.len() > 100);
    let answer = check(&json!({"licenses": licenses}));
    assert_eq!(document(&answer), verdict(&licenses, "dg_default"));
}

#[test]
fn a_check_that_takes_too_long_is_given_up() {
    let server = small(&["--limits", "off", "--reasoner-seconds", "0"]);
    let base = "https://svc.example/licenselibrary/";
    let two = json!({"licenses": [format!("{base}GPL-3.0-only"), format!("{base}CC-BY-4.0")]});
    sentence(&server.post(CHECK, "application/json", &two.to_string()), 504);
    let many: Vec<String> =
        (0..40).map(|n| format!("{base}{n}")).chain([format!("{base}CC-BY-4.0")]).collect();
    sentence(&server.post(CHECK, "application/json", &json!({"licenses": many}).to_string()), 504);
    sentence(&server.post(CONSISTENCY, "application/json", "{\"license\": \"CC-BY-4.0\"}"), 504);
}

#[test]
fn a_record_is_examined_against_itself() {
    for id in ["CC-BY-4.0", "GPL-2.0-only", "MIT"] {
        for graph in ["dg_default", "dg_eu"] {
            let theory = REASONER.theory(&LIBRARY.site.graph_iri(&graph.parse().unwrap())).unwrap();
            let found = consistency(theory, REASONER.facts(&iri(id)).unwrap(), || false).unwrap();
            let expected = json!(v1::consistency(&found, &LIBRARY));
            for name in [id.to_owned(), id.to_lowercase(), iri(id), iri(id).replace("https://", "http://")] {
                let path = format!("{CONSISTENCY}?dependency_graph={graph}");
                let answer = UNLIMITED.post(&path, "application/json", &json!({"license": name}).to_string());
                assert_eq!(document(&answer), expected, "{name} {graph}");
            }
        }
    }
    let answer = document(&consistency_of(&json!({"license": "CC-BY-4.0"})));
    assert_eq!((&answer["consistent"], &answer["conflicts"]), (&json!(true), &json!([])));
    assert_eq!(keys(&answer), ["consistent", "conflicts", "defaults"]);
}

#[test]
fn a_composer_document_is_examined_before_it_is_anybodys() {
    let contradictory = json!({
        "title": "Mine", "permissions": [{"action": "odrl:distribute"}], "prohibitions": ["odrl:distribute"],
    });
    let answer = document(&consistency_of(&contradictory));
    assert_eq!(answer["consistent"], false);
    let conflict = &answer["conflicts"][0];
    assert_eq!(
        keys(conflict),
        [
            "kind",
            "reason",
            "action_1",
            "action_2",
            "label_1",
            "label_2",
            "statements",
            "chain",
            "origin_1",
            "origin_2",
            "rule_1",
            "rule_2",
            "rule_status_1",
            "rule_status_2"
        ]
    );
    assert_eq!((&conflict["kind"], &conflict["chain"]), (&json!("direct"), &json!("")));
    assert!(!text(&conflict["reason"]).is_empty());
    let fine = json!({"title": "Mine", "permissions": [{"action": "odrl:distribute", "duties": ["cc:Attribution"]}]});
    assert_eq!(document(&consistency_of(&fine))["consistent"], true);
    for faulty in [
        json!({}),
        json!({"title": "Mine", "permissions": [{"action": "odrl:juggle"}]}),
        json!({"title": ""}),
    ] {
        sentence(&consistency_of(&faulty), 422);
    }
}

#[test]
fn a_license_to_examine_is_one_of_the_library() {
    sentence(&consistency_of(&json!({"license": "https://other.host/x"})), 422);
    sentence(&consistency_of(&json!({"license": "no identifier!"})), 422);
    sentence(&consistency_of(&json!({"license": "Nowhere-1.0"})), 404);
    let path = format!("{CONSISTENCY}?dependency_graph=dg_nowhere");
    sentence(&UNLIMITED.post(&path, "application/json", "{\"license\": \"MIT\"}"), 404);
    faulty(&UNLIMITED.post(CONSISTENCY, "application/json", "no json"));
}

#[test]
fn two_graphs_stand_side_by_side() {
    let answer = document(&server().get("/dependencygraph/compare"));
    assert_eq!(keys(&answer), ["left", "right", "summary", "axioms", "rules", "removals", "same"]);
    assert_eq!((&answer["left"]["id"], &answer["right"]["id"]), (&json!("dg_default"), &json!("dg_eu")));
    assert_eq!(keys(&answer["left"]), ["id", "title", "version", "iri", "url", "api_url"]);
    assert_eq!(answer["summary"]["rules"], json!({"added": 9, "removed": 0, "changed": 0}));
    assert_eq!(list(&answer["rules"]["added"]).len(), 9);
    assert_eq!((&answer["same"], &answer["removals"]), (&json!(false), &json!([])));
    let same = document(&server().get("/dependencygraph/compare?left=dg_us&right=dg_us"));
    assert_eq!(same["same"], true);
    let turned = document(&server().get("/dependencygraph/compare?left=dg_eu&right=dg_default"));
    assert_eq!(turned["rules"]["removed"], answer["rules"]["added"]);
    sentence(&server().get("/dependencygraph/compare?left=dg_nowhere"), 404);
    sentence(&server().get("/dependencygraph/compare?right=https://elsewhere.example/dg"), 422);
    assert_eq!(document(&server().get("/dependency-graph/compare?format=json")), answer);
}

#[test]
fn the_page_of_a_comparison_reads_without_scripts() {
    let page = server().get("/dependency-graph/compare?left=dg_default&right=dg_jp");
    page.is(200).has("content-type", "text/html; charset=utf-8");
    let added = page.text().matches("<span class=\"change added\">").count();
    assert_eq!(added, 3, "the rules proposed for Japan");
    assert!(page.text().contains("<option value=\"dg_jp\" selected>"));
    assert!(!page.text().contains("<script"));
    server().get("/dependency-graph/compare?left=dg_nowhere").is(404);
    let same = server().get("/dependency-graph/compare?left=dg_us&right=dg_us");
    assert!(same.is(200).text().contains("No difference."));
}

#[test]
fn the_rules_of_a_graph_are_listed() {
    for (graph, count) in [("dg_default", 1), ("dg_eu", 10), ("dg_us", 3), ("dg_gb", 6)] {
        let answer = document(&server().get(&format!("/dependencygraph/rules?graph={graph}")));
        assert_eq!(keys(&answer), ["dependency_graph", "default_rules"]);
        assert_eq!(answer["dependency_graph"], LIBRARY.site.graph_iri(&graph.parse().unwrap()));
        let rules = list(&answer["default_rules"]);
        assert_eq!(rules.len(), count, "{graph}");
        let adopted = rules.iter().filter(|rule| rule["adopted"] == true).count();
        assert_eq!(adopted, 1, "{graph}: the core rule");
        assert_eq!(
            keys(&rules[0]),
            [
                "iri",
                "action",
                "action_label",
                "action_curie",
                "action_url",
                "outcome",
                "outcome_label",
                "outcome_curie",
                "jurisdiction",
                "jurisdiction_label",
                "basis",
                "status",
                "status_label",
                "adopted",
                "date",
                "label",
                "sentence"
            ]
        );
    }
    assert_eq!(
        document(&server().get("/dependencygraph/rules")),
        document(&server().get("/dependencygraph/rules?graph=dg_default"))
    );
    sentence(&server().get("/dependencygraph/rules?graph=dg_nowhere"), 404);
}

#[test]
fn the_matrix_of_the_default_graph_stands_beside_the_tree() {
    let index = UNLIMITED.get("/compatibility/dg_default/index.json");
    let document = document(&index);
    let ids: Vec<&str> = list(&document["ids"]).iter().map(text).collect();
    assert_eq!(ids.len(), count("published"), "fixtures are left out");
    let (mit, gpl) = (ids.binary_search(&"MIT").unwrap(), ids.binary_search(&"GPL-2.0-only").unwrap());
    let letter = |from: usize, under: usize| text(&document["grades"][from]).chars().nth(under).unwrap();
    let row = super::document(&UNLIMITED.get("/compatibility/dg_default/MIT.json"));
    let pair = &row["counterparts"]["GPL-2.0-only"];
    assert_eq!(document["letters"][letter(mit, gpl).to_string()], pair["under_it"]);
    assert_eq!(document["letters"][letter(gpl, mit).to_string()], pair["under_this"]);
    let etag = index.header("etag").unwrap().to_owned();
    UNLIMITED.ask("GET", "/compatibility/dg_default/index.json", &[("If-None-Match", &etag)]).is(304);
    for (file, media_type) in [
        ("MIT.deny.toml", "application/toml"),
        ("MIT.grant.yaml", "application/yaml"),
        ("MIT.dependency-review.yml", "application/yaml"),
        ("MIT.txt", "text/plain; charset=utf-8"),
        ("matrixseqexpl.json", "application/json"),
    ] {
        let policy = UNLIMITED.get(&format!("/compatibility/policies-combined-binary/{file}"));
        assert_eq!(policy.is(200).header("Content-Type"), Some(media_type), "{file}");
    }
    let csv = UNLIMITED.get("/compatibility/dg_default/grades.csv");
    csv.is(200).has("content-type", "text/csv; charset=utf-8");
    assert_eq!(csv.text().lines().count(), 1 + count("published"));
    UNLIMITED.get("/compatibility/dg_default/SHA256SUMS").is(404);
}
