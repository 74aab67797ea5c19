//! If a build stops for any reason, the previous tree is unchanged.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::tempdir;

use super::{build, build_well, copy, edit, files, muniment, small, stderr, verify};

/// Number of files and folders below a folder that is being written to.
fn entries(folder: &Path) -> usize {
    let Ok(read) = fs::read_dir(folder) else { return 0 };
    read.filter_map(Result::ok)
        .map(|entry| 1 + if entry.file_type().is_ok_and(|t| t.is_dir()) { entries(&entry.path()) } else { 0 })
        .sum()
}

#[test]
fn fifty_builds_killed_at_different_points_never_leave_a_tree_that_does_not_verify() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    build_well(data.path(), out.path());
    let staging = out.path().join(".staging");
    let whole = files(&out.path().join("current")).len();
    let mut killed = 0;
    for round in 0..50 {
        // Another state each time, so that there is always something to write.
        let record = data.path().join("licenses/CC-BY-4.0.ttl");
        edit(&record, "dct:publisher \"", "dct:publisher \"A");
        let mut child = muniment()
            .args(["build", "--data"])
            .arg(data.path())
            .arg("--out")
            .arg(out.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The point is a number of files written, from none to all of them; past the last, the renames.
        let point = round * (whole + whole / 2) / 50;
        while child.try_wait().unwrap().is_none() && entries(&staging) < point {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        killed += usize::from(!child.wait().unwrap().success());
        let output = verify(out.path());
        assert!(output.status.success(), "round {round}: {}", String::from_utf8_lossy(&output.stdout));
    }
    assert!(killed >= 20, "only {killed} builds were still running when they were killed");
    // The remains of all those are cleared away by the next build.
    build_well(data.path(), out.path());
    assert!(!staging.exists());
    assert!(verify(out.path()).status.success());
}

#[test]
fn faults_in_the_data_leave_the_tree_as_it_was() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    build_well(data.path(), out.path());
    let before = files(out.path());
    for (from, to, told) in [
        ("odrl:Set", "odrl:Set .", "not valid Turtle"),
        ("svclib:CC-BY-4.0 a", "svclib:CC-BY-9.9 a", "describes"),
    ] {
        let record = data.path().join("licenses/CC-BY-4.0.ttl");
        let text = fs::read(&record).unwrap();
        edit(&record, from, to);
        let output = build(data.path(), out.path());
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
        assert!(stderr(&output).contains("the tree stays as it was"), "{}", stderr(&output));
        assert!(files(out.path()) == before, "{told}");
        fs::write(&record, text).unwrap();
    }
}

/// Runs a shell script in a mount namespace of its own; `None` where the machine does not allow one.
fn in_own_namespace(script: &str, arguments: &[&Path]) -> Option<std::process::Output> {
    let allowed = Command::new("unshare")
        .args(["--mount", "--map-root-user", "true"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !allowed {
        assert!(std::env::var_os("CI").is_none(), "mount namespaces are needed for this test, and CI=true");
        return None;
    }
    let output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", script, env!("CARGO_BIN_EXE_muniment")])
        .args(arguments)
        .output()
        .unwrap();
    Some(output)
}

#[test]
fn a_full_disk_is_reported_and_leaves_the_tree_unchanged() {
    let (data, mount) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    // The first build fits, the second one, of another state, does not.
    let script = r#"
        mount -t tmpfs -o size=10m,nr_inodes=4000 tmpfs "$2" &&
        "$0" build --data "$1" --out "$2/out" >/dev/null || exit 90
        "$0" verify "$2/out" >/dev/null || exit 91
        dd if=/dev/zero of="$2/filling" bs=1k count=100000 2>/dev/null
        sed -i 's/dct:publisher "/dct:publisher "The /' "$1"/licenses/CC-BY-4.0.ttl
        "$0" build --data "$1" --out "$2/out"; code=$?
        "$0" verify "$2/out" >/dev/null || exit 92
        [ "$(ls -A "$2/out" | grep -c staging)" = 0 ] || exit 93
        exit $code
    "#;
    let Some(output) = in_own_namespace(script, &[data.path(), mount.path()]) else { return };
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("No space left on device"), "{}", stderr(&output));
    assert!(stderr(&output).contains("the one before stands"), "{}", stderr(&output));
}

#[test]
fn a_read_only_mount_is_reported_and_leaves_the_tree_unchanged() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    build_well(data.path(), out.path());
    let before = files(out.path());
    let script = r#"
        mount --bind "$2" "$2" && mount -o remount,ro,bind "$2" || exit 90
        sed -i 's/dct:publisher "/dct:publisher "The /' "$1"/licenses/CC-BY-4.0.ttl
        exec "$0" build --data "$1" --out "$2"
    "#;
    let Some(output) = in_own_namespace(script, &[data.path(), out.path()]) else { return };
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("Read-only file system"), "{}", stderr(&output));
    assert!(files(out.path()) == before);
}

#[test]
fn two_builds_at_once_do_not_mix() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    build_well(data.path(), out.path());
    edit(&data.path().join("licenses/CC-BY-4.0.ttl"), "dct:publisher \"", "dct:publisher \"The ");
    let lock = fs::File::create(out.path().join(".lock")).unwrap();
    lock.lock().unwrap();
    let output = build(data.path(), out.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another build is writing"), "{}", stderr(&output));
    lock.unlock().unwrap();
    build_well(data.path(), out.path());
}

#[test]
fn no_tree_is_lost_if_current_is_not_a_link() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    build_well(data.path(), out.path());
    let current = out.path().join("current");
    let tree = out.path().join(fs::read_link(&current).unwrap());
    fs::remove_file(&current).unwrap();
    fs::create_dir(&current).unwrap();
    edit(&data.path().join("licenses/CC-BY-4.0.ttl"), "dct:publisher \"", "dct:publisher \"A");
    let output = build(data.path(), out.path());
    assert!(!output.status.success() && stderr(&output).contains("current"), "{}", stderr(&output));
    assert!(tree.join("_edge/manifest.json").exists(), "the tree that stood is gone");
}
