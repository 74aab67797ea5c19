use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::api::openapi::media::json_content;
use crate::api::openapi::responses::Failure;
use crate::api::openapi::schema::{Shape, by_hand, named, of};
use crate::api::openapi::shapes::{any_of, closed, count, described, instant, one_of, text, with};
use crate::api::v1::{Access, COMPUTED, ParameterFault, Row};

/// Errors that several operations can answer (spec:version-1#errors), with the shape of their body.
const FAILURES: [Failure<Shape>; 17] = [
    Failure::new(400, "NoRepository", sentence, &[], "The address is not that of a code repository."),
    Failure::new(
        401,
        "NoToken",
        sentence,
        &["WWW-Authenticate"],
        "No API token was sent, or one that is not live. This is judged before anything else.",
    ),
    Failure::new(
        403,
        "Forbidden",
        sentence,
        &[],
        "The caller may not see or do this, the account's allowance is zero, or the account stores as much as it may.",
    ),
    Failure::new(
        404,
        "NotFound",
        sentence,
        &[],
        "There is no such thing. The sentences differ from route to route.",
    ),
    Failure::new(405, "MethodNotAllowed", sentence, &["Allow"], "What any other method gets at this path."),
    Failure::new(409, "NotPublished", sentence, &[], "The license is a draft, or deprecated already."),
    Failure::new(410, "Gone", sentence, &[], "The identifier was retired, and nothing replaced it."),
    Failure::new(
        413,
        "TooLong",
        sentence,
        &[],
        "The body, or the text in it, is longer than what is read. It is never cut off.",
    ),
    Failure::new(
        415,
        "UnknownSerialisation",
        sentence,
        &[],
        "`format` names a serialisation that does not exist.",
    ),
    Failure::new(
        422,
        "WrongParameters",
        faults,
        &[],
        "Parameters are not of their kind, or are not what may be chosen; `detail` lists each.",
    ),
    Failure::new(422, "WrongValue", sentence, &[], "What was sent is of the right kind and cannot be used."),
    Failure::new(
        422,
        "WrongRequest",
        sentence_or_faults,
        &[],
        "A sentence for what cannot be used, a list for what is not of its kind.",
    ),
    Failure::new(
        429,
        "AccountLimited",
        window_spent,
        &["Retry-After"],
        "The account of the token has used up its requests for now.",
    ),
    Failure::new(
        429,
        "Limited",
        sentence_or_window,
        &["Retry-After"],
        "The address, the account of the token or its daily allowance has used up its requests for now.",
    ),
    Failure::new(
        502,
        "BadUpstream",
        sentence,
        &[],
        "A service this one asks answered with an error, or with something that is not an answer.",
    ),
    Failure::new(
        503,
        "Unavailable",
        sentence,
        &[],
        "Something this needs is not set up here, is switched off or does not answer.",
    ),
    Failure::new(504, "TooLate", sentence, &[], "No answer within the time allowed for it."),
];

/// The errors of an operation, by status: those its row names, and those that follow from its other columns.
pub(super) fn refusals(row: &Row) -> Vec<(u16, Value)> {
    let (access, template) = (row.route.access, row.route.template);
    let takes_a_graph = row.parameters.iter().any(|parameter| parameter.names_a_graph);
    let needs_token = matches!(access, Access::Token(_));
    let reads_account_graphs = access == Access::MoreWithToken && takes_a_graph;
    let is_library_segment =
        template.strip_prefix("/licenselibrary/").is_some_and(|segment| !segment.contains(['/', '{']));
    let reads_models_of_accounts = row.bucket == Some(&COMPUTED);
    let is_limited = row.bucket.is_some() || row.errors.contains(&"Limited");
    let derived = [
        needs_token.then_some("NoToken"),
        reads_account_graphs.then_some("Forbidden"),
        (reads_account_graphs || template.contains('{')).then_some("NotFound"),
        is_library_segment.then_some("MethodNotAllowed"),
        row.also.iter().any(|also| also.status == 301).then_some("Gone"),
        row.request.is_some().then_some("TooLong"),
        unprocessable(row),
        Some(if is_limited { "Limited" } else { "AccountLimited" }),
        (needs_token || reads_models_of_accounts).then_some("Unavailable"),
    ];
    let happens = |failure: &&Failure<Shape>| {
        derived.contains(&Some(failure.name)) || row.errors.contains(&failure.name)
    };
    let refused = FAILURES.iter().filter(happens);
    refused.map(|failure| (failure.status, failure.reference())).collect()
}

/// The shape in which an operation says that something cannot be processed, if it ever does.
fn unprocessable(row: &Row) -> Option<&'static str> {
    let takes_a_body = row.request.is_some();
    let faults = row.parameters.iter().any(|parameter| parameter.can_be_faulty) || takes_a_body;
    let says_so = row.parameters.iter().any(|parameter| parameter.can_be_useless) || takes_a_body;
    match (faults, says_so) {
        (true, true) => Some("WrongRequest"),
        (true, false) => Some("WrongParameters"),
        (false, true) => Some("WrongValue"),
        (false, false) => None,
    }
}

pub(super) fn components(generator: &mut SchemaGenerator) -> Map<String, Value> {
    let failures = FAILURES.iter().map(|failure| {
        let content = json_content((failure.body)(generator));
        (failure.name.to_owned(), failure.component(failure.description, &[], content))
    });
    failures.collect()
}

fn sentence(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "Sentence", |_| closed(json!({"detail": described(text(), "What is the matter.")})))
}

fn faults(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "ParameterFaults", |generator| {
        let faults = with(of::<Vec<ParameterFault>>(generator), "minItems", json!(1));
        closed(json!({"detail": described(faults, "Each thing that is not of its kind.")}))
    })
}

fn window_spent(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "WindowSpent", |_| {
        let windows = ["second", "minute", "hour", "day", "global"];
        closed(json!({
            "detail": text(),
            "window": described(
                one_of(&windows),
                "The window that is used up; `global` is that of the whole service.",
            ),
            "limit": described(count(), "Requests it admits."),
            "remaining": described(count(), "Requests it has left."),
            "reset_at": described(instant(), "When it begins anew."),
        }))
    })
}

fn sentence_or_faults(generator: &mut SchemaGenerator) -> Schema {
    by_hand(any_of(&[sentence(generator).to_value(), faults(generator).to_value()]))
}

fn sentence_or_window(generator: &mut SchemaGenerator) -> Schema {
    by_hand(any_of(&[sentence(generator).to_value(), window_spent(generator).to_value()]))
}
