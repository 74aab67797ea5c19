//! What a deployment needs that holds an earlier tree.

use std::collections::BTreeSet;
use std::fs;

use tempfile::tempdir;

use super::{build_well, build_well_with, build_with, copy, edit, files, small, stderr};

#[test]
fn what_is_listed_makes_one_tree_of_the_other() {
    let (data, out, held) = (tempdir().unwrap(), tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    build_well(data.path(), out.path());
    let current = out.path().join("current");
    copy(&current, held.path());
    let known: BTreeSet<String> = files(held.path()).keys().map(|path| path.display().to_string()).collect();
    let flags = ["--changed-since", held.path().to_str().unwrap()];
    assert_eq!(build_well_with(&flags, data.path(), out.path()), "", "nothing has changed");

    edit(&data.path().join("site.toml"), "name = \"", "name = \"Another ");
    let listed = build_well_with(&flags, data.path(), out.path());
    let mut purged = Vec::new();
    for line in listed.lines() {
        match line.split('\t').collect::<Vec<_>>()[..] {
            ["upload", path] => {
                let target = held.path().join(path);
                fs::create_dir_all(target.parent().unwrap()).unwrap();
                fs::copy(current.join(path), target).unwrap();
            }
            ["remove", path] => fs::remove_file(held.path().join(path)).unwrap(),
            ["purge", address, class, cache_control] => purged.push((address, class, cache_control)),
            _ => panic!("{line}"),
        }
    }
    let (held, now) = (files(held.path()), files(&current));
    let differing = now.iter().filter(|(path, bytes)| held.get(*path) != Some(*bytes));
    let differing: Vec<_> = differing.map(|(path, _)| path.display().to_string()).collect();
    assert_eq!((differing, held.len()), (Vec::new(), now.len()));
    let page = ("/license-library/CC-BY-4.0", "page");
    assert!(purged.iter().any(|(address, class, _)| (*address, *class) == page), "{purged:?}");
    for (address, _, cache_control) in purged {
        let is_new = !known
            .iter()
            .any(|path| path.starts_with(&format!("{}/index.", address.trim_start_matches('/'))));
        assert!(is_new || !cache_control.contains("immutable"), "{address} is immutable");
    }
}

#[test]
fn a_folder_that_is_no_tree_is_refused() {
    let (out, other) = (tempdir().unwrap(), tempdir().unwrap());
    let output = build_with(&["--changed-since", other.path().to_str().unwrap()], &small(), out.path());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("_edge/SHA256SUMS` cannot be read"), "{}", stderr(&output));
}
