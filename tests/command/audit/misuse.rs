//! Ways to be green by accident: each ends with exit code 1 or 2, and says so in its first line.

use std::fs;

use super::command::run;

/// A document, options, and what the audit says first.
type Row = (&'static str, &'static [&'static str], &'static str);

const MIT: &[&str] = &["--target", "MIT"];

const ROWS: &[Row] = &[
    // Nothing was read.
    ("", MIT, "error: "),
    ("\n\n", MIT, "error: "),
    ("# a comment\n", MIT, "error: "),
    (r#"{"bomFormat": "CycloneDX", "components": []}"#, MIT, "Not determined: the inventory has no parts"),
    (r#"{"bomFormat": "CycloneDX"}"#, &[], "Not determined: the inventory has no parts"),
    (r#"{"bomFormat": "CycloneDX"}"#, &["--unknown", "allow"], "Not determined: the inventory has no parts"),
    (r#"{"spdxVersion": "SPDX-2.3", "packages": []}"#, MIT, "Not determined: the inventory has no parts"),
    ("SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\n", MIT, "Not determined: the inventory has no parts"),
    (r#"{"lockfileVersion": 3, "packages": {"": {"name": "x"}}}"#, MIT, "Not determined: the inventory"),
    (
        r#"{"lockfileVersion": 3, "packages": {"node_modules/a": {"version": "1", "license": "MIT", "dev": true}}}"#,
        MIT,
        "Not determined: the inventory has no parts",
    ),
    (
        r#"{"spdxVersion": "SPDX-2.3", "documentDescribes": ["SPDXRef-1"],
           "packages": [{"SPDXID": "SPDXRef-1", "name": "the work", "licenseDeclared": "MIT"}]}"#,
        MIT,
        "Not determined: the inventory has no parts",
    ),
    ("{}", MIT, "error: "),
    ("[]", MIT, "error: "),
    // Two packages have one identifier, of which one is the work.
    (
        r#"{"spdxVersion": "SPDX-2.3", "documentDescribes": ["SPDXRef-1"],
           "packages": [{"SPDXID": "SPDXRef-1", "name": "the work", "licenseDeclared": "MIT"},
                        {"SPDXID": "SPDXRef-1", "name": "a", "licenseDeclared": "GPL-3.0-only"},
                        {"SPDXID": "SPDXRef-2", "name": "b", "licenseDeclared": "MIT"}]}"#,
        MIT,
        "error: ",
    ),
    // The name of a field is misspelled; a license goes on in the next line.
    (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: a\nLicense: Expat\n\n\
         File: x\nCopyright: b\nLicense: GPL-3\n",
        MIT,
        "error: ",
    ),
    (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: a\nLicense: Expat\n \
         and GPL-3\n",
        MIT,
        "Not allowed: 1 part under MIT",
    ),
    // No license is stated.
    ("a: MIT\nb: NONE\n", MIT, "Not determined: 1 of 2 parts (1 unknown) under MIT"),
    ("a: MIT\nb: NOASSERTION\n", MIT, "Not determined: 1 of 2 parts (1 unknown) under MIT"),
    ("a: NONE\nb: none\n", &[], "Not determined: 2 of 2 parts (2 unknown)"),
    ("a: UNLICENSED\n", MIT, "Not determined: 1 of 1 part (1 unknown) under MIT"),
    (
        "a: proprietary\n",
        &["--target", "proprietary"],
        "Not determined: 1 of 1 part (1 unknown) under closed source",
    ),
    (
        r#"{"bomFormat": "CycloneDX", "components": [{"name": "a"}, {"name": "b", "licenses": []}]}"#,
        MIT,
        "Not determined: 2 of 2 parts (2 unknown) under MIT",
    ),
    (
        r#"{"lockfileVersion": 3, "packages": {"node_modules/a": {"version": "1", "license": "SEE LICENSE IN LICENSE"}}}"#,
        MIT,
        "Not determined: 1 of 1 part (1 unknown) under MIT",
    ),
    (
        r#"{"spdxVersion": "SPDX-2.3", "packages": [{"SPDXID": "SPDXRef-1", "name": "a", "licenseConcluded": "NOASSERTION",
           "licenseDeclared": "NOASSERTION"}]}"#,
        MIT,
        "Not determined: 1 of 1 part (1 unknown) under MIT",
    ),
    // A name that says too little.
    ("---\nlicense: other\n---\n", MIT, "Not determined: 1 of 1 part (1 unknown) under MIT"),
    ("---\nlicense: gpl\n---\n", MIT, "Not determined: 1 of 1 part (1 unknown) under MIT"),
    ("---\nlicense: bsd\n---\n", MIT, "Not determined: 1 of 1 part (1 unknown) under MIT"),
    (
        "---\nlicense: mit\nbase_model: org/base\n---\n",
        MIT,
        "Not determined: 1 of 2 parts (1 unknown) under MIT",
    ),
    (
        r#"{"bomFormat": "CycloneDX", "components": [{"name": "a", "licenses": [{"license": {"name": "BSD"}}]}]}"#,
        MIT,
        "Not determined: 1 of 1 part (1 unknown) under MIT",
    ),
    ("a: LicenseRef-vendor OR LicenseRef-other\n", MIT, "Not determined: 1 of 1 part (1 unknown) under MIT"),
    ("a: MIT AND LicenseRef-vendor\n", MIT, "Not determined: 1 of 1 part (1 unknown) under MIT"),
    // Nobody has compared the record with the text.
    (
        "a: OpenSupremeCourtLicence\n",
        &["--target", "OpenSupremeCourtLicence", "--purpose", "noncommercial"],
        "Not determined: 1 of 1 part (1 not compared with the text",
    ),
    ("a: any-OSI\n", &[], "Not determined: 1 of 1 part (1 "),
    // Only the asker knows.
    (
        "a: BUSL-1.1\n",
        &["--target", "proprietary", "--ship", "service"],
        "Not determined: 1 of 1 part (1 with limits on use)",
    ),
    (
        "a: Elastic-2.0\n",
        &["--target", "MIT", "--ship", "service"],
        "Not determined: 1 of 1 part (1 with limits on use)",
    ),
    (
        "a: PolyForm-Noncommercial-1.0.0\n",
        &["--ship", "internal"],
        "Not allowed: 1 part: 1 license not for this purpose",
    ),
    // Files, and not packages, state the licenses.
    (
        "SPDXVersion: SPDX-2.3\nFileName: ./a.c\nSPDXID: SPDXRef-1\nLicenseConcluded: NOASSERTION\nLicenseInfoInFile: MIT\n\
         FileName: ./b.c\nSPDXID: SPDXRef-2\nLicenseConcluded: NOASSERTION\nLicenseInfoInFile: GPL-3.0-only\n",
        MIT,
        "Not allowed: 2 parts under MIT: 1 license not allowed",
    ),
    (
        r#"{"spdxVersion": "SPDX-2.3", "files": [{"SPDXID": "SPDXRef-1", "fileName": "./a.c", "licenseInfoInFiles": ["GPL-3.0-only"]}]}"#,
        MIT,
        "Not allowed: 1 part under MIT: 1 license not allowed",
    ),
    (
        r#"{"spdxVersion": "SPDX-2.3", "packages": [{"SPDXID": "SPDXRef-0", "name": "p", "licenseDeclared": "MIT", "hasFiles": ["SPDXRef-1"]}],
           "files": [{"SPDXID": "SPDXRef-1", "fileName": "./a.c", "licenseInfoInFiles": ["GPL-3.0-only"]}]}"#,
        MIT,
        "Not allowed: 2 parts under MIT: 1 license not allowed",
    ),
    (
        r#"{"spdxVersion": "SPDX-2.3", "files": [{"SPDXID": "SPDXRef-1", "fileName": "./a.c", "licenseInfoInFiles": ["NONE"]}]}"#,
        MIT,
        "Not determined: 1 of 1 part (1 unknown) under MIT",
    ),
    (
        r#"{"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": [
           {"type": "software_File", "spdxId": "https://x.example/a", "name": "a.c"},
           {"type": "simplelicensing_LicenseExpression", "spdxId": "https://x.example/l", "simplelicensing_licenseExpression": "GPL-3.0-only"},
           {"type": "Relationship", "spdxId": "https://x.example/r", "from": "https://x.example/a", "to": ["https://x.example/l"],
            "relationshipType": "hasDeclaredLicense"}]}"#,
        MIT,
        "Not allowed: 1 part under MIT: 1 license not allowed",
    ),
    (
        r#"{"spdxVersion": "SPDX-2.3", "packages": [{"SPDXID": "SPDXRef-0", "name": "p", "licenseConcluded": "MIT", "hasFiles": ["SPDXRef-1"]}],
           "files": [{"SPDXID": "SPDXRef-1", "fileName": "./a.c", "licenseConcluded": "AGPL-3.0-only"}]}"#,
        MIT,
        "Not allowed: 2 parts under MIT: 1 license not allowed",
    ),
    // Words in parentheses that change a name.
    (
        r#"{"bomFormat": "CycloneDX", "components": [{"name": "a", "licenses": [{"license": {"name": "MIT License (with Commons Clause)"}}]},
           {"name": "b", "licenses": [{"license": {"name": "MIT (GPL)"}}]}]}"#,
        MIT,
        "Not determined: 2 of 2 parts (2 unknown) under MIT",
    ),
    // Parts of the main component, licenses without a name, packages outside of the project.
    (
        r#"{"bomFormat": "CycloneDX", "metadata": {"component": {"name": "w", "components": [{"name": "a", "licenses": [{"license": {"id": "GPL-3.0-only"}}]}]}}}"#,
        MIT,
        "Not allowed: 1 part under MIT: 1 license not allowed",
    ),
    (
        r#"{"bomFormat": "CycloneDX", "components": [{"name": "a", "licenses": [{"license": {"id": "MIT"}}, {"license": {}}]}]}"#,
        MIT,
        "Not determined: 1 of 1 part (1 unknown) under MIT",
    ),
    (
        r#"{"lockfileVersion": 3, "packages": {"": {}, "../shared": {"version": "1", "license": "GPL-3.0-only"},
           "node_modules/shared": {"resolved": "../shared", "link": true}}}"#,
        MIT,
        "Not allowed: 1 part under MIT: 1 license not allowed",
    ),
    // Development and the work need the same part.
    (
        r#"{"spdxVersion": "SPDX-2.3", "packages": [{"SPDXID": "SPDXRef-m", "name": "m", "licenseConcluded": "MIT"},
           {"SPDXID": "SPDXRef-g", "name": "g", "licenseConcluded": "GPL-3.0-only"}], "relationships": [
           {"spdxElementId": "SPDXRef-g", "relationshipType": "DEV_DEPENDENCY_OF", "relatedSpdxElement": "SPDXRef-m"},
           {"spdxElementId": "SPDXRef-m", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "SPDXRef-g"}]}"#,
        MIT,
        "Not allowed: 2 parts under MIT: 1 license not allowed",
    ),
    (
        r#"{"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": [
           {"type": "software_Package", "spdxId": "https://x.example/p", "name": "p"},
           {"type": "software_File", "spdxId": "https://x.example/a", "name": "a.c"},
           {"type": "simplelicensing_LicenseExpression", "spdxId": "https://x.example/m", "simplelicensing_licenseExpression": "MIT"},
           {"type": "simplelicensing_LicenseExpression", "spdxId": "https://x.example/l", "simplelicensing_licenseExpression": "AGPL-3.0-only"},
           {"type": "Relationship", "spdxId": "https://x.example/1", "from": "https://x.example/p", "to": ["https://x.example/m"],
            "relationshipType": "hasConcludedLicense"},
           {"type": "Relationship", "spdxId": "https://x.example/2", "from": "https://x.example/a", "to": ["https://x.example/l"],
            "relationshipType": "hasConcludedLicense"},
           {"type": "Relationship", "spdxId": "https://x.example/3", "from": "https://x.example/p", "to": ["https://x.example/a"],
            "relationshipType": "contains"}]}"#,
        MIT,
        "Not allowed: 2 parts under MIT: 1 license not allowed",
    ),
    // Lines that cannot be read, and formats that state no licenses.
    ("a: MIT\nb: MIT OR\n", MIT, "Not determined: 1 part under MIT; 1 fault in the inventory"),
    ("requests==2.31.0\n", MIT, "error: "),
    // Parts that no work can contain together.
    ("a: GPL-2.0-only\nb: CC-BY-SA-4.0\n", &["--unknown", "allow"], "Not allowed: 2 parts"),
];

#[test]
fn no_way_to_be_green_by_accident_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("document");
    assert!(ROWS.len() >= 40, "{}", ROWS.len());
    let mut wrong = Vec::new();
    for (document, options, told) in ROWS {
        fs::write(&file, document).unwrap();
        let output = run(&file, options);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let code = output.status.code().unwrap();
        let first = text.lines().next().unwrap_or_default();
        if !(1..=2).contains(&code) || !first.starts_with(told) {
            wrong.push(format!("{document}\n{options:?}: {code}, {first}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
