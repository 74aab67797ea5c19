//! spec:version-1#assistant-objects, spec:version-1#states, spec:version-1#translation and spec:version-1#quotas: the
//! translation assistant, asked of the server over HTTP, with a provider of our own on the other side. The clock stands
//! still unless a test moves it.

mod failures;
mod jobs;
mod requests;
mod restart;

use serde_json::{Value, json};

use crate::accounts::simulated::{Known, Simulated};
use crate::narration::provider::{Provider, Reply};
use crate::server::Answer;

const TRANSLATE: &str = "/licenselibrary/translate";
/// The schemas of the questions.
pub(crate) const PART: &str = "license_part";
pub(crate) const REVIEW: &str = "license_review";

/// A server with a provider, somebody with a token, and what both say.
struct Setup {
    host: Simulated,
    provider: Provider,
    ada: Known,
}

impl Setup {
    /// A provider that reads every part as [`reading`] and has nothing to add.
    fn new() -> Self {
        Self::with(&[])
    }

    fn with(flags: &[&str]) -> Self {
        let provider = Provider::start();
        provider.answers(PART, [Reply::content(&reading(0))]);
        provider.answers(REVIEW, [Reply::content(&json!({"notes": []}))]);
        let own = ["--limits", "off", "--translation-part-characters", "400"].map(str::to_owned);
        let flags: Vec<String> =
            [provider.flags(60), own.to_vec(), flags.iter().map(|&flag| flag.to_owned()).collect()].concat();
        let host = Simulated::open_with(&flags);
        let ada = host.person();
        Self { host, provider, ada }
    }

    fn send(&self, text: &str) -> Answer {
        self.send_more(text, &json!({}))
    }

    /// Sends a text with further members.
    fn send_more(&self, text: &str, more: &Value) -> Answer {
        let mut body = json!({"text": text, "title": "", "consent": true, "save_draft": false});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.host.post(&self.ada, TRANSLATE, &body.to_string())
    }

    /// Asks for a run until it is over.
    fn collect(&self, progress: &Value) -> Value {
        let path = progress["poll_url"].as_str().unwrap();
        loop {
            let answer = self.host.get(&self.ada, path);
            if answer.status != 202 {
                return answer.is(200).json();
            }
            assert_eq!(answer.header("retry-after"), Some("5"));
            std::thread::yield_now();
        }
    }
}

/// A license of so many sections, each with one sentence that [`reading`] quotes.
pub(crate) fn license(sections: usize) -> String {
    let section = |number| {
        format!(
            "{number}. Section {number}\n\nYou may copy and distribute the work of section {number} to anybody. {}\n\n",
            "This sentence is here to fill the section with words of no account. ".repeat(4)
        )
    };
    (1..=sections).map(section).collect()
}

/// What a reader finds in section `number`; 0 quotes what stands in every section.
pub(crate) fn reading(number: usize) -> Value {
    let quote = match number {
        0 => "You may copy and distribute the work of section".to_owned(),
        number => format!("You may copy and distribute the work of section {number} to anybody."),
    };
    let mut metadata = json!({});
    metadata["targets"] = json!(["dataset"]);
    json!({
        "title": "Sample license",
        "language": "en",
        "metadata": metadata,
        "statements": [
            {"kind": "permission", "term": "odrl:distribute", "attached_to": "", "evidence": quote, "confidence": 0.9,
             "note": ""},
        ],
        "unmodelled": [],
        "warnings": [],
    })
}
