use serde_json::{Map, Value, json};

use super::headers::headers;
use crate::api::shapes::schema;
use crate::api::v2::{Operation, Problem, ProblemKind};
use muniment_licenses::model::ModelKind;

/// A status that is answered with a problem document (spec:version-2#problem-document).
struct Failure {
    status: u16,
    name: &'static str,
    description: &'static str,
    headers: &'static [&'static str],
}

const fn failure(
    status: u16,
    name: &'static str,
    description: &'static str,
    headers: &'static [&'static str],
) -> Failure {
    Failure { status, name, description, headers }
}

const FAILURES: [Failure; 12] = [
    failure(400, "BadRequest", "The request cannot be read, such as broken percent-encoding.", &[]),
    failure(
        401,
        "Unauthenticated",
        "The graph of an account, asked for without credentials.",
        &["WWW-Authenticate"],
    ),
    failure(403, "Forbidden", "The graph of an account that the caller may not see.", &[]),
    failure(404, "NotFound", "There is no such thing.", &[]),
    failure(
        405,
        "MethodNotAllowed",
        "What any other method gets at this address: version 2 only reads.",
        &["Allow"],
    ),
    failure(
        406,
        "NotAcceptable",
        "Nothing the request accepts can be produced; `available` lists what can.",
        &["Vary"],
    ),
    failure(
        414,
        "AddressTooLong",
        "The address of the request is too long. The answer may be without a body.",
        &[],
    ),
    failure(
        422,
        "InvalidParameter",
        "Parameters are not what the operation takes; `errors` names each.",
        &[],
    ),
    failure(
        429,
        "RateLimited",
        "The account of the token has used up its requests for now.",
        &["Retry-After"],
    ),
    failure(
        431,
        "HeadersTooLarge",
        "The headers of the request are too large. The answer may be without a body.",
        &[],
    ),
    failure(500, "InternalError", "Something went wrong that is not the fault of the request.", &[]),
    failure(
        503,
        "StoreUnavailable",
        "The store of composed licenses and account graphs does not answer.",
        &["Retry-After"],
    ),
];

/// The answers of an operation that are not what was asked for.
pub(super) fn refusals(operation: Operation) -> Vec<(String, Value)> {
    let failures = FAILURES.iter().filter(|failure| can_happen(operation, failure.status)).map(|failure| {
        let response = json!({"$ref": format!("#/components/responses/{}", failure.name)});
        (failure.status.to_string(), response)
    });
    failures.collect()
}

fn can_happen(operation: Operation, status: u16) -> bool {
    match status {
        401 | 403 => reads_account_graphs(operation),
        404 => names_something(operation),
        422 => operation.row().parameters.iter().any(|parameter| parameter.can_be_faulty()),
        // Composed licenses and account graphs alone are not in the files of the library.
        503 => {
            let is_stored =
                matches!(operation.model_kind(), Some(ModelKind::License | ModelKind::DependencyGraph));
            is_stored && names_something(operation)
        }
        _ => true,
    }
}

/// Whether the request names something there may not be.
fn names_something(operation: Operation) -> bool {
    operation.template().contains('{') || operation == Operation::ListChanges
}

/// Whether an operation may be asked for the graph of an account (spec:version-2#authentication).
pub(super) fn reads_account_graphs(operation: Operation) -> bool {
    operation.model_kind() == Some(ModelKind::DependencyGraph) && names_something(operation)
}

pub(super) fn components() -> Map<String, Value> {
    let failures = FAILURES.iter().map(|failure| {
        let kinds: Vec<String> = ProblemKind::ALL
            .into_iter()
            .filter(|kind| kind.status() == failure.status)
            .map(|kind| format!("`{}`", kind.name()))
            .collect();
        let types = if kinds.is_empty() { "`about:blank`".to_owned() } else { kinds.join(", ") };
        let response = json!({
            "description": format!("{} Problem: {types}.", failure.description),
            "headers": headers(failure.headers),
            "content": {Problem::MEDIA_TYPE: {"schema": schema("Problem")}},
        });
        (failure.name.to_owned(), response)
    });
    failures.collect()
}
