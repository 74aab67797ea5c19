//! spec:version-2#negotiation: which form a request gets. The cases are data: `tests/cases/negotiation.json`, and
//! `dialects.json` for the rest.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use muniment_documents::wire::{Choice, Class, Elsewhere, NoForm, choose};
use serde::Deserialize;

use crate::server::{Answer, repository, server};

/// What a client sends, and which form it gets.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// Values of `Accept`, one a header field; none: no such field.
    accept: Vec<String>,
    format: Option<String>,
    /// Name of a form, or `406` or `422`.
    expect: String,
    why: String,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let text = fs::read_to_string(repository().join("tests/cases/negotiation.json")).unwrap();
    serde_json::from_str(&text).unwrap()
});

const LICENSE: &str = "/v2/licenses/Apache-2.0/versions/1";

/// Names of the forms with the media types they are answered as.
const MEDIA_TYPES: [(&str, &str); 5] = [
    ("json", "application/json"),
    ("ttl", "text/turtle; charset=utf-8"),
    ("jsonld", "application/ld+json"),
    ("nt", "application/n-triples; charset=utf-8"),
    ("rdfxml", "application/rdf+xml"),
];

impl Case {
    fn ask(&self, path: &str) -> Answer {
        let accept: Vec<(&str, &str)> = self.accept.iter().map(|value| ("Accept", value.as_str())).collect();
        let query = self.format.as_ref().map(|format| format!("?format={format}")).unwrap_or_default();
        server().ask("GET", &format!("{path}{query}"), &accept)
    }
}

/// The form an answer has, or its status.
#[track_caller]
fn form_of(answer: &Answer) -> String {
    if answer.status != 200 {
        return answer.status.to_string();
    }
    let media_type = answer.header("content-type").unwrap();
    let known = MEDIA_TYPES.iter().find(|(_, known)| *known == media_type);
    let (form, _) = known.unwrap_or_else(|| panic!("{}: {media_type}", answer.asked));
    let tag = answer.header("etag").unwrap();
    assert!(tag.ends_with(&format!("-{form}\"")), "{}: {form} is tagged {tag}", answer.asked);
    (*form).to_owned()
}

#[test]
fn cases_of_negotiation_are_many_and_end_in_every_way() {
    assert!(CASES.len() >= 40);
    let ends: BTreeSet<&str> = CASES.iter().map(|case| case.expect.as_str()).collect();
    assert_eq!(ends, BTreeSet::from(["json", "ttl", "jsonld", "nt", "rdfxml", "406", "422"]));
    let asked: BTreeSet<String> =
        CASES.iter().map(|case| format!("{:?} {:?}", case.accept, case.format)).collect();
    assert_eq!(asked.len(), CASES.len(), "a case stands there twice");
    assert!(CASES.iter().all(|case| !case.why.is_empty()));
}

