//! Which license a publisher is told to take, on the project's own library.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

use std::path::Path;
use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::choose::{Credit, Kind, Openness, Patents, Point, Sale, Wish, choose};
use muniment_licenses::model::Library;

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    load(&data).library.unwrap()
});

/// A wish in the words of the form: kind, sale, openness, patents, credit.
fn wish(words: &str) -> Wish {
    let mut words = words.split_whitespace();
    let mut next = || words.next().unwrap();
    Wish {
        kind: Kind::from_word(next()).unwrap(),
        sale: Sale::from_word(next()).unwrap(),
        openness: Openness::from_word(next()).unwrap(),
        patents: Patents::from_word(next()).unwrap(),
        credit: Credit::from_word(next()).unwrap(),
    }
}

/// Every wish there is.
fn wishes() -> impl Iterator<Item = Wish> {
    let kinds = Kind::ALL.iter().map(|(kind, _)| Wish { kind: *kind, ..Wish::default() });
    let sales = kinds.flat_map(|wish| Sale::ALL.iter().map(move |(sale, _)| Wish { sale: *sale, ..wish }));
    let open = sales
        .flat_map(|wish| Openness::ALL.iter().map(move |(openness, _)| Wish { openness: *openness, ..wish }));
    let patents =
        open.flat_map(|wish| Patents::ALL.iter().map(move |(patents, _)| Wish { patents: *patents, ..wish }));
    patents.flat_map(|wish| Credit::ALL.iter().map(move |(credit, _)| Wish { credit: *credit, ..wish }))
}

/// The SPDX identifiers of the licenses that fit a wish, the best first.
fn found(words: &str) -> Vec<&'static str> {
    let choices = choose(&LIBRARY, wish(words));
    choices.iter().map(|it| it.model.current.content.spdx.as_deref().unwrap_or(it.id.as_str())).collect()
}

#[test]
fn publishers_are_told_the_license_that_they_expect() {
    for (words, first) in [
        ("code yes no silent notice", "MIT"),
        ("code yes no silent name", "MIT"),
        ("code yes no grant notice", "Apache-2.0"),
        ("code yes no silent none", "Unlicense"),
        ("code yes files grant notice", "MPL-2.0"),
        ("code yes files silent notice", "MPL-2.0"),
        ("code yes work grant notice", "GPL-3.0-only"),
        ("code yes work silent notice", "GPL-3.0-only"),
        ("code yes network grant notice", "AGPL-3.0-only"),
        ("code yes network silent notice", "AGPL-3.0-only"),
        ("code no no silent notice", "PolyForm-Noncommercial-1.0.0"),
        ("data yes no silent none", "CC0-1.0"),
        ("data yes no silent name", "CC-BY-4.0"),
        ("data yes work silent name", "CC-BY-SA-4.0"),
        ("text yes no silent name", "CC-BY-4.0"),
        ("text yes no silent none", "CC0-1.0"),
        ("text yes work silent name", "CC-BY-SA-4.0"),
        ("text yes files silent name", "CC-BY-SA-4.0"),
        ("text yes network silent name", "CC-BY-SA-4.0"),
        ("text no no silent name", "CC-BY-NC-4.0"),
        ("text no work silent name", "CC-BY-NC-SA-4.0"),
        ("hardware yes no grant notice", "CERN-OHL-P-2.0"),
        ("hardware yes files grant notice", "CERN-OHL-W-2.0"),
        ("hardware yes work grant notice", "CERN-OHL-S-2.0"),
        ("model yes no silent notice", "Apache-2.0"),
        ("model yes no grant notice", "Apache-2.0"),
        ("model no no silent name", "CC-BY-NC-4.0"),
    ] {
        let found = found(words);
        assert_eq!(found.first(), Some(&first), "{words}: {found:?}");
    }
}

#[test]
fn a_database_that_stays_open_finds_the_license_of_databases() {
    assert!(found("data yes files silent notice").contains(&"ODbL-1.0"));
}

#[test]
fn the_first_three_differ_in_their_texts_and_are_newest() {
    let three = found("code yes work grant notice");
    assert_eq!(three, ["GPL-3.0-only", "AGPL-3.0-only", "EUPL-1.2"]);
    assert_eq!(found("code yes no silent notice"), ["MIT", "BSD-3-Clause", "BSD-2-Clause"]);
}

#[test]
fn what_no_license_gives_is_told() {
    let choices = choose(&LIBRARY, wish("hardware no work silent notice"));
    assert!(choices.iter().all(|choice| choice.unmet.contains(&Point::Sale)));
    let best = choices.first().unwrap();
    assert_eq!((best.id.as_str(), best.unmet.as_slice()), ("CERN-OHL-S-2.0", &[Point::Sale][..]));
}

#[test]
fn every_wish_finds_three_licenses_that_are_offered() {
    let mut count = 0;
    for wish in wishes() {
        let choices = choose(&LIBRARY, wish);
        assert_eq!(choices.len(), 3, "{wish:?}");
        for choice in &choices {
            let license = &choice.model.current.content;
            assert!(license.is_offered() && license.feature.is_some(), "{wish:?}: {}", choice.id);
            assert!(choice.unmet.len() < Wish::ANSWERS, "{wish:?}: {}", choice.id);
        }
        count += 1;
    }
    assert_eq!(count, 5 * 2 * 4 * 2 * 3);
}

#[test]
fn a_license_that_meets_every_answer_is_before_one_that_does_not() {
    for wish in wishes() {
        let unmet: Vec<bool> = choose(&LIBRARY, wish).iter().map(|it| !it.unmet.is_empty()).collect();
        assert!(unmet.is_sorted(), "{wish:?}: {unmet:?}");
    }
}
