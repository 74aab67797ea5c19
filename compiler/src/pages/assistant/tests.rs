//! The pages as they are rendered: what they say in each state, and what becomes of the words of strangers.

use std::path::Path;

use serde_json::json;

use super::super::frame::Frame;
use super::super::{Page, Served, render, templates};
use super::*;
use crate::api::v1::{Events, JobStatus, ProgressDocument, Stage, TranslationFault, Usage};
use crate::assist::narration::{PostedModel, Subject};
use crate::assist::translation::{
    Contradiction, Partial, PartialLine, Parts, Proposal, RuleKind, TranslatedStatement, Unmodelled,
};
use crate::load::load;

/// What somebody may write into any text.
const EVIL: &str = "\"><script>alert('x')</script>";
const ESCAPED: &str = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;";

fn shown<P: Page>(page: &P) -> String {
    let served = Served { frame: Frame::sample(), page };
    render(&templates::environment().unwrap(), &served).unwrap()
}

fn today(left: u32) -> Today {
    let allowance = Allowance { left, most: 10 };
    Today { translations: allowance, texts: allowance }
}

fn sheet<'a>(text: &'a str, translating: Translating<'a>) -> TextToLicensePage<'a> {
    TextToLicensePage {
        csrf: "proof",
        translating,
        problem: None,
        returns_at: None,
        text,
        title: text,
        consent: false,
        faults: TextFaults::default(),
        goes_on: false,
        longest_text: 120_000,
    }
}

fn statement(kind: RuleKind, term: &str, text: &str) -> TranslatedStatement {
    TranslatedStatement {
        kind,
        term: term.to_owned(),
        iri: format!("https://x.example/{term}"),
        label: text.to_owned(),
        attached_to: String::new(),
        evidence: text.to_owned(),
        evidence_all: vec![text.to_owned(), format!("Again: {text}")],
        confidence: 0.9,
        note: text.to_owned(),
        known_term: true,
    }
}

/// A proposal of a permission, a duty on it that nobody is sure of, and a prohibition of what is permitted.
fn proposal(text: &str) -> Proposal {
    let permission = statement(RuleKind::Permission, "x:copy", text);
    let duty = TranslatedStatement {
        attached_to: "x:copy".to_owned(),
        confidence: 0.3,
        ..statement(RuleKind::Duty, "x:name", text)
    };
    let prohibition = TranslatedStatement {
        iri: permission.iri.clone(),
        ..statement(RuleKind::Prohibition, "x:copy", text)
    };
    Proposal {
        title: text.to_owned(),
        found_title: text.to_owned(),
        language: "en".to_owned(),
        parts: Parts { total: 3, translated: vec![1, 3], failed: vec![2] },
        license: json!({"title": text, "creator": text, "permissions": [], "prohibitions": [], "duties": []}),
        conflicts: vec![Contradiction {
            kind: "direct".to_owned(),
            action_1: permission.iri.clone(),
            action_2: String::new(),
            label_1: text.to_owned(),
            label_2: String::new(),
            reason: format!("Copying is both: {text}"),
        }],
        statements: vec![permission, duty, prohibition],
        unmodelled: vec![Unmodelled {
            clause_quote: text.to_owned(),
            proposed_term: text.to_owned(),
            note: text.to_owned(),
        }],
        warnings: vec![text.to_owned()],
    }
}

fn review(proposal: &Proposal, draft: Option<&str>) -> String {
    let usage = Usage { model: "scrivener".to_owned(), ..Usage::default() };
    shown(&ReviewPage {
        csrf: "proof",
        id: "run",
        asked_title: "",
        draft,
        provider: Some("provider.example"),
        usage: &usage,
        comparison: None,
        reading: Reading::new(proposal, |found| {
            (found.kind == RuleKind::Prohibition).then(|| format!("it is misplaced {EVIL}"))
        }),
    })
}

fn progress(text: &str, parts_done: usize, lines: Vec<PartialLine>) -> ProgressDocument {
    let failed_parts = if parts_done == 0 { Vec::new() } else { vec![2] };
    ProgressDocument {
        job_id: "run".to_owned(),
        status: JobStatus::Running,
        part_current: 3,
        parts_total: 4,
        parts_done,
        parts_failed: failed_parts.len(),
        poll_url: String::new(),
        save_draft: false,
        stage: Stage::Waiting,
        stage_since: String::new(),
        stage_seconds: 1.0,
        elapsed_seconds: 1.0,
        part_seconds_avg: 0.0,
        estimated_remaining_seconds: (parts_done > 0).then_some(12.4),
        provider: text.to_owned(),
        provider_label: text.to_owned(),
        events: Events::default(),
        partial: Partial { statements: lines.len(), lines, parts_done, failed_parts },
        message: None,
    }
}

