//! Long texts are cut at blank lines and numbered sections; nothing is lost and nothing read twice.

use muniment_licenses::assist::translation::{Part, split};
use proptest::prelude::*;

use super::TEXT;

fn texts<'t>(parts: &[Part<'t>]) -> Vec<&'t str> {
    parts.iter().map(|part| part.text).collect()
}

#[track_caller]
fn assert_whole(text: &str, most: usize) -> Vec<Part<'_>> {
    let parts = split(text, most);
    assert_eq!(texts(&parts).concat(), text);
    for (place, part) in parts.iter().enumerate() {
        assert_eq!(part.number, place + 1);
        assert_eq!(&text[part.range()], part.text);
        assert!(part.text.trim().chars().count() <= most.max(1), "{part:?}");
        assert!(!part.text.trim().is_empty() || text.trim().is_empty(), "{part:?}");
    }
    parts
}

#[test]
fn a_text_that_fits_is_one_part() {
    let length = TEXT.trim().chars().count();
    assert_eq!(texts(&assert_whole(TEXT, length)), [TEXT]);
    assert_eq!(texts(&assert_whole(TEXT, 12_000)), [TEXT]);
    assert_eq!(assert_whole(TEXT, length - 1).len(), 2);
    assert_eq!(split("", 12_000), []);
}

#[test]
fn parts_begin_with_paragraphs_and_sections() {
    let parts = assert_whole(TEXT, 260);
    let begins: Vec<&str> = parts.iter().skip(1).map(|part| part.text.split('.').next().unwrap()).collect();
    assert_eq!(begins, ["2", "4"], "two sections fit into a part");
}

#[test]
fn sections_without_blank_lines_are_found() {
    for marks in [
        ["1.", "2.", "3."],
        ["1)", "2)", "3)"],
        ["(a)", "(b)", "(c)"],
        ["1.1", "1.2", "1.3"],
        ["I.", "II.", "III."],
        ["§ 1", "§ 2", "§ 3"],
        ["Section 1:", "Section 2:", "SECTION 3:"],
        ["Article I", "Article II", "Article III"],
        ["## 1. ", "## 2. ", "## 3. "],
    ] {
        let text =
            marks.map(|mark| format!("{mark} The licensee may copy the work\nand show it.\n")).concat();
        let parts = assert_whole(&text, text.chars().count() / 2);
        assert_eq!(parts.len(), 3, "{marks:?}: {parts:?}");
        for (part, mark) in parts.iter().zip(marks) {
            assert!(part.text.starts_with(mark), "{part:?}");
        }
    }
}

#[test]
fn without_sections_lines_words_and_letters_are_kept_whole() {
    assert_eq!(texts(&assert_whole("one two\nthree four", 12)), ["one two\n", "three four"]);
    assert_eq!(texts(&assert_whole("one two three", 8)), ["one two ", "three"]);
    assert_eq!(texts(&assert_whole("one two three", 7)), ["one two ", "three"]);
    assert_eq!(texts(&assert_whole("abcdefgh", 3)), ["abc", "def", "gh"]);
    // A letter with its accent, a family, a flag, the end of a line.
    for whole in ["e\u{301}", "👩\u{200d}👩\u{200d}👧", "🇦🇹", "\u{1f44d}\u{1f3fd}"] {
        let text = format!("ab{whole}cd");
        assert_eq!(texts(&assert_whole(&text, 3))[0], "ab", "{whole}");
    }
}

#[test]
fn white_space_does_not_count_and_makes_no_part() {
    let blank = "\n".repeat(5_000);
    let text = format!("{blank}one{blank}two{blank}");
    assert_eq!(assert_whole(&text, 4).len(), 2);
    assert_eq!(assert_whole(&blank, 4).len(), 1);
}

#[test]
fn marks_without_end_are_cut_anyway() {
    let text = format!("a{}", "\u{301}".repeat(1_000));
    assert_eq!(assert_whole(&text, 100).len(), 11);
}

#[test]
fn a_limit_of_zero_means_one_character() {
    assert_eq!(texts(&split("ab", 0)), ["a", "b"]);
}

proptest! {
    #[test]
    fn nothing_is_lost_and_nothing_stands_twice(
        text in "([a-zA-Z0-9.()§ é字🎼\u{301}\u{200d}\r\n\t\u{a0}]{0,40}\n{0,3}){0,12}",
        most in 1..80_usize,
    ) {
        let parts = assert_whole(&text, most);
        prop_assert!(parts.len() <= 1 + text.chars().count());
    }

    #[test]
    fn parts_of_ordinary_text_are_few(paragraphs in prop::collection::vec("([a-z]{2,9} ){5,40}", 1..30)) {
        let text = paragraphs.join("\n\n");
        let parts = assert_whole(&text, 500);
        // Of two parts that follow one another at least one is half full.
        prop_assert!(parts.len() <= 1 + 4 * text.len() / 500, "{} parts of {}", parts.len(), text.len());
    }
}
