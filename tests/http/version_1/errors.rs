//! spec:version-1#errors: the four shapes of errors, and the page people get in their place on the website.

use super::{keys, list, small, text};
use crate::server::{Answer, server};

/// Fails unless an answer is a refusal in a sentence (the first shape); answers the sentence.
#[track_caller]
pub(super) fn sentence(answer: &Answer, status: u16) -> String {
    let refusal = answer.is(status).has("content-type", "application/json").json();
    assert_eq!(keys(&refusal), ["detail"], "{}", answer.asked);
    let sentence = refusal["detail"].as_str().unwrap_or_else(|| panic!("{}: {refusal}", answer.asked));
    assert!(!sentence.trim().is_empty(), "{}", answer.asked);
    sentence.to_owned()
}

/// Fails unless an answer is a refusal that lists parameters (the second shape); answers where they stand.
#[track_caller]
pub(super) fn faulty(answer: &Answer) -> Vec<String> {
    let refusal = answer.is(422).has("content-type", "application/json").json();
    assert_eq!(keys(&refusal), ["detail"], "{}", answer.asked);
    let faults = refusal["detail"].as_array().unwrap_or_else(|| panic!("{}: {refusal}", answer.asked));
    assert!(!faults.is_empty(), "{}", answer.asked);
    faults
        .iter()
        .map(|fault| {
            assert_eq!(keys(fault), ["type", "loc", "msg", "input"], "{}", answer.asked);
            assert!(!text(&fault["type"]).is_empty() && !text(&fault["msg"]).is_empty(), "{fault}");
            let place: Vec<&str> = list(&fault["loc"]).iter().map(text).collect();
            assert!(["path", "query", "body"].contains(&place[0]), "{}: {fault}", answer.asked);
            place.join(" ")
        })
        .collect()
}

#[test]
fn a_parameter_of_the_wrong_type_is_listed_with_its_place_and_what_was_sent() {
    for (path, place, input) in [
        ("/licenselibrary/list?limit=many", "query limit", "many"),
        ("/licenselibrary/list?skip=1.5", "query skip", "1.5"),
        ("/licenselibrary/history?limit=", "query limit", ""),
        ("/licenselibrary/history?skip=all", "query skip", "all"),
        ("/licenselibrary/license/MIT?download=perhaps", "query download", "perhaps"),
        ("/licenselibrary/actions?duties_only=2", "query duties_only", "2"),
        ("/licenselibrary/license/MIT/versions/one", "path version", "one"),
        ("/licenselibrary/license/a%20b!", "path license_id", "a b!"),
        ("/licenselibrary/spdx/a_b", "path spdx_id", "a_b"),
        ("/dependencygraph/versions/x", "path version", "x"),
        ("/dependencygraph/dg_eu/versions/1.0", "path version", "1.0"),
        ("/ns/versions/latest", "path version", "latest"),
    ] {
        let answer = server().get(path);
        assert_eq!(faulty(&answer), [place], "{path}");
        assert_eq!(answer.json()["detail"][0]["input"], input, "{path}");
    }
}

#[test]
fn an_unknown_enumerated_value_is_listed() {
    for (path, place) in [
        ("/licenselibrary/list?ports=both", "query ports"),
        ("/licenselibrary/list?ports=Include", "query ports"),
        ("/licenselibrary/list?ports=", "query ports"),
        ("/licenselibrary/license/MIT?format=turtle", "query format"),
        ("/licenselibrary/license/MIT?format=", "query format"),
        ("/licenselibrary/license/MIT/versions/1?format=nt", "query format"),
    ] {
        assert_eq!(faulty(&server().get(path)), [place], "{path}");
    }
}

