//! The keyword list (spec:version-1#frozen-operations operation 2).

use std::collections::BTreeSet;

use muniment_licenses::find::{Ports, Window};
use proptest::prelude::*;

use super::{COUNTS, INDEX, LIBRARY, ids};
use crate::counts::count;

#[test]
fn lists_hold_as_many_records_as_the_specification_counts() {
    for (ports, count) in *COUNTS {
        assert_eq!(INDEX.list(None, ports).len(), count, "{ports:?}");
    }
}

#[test]
fn fixtures_are_in_no_list_and_resolve_all_the_same() {
    for fixture in ["SampleLicenseSl", "DeveloperLicense"] {
        assert!(LIBRARY.license_ignoring_case(fixture).is_some());
        for (ports, _) in *COUNTS {
            assert!(!ids(&INDEX.list(None, ports)).contains(&fixture));
        }
        assert!(INDEX.suggest(fixture).iter().all(|found| found.id.as_str() != fixture));
    }
}

#[test]
fn exclude_and_only_partition_include() {
    for keyword in [None, Some("attribution"), Some("2.0"), Some("no record is called this")] {
        let set = |ports| ids(&INDEX.list(keyword, ports)).into_iter().collect::<BTreeSet<_>>();
        let (include, exclude, only) = (set(Ports::Include), set(Ports::Exclude), set(Ports::Only));
        assert!(exclude.is_disjoint(&only), "{keyword:?}");
        assert_eq!(&exclude | &only, include, "{keyword:?}");
    }
}

#[test]
fn without_a_keyword_titles_ascend_by_code_point() {
    let rows = INDEX.list(None, Ports::Include);
    assert!(rows.is_sorted_by_key(|row| (&row.title.value, row.id)));
    assert_eq!(rows.last().unwrap().id.as_str(), "zlib-acknowledgement", "small letters follow capitals");
}

#[test]
fn titles_carry_their_language_where_they_have_one() {
    let rows = INDEX.list(None, Ports::Include);
    let tagged = rows.iter().filter(|row| row.title.language.is_some()).count();
    assert!(0 < tagged && tagged < rows.len(), "{tagged} of {} titles are tagged", rows.len());
}

#[test]
fn apache_finds_an_apache_license_first_and_gnu_one_of_gnu() {
    let first = |keyword| INDEX.list(Some(keyword), Ports::Include)[0];
    assert!(first("apache").id.as_str().starts_with("Apache"));
    assert!(first("apache").title.value.starts_with("Apache"));
    assert!(first("gnu general").title.value.starts_with("GNU General Public License"));
    assert_eq!(first("attribution 4.0").id.as_str(), "CC-BY-4.0");
    assert!(first("lgpl").title.value.starts_with("GNU Lesser"));
    assert!(first("eclipse").title.value.starts_with("Eclipse Public License"));
    assert!(first("artistic").id.as_str().starts_with("Artistic"));
    assert!(first("public domain").title.value.contains("Public Domain"));
}

/// Keywords of one word and of several, with and without capitals.
const KEYWORDS: [&str; 12] = [
    "GPL",
    "apache",
    "3.0",
    "Attribution-NonCommercial",
    "é",
    "(",
    "license, v",
    "License GNU",
    "cc by-nc-nd 4",
    "bsd new",
    "2.0 2.0",
    "no record is called this",
];

/// Twice the length of the longest common subsequence over the summed lengths, in hundredths: the textbook's way.
fn ratio(a: &str, b: &str) -> f64 {
    // Row after row of the table: what of `b` up to here is common with the part of `a` seen so far.
    let mut row = vec![0_u32; b.chars().count()];
    for x in a.chars() {
        let (mut before, mut left) = (0, 0);
        for (cell, y) in row.iter_mut().zip(b.chars()) {
            let above = *cell;
            *cell = if x == y { before + 1 } else { above.max(left) };
            (before, left) = (above, *cell);
        }
    }
    let letters = u32::try_from(a.chars().count() + b.chars().count()).unwrap();
    100.0 * f64::from(2 * row.last().copied().unwrap_or_default()) / f64::from(letters)
}

#[test]
fn a_keyword_finds_exactly_the_records_that_have_each_of_its_words_in_title_or_alternative() {
    for keyword in KEYWORDS {
        let lower = keyword.to_lowercase();
        let expected: BTreeSet<&str> = LIBRARY
            .licenses
            .iter()
            .map(|(id, model)| (id.as_str(), &model.current.content))
            .filter(|(_, license)| !license.is_fixture())
            .filter(|(_, license)| {
                let names = || license.alternatives.iter().chain([&license.title.value]);
                lower.split(' ').all(|word| names().any(|name| name.to_lowercase().contains(word)))
            })
            .map(|(id, _)| id)
            .collect();
        let found: BTreeSet<&str> = ids(&INDEX.list(Some(keyword), Ports::Include)).into_iter().collect();
        assert_eq!(found, expected, "{keyword}");
    }
}

#[test]
fn rows_come_by_the_score_of_their_title_and_alphabetically_where_it_is_equal() {
    for keyword in KEYWORDS {
        let rows = INDEX.list(Some(keyword), Ports::Include);
        let score = |title: &str| ratio(&keyword.to_lowercase(), &title.to_lowercase()).round();
        let mut expected = rows.clone();
        expected.sort_by(|a, b| (&a.title.value, a.id).cmp(&(&b.title.value, b.id)));
        expected.sort_by(|a, b| score(&b.title.value).total_cmp(&score(&a.title.value)));
        assert_eq!(ids(&rows), ids(&expected), "{keyword}");
    }
}

#[test]
fn alternatives_admit_a_record_and_do_not_rank_it() {
    // `BSD 3-Clause` is another name of the third; by title alone it is the furthest from `bsd 3`.
    let found = ids(&INDEX.list(Some("bsd 3"), Ports::Include));
    let at = |id: &str| found.iter().position(|found| *found == id).unwrap();
    assert!(at("BSD-3-Clause-Clear") < at("BSD-3-Clause"), "{found:?}");
}

proptest! {
    #[test]
    fn pages_of_a_list_concatenate_to_the_whole(
        limit in 1_usize..120,
        keyword in prop::option::of("[a-z]{1,2}"),
        ports in prop::sample::select(&COUNTS[..]),
    ) {
        let whole = INDEX.list(keyword.as_deref(), ports.0);
        let mut walked = Vec::new();
        loop {
            let page = Window::new(Some(walked.len()), Some(limit)).of(&whole);
            walked.extend_from_slice(page);
            if page.len() < limit {
                break;
            }
        }
        prop_assert_eq!(walked, whole);
    }

    #[test]
    fn no_keyword_breaks_a_search(keyword in "\\PC{0,40}") {
        let found = INDEX.list(Some(&keyword), Ports::Include);
        prop_assert!(found.len() <= count("published"));
        prop_assert!(INDEX.suggest(&keyword).len() <= 10);
        let _ = INDEX.spdx().resolve(&keyword);
    }
}
