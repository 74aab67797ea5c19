//! The document against the tree: every address of version 1 that the plan lists sends what is described.

use std::collections::{BTreeMap, BTreeSet};

use muniment_documents::api::v1::{Access, Operation};
use muniment_documents::wire::{Dialect, Target};
use muniment_pages::Pages;
use muniment_tree::{Body, Settings, plan};
use serde_json::Value;

use super::described;
use crate::openapi::routes::keys;
use crate::openapi::{SMALL, assert_valid};

/// The operation that answers an address of the tree, if it is described.
fn operation_at(address: &str) -> Option<Operation> {
    let target = Target::parse(address, None).unwrap();
    let (operations, _) = Operation::at_path(&target.segments)?;
    operations
        .iter()
        .copied()
        .find(|operation| operation.is_described() && operation.route().method.to_string() == "GET")
}

#[test]
fn what_the_tree_sends_is_what_is_documented() {
    let pages = Pages::new(&SMALL.catalog, "http://127.0.0.1:8080").unwrap();
    let settings = Settings::default();
    let plan = plan(&SMALL.catalog, &SMALL.current, &pages, &settings).unwrap();
    let mut operations = BTreeSet::new();
    let mut validators = BTreeMap::new();
    let mut bodies = 0;
    let rendered: Vec<Body> =
        plan.addresses.iter().flat_map(|(address, planned)| plan.render(address, planned).unwrap()).collect();
    for (address, planned) in &plan.addresses {
        let Some(operation) = operation_at(address) else { continue };
        assert!(!planned.class.is_of_version_2(), "{address}");
        operations.insert(operation);
        let responses = &SMALL.described(operation)["responses"];
        let rules = planned.class.rules();
        let is_file = planned.class.dialect() == Dialect::File;
        let Some(answer) = responses.get("200") else {
            assert!(rules.representations.is_empty() && planned.elsewhere.is_some(), "{address} has a body");
            continue;
        };
        let documented = keys(&answer["headers"]);
        for header in planned.headers.keys().chain(rules.headers.keys()).map(String::as_str) {
            assert!(header == "Content-Type" || documented.contains(header), "{address} sends {header}");
        }
        if documented.contains("Vary") {
            assert!(rules.headers.contains_key("Vary"), "{address} does not vary");
        }
        // An entity tag goes with a cache policy.
        let is_cached = rules.cache_control.contains_key(&planned.cache);
        assert!(!is_cached || documented.contains("ETag"), "{address} is kept");

        let sent: BTreeSet<&str> = if is_file {
            let content_type =
                planned.headers.get("Content-Type").or_else(|| rules.headers.get("Content-Type"));
            BTreeSet::from([content_type.unwrap().as_str()])
        } else {
            rules.representations.iter().filter_map(|form| form.media_type.split(';').next()).collect()
        };
        assert_eq!(keys(&answer["content"]), sent, "{address}");

        // What version 1 alone has of a license is rendered with version 2's forms of it.
        let (folder, file) = (format!("{}/index.", address.trim_matches('/')), address.trim_matches('/'));
        for body in rendered.iter().filter(|body| body.path == file || body.path.starts_with(&folder)) {
            let media_type = match body.representation {
                Some(form) => form.media_type().split(';').next().unwrap(),
                None => *sent.first().unwrap(),
            };
            let validator = validators
                .entry((operation, media_type.to_owned()))
                .or_insert_with(|| SMALL.answered(operation, 200, media_type));
            let answer = if media_type.ends_with("json") {
                serde_json::from_slice(&body.bytes).unwrap()
            } else {
                Value::String(String::from_utf8(body.bytes.clone()).unwrap())
            };
            assert_valid(validator, &answer, &body.path);
            bodies += 1;
        }
    }
    assert!(bodies > 50, "{bodies}");
    let beyond: Vec<&str> = described()
        .filter(|operation| !operations.contains(operation))
        .filter(|operation| operation.route().method.to_string() == "GET")
        .filter(|operation| !matches!(operation.route().access, Access::Token(_)))
        .map(|operation| operation.route().id)
        .collect();
    let expected = [
        "getDependencies",
        "getDependenciesByUrl",
        "checkRepository",
        "checkRepositoryByUrl",
        "getHealth",
        "compareLicenses",
        "compareGraphs",
        "listRules",
        "getProfile",
        "suggestLicenses",
    ];
    assert_eq!(beyond, expected, "the tree answers what depends on path, `format` and `Accept` alone");
}
