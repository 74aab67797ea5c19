use schemars::SchemaGenerator;
use serde_json::{Map, Value};

use super::headers::OF_EVERY_ANSWER;
use super::schemas::problem;
use crate::api::openapi::media::content_of;
use crate::api::openapi::responses::Failure;
use crate::api::v2::{Operation, Problem, ProblemKind};
use muniment_licenses::model::ModelKind;

/// Statuses that are answered with a problem document (spec:version-2#problem-document).
const FAILURES: [Failure; 14] = [
    Failure::new(400, "BadRequest", (), &[], "The request cannot be read, such as broken percent-encoding."),
    Failure::new(
        401,
        "Unauthenticated",
        (),
        &["WWW-Authenticate"],
        "The graph of an account, asked for without credentials.",
    ),
    Failure::new(403, "Forbidden", (), &[], "The graph of an account that the caller may not see."),
    Failure::new(404, "NotFound", (), &[], "There is no such thing."),
    Failure::new(
        405,
        "MethodNotAllowed",
        (),
        &["Allow"],
        "What any other method gets at this address: version 2 only reads, and answers questions about containment.",
    ),
    Failure::new(
        406,
        "NotAcceptable",
        (),
        &["Vary"],
        "Nothing the request accepts can be produced; `available` lists what can.",
    ),
    Failure::new(408, "RequestTimeout", (), &[], "The body of the request does not arrive in time."),
    Failure::new(413, "ContentTooLarge", (), &[], "The body of the request is too large."),
    Failure::new(
        414,
        "AddressTooLong",
        (),
        &[],
        "The address of the request is too long. The answer may be without a body.",
    ),
    Failure::new(
        422,
        "InvalidParameter",
        (),
        &[],
        "Parameters are not what the operation takes; `errors` names each.",
    ),
    Failure::new(
        429,
        "RateLimited",
        (),
        &["Retry-After"],
        "The account of the token has used up its requests for now.",
    ),
    Failure::new(
        431,
        "HeadersTooLarge",
        (),
        &[],
        "The headers of the request are too large. The answer may be without a body.",
    ),
    Failure::new(500, "InternalError", (), &[], "Something went wrong that is not the fault of the request."),
    Failure::new(
        503,
        "StoreUnavailable",
        (),
        &["Retry-After"],
        "The store of composed licenses and account graphs does not answer.",
    ),
];

/// The answers of an operation that are not what was asked for.
pub(super) fn refusals(operation: Operation) -> Vec<(String, Value)> {
    let failures = FAILURES
        .iter()
        .filter(|failure| can_happen(operation, failure.status))
        .map(|failure| (failure.status.to_string(), failure.reference()));
    failures.collect()
}

/// The answers to a request whose body is not read.
pub(super) fn refusals_of_content() -> impl Iterator<Item = (String, Value)> {
    let failures = FAILURES.iter().filter(|failure| matches!(failure.status, 408 | 413 | 503));
    failures.map(|failure| (failure.status.to_string(), failure.reference()))
}

fn can_happen(operation: Operation, status: u16) -> bool {
    match status {
        401 | 403 => reads_account_graphs(operation),
        404 => names_something(operation),
        408 | 413 => false,
        422 => operation.row().parameters.iter().any(|parameter| parameter.can_be_faulty),
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

pub(super) fn components(generator: &mut SchemaGenerator) -> Map<String, Value> {
    let failures = FAILURES.iter().map(|failure| {
        let kinds: Vec<String> = ProblemKind::ALL
            .into_iter()
            .filter(|kind| kind.status() == failure.status)
            .map(|kind| format!("`{}`", kind.name()))
            .collect();
        let types = if kinds.is_empty() { "`about:blank`".to_owned() } else { kinds.join(", ") };
        let description = format!("{} Problem: {types}.", failure.description);
        let content = content_of(Problem::MEDIA_TYPE, problem(generator));
        (failure.name.to_owned(), failure.component(&description, &OF_EVERY_ANSWER, content))
    });
    failures.collect()
}
