//! spec:version-2#parameters: pages of the three lists that have them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::counts::count;
use crate::problems::{assert_problem, faulty};
use crate::server::{Answer, server};

/// The lists that are paged, with the number of their items.
fn lists() -> [(&'static str, usize); 3] {
    let (records, graphs) = (count("records"), count("dependency graphs"));
    let changes = count("record versions") + count("graph versions") + count("vocabulary versions");
    [("/v2/licenses", records), ("/v2/dependency-graphs", graphs), ("/v2/changes", changes)]
}

/// A list with its filters and one more parameter.
fn with(list: &str, parameter: &str) -> String {
    format!("{list}{}{parameter}", if list.contains('?') { '&' } else { '?' })
}

/// What tells an item from all others.
fn name(item: &Value) -> String {
    format!("{} {} {}", item["kind"], item["id"], item["version"])
}

fn items(page: &Value) -> &Vec<Value> {
    page["items"].as_array().unwrap()
}

/// The items of a list, walked by cursor with these limits, the last one again and again.
#[track_caller]
pub(crate) fn walk(list: &str, limits: &[usize]) -> Vec<Value> {
    let (mut walked, mut cursor): (Vec<Value>, Option<String>) = (Vec::new(), None);
    for place in 0.. {
        let limit = limits[place.min(limits.len() - 1)];
        let mut path = with(list, &format!("limit={limit}"));
        path.extend(cursor.iter().map(|cursor| format!("&cursor={cursor}")));
        let answer = server().get(&path);
        let page = answer.is(200).json();
        assert!(items(&page).len() <= limit, "{path}");
        walked.extend(items(&page).iter().cloned());
        let next = answer.links().get("next").map(|(target, _)| target.clone());
        assert_eq!(page["links"]["next"].as_str(), next.as_deref(), "{path}");
        match page["next_cursor"].as_str() {
            Some(text) => cursor = Some(text.to_owned()),
            None => break,
        }
        assert_eq!(items(&page).len(), limit, "only the last page may be short: {path}");
        let next = next.unwrap_or_else(|| panic!("{path} has a cursor and no link"));
        assert!(next.contains(&format!("cursor={}", cursor.as_deref().unwrap())), "{path}: {next}");
    }
    walked
}

#[test]
fn limits_are_1_to_1000() {
    for (list, total) in lists() {
        for limit in [1, 2, 100, 999, 1000] {
            let page = server().get(&with(list, &format!("limit={limit}"))).is(200).json();
            assert_eq!(items(&page).len(), total.min(limit), "{list} {limit}");
            assert_eq!(page["total"], total, "{list} {limit}");
        }
        for limit in ["0", "1001", "-1", "", "ten", "1.0", "1e2", "%2B5", "0x10", "99999999999999999999"] {
            let answer = server().get(&with(list, &format!("limit={limit}")));
            let problem = assert_problem(&answer, "invalid-parameter");
            assert_eq!(faulty(&problem), BTreeSet::from(["query limit".to_owned()]), "{list} {limit}");
        }
    }
}

#[test]
fn the_limit_is_100_when_none_is_given() {
    for (list, total) in lists() {
        let page = server().get(list);
        assert_eq!(items(&page.json()).len(), total.min(100), "{list}");
        let said = server().get(&with(list, "limit=100"));
        assert_eq!((said.body, said.headers.get("etag")), (page.body, page.headers.get("etag")), "{list}");
    }
}

#[test]
fn ports_are_included_left_out_or_alone() {
    for (word, total) in [
        ("include", count("records")),
        ("exclude", count("records") - count("ports")),
        ("only", count("ports")),
    ] {
        let list = format!("/v2/licenses?ports={word}");
        let walked = walk(&list, &[1000]);
        assert_eq!(walked.len(), total, "{word}");
        assert_eq!(server().get(&list).json()["total"], total, "{word}");
        for item in walked {
            let is_port = !item["port_of"].is_null();
            assert!(word == "include" || is_port == (word == "only"), "{word}: {}", name(&item));
        }
    }
    for word in ["", "Include", "none", "include,only"] {
        let problem =
            assert_problem(&server().get(&format!("/v2/licenses?ports={word}")), "invalid-parameter");
        assert_eq!(faulty(&problem), BTreeSet::from(["query ports".to_owned()]), "{word}");
    }
}

#[test]
fn lists_are_ordered_by_identifier() {
    for list in ["/v2/licenses", "/v2/licenses?ports=only", "/v2/dependency-graphs"] {
        let walked = walk(list, &[1000]);
        let ids: Vec<&[u8]> = walked.iter().map(|item| item["id"].as_str().unwrap().as_bytes()).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "{list}");
    }
}

