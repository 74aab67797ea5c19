use std::convert::Infallible;
use std::path::Path;

use super::super::rendered::{EVIL, assert_ids_are_unique};
use super::*;
use muniment_library::history::Catalog;
use muniment_library::load::load;

fn read(fields: &[(&str, &'static str)]) -> Chooser {
    Chooser::read(|name| fields.iter().find(|(known, _)| *known == name).map(|(_, value)| *value))
}

/// The page for fields of the form, on the project's own library.
fn html(fields: &[(&str, &'static str)]) -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let library = load(&data).library.unwrap();
    let catalog = Catalog::new(&library);
    let short = "Copyright (c) <year> <copyright holders>".to_owned();
    let file = |address: &str| {
        Ok::<_, Infallible>((address == "/license-library/MIT/LICENSE.txt").then(|| short.clone()))
    };
    let pages = Pages::new(&catalog, "").unwrap();
    let chooser = read(fields);
    let page = pages.chooser(&TermsIndex::new(&library), &chooser, file).unwrap();
    pages.served("/choose", &page).unwrap()
}

#[test]
fn the_form_is_opened_without_an_answer() {
    let html = html(&[]);
    assert!(html.contains("<h1>Which license fits my work?</h1>") && !html.contains("class=\"fits\""));
    for name in ["kind", "sell", "open", "credit", "patents"] {
        assert!(html.contains(&format!("type=\"radio\" name=\"{name}\"")), "{name}");
        assert_eq!(
            html.matches(&format!("name=\"{name}\" value=\"")).count(),
            match name {
                "kind" => 5,
                "open" => 4,
                "credit" => 3,
                _ => 2,
            }
        );
    }
    assert_eq!(html.matches(" checked>").count(), 5);
    let (_, canonical) = html.split_once("rel=\"canonical\" href=\"").unwrap();
    assert!(canonical.split('"').next().unwrap().ends_with("choose") && !html.contains("noindex"));
    assert_ids_are_unique("the empty form", &html);
}

#[test]
fn three_licenses_are_shown_with_duties_and_texts() {
    let html = html(&[("kind", "code"), ("year", "2026"), ("name", "Ada & Co")]);
    assert!(html.contains("<h1>MIT fits your answers best.</h1>"), "{html}");
    for expected in [
        "href=\"/license-library/MIT\"",
        "5 of 5 answers",
        "if you keep the copyright and permission notice",
        "Keep the license text and the copyright notices with every copy.",
        "SPDX-FileCopyrightText: 2026 Ada &amp; Co\nSPDX-License-Identifier: MIT",
        "Copyright (c) 2026 Ada &amp; Co",
        "href=\"/license-library/MIT/LICENSE.txt\"",
        "href=\"/license-compatibility-checker?ids=MIT\"",
        "value=\"Ada &amp; Co\"",
    ] {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
    assert_eq!(html.matches("<li class=\"fits\">").count(), 3);
    assert_ids_are_unique("the answer", &html);
}

#[test]
fn what_a_license_does_not_give_is_told() {
    let html = html(&[("kind", "hardware"), ("sell", "no")]);
    assert!(html.contains("comes nearest to your answers.</h1>"), "{html}");
    assert!(html.contains("4 of 5 answers") && html.contains("It lets others sell the work."), "{html}");
}

#[test]
fn every_fault_stands_at_its_field() {
    let fields = [("kind", "boat"), ("open", EVIL), ("year", "next"), ("name", EVIL), ("sell", "no")];
    let chooser = read(&fields);
    assert_eq!(chooser.faults.keys().collect::<Vec<_>>(), ["kind", "open", "year"]);
    assert_eq!(chooser.wish.sale, Sale::No, "what can be read is kept");
    let html = html(&fields);
    for name in ["kind", "open", "year"] {
        assert!(html.contains(&format!("id=\"{name}-error\"")), "{name}");
    }
    assert!(!html.contains("class=\"fits\"") && !html.contains("<script>alert"), "{html}");
    assert_ids_are_unique("the refused form", &html);
}

#[test]
fn names_and_years_have_a_form() {
    for year in ["2026", "2019-2026", ""] {
        assert!(!read(&[("year", year)]).is_faulty(), "{year}");
    }
    for year in ["26", "20266", "2019-", "2019–2026", "-", "2019-2020-2021", "２０２６"] {
        assert!(read(&[("year", year)]).is_faulty(), "{year}");
    }
    let long: &'static str = Box::leak("x".repeat(Chooser::LONGEST_NAME + 1).into_boxed_str());
    assert!(read(&[("name", long)]).is_faulty() && !read(&[("name", long.get(1..).unwrap())]).is_faulty());
    assert!(read(&[("name", "a\u{7}b")]).is_faulty());
}
