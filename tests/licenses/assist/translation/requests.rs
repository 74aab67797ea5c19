//! Requests for translations, as JSON and as plain text.

use muniment_documents::api::v1::{Event, Events, Refused, Stage, TranslationQuery, TranslationRequest};
use serde_json::{Value, json};

const MOST: usize = 40;

fn from_json(body: &Value) -> Result<TranslationRequest, Refused> {
    TranslationRequest::from_json(body.to_string().as_bytes(), MOST)
}

#[track_caller]
fn assert_refused<T: std::fmt::Debug>(asked: Result<T, Refused>, status: u16, words: &str) {
    match asked {
        Err(Refused::Sentence { status: found, detail }) => {
            assert!(found == status && detail.contains(words), "{found} {detail}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_json_body_is_read() {
    let body = json!({"text": "You may copy.", "title": " A\u{e9} ", "consent": true, "save_draft": true, "more": 1});
    let request = from_json(&body).unwrap();
    assert_eq!(
        (request.text.as_str(), request.title.as_str(), request.save_draft),
        ("You may copy.", "A\u{e9}", true)
    );
    let request = from_json(&json!({"text": "You may copy.", "title": null, "consent": true})).unwrap();
    assert_eq!((request.title.as_str(), request.save_draft), ("", false));
}

#[test]
fn a_body_of_plain_text_is_read() {
    let query = TranslationQuery { consent: true, title: Some("A"), save_draft: true };
    let request = TranslationRequest::from_text("\u{feff}Ça va".as_bytes(), query, MOST).unwrap();
    assert_eq!((request.text.as_str(), request.title.as_str(), request.save_draft), ("Ça va", "A", true));
    let silent = TranslationQuery::default();
    assert_refused(TranslationRequest::from_text(b"text", silent, MOST), 422, "consent");
    assert_refused(TranslationRequest::from_text(b"\xff", query, MOST), 422, "UTF-8");
    assert_refused(TranslationRequest::from_text(b" \n", query, MOST), 422, "empty");
    assert_refused(TranslationRequest::from_text(&[b'a'; MOST + 1], query, MOST), 413, "41 characters");
}

#[test]
fn untranslatable_texts_are_refused_with_a_sentence() {
    for (body, words) in [
        (json!({"text": "a"}), "consent: "),
        (json!({"text": "a", "consent": false}), "consent: "),
        (json!({"text": "a", "consent": "true"}), "consent: must be true or false"),
        (json!({"consent": true}), "text: is empty"),
        (json!({"text": " \n", "consent": true}), "text: is empty"),
        (json!({"text": 1, "consent": true}), "text: must be a text"),
        (json!({"text": "a", "title": [], "consent": true}), "title: must be a text"),
        (json!({"text": "a", "title": "x".repeat(301), "consent": true}), "title: has 301 characters"),
        (json!({"text": "a", "save_draft": 1, "consent": true}), "save_draft: must be true or false"),
        (json!("a"), "no JSON object"),
    ] {
        assert_refused(from_json(&body), 422, words);
    }
    assert_refused(TranslationRequest::from_json(b"{", MOST), 422, "not JSON");
}

#[test]
fn the_length_is_counted_in_characters_and_before_all_else() {
    assert!(from_json(&json!({"text": "\u{e9}".repeat(MOST), "consent": true})).is_ok());
    assert_refused(from_json(&json!({"text": "\u{e9}".repeat(MOST + 1)})), 413, "at most 40");
}

#[test]
fn the_last_sixty_events_are_kept() {
    let mut events = Events::default();
    for number in 1..=100 {
        events.push(Event {
            t: String::new(),
            stage: Stage::Sending,
            part: Some(number),
            text: String::new(),
        });
    }
    let parts: Vec<usize> = events.iter().filter_map(|event| event.part).collect();
    assert_eq!(parts, (41..=100).collect::<Vec<_>>());
    let kept = serde_json::to_value(&events).unwrap();
    assert_eq!(kept[0], json!({"t": "", "stage": "sending", "part": 41, "text": ""}));
    assert_eq!(serde_json::from_value::<Events>(kept).unwrap(), events);
}
