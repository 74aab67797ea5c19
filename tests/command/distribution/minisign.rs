//! The tool that others have: it believes our signatures, and we believe its own.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use super::{Published, said, told};

/// Runs minisign; `None` where it is not installed and need not be.
fn minisign(folder: &Path, arguments: &[&str]) -> Option<Output> {
    match Command::new("minisign").args(arguments).current_dir(folder).output() {
        Ok(output) => Some(output),
        Err(error) => {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "minisign: {error}");
            let _ = writeln!(std::io::stderr(), "SKIPPED: signatures of minisign, which is not installed");
            None
        }
    }
}

#[test]
fn minisign_verifies_our_signature() {
    let library = Published::new();
    let manifest = library.dump().join("manifest.json");
    let manifest = manifest.to_str().unwrap();
    let key = library.key();
    let Some(output) = minisign(library.folder.path(), &["-Vm", manifest, "-P", &key]) else { return };
    assert!(output.status.success(), "{}", told(&output));
    let expected = format!("Trusted comment: release {} number 1", library.release());
    assert!(said(&output).contains(&expected), "{}", said(&output));
    let Some(output) = minisign(
        library.folder.path(),
        &["-Vm", "key.pub", "-x", &format!("{manifest}.minisig"), "-P", &key],
    ) else {
        return;
    };
    assert!(!output.status.success(), "another file has another signature");
}

#[test]
fn signatures_by_minisign_are_accepted() {
    let library = Published::unregistered();
    library.well(&["release", "--date", "2026-11-20"]);
    let id = library.release();
    let manifest = format!("data/releases/{id}.json");
    let folder = library.folder.path();
    let Some(made) = minisign(folder, &["-G", "-W", "-p", "theirs.pub", "-s", "theirs.key"]) else { return };
    assert!(made.status.success(), "{}", told(&made));
    let sign = |comment: &str| {
        let signed = minisign(folder, &["-S", "-s", "theirs.key", "-m", &manifest, "-t", comment]).unwrap();
        assert!(signed.status.success(), "{}", told(&signed));
    };
    sign(&format!("release {id} number 7"));
    let theirs = fs::read_to_string(library.file("theirs.pub")).unwrap();
    super::edit(&library.data().join("site.toml"), &library.key(), theirs.lines().last().unwrap());
    library.well(&["check"]);
    library.publish();
    let said = library.well(&["verify", "out", "--key", "theirs.pub"]);
    assert!(said.contains("signed as number 7"), "{said}");
    sign("a comment of another kind");
    let output = library.run(&["check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(super::said(&output).contains("and not `release data-… number N`"), "{}", super::said(&output));
}
