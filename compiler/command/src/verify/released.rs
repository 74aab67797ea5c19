use muniment_library::load::release_manifest;
use muniment_licenses::model::{InvalidReleaseId, Release, ReleaseId, SigningKey};
use muniment_rdf::ContentHash;
use muniment_tree::distribute::{
    Artefact, Attestation, MANIFEST, SUMS, artefact_address, attest, manifest_address, signature_address,
    unsound_archive, unsound_quads,
};
use serde::Deserialize;

use super::trust::SeenRelease;

const RELEASES: &str = "/v2/releases";

/// Requests an address; `None` if it does not exist, which may be valid.
pub(super) type Ask<'a> = dyn Fn(&str) -> Result<Option<Vec<u8>>, String> + 'a;

/// The result for registered releases.
#[derive(Default)]
pub(super) struct Released {
    /// The newest release, if a known key signed it.
    pub(super) attested: Option<Attestation>,
    /// Number of verified dumps.
    pub(super) dumps: usize,
    /// Faults.
    pub(super) faults: Vec<String>,
}

#[derive(Deserialize)]
struct Listed {
    current: Named,
    items: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    release: String,
}

#[derive(Deserialize)]
struct Identified {
    id: String,
}

impl Released {
    /// The newest release and its number, if a known key signed it.
    pub(super) fn newest(&self) -> Option<SeenRelease> {
        let Attestation { release, number } = self.attested.as_ref()?;
        Some(SeenRelease { number: *number, release: release.id.to_string() })
    }
}

/// Verifies the registered releases of a tree or deployment: dumps against digests and manifests, and with keys the
/// signature of the newest release, which must be the one served.
pub(super) fn examine(ask: &Ask<'_>, keys: &[SigningKey]) -> Released {
    let mut found = Released::default();
    if let Err(fault) = releases(ask, keys, &mut found) {
        found.faults.push(fault);
    }
    found
}

fn releases(ask: &Ask<'_>, keys: &[SigningKey], found: &mut Released) -> Result<(), String> {
    let listed: Listed = json(ask, RELEASES)?;
    let vocabulary: Identified = json(ask, "/v2/vocabulary")?;
    let registered: Vec<ReleaseId> = listed
        .items
        .iter()
        .map(|item| item.release.parse())
        .collect::<Result<_, _>>()
        .map_err(|error: InvalidReleaseId| format!("`{RELEASES}`: {error}"))?;
    for release in &registered {
        match dump(ask, release, &vocabulary.id, &mut found.faults) {
            Ok(is_there) => found.dumps += usize::from(is_there),
            Err(fault) => found.faults.push(fault),
        }
    }
    if keys.is_empty() {
        return Ok(());
    }
    let newest = registered.first().ok_or("no release is registered, so none is signed")?;
    let unsigned = || format!("the newest registered release, {newest}, is not signed");
    let signature = ask(&signature_address(newest))?.ok_or_else(unsigned)?;
    let manifest = needed(ask, &manifest_address(newest))?;
    let attestation = attest(keys, &manifest, &signature, &vocabulary.id)
        .map_err(|error| format!("`{}`: {error}", signature_address(newest)))?;
    let (signed, current) = (&attestation.release.id, &listed.current.release);
    if signed.to_string() != *current {
        found.faults.push(format!("the release served, {current}, is not the one that was signed, {signed}"));
    }
    found.attested = Some(attestation);
    Ok(())
}

/// Verifies a dump against its digests and its manifest. Without a list of digests there is no dump.
fn dump(ask: &Ask<'_>, id: &ReleaseId, vocabulary: &str, faults: &mut Vec<String>) -> Result<bool, String> {
    let address = |name: &str| artefact_address(id, name);
    let Some(sums) = ask(&address(SUMS))? else { return Ok(false) };
    let sums = String::from_utf8_lossy(&sums).into_owned();
    let manifest = needed(ask, &address(MANIFEST))?;
    let release =
        release_manifest(&manifest, vocabulary).map_err(|e| format!("`{}`: {e}", address(MANIFEST)))?;
    if release.id != *id {
        faults.push(format!("`{}` is of the release {}", address(MANIFEST), release.id));
    }
    let mut expected: Vec<String> = Artefact::ALL.map(|artefact| artefact.name(id)).into();
    expected.push(MANIFEST.to_owned());
    let listed: Vec<(&str, &str)> = sums.lines().filter_map(|line| line.split_once("  ")).collect();
    if !listed.iter().map(|(_, name)| *name).eq(expected.iter().map(String::as_str)) {
        faults.push(format!("`{}` does not list {}", address(SUMS), expected.join(", ")));
    }
    for (digest, name) in listed.into_iter().filter(|(_, name)| expected.iter().any(|known| known == name)) {
        let bytes = needed(ask, &address(name))?;
        if ContentHash::of(&bytes).hex() != digest {
            faults.push(format!("`{}` does not have the digest listed", address(name)));
        }
        let unsound = contents(id, name, &bytes, &release, &manifest);
        faults.extend(unsound.into_iter().map(|fault| format!("`{}`: {fault}", address(name))));
    }
    Ok(true)
}

/// Differences between a dump and its manifest.
fn contents(id: &ReleaseId, name: &str, bytes: &[u8], release: &Release, manifest: &[u8]) -> Vec<String> {
    match Artefact::ALL.into_iter().find(|artefact| artefact.name(id) == name) {
        Some(Artefact::Quads) => unsound_quads(bytes, release),
        Some(Artefact::Archive) => unsound_archive(bytes, release, manifest),
        None => Vec::new(),
    }
}

fn needed(ask: &Ask<'_>, address: &str) -> Result<Vec<u8>, String> {
    ask(address)?.ok_or_else(|| format!("`{address}` is not there"))
}

fn json<T: serde::de::DeserializeOwned>(ask: &Ask<'_>, address: &str) -> Result<T, String> {
    serde_json::from_slice(&needed(ask, address)?).map_err(|error| format!("`{address}`: {error}"))
}
