use super::{assert_parts, read, refused};
use crate::audit::InventoryFormat;

/// Its members are sorted, so that the version comes last.
pub(super) const YAML: &str = "---
SPDXID: SPDXRef-DOCUMENT
documentDescribes: [SPDXRef-work]
hasExtractedLicensingInfos:
- licenseId: LicenseRef-1
  name: Own License
  extractedText: |
    Files: none
    License: MIT
packages:
- {SPDXID: SPDXRef-work, name: work}
- SPDXID: SPDXRef-a
  name: a
  versionInfo: 1.10
  licenseConcluded: NOASSERTION
  licenseDeclared: MIT OR Apache-2.0
- SPDXID: SPDXRef-b
  name: \"b\"
  versionInfo: ~
  licenseConcluded: NONE
- SPDXID: SPDXRef-c
  name: c
  licenseConcluded: LicenseRef-1
relationships:
- {spdxElementId: SPDXRef-c, relationshipType: DEV_DEPENDENCY_OF, relatedSpdxElement: SPDXRef-work}
spdxVersion: SPDX-2.3
";

pub(super) const GITHUB: &str = r#"{"sbom": {"SPDXID": "SPDXRef-DOCUMENT", "spdxVersion": "SPDX-2.3",
    "creationInfo": {"creators": ["Tool: GitHub.com-Dependency-Graph"], "created": "2026-11-20T09:00:00Z"},
    "name": "com.github.example/work", "dataLicense": "CC0-1.0",
    "packages": [
        {"SPDXID": "SPDXRef-work", "name": "com.github.example/work", "versionInfo": "main", "licenseDeclared": "MIT"},
        {"SPDXID": "SPDXRef-npm-a", "name": "a", "versionInfo": "1.0.0", "licenseConcluded": "ISC"},
        {"SPDXID": "SPDXRef-npm-b", "name": "b", "versionInfo": ""}],
    "relationships": [
        {"relationshipType": "DEPENDS_ON", "spdxElementId": "SPDXRef-work", "relatedSpdxElement": "SPDXRef-npm-a"},
        {"relationshipType": "DESCRIBES", "spdxElementId": "SPDXRef-DOCUMENT", "relatedSpdxElement": "SPDXRef-work"}]}}"#;

#[test]
fn yaml() {
    let expected = [("a 1.10", "MIT OR Apache-2.0"), ("b", ""), ("*c", "LicenseRef-1")];
    assert_parts(YAML, &expected);
    assert_eq!(read(YAML).unwrap().described.of("LicenseRef-1"), ["Own License"]);
    let without_marks =
        YAML.trim_start_matches("---\n").replace("spdxVersion: SPDX-2.3", "\"spdxVersion\" : 'SPDX-2.3'");
    assert_parts(&without_marks, &expected);
    let ends = format!("# A comment\n\n{}...\n", YAML.trim_start_matches("---\n"));
    assert_parts(&ends, &expected);
    assert_parts("spdxVersion: SPDX-2.2\npackages: []\n", &[]);
    assert_parts("spdxVersion: SPDX-2.2\n", &[]);
}

#[test]
fn broken_yaml_is_refused_with_its_place() {
    refused("spdxVersion: SPDX-2.3\npackages:\n- name: a\n", 3, "missing field");
    refused("spdxVersion: SPDX-2.3\npackages: MIT\n", 2, "no YAML");
    refused("spdxVersion: SPDX-2.3\npackages:\n- {SPDXID: a, name: [a]}\n", 3, "no YAML");
    refused("spdxVersion: SPDX-2.3\npackages: [{SPDXID: a, name: a\n", 2, "no YAML");
    refused("a: &a [MIT, MIT]\nspdxVersion: SPDX-2.3\npackages: *b\n", 3, "no YAML");
    refused("spdxVersion: SPDX-3.0\nname: a\n", 1, "export it as SPDX 2.3");
    let twice = format!("{YAML}{YAML}");
    assert!(read(&twice).is_err());
}

/// An anchor that stands for ever more.
#[test]
fn aliases_do_not_multiply() {
    let levels: String = (1..30).fold("a0: &a0 [x, x]\n".to_owned(), |text, level| {
        let before = level - 1;
        text + &format!("a{level}: &a{level} [*a{before}, *a{before}, *a{before}, *a{before}]\n")
    });
    assert!(read(&format!("{levels}spdxVersion: SPDX-2.3\npackages: *a29\n")).is_err());
}

/// A list of expressions, a card and prose may name the version, too.
#[test]
fn what_only_mentions_spdx_is_no_spdx_document() {
    for text in ["spdxVersion: MIT\n", "a: MIT\n  spdxVersion: SPDX-2.3\n"] {
        assert!(read(text).is_ok_and(|it| it.format == InventoryFormat::Expressions), "{text}");
    }
    let card = "---\nlicense: mit\n---\nspdxVersion: SPDX-2.3\n";
    assert_eq!(read(card).unwrap().format, InventoryFormat::HuggingFaceCard);
}

#[test]
fn github() {
    assert_parts(GITHUB, &[("a 1.0.0", "ISC"), ("b", "")]);
    refused(&GITHUB.replace("SPDX-2.3", "SPDX-3.0"), 1, "export it as SPDX 2.3");
    refused("{\"sbom\": {\"spdxVersion\": \"SPDX-2.3\",\n\"packages\": {}}}", 2, "shape");
    refused("{\"sbom\": {\"spdxVersion\": \"SPDX-2.3\", \"packages\": [{\"name\": \"a\"}]}}", 1, "SPDXID");
    refused("{\"sbom\": {}}", 1, "none of the known formats");
    refused("{\"sbom\": \"spdxVersion\"}", 1, "none of the known formats");
    assert_parts("{\"sbom\": {\"spdxVersion\": \"SPDX-2.3\", \"packages\": []}}", &[]);
}
