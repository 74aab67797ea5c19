//! A tree that was built with license texts is served as it stands, and is not called stale for them.

use std::fs;

use muniment_licenses::text::NormalText;
use muniment_rdf::ContentHash;

use crate::reload::{BASE, build_with, small};
use crate::server::Server;
use crate::startup::{assert_refused, run};

const PAGE: &str = "/license-library/CC-BY-4.0/text";
const TEXT: &str = "Anybody may\n  copy <it>.\n";

#[test]
fn a_tree_with_texts_is_served_and_texts_that_go_leave_no_page() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let (bytes, normal_form) = (ContentHash::of(TEXT), NormalText::of(TEXT).hash());
    let listed = format!(
        "[[text]]\nrecord = \"CC-BY-4.0\"\nspdx = [\"CC-BY-4.0\"]\nversion = \"1\"\n\
         bytes = \"{bytes}\"\nnormal_form = \"{normal_form}\"\n"
    );
    fs::write(data.path().join("texts.toml"), listed).unwrap();
    build_with(Some(("CC-BY-4.0", TEXT)), data.path(), site.path());
    let off = [&BASE[..], &["--build", "off"]].concat();
    let record =
        |server: &Server| server.accept("/license-library/CC-BY-4.0", "text/html").is(200).text().to_owned();

    let server = Server::start(data.path(), site.path(), &off);
    for path in [PAGE, "/license-library/cc-by-4.0/text"] {
        let page = server.accept(path, "text/html").is(200).text().to_owned();
        assert!(page.contains("<div class=\"text\">Anybody may\n  copy &lt;it&gt;.\n</div>"), "{page}");
    }
    server.accept("/license-library/GPL-3.0-only/text", "text/html").is(404);
    assert!(record(&server).contains(&format!("href=\"{PAGE}\"")));
    drop(server);

    // The record states no text, so that only this data passes the checks of a build.
    fs::remove_file(data.path().join("texts.toml")).unwrap();
    let refused = run(data.path(), site.path(), &["--build", "off"]);
    assert_refused(&refused, &["was made from other data", "muniment.test --with-texts`"]);
    let server = Server::start(data.path(), site.path(), &BASE);
    server.accept(PAGE, "text/html").is(404);
    assert!(!record(&server).contains(PAGE));
}
