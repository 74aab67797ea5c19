use super::SMALL;
use muniment_licenses::find::*;

fn ids(keyword: Option<&str>, ports: Ports) -> Vec<&'static str> {
    Index::new(&SMALL).list(keyword, ports).into_iter().map(|row| row.id.as_str()).collect()
}

#[test]
fn without_a_keyword_every_record_comes_in_order_of_titles() {
    let all = [
        "CreativeCommonsAttribution30Estonia",
        "CC-BY-4.0",
        "GPL-3.0-only",
        "Meadow-Permissive-1.0",
        "Meadow-Reciprocal-2.0-only",
    ];
    for nothing in [None, Some(""), Some(" \t")] {
        assert_eq!(ids(nothing, Ports::Include), all);
    }
    assert_eq!(ids(None, Ports::Only), all[..1]);
    assert_eq!(ids(None, Ports::Exclude), all[1..]);
}

#[test]
fn a_keyword_is_looked_for_in_titles_and_alternatives_and_nowhere_else() {
    assert_eq!(ids(Some("gnu gplV3"), Ports::Include), ["GPL-3.0-only"]);
    assert_eq!(ids(Some("GENERAL public"), Ports::Include), ["GPL-3.0-only"]);
    assert!(ids(Some("GPL-3.0-only"), Ports::Include).is_empty(), "an identifier is no title");
    assert_eq!(ids(Some("attribution"), Ports::Exclude), ["CC-BY-4.0"]);
}

#[test]
fn every_word_is_required_in_any_order_and_in_any_of_the_names() {
    assert_eq!(ids(Some("public general"), Ports::Include), ["GPL-3.0-only"]);
    assert_eq!(ids(Some("general gplv3"), Ports::Include), ["GPL-3.0-only"], "title and alternative");
    assert!(ids(Some("general gplv3 meadow"), Ports::Include).is_empty());
}

#[test]
fn the_nearer_title_comes_first() {
    let meadows = ["Meadow-Permissive-1.0", "Meadow-Reciprocal-2.0-only"];
    assert_eq!(ids(Some("meadow"), Ports::Include), meadows);
    // Both match in an alternative alone; `… 3.0 Estonia` is the shorter title.
    assert_eq!(ids(Some("cc by"), Ports::Include), ["CreativeCommonsAttribution30Estonia", "CC-BY-4.0"]);
    assert_eq!(ids(Some("MEADOW reciprocal"), Ports::Include), meadows[1..]);
}
