//! What the functions of version 1 answer, held against the schemas of their operations.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use muniment_documents::api::v1::{
    self, ActionsQuery, GraphIdentity, Health, HistoryQuery, LicenseFileQuery, ListQuery, Operation,
    ParameterFault, Refused, actions, axiom_list, change_log, checker_licenses, comparison_document,
    consistency, default_rules, faceted_search, frozen_record, graph_comparison, graph_list, history_page,
    license_file, list, review_record, spdx_answer, spdx_mapping, suggestions, verdict, version_list,
};
use muniment_licenses::assist::narration;
use muniment_licenses::find::{Comparison, LicenseSearch, Ports, TargetFacet, Window};
use muniment_licenses::model::LicenseId;
use muniment_licenses::prose::Source;
use muniment_licenses::reason::{Facts, Reasoner, Theory, compare_graphs, compatibility};
use serde::Serialize;
use serde_json::{Value, json, to_value};

use crate::openapi::{OURS, SMALL, World, assert_valid};

static OUR_REASONER: LazyLock<Reasoner> = LazyLock::new(|| Reasoner::new(OURS.catalog.library));
static SMALL_REASONER: LazyLock<Reasoner> = LazyLock::new(|| Reasoner::new(SMALL.catalog.library));

/// An answer of an operation: status and JSON, and what was asked.
pub(super) struct Answer {
    pub(super) operation: Operation,
    pub(super) status: u16,
    pub(super) json: Value,
    pub(super) asked: String,
}

struct Answers<'w> {
    world: &'w World,
    reasoner: &'w Reasoner,
    found: Vec<Answer>,
}

impl World {
    /// Answers of every operation that the library alone decides.
    pub(super) fn answers(&'static self) -> Vec<Answer> {
        let reasoner = if std::ptr::eq(self, &raw const *OURS) { &*OUR_REASONER } else { &*SMALL_REASONER };
        let mut answers = Answers { world: self, reasoner, found: Vec::new() };
        answers.lists();
        answers.records();
        answers.side_by_side();
        answers.names();
        answers.history();
        answers.graphs();
        answers.reasoning();
        answers.narrations();
        answers.health();
        answers.found
    }
}