#[test]
fn what_is_not_there_is_refused_in_a_sentence() {
    for path in [
        "/licenselibrary/license/NoSuchLicense",
        "/licenselibrary/license/NoSuchLicense/versions",
        "/licenselibrary/license/NoSuchLicense/versions/1",
        "/licenselibrary/license/NoSuchLicense/changelog",
        "/licenselibrary/review/NoSuchLicense",
        "/licenselibrary/NoSuchLicense",
        "/licenselibrary/NoSuchLicense/versions",
        "/licenselibrary/spdx/NoSuch-1.0",
        "/licenselibrary/license/MIT/versions/0",
        "/licenselibrary/license/MIT/versions/99",
        "/dependencygraph/list?graph=dg_nowhere",
        "/dependencygraph/dg_nowhere/versions",
        "/dependencygraph/dg_nowhere/versions/1",
        "/dependencygraph/dg_nowhere/changelog",
        "/dependencygraph/versions/3",
        "/ns/versions/99",
        "/ns/nothing",
        "/users/nobody",
        "/license-library/NoSuchLicense",
        "/license-library/NoSuchLicense/badge.svg",
        "/license-library/NoSuchLicense/license.json",
        "/web/license/NoSuchLicense",
        "/dependency-graph/dg_nowhere/download",
        "/licenselibrary",
        "/nothing/here",
    ] {
        sentence(&server().get(path), 404);
    }
}

#[test]
fn a_documented_path_reached_with_the_wrong_method_names_the_methods_it_has() {
    for (method, path, allowed) in [
        ("POST", "/licenselibrary/list", "GET"),
        ("DELETE", "/licenselibrary/license/MIT", "GET"),
        ("PUT", "/licenselibrary/compare?ids=MIT,ISC", "GET"),
        ("PATCH", "/licenselibrary/actions", "GET"),
        ("POST", "/licenselibrary/history", "GET"),
        ("POST", "/licenselibrary/spdx-mapping", "GET"),
        ("POST", "/licenselibrary/mine", "GET"),
        ("GET", "/licenselibrary/facetedsearch", "POST"),
        ("GET", "/licenselibrary/composer", "POST"),
        ("GET", "/licenselibrary/consistencycheck", "POST"),
        ("PUT", "/licenselibrary/facetedsearch", "POST"),
        ("GET", "/compatibilitycheck/", "POST"),
    ] {
        let answer = server().ask(method, path, &[]);
        sentence(&answer, 405);
        let methods: Vec<&str> = answer.header("allow").unwrap_or_default().split(", ").collect();
        assert!(methods.contains(&allowed), "{}: {methods:?}", answer.asked);
        assert!(!methods.contains(&method), "{}: {methods:?}", answer.asked);
    }
}

/// spec:version-1#endpoints: all API paths answer JSON whatever `Accept` says; on the website whoever ranks HTML above
/// JSON gets a page.
#[test]
fn people_get_a_page_on_the_website_and_json_from_the_api() {
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for path in ["/nothing/here", "/license-library/NoSuchLicense", "/users/nobody", "/license-libraries"] {
        for accept in [browser, "text/html", "application/json;q=0.9, text/html"] {
            let page = server().accept(path, accept);
            page.is(404).has("content-type", "text/html; charset=utf-8");
            assert!(page.text().starts_with("<!DOCTYPE html>") && page.text().contains("</html>"), "{path}");
        }
        for accept in ["*/*", "application/json", "application/json, text/html;q=0.9", "text/turtle"] {
            sentence(&server().accept(path, accept), 404);
        }
        sentence(&server().get(path), 404);
    }
    for path in [
        "/licenselibrary/license/NoSuchLicense",
        "/licenselibrary/license/NoSuchLicense/versions",
        "/licenselibrary/nothing/here",
        "/dependencygraph/dg_nowhere/versions",
        "/ns/versions/99",
    ] {
        sentence(&server().accept(path, browser), 404);
    }
    assert_eq!(faulty(&server().accept("/licenselibrary/list?ports=no", browser)), ["query ports"]);
}

/// spec:version-1#limits-per-address: the fourth shape, on an endpoint of the website.
#[test]
fn people_who_ask_too_often_get_a_page_that_says_when_to_come_back() {
    let server = small(&[]);
    let post = |accept| server.ask("POST", "/contact", &[("Accept", accept)]);
    for _ in 0..5 {
        assert_ne!(post("text/html").status, 429);
    }
    let page = post("text/html");
    page.is(429).has("content-type", "text/html; charset=utf-8");
    assert!(page.text().contains("Rate limit exceeded: at most 5 requests per 600s for this endpoint."));
    assert_eq!(page.header("retry-after"), post("application/json").header("retry-after"));
    let refused = post("application/json");
    let expected = "Rate limit exceeded: at most 5 requests per 600s for this endpoint.";
    assert_eq!(sentence(&refused, 429), expected);
}