#[test]
fn strangers_write_nothing_but_text() {
    let translating = Translating::Open { provider: EVIL, today: today(9) };
    let open = TextToLicensePage {
        problem: Some(EVIL),
        returns_at: Some(EVIL),
        faults: TextFaults { text: EVIL.to_owned(), title: EVIL.to_owned(), consent: EVIL.to_owned() },
        ..sheet(EVIL, translating)
    };
    let line = PartialLine { label: EVIL.to_owned(), quote: EVIL.to_owned() };
    let failed = FailedPage { csrf: EVIL, id: EVIL, title: EVIL, message: EVIL, provider: Some(EVIL) };
    for (name, html) in [
        ("sheet", shown(&open)),
        ("sent in vain", shown(&sheet(EVIL, Translating::SignedOut))),
        ("progress", shown(&ProgressPage::new(&progress(EVIL, 1, vec![line]), EVIL))),
        ("failed", shown(&failed)),
        ("review", review(&proposal(EVIL), Some(EVIL))),
        ("review with a form", review(&proposal(EVIL), None)),
        ("text", license_text(EVIL)),
    ] {
        assert!(html.contains(ESCAPED), "{name}");
        assert!(!html.contains("<script>") && !html.contains(EVIL), "{name}:\n{html}");
        assert_eq!(html.matches("<h1").count(), 1, "{name}");
    }
}

