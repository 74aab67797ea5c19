//! The words that statements rest on, compared with the texts they are from (spec:license-texts).

use muniment_library::check::quotations;
use muniment_library::load::load;
use muniment_licenses::model::{License, LicenseText, Rule, SourceText, TextSource};
use muniment_licenses::text::{Alignment, Locator, NormalText};
use rayon::prelude::*;

use super::{LIBRARY, data};

/// The text as the SPDX list has it.
fn text(listed: &LicenseText) -> Option<String> {
    let TextSource::Spdx(identifiers) = &listed.source else { return None };
    let part = |id: &String| {
        let license = spdx::license_id(id).map(spdx::LicenseId::text);
        license.or_else(|| spdx::exception_id(id).map(spdx::ExceptionId::text))
    };
    Some(identifiers.iter().map(part).collect::<Option<Vec<&str>>>()?.join("\n\n"))
}

/// Every record that was compared with a text of the SPDX list, with the text.
fn read() -> Vec<(&'static License, NormalText)> {
    let listed = LIBRARY.texts.par_iter();
    let read = listed.filter_map(|(id, listed)| {
        Some((&*LIBRARY.licenses.get(id).unwrap().current.content, NormalText::of(&text(listed)?)))
    });
    read.collect()
}

#[test]
fn every_quotation_is_in_its_text() {
    let compared = quotations(&LIBRARY, |listed| text(listed).map(SourceText::from));
    assert_eq!(compared.faults, []);
    let of_packages =
        LIBRARY.texts.iter().filter(|(_, listed)| !matches!(listed.source, TextSource::Spdx(_)));
    assert_eq!(compared.unread, of_packages.map(|(id, _)| id.clone()).collect::<Vec<_>>());
}

#[test]
fn every_locator_leads_to_its_words_in_the_original() {
    LIBRARY.texts.par_iter().for_each(|(id, listed)| {
        let Some(text) = text(listed) else { return };
        let (normal, alignment) = (NormalText::of(&text), Alignment::of(&text));
        let license = &LIBRARY.licenses.get(id).unwrap().current.content;
        for locator in license.rules().filter_map(|rule| rule.locator) {
            let original = text.get(alignment.place(&locator).unwrap()).unwrap();
            assert_eq!(Some(NormalText::of(original).as_str()), normal.span(&locator), "{id}");
        }
    });
}

#[test]
fn a_statement_without_its_clause_is_a_fault() {
    let compared: usize = read()
        .par_iter()
        .map(|(license, text)| {
            let located: Vec<Locator> = license.rules().filter_map(|rule| rule.locator).collect();
            for locator in &located {
                let words = text.span(locator).unwrap();
                let without = NormalText::of(&text.as_str().replacen(words, "", 1));
                assert!(!without.holds(locator), "{}: {words}", license.title.value);
            }
            located.len()
        })
        .sum();
    assert!(compared > 0);
}

#[test]
fn another_text_is_a_fault_and_a_text_that_is_not_at_hand_is_told() {
    let (id, listed) = LIBRARY.texts.first_key_value().unwrap();
    let mut library = load(&data()).library.unwrap();
    library.texts.retain(|known, _| known == id);
    let other = quotations(&library, |listed| Some((text(listed)? + " More.").into()));
    assert_eq!(other.faults.len(), 1, "{:?}", other.faults);
    assert!(other.faults[0].message.contains(&listed.source.to_string()));

    // The same hashes, and a text in which no quotation stands.
    let listed = library.texts.get_mut(id).unwrap();
    let words = "Nothing is said here.";
    listed.bytes = muniment_rdf::ContentHash::of(words);
    listed.normal_form = NormalText::of(words).hash();
    let quoted =
        LIBRARY.licenses.get(id).unwrap().current.content.rules().filter(|rule| rule.locator.is_some());
    assert_eq!(quotations(&library, |_| Some(words.to_owned().into())).faults.len(), quoted.count());

    let absent = quotations(&library, |_| None);
    assert_eq!((absent.faults.len(), absent.unread), (0, vec![id.clone()]));
}

/// At least 95 of 100 statements that are no convention have evidence.
#[test]
fn statements_of_texts_have_evidence() {
    let read = read();
    let rules =
        || read.iter().flat_map(|(license, _)| license.rules()).filter(|rule| rule.convention.is_none());
    let has_evidence = |rule: &&Rule| rule.evidence.is_some() && rule.locator.is_some();
    assert!(rules().filter(has_evidence).count() * 100 >= rules().count() * 95);
}

#[test]
fn what_makes_a_license_different_is_short_and_has_no_stray_bar() {
    for (id, record) in &LIBRARY.licenses {
        if let Some(feature) = &record.current.content.feature {
            assert!(!feature.ends_with(['|', ' ']) && feature.chars().count() <= 160, "{id}: {feature}");
        }
    }
}
