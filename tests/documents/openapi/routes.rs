//! The document against the table of operations, the rules of the wire and the tree.

use std::collections::{BTreeMap, BTreeSet};

use muniment_documents::api::v2::{Operation, ProblemKind};
use muniment_documents::wire::Target;
use muniment_pages::Pages;
use muniment_tree::{Settings, plan};
use serde_json::{Value, json};

use crate::openapi::{OURS, SMALL, World};

impl World {
    fn get(&self, operation: Operation) -> &Value {
        &self.document["paths"][operation.template()]["get"]
    }

    /// A component, where a reference stands for it.
    fn resolved<'v>(&'v self, value: &'v Value) -> &'v Value {
        let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
        pointer.map_or(value, |pointer| self.document.pointer(pointer).unwrap())
    }
}

pub(crate) fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn every_operation_is_documented_once_and_nothing_else_is() {
    let templates: BTreeSet<&str> = Operation::ALL.iter().map(|operation| operation.template()).collect();
    assert_eq!(keys(&OURS.document["paths"]), templates);
    let mut ids = BTreeMap::new();
    for (path, item) in OURS.document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id, (path.as_str(), method.as_str())).is_none(), "{id} stands there twice");
        }
    }
    for operation in Operation::ALL {
        assert_eq!(ids.remove(operation.id()), Some((operation.template(), "get")));
    }
    let others = [
        ("askContainment", ("/v2/containment", "post")),
        ("headApiCatalog", ("/.well-known/api-catalog", "head")),
    ];
    assert_eq!(ids, BTreeMap::from(others));
}

#[test]
fn operations_stand_under_the_tags_of_the_specification() {
    let tags = ["discovery", "licenses", "dependency-graphs", "vocabulary", "releases"];
    let declared = OURS.document["tags"].as_array().unwrap();
    assert!(declared.iter().map(|tag| &tag["name"]).eq(tags.iter()));
    let mut count = BTreeMap::new();
    for operation in Operation::ALL {
        let [tag] = OURS.get(operation)["tags"].as_array().unwrap().as_slice() else {
            panic!("one tag each")
        };
        *count.entry(tag.as_str().unwrap()).or_insert(0) += 1;
    }
    let expected =
        [("dependency-graphs", 4), ("discovery", 4), ("licenses", 5), ("releases", 3), ("vocabulary", 3)];
    assert_eq!(count, BTreeMap::from(expected));
}

#[test]
fn path_parameters_are_those_of_the_template() {
    for operation in Operation::ALL {
        let parameters: Vec<&Value> =
            OURS.get(operation)["parameters"].as_array().unwrap().iter().map(|p| OURS.resolved(p)).collect();
        let in_path: Vec<&str> = parameters
            .iter()
            .filter(|p| p["in"] == "path" && p["required"] == true)
            .map(|p| p["name"].as_str().unwrap())
            .collect();
        let in_template: Vec<&str> =
            operation.template().split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        assert_eq!(in_path, in_template, "{}", operation.id());
        assert!(parameters.iter().any(|p| p["name"] == "If-None-Match" && p["in"] == "header"));
    }
}

#[test]
fn only_graphs_of_accounts_ask_who_calls() {
    let open: Vec<Operation> = Operation::ALL
        .into_iter()
        .filter(|operation| OURS.get(*operation)["security"] == json!([]))
        .collect();
    let asking: Vec<&str> = Operation::ALL
        .into_iter()
        .filter(|operation| OURS.get(*operation)["security"] == json!([{}, {"bearerAuth": []}]))
        .map(Operation::id)
        .collect();
    assert_eq!(asking, ["getDependencyGraph", "listDependencyGraphVersions", "getDependencyGraphVersion"]);
    assert_eq!(open.len() + asking.len(), Operation::ALL.len());
}

/// Statuses any operation can answer with.
const EVERYWHERE: [&str; 9] = ["200", "304", "400", "405", "406", "414", "429", "431", "500"];

