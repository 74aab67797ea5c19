//! What anybody may ask without an account, as large and as odd as it may be.

use serde_json::{Value, json};

/// A question, and the most bytes of its answer.
pub(crate) struct Question {
    pub(crate) what: &'static str,
    pub(crate) path: String,
    /// Posted if there is one.
    pub(crate) document: Option<Value>,
    pub(crate) most_bytes: usize,
}

/// Bytes of an answer that only says what is wrong.
pub(crate) const REFUSAL: usize = 20 << 10;

impl Question {
    fn posted(what: &'static str, path: &str, document: Value) -> Self {
        Self { what, path: path.to_owned(), document: Some(document), most_bytes: REFUSAL }
    }
}

/// An expression of 4,095 bytes whose licenses are unknown, each time others.
fn unknown(number: usize) -> String {
    let names: Vec<String> = (0..455).map(|place| format!("x{number:03}{place:04}")).collect();
    names.join("/")
}

pub(crate) fn questions(records: &[String]) -> Vec<Question> {
    let ids: Vec<&str> = records.iter().filter_map(|iri| iri.rsplit('/').next()).collect();
    let repeated = vec!["a"; 2_048].join("/");
    let known: Vec<String> = ids.chunks(8).cycle().take(500).map(|licenses| licenses.join(" AND ")).collect();
    let choices: Vec<String> =
        ids.chunks(8).cycle().take(500).map(|licenses| licenses.join(" OR ")).collect();
    let containment = "/v2/containment";
    let keyword = "k".repeat(1_000_000);
    let of = |expressions: Vec<String>| json!({"in": expressions, "out": "MIT"});
    vec![
        Question::posted("one unknown name, 512,000 times", containment, of(vec![repeated.clone(); 250])),
        Question {
            most_bytes: 64 << 10,
            ..Question::posted("113,750 unknown names", containment, of((0..250).map(unknown).collect()))
        },
        Question {
            most_bytes: 8 << 20,
            ..Question::posted("500 parts of eight licenses", containment, of(known))
        },
        Question {
            most_bytes: 8 << 20,
            ..Question::posted("500 parts with a choice of eight", containment, of(choices))
        },
        Question {
            what: "one unknown name, in an address",
            path: format!("{containment}?in={repeated}&out=MIT"),
            document: None,
            most_bytes: REFUSAL,
        },
        Question::posted(
            "a keyword of a megabyte",
            "/licenselibrary/facetedsearch",
            json!({"keyword": keyword, "page": keyword.len()}),
        ),
        Question::posted("a check of a megabyte", "/compatibilitycheck/", json!({"licenses": keyword})),
        Question::posted(
            "a list of a megabyte",
            "/compatibilitycheck/",
            json!({"licenses": vec![1; 400_000]}),
        ),
        Question::posted(
            "a license of a megabyte",
            "/licenselibrary/consistencycheck",
            json!({"license": keyword}),
        ),
        Question::posted(
            "a narration of a megabyte",
            "/licenselibrary/narrate",
            json!({"license": keyword, "language": keyword.len()}),
        ),
    ]
}
