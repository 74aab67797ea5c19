//! spec:version-1#results-envelope, spec:version-1#frozen-operations operation 2: the list of records.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::errors::faulty;
use super::{LIBRARY, document, ids, keys, license, list, published};
use crate::counts::count;
use crate::server::server;

#[track_caller]
fn listed(query: &str) -> Value {
    document(&server().get(&format!("/licenselibrary/list{query}")))
}

fn by_title(mut ids: Vec<&str>) -> Vec<String> {
    ids.sort_by_key(|id| (&license(id).title.value, *id));
    ids.into_iter().map(str::to_owned).collect()
}

#[test]
fn rows_stand_in_the_envelope_of_sparql_results() {
    let results = listed("");
    assert_eq!(keys(&results), ["head", "results"]);
    assert_eq!(keys(&results["head"]), ["link", "vars"]);
    assert_eq!(results["head"], json!({"link": [], "vars": ["id", "title"]}));
    assert_eq!(keys(&results["results"]), ["distinct", "ordered", "bindings"]);
    assert!(results["results"]["distinct"].is_boolean() && results["results"]["ordered"].is_boolean());
    let (mut tagged, mut plain) = (0, 0);
    for (row, id) in list(&results["results"]["bindings"]).iter().zip(ids(&results)) {
        assert_eq!(keys(row), ["id", "title"]);
        assert_eq!((keys(&row["id"]), &row["id"]["type"]), (vec!["type", "value"], &json!("uri")));
        assert_eq!(row["id"]["value"], LIBRARY.licenses[id.as_str()].iri.as_str());
        let title = &license(&id).title;
        assert_eq!((&row["title"]["type"], &row["title"]["value"]), (&json!("literal"), &json!(title.value)));
        match &title.language {
            Some(language) => {
                assert_eq!(keys(&row["title"]), ["type", "xml:lang", "value"]);
                assert_eq!(row["title"]["xml:lang"], language.as_str());
                tagged += 1;
            }
            None => {
                assert_eq!(keys(&row["title"]), ["type", "value"]);
                plain += 1;
            }
        }
    }
    assert!(tagged > 0 && plain > 0, "{tagged} and {plain}: the language stands on some rows only");
}

#[test]
fn without_skip_and_limit_every_record_comes_by_title() {
    let expected = by_title(published().into_keys().collect());
    assert_eq!(expected.len(), count("published"));
    for query in ["", "?ports=include", "?keyword=", "?unknown=1"] {
        assert_eq!(ids(&listed(query)), expected, "{query}");
    }
}

/// The declared defaults, 0 and 10, count only when one of the two is in the query.
#[test]
fn skip_and_limit_apply_when_they_are_present() {
    let all = ids(&listed(""));
    for (query, from, to) in [
        ("?skip=0", 0, 10),
        ("?skip=5", 5, 15),
        ("?limit=3", 0, 3),
        ("?limit=0", 0, 0),
        ("?limit=10000", 0, count("published")),
        ("?limit=1000000000", 0, count("published")),
        ("?limit=99999999999999999999999", 0, count("published")),
        ("?skip=1&limit=2", 1, 3),
        (
            &format!("?skip={}&limit=100", count("published") - 20),
            count("published") - 20,
            count("published"),
        ),
        ("?skip=579", 579, 589),
        ("?skip=1000000000&limit=1000000000", count("published"), count("published")),
    ] {
        assert_eq!(ids(&listed(query)), all[from..to], "{query}");
    }
}

#[test]
fn pages_concatenate_to_the_whole() {
    let mut walked = Vec::new();
    loop {
        let page = ids(&listed(&format!("?skip={}&limit=100", walked.len())));
        let is_last = page.len() < 100;
        walked.extend(page);
        if is_last {
            break;
        }
    }
    assert_eq!(walked, ids(&listed("")));
}

