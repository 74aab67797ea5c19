//! A deployment over HTTP: its dumps, its signature, and whether it was set back.

use super::{LATER, Published, copy, said, told};
use crate::live::server::{Answer, Server};

fn spoilt(library: &Published, spoil: impl Fn(&str, &mut Answer) + Send + Sync + 'static) -> String {
    let server = Server::start(&library.tree(), spoil);
    let output = library.run(&["verify", &server.address]);
    assert_eq!(output.status.code(), Some(1), "{}{}", said(&output), told(&output));
    said(&output)
}

#[test]
fn deployments_are_accepted_unless_they_were_rolled_back() {
    let library = Published::new();
    copy(&library.tree(), &library.file("before"));
    library.correct();
    library.well(&["release", "--date", LATER, "--sign", "key"]);
    library.publish();
    let verify = |tree: &std::path::Path| {
        let server = Server::start(tree, |_, _| {});
        let output = library.run(&["verify", &server.address, "--key", "key.pub", "--remember", "seen"]);
        // A client that opens a connection may find another one idle before it is open.
        assert!(server.connections() <= 2 * 4, "{} connections", server.connections());
        output
    };
    let output = verify(&library.tree());
    assert!(output.status.success(), "{}{}", said(&output), told(&output));
    assert!(said(&output).contains("signed as number 2\n"), "{}", said(&output));
    assert!(said(&output).contains("2 dumps held against digests and manifests"), "{}", said(&output));
    let output = verify(&library.file("before"));
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("rolled back: "), "{}", said(&output));
}

#[test]
fn a_flipped_byte_of_a_dump_is_noticed_over_http() {
    let library = Published::new();
    let id = library.release();
    for (name, expected) in [
        (format!("{id}.nq.gz"), "does not have the digest listed"),
        (format!("{id}.tar.zst"), "does not have the digest listed"),
        ("manifest.json".to_owned(), "does not have the digest listed"),
        ("manifest.json.minisig".to_owned(), "manifest.json.minisig`: "),
        ("SHA256SUMS".to_owned(), "does not have the digest listed"),
    ] {
        let address = format!("/dumps/{id}/{name}");
        let told = spoilt(&library, move |target, answer| {
            if target == address {
                // Of the manifest a digit that no identifier depends on; no signature covers its own first line.
                let text = String::from_utf8_lossy(&answer.body).into_owned();
                let place = text.find(env!("CARGO_PKG_VERSION")).unwrap_or(answer.body.len() / 2);
                answer.body[place] ^= 1;
            }
        });
        assert!(told.contains(expected), "{name}: {told}");
    }
}

#[test]
fn a_signed_manifest_of_another_state_is_not_accepted() {
    let library = Published::new();
    let first = library.release();
    copy(&library.tree().join("dumps").join(&first), &library.file("signed"));
    library.correct();
    library.well(&["release", "--date", LATER, "--sign", "key"]);
    library.publish();
    let second = library.releases().into_iter().find(|id| *id != first).unwrap();
    let stolen = library.file("signed");
    let told = spoilt(&library, move |target, answer| {
        for name in ["manifest.json", "manifest.json.minisig"] {
            if target == format!("/dumps/{second}/{name}") {
                answer.body = std::fs::read(stolen.join(name)).unwrap();
            }
        }
    });
    assert!(told.contains(&format!("is not the one that was signed, {first}")), "{told}");
}
