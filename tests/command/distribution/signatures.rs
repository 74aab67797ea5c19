//! Signatures of releases: their numbers grow, `verify` believes no other, and remembers.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::{LATER, Published, copy, edit, flip, said, told};

fn number(library: &Published, id: &str) -> String {
    let text = fs::read_to_string(library.data().join(format!("releases/{id}.json.minisig"))).unwrap();
    text.lines().nth(2).unwrap().to_owned()
}

/// The faults that `verify` finds in the tree, which are some.
fn faults(library: &Published, arguments: &[&str]) -> String {
    let output = library.run(&[&["verify", "out"], arguments].concat());
    assert_eq!(output.status.code(), Some(1), "{}{}", said(&output), told(&output));
    said(&output)
}

#[test]
fn key_pairs_are_created_once_and_readable_only_by_the_owner() {
    let library = Published::unregistered();
    let mode = fs::metadata(library.file("key")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let before = fs::read(library.file("key")).unwrap();
    let again = library.run(&["sign", "--generate", "key", "--unencrypted"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(told(&again).contains("is there already"), "{}", told(&again));
    assert_eq!(fs::read(library.file("key")).unwrap(), before);
    for path in ["data/key", "data/releases/../key", "other/../data/licenses/key"] {
        fs::create_dir_all(library.file("other")).unwrap();
        fs::create_dir_all(library.file("data/releases")).unwrap();
        let below = library.run(&["sign", "--generate", path, "--unencrypted"]);
        assert_eq!(below.status.code(), Some(2), "{path}");
        assert!(told(&below).contains("which is published"), "{}", told(&below));
    }
}

#[test]
fn without_a_terminal_the_way_to_give_a_password_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new("setsid")
        .args(["--wait", env!("CARGO_BIN_EXE_muniment"), "sign", "--generate", "key"])
        .env_remove("MUNIMENT_SIGNING_PASSWORD")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(told(&output).contains("MUNIMENT_SIGNING_PASSWORD"), "{}", told(&output));
    assert!(output.status.code() == Some(2) && !folder.path().join("key").exists());
}

#[test]
fn a_key_with_a_password_signs_with_it_and_not_without() {
    let library = Published::unregistered();
    // The empty password of the tests is one.
    library.well(&["sign", "--generate", "sealed"]);
    library.well(&["release", "--date", "2026-11-20"]);
    let id = library.release();
    library.well(&["sign", &id, "--key", "sealed"]);
    let signature = library.data().join(format!("releases/{id}.json.minisig"));
    assert!(signature.is_file());
    let wrong = std::process::Command::new(env!("CARGO_BIN_EXE_muniment"))
        .args(["sign", &id, "--key", "sealed", "--data", "data"])
        .env("MUNIMENT_SIGNING_PASSWORD", "another")
        .current_dir(library.folder.path())
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(told(&wrong).contains("the password is wrong"), "{}", told(&wrong));
}

#[test]
fn numbers_grow_with_releases_and_stay() {
    let library = Published::unregistered();
    library.well(&["release", "--date", "2026-11-20"]);
    let first = library.release();
    library.correct();
    // The first one is not signed yet, and counts.
    let told = library.well(&["release", "--date", LATER, "--sign", "key"]);
    assert!(told.contains("signed as number 2"), "{told}");
    let second = library.releases().into_iter().find(|id| *id != first).unwrap();
    library.well(&["sign", &first, "--key", "key"]);
    assert_eq!(number(&library, &first), format!("trusted comment: release {first} number 1"));
    library.well(&["sign", &second, "--key", "key"]);
    assert_eq!(number(&library, &second), format!("trusted comment: release {second} number 2"));
    library.well(&["check"]);
}

#[test]
fn a_release_that_was_cut_off_before_its_signature_is_signed_by_the_same_command() {
    let library = Published::unregistered();
    let release = ["release", "--date", "2026-11-20", "--sign", "key"];
    library.well(&release);
    let signature = library.data().join(format!("releases/{}.json.minisig", library.release()));
    let signed = fs::read_to_string(&signature).unwrap();
    fs::remove_file(&signature).unwrap();
    let told = library.well(&release);
    assert!(told.contains("signed as number 1"), "{told}");
    let comment = |text: &str| text.lines().nth(2).unwrap().to_owned();
    assert_eq!(comment(&fs::read_to_string(&signature).unwrap()), comment(&signed));
    library.well(&["check"]);
    for refused in [&release as &[&str], &["release", "--date", "2026-11-21", "--sign", "key"]] {
        let again = library.run(refused);
        assert!(!again.status.success(), "{}", said(&again));
        assert!(super::told(&again).contains("registered already"), "{}", super::told(&again));
    }
}

#[test]
fn signed_trees_are_accepted_and_their_number_is_stored() {
    let library = Published::new();
    for key in [vec![], vec!["--key", "key.pub"], vec!["--key", &library.key()]] {
        let said = library.well(&[&["verify", "out", "--remember", "seen"], key.as_slice()].concat());
        assert!(said.contains("signed as number 1\n") && said.contains("1 dump held against"), "{said}");
    }
    assert_eq!(
        fs::read_to_string(library.file("seen")).unwrap(),
        format!("{{\"number\":1,\"release\":\"{}\"}}\n", library.release())
    );
    // A plain tree of the same state is signed as well.
    library.well(&["build"]);
    let said = library.well(&["verify", "out", "--remember", "seen"]);
    assert!(said.contains("signed as number 1\n") && !said.contains("dump"), "{said}");
}

#[test]
fn a_rolled_back_tree_is_detected() {
    let library = Published::new();
    let first = library.release();
    copy(&library.tree(), &library.file("before"));
    library.correct();
    library.well(&["release", "--date", LATER, "--sign", "key"]);
    library.publish();
    library.well(&["verify", "before", "--remember", "seen"]);
    library.well(&["verify", "out", "--remember", "seen"]);
    let output = library.run(&["verify", "before", "--remember", "seen"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = format!("rolled back: the newest release is {first}, number 1, but number 2, ");
    assert!(said(&output).contains(&expected), "{}", said(&output));
    assert!(fs::read_to_string(library.file("seen")).unwrap().starts_with("{\"number\":2,"));
}

#[test]
fn signatures_by_other_keys_are_refused() {
    let library = Published::new();
    library.well(&["sign", "--generate", "other", "--unencrypted"]);
    let told = faults(&library, &["--key", "other.pub", "--remember", "seen"]);
    assert!(told.contains("which is not among those given"), "{told}");
    assert!(!library.file("seen").exists(), "nothing is remembered that was not believed");
    fs::remove_file(library.data().join(format!("releases/{}.json.minisig", library.release()))).unwrap();
    library.well(&["build"]);
    let told = faults(&library, &[]);
    assert!(
        told.contains(&format!("the newest registered release, {}, is not signed", library.release())),
        "{told}"
    );
}

#[test]
fn a_state_after_the_signed_one_is_reported() {
    let library = Published::new();
    library.correct();
    library.well(&["build"]);
    let told = faults(&library, &[]);
    let signed = format!("is not the one that was signed, {}", library.release());
    assert!(told.contains(&signed), "{told}");
}

#[test]
fn without_a_key_there_is_nothing_to_remember() {
    let library = Published::new();
    edit(&library.data().join("site.toml"), &format!("signing_keys = [\"{}\"]", library.key()), "");
    let output = library.run(&["verify", "out", "--remember", "seen"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(told(&output).contains("--remember needs a key"), "{}", told(&output));
    let output = library.run(&["verify", "out", "--key", "neither-key-nor-file"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

/// What a list of digests says of a file, brought up to what the file is now.
fn list_anew(list: &Path, entry: &str, file: &Path) {
    let digest = muniment_rdf::ContentHash::of(fs::read(file).unwrap()).hex();
    let text = fs::read_to_string(list).unwrap();
    let line = text.lines().find(|line| line.ends_with(&format!("  {entry}"))).unwrap();
    let text = text.replace(line, &format!("{digest}  {entry}"));
    fs::remove_file(list).unwrap();
    fs::write(list, text).unwrap();
}

#[test]
fn a_flipped_byte_of_any_artefact_is_noticed() {
    let library = Published::new();
    let id = library.release();
    library.well(&["verify", "out"]);
    let names = [
        "changes.atom".to_owned(),
        "changes.json".to_owned(),
        format!("dumps/{id}/{id}.nq.gz"),
        format!("dumps/{id}/{id}.tar.zst"),
        format!("dumps/{id}/manifest.json"),
        format!("dumps/{id}/manifest.json.minisig"),
        format!("dumps/{id}/SHA256SUMS"),
    ];
    for name in names {
        let file = library.tree().join(&name);
        let length = usize::try_from(fs::metadata(&file).unwrap().len()).unwrap();
        flip(&file, length / 2);
        let told = faults(&library, &[]);
        assert!(told.contains(&format!("`{name}` does not have the digest listed")), "{name}: {told}");
        flip(&file, length / 2);
        library.well(&["verify", "out"]);
    }
}

#[test]
fn the_manifest_detects_a_dump_changed_with_its_digests() {
    let library = Published::new();
    let (id, dump) = (library.release(), library.dump());
    let name = format!("{id}.nq.gz");
    let quads = dump.join(&name);
    let text = String::from_utf8(super::quads(&library, &id)).unwrap();
    let line = text.lines().rfind(|line| line.contains("/vocabulary/versions/1> .")).unwrap();
    fs::remove_file(&quads).unwrap();
    let mut changed = GzEncoder::new(fs::File::create(&quads).unwrap(), Compression::fast());
    changed.write_all(text.replace(&format!("{line}\n"), "").as_bytes()).unwrap();
    changed.finish().unwrap();
    list_anew(&dump.join("SHA256SUMS"), &name, &quads);
    let told = faults(&library, &[]);
    let expected = format!("`/dumps/{id}/{name}`: the graph of `/v2/vocabulary/versions/1` hashes to ");
    assert!(told.contains(&expected), "{told}");

    let name = format!("{id}.tar.zst");
    let archive = dump.join(&name);
    let mut tar = zstd::decode_all(fs::read(&archive).unwrap().as_slice()).unwrap();
    let title = b"Small vocabulary";
    let place = tar.windows(title.len()).position(|window| window == title).unwrap();
    tar[place] = b's';
    fs::remove_file(&archive).unwrap();
    fs::write(&archive, zstd::encode_all(tar.as_slice(), 1).unwrap()).unwrap();
    list_anew(&dump.join("SHA256SUMS"), &name, &archive);
    let told = faults(&library, &[]);
    let expected =
        format!("`/dumps/{id}/{name}`: its `vocabulary/svc-ns.ttl` does not have the hash sha256:");
    assert!(told.contains(&expected), "{told}");
}
