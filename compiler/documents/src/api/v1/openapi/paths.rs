use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::answers::answers;
use super::parameters::Parameter;
use super::requests::request;
use super::responses::refusals;
use super::tags::Tag;
use super::words::words;
use crate::api::v1::{Access, Method, Operation};
use muniment_licenses::model::Site;

/// One path item a template, in the order of the table.
pub(super) fn paths(site: &Site) -> Map<String, Value> {
    let mut paths: Map<String, Value> = Map::new();
    for &operation in Operation::ALL.iter().filter(|operation| operation.is_described()) {
        let route = operation.route();
        let item = paths.entry(route.template).or_insert_with(|| json!({}));
        let method = match route.method {
            Method::Get => "get",
            Method::Post => "post",
        };
        if let Some(item) = item.as_object_mut() {
            item.insert(method.to_owned(), Value::Object(described(operation, site)));
        }
    }
    paths
}

fn described(operation: Operation, site: &Site) -> Map<String, Value> {
    let (summary, description) = words(operation);
    let description = description.replace("{data_license}", &site.data_license.name);
    let parameters: Vec<Value> = Parameter::of(operation).iter().map(|p| p.reference()).collect();
    let security = match operation.route().access {
        Access::Anyone => json!([]),
        Access::MoreWithToken => json!([{}, {"bearerAuth": []}]),
        Access::Token => json!([{"bearerAuth": []}]),
    };
    let responses: BTreeMap<u16, Value> = answers(operation).into_iter().chain(refusals(operation)).collect();
    let responses: Map<String, Value> =
        responses.into_iter().map(|(status, response)| (status.to_string(), response)).collect();

    let mut members = Map::new();
    let mut insert = |name: &str, value: Value| members.insert(name.to_owned(), value);
    insert("operationId", json!(operation.route().id));
    insert("tags", json!([Tag::of(operation).name()]));
    insert("summary", json!(summary));
    let frozen = if operation.is_frozen() { "\n\nFrozen: this operation never changes." } else { "" };
    insert("description", json!(format!("{description}{frozen}")));
    insert("security", security);
    insert("parameters", json!(parameters));
    if let Some(request) = request(operation, site) {
        insert("requestBody", request);
    }
    insert("responses", Value::Object(responses));
    if operation.is_frozen() {
        insert("x-svc-contract", json!("frozen"));
    }
    members
}
