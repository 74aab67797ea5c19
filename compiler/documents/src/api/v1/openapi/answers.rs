use serde_json::{Map, Value, json};

use super::headers::{of_an_answer, response};
use super::media::{Media, json_content};
use super::words::words;
use crate::api::shapes::schema;
use crate::api::v1::Operation;

/// What an operation answers when all is well, and where it leads: status and response.
pub(super) fn answers(operation: Operation) -> Vec<(u16, Value)> {
    let mut answers = Vec::new();
    if Media::of(operation) != Media::Nothing {
        let description = match operation {
            Operation::TranslateLicense => "The whole proposal.",
            Operation::GetTranslation => "The run is over: the whole proposal, or why there is none.",
            Operation::GetHealth => "Every part answers.",
            Operation::CreateGraph => "The graph is stored.",
            Operation::ComposeLicense => "The license is stored.",
            _ => words(operation).0,
        };
        let answer = json!({
            "description": description,
            "headers": of_an_answer(answer_headers(operation)),
            "content": Media::of(operation).content(),
        });
        answers.push((success(operation), answer));
    }
    answers.extend(others(operation));
    answers
}

const fn success(operation: Operation) -> u16 {
    match operation {
        Operation::ComposeLicense | Operation::CreateGraph => 201,
        _ => 200,
    }
}

/// Headers of an answer beside those of every answer.
const fn answer_headers(operation: Operation) -> &'static [&'static str] {
    match operation {
        Operation::GetLicense => &["Content-Disposition"],
        Operation::GetLicenseVersion => &["ETag", "Cache-Control", "Vary", "Content-Disposition"],
        Operation::GetLicenseFile => &["ETag", "Cache-Control", "Content-Disposition"],
        Operation::GetDefaultGraphVersion | Operation::GetGraphVersion | Operation::GetBadge => {
            &["ETag", "Cache-Control"]
        }
        Operation::GetLinkedLicense | Operation::GetProfile => &["Vary"],
        _ => &[],
    }
}

/// Whether an operation leads on from a retired or SPDX identifier to the record (spec:version-1#redirects).
pub(super) const fn leads_on(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::GetLicense
            | Operation::GetLinkedLicense
            | Operation::GetLicenseVersion
            | Operation::ListLicenseVersions
            | Operation::GetLicenseChangeLog
            | Operation::GetReview
            | Operation::GetLinkedVersions
            | Operation::GetBadge
            | Operation::GetLicenseFile
    )
}

/// Whether an answer may bear an entity tag. None of the ten frozen operations does (spec:version-1#headers).
pub(super) fn has_entity_tag(operation: Operation) -> bool {
    answer_headers(operation).contains(&"ETag")
}

fn others(operation: Operation) -> Vec<(u16, Value)> {
    let redirect = |status: u16, further: &[&str], description: &str| {
        let names: Vec<&str> = ["Location"].iter().chain(further).copied().collect();
        (status, Value::Object(response(description, &names)))
    };
    let document = |status: u16, name: &str, description: &str, headers: Map<String, Value>| {
        let answer =
            json!({"description": description, "headers": headers, "content": json_content(schema(name))});
        (status, answer)
    };
    let mut others = Vec::new();
    if has_entity_tag(operation) {
        let names: Vec<&str> =
            answer_headers(operation).iter().copied().filter(|name| *name != "Content-Disposition").collect();
        let held = response("The client holds this answer already; no body.", &names);
        others.push((304, Value::Object(held)));
    }
    match operation {
        Operation::GetLicense => others.extend([
            redirect(
                301,
                &[],
                "The identifier was retired; the record that replaced it. The query is carried over.",
            ),
            redirect(303, &[], "An SPDX identifier; the record that declares it. The query is carried over."),
            redirect(307, &[], "`Accept` names `text/html`; the page of the license."),
        ]),
        Operation::GetLinkedLicense => others.extend([
            redirect(301, &["Vary"], "The identifier was retired; the record that replaced it."),
            redirect(
                303,
                &["Vary"],
                "The page of the license if `Accept` prefers HTML, the record in JSON if it names none of the \
                 forms; or the record that declares this SPDX identifier.",
            ),
        ]),
        Operation::GetLinkedVersions => others.extend([
            redirect(301, &[], "The identifier was retired; the same address of the record that replaced it."),
            redirect(
                303,
                &["Vary"],
                "The history on the page of the license if `Accept` prefers HTML, otherwise the list of versions; \
                 or the same address of the record that declares this SPDX identifier.",
            ),
        ]),
        _ if leads_on(operation) => others.extend([
            redirect(301, &[], "The identifier was retired; the same address of the record that replaced it."),
            redirect(303, &[], "An SPDX identifier; the same address of the record that declares it."),
        ]),
        Operation::ComposeLicense => others.push(document(
            409,
            "ComposeRejection",
            "The license contradicts itself; nothing is stored.",
            of_an_answer(&[]),
        )),
        Operation::TranslateLicense | Operation::GetTranslation => others.push(document(
            202,
            "TranslationProgress",
            "The run is under way; ask again at `poll_url`.",
            of_an_answer(&["Retry-After"]),
        )),
        Operation::GetHealth => others.push(document(
            503,
            "Health",
            "A part does not answer; the same document.",
            of_an_answer(&[]),
        )),
        _ => {}
    }
    others
}
