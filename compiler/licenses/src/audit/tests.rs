//! Every format is recognised as itself, read as far as it goes, and refused where it is broken.

use super::formats::{Form, KNOWN, Sign};
use super::json::Glance;
use super::{Component, Inventory, InventoryFault, InventoryFormat};
use crate::find::{Expressions, SpdxIndex};

mod contexts;
mod debian;
mod languages;
mod purls;
mod refused;
mod spdx;

fn read(text: &str) -> Result<Inventory, InventoryFault> {
    Inventory::read(text.as_bytes(), &Expressions::new(&SpdxIndex::default()))
}

/// Label and stated licenses of every component, a star before what only development needs.
fn parts(text: &str) -> Vec<(String, String)> {
    let stated = |part: &Component| {
        let star = if part.is_development { "*" } else { "" };
        (format!("{star}{}", part.label()), part.licenses.join(" and "))
    };
    read(text).unwrap().components.iter().map(stated).collect()
}

#[track_caller]
fn assert_parts(text: &str, expected: &[(&str, &str)]) {
    let found = parts(text);
    let found: Vec<(&str, &str)> =
        found.iter().map(|(label, text)| (label.as_str(), text.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[track_caller]
fn refused(text: &str, line: usize, told: &str) {
    let start: String = text.chars().take(80).collect();
    match read(text) {
        Ok(inventory) => panic!("{start}: read as {:?}", inventory.format),
        Err(fault) => {
            assert_eq!(fault.line, line, "{start}: {fault}");
            assert!(fault.column > 0 && !fault.remedy.is_empty(), "{start}: {fault}");
            assert!(fault.to_string().contains(told), "{start}: {fault}");
        }
    }
}

/// A document of every form of every format, in their order.
const GOOD: &[(InventoryFormat, &[&str])] = &[
    (
        InventoryFormat::CycloneDx,
        &[
            r#"{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": "a"}]}"#,
            "<?xml version=\"1.0\"?><bom xmlns=\"http://cyclonedx.org/schema/bom/1.6\"/>",
        ],
    ),
    (
        InventoryFormat::Spdx,
        &[
            r#"{"spdxVersion": "SPDX-2.3", "packages": [{"SPDXID": "a", "name": "a"}]}"#,
            "SPDXVersion: SPDX-2.3\nPackageName: a\n",
            "@prefix s: <http://spdx.org/rdf/terms#> .\n[] a s:Package ; s:name \"a\" .\n",
            spdx::YAML,
        ],
    ),
    (
        InventoryFormat::Spdx3,
        &[r#"{"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": []}"#],
    ),
    (InventoryFormat::GitHubGraph, &[spdx::GITHUB]),
    (InventoryFormat::CargoMetadata, &[r#"{"packages": [], "workspace_members": [], "version": 1}"#]),
    (InventoryFormat::Pip, &[r#"{"version": "1", "pip_version": "26.0", "installed": []}"#]),
    (InventoryFormat::PipLicenses, &[languages::PIP_LICENSES]),
    (InventoryFormat::NpmLock, &[r#"{"name": "a", "lockfileVersion": 3, "packages": {"": {"name": "a"}}}"#]),
    (InventoryFormat::LicenseChecker, &[languages::LICENSE_CHECKER]),
    (InventoryFormat::ComposerLock, &[languages::COMPOSER_LOCK]),
    (InventoryFormat::DebianCopyright, &[debian::COPYRIGHT]),
    (
        InventoryFormat::AuditReport,
        &[
            r#"{"verdict": "allowed", "release": "data-0", "target": null, "parts": [{"name": "a", "stated": ["MIT"]}],
            "context": {"use": "combined", "ship": "binary", "modified": false, "purpose": "commercial"}, "answers": []}"#,
        ],
    ),
    (InventoryFormat::HuggingFaceCard, &["---\nlicense: mit\ntags: [a]\n---\n# A model\n"]),
    (
        InventoryFormat::Croissant,
        &[r#"{"@context": {"a": "b"}, "conformsTo": "http://mlcommons.org/croissant/1.0", "name": "d"}"#],
    ),
    (InventoryFormat::Expressions, &[]),
];

#[test]
fn every_good_document_has_the_sign_of_its_own_form_alone() {
    let formats: Vec<InventoryFormat> = GOOD.iter().map(|(format, _)| *format).collect();
    assert_eq!(formats, InventoryFormat::ALL);
    for (format, documents) in GOOD {
        assert_eq!(format.forms().len(), documents.len(), "{format:?}: a document for each form");
        for (form, text) in format.forms().iter().zip(*documents) {
            let is_json = text.starts_with(['{', '[']);
            let top = if is_json { Glance::of(text).unwrap() } else { Glance::default() };
            let has_sign = |form: &&Form| match form.sign {
                Sign::Json(is) => is_json && is(&top),
                Sign::Text(is) => !is_json && is(text),
            };
            let forms: Vec<&Form> =
                InventoryFormat::ALL.iter().flat_map(|format| format.forms()).filter(has_sign).collect();
            assert!(matches!(forms.as_slice(), [own] if std::ptr::eq(*own, form)), "{format:?}: {text}");
            let read = Inventory::read_earlier(text.as_bytes(), &Expressions::new(&SpdxIndex::default()));
            assert_eq!(read.unwrap().format, *format, "{text}");
        }
    }
    assert_eq!(read("MIT\nspdx: ISC\n").unwrap().format, InventoryFormat::Expressions);
}

#[test]
fn the_list_of_formats_has_all_of_them() {
    for format in InventoryFormat::ALL {
        assert!(KNOWN.contains(format.listed()) && !format.name().is_empty(), "{format:?}");
    }
}

/// Cut at any place: read or refused with a place and a remedy, and JSON refused.
#[test]
fn no_cut_document_causes_a_panic() {
    for text in GOOD.iter().flat_map(|(_, documents)| *documents) {
        for (end, cut) in (0..text.len()).filter_map(|end| Some((end, text.get(..end)?))) {
            match read(cut) {
                Ok(inventory) => assert!(!text.starts_with(['{', '[']), "{end} of {text}: {inventory:?}"),
                Err(fault) => assert!(fault.line > 0 && !fault.remedy.is_empty(), "{fault}"),
            }
        }
    }
}

#[test]
fn deep_documents_are_refused() {
    for (before, inside) in [
        ("{\"packages-dev\": [], \"packages\": ", "["),
        ("{\"a@1\": {\"licenses\": ", "["),
        ("{\"sbom\": ", "{\"sbom\": "),
        ("[", "{\"License\": "),
        ("{\"name\": \"a\", \"dependencies\": ", "{\"a\": "),
    ] {
        refused(&format!("{before}{}", inside.repeat(100_000)), 1, "no JSON");
    }
    let packages = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    refused(&format!("{{\"packages-dev\": [], \"packages\": {packages}}}"), 1, "shape");
    refused(&format!("{{\"a@1\": {{\"licenses\": {packages}}}}}"), 1, "shape");
    refused(&format!("spdxVersion: SPDX-2.3\npackages: {packages}\n"), 2, "YAML");
    let nested: String = (0..1000).fold(String::new(), |text, depth| text + &" ".repeat(depth) + "a:\n");
    assert!(read(&format!("spdxVersion: SPDX-2.3\n{nested}")).is_err());
}

#[test]
fn more_elements_than_an_inventory_may_have_are_refused() {
    let many = |head: &str, element: &str, tail: &str| format!("{head}{}{tail}", element.repeat(300_000));
    for text in [
        many("{\"packages-dev\": [], \"packages\": [", "{\"name\": \"a\"},", "{\"name\": \"a\"}]}"),
        many("{\"packages\": [], \"packages-dev\": [", "{\"name\": \"a\"},", "{\"name\": \"a\"}]}"),
        many("{\"lockfileVersion\": 3, \"packages\": {", "\"node_modules/a\": {},", "\"\": {}}}"),
        many("[", "{\"Name\":\"a\",\"Version\":\"1\",\"License\":\"MIT\"},", "{\"Name\": \"a\"}]"),
        many("{\"a@1\": {\"licenses\": [", "\"MIT\",", "\"MIT\"]}}"),
        many(
            "{\"sbom\": {\"spdxVersion\": \"SPDX-2.3\", \"packages\": [",
            "{\"SPDXID\":\"a\",\"name\":\"a\"},",
            "{}]}}",
        ),
        many("spdxVersion: SPDX-2.3\npackages:\n", "- {SPDXID: a, name: a}\n", ""),
        many("Format: http://a.example/copyright-format/1.0/\n\n", "Files: *\nLicense: ISC\n\n", ""),
    ] {
        let fault = read(&text).unwrap_err();
        assert!(fault.message.contains("too large") || fault.message.contains("budget"), "{fault}");
        assert!(fault.remedy.contains("split the document"), "{fault}");
    }
}
