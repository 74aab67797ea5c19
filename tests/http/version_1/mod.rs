//! What `spec/v1-and-shared.md` promises of version 1, in the order of the document; `decisions.md` where that is
//! silent.
//!
//! What is expected is read from the specification or worked out from the sources in `data/`. The shapes that may
//! never change are kept as snapshots (`frozen`). What a front may answer by itself (dot segments, bytes that are
//! no text), what needs settings of its own and what would spend somebody's allowance is asked of servers that a
//! test starts for itself, of the small library.

mod identifiers; // §2.1

mod frozen; // §2, keys and their order
mod reading; // §4.6, a license in words
mod record; // §2.2 and §4.2, operation 1
mod record_forms; // §4.2, negotiation and downloads

mod facets; // §2.4 and §4.1, operation 3
pub(crate) use facets::neutral;
mod linked_data; // §4.2, the Linked-Data path
mod lists; // §2.5 and §4.1, operation 2

mod actions; // §4.3
mod compare; // §2.9 and §4.3
mod history; // §2.9 and §4.3
mod review; // §2.9 and §4.3
mod spdx; // §2.9 and §4.3
mod versions; // §2.9 and §4.3

mod graphs; // §2.8, §4.3 and §4.4, operation 5
mod reasoning; // §2.6–§2.8, §4.1 operation 6, §4.3 and §4.4
mod site; // §1 and §4.7
mod vocabulary; // §4.3 and §4.7
mod web; // §4.7 and §8.4

mod access; // §5, without a token
mod bad_input; // §7
mod caching; // §8.4
mod cross_origin; // §8.4
mod errors; // §7
mod headers; // §8.4
mod health; // §4.3 and §6
mod limits; // §8.1

use std::collections::BTreeMap;
use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::model::{Library, License};
use serde_json::Value;

use crate::server::{Answer, Server, data, repository};

/// The library that is served, read from its sources.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| load(&data()).library.unwrap());

/// A record as its source states it.
#[track_caller]
fn license(id: &str) -> &'static License {
    &LIBRARY.licenses[id].current.content
}

/// Every record that lists may show, by identifier: all but the test fixtures (§4.1).
fn published() -> BTreeMap<&'static str, &'static License> {
    let records = LIBRARY.licenses.iter().map(|(id, model)| (id.as_str(), &model.current.content));
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
fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// A text.
#[track_caller]
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// A JSON document that was found.
#[track_caller]
fn document(answer: &Answer) -> Value {
    answer.is(200).has("content-type", "application/json").json()
}

/// The identifiers of the rows of a results envelope (§2.5), in their order.
#[track_caller]
fn ids(results: &Value) -> Vec<String> {
    let base = LIBRARY.site.license_base();
    let address = |row: &Value| text(&row["id"]["value"]).to_owned();
    let id = |address: String| address.strip_prefix(&base).unwrap_or_else(|| panic!("{address}")).to_owned();
    list(&results["results"]["bindings"]).iter().map(address).map(id).collect()
}
