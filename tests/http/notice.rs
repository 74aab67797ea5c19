//! spec:version-2#discovery: the banner that discovery names is on every page.

use serde_json::json;

use crate::server::{Server, repository};

const TEXT: &str = "Closed on <Sunday> & Monday";
const BANNER: &str =
    "<aside class=\"note\" aria-label=\"Notice\">Closed on &lt;Sunday&gt; &amp; Monday</aside>";

/// A page of the tree, pages that are made when they are asked for, and one that says that there is none.
const PAGES: [(&str, u16); 7] = [
    ("/", 200),
    ("/license-library/CC-BY-4.0", 200),
    ("/license-compatibility-checker", 200),
    ("/web/license/CC-BY-4.0", 200),
    ("/login", 200),
    ("/license-library?q=meadow", 200),
    ("/license-library/NoSuchLicense", 404),
];

#[test]
fn the_notice_of_the_deployment_is_on_every_page() {
    let (small, folder) = (repository().join("tests/fixtures/small"), tempfile::tempdir().unwrap());
    let tag = |server: &Server| server.accept("/", "text/html").is(200).header("etag").unwrap().to_owned();
    // Every start has another port, which stands in pages unless the address is said.
    let address = ["--base-url", "http://127.0.0.1:8080"];
    let plain = Server::start(&small, folder.path(), &address);
    let without = tag(&plain);
    for (path, status) in PAGES {
        let page = plain.accept(path, "text/html");
        assert!(!page.is(status).text().contains("aria-label=\"Notice\""), "{path}");
    }
    drop(plain);
    // The same tree, which nobody builds anew for it.
    let flags = [&address[..], &["--notice", TEXT, "--build", "off"]].concat();
    let server = Server::start(&small, folder.path(), &flags);
    for (path, status) in PAGES {
        let page = server.accept(path, "text/html");
        assert_eq!(page.is(status).text().matches(BANNER).count(), 1, "{path}");
    }
    let discovery = server.get("/v2").json();
    assert_eq!((&discovery["notice"], &discovery["notice_closable"]), (&json!(TEXT), &json!(false)));
    // Whoever holds the page without the banner gets the other one.
    let with = tag(&server);
    assert_ne!(with, without);
    server.ask("GET", "/", &[("Accept", "text/html"), ("If-None-Match", &without)]).is(200);
    server.ask("GET", "/", &[("Accept", "text/html"), ("If-None-Match", &with)]).is(304);
}
