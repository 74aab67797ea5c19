//! The forms in which parts are listed.

use std::fs;

use muniment_licenses::audit::{Component, Inventory, InventoryFormat};
use muniment_licenses::find::Expressions;

use super::{SPDX, fixture};

fn inventory(name: &str) -> Inventory {
    let bytes = fs::read(fixture(name)).unwrap();
    Inventory::read(&bytes, &Expressions::new(&SPDX)).unwrap()
}

/// The members of a set in the order of their names: in RDF they have none.
fn sorted(text: &str) -> String {
    let mut members: Vec<&str> = text.trim_matches(['(', ')']).split(" OR ").collect();
    members.sort_unstable();
    members.join(" OR ")
}

/// What a part states, as one text.
fn stated(part: &Component) -> Option<String> {
    (!part.licenses.is_empty()).then(|| part.licenses.join(" and "))
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
    let texts: Vec<Option<String>> = inventory.components.iter().map(stated).collect();
    let found: Vec<(&str, Option<&str>)> =
        labels.iter().zip(&texts).map(|(label, text)| (label.as_str(), text.as_deref())).collect();
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
            ("both 1.0.0", Some("ISC and BSD-3-Clause")),
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
    for (json, other) in [
        ("sbom.cdx.json", "sbom.cdx.xml"),
        ("sbom.spdx.json", "sbom.spdx"),
        ("sbom.spdx.json", "sbom.spdx.rdf"),
        ("sbom.spdx.json", "sbom.spdx.yaml"),
    ] {
        let parts = |name: &str| {
            let inventory = inventory(name);
            let mut parts: Vec<(String, Option<String>, bool)> = inventory
                .components
                .iter()
                // The order of the licenses of one part differs.
                .map(|part| (part.label(), stated(part).map(|text| sorted(&text)), part.is_development))
                .filter(|(label, ..)| label != "both 1.0.0")
                .collect();
            parts.sort();
            (inventory.format, parts)
        };
        assert_eq!(parts(json), parts(other), "{json}");
    }
    let both = inventory("sbom.cdx.xml").components.into_iter().find(|part| part.name == "both").unwrap();
    assert_eq!(both.licenses, ["BSD-3-Clause", "ISC"]);
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
fn what_php_python_node_and_debian_list() {
    let choice = "BSD-3-Clause OR GPL-2.0-only OR GPL-3.0-only";
    assert_parts(
        "composer.lock",
        InventoryFormat::ComposerLock,
        &[
            ("monolog/monolog 3.7.0", Some("MIT")),
            ("nette/utils v4.0.5", Some(choice)),
            ("house/closed 1.0.0", Some("proprietary")),
            ("house/silent 1.0.0", None),
            ("*phpunit/phpunit 11.3.1", Some("BSD-3-Clause")),
        ],
    );
    let (lgpl, mpl) =
        ("GNU Lesser General Public License v3 (LGPLv3)", "Mozilla Public License 2.0 (MPL 2.0)");
    assert_parts(
        "pip-licenses.json",
        InventoryFormat::PipLicenses,
        &[
            ("PyYAML 6.0.4", Some("MIT License")),
            ("click 8.5.1", Some("BSD-3-Clause")),
            ("both 1.0", Some(&format!("{lgpl} and {mpl}"))),
            ("house 0.1", None),
        ],
    );
    assert_parts(
        "debian-copyright",
        InventoryFormat::DebianCopyright,
        &[
            ("*", Some("GPL-2.0-or-later")),
            ("lib/* include/*", Some("LGPL-2.1-only OR MIT")),
            ("contrib/house.c", Some("house-license")),
            ("debian/*", Some("BSD-3-Clause")),
        ],
    );
    let checked = inventory("license-checker.json");
    assert_eq!(checked.format, InventoryFormat::LicenseChecker);
    let known = ["jszip 3.10.1", "@scope/tool 1.0.0"];
    for part in &checked.components {
        let is_named = part.licenses.iter().any(|license| ["MIT", "MIT*"].contains(&license.as_str()));
        assert!(known.contains(&part.label().as_str()) || !is_named, "{part:?}");
    }
    assert_eq!(checked.components.len(), 6);
}

/// The export of GitHub is the SPDX document in it.
#[test]
fn a_dependency_graph_is_its_document() {
    let (graph, document) = (inventory("dependency-graph.json"), inventory("sbom.spdx.json"));
    assert_eq!((graph.format, graph.components), (InventoryFormat::GitHubGraph, document.components));
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
    let of = |name: &str| stated(inventory.components.iter().find(|part| part.name == name).unwrap());
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
    let parts: Vec<(&str, Option<String>, bool)> =
        found.components.iter().map(|part| (part.name.as_str(), stated(part), part.is_development)).collect();
    assert_eq!(parts, [("a", Some("the text in LICENSE.md".to_owned()), false), ("b", None, false)]);
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

/// Made by spdx-python-model, with the facts of the other SPDX documents and a model, a data set and an exception.
#[test]
fn spdx_3() {
    assert_parts(
        "sbom.spdx3.json",
        InventoryFormat::Spdx3,
        &[
            ("blob", Some("LicenseRef-vendor")),
            ("*check 0.15", Some("LGPL-2.1-or-later")),
            ("tiny-data 1", Some("CC-BY-4.0")),
            ("compiler-rt 20", Some("Apache-2.0 WITH LLVM-exception")),
            ("tiny-model 2", Some("Apache-2.0 AND LicenseRef-house")),
            ("qtbase 6.8", Some("(LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only)")),
            ("readline 8.2", Some("GPL-3.0-or-later")),
            ("silent 2", None),
            ("zlib 1.3.1", Some("Zlib")),
        ],
    );
}

#[test]
fn a_set_of_licenses_that_contains_itself_is_refused() {
    let text = r#"{"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": [
        {"type": "software_Package", "spdxId": "a", "name": "a"},
        {"type": "Relationship", "spdxId": "r", "relationshipType": "hasDeclaredLicense", "from": "a", "to": ["s"]},
        {"type": "expandedlicensing_DisjunctiveLicenseSet", "spdxId": "s", "expandedlicensing_member": ["s", "t"]},
        {"type": "expandedlicensing_DisjunctiveLicenseSet", "spdxId": "t", "expandedlicensing_member": ["s", "s"]}]}"#;
    let fault = super::read(text).unwrap_err();
    assert!(fault.message.contains("`s` contains itself"), "{fault}");
}

