//! How the server starts, and how it refuses to.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Output;

use crate::folder::{copy_of, edit, listing};
use crate::server::{BINARY, Server, command, data, repository, server};

/// The tree depends on this, and on nothing else beside the data.
const BASE: [&str; 2] = ["--base-url", "http://muniment.test"];

/// Runs a server that is expected to end by itself.
pub(crate) fn run(data: &Path, site: &Path, flags: &[&str]) -> Output {
    let address = if flags.contains(&"--listen") { &[][..] } else { &["--listen", "127.0.0.1:0"] };
    let mut server = command("timeout");
    server.args(["60", BINARY, "serve"]).args(address).arg("--data").arg(data).arg("--site").arg(site);
    server.args(BASE).args(flags).output().unwrap()
}

/// Fails unless the server ended with code 2, served nothing and said all of this.
#[track_caller]
pub(crate) fn assert_refused(output: &Output, said: &[&str]) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert!(error.starts_with("error: "), "{error}");
    for words in said {
        assert!(error.contains(words), "`{words}` is not in: {error}");
    }
    assert!(!error.contains("panicked"), "{error}");
}

fn small() -> tempfile::TempDir {
    copy_of(&repository().join("tests/fixtures/small"))
}

#[test]
fn a_missing_tree_is_refused_when_building_is_off() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let output = run(data.path(), site.path(), &["--build", "off"]);
    assert_refused(&output, &["missing", "muniment build", &site.path().display().to_string()]);
    assert_eq!(listing(site.path()), [""; 0]);
}

#[test]
fn a_tree_of_other_data_is_refused_when_building_is_off() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    drop(Server::start(data.path(), site.path(), &BASE));
    let before = listing(site.path());
    edit(&data.path().join("licenses/CC-BY-4.0.ttl"), "\"CC BY 4.0\" ;", "\"CC BY 4\" ;");
    let output = run(data.path(), site.path(), &["--build", "off"]);
    assert_refused(&output, &["other data", "muniment build"]);
    assert_eq!(listing(site.path()), before);
}

/// What would be built without the address is a tree with that of `muniment build`, which is refused again.
#[test]
fn a_tree_of_another_base_url_is_refused_with_both_and_with_the_command_that_builds_the_right_one() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    drop(Server::start(data.path(), site.path(), &BASE));
    let refused = |flags: &[&str]| {
        let mut server = command("timeout");
        server.args(["60", BINARY, "serve", "--listen", "127.0.0.1:0", "--build", "off"]).args(flags);
        server.arg("--data").arg(data.path()).arg("--site").arg(site.path()).output().unwrap()
    };
    let build = format!(
        "`muniment build --data {} --out {} --base-url https://other.test",
        data.path().display(),
        site.path().display()
    );
    assert_refused(
        &refused(&["--base-url", "https://other.test/"]),
        &[
            "was made with `--base-url http://muniment.test`, and the server runs with `--base-url https://other.test`",
            &build,
            "or start the server with `--base-url http://muniment.test`",
        ],
    );
    let framed =
        refused(&["--base-url", "http://muniment.test", "--frame-ancestors", "https://framing.test"]);
    assert_refused(
        &framed,
        &["was made without `--frame-ancestors`", "--frame-ancestors https://framing.test`"],
    );
}

#[test]
fn settings_that_are_none_are_refused_before_anything_is_done() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    for (flag, value) in [
        ("--base-url", "api.example.org"),
        ("--base-url", "https://api.example.org?x=1"),
        ("--frame-ancestors", "https://a.example;script-src"),
        ("--allowed-origins", "https://a.example/path"),
    ] {
        let mut server = command("timeout");
        server.args(["60", BINARY, "serve", "--listen", "127.0.0.1:0", flag, value]);
        let output = server.arg("--data").arg(data.path()).arg("--site").arg(site.path()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(flag) && error.contains(value), "{error}");
        assert_eq!(listing(site.path()), [""; 0], "{flag} {value}");
    }
}

#[test]
fn a_tree_of_another_layout_is_built_again() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    drop(Server::start(data.path(), site.path(), &BASE));
    let manifest = site.path().join("current/_edge/manifest.json");
    fs::remove_file(&manifest).unwrap();
    fs::write(&manifest, r#"{"manifest": 1}"#).unwrap();
    Server::start(data.path(), site.path(), &BASE).get("/v2/licenses/CC-BY-4.0").is(200);
}

