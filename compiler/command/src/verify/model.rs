use std::collections::BTreeMap;

use muniment_documents::api::v2::{model_address, version_address, versions_address};
use muniment_documents::wire::{Representation, entity_tag};
use muniment_licenses::model::{ModelKind, VersionNumber};
use muniment_rdf::{ALGORITHM, ContentHash};
use muniment_tree::read_back;
use serde::Deserialize;

use super::client::{Answer, Client};

/// Maximum versions of a model to request, besides the last one.
const MOST_VERSIONS: u32 = 1000;

/// A model in the manifest of a release.
pub(super) struct ManifestModel<'m> {
    pub(super) kind: ModelKind,
    pub(super) id: &'m str,
    pub(super) latest: VersionNumber,
    pub(super) hash: ContentHash,
}

/// The result of verifying a model.
#[derive(Default)]
pub(super) struct Examined {
    /// Number of answers.
    pub(super) answers: usize,
    /// Number of versions requested.
    pub(super) versions: usize,
    /// Faults with their addresses.
    pub(super) faults: Vec<String>,
}

/// The members of a version object (spec:version-2#version-object) that are checked.
#[derive(Deserialize)]
struct StatedVersion {
    kind: String,
    id: String,
    version: u32,
    latest_version: u32,
    content_hash: String,
    hash_algorithm: String,
}

#[derive(Deserialize)]
struct StatedVersions {
    items: Vec<StatedVersion>,
}

/// Requests every version of a model in every form, by number and as the current one.
pub(super) fn examine(client: &Client, model: &ManifestModel<'_>) -> Examined {
    let mut walk = Walk { client, model, examined: Examined::default() };
    let listed = walk.listed();
    let latest = model.latest.get();
    if latest > MOST_VERSIONS {
        let versions = versions_address(model.kind, model.id);
        walk.fault(&versions, format!("the manifest claims {latest} versions, too many to ask for"));
    }
    walk.version(&model_address(model.kind, model.id), model.latest, &listed);
    let numbers = (1..latest.min(MOST_VERSIONS)).filter_map(VersionNumber::new);
    for number in numbers.chain([model.latest]) {
        walk.examined.versions += 1;
        walk.version(&version_address(model.kind, model.id, number), number, &listed);
    }
    walk.examined
}

struct Walk<'w> {
    client: &'w Client,
    model: &'w ManifestModel<'w>,
    examined: Examined,
}

impl Walk<'_> {
    fn fault(&mut self, target: &str, what: impl std::fmt::Display) {
        self.examined.faults.push(format!("`{target}`: {what}"));
    }

    /// Requests a resource that must be answered with 200 and a media type.
    fn fetch(&mut self, target: &str, representation: Representation) -> Option<Answer> {
        if self.client.has_given_up() {
            return None;
        }
        let answer = match self.client.get(target) {
            Ok(answer) => answer,
            Err(error) => {
                self.fault(target, error);
                return None;
            }
        };
        self.examined.answers += 1;
        if answer.status.as_u16() != 200 {
            self.fault(target, format!("the status is {} and not 200", answer.status.as_u16()));
            return None;
        }
        let (found, expected) = (answer.header("Content-Type").to_owned(), representation.media_type());
        if folded(&found) != folded(expected) {
            self.fault(target, format!("Content-Type is `{found}` and not `{expected}`"));
        }
        Some(answer)
    }

    /// The content hashes in the list of versions, checked against the manifest.
    fn listed(&mut self) -> BTreeMap<u32, String> {
        let target = versions_address(self.model.kind, self.model.id);
        let Some(answer) = self.fetch(&target, Representation::Json) else { return BTreeMap::new() };
        let items = match serde_json::from_slice::<StatedVersions>(&answer.body) {
            Ok(list) => list.items,
            Err(error) => {
                self.fault(&target, format!("the answer is no list of versions: {error}"));
                return BTreeMap::new();
            }
        };
        let numbers: Vec<u32> = items.iter().map(|item| item.version).collect();
        let latest = self.model.latest.get();
        if !numbers.iter().copied().eq((1..=latest).rev()) {
            self.fault(&target, format!("it lists the versions {numbers:?} and not each from {latest} to 1"));
        }
        let hash = self.model.hash.to_string();
        for item in items.iter().filter(|item| item.version == latest && item.content_hash != hash) {
            let what =
                format!("version {latest} has the hash {} and not the manifest's {hash}", item.content_hash);
            self.fault(&target, what);
        }
        items.into_iter().map(|item| (item.version, item.content_hash)).collect()
    }

    /// Verifies one version at one address. The expected hash is in the manifest for the latest version, else in the
    /// list of versions, else in the object itself.
    fn version(&mut self, address: &str, number: VersionNumber, listed: &BTreeMap<u32, String>) {
        let target = |form: Representation| format!("{address}?format={form}");
        let json = self.fetch(&target(Representation::Json), Representation::Json);
        let stated = json.as_ref().and_then(|answer| self.object(&target(Representation::Json), answer));
        let expected = if number == self.model.latest {
            Some(self.model.hash)
        } else {
            let stated = stated.as_ref().map(|object| &object.content_hash);
            listed.get(&number.get()).or(stated).and_then(|hash| hash.parse().ok())
        };
        if let Some(object) = stated {
            self.statements(&target(Representation::Json), &object, number, expected);
        }
        if let Some(answer) = json {
            self.tag(&target(Representation::Json), &answer, Representation::Json, expected);
        }
        for form in Representation::OF_A_VERSION.into_iter().filter(|form| form.syntax().is_some()) {
            let target = target(form);
            let Some(answer) = self.fetch(&target, form) else { continue };
            self.tag(&target, &answer, form, expected);
            if let Some(Err(fault)) = expected.map(|hash| read_back(form, &answer.body, hash)) {
                self.fault(&target, fault);
            }
        }
    }

    fn object(&mut self, target: &str, answer: &Answer) -> Option<StatedVersion> {
        let object = serde_json::from_slice(&answer.body);
        object.map_err(|error| self.fault(target, format!("the answer is no version object: {error}"))).ok()
    }

    fn statements(
        &mut self,
        target: &str,
        object: &StatedVersion,
        number: VersionNumber,
        expected: Option<ContentHash>,
    ) {
        let hash = expected.map_or_else(|| "sha256:…".to_owned(), |hash| hash.to_string());
        for (name, found, expected) in [
            ("kind", &object.kind, self.model.kind.name().to_owned()),
            ("id", &object.id, self.model.id.to_owned()),
            ("version", &object.version.to_string(), number.to_string()),
            ("latest_version", &object.latest_version.to_string(), self.model.latest.to_string()),
            ("content_hash", &object.content_hash, hash),
            ("hash_algorithm", &object.hash_algorithm, ALGORITHM.to_owned()),
        ] {
            // The manifest does not contain the identifier of the vocabulary, so it may be unknown.
            let is_known = !expected.is_empty();
            if is_known && *found != expected {
                self.fault(target, format!("{name} is `{found}` and not `{expected}`"));
            }
        }
    }

    /// Checks the entity tag (spec:version-2#response-headers).
    fn tag(&mut self, target: &str, answer: &Answer, form: Representation, expected: Option<ContentHash>) {
        let Some(hash) = expected else { return };
        let (found, expected) = (answer.header("ETag"), entity_tag(&hash.hex(), form.key()));
        if found != expected {
            self.fault(target, format!("ETag is `{found}` and not `{expected}`"));
        }
    }
}

/// Normalizes a media type: lower case, no blanks around parameters (RFC 9110 §8.3).
fn folded(media_type: &str) -> String {
    media_type.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect()
}
