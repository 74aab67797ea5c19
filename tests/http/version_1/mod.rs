//! What spec:version-1 promises.
//!
//! What is expected is read from the specification or worked out from the sources in `data/`. The shapes that may
//! never change are kept as snapshots (`frozen`). What a front may answer by itself (dot segments, bytes that are
//! no text), what needs settings of its own and what would spend somebody's allowance is asked of servers that a
//! test starts for itself, of the small library.

mod identifiers;

mod frozen;
mod reading;
mod record;
mod record_forms;

mod facets;
pub(crate) use facets::neutral;
mod linked_data;
mod lists;

mod actions;
mod compare;
mod history;
mod review;
mod spdx;
mod versions;

mod graphs;
mod reasoning;
mod site;
mod vocabulary;
mod web;

mod access;
mod bad_input;
mod caching;
mod cross_origin;
mod errors;
mod headers;
mod health;
mod limits;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::model::{Library, License};
use serde_json::Value;

use crate::server::{Answer, Server, data, repository};

/// The library that is served, read from its sources.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| load(&data()).library.unwrap());

/// The address of the current version of Apache-2.0 by its number.
fn current_apache() -> String {
    let number = LIBRARY.licenses["Apache-2.0"].current.number;
    format!("/licenselibrary/license/Apache-2.0/versions/{number}")
}

/// A record as its source states it.
#[track_caller]
fn license(id: &str) -> &'static License {
    &LIBRARY.licenses[id].current.content
}

/// Every record that lists may show, by identifier: all but the test fixtures (spec:version-1#ports).
fn published() -> BTreeMap<&'static str, &'static License> {
    let records = LIBRARY.licenses.iter().map(|(id, model)| (id.as_str(), &*model.current.content));
    records.filter(|(_, license)| !license.is_fixture()).collect()
}

/// Starts a server of the small library.
fn small(flags: &[&str]) -> Server {
    let site = tempfile::tempdir().unwrap().keep();
    Server::start_and_remove(&site, &repository().join("tests/fixtures/small"), &site, flags)
}

/// The keys of an object, in their order.
#[track_caller]
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap_or_else(|| panic!("no object: {value}")).keys().map(String::as_str).collect()
}

/// The members of a list.
#[track_caller]
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// A text.
#[track_caller]
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// A JSON document that was found.
#[track_caller]
fn document(answer: &Answer) -> Value {
    answer.is(200).has("content-type", "application/json").json()
}

/// The identifiers of the rows of a results envelope (spec:version-1#results-envelope), in their order.
#[track_caller]
fn ids(results: &Value) -> Vec<String> {
    let base = LIBRARY.site.license_base();
    let address = |row: &Value| text(&row["id"]["value"]).to_owned();
    let id = |address: String| address.strip_prefix(&base).unwrap_or_else(|| panic!("{address}")).to_owned();
    list(&results["results"]["bindings"]).iter().map(address).map(id).collect()
}
