//! Check 56, for the signatures of releases.

use super::context::Context;
use muniment_licenses::model::{Fault, Library, Place, Registration, Release, ReleaseSignature};

pub(super) fn signatures_hold(context: &Context<'_>) -> Vec<Fault> {
    let keys = &context.library.site.signing_keys;
    let mut faults = Vec::new();
    for (release, registration, signature) in signed(context.library).filter(|_| !keys.is_empty()) {
        if let Err(error) = signature.prove(keys, release.date, &registration.manifest.bytes) {
            let help = "put manifest and signature back; a key that has ever signed stays in `signing_keys`";
            faults.push(Fault::error(
                56,
                place(release),
                format!("the signature proves nothing: {error}"),
                help,
            ));
        }
    }
    faults
}

pub(super) fn release_numbers_grow(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    // Newest first; on one day the highest number first.
    let signed: Vec<(&Release, u64)> =
        signed(context.library).map(|(release, _, known)| (release, known.number)).collect();
    for ((newer, number), (older, before)) in signed.iter().zip(signed.iter().skip(1)) {
        if number <= before {
            let message = format!("its number is {number}, and the one before, {}, has {before}", older.id);
            let help = "sign the later one anew; numbers that were seen by others are never given again";
            faults.push(Fault::error(56, place(newer), message, help));
        }
    }
    faults
}

fn signed(library: &Library) -> impl Iterator<Item = (&Release, &Registration, &ReleaseSignature)> {
    library.releases.iter().filter_map(|release| {
        let registration = library.registrations.get(&release.id)?;
        Some((release, registration, registration.signature.as_ref()?))
    })
}

fn place(release: &Release) -> Place {
    Place::file(format!("releases/{}.json.minisig", release.id))
}
