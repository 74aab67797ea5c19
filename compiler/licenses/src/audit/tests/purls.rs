//! Package URLs are read wherever a format has them, and patterns of them match what they say.

use super::super::purl::{matches, purl};
use super::read;

#[track_caller]
fn assert_purls(text: &str, expected: &[Option<&str>]) {
    let inventory = read(text).unwrap();
    let found: Vec<Option<&str>> = inventory.components.iter().map(|part| part.purl.as_deref()).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn of_cyclonedx() {
    assert_purls(
        r#"{"bomFormat": "CycloneDX", "components": [
            {"name": "a", "purl": "pkg:npm/a@1"}, {"name": "b"}, {"name": "c", "purl": 7},
            {"name": "d", "purl": "npm/d"}, {"name": "e", "purl": null}]}"#,
        &[Some("pkg:npm/a@1"), None, None, None, None],
    );
    assert_purls(
        "<bom xmlns=\"http://cyclonedx.org/schema/bom/1.6\"><components><component><name>a</name>\
         <purl>pkg:npm/a@1</purl></component></components></bom>",
        &[Some("pkg:npm/a@1")],
    );
}

#[test]
fn of_spdx_2() {
    assert_purls(
        r#"{"spdxVersion": "SPDX-2.3", "packages": [
            {"SPDXID": "a", "name": "a", "externalRefs": [
                {"referenceCategory": "SECURITY", "referenceType": "cpe23Type", "referenceLocator": "cpe:a"},
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                 "referenceLocator": "pkg:npm/a@1"},
                {"referenceType": "http://spdx.org/rdf/references/purl", "referenceLocator": "pkg:npm/b"}]},
            {"SPDXID": "b", "name": "b", "externalRefs": [{"referenceType": "purl"}, 3, ["x"], null]}]}"#,
        &[Some("pkg:npm/a@1"), None],
    );
    assert_purls(
        "SPDXVersion: SPDX-2.3\nPackageName: a\nExternalRef: SECURITY cpe23Type cpe:a\n\
         ExternalRef: PACKAGE-MANAGER purl pkg:npm/a@1\nPackageName: b\n",
        &[Some("pkg:npm/a@1"), None],
    );
    assert_purls(
        "@prefix s: <http://spdx.org/rdf/terms#> .\n[] a s:Package ; s:name \"a\" ; s:externalRef [\n\
         s:referenceType <http://spdx.org/rdf/references/purl> ; s:referenceLocator \"pkg:npm/a@1\" ] .\n",
        &[Some("pkg:npm/a@1")],
    );
}

#[test]
fn of_spdx_3() {
    assert_purls(
        r#"{"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": [
            {"type": "software_Package", "spdxId": "a", "name": "a", "software_packageUrl": "pkg:npm/a@1"},
            {"type": "software_Package", "spdxId": "b", "name": "b", "externalIdentifier": ["_:x",
                {"type": "ExternalIdentifier", "externalIdentifierType": "packageUrl",
                 "identifier": "pkg:npm/b"}]},
            {"type": "software_Package", "spdxId": "c", "name": "c", "externalIdentifier": "_:x"}]}"#,
        &[Some("pkg:npm/a@1"), Some("pkg:npm/b"), None],
    );
}

#[test]
fn patterns() {
    let url = "pkg:npm/left-pad@1.3.0";
    for pattern in
        ["pkg:npm/left-pad@*", "*", url, "pkg:*@1.3.0", "pkg:*/*@*", "**", "pkg:npm/left-pad@1.3.0*"]
    {
        assert!(matches(pattern, url), "{pattern}");
    }
    for pattern in
        ["pkg:npm/left-pad", "pkg:npm/left-pad@", "", "pkg:pypi/*", "*@1.3", "pkg:npm/left-pad@1.3.0?*"]
    {
        assert!(!matches(pattern, url), "{pattern}");
    }
    // Neither end takes a character twice.
    assert!(!matches("ab*ba", "aba") && matches("ab*ba", "abba") && !matches("a*a*a", "aa"));
    let (pattern, text) = ("a*".repeat(1000) + "b", "a".repeat(2000));
    assert!(!matches(&pattern, &text));
}

#[test]
fn a_long_text_is_no_package_url() {
    assert_eq!(purl(&format!("pkg:npm/{}", "a".repeat(3000))), None);
    assert_eq!(purl(" PKG:npm/a\u{202e} ").as_deref(), Some("PKG:npm/a "));
}
