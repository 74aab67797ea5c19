use anyhow::{Context, bail};
use muniment_documents::api::v2::model_address;
use muniment_library::load::release_manifest;
use muniment_licenses::model::{GraphId, LicenseId, ModelKind, Release, ReleaseKind, ReleaseSection};
use muniment_tree::Progress;
use rayon::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::client::Client;
use super::model::{Examined, ManifestModel, examine};

const RELEASES: &str = "/v2/releases";

/// The result of a verification.
pub(super) struct Verified {
    /// The release the deployment answers for.
    pub(super) release: String,
    /// Answers of versions and their lists.
    pub(super) answers: usize,
    /// Versions whose hashes were recomputed from every form.
    pub(super) versions: usize,
    /// The faults, sorted.
    pub(super) faults: Vec<String>,
}

/// The current state in the answer of `/v2/releases` (spec:releases#list).
#[derive(Deserialize)]
struct Releases {
    current: Named,
}

#[derive(Deserialize, PartialEq, Eq)]
struct Named {
    release: String,
    library: String,
    graphs: String,
    vocabulary: String,
    href: String,
}

/// The identifier of an object.
#[derive(Deserialize)]
struct Identified {
    id: String,
}

/// Verifies a deployment: the identifiers of its release follow from versions and hashes, and every form of every
/// version has the stated hash.
pub(super) fn verify(
    client: &Client,
    connections: usize,
    progress: &impl Progress,
) -> anyhow::Result<Verified> {
    let address = &client.address;
    let named = current(client)?;
    let vocabulary: anyhow::Result<Identified> =
        json(client, &format!("{}?format=json", model_address(ModelKind::Vocabulary, "")));
    // Without an identifier, the requests below report the faults of the vocabulary.
    let vocabulary_id = vocabulary.ok().map(|object| object.id);
    let release = manifest(client, &named.href, vocabulary_id.as_deref().unwrap_or_default())
        .with_context(|| format!("`{address}` does not give the manifest of its current release"))?;
    let mut faults = misnamed(&release, &named, vocabulary_id.is_some());
    let models = models(&release, &named.href, &mut faults);

    progress.begin("verifying", models.len());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(connections).build()?;
    let examined: Vec<Examined> = pool.install(|| {
        let examine = |model: &ManifestModel<'_>| {
            let examined = examine(client, model);
            progress.advance();
            examined
        };
        models.par_iter().with_max_len(1).map(examine).collect()
    });
    if client.has_given_up() {
        faults.push(format!("`{address}` stopped answering, so not everything was asked for"));
    } else if current(client)? != named {
        bail!("`{address}` went from {} to another release while it was examined; verify again", release.id);
    }
    let (mut answers, mut versions) = (0, 0);
    for model in examined {
        answers += model.answers;
        versions += model.versions;
        faults.extend(model.faults);
    }
    faults.sort();
    Ok(Verified { release: release.id.to_string(), answers, versions, faults })
}

/// The current release of the deployment.
fn current(client: &Client) -> anyhow::Result<Named> {
    let address = &client.address;
    let releases: Releases = json(client, RELEASES)
        .with_context(|| format!("`{address}` is not reached as a deployment of Muniment"))?;
    Ok(releases.current)
}

fn body(client: &Client, target: &str) -> anyhow::Result<Vec<u8>> {
    let answer = client.get(target).with_context(|| format!("`{target}`"))?;
    match (answer.status.as_u16(), answer.header("Location")) {
        (200, _) => Ok(answer.body),
        (status, "") => bail!("`{target}`: the status is {status} and not 200"),
        (status, location) => bail!("`{target}`: the status is {status} and leads to `{location}`"),
    }
}

fn json<T: DeserializeOwned>(client: &Client, target: &str) -> anyhow::Result<T> {
    serde_json::from_slice(&body(client, target)?)
        .with_context(|| format!("`{target}`: the answer is not the JSON expected"))
}

fn manifest(client: &Client, href: &str, vocabulary_id: &str) -> anyhow::Result<Release> {
    // The manifest of another host does not count.
    if !href.starts_with('/') {
        bail!("`{RELEASES}` gives its address as `{href}`, which is no path");
    }
    release_manifest(&body(client, href)?, vocabulary_id).with_context(|| format!("`{href}`"))
}

/// Faults of identifiers: wrong digests, or differences between list and manifest.
fn misnamed(release: &Release, named: &Named, is_vocabulary_known: bool) -> Vec<String> {
    let Release { id, library, graphs, vocabulary, .. } = release;
    let of = |kind, section: &ReleaseSection| ReleaseSection::id_of(kind, &section.models);
    let mut faults = Vec::new();
    for (stated, computed, is_known) in [
        (id, Release::id_of(&library.id, &graphs.id, &vocabulary.id), true),
        (&library.id, of(ReleaseKind::Library, library), true),
        (&graphs.id, of(ReleaseKind::Graphs, graphs), true),
        (&vocabulary.id, of(ReleaseKind::Vocabulary, vocabulary), is_vocabulary_known),
    ] {
        if is_known && *stated != computed {
            let href = &named.href;
            faults.push(format!(
                "`{href}`: the release is called {stated}, its versions and hashes give {computed}"
            ));
        }
    }
    for (listed, stated) in [
        (&named.release, id),
        (&named.library, &library.id),
        (&named.graphs, &graphs.id),
        (&named.vocabulary, &vocabulary.id),
    ] {
        if *listed != stated.to_string() {
            faults.push(format!(
                "`{RELEASES}`: the current state is called {listed}, by its manifest {stated}"
            ));
        }
    }
    faults
}

/// The models of a release.
fn models<'r>(release: &'r Release, href: &str, faults: &mut Vec<String>) -> Vec<ManifestModel<'r>> {
    let mut models = Vec::new();
    for (kind, section) in [
        (ModelKind::License, &release.library),
        (ModelKind::DependencyGraph, &release.graphs),
        (ModelKind::Vocabulary, &release.vocabulary),
    ] {
        for (id, entry) in &section.models {
            let is_addressable = match kind {
                ModelKind::License => id.parse::<LicenseId>().is_ok(),
                ModelKind::DependencyGraph => id.parse::<GraphId>().is_ok(),
                ModelKind::Vocabulary => true,
            };
            if is_addressable {
                models.push(ManifestModel { kind, id, latest: entry.version, hash: entry.content_hash });
            } else {
                faults.push(format!("`{href}`: `{id}` is no identifier of a {}", kind.name()));
            }
        }
    }
    models
}