impl Answers<'_> {
    fn add(&mut self, operation: Operation, asked: impl std::fmt::Display, document: &impl Serialize) {
        let answer =
            Answer { operation, status: 200, json: to_value(document).unwrap(), asked: asked.to_string() };
        self.found.push(answer);
    }

    fn lists(&mut self) {
        let index = &self.world.index;
        for ports in [Ports::Include, Ports::Exclude, Ports::Only] {
            for keyword in [None, Some("a"), Some("license"), Some("no such record")] {
                for window in [Window::Whole, Window::new(Some(1), Some(3))] {
                    let query = ListQuery { keyword: keyword.map(str::to_owned), ports, window };
                    self.add(Operation::ListLicenses, format!("{query:?}"), &list(index, &query));
                }
            }
            let mut search = LicenseSearch::default();
            let all = faceted_search(index, &search, ports, Window::Whole);
            self.add(Operation::SearchLicenses, "everything", &all);
            search.target.software = TargetFacet::No;
            let none = faceted_search(index, &search, ports, Window::new(None, Some(2)));
            self.add(Operation::SearchLicenses, "no software", &none);
        }
        self.add(Operation::ListCheckerLicenses, "", &checker_licenses(index));
        for keyword in ["", "c", "gpl3", "cc by", "meadow", "apache", "zzzzz"] {
            self.add(Operation::SuggestLicenses, keyword, &suggestions(index, keyword));
        }
    }

    fn records(&mut self) {
        let library = self.world.catalog.library;
        for (id, history) in &self.world.catalog.licenses {
            for facts in history.versions() {
                let record = frozen_record(&facts.outline().unwrap(), &library.site);
                let record: Value = serde_json::from_str(&record).unwrap();
                let asked = format!("{id} {}", facts.version);
                self.add(Operation::GetLicenseVersion, &asked, &record);
                if facts.is_latest() {
                    self.add(Operation::GetLicense, &asked, &record);
                    self.add(Operation::GetLicense, &asked, &facts.canonical.as_str());
                }
            }
        }
        for (id, model) in &library.licenses {
            for asset in [None, Some("https://example.org/work"), Some("work")] {
                let query =
                    LicenseFileQuery { asset: asset.map(str::to_owned), attribution: Some("Ada".to_owned()) };
                self.add(Operation::GetLicenseFile, id, &license_file(library, model, &query));
            }
        }
        for (id, review) in &library.reviews {
            self.add(Operation::GetReview, id, &review_record(review));
        }
        for (duties_only, include_reasoning_terms) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            let query = ActionsQuery { duties_only, include_reasoning_terms };
            self.add(Operation::ListActions, format!("{query:?}"), &actions(library, query));
        }
    }

    fn side_by_side(&mut self) {
        let library = self.world.catalog.library;
        let mut ids: Vec<LicenseId> = library.licenses.keys().cloned().collect();
        ids.push("no-such-record".parse().unwrap());
        for ids in ids.chunks(17).map(<[_]>::to_vec) {
            let ids = if ids.len() < 2 { [ids.clone(), ids].concat() } else { ids };
            let comparison = Comparison::new(library, &ids).unwrap();
            self.add(Operation::CompareLicenses, format!("{ids:?}"), &comparison_document(&comparison));
        }
    }

    fn names(&mut self) {
        let (library, spdx) = (self.world.catalog.library, self.world.index.spdx());
        self.add(Operation::GetSpdxMapping, "", &spdx_mapping(library, spdx));
        for found in spdx.declared() {
            self.add(Operation::GetLicenseBySpdx, found.spdx_id, &spdx_answer(library, &found));
        }
    }

    fn history(&mut self) {
        let catalog = &self.world.catalog;
        for (skip, limit) in [(0, 50), (0, 0), (3, 500), (9999, 50), (0, 5000)] {
            let query = HistoryQuery { skip, limit };
            self.add(Operation::ListHistory, format!("{query:?}"), &history_page(catalog, query));
        }
        let lists = [
            (Operation::ListLicenseVersions, &catalog.licenses),
            (Operation::ListGraphVersions, &catalog.graphs),
            (Operation::ListDefaultGraphVersions, &catalog.graphs),
        ];
        for (operation, histories) in lists {
            for (id, history) in histories {
                self.add(operation, id, &version_list(history));
            }
        }
        let library = catalog.library;
        for (id, model) in &library.licenses {
            if let Some(log) = &model.change_log {
                self.add(Operation::GetLicenseChangeLog, id, &change_log(log));
            }
        }
        for (id, model) in &library.graphs {
            if let Some(log) = &model.change_log {
                self.add(Operation::GetGraphChangeLog, id, &change_log(log));
                self.add(Operation::GetDefaultGraphChangeLog, id, &change_log(log));
            }
        }
    }

    fn graphs(&mut self) {
        let library = self.world.catalog.library;
        self.add(Operation::ListGraphs, "", &graph_list(library));
        for (id, model) in &library.graphs {
            let graph = &model.current.content;
            self.add(Operation::ListAxioms, id, &axiom_list(graph));
            self.add(Operation::ListRules, id, &default_rules(&model.iri, graph, library));
            for (other, right) in &library.graphs {
                let difference = compare_graphs(graph, &right.current.content, &library.site.terms());
                let (left, right) = (GraphIdentity::of(id, model), GraphIdentity::of(other, right));
                let document = graph_comparison(left, right, &difference, library);
                self.add(Operation::CompareGraphs, format!("{id} {other}"), &document);
            }
        }
    }

    fn reasoning(&mut self) {
        let library = self.world.catalog.library;
        let facts: Vec<&Facts> = self.reasoner.records().map(|facts| &**facts).collect();
        for (id, model) in &library.graphs {
            let theory: &Theory = self.reasoner.theory(&model.iri).unwrap();
            for several in facts.chunks(24) {
                let found = compatibility(theory, several.iter().copied(), || false).unwrap();
                self.add(
                    Operation::CheckCompatibility,
                    format!("{id} {}", several.len()),
                    &verdict(&found, library),
                );
            }
            for one in &facts {
                let found = muniment_licenses::reason::consistency(theory, one, || false).unwrap();
                self.add(Operation::CheckConsistency, id, &consistency(&found, library));
            }
        }
        self.add(Operation::CheckCompatibility, "no conclusion", &"");
    }

    /// Of every record: the text that needs nobody, and one that leaves everything out.
    fn narrations(&mut self) {
        let library = self.world.catalog.library;
        for (id, model) in &library.licenses {
            let source = Source::of(model, &model.current);
            let subject = narration::Subject::new(library, source, false).unwrap();
            let text = subject.fallback();
            self.add(Operation::NarrateLicense, id, &v1::narration(&text, &subject, None, Some(id)));
            let section = json!({"heading": "", "text": "Nothing.", "statements": ["odrl:sell"]});
            let answer = json!({"title": "", "preamble": "", "sections": [section], "closing": ""});
            let text = subject.accepted(&answer).unwrap();
            let document = v1::narration(&text, &subject, Some("provider.example"), None);
            self.add(Operation::NarrateLicense, format!("{id}, incomplete"), &document);
        }
    }

    fn health(&mut self) {
        for is_well in [true, false] {
            let health = Health::of_store(is_well);
            let status = if health.is_well() { 200 } else { 503 };
            let error = (!is_well).then(|| "it is gone".to_owned());
            let in_detail = health.clone().in_detail("sqlite://var/muniment.db".to_owned(), error);
            for (asked, health) in [("for all", health), ("in detail", in_detail)] {
                let (json, asked) = (to_value(&health).unwrap(), format!("{is_well}, {asked}"));
                self.found.push(Answer { operation: Operation::GetHealth, status, json, asked });
            }
        }
    }
}

