//! "At most as restrictive as", over the library's records.

use muniment_licenses::find::LicenseFinder;
use muniment_licenses::model::ShareAlikeScope;
use muniment_licenses::model::terms::cc;
use muniment_licenses::reason::{Restriction, Terms};
use rayon::prelude::*;

use super::{all, terms};
use crate::LIBRARY;

fn named(name: &str) -> &'static Terms {
    terms(LicenseFinder::new(&LIBRARY).resolve(name).unwrap().as_str())
}

fn is_at_most(one: &str, other: &str) -> bool {
    named(one).beyond(named(other)).is_empty()
}

#[test]
fn the_order_is_reflexive_and_transitive_over_all_triples() {
    let all = all();
    // Row by row: the places of the licenses that are at least as restrictive.
    let rows: Vec<Vec<bool>> = all
        .par_iter()
        .map(|(_, one)| all.iter().map(|(_, other)| one.beyond(other).is_empty()).collect())
        .collect();
    rows.par_iter().enumerate().for_each(|(one, row)| {
        assert!(row[one], "{} is not at most as restrictive as itself", all[one].0);
        for (middle, _) in row.iter().enumerate().filter(|(_, is_at_most)| **is_at_most) {
            for (other, is_at_most) in rows[middle].iter().enumerate() {
                let triple = || [one, middle, other].map(|place| all[place].0.as_str()).join(", ");
                assert!(!is_at_most || row[other], "{}", triple());
            }
        }
    });
    let strict =
        rows.iter().enumerate().any(|(one, row)| (0..row.len()).any(|other| row[other] && !rows[other][one]));
    let incomparable = rows
        .iter()
        .enumerate()
        .any(|(one, row)| (0..row.len()).any(|other| !row[other] && !rows[other][one]));
    assert!(strict && incomparable);
}

#[test]
fn known_licenses_are_in_their_known_order() {
    for (one, other) in [
        ("CC0-1.0", "CC-BY-4.0"),
        ("CC-BY-4.0", "CC-BY-4.0"),
        ("CC-BY-4.0", "CC-BY-SA-4.0"),
        ("CC-BY-4.0", "CC-BY-NC-4.0"),
        ("CC-BY-NC-4.0", "CC-BY-NC-ND-4.0"),
        ("0BSD", "MIT"),
        ("Unlicense", "CC0-1.0"),
        ("GPL-3.0-only", "AGPL-3.0-only"),
    ] {
        assert!(is_at_most(one, other), "{one}, {other}: {:?}", named(one).beyond(named(other)));
    }
    for (one, other) in [("CC-BY-4.0", "CC0-1.0"), ("MIT", "0BSD"), ("AGPL-3.0-only", "GPL-3.0-only")] {
        assert!(!is_at_most(one, other), "{one}, {other}");
    }
}

#[test]
fn every_no_has_its_witnesses() {
    let beyond = |one: &str| named(one).beyond(named("CC-BY-4.0"));
    let share_alike = beyond("CC-BY-SA-4.0");
    assert!(share_alike.contains(&Restriction::ShareAlike(ShareAlikeScope::Adaptation)), "{share_alike:?}");
    let non_commercial = beyond("CC-BY-NC-4.0");
    assert!(non_commercial.contains(&Restriction::Act(cc::COMMERCIAL_USE)), "{non_commercial:?}");
}
