//! Folders of sources made for a test.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

/// A copy of a folder, to be spoilt.
pub(crate) fn copy_of(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    copy_into(folder, copy.path());
    copy
}

/// Copies what is in a folder into another.
pub(crate) fn copy_into(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&target).unwrap();
            copy_into(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Replaces a text that occurs once in a file.
#[track_caller]
pub(crate) fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{} does not hold `{from}` once", file.display());
    fs::write(file, text.replace(from, to)).unwrap();
}

/// Every entry below a folder with what tells a file from its successor: links by target, files by inode,
/// length and time of writing.
pub(crate) fn listing(folder: &Path) -> Vec<String> {
    use std::os::unix::fs::MetadataExt;
    let mut lines = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let about = fs::symlink_metadata(&path).unwrap();
            if about.is_dir() {
                lines.push(format!("{}/", path.display()));
                folders.push(path);
            } else if about.is_symlink() {
                lines.push(format!("{} -> {}", path.display(), fs::read_link(&path).unwrap().display()));
            } else {
                let (inode, length, written) = (about.ino(), about.len(), about.mtime_nsec());
                lines.push(format!("{} {inode} {length} {} {written}", path.display(), about.mtime()));
            }
        }
    }
    lines.sort();
    lines
}