#[test]
fn every_answer_is_as_its_operation_says() {
    for world in [&*OURS, &*SMALL] {
        let mut validators = BTreeMap::new();
        let mut held: BTreeMap<Operation, usize> = BTreeMap::new();
        for answer in world.answers() {
            let Answer { operation, status, json, asked } = answer;
            let validator = validators
                .entry((operation, status))
                .or_insert_with(|| world.answered(operation, status, "application/json"));
            assert_valid(validator, &json, &format!("{} {asked}", operation.route().id));
            *held.entry(operation).or_default() += 1;
        }
        assert_eq!(held.len(), 27, "operations that the library alone answers: {held:?}");
    }
}

/// What is refused, in each shape: the status with the body.
pub(super) fn refusals() -> Vec<(u16, Value)> {
    let fault = |kind, loc: &[&str], input| ParameterFault {
        kind,
        loc: loc.iter().map(|&part| part.to_owned()).collect(),
        msg: "what is the matter".to_owned(),
        input,
    };
    [
        Refused::not_found(),
        Refused::unknown_license("x"),
        Refused::unknown_graph("x"),
        Refused::unknown_version(0),
        Refused::no_token(),
        Refused::no_live_token(),
        Refused::unknown_serialisation("pdf"),
        Refused::unknown_format("pdf"),
        Refused::MethodNotAllowed { allow: "GET, HEAD".to_owned() },
        Refused::sentence(422, "limit must be an integer value"),
        Refused::Parameters(vec![
            fault("int_parsing", &["query", "limit"], json!("x")),
            fault("missing", &["body", "target"], json!({"actions": {}})),
            fault("string_pattern_mismatch", &["path", "license_id"], json!(null)),
        ]),
    ]
    .iter()
    .map(|refused| (refused.status(), refused.body()))
    .collect()
}

#[test]
fn what_is_refused_is_as_described() {
    let cases = [
        (Operation::GetLinkedLicense, 404),
        (Operation::GetLinkedLicense, 415),
        (Operation::NarrateLicense, 401),
        (Operation::SearchLicenses, 405),
        (Operation::SearchLicenses, 422),
    ];
    for (operation, status) in cases {
        let validator = OURS.answered(operation, status, "application/json");
        let mut held = 0;
        for (_, body) in refusals().iter().filter(|(of, _)| *of == status) {
            assert_valid(&validator, body, operation.route().id);
            held += 1;
        }
        assert!(held > 0, "nothing is refused with {status}");
    }
    // Where only parameters can be faulty, a sentence is none of the shapes.
    let list = OURS.answered(Operation::GetLicense, 422, "application/json");
    assert!(list.is_valid(&Refused::unknown_format("pdf").body()));
    assert!(!list.is_valid(&Refused::sentence(422, "no").body()));
}

#[test]
fn spent_windows_are_as_described() {
    let window = json!({
        "detail": "At most 60 requests a minute.", "window": "minute", "limit": 60, "remaining": 0,
        "reset_at": "2026-11-20T12:00:00Z",
    });
    let sentence =
        Refused::sentence(429, "Rate limit exceeded: at most 60 requests per 60s for this endpoint.");
    let account = OURS.answered(Operation::ListActions, 429, "application/json");
    assert!(account.is_valid(&window) && !account.is_valid(&sentence.body()));
    let either = OURS.answered(Operation::CheckCompatibility, 429, "application/json");
    assert!(either.is_valid(&window) && either.is_valid(&sentence.body()));
    let mut week = window.clone();
    week["window"] = json!("week");
    assert!(!account.is_valid(&week) && !either.is_valid(&week));
}
