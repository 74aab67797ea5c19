mod assistant;
mod composing;
mod errors;
mod graphs;
mod history;
mod library;
mod reasoning;
mod records;

use serde_json::{Map, Value};

use super::requests;
use muniment_licenses::model::Site;

/// The shape of every JSON document that version 1 answers or is sent (spec:version-1, spec:version-1#errors).
pub(super) fn components(site: &Site) -> Map<String, Value> {
    let terms = site.terms();
    [
        records::schemas(site),
        library::schemas(),
        history::schemas(),
        reasoning::schemas(site),
        graphs::schemas(&terms),
        composing::schemas(),
        assistant::schemas(),
        requests::schemas(site),
        errors::schemas(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Schemas by name.
fn named<const N: usize>(schemas: [(&str, Value); N]) -> Map<String, Value> {
    schemas.map(|(name, schema)| (name.to_owned(), schema)).into_iter().collect()
}