/// Made by npm.
#[test]
fn package_lock_of_version_1_states_no_licenses() {
    let inventory = inventory("package-lock-v1.json");
    assert!(inventory.components.iter().all(|part| part.licenses.is_empty()));
    let labels: Vec<String> = inventory.components.iter().map(Component::label).collect();
    assert!(labels.contains(&"jszip 3.10.1".to_owned()) && labels.contains(&"is-odd 3.0.1".to_owned()));
    assert!(inventory.components.iter().any(|part| part.name == "is-odd" && part.is_development));
    let [fault] = inventory.unreadable.as_slice() else { panic!("{:?}", inventory.unreadable) };
    assert!(fault.remedy.contains("--lockfile-version 3"), "{fault}");
}

/// Made by pip 26, with less of each package.
#[test]
fn pip_inspect() {
    assert_parts(
        "pip-inspect.json",
        InventoryFormat::Pip,
        &[
            ("semantic-version 2.10.0", Some("BSD")),
            ("zipp 4.1.2", Some("MIT")),
            ("isoduration 20.11.0", Some("ISC License (ISCL)")),
            ("packaging 26.3", Some("Apache-2.0 OR BSD-2-Clause")),
            ("lark 1.3.1", Some("MIT")),
            ("annotated-types 0.8.0", Some("MIT")),
            ("uri-template 1.3.0", Some("MIT License")),
            ("pyshacl 0.40.1", Some("Apache Software License")),
            ("html5rdf 1.2.1", Some("MIT License")),
            ("h11 0.16.0", Some("MIT")),
            ("owlrl 7.6.2", Some("W3C-20150513")),
        ],
    );
}

