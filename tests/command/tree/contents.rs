use std::fs;

use muniment_rdf::{ContentHash, Syntax, canonicalize, read};
use serde_json::Value;
use tempfile::tempdir;

use super::{build_well, build_well_with, copy, edit, files, muniment, root, small, stderr, verify};

#[test]
fn one_and_two_threads_in_two_folders_give_the_same_tree() {
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    let data = root().join("data");
    for (folder, threads) in [(&one, "1"), (&two, "2")] {
        let output = muniment()
            .args(["--threads", threads, "build", "--data"])
            .arg(&data)
            .arg("--out")
            .arg(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let target = |folder: &tempfile::TempDir| fs::read_link(folder.path().join("current")).unwrap();
    assert_eq!(target(&one), target(&two));
    let (one, two) = (files(&one.path().join("current")), files(&two.path().join("current")));
    assert!(one.len() > 8000, "{} files", one.len());
    assert!(one.keys().eq(two.keys()));
    for (path, bytes) in &one {
        assert!(bytes == two.get(path).unwrap(), "{} differs", path.display());
    }
}

#[test]
fn every_form_of_every_version_hashes_to_what_its_object_says() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    let tree = files(&out.path().join("current"));
    let mut versions = 0;
    for (path, bytes) in tree.iter().filter(|(path, _)| path.starts_with("v2") && path.ends_with("index.nt"))
    {
        let form = |extension: &str| tree.get(&path.with_extension(extension)).unwrap();
        let object: Value = serde_json::from_slice(form("json")).unwrap();
        let hash = object["content_hash"].as_str().unwrap();
        assert_eq!(ContentHash::of(bytes).to_string(), hash, "{}", path.display());
        for syntax in [Syntax::Turtle, Syntax::JsonLd, Syntax::RdfXml] {
            let graph = read(syntax, form(syntax.extension())).unwrap();
            assert_eq!(canonicalize(&graph).unwrap().hash().to_string(), hash, "{} {syntax}", path.display());
        }
        versions += 1;
    }
    // Five records, two graphs and the vocabulary have two addresses each; one record, both graphs and perhaps the
    // vocabulary have a first version beside.
    let archived = 1 + 2 + usize::from(small().join("history/vocabulary").exists());
    assert_eq!(versions, 2 * (5 + 2 + 1) + archived);
}

#[test]
fn archived_graphs_are_served_as_they_were_filed_comments_included() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    let served =
        fs::read(out.path().join("current/v2/dependency-graphs/dg_default/versions/1/index.ttl")).unwrap();
    let filed = fs::read(small().join("history/graphs/dg_default/v1.ttl")).unwrap();
    assert_eq!(served, filed);
}

#[test]
fn verify_finds_whatever_is_changed_added_or_taken_away() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    let sound = verify(out.path());
    assert!(sound.status.success(), "{}", String::from_utf8_lossy(&sound.stdout));
    let tree = out.path().join("current");
    let record = tree.join("v2/licenses/Meadow-Permissive-1.0/versions/1");
    let told = |what: &str| {
        let output = verify(out.path());
        assert_eq!(output.status.code(), Some(1), "{what}");
        String::from_utf8(output.stdout).unwrap()
    };

    let turtle = fs::read(record.join("index.ttl")).unwrap();
    edit(&record.join("index.ttl"), "Meadow Foundation", "Meadow Fundation");
    let report = told("a changed record");
    assert!(report.contains("the ttl form hashes to"), "{report}");
    assert!(report.contains("does not have the digest listed"), "{report}");
    fs::write(record.join("index.ttl"), &turtle).unwrap();

    let page = tree.join("license-library/Meadow-Permissive-1.0/index.html");
    let html = fs::read(&page).unwrap();
    edit(&page, "href=\"/ns\"", "href=\"/nowhere\"");
    edit(&page, "href=\"#main-content\"", "href=\"#nothing\"");
    let report = told("links that lead nowhere");
    for dead in ["links to `/nowhere`, which is no address", "links to `#nothing`, where no element"] {
        assert!(report.contains(dead), "{report}");
    }
    fs::write(&page, &html).unwrap();

    fs::write(tree.join("stray"), "x").unwrap();
    assert!(told("an added file").contains("`stray` belongs to no address"));
    fs::remove_file(tree.join("stray")).unwrap();

    fs::remove_file(record.join("index.nt")).unwrap();
    assert!(told("a file taken away").contains("cannot be read"));
}

#[test]
fn a_second_build_of_the_same_data_leaves_the_tree_alone() {
    let out = tempdir().unwrap();
    assert!(build_well(&small(), out.path()).starts_with("built "));
    let before = fs::read_link(out.path().join("current")).unwrap();
    assert!(build_well(&small(), out.path()).starts_with("unchanged "));
    assert_eq!(fs::read_link(out.path().join("current")).unwrap(), before);
    let count = fs::read_dir(out.path()).unwrap().count();
    assert_eq!(
        count, 6,
        "current, one tree and one to make the next of, the lock, and what the build left in two files"
    );
}

#[test]
fn a_changed_record_makes_a_new_tree_that_shares_what_did_not_change() {
    use std::os::unix::fs::MetadataExt;
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    build_well(data.path(), out.path());
    let first = out.path().join(fs::read_link(out.path().join("current")).unwrap());
    let review = data.path().join("reviews/Meadow-Permissive-1.0.toml");
    edit(&review, "A. Reviewer", "B. Reviewer");
    edit(&data.path().join("licenses/CC-BY-4.0.ttl"), "dct:publisher \"", "dct:publisher \"The ");
    build_well(data.path(), out.path());
    let second = out.path().join(fs::read_link(out.path().join("current")).unwrap());
    assert_ne!(first, second);
    let inode = |tree: &std::path::Path, file: &str| fs::metadata(tree.join(file)).unwrap().ino();
    let same = "v2/licenses/Meadow-Permissive-1.0/index.ttl";
    assert_eq!(inode(&first, same), inode(&second, same));
    let other = "v2/licenses/CC-BY-4.0/index.ttl";
    assert_ne!(inode(&first, other), inode(&second, other));
    for tree in [&first, &second] {
        assert!(verify(tree).status.success());
    }
    edit(&data.path().join("licenses/CC-BY-4.0.ttl"), "The ", "A ");
    build_well(data.path(), out.path());
    assert!(!first.exists() && second.exists(), "the last two trees are kept");
}

#[test]
fn the_phases_of_a_verification_are_told() {
    let out = tempdir().unwrap();
    let built = build_well(&small(), out.path());
    let addresses = built.split_once(": ").unwrap().1.split_once(" addresses").unwrap().0;
    let told = stderr(&verify(out.path()));
    assert_eq!(told, format!("verifying: {addresses}\nfollowing links\nreading releases\n"));
}

#[test]
fn a_library_without_its_core_graph_lists_the_others() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    fs::remove_file(data.path().join("graphs/dg_default.ttl")).unwrap();
    build_well_with(&["--lenient"], data.path(), out.path());
    let list = out.path().join("current/dependencygraph/graphs/index.json");
    let list: serde_json::Value = serde_json::from_slice(&fs::read(list).unwrap()).unwrap();
    let others = fs::read_dir(data.path().join("graphs")).unwrap().count();
    assert_eq!(list["graphs"].as_array().unwrap().len(), others, "{list}");
    let verified = verify(out.path());
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

#[test]
fn the_list_of_digests_is_what_sha256sum_reads() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    let output = std::process::Command::new("sha256sum")
        .args(["--check", "--quiet", "--strict", "_edge/SHA256SUMS"])
        .current_dir(out.path().join("current"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}
