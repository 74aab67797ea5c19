use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use super::super::Page;
use muniment_documents::api::v1::Usage;
use muniment_licenses::assist::translation::{
    Comparison, Contradiction, Parts, Proposal, TranslatedStatement, Unmodelled,
};
use muniment_licenses::model::Position;

/// Statements with a lower confidence are marked.
const SURE: f64 = 0.6;

/// The result of a run: every statement with its quote, to keep or drop (`/text-to-license/runs/{id}`).
#[derive(Debug, Clone, Serialize)]
pub struct ReviewPage<'a> {
    /// Value of the hidden field `csrf_token`.
    pub csrf: &'a str,
    /// Identifier of the run.
    pub id: &'a str,
    /// The requested title; may be empty.
    pub asked_title: &'a str,
    /// The draft created from the run.
    pub draft: Option<&'a str>,
    /// The provider for the remaining parts, if there is one.
    pub provider: Option<&'a str>,
    /// The usage of the provider.
    pub usage: &'a Usage,
    /// The comparison with the most similar record.
    pub comparison: Option<&'a Comparison>,
    /// The proposal.
    pub reading: Reading<'a>,
}

impl Page for ReviewPage<'_> {
    const TEMPLATE: &'static str = "pages/assistant/review.html";
}

/// A proposal for review.
#[derive(Debug, Clone, Serialize)]
pub struct Reading<'a> {
    title: &'a str,
    language: &'a str,
    parts: &'a Parts,
    statements: Vec<Statement<'a>>,
    /// Number of different quotes.
    passages: usize,
    unmodelled: &'a [Unmodelled],
    fields: Vec<Field>,
    warnings: &'a [String],
    conflicts: &'a [Contradiction],
}

/// A statement with its quotes.
#[derive(Debug, Clone, Serialize)]
struct Statement<'a> {
    /// Its index in the proposal, sent by the form.
    place: usize,
    verdict: &'static str,
    label: &'a str,
    term: &'a str,
    /// Act of the permission of a duty; empty if license-wide.
    on: &'a str,
    evidence: &'a str,
    /// Further quotes.
    also: Vec<&'a str>,
    note: &'a str,
    percent: u8,
    is_unsure: bool,
    /// Whether it contradicts another statement.
    has_conflict: bool,
    /// Why it cannot be part of the license; may be empty.
    misplaced: String,
}

/// A field of the license other than rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Field {
    name: String,
    values: Vec<String>,
}

/// Fields that the page shows elsewhere.
const SHOWN_ELSEWHERE: [&str; 4] = ["title", "permissions", "prohibitions", "duties"];

impl<'a> Reading<'a> {
    /// A proposal; `misplaced` returns why a statement cannot be part of a license.
    #[must_use]
    pub fn new(proposal: &'a Proposal, misplaced: impl Fn(&TranslatedStatement) -> Option<String>) -> Self {
        let against: BTreeSet<&str> = proposal
            .conflicts
            .iter()
            .flat_map(|conflict| [conflict.action_1.as_str(), conflict.action_2.as_str()])
            .collect();
        let statements = proposal.statements.iter().enumerate().map(|(place, found)| Statement {
            place,
            verdict: found.kind.verdict(),
            label: &found.label,
            term: &found.term,
            on: on(found, proposal),
            evidence: &found.evidence,
            also: found
                .evidence_all
                .iter()
                .filter(|quote| **quote != found.evidence)
                .map(String::as_str)
                .collect(),
            note: &found.note,
            percent: percent(found.confidence),
            is_unsure: found.confidence < SURE,
            has_conflict: found.known_term && against.contains(found.iri.as_str()),
            misplaced: misplaced(found).unwrap_or_default(),
        });
        let passages: BTreeSet<&str> = proposal
            .statements
            .iter()
            .flat_map(|statement| &statement.evidence_all)
            .map(String::as_str)
            .collect();
        let fields = proposal.license.as_object().into_iter().flatten();
        Self {
            title: &proposal.title,
            language: &proposal.language,
            parts: &proposal.parts,
            statements: statements.collect(),
            passages: passages.len(),
            unmodelled: &proposal.unmodelled,
            fields: fields.filter_map(|(name, value)| Field::of(name, value)).collect(),
            warnings: &proposal.warnings,
            conflicts: &proposal.conflicts,
        }
    }
}

/// The label of the permission of a duty; its compact name if the text does not permit the act.
fn on<'a>(duty: &'a TranslatedStatement, proposal: &'a Proposal) -> &'a str {
    let permission = proposal
        .statements
        .iter()
        .find(|found| found.kind == Position::Permission && found.term == duty.attached_to);
    permission.map_or(duty.attached_to.as_str(), |permission| &permission.label)
}

fn percent(confidence: f64) -> u8 {
    format!("{:.0}", confidence.clamp(0.0, 1.0) * 100.0).parse().unwrap_or_default()
}

impl Field {
    /// `None` for fields that are empty or shown elsewhere.
    fn of(name: &str, value: &Value) -> Option<Self> {
        let said = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let values: Vec<String> = match value {
            Value::Null => Vec::new(),
            Value::Array(entries) => entries.iter().map(said).collect(),
            one => vec![said(one)],
        };
        let is_shown = !SHOWN_ELSEWHERE.contains(&name) && !values.is_empty();
        is_shown.then(|| Self { name: in_words(name), values })
    }
}

/// The label of a field of a composer document (spec:version-1#composer-document).
fn in_words(name: &str) -> String {
    match name {
        "spdx_id" => "SPDX identifier".to_owned(),
        "legalcode" => "Legal text".to_owned(),
        "targets" => "Made for".to_owned(),
        _ => {
            let words = name.replace('_', " ");
            let mut letters = words.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_named_in_words_and_empty_ones_left_out() {
        let said = |name, value| Field::of(name, &value);
        let field = |name: &str, values: &[&str]| {
            Some(Field { name: name.to_owned(), values: values.iter().map(|&v| v.to_owned()).collect() })
        };
        assert_eq!(said("warranty_disclaimer", json!("As is.")), field("Warranty disclaimer", &["As is."]));
        assert_eq!(said("spdx_id", json!("MIT")), field("SPDX identifier", &["MIT"]));
        assert_eq!(said("validity_months", json!(12)), field("Validity months", &["12"]));
        assert_eq!(
            said("targets", json!(["dataset", "software"])),
            field("Made for", &["dataset", "software"])
        );
        for (name, value) in [
            ("title", json!("A")),
            ("duties", json!(["cc:Notice"])),
            ("targets", json!([])),
            ("creator", json!(null)),
        ] {
            assert_eq!(said(name, value), None, "{name}");
        }
    }

    #[test]
    fn confidence_is_told_in_whole_percents() {
        assert_eq!([0.0, 0.004, 0.855, 1.0, 7.0, -1.0].map(percent), [0, 0, 86, 100, 100, 0]);
        assert_eq!(percent(f64::NAN), 0);
    }
}
