use super::SMALL;
use muniment_licenses::find::*;

#[test]
fn records_are_in_order_of_their_titles() {
    let index = Index::new(&SMALL);
    let titles: Vec<&str> =
        index.list(None, Ports::Include).iter().map(|row| row.title.value.as_str()).collect();
    assert_eq!(titles.len(), 5);
    assert!(titles.is_sorted(), "{titles:?}");
}

#[test]
fn titles_and_alternatives_are_mentioned_and_identifiers_are_not() {
    let index = Index::new(&SMALL);
    let lists = |keyword| {
        index.list(Some(keyword), Ports::Include).iter().any(|row| row.id.as_str() == "GPL-3.0-only")
    };
    assert!(lists("general public") && lists("gplv3"));
    assert!(!lists("gpl-3.0-only"));
}

#[test]
fn words_for_ports_are_read_as_they_are_written() {
    for ports in [Ports::Include, Ports::Exclude, Ports::Only] {
        assert_eq!(Ports::from_word(ports.word()), Some(ports));
    }
    assert_eq!(Ports::from_word("Include"), None);
    assert_eq!(Ports::from_word(""), None);
}
