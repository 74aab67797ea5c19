//! The forms in which parts are listed.

use std::fs;

use muniment_licenses::audit::{Inventory, InventoryFormat};
use muniment_licenses::find::Expressions;

use super::{LIBRARY, SPDX, fixture};

fn inventory(name: &str) -> Inventory {
    let bytes = fs::read(fixture(name)).unwrap();
    Inventory::read(&bytes, &Expressions::new(&LIBRARY, &SPDX)).unwrap()
}

/// Label and stated license of every part, a star before what only development needs.
#[track_caller]
fn assert_parts(name: &str, format: InventoryFormat, expected: &[(&str, Option<&str>)]) {
    let inventory = inventory(name);
    assert_eq!(inventory.format, format, "{name}");
    let labels: Vec<String> = inventory
        .components
        .iter()
        .map(|part| format!("{}{}", if part.is_development { "*" } else { "" }, part.label()))
        .collect();
    let found: Vec<(&str, Option<&str>)> = labels
        .iter()
        .zip(&inventory.components)
        .map(|(label, part)| (label.as_str(), part.license.as_deref()))
        .collect();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn cyclonedx() {
    assert_parts(
        "sbom.cdx.json",
        InventoryFormat::CycloneDx,
        &[
            ("left-pad 1.3.0", Some("MIT")),
            ("*@types/node 22.0.0", Some("MIT")),
            ("org.apache.commons/commons-lang3 3.14.0", Some("Apache-2.0")),
            ("jszip 3.10.1", Some("(MIT OR GPL-3.0-or-later)")),
            ("both 1.0.0", Some("(ISC) AND (BSD-3-Clause)")),
            ("examined 2.0.0", Some("MIT")),
            ("named 0.9", Some("Acme Proprietary License")),
            ("bare 0.1", None),
            ("nested 4.2", None),
            ("inner 4.2.1", Some("Apache-2.0 WITH LLVM-exception")),
        ],
    );
}

/// The documents in other forms were made from those in JSON by cyclonedx-python-lib and spdx-tools.
#[test]
fn the_same_facts_in_another_form_are_the_same_parts() {
    for (json, other) in [("sbom.cdx.json", "sbom.cdx.xml"), ("sbom.spdx.json", "sbom.spdx")] {
        let parts = |name: &str| {
            let inventory = inventory(name);
            let mut parts: Vec<(String, Option<String>, bool)> = inventory
                .components
                .iter()
                // The order of the licenses of one part differs.
                .map(|part| (part.label(), part.license.clone(), part.is_development))
                .filter(|(label, ..)| label != "both 1.0.0")
                .collect();
            parts.sort();
            (inventory.format, parts)
        };
        assert_eq!(parts(json), parts(other), "{json}");
    }
    let both = inventory("sbom.cdx.xml").components.into_iter().find(|part| part.name == "both").unwrap();
    assert_eq!(both.license.as_deref(), Some("(BSD-3-Clause) AND (ISC)"));
}

#[test]
fn spdx() {
    assert_parts(
        "sbom.spdx.json",
        InventoryFormat::Spdx,
        &[
            ("zlib 1.3.1", Some("Zlib")),
            ("readline 8.2", Some("GPL-3.0-or-later")),
            ("qtbase 6.8", Some("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only")),
            ("blob", Some("LicenseRef-vendor")),
            ("silent 2", None),
            ("*check 0.15", Some("LGPL-2.1-or-later")),
        ],
    );
}

#[test]
fn package_lock() {
    assert_parts(
        "package-lock.json",
        InventoryFormat::NpmLock,
        &[
            ("*@scope/tool 1.0.0", Some("GPL-3.0-only")),
            ("real-name 5.0.0", Some("ISC")),
            ("closed 1.2.3", Some("SEE LICENSE IN LICENSE.txt")),
            ("jszip 3.10.1", Some("(MIT OR GPL-3.0-or-later)")),
            ("readable-stream 2.3.8", Some("MIT")),
            ("nothing 9.9.9", None),
            ("old 0.1.0", Some("BSD-3-Clause")),
            ("older 0.0.1", Some("MIT OR Apache-2.0")),
        ],
    );
}

#[test]
fn expressions() {
    assert_parts(
        "parts.txt",
        InventoryFormat::Expressions,
        &[
            ("linux", Some("GPL-2.0-only WITH Linux-syscall-note")),
            ("busybox", Some("GPL-2.0-only")),
            ("musl", Some("MIT")),
            ("zstd", Some("BSD-3-Clause OR GPL-2.0-only")),
            ("line 7", Some("Apache-2.0")),
            ("firmware", Some("LicenseRef-vendor")),
            ("mystery", None),
        ],
    );
}

/// A part of what `cargo metadata` says of this project.
#[test]
fn cargo_metadata() {
    let inventory = inventory("cargo-metadata.json");
    assert_eq!(inventory.format, InventoryFormat::CargoMetadata);
    let names = |is_development: bool| -> Vec<&str> {
        let parts = inventory.components.iter().filter(|part| part.is_development == is_development);
        parts.map(|part| part.name.as_str()).collect()
    };
    assert_eq!(names(true), ["criterion", "itertools", "walkdir"]);
    assert!(names(false).contains(&"ring") && !names(false).iter().any(|name| name.starts_with("muniment")));
    let of = |name: &str| inventory.components.iter().find(|part| part.name == name).unwrap().license.clone();
    assert_eq!(of("ring").as_deref(), Some("Apache-2.0 AND ISC"));
    assert_eq!(of("walkdir").as_deref(), Some("Unlicense/MIT"));
}

#[test]
fn cargo_metadata_without_a_resolution_is_all_needed() {
    let text = r#"{"packages": [
        {"id": "a 1", "name": "a", "version": "1.0.0", "license": null, "license_file": "LICENSE.md"},
        {"id": "b 1", "name": "b", "version": "1.0.0"},
        {"id": "me 1", "name": "me", "version": "1.0.0", "license": "MIT"}
    ], "workspace_members": ["me 1"], "resolve": null, "version": 1}"#;
    let found = super::read(text).unwrap();
    let parts: Vec<(&str, Option<&str>, bool)> = found
        .components
        .iter()
        .map(|part| (part.name.as_str(), part.license.as_deref(), part.is_development))
        .collect();
    assert_eq!(parts, [("a", Some("the text in LICENSE.md"), false), ("b", None, false)]);
}

#[test]
fn a_document_that_describes_all_its_packages_leaves_none_out() {
    let text = r#"{"spdxVersion": "SPDX-2.2", "documentDescribes": ["a", "b"], "packages": [
        {"SPDXID": "a", "name": "a", "licenseDeclared": "MIT"},
        {"SPDXID": "b", "name": "b", "licenseConcluded": "ISC"}]}"#;
    assert_eq!(super::read(text).unwrap().components.len(), 2);
    let one = text.replace("[\"a\", \"b\"]", "[\"a\"]");
    assert_eq!(super::read(&one).unwrap().components.len(), 1);
}
