use serde_json::{Map, Value, json};

use super::answers::leads_on;
use super::headers::response;
use super::media::json_content;
use super::parameters::Parameter;
use super::requests;
use crate::api::shapes::{any_of, schema};
use crate::api::v1::{Access, Operation};

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

/// The errors of an operation, by status.
pub(super) fn refusals(operation: Operation) -> Vec<(u16, Value)> {
    let names = [
        is_by_url(operation).then_some("NoRepository"),
        (operation.route().access == Access::Token).then_some("NoToken"),
        can_be_forbidden(operation).then_some("Forbidden"),
        can_be_unknown(operation).then_some("NotFound"),
        is_library_segment(operation).then_some("MethodNotAllowed"),
        leads_on(operation).then_some("Gone"),
        requests::takes_a_body(operation).then_some("TooLong"),
        (operation == Operation::DeprecateLicense).then_some("NotPublished"),
        (operation == Operation::GetLinkedLicense).then_some("UnknownSerialisation"),
        unprocessable(operation),
        Some(if is_limited(operation) { "Limited" } else { "AccountLimited" }),
        asks_upstream(operation).then_some("BadUpstream"),
        needs_what_may_be_missing(operation).then_some("Unavailable"),
        asks_upstream(operation).then_some("TooLate"),
    ];
    let refused = FAILURES.iter().filter(|failure| names.contains(&Some(failure.name)));
    refused
        .map(|failure| (failure.status, json!({"$ref": format!("#/components/responses/{}", failure.name)})))
        .collect()
}

fn is_by_url(operation: Operation) -> bool {
    matches!(operation, Operation::GetDependenciesByUrl | Operation::CheckRepositoryByUrl)
}

/// Operations 7 to 10.
fn reads_repositories(operation: Operation) -> bool {
    is_by_url(operation) || matches!(operation, Operation::GetDependencies | Operation::CheckRepository)
}

/// Whether an operation may be asked for the graph of an account (spec:version-1#graph-endpoints).
fn reads_account_graphs(operation: Operation) -> bool {
    let takes_a_graph = Parameter::of(operation).iter().any(|parameter| parameter.names_a_graph());
    operation.route().access == Access::MoreWithToken
        && (takes_a_graph || operation == Operation::CheckCompatibility)
}

fn can_be_forbidden(operation: Operation) -> bool {
    let of_an_account = matches!(
        operation,
        Operation::ListRevisions
            | Operation::ComposeLicense
            | Operation::CreateGraph
            | Operation::DeprecateLicense
            | Operation::TranslateLicense
            | Operation::GetTranslation
            | Operation::NarrateLicense
    );
    of_an_account || reads_account_graphs(operation)
}

/// Whether the request names something there may not be.
fn can_be_unknown(operation: Operation) -> bool {
    operation.route().template.contains('{')
        || reads_repositories(operation)
        || reads_account_graphs(operation)
        || matches!(
            operation,
            Operation::GetSpdxMapping | Operation::NarrateLicense | Operation::GetDefaultGraphChangeLog
        )
}

/// A documented `/licenselibrary/<segment>`, which is no record of that name (spec:version-1#errors).
fn is_library_segment(operation: Operation) -> bool {
    let segment = operation.route().template.strip_prefix("/licenselibrary/");
    segment.is_some_and(|segment| !segment.contains(['/', '{']))
}

/// The shape in which an operation says that something cannot be processed, if it ever does.
fn unprocessable(operation: Operation) -> Option<&'static str> {
    let faults = Parameter::of(operation).iter().any(|parameter| parameter.can_be_of_another_kind());
    let says_so = Parameter::of(operation).iter().any(|parameter| parameter.can_be_useless())
        || requests::takes_a_body(operation);
    match (faults || requests::takes_a_body(operation), says_so) {
        (true, true) => Some("WrongRequest"),
        (true, false) => Some("WrongParameters"),
        (false, true) => Some("WrongValue"),
        (false, false) => None,
    }
}

/// Whether requests are counted by address (spec:version-1#limits-per-address), or against a daily allowance
/// (spec:version-1#quotas).
fn is_limited(operation: Operation) -> bool {
    reads_repositories(operation)
        || operation.reads_models_of_accounts()
        || matches!(
            operation,
            Operation::CheckCompatibility
                | Operation::ComposeLicense
                | Operation::CreateGraph
                | Operation::TranslateLicense
        )
}

fn asks_upstream(operation: Operation) -> bool {
    reads_repositories(operation)
        || matches!(operation, Operation::CheckCompatibility | Operation::TranslateLicense)
}

/// Whether an operation needs a store of accounts or a service that may not be there. The health has a document of
/// its own, and the graphs of the library are listed without the store.
fn needs_what_may_be_missing(operation: Operation) -> bool {
    match operation {
        Operation::GetHealth | Operation::ListGraphs => false,
        Operation::GetProfile => true,
        _ => operation.route().access != Access::Anyone || reads_repositories(operation),
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
