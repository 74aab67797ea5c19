//! What holds of every document that is accepted.

use muniment_licenses::compose::ComposerForm;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

use crate::compose::{COMPOSER, IRI, accepted, assert_sound, license, published, turtle};

const RULES: [&str; 8] = [
    "odrl:modify",
    "odrl:distribute",
    "odrl:use",
    "cc:Attribution",
    "cc:CommercialUse",
    "svc:promote",
    "svc:ChangeLicense",
    "svc:rename",
];
const DUTIES: [&str; 5] =
    ["cc:Attribution", "cc:Notice", "cc:ShareAlike", "svc:rename", "svc:compliantLicense"];
const LINES: [&str; 5] = ["creator", "publisher", "licensor", "licensee", "attribution_name"];
const CLAUSES: [&str; 5] = [
    "warranty_disclaimer",
    "warranty_or_liability_acceptance",
    "liability_limitation",
    "additional_clauses",
    "promotion_specification",
];

fn line() -> impl Strategy<Value = String> {
    // Letters of all sorts, quotes and backslashes, but no @, which might make an address of it.
    "[ !-?A-Za-z\\\\\\[\\]{}|~é字🎼]{0,40}"
}

fn clause() -> impl Strategy<Value = String> {
    "[ !-?A-Za-z\\\\\\[\\]{}|~é字🎼\n\r\t\u{85}\u{a0}\u{2028}\u{fffd}]{0,120}"
}

/// Fields that go together, or nothing.
fn validity() -> impl Strategy<Value = Value> {
    let day = || (1900..2100_u16, 1..=12_u8, 1..=28_u8).prop_map(|(y, m, d)| format!("{y:04}-{m:02}-{d:02}"));
    prop_oneof![
        Just(json!({})),
        Just(json!({"validity": "perpetual"})),
        (day(), day()).prop_map(|(a, b)| {
            let (start, end) = if a <= b { (a, b) } else { (b, a) };
            json!({"validity": "specifyDate", "start_date": start, "end_date": end})
        }),
        (1..=1200_u16).prop_map(|months| json!({"validity": "specifyPeriod", "validity_months": months})),
    ]
}

fn territory() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({})),
        Just(json!({"region": "worldwide"})),
        select(&["Austria", "South Africa", "svc:EU", "Iceland"][..])
            .prop_map(|country| json!({"region": "specifyRegion", "country": country})),
    ]
}

fn rules() -> impl Strategy<Value = Value> {
    let permissions = subsequence(&RULES[..], 0..=RULES.len()).prop_flat_map(|actions| {
        let duties = prop::collection::vec(subsequence(&DUTIES[..], 0..=3), actions.len());
        duties.prop_map(move |duties| {
            let pairs = actions.iter().zip(duties);
            pairs.map(|(action, duties)| json!({"action": action, "duties": duties})).collect::<Vec<_>>()
        })
    });
    let targets = subsequence(&["creativework", "dataset", "software", "hardware"][..], 0..=4);
    let prohibitions = subsequence(&RULES[..], 0..=RULES.len());
    (permissions, prohibitions, subsequence(&DUTIES[..], 0..=3), targets).prop_map(
        |(permissions, prohibitions, duties, targets)| {
            json!({"permissions": permissions, "prohibitions": prohibitions, "duties": duties, "targets": targets})
        },
    )
}

fn texts() -> impl Strategy<Value = Value> {
    let lines = prop::collection::vec(line(), LINES.len());
    let clauses = prop::collection::vec(clause(), CLAUSES.len());
    let names = prop::collection::vec(line(), 0..4);
    let several = prop::collection::vec(clause(), 0..4);
    (lines, clauses, clause(), names, several, any::<bool>()).prop_map(
        |(lines, clauses, text, names, several, is_several)| {
            let mut fields: Map<String, Value> = Map::new();
            fields.extend(LINES.iter().zip(lines).map(|(name, text)| ((*name).to_owned(), text.into())));
            fields.extend(CLAUSES.iter().zip(clauses).map(|(name, text)| ((*name).to_owned(), text.into())));
            fields.insert("license_text".to_owned(), text.into());
            fields.insert("alternatives".to_owned(), json!(names));
            if is_several {
                fields.insert("additional_clauses".to_owned(), json!(several));
            }
            Value::Object(fields)
        },
    )
}

