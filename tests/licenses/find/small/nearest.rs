use super::SMALL;
use muniment_licenses::find::*;

fn ids(typed: &str) -> Vec<&'static str> {
    Index::new(&SMALL).suggest(typed).into_iter().map(|found| found.id.as_str()).collect()
}

#[test]
fn a_typing_error_still_finds_the_word() {
    assert_eq!(ids("medow"), ["Meadow-Permissive-1.0", "Meadow-Reciprocal-2.0-only"]);
    assert_eq!(ids("estonja"), ["CreativeCommonsAttribution30Estonia"]);
    assert_eq!(ids("gpl3"), ["GPL-3.0-only"], "which is a name, and no slip");
}

#[test]
fn a_typing_error_in_one_word_does_not_hide_the_others() {
    assert_eq!(ids("medow licence 2.0").first(), Some(&"Meadow-Reciprocal-2.0-only"));
    assert_eq!(ids("medow licence 1.0").first(), Some(&"Meadow-Permissive-1.0"));
    assert_eq!(ids("creative comons international").first(), Some(&"CC-BY-4.0"));
}

#[test]
fn a_missing_blank_still_finds_the_name() {
    assert_eq!(ids("gnugeneralpubliclicense3").first(), Some(&"GPL-3.0-only"));
}

#[test]
fn dissimilar_texts_have_no_suggestions() {
    assert!(ids("§§§§").is_empty());
    assert!(ids("zzzzzzzz").is_empty());
}
