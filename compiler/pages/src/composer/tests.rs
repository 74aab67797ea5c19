use serde_json::{Value, json};

use super::super::{render, templates};
use super::*;
use crate::Served;
use crate::frame::Frame;
use muniment_licenses::compose::{OfferedAct, OfferedTarget};

fn act(name: &str, is_deed: bool, is_usual: bool, is_composable: bool) -> OfferedAct<'static> {
    OfferedAct {
        iri: "https://x.example/act",
        name: name.to_owned(),
        label: "<b>Distribute</b>",
        description: "Giving \"copies\" & more.",
        may_be_ruled: is_deed,
        may_be_required: !is_deed,
        is_deed,
        is_usual,
        is_composable,
    }
}

fn offer() -> Offer<'static> {
    let acts = vec![
        act("x:give", true, true, true),
        act("x:credit", false, true, true),
        act("x:rare", true, false, true),
        act("x:old", true, false, false),
    ];
    Offer::with(acts, vec![OfferedTarget { name: "x:thing".to_owned(), label: "Thing & co" }])
}

fn composing<'a>(offer: &'a Offer<'a>, form: &'a ComposerForm) -> Composing<'a> {
    Composing {
        csrf: "<token>",
        offer,
        form,
        work: Work::New,
        is_signed_in: true,
        is_fresh: true,
        done: None,
        problem: None,
        faults: &[],
        finding: None,
        privacy_notice: PrivacyNotice { version: "2026-11", address: Some("/privacy") },
    }
}

fn html(page: &Composing<'_>) -> String {
    let page = &page.page();
    render(&templates::environment().unwrap(), &Served { frame: Frame::sample(), page }).unwrap()
}

fn form(document: Value) -> ComposerForm {
    let Value::Object(document) = document else { panic!("no object") };
    ComposerForm::of(&document)
}

#[test]
fn an_empty_form_states_nothing() {
    let (offer, form) = (offer(), ComposerForm::default());
    let html = html(&composing(&offer, &form));
    assert_eq!(html.matches("<fieldset class=\"act\"").count(), 3, "acts of older models are not offered");
    assert_eq!(html.matches("value=\"\" checked").count(), 3, "nothing is stated before somebody states it");
    assert!(!html.contains("name=\"duty x:give"), "conditions belong to permissions: {html}");
    assert!(html.contains("name=\"x:credit\" value=\"yes\">"), "a script makes them from here: {html}");
    assert!(html.contains("Not checked yet"));
    assert!(!html.contains("<details open>") && !html.contains("class=\"error"));
    assert!(
        html.contains("csrf_token\" value=\"&lt;token&gt;\"")
            && html.contains("&lt;b&gt;Distribute&lt;/b&gt;")
    );
}

#[test]
fn input_is_kept_and_escaped() {
    let strange = "</textarea><script>alert(\"1\")</script>";
    let document = json!({
        "title": strange, "creator": strange, "license_text": strange, "alternatives": [strange, "Two"],
        "additional_clauses": [strange, "Second"], "targets": ["x:thing"], "validity": "specifyPeriod",
        "validity_months": 7, "country": strange, "region": "specifyRegion",
        "permissions": [{"action": "x:give", "duties": ["x:credit"]}], "duties": ["x:credit"],
        "prohibitions": ["x:give", "x:old"],
    });
    let (offer, form) = (offer(), form(document));
    let html = html(&Composing { is_fresh: false, ..composing(&offer, &form) });
    assert!(!html.contains("<script>alert") && !html.contains("</textarea><script"), "{html}");
    assert_eq!(html.matches("&lt;/textarea&gt;&lt;script&gt;").count(), 6, "{html}");
    for expected in [
        "name=\"target x:thing\" value=\"yes\" checked",
        "name=\"act x:give\" value=\"permitted prohibited\" checked",
        "name=\"duty x:give x:credit\" value=\"yes\" checked",
        "name=\"act x:credit\" value=\"required\" checked",
        "name=\"act x:old\" value=\"prohibited\" checked",
        "<option value=\"specifyPeriod\" selected>",
        "<option value=\"specifyRegion\" selected>",
        "value=\"7\"",
        "name=\"clause-2\"",
        "name=\"clause-3\"",
    ] {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
}

#[test]
fn faults_are_shown_at_their_fields_and_open_folds() {
    let (offer, form) = (offer(), form(json!({"prohibitions": ["x:rare"]})));
    let faults = [
        FieldFault::new("country", "Name <it>."),
        FieldFault::new("act x:rare", "Not like this."),
        FieldFault::new("duty x:give x:credit", "No duty."),
        FieldFault::new("publish_consent", "Needs consent."),
        FieldFault::new("", "All of it."),
    ];
    let html = html(&Composing { faults: &faults, ..composing(&offer, &form) });
    for expected in [
        "id=\"country-error\">Name &lt;it&gt;.",
        "aria-describedby=\"country-error",
        "<p class=\"error\">Not like this.</p>",
        "No duty.",
        "id=\"publish_consent-error\">Needs consent.",
        "<a href=\"#act-x-rare\">x:rare</a>",
        "<strong>The form</strong>",
        "5 things to correct",
    ] {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
    assert!(html.contains("<details open><summary><h2 id=\"further-acts\">"), "{html}");
}

#[test]
fn a_draft_keeps_its_base_revision() {
    let (offer, form) = (offer(), form(json!({"title": "A draft"})));
    let draft = |is_own| Work::Draft {
        id: "A1",
        revision: 4,
        saved_at: "2026-11-20T08:30:00Z",
        saved_by: "<Ada>",
        is_own,
        states_more: !is_own,
    };
    let own = html(&Composing { work: draft(true), ..composing(&offer, &form) });
    for expected in
        ["name=\"draft\" value=\"A1\"", "name=\"base\" value=\"4\"", "&lt;Ada&gt;", "value=\"publish\""]
    {
        assert!(own.contains(expected), "{expected} is missing from\n{own}");
    }
    assert!(!own.contains("has no field for"));
    let shared = html(&Composing { work: draft(false), ..composing(&offer, &form) });
    assert!(
        shared.contains("has no field for") && !shared.contains("value=\"publish\""),
        "only an owner publishes"
    );
}
