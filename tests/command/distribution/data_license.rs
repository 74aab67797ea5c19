//! The license of the data: what is published states the one that the library names, and no other.

use std::fs;

use serde_json::{Value, json};

use super::dumps::unpacked;
use super::{Published, edit};

const CC0: &str = "https://creativecommons.org/publicdomain/zero/1.0/";

fn text(library: &Published, file: &str) -> String {
    fs::read_to_string(library.tree().join(file)).unwrap()
}

fn document(library: &Published, address: &str) -> Value {
    serde_json::from_str(&text(library, &format!("{address}/index.json"))).unwrap()
}

#[test]
fn what_is_published_states_the_license_that_the_library_names() {
    let library = Published::unregistered();
    for (here, there) in [
        ("\"CC-BY-4.0\"", "\"CC0-1.0\""),
        ("\"CC BY 4.0\"", "\"CC0\""),
        ("Creative Commons Attribution 4.0 International", "CC0 1.0 Universal"),
        ("https://creativecommons.org/licenses/by/4.0/", CC0),
    ] {
        edit(&library.data().join("site.toml"), here, there);
    }
    library.well(&["release", "--date", "2026-11-20", "--sign", "key"]);
    library.publish();
    assert_eq!(document(&library, "v2")["licenses"]["data"], json!({"spdx": "CC0-1.0", "href": CC0}));
    for address in ["openapi.json", "v2/openapi.json"] {
        let description = document(&library, address);
        let stated = json!({"name": "CC0 1.0 Universal, for the data", "identifier": "CC0-1.0"});
        assert_eq!(description["info"]["license"], stated, "{address}");
        assert!(!description.to_string().contains("CC BY 4.0"), "{address}");
    }
    assert!(
        text(&library, "changes.atom")
            .contains(&format!("rel=\"license\" type=\"text/html\" href=\"{CC0}\""))
    );
    for page in ["index.html", "imprint/index.html", "documentation/index.html"] {
        let page = text(&library, page);
        assert!(page.contains(&format!("<a rel=\"license\" href=\"{CC0}\">CC0</a>")), "{page}");
        assert!(!page.contains("CC BY 4.0"), "{page}");
    }
    let id = library.release();
    let quads = String::from_utf8(super::quads(&library, &id)).unwrap();
    let stated = format!("/v2/releases/{id}> <http://purl.org/dc/terms/license> <{CC0}> .\n");
    assert!(quads.contains(&stated));
    let archive = unpacked(&library.dump(), &id);
    let readme = fs::read_to_string(archive.path().join(&id).join("README")).unwrap();
    assert!(readme.ends_with(&format!("Licensed under CC0, {CC0}\n")), "{readme}");
}

#[test]
fn a_library_that_names_no_license_states_none() {
    let library = Published::unregistered();
    let site = library.data().join("site.toml");
    let named = fs::read_to_string(&site).unwrap();
    fs::write(&site, named.split("[data_license]").next().unwrap()).unwrap();
    library.well(&["build"]);
    assert_eq!(document(&library, "v2")["licenses"]["data"]["spdx"], "NOASSERTION");
    assert!(text(&library, "index.html").contains("no license that is stated"));
    assert!(!text(&library, "index.html").contains("CC BY 4.0"));
}

#[test]
fn an_address_that_is_none_is_a_fault() {
    let library = Published::unregistered();
    for address in ["creativecommons.org", "https://creativecommons.org/> <x"] {
        let site = library.data().join("site.toml");
        let named = fs::read_to_string(&site).unwrap();
        edit(&site, "https://creativecommons.org/licenses/by/4.0/", address);
        let said = library.run(&["check"]);
        let text = String::from_utf8_lossy(&said.stdout).into_owned();
        assert!(!said.status.success() && text.contains("cannot be the address of a license"), "{text}");
        fs::write(&site, named).unwrap();
    }
}
