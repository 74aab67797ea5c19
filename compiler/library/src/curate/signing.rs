use std::io::Cursor;

use minisign::SecretKey;

use super::Edit;
use muniment_licenses::model::{Library, Release, ReleaseId, ReleaseSignature};

/// Why a release is not signed.
#[derive(Debug, thiserror::Error)]
pub enum SigningError {
    /// It is not registered.
    #[error("the release `{0}` is not registered")]
    NotRegistered(ReleaseId),
    /// Later releases have numbers, and no lower number is free.
    #[error(
        "a later release has the number {0} already, and none is left below it; sign releases in their order"
    )]
    NoNumberLeft(u64),
    /// The key cannot sign.
    #[error("the key cannot sign: {0}")]
    Key(#[from] minisign::PError),
}

/// The number of a release registered now, after all others.
#[must_use]
pub fn next_number(library: &Library) -> u64 {
    let highest = numbers(library).map(|(_, number)| number).max().unwrap_or(0);
    highest.max(library.releases.len() as u64) + 1
}

/// Signs a registered release. Its number is the one it has, else its index by day or the next free one below those
/// of later days.
pub fn sign_registered(
    library: &Library,
    id: &ReleaseId,
    key: &SecretKey,
) -> Result<(u64, Edit), SigningError> {
    let not_registered = || SigningError::NotRegistered(id.clone());
    let release = library.releases.iter().find(|release| release.id == *id).ok_or_else(not_registered)?;
    let registration = library.registrations.get(id).ok_or_else(not_registered)?;
    let number = match &registration.signature {
        Some(signature) => signature.number,
        None => free_number(library, release)?,
    };
    Ok((number, sign_manifest(id, number, &registration.manifest.bytes, key)?))
}

/// Plans the signature file of a manifest.
pub fn sign_manifest(
    id: &ReleaseId,
    number: u64,
    manifest: &[u8],
    key: &SecretKey,
) -> Result<Edit, SigningError> {
    let comment = ReleaseSignature::comment(id, number);
    let signature = minisign::sign(
        None,
        key,
        Cursor::new(manifest),
        Some(&comment),
        Some("signature of a Muniment release"),
    )?;
    let path = format!("releases/{id}.json.minisig");
    Ok(Edit::Write { path, bytes: signature.into_string().into_bytes() })
}

fn free_number(library: &Library, release: &Release) -> Result<u64, SigningError> {
    let taken: Vec<(&Release, u64)> = numbers(library).collect();
    let earlier =
        taken.iter().filter(|(known, _)| known.date < release.date).map(|(_, number)| *number).max();
    let place = library.releases.iter().filter(|known| known.date < release.date).count() as u64;
    let later = taken.iter().filter(|(known, _)| known.date > release.date).map(|(_, number)| *number).min();
    let free = (earlier.unwrap_or(0).max(place) + 1..).find(|n| taken.iter().all(|(_, number)| number != n));
    match (free, later) {
        (Some(free), Some(later)) if free > later => Err(SigningError::NoNumberLeft(later)),
        (Some(free), _) => Ok(free),
        (None, _) => Err(SigningError::NoNumberLeft(u64::MAX)),
    }
}

fn numbers(library: &Library) -> impl Iterator<Item = (&Release, u64)> {
    library.releases.iter().filter_map(|release| {
        let signature = library.registrations.get(&release.id)?.signature.as_ref()?;
        Some((release, signature.number))
    })
}
