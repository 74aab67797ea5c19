//! Compressed bodies exist beside the plain ones, are made once, and decode to them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

use super::{build_well, build_well_with, copy, edit, files, small, stderr, verify};

const EXTENSIONS: [&str; 3] = ["br", "gz", "zst"];
const COMPRESS: &[&str] = &["--compress"];

#[test]
fn the_processor_time_of_compression_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let said = build_well_with(COMPRESS, &small(), folder.path());
    let (_, cost) = said.split_once(" compressed anew in ").unwrap();
    let seconds: f64 = cost.strip_suffix(" s of processor time\n").unwrap().parse().unwrap();
    assert!(seconds > 0.0, "{said}");
}

/// A tree of the small library with coded bodies. Coding takes most of the time of such a build and is done once: a build
/// takes the bodies that it finds.
fn compressed() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&CODED.join(".compressed"), &folder.path().join(".compressed"));
    build_well_with(COMPRESS, &small(), folder.path());
    folder
}

static CODED: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compressed");
    build_well_with(COMPRESS, &small(), &folder);
    folder
});

fn current(out: &Path) -> PathBuf {
    fs::canonicalize(out.join("current")).unwrap()
}

/// The coded bodies a folder of trees keeps, by inode.
fn kept(out: &Path) -> BTreeMap<u64, PathBuf> {
    let folder = out.join(".compressed");
    let inode = |path: &PathBuf| fs::metadata(folder.join(path)).unwrap().ino();
    if folder.exists() {
        files(&folder).into_keys().map(|path| (inode(&path), path)).collect()
    } else {
        BTreeMap::new()
    }
}

fn is_coded(path: &Path) -> bool {
    // Archives of dumps are what they are called; this tree has none.
    path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|coded| extension == *coded))
}

fn decode(path: &Path, bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    match path.extension().unwrap().to_str().unwrap() {
        "br" => drop(brotli::Decompressor::new(bytes, 4096).read_to_end(&mut plain).unwrap()),
        "gz" => drop(flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).unwrap()),
        _ => plain = zstd::decode_all(bytes).unwrap(),
    }
    plain
}

fn faults(out: &Path) -> String {
    let said = verify(out);
    assert!(!said.status.success());
    String::from_utf8_lossy(&said.stdout).into_owned() + &stderr(&said)
}

#[test]
fn coded_bodies_are_the_plain_ones_where_they_are_smaller_by_a_tenth() {
    let out = compressed();
    let tree = files(&current(out.path()));
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (path, coded) in tree.iter().filter(|(path, _)| is_coded(path)) {
        let plain = &tree[&path.with_extension("")];
        assert!(&decode(path, coded) == plain, "{}", path.display());
        assert!(coded.len() * 10 <= plain.len() * 9, "{}", path.display());
        seen.extend(path.extension().unwrap().to_str());
    }
    assert_eq!(seen, BTreeSet::from(EXTENSIONS));
    // Pages, documents in every form, lists and scripts are; pictures and short bodies are not.
    for path in
        ["license-library/Meadow-Permissive-1.0/index.html", "v2/licenses/index.json", "assets/muniment.css"]
    {
        for extension in EXTENSIONS {
            assert!(tree.contains_key(Path::new(&format!("{path}.{extension}"))), "{path}.{extension}");
        }
    }
    let gzip = &tree[Path::new("license-library/Meadow-Permissive-1.0/index.html.gz")];
    // RFC 1952 §2.3: neither name nor time, and no system.
    assert_eq!((gzip[3], &gzip[4..8], gzip[9]), (0, &[0; 4][..], 255));
    // The same without coded bodies is what a build without the flag makes, except the lists of files.
    let plain = tempfile::tempdir().unwrap();
    build_well(&small(), plain.path());
    let mut rest = tree.clone();
    rest.retain(|path, _| !is_coded(path) && !path.starts_with("_edge"));
    let mut without = files(&current(plain.path()));
    without.retain(|path, _| !path.starts_with("_edge"));
    assert!(rest == without);
}

