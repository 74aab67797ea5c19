use super::SMALL;
use muniment_licenses::find::*;

fn ids(keyword: &str) -> Vec<&'static str> {
    Index::new(&SMALL).suggest(keyword).into_iter().map(|found| found.id.as_str()).collect()
}

#[test]
fn identifiers_titles_and_alternatives_are_searched_however_words_are_divided() {
    assert_eq!(ids("GPL-3.0-only"), ["GPL-3.0-only"]);
    assert_eq!(ids("gpl 3.0"), ["GPL-3.0-only"]);
    assert_eq!(ids(" gnu_gplv3 "), ["GPL-3.0-only"]);
    assert_eq!(ids("affero"), Vec::<&str>::new());
    assert_eq!(ids("pl 1.0"), ["Meadow-Permissive-1.0"]);
}

#[test]
fn parents_come_before_ports_and_beginnings_before_the_rest() {
    assert_eq!(ids("creative"), ["CC-BY-4.0", "CreativeCommonsAttribution30Estonia"]);
    let begin = ["Meadow-Reciprocal-2.0-only", "Meadow-Permissive-1.0"];
    let contain = ["CC-BY-4.0", "CreativeCommonsAttribution30Estonia"];
    assert_eq!(ids("m"), [begin, contain].concat(), "`MRL 2.0` is shorter than `Meadow PL 1.0`");
}

#[test]
fn a_port_names_its_parent() {
    let index = Index::new(&SMALL);
    let found = index.suggest("estonia");
    let [port] = found.as_slice() else { panic!("{found:?}") };
    let (parent, title) = port.parent.unwrap();
    assert_eq!(parent.as_str(), "CC-BY-4.0");
    assert_eq!(title.unwrap().value, "Creative Commons Attribution 4.0 International");
    assert_eq!(index.suggest("gpl")[0].parent, None);
}

#[test]
fn what_matches_nothing_leads_to_what_is_near() {
    assert_eq!(ids("gpl3").first(), Some(&"GPL-3.0-only"));
    assert_eq!(ids("estonja"), ["CreativeCommonsAttribution30Estonia"]);
    assert_eq!(ids("creativ comons"), ["CC-BY-4.0", "CreativeCommonsAttribution30Estonia"]);
    assert!(ids("§§§§").is_empty());
}

#[test]
fn there_are_no_dead_links() {
    assert!(ids("").is_empty());
    assert!(ids(" -_ ").is_empty());
}
