//! What the `OpenAPI` documents of both versions are made of.

pub(in crate::api) mod headers;
pub(in crate::api) mod media;
pub(in crate::api) mod parameter;
pub(in crate::api) mod responses;
pub(in crate::api) mod schema;
pub(in crate::api) mod shapes;

use serde_json::{Map, Value, json};

use muniment_licenses::model::Site;

/// What a document says of itself: whose it is, and under which terms the data comes.
pub(in crate::api) fn info(site: &Site, version: &str, summary: &str, description: &str) -> Value {
    let mut contact = Map::from_iter([("name".to_owned(), json!(site.name))]);
    if !site.contact.url.is_empty() {
        contact.insert("url".to_owned(), json!(site.contact.url));
    }
    if let Some(email) = site.contact.emails.first() {
        contact.insert("email".to_owned(), json!(email));
    }
    json!({
        "title": format!("{} API", site.name),
        "version": version,
        "summary": summary,
        "description": description,
        "contact": contact,
        "license": {
            "name": format!("{}, for the data", site.data_license.title),
            "identifier": site.data_license.spdx,
        },
    })
}

/// How a token is sent.
pub(in crate::api) fn security_schemes(description: &str) -> Value {
    json!({"bearerAuth": {"type": "http", "scheme": "bearer", "description": description}})
}

/// A heading of a document.
pub(in crate::api) fn tag(name: &str, description: &str) -> Value {
    json!({"name": name, "description": description})
}