#[test]
fn statuses_are_those_an_operation_can_have() {
    let mut anywhere = BTreeSet::new();
    for operation in Operation::ALL {
        let statuses = keys(&OURS.get(operation)["responses"]);
        let further: Vec<&str> = statuses.iter().filter(|s| !EVERYWHERE.contains(s)).copied().collect();
        assert_eq!(statuses.len() - further.len(), EVERYWHERE.len(), "{}", operation.id());
        let expected: &[&str] = match operation {
            Operation::GetDiscovery
            | Operation::GetApiCatalog
            | Operation::GetOpenApi
            | Operation::GetDocs
            | Operation::ListVocabularyVersions
            | Operation::ListReleases => &[],
            Operation::ListLicenses
            | Operation::ListDependencyGraphs
            | Operation::GetVocabulary
            | Operation::GetContainment => &["422"],
            Operation::GetLicense | Operation::ListLicenseVersions | Operation::GetLicenseVersion => {
                &["404", "422", "503"]
            }
            Operation::GetDependencyGraph
            | Operation::ListDependencyGraphVersions
            | Operation::GetDependencyGraphVersion => &["401", "403", "404", "422", "503"],
            Operation::GetVocabularyVersion | Operation::ListChanges => &["404", "422"],
            Operation::GetRelease => &["404"],
        };
        assert_eq!(further, expected, "{}", operation.id());
        anywhere.extend(statuses);
    }
    for kind in ProblemKind::ALL {
        assert!(anywhere.contains(kind.status().to_string().as_str()), "{}", kind.name());
    }
}

#[test]
fn every_kind_of_problem_is_named_where_its_status_is_described() {
    let responses = OURS.document["components"]["responses"].as_object().unwrap();
    for kind in ProblemKind::ALL {
        let name = format!("`{}`", kind.name());
        let naming = responses.values().filter(|r| r["description"].as_str().unwrap().contains(&name));
        assert_eq!(naming.count(), 1, "{name}");
    }
    for (name, response) in responses {
        let is_problem = response["content"]["application/problem+json"].is_object();
        assert_eq!(is_problem, name != "NotModified", "{name}");
    }
}

#[test]
fn what_the_tree_sends_is_what_is_documented() {
    let pages = Pages::new(&SMALL.catalog, "http://127.0.0.1:8080").unwrap();
    let settings = Settings::default();
    let plan = plan(&SMALL.catalog, &SMALL.current, &pages, &settings).unwrap();
    let mut operations = BTreeSet::new();
    for (address, planned) in plan.addresses.iter().filter(|(_, planned)| planned.class.is_of_version_2()) {
        let target = Target::parse(address, None).unwrap();
        let (operation, _) =
            Operation::of_path(&target.segments).unwrap_or_else(|| panic!("{address} is not documented"));
        operations.insert(operation);
        let answer = &SMALL.get(operation)["responses"]["200"];
        let rules = planned.class.rules();
        let documented = keys(&answer["headers"]);
        for header in planned.headers.keys().chain(rules.headers.keys()).map(String::as_str) {
            assert!(documented.contains(header), "{address} sends {header}");
        }
        assert!(documented.contains("ETag") && documented.contains("Cache-Control"), "{address}");
        let sent: BTreeSet<&str> =
            rules.representations.iter().filter_map(|form| form.media_type.split(';').next()).collect();
        assert_eq!(keys(&answer["content"]), sent, "{address}");
        // What is said to be always there is.
        for name in ["Vary", "Access-Control-Allow-Origin"].into_iter().filter(|n| documented.contains(n)) {
            assert!(rules.headers.contains_key(name), "{address} does not send {name}");
        }
    }
    operations.insert(Operation::GetContainment);
    assert_eq!(
        operations.len(),
        Operation::ALL.len(),
        "the tree answers every operation but one that is computed"
    );
}