/// What a tool for development needs is for development, unless the work needs it, too.
#[test]
fn what_only_development_needs_is_for_development() {
    let spdx = r#"{"spdxVersion": "SPDX-2.3", "documentDescribes": ["work"], "packages": [
        {"SPDXID": "work", "name": "work"}, {"SPDXID": "tool", "name": "tool"}, {"SPDXID": "both", "name": "both"},
        {"SPDXID": "inner", "name": "inner"}, {"SPDXID": "part", "name": "part"}], "relationships": [
        {"spdxElementId": "tool", "relationshipType": "DEV_DEPENDENCY_OF", "relatedSpdxElement": "work"},
        {"spdxElementId": "inner", "relationshipType": "DEPENDENCY_OF", "relatedSpdxElement": "tool"},
        {"spdxElementId": "tool", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "both"},
        {"spdxElementId": "work", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "part"},
        {"spdxElementId": "part", "relationshipType": "CONTAINS", "relatedSpdxElement": "both"},
        {"spdxElementId": "both", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "part"}]}"#;
    let cyclonedx = r#"{"bomFormat": "CycloneDX", "components": [
        {"name": "tool", "properties": [{"name": "cdx:npm:package:development", "value": "true"}]},
        {"name": "both"}, {"name": "inner", "scope": "excluded"}, {"name": "part"}]}"#;
    for text in [spdx, cyclonedx] {
        let found = super::read(text).unwrap().components;
        let names: Vec<&str> =
            found.iter().filter(|part| part.is_development).map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["tool", "inner"], "{text}");
    }
}

/// CycloneDX documents of Python state classifiers beside expressions.
#[test]
fn a_classifier_counts_if_nothing_else_is_stated() {
    let text = r#"{"bomFormat": "CycloneDX", "components": [
        {"name": "a", "licenses": [{"license": {"id": "MPL-2.0"}}, {"license": {"name": "License :: OSI Approved :: BSD License"}}]},
        {"name": "b", "licenses": [{"license": {"name": "License :: OSI Approved :: MIT License"}}]},
        {"name": "c", "licenses": [{"license": {"name": "License :: OSI Approved"}}]}]}"#;
    let stated: Vec<String> =
        super::read(text).unwrap().components.iter().map(|part| part.licenses.join(" and ")).collect();
    assert_eq!(stated, ["MPL-2.0", "MIT License", ""]);
}

/// Made by huggingface_hub.
#[test]
fn a_card_names_its_sources_without_their_licenses() {
    assert_parts(
        "model-card.md",
        InventoryFormat::HuggingFaceCard,
        &[
            ("tiny-model", Some("house-model-license")),
            ("example/base-7b", None),
            ("example/tiny-data", None),
        ],
    );
    let card = super::read("---\nlicense:\n- mit\n- cc-by-4.0\nbase_model: [a/b]\n---\n").unwrap();
    let stated: Vec<_> = card.components.iter().map(|part| part.licenses.join(" and ")).collect();
    assert_eq!(stated, ["mit and cc-by-4.0", ""]);
    assert!(super::read("---\nlicense: unknown\n---\n").unwrap().components[0].licenses.is_empty());
}

/// Made by mlcroissant.
#[test]
fn croissant() {
    let address = "https://creativecommons.org/licenses/by-sa/4.0/";
    assert_parts("croissant.json", InventoryFormat::Croissant, &[("tiny-data 1.0.0", Some(address))]);
    let text = r#"{"conformsTo": ["http://mlcommons.org/croissant/1.1"], "name": "d", "license": [
        {"@type": "sc:CreativeWork", "name": "Ours", "url": "https://example.org/ours"}, "MIT"]}"#;
    assert_eq!(super::read(text).unwrap().components[0].licenses, ["Ours", "MIT"]);
}
