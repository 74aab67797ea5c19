//! Suggestions (spec:version-1#website-endpoints).

use super::{INDEX, LIBRARY};

fn ids(typed: &str) -> Vec<&'static str> {
    INDEX.suggest(typed).into_iter().map(|found| found.id.as_str()).collect()
}

#[test]
fn there_are_at_most_ten() {
    assert_eq!(ids("creative commons").len(), 10);
    assert_eq!(ids("e").len(), 10);
    assert!(ids("").is_empty());
}

#[test]
fn parents_come_before_ports_and_ports_name_their_parents() {
    for typed in ["attribution 3.0", "austria", "by nc 3.0", "sharealike 2.0", "commons attribution 3.0 a"] {
        let found = INDEX.suggest(typed);
        assert!(!found.is_empty(), "{typed}");
        assert!(found.is_sorted_by_key(|suggestion| suggestion.parent.is_some()), "{typed}: {found:?}");
    }
    let found = INDEX.suggest("attribution 3.0 austria");
    let (parent, title) = found[0].parent.unwrap();
    assert_eq!(parent.as_str(), "CC-BY-4.0");
    assert_eq!(title.unwrap().value, "Creative Commons Attribution 4.0 International");
}

#[test]
fn beginnings_come_before_the_rest() {
    let begins = |id: &str| {
        let license = &LIBRARY.licenses[id].current.content;
        let names = license.alternatives.iter().chain([&license.title.value]).chain(&license.spdx);
        names.map(String::as_str).chain([id]).any(|name| name.to_lowercase().starts_with("open"))
    };
    let found = INDEX.suggest("open");
    assert!(found.iter().all(|suggestion| begins(suggestion.id.as_str())), "{found:?}");
    let found = ids("affero");
    assert_eq!(found, ["AGPL-3.0", "AGPL-3.0-or-later"]);
}

#[test]
fn every_identifier_and_spdx_identifier_leads_to_its_record() {
    for row in INDEX.list(None, muniment_licenses::find::Ports::Include) {
        let id = row.id.as_str();
        assert_eq!(ids(id).first(), Some(&id));
        let Some(spdx) = &LIBRARY.licenses[id].current.content.spdx else { continue };
        assert!(ids(spdx).contains(&id), "{spdx}: {:?}", ids(spdx));
    }
}

#[test]
fn exceptions_come_last() {
    let found = ids("gplv3");
    assert_eq!(found.first(), Some(&"GPL-3.0-only"));
    let is_variant = |id: &&str| LIBRARY.licenses[*id].current.content.variant_of.is_some();
    assert!(found.iter().any(is_variant) && found.is_sorted_by_key(is_variant), "{found:?}");
    assert_eq!(ids("gnu gpl 3").first(), Some(&"GPL-3.0-only"), "a word is missing between");
}

#[test]
fn what_matches_nothing_leads_to_three_near_records_at_most() {
    for (typed, meant) in [
        ("mti", "MIT"),
        ("appache", "Apache-2.0"),
        ("mozila public license 2.0", "MozillaPublicLicenseVersion20"),
        ("creative comons by 4.0", "CC-BY-4.0"),
        ("eclipce public license 2", "EPL-2.0"),
        ("unlisence", "Unlicense"),
        ("postgress", "PostgreSQL"),
        ("beer ware licence", "Beerware"),
    ] {
        let found = ids(typed);
        assert!((1..=3).contains(&found.len()), "{typed}: {found:?}");
        assert!(found.contains(&meant), "{typed}: {found:?}");
    }
    assert!(ids("xqzjwk").is_empty());
}