#[test]
fn ports_are_included_left_out_or_alone() {
    let records = published();
    let (ports, parents): (Vec<&str>, Vec<&str>) =
        records.keys().partition(|id| records[*id].port_of.is_some());
    assert_eq!((parents.len(), ports.len()), (count("published originals"), count("published ports")));
    assert_eq!(ids(&listed("?ports=exclude")), by_title(parents));
    assert_eq!(ids(&listed("?ports=only")), by_title(ports));
    for keyword in ["attribution", "2.0", "austria"] {
        let set = |ports| -> BTreeSet<String> {
            ids(&listed(&format!("?keyword={keyword}&ports={ports}"))).into_iter().collect()
        };
        let (include, exclude, only) = (set("include"), set("exclude"), set("only"));
        assert!(exclude.is_disjoint(&only), "{keyword}");
        assert_eq!(&exclude | &only, include, "{keyword}");
    }
    assert_eq!(faulty(&server().get("/licenselibrary/list?ports=no&skip=x&limit=-1")).len(), 3);
}

#[test]
fn variants_are_ordinary_rows_and_fixtures_are_in_no_list_and_resolve() {
    let variants: Vec<&str> =
        published().into_iter().filter(|(_, record)| record.variant_of.is_some()).map(|(id, _)| id).collect();
    assert_eq!(variants.len(), 33);
    for ports in ["include", "exclude", "only"] {
        let rows: BTreeSet<String> = ids(&listed(&format!("?ports={ports}"))).into_iter().collect();
        for fixture in ["SampleLicenseSl", "DeveloperLicense"] {
            assert!(!rows.contains(fixture), "{ports}");
            server().get(&format!("/licenselibrary/license/{fixture}")).is(200);
        }
        for id in &variants {
            let is_expected = (ports == "only") == license(id).port_of.is_some() || ports == "include";
            assert_eq!(rows.contains(*id), is_expected, "{id} in {ports}");
        }
    }
}

#[test]
fn a_keyword_is_a_substring_of_title_or_alternative_in_any_case() {
    for keyword in ["gpl", "GPL", "Apache", "3.0", "é", "public%20domain", "public+domain", "no-such-title"]
    {
        let word = keyword.replace("%20", " ").replace('+', " ").to_lowercase();
        let names = |id: &str| {
            let license = license(id);
            license.alternatives.iter().chain([&license.title.value]).map(|name| name.to_lowercase())
        };
        let expected: BTreeSet<String> = published()
            .into_keys()
            .filter(|id| word.split(' ').all(|word| names(id).any(|name| name.contains(word))))
            .map(str::to_owned)
            .collect();
        let encoded = keyword.replace('é', "%C3%A9");
        let found = ids(&listed(&format!("?keyword={encoded}")));
        assert_eq!(found.len(), expected.len(), "{keyword}: no record stands there twice");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{keyword}");
    }
}

/// The textbook's fuzzy ratio: twice the longest common subsequence over the summed lengths, in hundredths.
fn score(keyword: &str, title: &str) -> u64 {
    let (a, b): (Vec<char>, Vec<char>) =
        (keyword.to_lowercase().chars().collect(), title.to_lowercase().chars().collect());
    let mut row = vec![0_u64; b.len() + 1];
    for x in &a {
        let mut diagonal = 0;
        for (at, y) in b.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if x == y { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    let lengths = u64::try_from(a.len() + b.len()).unwrap();
    (400 * row.last().unwrap() + lengths) / (2 * lengths)
}

#[test]
fn with_a_keyword_rows_come_by_the_fuzzy_score_of_their_title() {
    for keyword in ["apache", "gpl", "creative commons by 4", "license", "bsd"] {
        let found = ids(&listed(&format!("?keyword={}", keyword.replace(' ', "+"))));
        assert!(found.len() > 1, "{keyword}");
        let scores: Vec<u64> = found.iter().map(|id| score(keyword, &license(id).title.value)).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{keyword}: {scores:?}");
        let page = ids(&listed(&format!("?keyword={}&skip=1&limit=2", keyword.replace(' ', "+"))));
        assert_eq!(page, found[1..found.len().min(3)], "{keyword}");
    }
}

#[test]
fn what_people_look_for_comes_first() {
    let first = |keyword: &str| ids(&listed(&format!("?keyword={keyword}"))).remove(0);
    assert!(first("apache").starts_with("Apache"));
    assert!(license(&first("gnu+general")).title.value.starts_with("GNU General Public License"));
    assert_eq!(first("attribution+4.0"), "CC-BY-4.0");
    assert_eq!(first("mit"), "MIT");
    assert_eq!(first("eclipse%20public%20license%202"), "EPL-2.0");
}
