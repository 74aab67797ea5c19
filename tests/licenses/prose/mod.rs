//! What a license says in words, for every version of every record (spec:version-1#assistant-objects,
//! spec:version-1#narration).
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod composed;
mod snapshots;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::first_release::first_release;
use muniment_licenses::model::{Library, License, LicenseId, ModelVersion, Position};
use muniment_licenses::prose::{Lexicon, Source, StatementKind, WIDTH, plain_text, reading, statements};
use muniment_rdf::{Syntax, read};
use rayon::prelude::*;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

static LIBRARY: LazyLock<Library> = LazyLock::new(first_release);
static LEXICON: LazyLock<Lexicon<'static>> = LazyLock::new(|| Lexicon::new(&LIBRARY));

/// Asks something of every version of every record.
fn of_every_version(ask: impl Fn(&LicenseId, &ModelVersion<License>, Source<'_>) + Sync) {
    let asked: usize = LIBRARY
        .licenses
        .par_iter()
        .map(|(id, model)| {
            model.versions().map(|version| ask(id, version, Source::of(model, version))).count()
        })
        .sum();
    assert!(asked > 900, "only {asked} versions were read");
}

/// Text with its line breaks and quotation marks of quoted passages folded away.
fn folded(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != ">").collect::<Vec<_>>().join(" ")
}

#[test]
fn the_form_is_what_a_terminal_shows_well() {
    of_every_version(|id, version, source| {
        let text = plain_text(&LEXICON, source);
        let place = format!("{id} version {}", version.number);
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{place}");
        assert!(!text.contains('\r') && !text.contains('\t') && !text.contains("\n\n\n"), "{place}");
        for line in text.lines() {
            let words = line.trim_start_matches([' ', '-', '>']).split_whitespace().count();
            assert!(line.chars().count() <= WIDTH || words == 1, "{place}: {line}");
            assert_eq!(line, line.trim_end(), "{place}");
        }
    });
}

#[test]
fn the_sections_are_there_in_their_order() {
    of_every_version(|id, _, source| {
        let reading = reading(&LEXICON, source);
        let headings: Vec<&str> = reading.sections.iter().map(|section| section.heading.as_str()).collect();
        let expected = ["What you may do", "What you must do", "What you may not do", "Further terms"];
        assert_eq!(headings, expected, "{id}");
        assert!(reading.sections.iter().all(|section| !section.text().is_empty()), "{id}");
        assert!(reading.closing.contains("not legal advice"), "{id}");
        let text = reading.to_text();
        let mut lines = text.lines();
        assert!(lines.any(|line| line == "What you may do"), "{id}");
        assert_eq!(lines.next(), Some("---------------"), "{id}");
    });
}

#[test]
fn nothing_a_model_states_is_left_out() {
    of_every_version(|id, version, source| {
        let model = statements(&LEXICON, source);
        let reading = reading(&LEXICON, source);
        let coverage = reading.coverage(&model);
        assert!(coverage.complete, "{id} version {}: {:?}", version.number, coverage.missing);
        assert_eq!((coverage.statements, coverage.covered), (model.len(), model.len()), "{id}");

        // A covered statement must be in the text under its heading.
        let sections: Vec<String> =
            reading.sections.iter().map(|section| folded(&section.text()).to_lowercase()).collect();
        let [may, must, may_not, further] = sections.as_slice() else { unreachable!() };
        for statement in &model {
            let label = statement.label.to_lowercase();
            let place = match (statement.kind, statement.attached_to.is_empty()) {
                (StatementKind::Rule(Position::Permission), _)
                | (StatementKind::Rule(Position::Duty), false) => may,
                (StatementKind::Rule(Position::Duty), true) => must,
                (StatementKind::Rule(Position::Prohibition), _) => may_not,
                (StatementKind::Target, _) => further,
                (StatementKind::Term, _) => continue,
            };
            assert!(place.contains(&label), "{id}: {label} is missing from {place}");
        }
    });
}

#[test]
fn the_values_of_further_terms_are_said() {
    let own = LIBRARY.site.terms();
    let said_as_they_are = [
        &own.cure_period,
        &own.governing_law,
        &own.license_version,
        &own.reciprocity_scope,
        &own.field_of_use_restriction,
        &own.compatible_license_test,
    ];
    of_every_version(|id, _, source| {
        let text = folded(&plain_text(&LEXICON, source));
        for triple in source.graph.triples() {
            let is_expected = said_as_they_are.iter().any(|p| *p == triple.predicate.as_str());
            if let (true, muniment_rdf::Term::Literal(value)) = (is_expected, &triple.object) {
                assert!(text.contains(&folded(value.value())), "{id}: {value}");
            }
        }
        for parent in [&source.license.port_of, &source.license.variant_of].into_iter().flatten() {
            assert!(text.contains(&format!("({parent})")), "{id} does not name {parent}");
        }
        assert_eq!(text.contains("Test fixture"), source.license.is_fixture(), "{id}");
    });
}

/// A model read back from its canonical text has its triples in another order and other blank nodes.
#[test]
fn equal_models_read_the_same() {
    of_every_version(|id, version, source| {
        let graph = read(Syntax::NTriples, version.canonical.as_bytes()).unwrap();
        let license = License::read(&graph, source.iri, &LIBRARY.site, &LIBRARY.site.terms());
        let again = Source { iri: source.iri, license: &license, graph: &graph };
        assert_eq!(plain_text(&LEXICON, again), plain_text(&LEXICON, source), "{id} {}", version.number);
        assert_eq!(statements(&LEXICON, again), statements(&LEXICON, source), "{id} {}", version.number);
    });
}

#[test]
fn a_reading_is_words_and_not_markup() {
    of_every_version(|id, _, source| {
        let reading = reading(&LEXICON, source);
        for section in &reading.sections {
            let text = section.text();
            for word in ["_:", "http://", "svc:", "odrl:", "..", " ,", " ."] {
                assert!(!text.contains(word), "{id}: `{word}` in {text}");
            }
        }
    });
}
