use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::headers::headers;
use super::responses::{reads_account_graphs, refusals};
use crate::api::openapi::media::{forms, words};
use crate::api::openapi::parameter::IF_NONE_MATCH;
use crate::api::v2::Operation;
use crate::api::v2::operation::Row;
use crate::wire::Class;

/// One path item a route, in the order of the table.
pub(super) fn paths(generator: &mut SchemaGenerator) -> Map<String, Value> {
    Operation::ALL
        .into_iter()
        .map(|operation| {
            let mut methods = Map::from_iter([("get".to_owned(), get(operation, generator))]);
            if operation == Operation::GetApiCatalog {
                methods.insert("head".to_owned(), head(operation));
            }
            (operation.template().to_owned(), Value::Object(methods))
        })
        .collect()
}

fn get(operation: Operation, generator: &mut SchemaGenerator) -> Value {
    let Row { summary, description, parameters, tag, class, document, .. } = *operation.row();
    let parameters: Vec<Value> =
        parameters.iter().chain(&[&IF_NONE_MATCH]).map(|parameter| parameter.reference()).collect();
    let security = if reads_account_graphs(operation) { json!([{}, {"bearerAuth": []}]) } else { json!([]) };
    let held = json!({
        "description": "The client holds this answer already; the same headers, and no body.",
        "headers": headers(answer_headers(operation)),
    });
    let answer = json!({
        "description": summary,
        "headers": headers(answer_headers(operation)),
        "content": forms(class.representations(), document.unwrap_or(words), generator),
    });
    let responses: Map<String, Value> = [("200".to_owned(), answer), ("304".to_owned(), held)]
        .into_iter()
        .chain(refusals(operation))
        .collect();
    json!({
        "operationId": operation.id(),
        "tags": [tag.name()],
        "summary": summary,
        "description": description,
        "security": security,
        "parameters": parameters,
        "responses": responses,
    })
}

/// The specification names HEAD for the catalog alone; it is answered everywhere, and described once.
fn head(operation: Operation) -> Value {
    let Row { summary, tag, .. } = operation.row();
    let without_body = |description: &str| json!({"description": description, "headers": headers(&[])});
    let answer = json!({"description": summary, "headers": headers(answer_headers(operation))});
    let held = json!({
        "description": "The client holds this answer already.",
        "headers": headers(answer_headers(operation)),
    });
    let refused = refusals(operation).into_iter().map(|(status, _)| {
        (status, without_body("The status and headers of a problem, without its document."))
    });
    let responses: Map<String, Value> =
        [("200".to_owned(), answer), ("304".to_owned(), held)].into_iter().chain(refused).collect();
    json!({
        "operationId": "headApiCatalog",
        "tags": [tag.name()],
        "summary": format!("Headers of: {summary}"),
        "description": "What GET answers, without its body.",
        "security": [],
        "responses": responses,
    })
}

const fn answer_headers(operation: Operation) -> &'static [&'static str] {
    match operation.row().class {
        Class::Version => &["ETag", "Cache-Control", "Vary", "Last-Modified", "Link", "Deprecation"],
        Class::Listing | Class::ApiCatalog => &["ETag", "Cache-Control", "Link"],
        Class::Docs => &["ETag", "Cache-Control", "Content-Security-Policy"],
        _ => &["ETag", "Cache-Control"],
    }
}
