//! A live deployment is verified over HTTP, and every way of lying that is known is found out.
//!
//! The real command asks a real server: the tree of `tests/fixtures/small` behind a listener of the standard
//! library, honest or not.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod lies;
pub(crate) mod server;

use std::path::Path;
use std::process::{Command, Output};

use server::{Answer, Server};
use tempfile::TempDir;

/// The command, with an environment that says nothing and no proxy on its way.
fn muniment() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muniment"));
    for variable in ["MUNIMENT_DATA", "MUNIMENT_SITE", "MUNIMENT_BASE_URL"] {
        command.env_remove(variable);
    }
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        command.env_remove(variable);
    }
    command
}

fn build() -> TempDir {
    let out = tempfile::tempdir().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
    let output =
        muniment().args(["build", "--data"]).arg(data).arg("--out").arg(out.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out
}

/// What `muniment verify` says of an address: exit code, lines on standard output, standard error.
fn verify(address: &str) -> (Option<i32>, Vec<String>, String) {
    let Output { status, stdout, stderr } = muniment().args(["verify", address]).output().unwrap();
    let lines = String::from_utf8(stdout).unwrap().lines().map(str::to_owned).collect();
    (status.code(), lines, String::from_utf8(stderr).unwrap())
}

/// The faults found in the deployment whose answers are spoilt like this, without the closing line.
fn faults(spoil: impl Fn(&str, &mut Answer) + Send + Sync + 'static) -> Vec<String> {
    let tree = build();
    let server = Server::start(&tree.path().join("current"), spoil);
    let (code, mut lines, stderr) = verify(&server.address);
    assert_eq!(code, Some(1), "{lines:?} {stderr}");
    assert!(stderr.starts_with("verifying: "), "{stderr}");
    assert!(stderr.lines().skip(1).all(|line| line == "reading releases"), "{stderr}");
    let closing = lines.pop().unwrap();
    let count = lines.len();
    assert!(closing.ends_with(&format!(", {count} fault{}", if count == 1 { "" } else { "s" })), "{closing}");
    assert!(lines.is_sorted(), "{lines:?}");
    lines
}

#[test]
fn an_honest_deployment_has_no_faults() {
    let tree = build();
    let server = Server::start(&tree.path().join("current"), |_, _| {});
    let (code, lines, stderr) = verify(&format!("{}/", server.address));
    assert_eq!((code, stderr.as_str()), (Some(0), "verifying: 8\nreading releases\n"), "{lines:?}");
    // Five records, two graphs and the vocabulary; one record and both graphs have two versions.
    let answers = 8 * (1 + 5) + 11 * 5;
    let [closing] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(closing.starts_with("data-"), "{closing}");
    let told =
        format!("at {}: {answers} answers, 11 versions hashed in five forms, 0 faults", server.address);
    assert!(closing.ends_with(&told), "{closing}");
    // One for each of four threads, and one that opens while theirs is on its way back to the pool.
    assert!(server.connections() <= 8, "{} connections for {answers} answers", server.connections());
}

#[test]
fn a_deployment_below_a_path_is_found_there() {
    let tree = build();
    let server = Server::start(&tree.path().join("current"), |_, _| {});
    let (code, lines, stderr) = verify(&format!("{}{}", server.address, Server::PREFIX));
    assert_eq!(code, Some(0), "{lines:?} {stderr}");
}

#[test]
fn unreachable_deployments_are_reported() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let address = format!("http://{free}");
    let (code, lines, stderr) = verify(&address);
    assert_eq!((code, lines.len()), (Some(2), 0));
    assert!(stderr.starts_with(&format!("error: `{address}` is not reached as a deployment of Muniment")));
    assert!(stderr.contains("no answer") && stderr.contains("refused"), "{stderr}");
}

#[test]
fn https_to_a_server_without_it_is_an_error_and_no_crash() {
    let tree = build();
    let server = Server::start(&tree.path().join("current"), |_, _| {});
    let (code, _, stderr) = verify(&server.address.replace("http:", "https:"));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("is not reached as a deployment of Muniment"), "{stderr}");
}

#[test]
fn an_address_that_is_none_is_wrong_usage() {
    for wrong in ["https://", "http://127.0.0.1:1/?x=1", "http://user:secret@127.0.0.1:1"] {
        let (code, _, stderr) = verify(wrong);
        assert_eq!(code, Some(2), "{wrong}: {stderr}");
        assert!(stderr.contains("a scheme, a host"), "{stderr}");
    }
}
