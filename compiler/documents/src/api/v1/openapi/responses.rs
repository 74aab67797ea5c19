use serde_json::{Map, Value, json};

use super::headers::response;
use super::media::json_content;
use crate::api::shapes::{any_of, schema};
use crate::api::v1::{Access, COMPUTED, Row};

/// An error that several operations can answer (spec:version-1#errors).
struct Failure {
    status: u16,
    name: &'static str,
    /// The shapes its body may have, by the names of their schemas.
    shapes: &'static [&'static str],
    headers: &'static [&'static str],
    description: &'static str,
}

const SENTENCE: &[&str] = &["Sentence"];

const FAILURES: [Failure; 17] = [
    Failure {
        status: 400,
        name: "NoRepository",
        shapes: SENTENCE,
        headers: &[],
        description: "The address is not that of a code repository.",
    },
    Failure {
        status: 401,
        name: "NoToken",
        shapes: SENTENCE,
        headers: &["WWW-Authenticate"],
        description: "No API token was sent, or one that is not live. This is judged before anything else.",
    },
    Failure {
        status: 403,
        name: "Forbidden",
        shapes: SENTENCE,
        headers: &[],
        description: "The caller may not see or do this, the account's allowance is zero, or the account stores as much as it may.",
    },
    Failure {
        status: 404,
        name: "NotFound",
        shapes: SENTENCE,
        headers: &[],
        description: "There is no such thing. The sentences differ from route to route.",
    },
    Failure {
        status: 405,
        name: "MethodNotAllowed",
        shapes: SENTENCE,
        headers: &["Allow"],
        description: "What any other method gets at this path.",
    },
    Failure {
        status: 409,
        name: "NotPublished",
        shapes: SENTENCE,
        headers: &[],
        description: "The license is a draft, or deprecated already.",
    },
    Failure {
        status: 410,
        name: "Gone",
        shapes: SENTENCE,
        headers: &[],
        description: "The identifier was retired, and nothing replaced it.",
    },
    Failure {
        status: 413,
        name: "TooLong",
        shapes: SENTENCE,
        headers: &[],
        description: "The body, or the text in it, is longer than what is read. It is never cut off.",
    },
    Failure {
        status: 415,
        name: "UnknownSerialisation",
        shapes: SENTENCE,
        headers: &[],
        description: "`format` names a serialisation that does not exist.",
    },
    Failure {
        status: 422,
        name: "WrongParameters",
        shapes: &["ParameterFaults"],
        headers: &[],
        description: "Parameters are not of their kind, or are not what may be chosen; `detail` lists each.",
    },
    Failure {
        status: 422,
        name: "WrongValue",
        shapes: SENTENCE,
        headers: &[],
        description: "What was sent is of the right kind and cannot be used.",
    },
    Failure {
        status: 422,
        name: "WrongRequest",
        shapes: &["Sentence", "ParameterFaults"],
        headers: &[],
        description: "A sentence for what cannot be used, a list for what is not of its kind.",
    },
    Failure {
        status: 429,
        name: "AccountLimited",
        shapes: &["WindowSpent"],
        headers: &["Retry-After"],
        description: "The account of the token has used up its requests for now.",
    },
    Failure {
        status: 429,
        name: "Limited",
        shapes: &["Sentence", "WindowSpent"],
        headers: &["Retry-After"],
        description: "The address, the account of the token or its daily allowance has used up its requests for now.",
    },
    Failure {
        status: 502,
        name: "BadUpstream",
        shapes: SENTENCE,
        headers: &[],
        description: "A service this one asks answered with an error, or with something that is not an answer.",
    },
    Failure {
        status: 503,
        name: "Unavailable",
        shapes: SENTENCE,
        headers: &[],
        description: "Something this needs is not set up here, is switched off or does not answer.",
    },
    Failure {
        status: 504,
        name: "TooLate",
        shapes: SENTENCE,
        headers: &[],
        description: "No answer within the time allowed for it.",
    },
];

/// The errors of an operation, by status: those its row names, and those that follow from its other columns.
pub(super) fn refusals(row: &Row) -> Vec<(u16, Value)> {
    let (access, template) = (row.route.access, row.route.template);
    let takes_a_graph = row.parameters.iter().any(|parameter| parameter.names_a_graph());
    let reads_account_graphs = access == Access::MoreWithToken && takes_a_graph;
    let is_library_segment =
        template.strip_prefix("/licenselibrary/").is_some_and(|segment| !segment.contains(['/', '{']));
    let reads_models_of_accounts = row.bucket == Some(&COMPUTED);
    let is_limited = row.bucket.is_some() || row.errors.contains(&"Limited");
    let derived = [
        (access == Access::Token).then_some("NoToken"),
        reads_account_graphs.then_some("Forbidden"),
        (reads_account_graphs || template.contains('{')).then_some("NotFound"),
        is_library_segment.then_some("MethodNotAllowed"),
        row.also.iter().any(|also| also.status == 301).then_some("Gone"),
        row.request.is_some().then_some("TooLong"),
        unprocessable(row),
        Some(if is_limited { "Limited" } else { "AccountLimited" }),
        (access == Access::Token || reads_models_of_accounts).then_some("Unavailable"),
    ];
    let happens =
        |failure: &&Failure| derived.contains(&Some(failure.name)) || row.errors.contains(&failure.name);
    let refused = FAILURES.iter().filter(happens);
    refused
        .map(|failure| (failure.status, json!({"$ref": format!("#/components/responses/{}", failure.name)})))
        .collect()
}

/// The shape in which an operation says that something cannot be processed, if it ever does.
fn unprocessable(row: &Row) -> Option<&'static str> {
    let takes_a_body = row.request.is_some();
    let faults = row.parameters.iter().any(|parameter| parameter.can_be_of_another_kind()) || takes_a_body;
    let says_so = row.parameters.iter().any(|parameter| parameter.can_be_useless()) || takes_a_body;
    match (faults, says_so) {
        (true, true) => Some("WrongRequest"),
        (true, false) => Some("WrongParameters"),
        (false, true) => Some("WrongValue"),
        (false, false) => None,
    }
}

pub(super) fn components() -> Map<String, Value> {
    let failures = FAILURES.iter().map(|failure| {
        let shapes: Vec<Value> = failure.shapes.iter().map(|name| schema(name)).collect();
        let shape = match shapes.as_slice() {
            [shape] => shape.clone(),
            shapes => any_of(shapes),
        };
        let mut response = response(failure.description, failure.headers);
        response.insert("content".to_owned(), Value::Object(json_content(shape)));
        (failure.name.to_owned(), Value::Object(response))
    });
    failures.collect()
}
