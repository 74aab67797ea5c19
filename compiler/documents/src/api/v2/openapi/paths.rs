use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::headers::headers;
use super::parameters::ANSWER_FORMAT;
use super::responses::{reads_account_graphs, refusals, refusals_of_content};
use crate::api::openapi::media::{forms, json_content, words};
use crate::api::openapi::parameter::IF_NONE_MATCH;
use crate::api::v2::Operation;
use crate::api::v2::containment::ContainmentRequest;
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
            if operation == Operation::GetContainment {
                methods.insert("post".to_owned(), post_containment(generator));
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

fn post_containment(generator: &mut SchemaGenerator) -> Value {
    let operation = Operation::GetContainment;
    let Value::Object(mut described) = get(operation, generator) else { return Value::Null };
    let mut set = |name: &str, value: Value| described.insert(name.to_owned(), value);
    let mut content = json_content(generator.subschema_for::<ContainmentRequest>());
    if let Some(Value::Object(json)) = content.get_mut("application/json") {
        json.insert("example".to_owned(), json!({"in": ["CC-BY-4.0"], "out": "CC-BY-4.0"}));
    }
    set("operationId", json!("askContainment"));
    set("summary", json!("Whether several parts may go into a work"));
    set("parameters", json!([ANSWER_FORMAT.reference()]));
    set("requestBody", json!({"description": "The question.", "required": true, "content": content}));
    let answers = described.get_mut("responses").and_then(Value::as_object_mut);
    if let Some(answers) = answers {
        // A posted question is never conditional.
        answers.remove("304");
        answers.extend(refusals_of_content());
    }
    Value::Object(described)
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
        Class::Answer => &["ETag", "Cache-Control", "Vary"],
        Class::Docs => &["ETag", "Cache-Control", "Content-Security-Policy", "Cross-Origin-Opener-Policy"],
        _ => &["ETag", "Cache-Control"],
    }
}
