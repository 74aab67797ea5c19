//! Pages of a small library read from files.

use std::fs;
use std::path::Path;

use super::*;
use muniment_library::history::current_release;
use muniment_licenses::model::Library;

const SITE: &str = r#"
name = "Sample"
site_url = "https://sample.example"
edition = "test"

[prefixes]
vocabulary = "svc"
library = "svclib"

[contact]
emails = ["a@sample.example"]
url = "https://sample.example/contact"
"#;

const PREFIXES: &str = "
@prefix cc: <http://creativecommons.org/ns#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix odrl: <http://www.w3.org/ns/odrl/2/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix spdx: <http://spdx.org/rdf/terms#> .
@prefix bpicounty: <http://www.bpiresearch.com/BPMO/2004/03/03/cdl/Countries#> .
@prefix svc: <https://sample.example/ns#> .
@prefix svclib: <https://sample.example/licenselibrary/> .
";

const PARENT: &str = r#"
svclib:Parent a odrl:Set ; dct:title "Parent <script>alert(1)</script>"@en ; spdx:licenseId "Parent-1.0" ;
    cc:legalcode <https://legal.example/parent> ; cc:jurisdiction svc:worldwide ; cc:license svclib:Parent ;
    dct:alternative "Le parent"@fr, "PL" ; svc:curePeriod "30 days" ;
    svc:versionHistory <https://sample.example/licenselibrary/Parent/versions> ;
    odrl:permission [ a odrl:Permission ; odrl:action odrl:distribute ;
        odrl:duty [ a odrl:Duty ; odrl:action cc:Notice ;
            svc:statementOrigin svc:FromConvention ; svc:convention "Rule \"one\"." ] ] ;
    odrl:prohibition [ a odrl:Prohibition ; odrl:action svc:promote ] .
"#;

const PORT: &str = r#"
svclib:Port a odrl:Set ; dct:title "Port"@en ; svc:jurisdictionPortOf svclib:Parent ;
    cc:jurisdiction bpicounty:SouthAfrica ; svc:recordStatus svc:testFixture ;
    odrl:permission [ a odrl:Permission ; odrl:action odrl:distribute ] .
"#;

const GONE: &str = r#"
svclib:Gone a odrl:Set ; dct:title "Gone"@en ; owl:deprecated true ; dct:isReplacedBy svclib:Parent ;
    dct:modified "2026-11-20"^^<http://www.w3.org/2001/XMLSchema#date> ;
    svc:deprecatedOn "2026-11-20"^^<http://www.w3.org/2001/XMLSchema#date> ;
    odrl:permission [ a odrl:Permission ; odrl:action odrl:distribute ] .
"#;

const GRAPH: &str = r#"
<https://sample.example/dependencygraph/dg_default> dct:title "Core"@en ; dct:description "About acts." .
cc:Attribution odrl:implies cc:Notice .
<https://sample.example/dependencygraph/rules/one> a svc:DefaultRule ; rdfs:label "One"@en ;
    svc:appliesTo svc:promote ; svc:defaultOutcome svc:NotGrantedByDefault ; svc:inJurisdiction svc:worldwide ;
    svc:ruleBasis "Some statute" ; svc:ruleStatus svc:Proposed .
"#;

const VOCABULARY: &str = r#"
<https://sample.example/ns#> a owl:Ontology ; dct:title "Words"@en .
svc:promote a odrl:Action, svc:RuleAction ; rdfs:label "Promote"@en ; rdfs:comment "Speaking well of it."@en .
svc:curePeriod a owl:DatatypeProperty ; rdfs:label "Cure period"@en .
svc:worldwide a svc:Jurisdiction ; rdfs:label "Worldwide"@en .
svc:Jurisdiction a owl:Class ; rdfs:label "Jurisdiction"@en .
odrl:distribute a odrl:Action ; rdfs:label "Distribute"@en .
"#;

fn library(folder: &Path) -> Library {
    let write = |path: &str, parts: &[&str]| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, parts.concat()).unwrap();
    };
    write("site.toml", &[SITE]);
    write("licenses/Parent.ttl", &[PREFIXES, PARENT]);
    write("licenses/Port.ttl", &[PREFIXES, PORT]);
    write("licenses/Gone.ttl", &[PREFIXES, GONE]);
    write("graphs/dg_default.ttl", &[PREFIXES, GRAPH]);
    write("vocabulary/svc-ns.ttl", &[PREFIXES, VOCABULARY]);
    muniment_library::load::load(folder).library.unwrap()
}

fn assert_contains(html: &str, expected: &[&str]) {
    for expected in expected {
        assert!(html.contains(expected), "`{expected}` is missing from\n{html}");
    }
}