/// Whatever the limits are, and however they change on the way.
#[test]
fn any_sequence_of_limits_walks_the_same_list() {
    let lists = ["/v2/licenses", "/v2/licenses?ports=exclude", "/v2/dependency-graphs", "/v2/changes"];
    let lists = lists.map(|list| (list, walk(list, &[1000])));
    let limits = prop::collection::vec(prop_oneof![1..4_usize, 5..60_usize, 61..=1000_usize], 0..5);
    let case = (prop::sample::select(lists.to_vec()), limits, 30..=1000_usize);
    let config = ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() };
    let walks = |((list, whole), limits, last): ((&str, Vec<Value>), Vec<usize>, usize)| {
        let limits: Vec<usize> = limits.into_iter().chain([last]).collect();
        prop_assert_eq!(walk(list, &limits), whole, "{} {:?}", list, limits);
        Ok(())
    };
    TestRunner::new(config).run(&case, walks).unwrap();
}

#[test]
fn every_page_names_itself_the_total_and_the_state() {
    for (list, total) in lists() {
        let first = server().get(&with(list, "limit=3")).json();
        let second = server().get(first["links"]["next"].as_str().unwrap());
        let page = second.is(200).json();
        assert_eq!(page["total"], total, "{list}");
        assert_eq!((&page["release"], &page["until"]), (&first["release"], &first["until"]), "{list}");
        let cursor = first["next_cursor"].as_str().unwrap();
        assert_eq!(page["links"]["self"], with(list, &format!("limit=3&cursor={cursor}")), "{list}");
        assert_eq!(page["links"]["self"], first["links"]["next"], "{list}");
    }
    for (list, filter) in [("/v2/licenses", "ports=only"), ("/v2/changes", "since=2026-11-20&kind=license")] {
        let page = server().get(&format!("{list}?{filter}&limit=2")).json();
        for link in ["self", "next"] {
            let address = page["links"][link].as_str().unwrap();
            assert!(address.starts_with(&format!("{list}?{filter}&limit=2")), "{address}");
        }
    }
}

#[test]
fn pages_bear_the_headers_of_lists() {
    for (list, _) in lists() {
        let first = server().get(list).lasting_headers();
        let path = with(list, "limit=3");
        let page = server().get(&path);
        let names = |headers: &std::collections::BTreeMap<String, String>| {
            headers.keys().filter(|name| *name != "link").cloned().collect::<Vec<_>>()
        };
        assert_eq!(names(&page.lasting_headers()), names(&first), "{path}");
        page.has("cache-control", "public, max-age=60").has("content-type", "application/json");
        let tag = page.header("etag").unwrap();
        let digits = &crate::hashes::sha256(&page.body)["sha256:".len()..][..32];
        assert_eq!(tag, format!("W/\"{digits}-json\""), "{path}");
        let held = server().ask("GET", &path, &[("If-None-Match", tag)]);
        held.is(304);
        assert_eq!((held.lasting_headers(), held.body.len()), (page.lasting_headers(), 0), "{path}");
        let head = server().ask("HEAD", &path, &[]);
        assert_eq!((head.is(200).lasting_headers(), head.body.len()), (page.lasting_headers(), 0), "{path}");
        assert_problem(&server().accept(&path, "text/turtle"), "not-acceptable");
        for accept in ["application/json", "*/*", "text/html", "application/*;q=0.1"] {
            assert_eq!(server().accept(&path, accept).is(200).body, page.body, "{path} {accept}");
        }
    }
}

/// The cursor of a page.
fn cursor(list: &str) -> String {
    server().get(&with(list, "limit=2")).json()["next_cursor"].as_str().unwrap().to_owned()
}

