use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::VerifyError;
use super::plan::body_path;
use super::verify::{manifest_of, tree_of};
use muniment_documents::api::v2::version_address;
use muniment_documents::wire::Representation;
use muniment_licenses::model::Release;

/// The JSON form of an address of a tree, or its file; `None` if there is neither. `folder` is a tree or an output
/// folder with a `current` tree.
pub fn read_address(folder: &Path, address: &str) -> io::Result<Option<Vec<u8>>> {
    let tree = tree_of(folder);
    let path = tree.join(body_path(address, None));
    let path = if path.is_dir() { tree.join(body_path(address, Some(Representation::Json))) } else { path };
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The versions of a release that are missing in a tree or have another hash.
pub fn release_differences(folder: &Path, release: &Release) -> Result<Vec<String>, VerifyError> {
    let manifest = manifest_of(&tree_of(folder))?;
    let mut faults = Vec::new();
    for (kind, section) in release.sections() {
        for (id, entry) in &section.models {
            let address = version_address(kind, id, entry.version);
            match manifest.addresses.get(&address) {
                Some(served) if served.hash == entry.content_hash.hex() => {}
                Some(_) => faults.push(format!("`{address}` has another hash than in the signed release")),
                None => faults.push(format!("`{address}` of the signed release is not there")),
            }
        }
    }
    Ok(faults)
}
