//! Every version of every model in every form, fetched once.
//!
//! What there is to fetch is taken from the manifest of the current release, which names each model with
//! its latest version.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::thread;

use serde_json::Value;

use crate::server::{Answer, server};

/// Names of the forms, as in `format=`.
pub(crate) const FORMS: [&str; 5] = ["json", "ttl", "jsonld", "nt", "rdfxml"];

/// A resource in all its forms, by name.
pub(crate) type Forms = BTreeMap<&'static str, Answer>;

/// A model as the manifest names it, with what is found at its addresses.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) kind: &'static str,
    pub(crate) id: String,
    /// Address of the current version.
    pub(crate) path: String,
    /// The manifest's entry.
    pub(crate) entry: Value,
    /// Ascending.
    pub(crate) versions: Vec<Version>,
    /// What the address without a version answers.
    pub(crate) current: Forms,
    /// The list of versions.
    pub(crate) list: Answer,
}

impl Model {
    pub(crate) fn latest(&self) -> &Version {
        self.versions.last().unwrap()
    }
}

/// One version.
#[derive(Debug)]
pub(crate) struct Version {
    pub(crate) number: u64,
    pub(crate) path: String,
    pub(crate) forms: Forms,
    /// The JSON form, parsed.
    pub(crate) object: Value,
}

impl Version {
    /// A text field of the object.
    #[track_caller]
    pub(crate) fn text(&self, field: &str) -> &str {
        self.object[field].as_str().unwrap_or_else(|| panic!("{}: {field} is no text", self.path))
    }

    /// The canonical N-Triples, one a line.
    pub(crate) fn triples(&self) -> impl Iterator<Item = &str> {
        self.forms["nt"].text().lines()
    }

    /// Objects of the triples of a subject and predicate, as N-Triples writes them.
    pub(crate) fn objects(&self, subject: &str, predicate: &str) -> Vec<&str> {
        let start = format!("<{subject}> <{predicate}> ");
        self.triples().filter_map(|line| line.strip_prefix(&start)?.strip_suffix(" .")).collect()
    }
}

static RELEASE: LazyLock<Value> = LazyLock::new(|| {
    let releases = server().get("/v2/releases").is(200).json();
    server().get(releases["current"]["href"].as_str().unwrap()).is(200).json()
});

static MODELS: LazyLock<Vec<Model>> = LazyLock::new(fetch);

/// The manifest of the current release.
pub(crate) fn release() -> &'static Value {
    &RELEASE
}

/// Every model: licenses, graphs, the vocabulary.
pub(crate) fn models() -> &'static [Model] {
    &MODELS
}

/// Every version with its model.
pub(crate) fn versions() -> impl Iterator<Item = (&'static Model, &'static Version)> {
    models().iter().flat_map(|model| model.versions.iter().map(move |version| (model, version)))
}

/// A model by identifier.
#[track_caller]
pub(crate) fn model(id: &str) -> &'static Model {
    models().iter().find(|model| model.id == id).unwrap_or_else(|| panic!("the manifest has no {id}"))
}

fn fetch() -> Vec<Model> {
    let mut wanted = Vec::new();
    for (kind, base, entries) in [
        ("license", "/v2/licenses/", &release()["library"]["records"]),
        ("dependency-graph", "/v2/dependency-graphs/", &release()["graphs"]["graphs"]),
    ] {
        for (id, entry) in entries.as_object().unwrap() {
            wanted.push((kind, id.clone(), format!("{base}{id}"), entry.clone()));
        }
    }
    let entry = release()["vocabulary"].clone();
    wanted.push(("vocabulary", "svc-ns".to_owned(), "/v2/vocabulary".to_owned(), entry));
    let queue = Mutex::new(wanted.into_iter().enumerate());
    let fetched = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().unwrap().next();
                    let Some((place, (kind, id, path, entry))) = next else { break };
                    let model = fetch_model(kind, id, path, entry);
                    fetched.lock().unwrap().insert(place, model);
                }
            });
        }
    });
    fetched.into_inner().unwrap().into_values().collect()
}

fn fetch_model(kind: &'static str, id: String, path: String, entry: Value) -> Model {
    let latest = entry["version"].as_u64().unwrap();
    let versions = (1..=latest)
        .map(|number| {
            let path = format!("{path}/versions/{number}");
            let forms = fetch_forms(&path);
            Version { number, object: forms["json"].json(), path, forms }
        })
        .collect();
    let current = fetch_forms(&path);
    let list = server().get(&format!("{path}/versions"));
    Model { kind, id, path, entry, versions, current, list }
}

fn fetch_forms(path: &str) -> Forms {
    let form = |name| (name, server().get(&format!("{path}?format={name}")).is(200).clone());
    FORMS.into_iter().map(form).collect()
}

/// What an object of one version has beside an item of a list: what the license says.
pub(crate) const STATEMENTS: [&str; 12] = [
    "limits",
    "relicensing",
    "text_hash",
    "feature",
    "strength",
    "share_alike_scope",
    "patent_termination",
    "no_further_restrictions",
    "osi_approved",
    "fsf_free",
    "model_training",
    "statements",
];

/// The object of a version as an item of a list.
pub(crate) fn as_item(object: &Value) -> Value {
    let mut item = object.clone();
    if let Some(item) = item.as_object_mut() {
        item.retain(|key, _| !STATEMENTS.contains(&key.as_str()));
    }
    item
}