#[test]
fn the_form_is_offered_to_those_who_may_send_it() {
    let html = shown(&sheet("", Translating::Open { provider: "provider.example", today: today(9) }));
    for part in [
        "action=\"/text-to-license\"",
        "name=\"csrf_token\" value=\"proof\"",
        "<label for=\"text\">",
        "name=\"consent\" value=\"yes\" required>",
        "<strong>provider.example</strong>",
        "9 of 10 translations",
        "9 of 10 license texts",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    assert!(!html.contains("maxlength=\"120000\""), "a browser would cut the text off");
    for (translating, sentence) in [
        (Translating::SignedOut, "<a href=\"/login\">Sign in</a>"),
        (Translating::Unavailable, "no language model at hand"),
        (Translating::Forbidden, "allowance is zero"),
    ] {
        let html = shown(&sheet("Typed in vain.", translating));
        assert!(html.contains(sentence) && !html.contains("<form"), "{sentence}");
        assert!(html.contains("Typed in vain.</textarea>"), "what was typed is there to be copied");
    }
}

#[test]
fn faults_stand_at_their_fields_and_what_was_typed_is_kept() {
    let faults = TextFaults::of(&[
        TranslationFault::LongText { length: 120_001, most: 120_000 },
        TranslationFault::NoConsent,
        TranslationFault::LongTitle { length: 301 },
    ]);
    let translating = Translating::Open { provider: "provider.example", today: today(0) };
    let html = shown(&TextToLicensePage { faults, goes_on: true, ..sheet("My text", translating) });
    for part in [
        "id=\"text-error\">The text has 120001 characters",
        "id=\"consent-error\">",
        "id=\"title-error\">The title has 301 characters",
        "aria-describedby=\"consent-error\"",
        "My text</textarea>",
        "action=\"/text-to-license/retry\"",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    assert!(TextFaults::of(&[TranslationFault::NoText]).text.contains("Paste"));
    assert_eq!(TextFaults::of(&[]), TextFaults::default());
}

#[test]
fn progress_is_told_in_words_and_loads_itself_again_without_scripts() {
    let begun = shown(&ProgressPage::new(&progress("provider.example", 0, Vec::new()), ""));
    for part in [
        "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>",
        "<progress max=\"4\" value=\"0\" aria-labelledby=\"run-status\">",
        "0 of 4 parts are read.",
        "role=\"status\"",
        "Nothing yet.",
        "Your text is being read",
    ] {
        assert!(begun.contains(part), "{part}\n{begun}");
    }
    let line = PartialLine { label: "Distribute".to_owned(), quote: "You may copy".to_owned() };
    let half = shown(&ProgressPage::new(&progress("provider.example", 2, vec![line]), "Field license"));
    for part in [
        "2 of 4 parts are read, 1 could not be read.",
        "value=\"3\"",
        "<strong>Distribute</strong> <q>You may copy",
        "About 12 seconds are left.",
        "Part 2 could not be read",
        "Field license is being read",
    ] {
        assert!(half.contains(part), "{part}\n{half}");
    }
}

#[test]
fn every_statement_stands_beside_its_passage_with_a_box_to_drop_it() {
    let html = review(&proposal("You may copy."), None);
    for part in [
        "action=\"/text-to-license/runs/run/draft\"",
        "id=\"keep-0\" name=\"keep-0\" value=\"yes\" checked><label for=\"keep-0\">",
        "name=\"keep-1\" value=\"yes\" checked",
        "<blockquote data-quote>You may copy.</blockquote>",
        "A condition of: You may copy.",
        "The model is unsure</span> (30 %)",
        "Another statement speaks against it.",
        "Not part of the license: it is misplaced",
        "Copying is both",
        "1 more passage<",
        "<blockquote data-quote=\"unmodelled\">",
        "Part 2 of 3 could not be read",
        "action=\"/text-to-license/retry\"",
        "<dt>Creator</dt><dd>You may copy.</dd>",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    assert!(!html.contains("keep-2"), "what cannot be part of the license has no box");
    let saved = review(&proposal("You may copy."), Some("draft"));
    assert!(saved.contains("/license-composer?draft=draft") && saved.contains("/account/licenses/draft"));
    assert!(!saved.contains("runs/run/draft") && !saved.contains("keep-0"), "a run is saved once");
}

#[test]
fn a_reading_that_found_nothing_says_so() {
    let nothing = Proposal {
        statements: Vec::new(),
        conflicts: Vec::new(),
        unmodelled: Vec::new(),
        warnings: Vec::new(),
        parts: Parts { total: 1, translated: vec![1], failed: Vec::new() },
        ..proposal("A")
    };
    let html = review(&nothing, None);
    assert!(html.contains("no statement was found") && !html.contains("<form"));
    for heading in ["conflicts-heading", "warnings-heading", "unmodelled-heading", "rest-heading"] {
        assert!(!html.contains(heading), "{heading}");
    }
}

/// The page of a model with this title, written by nobody but the vocabulary.
fn license_text(title: &str) -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/small");
    let library = load(&data).library.unwrap();
    let model = format!(
        "@prefix cc: <http://creativecommons.org/ns#> . @prefix dct: <http://purl.org/dc/terms/> .
         @prefix odrl: <http://www.w3.org/ns/odrl/2/> .
         <https://other.example/a> a odrl:Set ; dct:title {title:?} ;
             odrl:permission [ odrl:action odrl:distribute ; odrl:duty [ odrl:action cc:Attribution ] ] ."
    );
    let model = PostedModel::read(&model, &library.site).unwrap();
    let subject = Subject::new(&library, model.source(), false).unwrap();
    let text = subject.fallback();
    shown(&LicenseToTextPage {
        csrf: "proof",
        writing: Writing::SignedOut,
        problem: None,
        license: title,
        model: title,
        without_names: false,
        faults: NarrationFaults::default(),
        text: Some(LicenseText::new(&text, &subject, false, None, None)),
    })
}

#[test]
fn a_license_is_read_beside_what_its_model_states() {
    let html = license_text("Field license");
    for part in [
        "<h1>Field license</h1>",
        "<h2>What you may do</h2>",
        "The plain reading",
        "not legal advice",
        "<span class=\"verdict required\">",
        "value=\"vocabulary\"",
        "<a href=\"/login\">sign in</a>",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    assert!(!html.contains("value=\"provider\""), "the language model writes for those who are signed in");
    assert!(!html.contains("not in the text"), "the plain reading leaves nothing out");
    let open = LicenseToTextPage {
        csrf: "proof",
        writing: Writing::Open { provider: "provider.example", today: today(3) },
        problem: Some("There is no text."),
        license: "none",
        model: "",
        without_names: true,
        faults: NarrationFaults { license: "Unknown".to_owned(), model: String::new() },
        text: None,
    };
    let html = shown(&open);
    for part in [
        "value=\"provider\">Have it written by provider.example",
        "id=\"license-error\">Unknown",
        "value=\"none\"",
        "value=\"yes\" checked>",
        "3 of 10 license texts",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
}