fn document() -> impl Strategy<Value = Value> {
    let addresses = select(vec![
        json!({}),
        json!({"source": "https://x.example/é?a=b#c", "licensed_under": "mit"}),
        json!({"legalcode": "http://x.example", "licensed_under": "https://elsewhere.example/l"}),
        json!({"spdx_id": "MIT WITH Some-exception", "license_version": "2.0+"}),
    ]);
    ("[A-Za-zé][ -~]{0,40}", validity(), territory(), rules(), texts(), addresses).prop_map(
        |(title, validity, territory, rules, texts, addresses)| {
            let mut document = Map::new();
            document.insert("title".to_owned(), title.into());
            for part in [validity, territory, rules, texts, addresses] {
                let Value::Object(part) = part else { continue };
                document.extend(part);
            }
            Value::Object(document)
        },
    )
}

/// Anything JSON can be.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        select(&["odrl:modify", "cc:Notice", "dataset", "specifyDate", "Austria", "2026-01-01"][..])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        let key = prop_oneof![select(&["action", "duties"][..]).prop_map(str::to_owned), ".{0,3}"];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

const FIELDS: [&str; 15] = [
    "title",
    "creator",
    "validity",
    "start_date",
    "end_date",
    "validity_months",
    "region",
    "country",
    "licensed_under",
    "targets",
    "permissions",
    "prohibitions",
    "duties",
    "alternatives",
    "additional_clauses",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_document_becomes_a_license_and_comes_back(document in document()) {
        let read = accepted(&document);
        let graph = COMPOSER.to_graph(&read, &published());
        assert_sound(&graph);
        let back = COMPOSER.from_graph(&graph, IRI);
        prop_assert_eq!(&accepted(&back), &read, "{}", back);
        prop_assert_eq!(COMPOSER.from_graph(&COMPOSER.to_graph(&accepted(&back), &published()), IRI), back);
    }

    /// Browsers send line breaks as CRLF; a form has no carriage returns and no consent.
    #[test]
    fn a_document_fills_in_a_form_and_comes_back(document in document()) {
        let graph = COMPOSER.to_graph(&accepted(&document), &published());
        let text = COMPOSER.from_graph(&graph, IRI).to_string().replace("\\r\\n", "\\n").replace("\\r", "\\n");
        let document: Map<String, Value> = serde_json::from_str(&text).unwrap();
        let form = ComposerForm::of(&document);
        let back = form.document().document;
        let read = |mut document: Map<String, Value>| {
            document.insert("publish_consent".to_owned(), true.into());
            accepted(&Value::Object(document))
        };
        prop_assert_eq!(read(back.clone()), read(document), "{:?}", form);
        prop_assert_eq!(ComposerForm::of(&back), form);
    }

    #[test]
    fn a_license_is_a_turtle_body_and_the_same_license(document in document()) {
        let graph = COMPOSER.to_graph(&accepted(&document), &published());
        let text = turtle(&graph);
        let body = text.replace(IRI, "https://elsewhere.example/mine");
        let again = COMPOSER.read_turtle(body.as_bytes(), &published()).unwrap();
        prop_assert_eq!(turtle(&again), text);
    }

    #[test]
    fn what_a_license_says_is_what_the_document_says(document in document()) {
        let read = accepted(&document);
        let license = license(&COMPOSER.to_graph(&read, &published()));
        prop_assert_eq!(&license.title.value, read.title());
        prop_assert!(license.targets.iter().eq(read.targets()));
        prop_assert!(license.permissions.iter().map(|rule| &rule.action).eq(read.permissions().keys()));
        for rule in &license.permissions {
            let duties = rule.duties.iter().map(|duty| &duty.action);
            prop_assert!(duties.eq(read.permissions().get(&rule.action).unwrap()));
        }
        prop_assert!(license.prohibitions.iter().map(|rule| &rule.action).eq(read.prohibitions()));
        prop_assert!(license.duties.iter().map(|rule| &rule.action).eq(read.duties()));
    }

    /// Whatever is sent is accepted and sound, or refused with a field and a sentence for each fault.
    #[test]
    fn nonsense_is_refused_in_sentences(values in prop::collection::vec(anything(), FIELDS.len())) {
        let fields = FIELDS.iter().map(|name| (*name).to_owned());
        let document = Value::Object(fields.zip(values).collect());
        match COMPOSER.read(&document) {
            Ok(read) => assert_sound(&COMPOSER.to_graph(&read, &published())),
            Err(faults) => {
                prop_assert!(faults.iter().count() > 0);
                prop_assert!(faults.iter().all(|fault| fault.to_string().contains(": ")));
                prop_assert!(!faults.to_string().chars().any(char::is_control));
            }
        }
    }

    #[test]
    fn bytes_are_refused_and_not_choked_on(text in "[@prefix odrl:\\[\\]<>\"a;.,_ \n]{0,80}") {
        let _ = COMPOSER.read_turtle(text.as_bytes(), &published());
        let _ = COMPOSER.read_json(text.as_bytes());
    }
}
