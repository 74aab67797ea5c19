//! The tutorial of `data/README.md`, its commands word by word, ends with two records served.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_muniment");

/// Ends the server that the tutorial leaves in the background, whether or not a command of it fails.
const CLEANUP: &str = "trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The shell commands of the tutorial, without its prose.
fn commands() -> String {
    let readme = fs::read_to_string(repository().join("data/README.md")).unwrap();
    let tutorial = readme.split_once("\n## A library of your own\n").unwrap().1;
    let tutorial = tutorial.split("\n## ").next().unwrap();
    tutorial.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap()).collect()
}

#[test]
fn the_commands_of_the_tutorial_end_with_two_records_served() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let commands = commands().replace("8080", &port);
    for word in ["muniment init", "muniment new", "muniment check", "muniment serve", "curl"] {
        assert!(commands.contains(word), "the tutorial shows no `{word}`:\n{commands}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path =
        format!("{}:{}", Path::new(PROGRAM).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("MUNIMENT_")) {
        shell.env_remove(name);
    }
    let output = shell
        .args(["-euo", "pipefail", "-c", &format!("{CLEANUP}{commands}")])
        .current_dir(folder.path())
        .env("PATH", path)
        .output()
        .unwrap();
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{commands}\n{said}\n{errors}");
    assert!(said.contains("0 errors, 0 warnings"), "{said}");
    let served: Vec<Value> = said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let served: Vec<&str> = served.iter().filter_map(|record| record["id"].as_str()).collect();
    assert_eq!(served, ["Meadow-1.0", "Meadow-NC-1.0"], "{said}\n{errors}");
    assert!(said.contains("/license-library/Meadow-1.0\n"), "the server names a record there is: {said}");
}
