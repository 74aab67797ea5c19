//! What a tree holds for the edges it is served by.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::tree::{edit, files, muniment, small, stderr, verify};

fn build_for(edge: &str, out: &Path) {
    let built = muniment()
        .args(["build", "--edge", edge, "--data"])
        .arg(small())
        .arg("--out")
        .arg(out)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", stderr(&built));
}

fn below_edge(out: &Path) -> BTreeSet<String> {
    let folder = fs::canonicalize(out.join("current/_edge")).unwrap();
    files(&folder).into_keys().map(|path| path.display().to_string()).collect()
}

#[test]
fn a_tree_holds_the_files_of_the_edges_it_is_built_for_and_no_other() {
    let (folder, of_none) = (tempfile::tempdir().unwrap(), ["SHA256SUMS", "manifest.json"]);
    let common = [of_none[0], of_none[1], "README.md", "refusal.json"];
    let nginx =
        ["edge.mjs", "http.conf", "nginx.mjs", "server.conf", "site.conf"].map(|n| format!("nginx/{n}"));
    let worker = ["edge.mjs", "worker.mjs", "workerd.capnp", "wrangler.toml"].map(|n| format!("worker/{n}"));
    let common: BTreeSet<String> = common.map(str::to_owned).into();
    let both: BTreeSet<String> = common.iter().cloned().chain(nginx.clone()).chain(worker.clone()).collect();
    build_for("all", folder.path());
    assert_eq!(below_edge(folder.path()), both);
    build_for("worker,nginx,nginx", folder.path());
    assert_eq!(below_edge(folder.path()), both);
    build_for("nginx", folder.path());
    assert_eq!(below_edge(folder.path()), common.into_iter().chain(nginx).collect());
    assert!(crate::tree::build(&small(), folder.path()).status.success());
    assert_eq!(below_edge(folder.path()), of_none.map(str::to_owned).into());
}

#[test]
fn the_files_of_edges_are_verified_as_every_other() {
    let folder = tempfile::tempdir().unwrap();
    build_for("all", folder.path());
    let sound = verify(folder.path());
    assert!(sound.status.success(), "{}{}", String::from_utf8_lossy(&sound.stdout), stderr(&sound));
    edit(&folder.path().join("current/_edge/nginx/edge.mjs"), "nosniff", "no-sniff");
    let spoiled = verify(folder.path());
    let said = String::from_utf8_lossy(&spoiled.stdout).into_owned() + &stderr(&spoiled);
    assert!(said.contains("`_edge/nginx/edge.mjs` does not have the digest listed"), "{said}");
    fs::remove_file(folder.path().join("current/_edge/worker/worker.mjs")).unwrap();
    let robbed = verify(folder.path());
    let said = String::from_utf8_lossy(&robbed.stdout).into_owned() + &stderr(&robbed);
    assert!(said.contains("`_edge/worker/worker.mjs` cannot be read"), "{said}");
}

#[test]
fn the_files_of_edges_are_the_same_wherever_the_tree_stands() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    build_for("all", one.path());
    build_for("all", other.path());
    let [one_files, other_files] =
        [&one, &other].map(|folder| files(&fs::canonicalize(folder.path().join("current/_edge")).unwrap()));
    assert!(one_files == other_files);
    let place = one.path().display().to_string();
    for (path, bytes) in one_files {
        assert!(!String::from_utf8_lossy(&bytes).contains(&place), "{} holds {place}", path.display());
    }
}