/// Building over it would drop the edges and codings that it states.
#[test]
fn a_manifest_that_cannot_be_read_is_an_error() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    drop(Server::start(data.path(), site.path(), &BASE));
    let manifest = site.path().join("current/_edge/manifest.json");
    fs::remove_file(&manifest).unwrap();
    fs::write(&manifest, "{").unwrap();
    for build in ["on", "off"] {
        let output = run(data.path(), site.path(), &["--build", build]);
        assert_refused(&output, &["manifest.json", "is no manifest", "muniment build"]);
    }
}

#[test]
fn a_tree_of_the_same_data_is_served_when_building_is_off() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    drop(Server::start(data.path(), site.path(), &BASE));
    let before = listing(site.path());
    let server = Server::start(data.path(), site.path(), &[&BASE[..], &["--build", "off"]].concat());
    server.get("/v2/licenses/CC-BY-4.0").is(200);
    assert_eq!(listing(site.path()), before);
}

#[test]
fn a_fresh_tree_is_not_built_again_and_a_stale_one_is() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let first = Server::start(data.path(), site.path(), &BASE);
    let hash = |server: &Server| server.get("/v2/licenses/CC-BY-4.0").json()["content_hash"].clone();
    let before = (hash(&first), listing(site.path()));
    drop(first);
    let second = Server::start(data.path(), site.path(), &BASE);
    assert_eq!((hash(&second), listing(site.path())), before);
    drop(second);
    edit(&data.path().join("licenses/CC-BY-4.0.ttl"), "\"CC BY 4.0\" ;", "\"CC BY 4\" ;");
    let third = Server::start(data.path(), site.path(), &BASE);
    assert_ne!(hash(&third), before.0);
}

#[test]
fn a_busy_port_is_reported_clearly() {
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = busy.local_addr().unwrap().to_string();
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let output = run(data.path(), site.path(), &["--listen", &address]);
    assert_refused(&output, &["cannot listen on", &address, "in use"]);
    assert_eq!(listing(site.path()), [""; 0]);
}

#[test]
fn an_address_that_is_none_is_a_fault_of_usage() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let output = run(data.path(), site.path(), &["--listen", "nowhere"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("--listen") && error.contains("nowhere"), "{error}");
}

#[test]
fn missing_data_stops_the_server() {
    let site = tempfile::tempdir().unwrap();
    let output = run(&site.path().join("nowhere"), site.path(), &[]);
    assert_refused(&output, &["nowhere", "site.toml"]);
}

/// A record of the real library is broken in ways that different rooms notice.
#[test]
fn faults_in_the_data_stop_the_server_and_leave_the_tree_untouched() {
    let (data, site) = (copy_of(&data()), tempfile::tempdir().unwrap());
    drop(Server::start(data.path(), site.path(), &BASE));
    let before = listing(site.path());
    assert!(before.len() > 4000, "a whole tree: {}", before.len());
    let record = data.path().join("licenses/Apache-2.0.ttl");
    let whole = fs::read_to_string(&record).unwrap();
    let title = whole.lines().find(|line| line.contains("dct:title \"")).unwrap();
    let place = 1 + whole.lines().position(|line| line == title).unwrap();
    for (why, broken, at) in [
        ("no Turtle", whole.replacen(title, "    dct:title \"never closed ;", 1), format!("{place}")),
        (
            "two titles",
            whole.replacen(title, &format!("    dct:title \"Another\"@en ;\n{title}"), 1),
            String::new(),
        ),
        ("cut off", whole.split_at(whole.len() / 2).0.to_owned(), String::new()),
        ("empty", String::new(), String::new()),
    ] {
        fs::write(&record, broken).unwrap();
        let output = run(data.path(), site.path(), &[]);
        assert_refused(&output, &["faults", &format!("licenses/Apache-2.0.ttl:{at}")]);
        assert_eq!(listing(site.path()), before, "{why}");
    }
    fs::write(&record, whole).unwrap();
    Server::start(data.path(), site.path(), &BASE).get("/v2/licenses/Apache-2.0").is(200);
    assert_eq!(listing(site.path()), before);
}

#[test]
fn a_build_of_the_server_has_the_texts_of_the_spdx_list_and_the_figures_of_experts() {
    let page = server().accept("/license-library/MIT/text", "text/html").is(200).text().to_owned();
    assert!(page.contains("<div class=\"text\">") && page.contains("<mark"), "{page}");
    let agreement = server().accept("/documentation/agreement", "text/html").is(200).text().to_owned();
    assert!(agreement.contains("Open Source Automation Development Lab"), "{agreement}");
    assert_eq!(server().get("/documentation/agreement.json").is(200).json()["tables"][0]["name"], "osadl");
}
