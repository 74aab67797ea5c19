use muniment_library::load::{InvalidManifest, release_manifest};
use muniment_licenses::model::{
    InvalidSignature, Release, ReleaseKind, ReleaseSection, ReleaseSignature, SigningKey, UnprovenSignature,
};

/// A release whose manifest was signed by a known key.
#[derive(Debug)]
pub struct Attestation {
    /// The release in the manifest.
    pub release: Release,
    /// The number its signature covers.
    pub number: u64,
}

/// Why a signed manifest is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum AttestationError {
    /// The signature cannot be read.
    #[error(transparent)]
    Signature(#[from] InvalidSignature),
    /// The signature is not valid.
    #[error("the signature proves nothing: {0}")]
    Unproven(#[from] UnprovenSignature),
    /// The signed text is not a manifest.
    #[error("what is signed is no manifest: {0}")]
    Manifest(#[from] InvalidManifest),
    /// The signature names another release.
    #[error("the signature is of {signed}, the manifest is of {stated}")]
    OfAnother {
        /// The release in the signature.
        signed: String,
        /// The identifier in the manifest.
        stated: String,
    },
    /// The identifiers of the manifest do not follow from its hashes.
    #[error("the release is called {stated}, its versions and hashes give {computed}")]
    Misnamed {
        /// The identifier in the manifest.
        stated: String,
        /// The computed identifier.
        computed: String,
    },
}

/// Verifies a manifest and its signature: a known key signed the bytes and the comment, the comment names the
/// release, and its identifiers follow from versions and hashes.
pub fn attest(
    keys: &[SigningKey],
    manifest: &[u8],
    signature: &[u8],
    vocabulary_id: &str,
) -> Result<Attestation, AttestationError> {
    let signature: ReleaseSignature = String::from_utf8_lossy(signature).parse()?;
    let release = release_manifest(manifest, vocabulary_id);
    let day = release.as_ref().ok().and_then(|release| release.date);
    signature.prove(keys, day, manifest)?;
    let release = release?;
    if signature.release != release.id {
        let (signed, stated) = (signature.release.to_string(), release.id.to_string());
        return Err(AttestationError::OfAnother { signed, stated });
    }
    let of = |kind, section: &ReleaseSection| ReleaseSection::id_of(kind, &section.models);
    let computed = Release::id_of(
        &of(ReleaseKind::Library, &release.library),
        &of(ReleaseKind::Graphs, &release.graphs),
        &of(ReleaseKind::Vocabulary, &release.vocabulary),
    );
    if computed != release.id {
        let (stated, computed) = (release.id.to_string(), computed.to_string());
        return Err(AttestationError::Misnamed { stated, computed });
    }
    Ok(Attestation { release, number: signature.number })
}