#[test]
fn a_cursor_of_another_list_filter_or_hand_is_invalid() {
    let lists = [
        "/v2/licenses",
        "/v2/licenses?ports=only",
        "/v2/licenses?ports=exclude",
        "/v2/dependency-graphs",
        "/v2/changes",
        "/v2/changes?kind=license",
        "/v2/changes?since=2026-11-20",
        "/v2/changes?since=2026-11-19",
    ];
    let cursors = lists.map(cursor);
    for (place, list) in lists.iter().enumerate() {
        let own = &cursors[place];
        server().get(&with(list, &format!("cursor={own}"))).is(200);
        let others = cursors.iter().enumerate().filter(|(other, _)| *other != place);
        let mut foreign: Vec<String> = others.map(|(_, cursor)| cursor.clone()).collect();
        let (first, rest) = own.split_at(1);
        let flipped = if first == "A" { "B" } else { "A" };
        foreign.extend([
            String::new(),
            "MIT".to_owned(),
            "2".to_owned(),
            own[..own.len() - 1].to_owned(),
            format!("{own}A"),
            format!("{own}=="),
            format!("{flipped}{rest}"),
            "WyJsaWNlbnNlcyIsImluY2x1ZGUiLCJNSVQiXQ".to_owned(),
            "%F0%9F%92%A5".to_owned(),
        ]);
        for cursor in foreign {
            let answer = server().get(&with(list, &format!("cursor={cursor}")));
            let problem = assert_problem(&answer, "invalid-parameter");
            assert_eq!(faulty(&problem), BTreeSet::from(["query cursor".to_owned()]), "{list} {cursor}");
        }
    }
}

/// A cursor names the last item, not a number of items: a page may have any length after it.
#[test]
fn a_cursor_is_good_for_any_limit() {
    let whole = walk("/v2/licenses", &[1000]);
    let cursor = cursor("/v2/licenses");
    for limit in [1, 7, 1000] {
        let page = server().get(&format!("/v2/licenses?cursor={cursor}&limit={limit}")).json();
        assert_eq!(page["items"], json!(whole[2..(2 + limit).min(whole.len())]), "{limit}");
    }
}

#[test]
fn every_faulty_parameter_of_a_list_is_named() {
    for (path, expected) in [
        ("/v2/licenses?limit=0&cursor=x&ports=maybe", &["query limit", "query cursor", "query ports"][..]),
        ("/v2/dependency-graphs?limit=1001&cursor=x", &["query limit", "query cursor"]),
        (
            "/v2/changes?since=yesterday&kind=licence&limit=&cursor=",
            &["query since", "query kind", "query limit", "query cursor"],
        ),
        // Bytes that are no text are as faulty as a text that means nothing.
        (
            "/v2/licenses?limit=%ff&cursor=%ff%fe&ports=%C3%28",
            &["query limit", "query cursor", "query ports"],
        ),
        (
            "/v2/changes?since=%ff&kind=%ff&limit=0&cursor=%",
            &["query since", "query kind", "query limit", "query cursor"],
        ),
        ("/v2/licenses/MIT?format=%ff", &["query format"]),
        ("/v2/licenses/a%20b/versions/one?format=%zz", &["path license_id", "path version", "query format"]),
    ] {
        let problem = assert_problem(&server().get(path), "invalid-parameter");
        assert_eq!(faulty(&problem), expected.iter().map(|&name| name.to_owned()).collect(), "{path}");
    }
}

/// Which parameters an operation takes is its own affair.
#[test]
fn parameters_of_other_operations_are_passed_over() {
    let plain = |path: &str| -> Answer { server().get(path) };
    for (path, like) in [
        ("/v2/licenses?since=never&kind=x", "/v2/licenses"),
        ("/v2/dependency-graphs?ports=x", "/v2/dependency-graphs"),
        ("/v2/changes?ports=x", "/v2/changes"),
        ("/v2/licenses/MIT/versions?limit=0&cursor=x", "/v2/licenses/MIT/versions"),
        ("/v2/releases?limit=0", "/v2/releases"),
        ("/v2/licenses/MIT?limit=%ff&%ff=1", "/v2/licenses/MIT"),
        ("/v2?format=ttl", "/v2"),
    ] {
        assert_eq!(plain(path).is(200).body, plain(like).body, "{path}");
    }
}
