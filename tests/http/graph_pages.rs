//! Pages of dependency graphs, and the page of the matrix that is made from one.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::counts::count;
use crate::server::server;

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key]["value"].as_str().unwrap()
}

/// Axioms of a graph as programs get them: subject, local name of the relation, object.
fn axioms(graph: &str) -> Vec<[String; 3]> {
    let answer = server().get(&format!("/dependencygraph/list?graph={graph}"));
    let document: Value = serde_json::from_str(answer.is(200).text()).unwrap();
    let rows = document["dependency_graph_statements"].as_array().unwrap();
    let relation = |iri: &str| iri.rsplit(['#', '/']).next().unwrap().to_owned();
    rows.iter()
        .map(|row| {
            [
                text(row, "subject").to_owned(),
                relation(text(row, "predicate")),
                text(row, "object").to_owned(),
            ]
        })
        .collect()
}

#[test]
fn every_axiom_of_a_graph_is_in_its_drawing_and_in_its_tables() {
    for graph in ["dg_default", "dg_eu"] {
        let page = server().get(&format!("/dependency-graph/{graph}"));
        let html = page.is(200).text();
        let drawing = html.split_once("<svg class=\"drawing\"").unwrap().1.split_once("</svg>").unwrap().0;
        let axioms = axioms(graph);
        let lines = drawing.split("<path class=\"line ").skip(1);
        let said: usize = lines
            .map(|line| line.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0)
            .map(|says| says.split("; ").count())
            .sum();
        let related = axioms.iter().filter(|[_, relation, _]| relation != "sameAs").count();
        assert_eq!(said, related, "{graph}");
        let acts: BTreeSet<&String> =
            axioms.iter().flat_map(|[subject, _, object]| [subject, object]).collect();
        assert_eq!(drawing.matches("<text x=").count(), acts.len(), "{graph}");
        assert_eq!(
            drawing.matches("<a href=\"/ns").count(),
            acts.len(),
            "every act leads to its description"
        );
        let tables =
            html.split_once("id=\"axioms-heading\"").unwrap().1.split_once("history-heading").unwrap().0;
        assert_eq!(tables.matches("<tr><td>").count(), axioms.len(), "{graph}");
        assert!(!html.contains(" style="), "the policy of pages forbids styles in elements");
    }
}

#[test]
fn the_graph_of_a_market_says_what_it_adds_to_its_base() {
    let page = server().get("/dependency-graph/dg_jp");
    let html = page.is(200).text();
    assert!(html.contains("<li>3 rules added</li>"), "{html}");
    assert!(html.contains("/dependency-graph/compare?left=dg_default&amp;right=dg_jp"));
    let core = server().get("/dependency-graph/dg_default");
    assert!(!core.text().contains("id=\"base-heading\""));
}

#[test]
fn the_list_of_graphs_has_all_of_them_and_a_form_to_compare_two() {
    let page = server().get("/dependency-graph");
    let html = page.is(200).text();
    for graph in ["default", "eu", "us", "cn", "gb", "jp", "in", "br"] {
        assert!(html.contains(&format!("href=\"/dependency-graph/dg_{graph}\"")), "dg_{graph}");
        assert_eq!(html.matches(&format!("<option value=\"dg_{graph}\"")).count(), 2, "dg_{graph}");
    }
    assert_eq!(html.matches("<span class=\"tag current\">default</span>").count(), 1);
    assert!(html.contains("action=\"/dependency-graph/compare\" method=\"get\""));
}

#[test]
fn the_page_of_the_matrix_knows_every_license_and_leads_to_the_checker() {
    let page = server().get("/compatibility?a=MIT&b=GPL-3.0-only");
    let html = page.is(200).text();
    let licenses =
        html.split_once("<datalist id=\"licenses\">").unwrap().1.split_once("</datalist>").unwrap().0;
    assert_eq!(licenses.matches("<option ").count(), count("published"), "fixtures are left out");
    assert!(html.contains("name=\"ids\"") && html.contains("name=\"target\""), "{html}");
    assert!(html.contains("action=\"/license-compatibility-checker\" method=\"get\""));
    assert!(page.header("content-security-policy").unwrap().contains("script-src 'self'"));
    server().get("/assets/matrix.js").is(200).has("content-type", "text/javascript; charset=utf-8");
    server().get("/assets/matrix.css").is(200);
    server().get("/assets/graph.css").is(200);
}
