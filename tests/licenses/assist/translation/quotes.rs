//! Every quote must occur verbatim in the text, with white space folded.

use muniment_licenses::assist::translation::limits;
use proptest::prelude::*;
use serde_json::json;

use super::{TEXT, TRANSLATOR, assert_warns, read, reading, said};

fn is_accepted(quote: &str) -> bool {
    let reading = reading(&[said("permission", "odrl:reproduce", "", quote)]);
    assert_eq!(reading.statements.is_empty(), !reading.warnings.is_empty(), "{reading:?}");
    !reading.statements.is_empty()
}

#[test]
fn quotes_in_the_text_are_accepted() {
    for quote in [
        "anyone may reproduce the Work",
        "  anyone\tmay reproduce\n the   Work ",
        "modify it,\r\nand distribute copies",
        "\"anyone may reproduce the Work\"",
        "\u{201c}anyone may reproduce the Work\u{201d}",
        "THE WORK IS PROVIDED \u{201c}AS IS\u{201d}",
        "(c) The Larkspur Foundation",
    ] {
        assert!(is_accepted(quote), "{quote}");
    }
}

#[test]
fn quotes_that_are_not_in_the_text_are_refused() {
    for quote in [
        "",
        "   ",
        "\"\"",
        ".",
        "1. 2",
        "the",
        "everybody may reproduce the Work",
        "Anyone may reproduce the Work",
        "anyone may reproduce the Work.",
        "anyone may … distribute copies",
        "anyone may reproduce theWork",
        "THE WORK IS PROVIDED \"AS IS\"",
        "nyone may reproduce the Work",
        "eproduce the Work",
    ] {
        assert!(!is_accepted(quote), "{quote}");
    }
}

#[test]
fn the_beginning_of_a_word_is_needed_for_it_may_be_a_denial() {
    let text = "Unauthorized copying is prohibited. 禁止复制和分发本作品。";
    let answer = |quote| json!({"statements": [said("permission", "odrl:reproduce", "", quote)]});
    for (quote, is_held) in
        [("authorized copying", false), ("Unauthorized copying", true), ("复制和分发", true)]
    {
        let reading = TRANSLATOR.read_part(&answer(quote), text, 1).unwrap();
        assert_eq!(!reading.statements.is_empty(), is_held, "{quote}");
    }
}

#[test]
fn the_warning_names_the_statement_and_the_quote() {
    let reading = reading(&[
        said("permission", "svc:sublicense", "", "Licensee may sublicense the Work"),
        said("duty", "cc:Notice", "odrl:distribute", ""),
    ]);
    assert!(reading.statements.is_empty());
    assert_warns(
        &reading.warnings,
        &["Part 1", "permission svc:sublicense", "Licensee may sublicense the Work"],
    );
    assert_warns(&reading.warnings, &["duty cc:Notice on odrl:distribute", "no quote"]);
}

#[test]
fn clauses_names_and_what_has_no_term_are_quotes_too() {
    let reading = read(&json!({
        "statements": [],
        "unmodelled": [
            {"clause_quote": "Disputes are brought before a mediator in Vienna", "proposed_term": "x", "note": ""},
            {"clause_quote": "Disputes are brought before a mediator in Graz", "proposed_term": "x", "note": ""},
        ],
        "metadata": {
            "publisher": "the larkspur FOUNDATION",
            "licensor": "Evil Incorporated",
            "legalcode": "https://evil.example/license",
            "liability_limitation": "Nobody is liable for anything.",
            "warranty_disclaimer": "THE WORK IS PROVIDED \u{201c}AS IS\u{201d}",
        },
    }));
    assert_eq!(reading.unmodelled.len(), 1);
    let fields: Vec<&String> = reading.metadata.keys().collect();
    assert_eq!(fields, ["publisher", "warranty_disclaimer"]);
    for words in [["mediator in Vienna"], ["Evil Incorporated"], ["evil.example"], ["Nobody is liable"]] {
        assert_warns(&reading.warnings, &words);
    }
}

#[test]
fn a_quote_is_not_shortened() {
    let text = format!("You may copy {}.", "the work and again ".repeat(400));
    let quote: String = text.chars().take(limits::QUOTE + 1).collect();
    let answer = json!({"statements": [said("permission", "odrl:reproduce", "", &quote)]});
    let reading = TRANSLATOR.read_part(&answer, &text, 3).unwrap();
    assert!(reading.statements.is_empty());
    assert_warns(&reading.warnings, &["Part 3", "longer than 2000 characters"]);
}

proptest! {
    /// However the text is wrapped, its words are quotes; with a word changed they are none.
    #[test]
    fn words_of_the_text_are_quotes_however_they_are_wrapped(
        words in prop::collection::vec("[a-zäß]{4,9}", 3..40),
        gaps in prop::collection::vec("[ \n\t\u{a0}]{1,4}", 40),
        start in 0..40_usize,
        length in 1..40_usize,
    ) {
        let text: String = words.iter().zip(&gaps).flat_map(|(word, gap)| [word.as_str(), gap]).collect();
        let start = start % words.len();
        let quoted = &words[start..(start + length).min(words.len())];
        let held = |quote: &str| {
            let answer = json!({"statements": [said("permission", "odrl:reproduce", "", quote)]});
            let reading = TRANSLATOR.read_part(&answer, &text, 1).unwrap();
            reading.statements.first().map(|statement| statement.evidence.clone())
        };
        prop_assert_eq!(held(&quoted.join(" ")), Some(quoted.join(" ")));
        prop_assert_eq!(held(&quoted.join("\n\t")), Some(quoted.join(" ")));
        prop_assert_eq!(held(&format!("{} QQQQ", quoted.join(" "))), None);
        prop_assert_eq!(held(&format!("QQQQ {}", quoted.join(" "))), None);
    }

    #[test]
    fn any_quote_is_a_piece_of_the_text_or_gone(quote in "\\PC{0,60}") {
        let reading = reading(&[said("permission", "odrl:reproduce", "", &quote)]);
        let folded = TEXT.split_whitespace().collect::<Vec<_>>().join(" ");
        for statement in &reading.statements {
            prop_assert!(folded.contains(&statement.evidence));
        }
    }
}