#[test]
fn every_page_of_a_small_library_has_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let library = library(folder.path());
    let catalog = Catalog::new(&library);
    let current = current_release(catalog.library);
    let pages = Pages::new(&catalog, "http://127.0.0.1:8080").unwrap();
    let record = |id: &str| pages.record(&catalog.licenses[id]).unwrap();

    let parent = record("Parent");
    assert_contains(
        &parent,
        &[
            "<title>Parent &lt;script&gt;alert(1)&lt;/script&gt; · Sample</title>",
            "<link rel=\"canonical\" href=\"https://sample.example/license-library/Parent\">",
            "href=\"/license-library/Port\">Port</a>",
            "href=\"/ns/promote\">Promote</a>",
            "href=\"/ns#odrl-distribute\">Distribute</a>",
            "title=\"Rule &quot;one&quot;.\"",
            "href=\"/ns/curePeriod\">Cure period</a>",
            "30 days",
            "<span lang=\"fr\">Le parent</span>",
            "href=\"#history-heading\"",
            "href=\"/v2/licenses/Parent/versions/1/index.ttl\"",
            &catalog.licenses["Parent"].current.content_hash.to_string(),
        ],
    );
    assert!(!parent.contains("Test fixture") && !parent.contains("Withdrawn"));
    assert!(
        !parent.contains("The license does not mention"),
        "it prohibits the act of the one rule there is"
    );
    assert_contains(
        &record("Port"),
        &[
            "Test fixture",
            "South Africa",
            "href=\"/license-library/Parent\"",
            "The license does not mention &quot;Promote&quot;; everywhere the graph covers, this is then not \
             permitted unless the license says otherwise.",
            "href=\"/dependency-graph/dg_default#rule-one\">One</a>",
            "proposed, not adopted",
            "Some statute",
        ],
    );
    assert_contains(
        &record("Gone"),
        &["Withdrawn on", "2026-11-20", "It is replaced by", "href=\"/license-library/Parent\""],
    );

    let home = pages.home().unwrap();
    assert_contains(&home, &["of 3 licenses", "href=\"/choose\""]);

    let whole = pages.library().unwrap();
    assert_contains(&whole, &["<summary>1 port</summary>", "withdrawn", "Parent-1.0", "3 records"]);
    assert_eq!(whole.matches("href=\"/license-library/Port\"").count(), 1);
    let framed = pages.list(true).unwrap();
    assert_contains(&framed, &["<summary>1 port</summary>", "href=\"/web/license/Port\"", "noindex"]);
    assert!(!framed.contains("href=\"/license-library/"), "a record that may not be framed in\n{framed}");

    let days = pages.days_of_changes(&current);
    assert!(days.iter().any(|day| day == "/changes/undated"), "{days:?}");
    assert!(pages.changes_of_day(&current, "/changes/1999-01-01").is_err());
    for day in &days {
        assert_contains(&pages.changes_of_day(&current, day).unwrap(), &["#history-heading\">"]);
    }
    assert_contains(
        &pages.changes(&current).unwrap(),
        &[
            "href=\"/license-library/Gone#history-heading\">Gone</a>",
            "href=\"/dependency-graph/dg_default#history-heading\">Core</a>",
            "href=\"/ns#history-heading\">Words</a>",
            "No day recorded",
            &format!("since={}", current.id),
        ],
    );
    assert_contains(
        &pages.releases(&current, false).unwrap(),
        &[&format!("/v2/releases/{}/index.json", current.id)],
    );
    assert_contains(&pages.imprint().unwrap(), &["mailto:a@sample.example", "“test”"]);
    assert_contains(&pages.privacy().unwrap(), &["mailto:a@sample.example"]);
    assert_contains(
        &pages.documentation_index(&current).unwrap(),
        &["https://sample.example/licenselibrary/Parent", &current.id.to_string()],
    );

    let graph = pages.graph(&catalog.graphs["dg_default"]).unwrap();
    assert_contains(&graph, &["About acts.", "Attribution", "Some statute", "Proposed", "id=\"rule-one\""]);
    let vocabulary = pages.vocabulary().unwrap();
    assert_contains(
        &vocabulary,
        &["id=\"promote\"", "id=\"odrl-distribute\"", "id=\"kind-jurisdiction\"", "Speaking well of it."],
    );
    let promote = pages.term("https://sample.example/ns#promote").unwrap();
    assert_contains(
        &promote,
        &[
            "Speaking well of it.",
            "Prohibited by 1 record<",
            "href=\"/license-library/Parent\"",
            "href=\"/ns/promote/index.ttl\"",
            "&quot;Promote&quot; is not permitted where a license does not mention it.",
        ],
    );
    let period = pages.term("https://sample.example/ns#curePeriod").unwrap();
    assert_contains(&period, &["Stated in 1 record<", "Properties that hold a value"]);
    let class = pages.term("https://sample.example/ns#Jurisdiction").unwrap();
    assert_contains(&class, &["Instances (1)", "href=\"/ns/worldwide\"", "No record uses this term."]);
    assert!(pages.term("http://www.w3.org/ns/odrl/2/distribute").is_err(), "another namespace defines it");
    assert_contains(&pages.documentation().unwrap(), &["/v2/licenses/Parent?format=ttl"]);
    let deprecation = pages.deprecation().unwrap();
    assert_contains(
        &deprecation,
        &[
            "<link rel=\"canonical\" href=\"https://sample.example/documentation/deprecation\">",
            "<code>POST /compatibilitycheck/</code>",
            "at least twelve months",
            "href=\"/v2/index.json\">discovery</a>",
        ],
    );
    assert_contains(&pages.documentation().unwrap(), &["href=\"/documentation/deprecation\""]);
    for html in [parent, framed, graph, vocabulary, promote, deprecation] {
        assert!(!html.contains("<script>"), "a script in\n{html}");
    }
}

#[test]
fn pages_are_the_same_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let library = library(folder.path());
    let catalog = Catalog::new(&library);
    let render = || {
        let pages = Pages::new(&catalog, "http://x").unwrap();
        let current = current_release(catalog.library);
        let mut all = vec![pages.home().unwrap(), pages.vocabulary().unwrap()];
        all.extend([pages.library().unwrap(), pages.changes(&current).unwrap()]);
        all.extend(catalog.licenses.values().map(|history| pages.record(history).unwrap()));
        all
    };
    assert_eq!(render(), render());
}

#[test]
fn unknown_models_have_no_page() {
    let folder = tempfile::tempdir().unwrap();
    let library = library(folder.path());
    let catalog = Catalog::new(&library);
    let pages = Pages::new(&catalog, "http://x").unwrap();
    let error = pages.record(&catalog.graphs["dg_default"]).unwrap_err();
    assert_eq!(error.to_string(), "the library holds no dependency-graph `dg_default` to make a page of");
}