#[test]
fn bodies_are_compressed_once_while_a_tree_contains_them() {
    let out = compressed();
    let first = kept(out.path());
    let of_the_tree = |out: &Path| -> BTreeSet<u64> {
        let tree = current(out);
        let coded = files(&tree).into_keys().filter(|path| is_coded(path));
        coded.map(|path| fs::metadata(tree.join(path)).unwrap().ino()).collect()
    };
    // What the tree has are links to what is kept, and nothing is kept beside.
    assert_eq!(of_the_tree(out.path()), first.keys().copied().collect());
    // A whole build, also for another tree, compresses only changes.
    let data = tempfile::tempdir().unwrap();
    copy(&small(), data.path());
    edit(&data.path().join("site.toml"), "name = \"", "name = \"The ");
    build_well_with(&["--compress", "--whole"], data.path(), out.path());
    let (second, tree) = (kept(out.path()), of_the_tree(out.path()));
    let again = tree.iter().filter(|inode| first.contains_key(inode)).count();
    assert!(again > 100 && again < tree.len(), "{again} of {}", tree.len());
    // Both the tree that is served and the one before hold theirs.
    assert!(first.keys().chain(&tree).all(|inode| second.contains_key(inode)));
    assert_eq!(second.len(), first.keys().chain(&tree).collect::<BTreeSet<_>>().len());
    // Two trees on nothing is coded, and nothing kept.
    build_well(&small(), out.path());
    build_well_with(&["--whole", "--edge", "nginx"], &small(), out.path());
    assert!(kept(out.path()).is_empty());
    assert!(files(&current(out.path())).into_keys().all(|path| !is_coded(&path)));
}

#[test]
fn compressed_bodies_outside_trees_are_verified() {
    let (out, other) = (compressed(), tempfile::tempdir().unwrap());
    // As if the power had gone in the middle of a first build: bodies are kept, some cut off, and no tree is there.
    let expected = files(&current(out.path()));
    for path in kept(out.path()).values() {
        let (from, to) =
            (out.path().join(".compressed").join(path), other.path().join(".compressed").join(path));
        let bytes = fs::read(from).unwrap();
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        let is_whole = bytes.len() % 2 == 0;
        fs::write(to, if is_whole { &bytes } else { &bytes[..bytes.len() / 2] }).unwrap();
    }
    build_well_with(COMPRESS, &small(), other.path());
    assert!(files(&current(other.path())) == expected);
}

#[test]
fn coded_bodies_are_verified_as_the_plain_ones() {
    let out = compressed();
    assert!(verify(out.path()).status.success());
    let tree = current(out.path());
    let replace = |path: &str, bytes: &[u8]| {
        // The file is one with what is kept, and with others.
        let _ = fs::remove_file(tree.join(path));
        fs::write(tree.join(path), bytes).unwrap();
    };
    let stranger = fs::read(tree.join("license-library/Meadow-Permissive-1.0/index.html.gz")).unwrap();
    replace("license-library/index.html.gz", &stranger);
    replace("license-library/index.html.zst", b"");
    replace("v2/licenses/index.json.gz.br", &stranger);
    fs::remove_file(tree.join("assets/muniment.css.br")).unwrap();
    let sums = fs::read_to_string(tree.join("_edge/SHA256SUMS")).unwrap();
    let unlisted = "changes.json.br";
    let kept: Vec<&str> = sums.lines().filter(|line| !line.ends_with(unlisted)).collect();
    assert_eq!(kept.len() + 1, sums.lines().count());
    replace("_edge/SHA256SUMS", (kept.join("\n") + "\n").as_bytes());
    let said = faults(out.path());
    for fault in [
        "`license-library/index.html.gz` is not what it stands beside",
        "`license-library/index.html.zst` is not what it stands beside",
        "`v2/licenses/index.json.gz.br` belongs to no address",
        "`assets/muniment.css.br` cannot be read",
        "`changes.json.br` belongs to no address",
    ] {
        assert!(said.contains(fault), "{fault}: {said}");
    }
}
