//! The files of the tree as addresses: pages link to `…/index.ttl`, which a host of plain files has. A server redirects from
//! there to the form.

use crate::server::server;

/// The file of a form, and where it leads.
const FILES: [(&str, &str); 9] = [
    ("/v2/licenses/MIT/index.ttl", "/v2/licenses/MIT?format=ttl"),
    ("/v2/licenses/mit/versions/1/index.nt", "/v2/licenses/mit/versions/1?format=nt"),
    ("/v2/licenses/MIT/index.json", "/v2/licenses/MIT?format=json"),
    ("/v2/releases/index.json", "/v2/releases"),
    ("/v2/index.json", "/v2"),
    ("/v2/openapi.json/index.json", "/v2/openapi.json"),
    ("/licenselibrary/license/MIT/index.txt", "/licenselibrary/license/MIT?format=text"),
    ("/ns/index.html", "/ns"),
    ("/index.html", "/"),
];

#[test]
fn the_file_of_a_form_leads_to_the_form() {
    for (file, form) in FILES {
        server().get(file).is(308).has("location", form);
        server().get(form).is(200);
    }
    let answer = server().get("/v2/licenses/MIT/index.ttl");
    answer.has("access-control-allow-origin", "*");
    let missing = "/v2/licenses/NoSuchLicense";
    server()
        .get(&format!("{missing}/index.nt"))
        .is(308)
        .has("location", format!("{missing}?format=nt").as_str());
    server().get(&format!("{missing}?format=nt")).is(404).has("content-type", "application/problem+json");
}

#[test]
fn what_is_no_file_of_a_form_is_not_found() {
    for path in [
        "/v2/licenses/MIT/index.pdf",
        "/v2/licenses/MIT/index.",
        "/v2/licenses/MIT/index.ttl/index.ttl",
        // Version 1 has no name for the Turtle that is not a JSON string.
        "/licenselibrary/license/MIT/index.ttl",
        "/nothing/here/index.html",
        "/choose/index.html",
        "/v2/licenses/MIT/index.ttl?format=nt",
    ] {
        server().get(path).is(404);
    }
}

#[test]
fn a_page_that_the_server_fills_is_not_the_one_for_hosts_without_a_server() {
    for path in ["/audit", "/choose", "/license-compatibility-checker"] {
        let answer = server().get(path);
        assert!(!answer.is(200).text().contains("This page needs a server"), "{path}");
    }
}