#[test]
fn cases_of_negotiation_hold_over_http() {
    let mut wrong = String::new();
    for path in [LICENSE, "/v2/licenses/MIT", "/v2/dependency-graphs/dg_default/versions/2", "/v2/vocabulary"]
    {
        for case in CASES.iter() {
            let form = form_of(&case.ask(path));
            if form != case.expect {
                wrong.push_str(&format!("\n{path} {form} instead of {case:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn cases_of_negotiation_hold_in_the_library() {
    let (dialect, forms) = (Class::Version.dialect(), Class::Version.rules().representations);
    let mut wrong = String::new();
    for case in CASES.iter() {
        let accept = (!case.accept.is_empty()).then(|| case.accept.join(","));
        let form = match choose(dialect, &forms, None, case.format.as_deref(), accept.as_deref()) {
            Ok(Choice::Form(representation)) => representation.key(),
            Ok(_) => "redirect",
            Err(NoForm::UnknownFormat) => "422",
            Err(NoForm::NotAcceptable) => "406",
        };
        if form != case.expect {
            wrong.push_str(&format!("\n{form} instead of {case:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What a client sends to an address of any class, and what it gets: a form, or a status and an address.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassCase {
    class: Class,
    /// Where requests are led that get no form.
    elsewhere: Option<Elsewhere>,
    accept: Option<String>,
    format: Option<String>,
    expect: String,
    why: String,
}

#[test]
fn cases_of_other_dialects_hold_in_the_library() {
    let text = fs::read_to_string(repository().join("tests/cases/dialects.json")).unwrap();
    let cases: Vec<ClassCase> = serde_json::from_str(&text).unwrap();
    assert!(cases.len() >= 60 && cases.iter().all(|case| !case.why.is_empty()));
    let mut wrong = String::new();
    for case in &cases {
        let (dialect, forms) = (case.class.dialect(), case.class.rules().representations);
        let (format, accept) = (case.format.as_deref(), case.accept.as_deref());
        let found = match choose(dialect, &forms, case.elsewhere.as_ref(), format, accept) {
            Ok(Choice::Form(representation)) => representation.key().to_owned(),
            Ok(Choice::TemporaryRedirect(address)) => format!("307 {address}"),
            Ok(Choice::SeeOther(address)) => format!("303 {address}"),
            Err(NoForm::UnknownFormat) => "422".to_owned(),
            Err(NoForm::NotAcceptable) => "406".to_owned(),
        };
        if found != case.expect {
            wrong.push_str(&format!("\n{found} instead of {case:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn format_wins_over_accept() {
    for (format, media_type) in MEDIA_TYPES {
        for (_, accepted) in MEDIA_TYPES.iter().chain(&[("", "image/png"), ("", "*/*;q=0")]) {
            let answer = server().accept(&format!("{LICENSE}?format={format}"), accepted);
            answer.is(200).has("content-type", media_type);
        }
    }
}

#[test]
fn accept_is_ranked_by_quality() {
    let [first, second, ..] = MEDIA_TYPES;
    for (a, b) in [(first, second), (second, first)] {
        let answer = server().accept(LICENSE, &format!("{};q=0.4, {};q=0.5", a.1, b.1));
        answer.is(200).has("content-type", b.1);
    }
}

#[test]
fn every_form_is_answered_to_its_media_type_as_to_its_format() {
    for (form, media_type) in MEDIA_TYPES {
        let (bare, _) = media_type.split_once(';').unwrap_or((media_type, ""));
        for path in [LICENSE, "/v2/dependency-graphs/dg_default", "/v2/vocabulary/versions/1"] {
            let accepted = server().accept(path, bare);
            let named = server().get(&format!("{path}?format={form}"));
            assert_eq!(accepted.is(200).body, named.body, "{}", accepted.asked);
            assert_eq!(accepted.lasting_headers(), named.lasting_headers(), "{}", accepted.asked);
        }
    }
}

#[test]
fn html_is_answered_with_json_that_names_the_page() {
    let answer = server().accept("/v2/licenses/Apache-2.0", "text/html");
    answer.is(200).has("content-type", "application/json").has("location", None);
    let page = answer.json()["links"]["html"].as_str().unwrap().to_owned();
    assert!(page.starts_with("https://") && page.ends_with("/license-library/Apache-2.0"), "{page}");
}

#[test]
fn nothing_acceptable_is_406_with_what_is_available_and_vary() {
    for accept in ["image/png", "application/problem+json", "*/*;q=0"] {
        let answer = server().accept(LICENSE, accept);
        answer.is(406).has("vary", "Accept").has("content-type", "application/problem+json");
        let available: BTreeSet<String> = answer.json()["available"]
            .as_array()
            .unwrap_or_else(|| panic!("{}: nothing is available", answer.asked))
            .iter()
            .map(|media_type| media_type.as_str().unwrap().split(';').next().unwrap().to_owned())
            .collect();
        let bare = |(_, media_type): (&str, &str)| media_type.split(';').next().unwrap().to_owned();
        assert_eq!(available, MEDIA_TYPES.map(bare).into(), "{}", answer.asked);
    }
}

#[test]
fn every_negotiated_answer_varies_on_accept() {
    for accept in ["application/json", "text/turtle", "text/html", "image/png"] {
        for path in [LICENSE, "/v2/dependency-graphs/dg_default", "/v2/vocabulary"] {
            server().accept(path, accept).has("vary", "Accept");
        }
    }
    server().get(&format!("{LICENSE}?format=ttl")).is(200).has("vary", "Accept");
}

/// Documents without any RDF form.
const JSON_ONLY: [&str; 7] = [
    "/v2",
    "/v2/licenses",
    "/v2/licenses/Apache-2.0/versions",
    "/v2/dependency-graphs",
    "/v2/vocabulary/versions",
    "/v2/releases",
    "/v2/changes",
];

#[test]
fn lists_releases_changes_and_discovery_are_json_only() {
    let current = server().get("/v2/releases").json()["current"]["href"].as_str().unwrap().to_owned();
    for path in JSON_ONLY.into_iter().chain([current.as_str()]) {
        server().get(path).is(200).has("content-type", "application/json");
        server().get(&format!("{path}?format=json")).is(200).has("content-type", "application/json");
        for accept in
            ["application/json", "*/*", "application/*;q=0.1", "text/html", "text/turtle, */*;q=0.1"]
        {
            server().accept(path, accept).is(200).has("content-type", "application/json");
        }
        for accept in ["text/turtle", "application/ld+json, application/rdf+xml;q=0.5", "image/png"] {
            let answer = server().accept(path, accept);
            answer.is(406).has("vary", "Accept").has("content-type", "application/problem+json");
            assert_eq!(answer.json()["available"], serde_json::json!(["application/json"]), "{path}");
        }
    }
}
