use std::io::{self, Read};

use tar::Archive;
use zstd::Decoder;

use super::folder::{Folder, Planned};
use super::{Loaded, read};

/// Maximum bytes of an unpacked archive; the library of this project has about ten million.
const LARGEST: u64 = 1 << 30;

/// Reads a library from an archive (`tar.zst`) with paths relative to the data folder. Does not use the disk.
///
/// # Errors
/// The bytes are not such an archive.
pub fn load_archive(bytes: &[u8]) -> io::Result<Loaded> {
    let files: Planned = unpack(bytes)?.into_iter().map(|(path, bytes)| (path, Some(bytes))).collect();
    Ok(read(&Folder::in_memory(&files), |_| Vec::new()))
}

/// The files of a `tar.zst` archive, in order. More than `LARGEST` bytes are an error.
///
/// # Errors
/// The bytes are not such an archive.
pub fn unpack(bytes: &[u8]) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut archive = Archive::new(Decoder::new(bytes)?.take(LARGEST));
    let mut files = Vec::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content)?;
        files.push((path, content));
    }
    Ok(files)
}
