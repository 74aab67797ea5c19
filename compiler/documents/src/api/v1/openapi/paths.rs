use std::collections::BTreeMap;

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::answers::answers;
use super::responses::refusals;
use crate::api::v1::{Access, Method, Operation};

/// One path item a template, in the order of the table.
pub(super) fn paths(generator: &mut SchemaGenerator) -> Map<String, Value> {
    let mut paths: Map<String, Value> = Map::new();
    for &operation in Operation::ALL.iter().filter(|operation| operation.is_described()) {
        let route = operation.route();
        let item = paths.entry(route.template).or_insert_with(|| json!({}));
        let method = match route.method {
            Method::Get => "get",
            Method::Post => "post",
        };
        if let Some(item) = item.as_object_mut() {
            item.insert(method.to_owned(), Value::Object(described(operation, generator)));
        }
    }
    paths
}

fn described(operation: Operation, generator: &mut SchemaGenerator) -> Map<String, Value> {
    let row = operation.row();
    let parameters: Vec<Value> = row.parameters.iter().map(|p| p.reference()).collect();
    let security = match row.route.access {
        Access::Anyone => json!([]),
        Access::MoreWithToken => json!([{}, {"bearerAuth": []}]),
        Access::Token(_) => json!([{"bearerAuth": []}]),
    };
    let responses: BTreeMap<u16, Value> = answers(row, generator).into_iter().chain(refusals(row)).collect();
    let responses: Map<String, Value> =
        responses.into_iter().map(|(status, response)| (status.to_string(), response)).collect();

    let mut members = Map::new();
    let mut insert = |name: &str, value: Value| members.insert(name.to_owned(), value);
    insert("operationId", json!(row.route.id));
    insert("tags", json!([row.words.tag.name()]));
    insert("summary", json!(row.words.summary));
    let frozen = if row.is_frozen { "\n\nFrozen: this operation never changes." } else { "" };
    insert("description", json!(format!("{}{frozen}", row.words.description)));
    insert("security", security);
    insert("parameters", json!(parameters));
    if let Some(request) = &row.request {
        insert("requestBody", request.body(generator));
    }
    insert("responses", Value::Object(responses));
    if row.is_frozen {
        insert("x-svc-contract", json!("frozen"));
    }
    members
}
