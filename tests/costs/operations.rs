//! Every operation and page that anybody may ask for, with the largest input that it takes. They come from the two
//! descriptions and from the table of pages, so a new one is asked, too.

use muniment_pages::SERVED;
use serde_json::{Map, Value, json};

/// A request without an account.
pub(crate) struct Asked {
    /// What it is about, for people.
    pub(crate) what: String,
    pub(crate) path: String,
    /// Posted if there is one.
    pub(crate) document: Option<String>,
}

/// The most bytes of an address, and of a body (spec:version-1#quotas).
const ADDRESS: usize = 60_000;
const BODY: usize = 1_000_000;

/// What pages read from their addresses.
const OF_PAGES: [&str; 12] =
    ["ids", "in", "out", "search", "q", "text", "license", "graph", "base", "other", "url", "page"];

/// The operations of a description (`OpenAPI`) that need no account.
pub(crate) fn operations(description: &Value) -> Vec<Asked> {
    let paths = description["paths"].as_object().unwrap();
    let mut asked = Vec::new();
    for (path, methods) in paths {
        for method in ["GET", "POST"] {
            let operation = &methods[method.to_ascii_lowercase()];
            if operation.is_null() || !is_anonymous(operation) {
                continue;
            }
            let shared = methods["parameters"].as_array().into_iter().flatten();
            let parameters = operation["parameters"].as_array().into_iter().flatten().chain(shared);
            let parameters: Vec<&Value> = parameters.map(|it| resolved(description, it)).collect();
            let address = long_address(path, &parameters);
            if method == "GET" {
                asked.push(Asked { what: format!("GET {path}"), path: address, document: None });
                continue;
            }
            for (what, document) in bodies(description, operation) {
                let (what, path) = (format!("POST {path}, {what}"), short_address(path));
                asked.push(Asked { what, path, document: Some(document) });
            }
        }
    }
    asked
}

/// The pages that the server fills, with parameters as long as an address may be.
pub(crate) fn pages() -> Vec<Asked> {
    let parameters: Vec<Value> = OF_PAGES.iter().map(|name| json!({"name": name, "in": "query"})).collect();
    let parameters: Vec<&Value> = parameters.iter().collect();
    let page = |template: &&str| {
        let path = long_address(template, &parameters);
        Asked { what: format!("the page {template}"), path, document: None }
    };
    SERVED.iter().map(page).collect()
}

fn is_anonymous(operation: &Value) -> bool {
    let Some(ways) = operation["security"].as_array() else { return true };
    ways.is_empty() || ways.iter().any(|way| way.as_object().is_some_and(Map::is_empty))
}

fn resolved<'d>(description: &'d Value, value: &'d Value) -> &'d Value {
    match value["$ref"].as_str() {
        Some(reference) => description.pointer(reference.trim_start_matches('#')).unwrap(),
        None => value,
    }
}

/// A path without its parameters.
fn short_address(path: &str) -> String {
    let segments = path.split('/').map(|segment| if segment.starts_with('{') { "MIT" } else { segment });
    segments.collect::<Vec<_>>().join("/")
}

fn long_address(path: &str, parameters: &[&Value]) -> String {
    let named: Vec<&str> = parameters
        .iter()
        .filter(|parameter| parameter["in"] == "query")
        .filter_map(|parameter| parameter["name"].as_str())
        .collect();
    let Some(room) = (ADDRESS - path.len()).checked_div(named.len()) else {
        return path
            .split('/')
            .map(|segment| if segment.starts_with('{') { "a".repeat(2_000) } else { segment.to_owned() })
            .collect::<Vec<_>>()
            .join("/");
    };
    // Separators of lists and of expressions, so that every part is looked at.
    let value = "a%2Ca/".repeat(room.saturating_sub(20) / 6);
    let query: Vec<String> = named.iter().map(|name| format!("{name}={value}")).collect();
    format!("{}?{}", short_address(path), query.join("&"))
}

/// Bodies of the largest size for an operation: its fields as long strings, as long lists and as long lists of names, and
/// documents that only cost to read.
fn bodies(description: &Value, operation: &Value) -> Vec<(&'static str, String)> {
    let content = &resolved(description, &operation["requestBody"])["content"];
    let schema = resolved(description, &content["application/json"]["schema"]);
    let fields: Vec<&String> =
        schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let room = BODY / fields.len().max(1);
    let filled = |value: &dyn Fn(usize) -> Value| {
        let object: Map<String, Value> = fields.iter().map(|name| ((*name).clone(), value(room))).collect();
        Value::from(object).to_string()
    };
    vec![
        ("long strings", filled(&|room| json!("k".repeat(room - 20)))),
        ("long lists", filled(&|room| json!(vec![1; room / 2 - 20]))),
        (
            "lists of names",
            filled(&|room| json!((0..room / 12).map(|number| format!("x{number:06}")).collect::<Vec<_>>())),
        ),
        ("lists of objects", filled(&|room| json!(vec![json!({"license": "MIT"}); room / 20]))),
        ("a hundred thousand fields", {
            let object: Map<String, Value> =
                (0..80_000).map(|number| (format!("f{number}"), json!(1))).collect();
            Value::from(object).to_string()
        }),
        ("brackets", "[".repeat(BODY)),
    ]
}
