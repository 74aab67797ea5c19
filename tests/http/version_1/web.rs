//! spec:version-1#website-endpoints and spec:version-1#headers: what other sites may frame. Lists, the form that
//! searches, what it finds, and what is retired.

use super::published;
use crate::server::{Answer, server};

const FORM: &str = "application/x-www-form-urlencoded";

#[track_caller]
fn search(path: &str, fields: &str) -> Answer {
    server().post(path, FORM, fields)
}

/// The records a page links to, in its order.
fn records(answer: &Answer) -> Vec<&str> {
    let links = answer.text().split("href=\"/web/license/").skip(1);
    links.filter_map(|rest| rest.split('"').next()).collect()
}

/// The rows of the same search by operation 2 or 3.
fn rows(answer: &Answer) -> Vec<String> {
    let document = answer.is(200).json();
    let rows = document["results"]["bindings"].as_array().unwrap().iter();
    rows.map(|row| row["id"]["value"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned()).collect()
}

#[test]
fn every_page_here_may_be_framed() {
    for path in ["/web/list", "/web/wplist", "/web/search", "/web/wpsearch"] {
        may_be_framed(server().get(path).is(200));
    }
    for path in ["/web/searchresults", "/web/wpsearchresults"] {
        may_be_framed(search(path, "keyword=apache").is(200));
        may_be_framed(search(path, "ports=sideways").is(422));
    }
}

#[track_caller]
fn may_be_framed(answer: &Answer) {
    answer.has("content-type", "text/html; charset=utf-8").has("x-frame-options", None);
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors 'self'") && policy.contains("default-src 'none'"), "{policy}");
    assert!(answer.text().starts_with("<!DOCTYPE html>"), "{}", answer.asked);
}

#[test]
fn lists_hold_the_whole_library_whatever_part_is_asked_for() {
    for path in ["/web/list", "/web/wplist"] {
        let whole = server().get(path);
        let listed = records(&whole);
        for id in published().into_keys() {
            assert!(listed.contains(&id), "{path}: {id}");
        }
        for query in ["?skip=10&limit=5", "?limit=0", "?skip=x"] {
            assert!(server().get(&format!("{path}{query}")).is(200).body == whole.body, "{path}{query}");
        }
    }
}

#[test]
fn embedded_pages_have_neither_header_nor_footer() {
    for (whole, bare) in [("/web/list", "/web/wplist"), ("/web/search", "/web/wpsearch")] {
        assert!(server().get(whole).text().contains("class=\"site-foot\""), "{whole}");
        let bare = server().get(bare);
        assert!(!bare.text().contains("site-foot") && !bare.text().contains("site-head"), "{}", bare.asked);
    }
    let found = search("/web/wpsearchresults", "keyword=apache");
    assert!(!found.text().contains("site-foot") && found.text().contains("action=\"/web/wpsearchresults\""));
}

#[test]
fn a_keyword_finds_what_operation_2_finds_in_its_order() {
    for (fields, query) in [
        ("keyword=creative+commons&ports=only", "keyword=creative%20commons&ports=only"),
        ("keyword=gnu&ports=exclude", "keyword=gnu&ports=exclude"),
        ("keyword=", ""),
    ] {
        let expected = rows(&server().get(&format!("/licenselibrary/list?{query}")));
        let found = search("/web/searchresults", fields);
        assert_eq!(records(found.is(200)), expected, "{fields}");
    }
}

#[test]
fn facets_find_what_operation_3_finds() {
    let body = r#"{"target": {"software": "no"}, "actions": {"modify": "permitted", "commercial_use": "permitted"},
        "duties": {"modify_duty_attribution": "required"}, "license_wide_duties": {"share_alike": "required"}}"#;
    let expected = rows(&server().post("/licenselibrary/facetedsearch", "application/json", body));
    let fields = "keyword=&ports=include&software=no&modify=permitted&commercial_use=permitted\
                  &modify_duty_attribution=required&share_alike=required&derive=na";
    let found = search("/web/searchresults", fields);
    assert!(!expected.is_empty());
    assert_eq!(records(found.is(200)), expected);
    for kept in ["id=\"modify_duty_attribution\"", "<option value=\"permitted\" selected>"] {
        assert!(found.text().contains(kept), "{kept}");
    }
}

#[test]
fn what_was_typed_is_kept_and_escaped() {
    let found = search("/web/searchresults", "keyword=%3Cscript%3E%22x");
    assert!(found.is(200).text().contains("value=\"&lt;script&gt;&quot;x\""));
    assert!(!found.text().contains("<script>"));
    assert!(found.text().contains("No record matches."));
}

#[test]
fn what_cannot_be_read_is_told_at_its_field() {
    let refused = search("/web/searchresults", "keyword=gnu&ports=sideways&modify=perhaps");
    refused.is(422);
    for expected in
        ["id=\"ports-error\"", "id=\"modify-error\"", "“perhaps”", "value=\"gnu\"", "aria-invalid=\"true\""]
    {
        assert!(refused.text().contains(expected), "{expected}");
    }
    assert!(records(&refused).is_empty(), "nothing is looked for with half of what was asked");
    let long = format!("keyword={}", "x".repeat(301));
    assert!(search("/web/searchresults", &long).is(422).text().contains("id=\"keyword-error\""));
}

#[test]
fn what_is_no_form_is_refused() {
    server().post("/web/searchresults", "application/json", "{}").is(415);
    search("/web/searchresults", "keyword=a&keyword=b").is(422);
    server().ask("PUT", "/web/searchresults", &[]).is(405).has("allow", "GET, HEAD, POST");
    server().post("/web/list", FORM, "").is(405);
}

#[test]
fn a_name_that_is_nearly_right_leads_on() {
    let found = search("/web/searchresults", "keyword=appache");
    assert!(records(found.is(200)).contains(&"Apache-2.0"), "{:?}", records(&found));
}

#[test]
fn old_addresses_lead_to_new_ones() {
    for (path, status, to) in [
        ("/web", 301, "/"),
        ("/web/", 301, "/"),
        ("/web/compose", 301, "/license-composer"),
        ("/web/wpcomposer", 301, "/license-composer"),
        ("/web/searchresults", 303, "/web/search"),
        ("/web/wpsearchresults", 303, "/web/wpsearch"),
    ] {
        server().get(path).is(status).has("location", to);
    }
}

#[test]
fn the_retired_composer_says_where_to_go() {
    let gone = server().post("/web/wpcomposer", FORM, "title=x");
    let document = gone.is(410).has("content-type", "application/json").json();
    assert_eq!(document["composer"], "/license-composer");
    assert!(document["detail"].as_str().is_some_and(|detail| detail.ends_with('.')), "{document}");
}
