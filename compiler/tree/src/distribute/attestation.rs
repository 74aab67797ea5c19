use muniment_library::load::{InvalidManifest, release_manifest};
use muniment_licenses::model::{
    InvalidSignature, Release, ReleaseKind, ReleaseSection, ReleaseSignature, SigningKey, UnprovenSignature,
};

/// A release whose manifest was signed by a known key.
#[derive(Debug)]
pub struct Attestation {
    /// What the manifest says.
    pub release: Release,
    /// The number its signature covers.
    pub number: u64,
}

/// Why a signed manifest attests nothing.
#[derive(Debug, thiserror::Error)]
pub enum AttestationError {
    /// The signature is none.
    #[error(transparent)]
    Signature(#[from] InvalidSignature),
    /// The signature proves nothing.
    #[error("the signature proves nothing: {0}")]
    Unproven(#[from] UnprovenSignature),
    /// What is signed is no manifest.
    #[error("what is signed is no manifest: {0}")]
    Manifest(#[from] InvalidManifest),
    /// The signature names another release.
    #[error("the signature is of {signed}, the manifest is of {stated}")]
    OfAnother {
        /// What the signature says.
        signed: String,
        /// What the manifest says.
        stated: String,
    },
    /// The identifiers of the manifest are not those its hashes give.
    #[error("the release is called {stated}, its versions and hashes give {computed}")]
    Misnamed {
        /// What the manifest says.
        stated: String,
        /// What follows from it.
        computed: String,
    },
}

/// Reads a manifest and its signature and believes them, or says why not: a known key signed both the bytes and the
/// comment, the comment names the release, and its identifiers follow from the versions and hashes stated.
pub fn attest(
    keys: &[SigningKey],
    manifest: &[u8],
    signature: &[u8],
    vocabulary_id: &str,
) -> Result<Attestation, AttestationError> {
    let signature: ReleaseSignature = String::from_utf8_lossy(signature).parse()?;
    signature.prove(keys, manifest)?;
    let release = release_manifest(manifest, vocabulary_id)?;
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
