//! What the command reads from strangers: processor time grows with the input and no faster.

use std::ffi::OsStr;
use std::fmt::Write;
use std::process::Stdio;
use std::time::Duration;
use std::{fs, io};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use serde_json::{Value, json};

use super::processor_time;
use crate::copy::copy;
use crate::server::{BINARY, command, data};

/// An input with a number of parts, each under a license of its own that nobody knows.
type Written = fn(usize) -> String;

/// Every form of inventory, by the name of its file.
const FORMS: [(&str, Written); 17] = [
    ("parts.txt", |parts| lines(parts, |n| format!("part-{n}: x{n} OR y{n}"))),
    ("package-lock.json", |parts| {
        let packages = (0..parts)
            .map(|n| (format!("node_modules/p{n}"), json!({"version": "1.0.0", "license": license(n)})));
        json!({"name": "shop", "lockfileVersion": 3, "packages": packages.collect::<serde_json::Map<_, _>>()})
            .to_string()
    }),
    ("cargo-metadata.json", |parts| {
        let packages: Vec<Value> = (0..parts)
            .map(|n| json!({"name": format!("p{n}"), "version": "1.0.0", "id": format!("p{n}"), "license": license(n), "dependencies": []}))
            .collect();
        let needed: Vec<Value> = (1..parts)
            .map(|n| json!({"name": format!("p{n}"), "pkg": format!("p{n}"), "dep_kinds": [{"kind": null, "target": null}]}))
            .collect();
        let mut nodes = vec![json!({"id": "p0", "deps": needed, "dependencies": []})];
        nodes.extend((1..parts).map(|n| json!({"id": format!("p{n}"), "deps": [], "dependencies": []})));
        json!({"packages": packages, "workspace_members": ["p0"], "resolve": {"nodes": nodes, "root": "p0"}, "version": 1}).to_string()
    }),
    ("pip-inspect.json", |parts| {
        let installed: Vec<Value> = (0..parts)
            .map(|n| json!({"metadata": {"metadata_version": "2.1", "name": format!("p{n}"), "version": "1", "license": license(n)}}))
            .collect();
        json!({"version": "1", "pip_version": "26.3", "installed": installed}).to_string()
    }),
    ("sbom.cdx.json", |parts| {
        let components: Vec<Value> = (0..parts)
            .map(|n| json!({"type": "library", "name": format!("p{n}"), "version": "1", "bom-ref": format!("p{n}"), "licenses": [{"expression": license(n)}]}))
            .collect();
        json!({"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": components})
            .to_string()
    }),
    ("sbom.cdx.xml", |parts| {
        let components = lines(parts, |n| {
            format!(
                "<component type=\"library\"><name>p{n}</name><version>1</version><licenses><expression>{}</expression></licenses></component>",
                license(n)
            )
        });
        format!(
            "<?xml version=\"1.0\"?><bom xmlns=\"http://cyclonedx.org/schema/bom/1.6\" version=\"1\"><components>{components}</components></bom>"
        )
    }),
    ("sbom.spdx", |parts| {
        let packages = lines(parts, |n| {
            format!(
                "PackageName: p{n}\nSPDXID: SPDXRef-{n}\nPackageVersion: 1\nPackageDownloadLocation: NOASSERTION\nPackageLicenseDeclared: {}\n",
                license(n)
            )
        });
        format!(
            "SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: d\n\n{packages}"
        )
    }),
    ("sbom.spdx.json", |parts| {
        let packages: Vec<Value> = (0..parts)
            .map(|n| json!({"SPDXID": format!("SPDXRef-{n}"), "name": format!("p{n}"), "downloadLocation": "NOASSERTION", "licenseDeclared": license(n)}))
            .collect();
        json!({"spdxVersion": "SPDX-2.3", "SPDXID": "SPDXRef-DOCUMENT", "name": "d", "packages": packages})
            .to_string()
    }),
    ("sbom.spdx.rdf", |parts| {
        let packages = lines(parts, |n| {
            format!(
                "<spdx:Package rdf:about=\"https://example.org/a#SPDXRef-{n}\"><spdx:name>p{n}</spdx:name><spdx:licenseDeclared rdf:resource=\"http://spdx.org/licenses/x{n}\"/></spdx:Package>"
            )
        });
        format!(
            "<?xml version=\"1.0\"?><rdf:RDF xmlns:spdx=\"http://spdx.org/rdf/terms#\" xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">{packages}</rdf:RDF>"
        )
    }),
    ("sbom.spdx3.json", |parts| {
        let mut graph = vec![
            json!({"type": "CreationInfo", "@id": "_:c", "specVersion": "3.0.1", "created": "2026-11-20T09:00:00Z"}),
        ];
        for n in 0..parts {
            let (package, expression) =
                (format!("https://example.org/p{n}"), format!("https://example.org/l{n}"));
            graph.push(json!({"type": "software_Package", "spdxId": package, "name": format!("p{n}"), "creationInfo": "_:c"}));
            graph.push(json!({"type": "simplelicensing_LicenseExpression", "spdxId": expression, "simplelicensing_licenseExpression": license(n), "creationInfo": "_:c"}));
            graph.push(json!({"type": "Relationship", "spdxId": format!("https://example.org/r{n}"), "relationshipType": "hasDeclaredLicense", "from": package, "to": [expression], "creationInfo": "_:c"}));
        }
        json!({"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": graph}).to_string()
    }),
    ("composer.lock", |parts| {
        let packages: Vec<Value> = (0..parts)
            .map(|n| json!({"name": format!("v/p{n}"), "version": "1", "license": [format!("x{n}"), format!("y{n}")]}))
            .collect();
        json!({"content-hash": "0", "packages": packages, "packages-dev": []}).to_string()
    }),
    ("pip-licenses.json", |parts| {
        let packages: Vec<Value> = (0..parts)
            .map(|n| json!({"License": format!("x{n}"), "Name": format!("p{n}"), "Version": "1"}))
            .collect();
        Value::from(packages).to_string()
    }),
    ("license-checker.json", |parts| {
        let packages: serde_json::Map<String, Value> = (0..parts)
            .map(|n| {
                (
                    format!("p{n}@1.0.0"),
                    json!({"licenses": format!("x{n}"), "repository": "https://example.org"}),
                )
            })
            .collect();
        Value::from(packages).to_string()
    }),
    ("debian-copyright", |parts| {
        let paragraphs = lines(parts, |n| format!("Files: p{n}/*\nCopyright: 2026 Ada\nLicense: x{n}\n"));
        format!("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n{paragraphs}")
    }),
    ("sbom.spdx.yaml", |parts| {
        let packages = lines(parts, |n| {
            format!(
                "- SPDXID: SPDXRef-{n}\n  name: p{n}\n  downloadLocation: NOASSERTION\n  licenseDeclared: {}",
                license(n)
            )
        });
        format!("spdxVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT\nname: d\npackages:\n{packages}")
    }),
    ("model-card.md", |parts| {
        let tags = lines(parts, |n| format!("- tag-{n}"));
        format!("---\nlicense: other\nlicense_name: house\nmodel_name: tiny\ntags:\n{tags}---\n\n# tiny\n")
    }),
    ("croissant.json", |parts| {
        let licenses: Vec<String> = (0..parts).map(|n| format!("https://example.org/license/{n}")).collect();
        json!({"@context": {"@vocab": "https://schema.org/"}, "@type": "sc:Dataset", "conformsTo": "http://mlcommons.org/croissant/1.0", "name": "d", "license": licenses}).to_string()
    }),
];

fn lines(number: usize, line: impl Fn(usize) -> String) -> String {
    (0..number).fold(String::new(), |mut text, n| {
        writeln!(text, "{}", line(n)).unwrap();
        text
    })
}

fn license(number: usize) -> String {
    format!("x{number} OR y{number}")
}

/// Four times the input takes at most this many times the time, beside what starting takes.
const GROWTH: u32 = 8;

#[test]
fn every_inventory_is_read_in_time_that_grows_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let audit = |name: &str, parts: usize, write: Written| {
        let file = folder.path().join(name);
        fs::write(&file, write(parts)).unwrap();
        let (time, told) = run(&["audit".as_ref(), file.as_os_str(), "--target".as_ref(), "MIT".as_ref()]);
        assert!(parts == 1 || !told.contains("no parts"), "{name}: {told}");
        time
    };
    for (name, write) in FORMS {
        let (start, few, many) =
            (audit(name, 1, write), audit(name, 2_000, write), audit(name, 8_000, write));
        grows(name, start, few, many);
    }
}

#[test]
fn a_record_is_checked_in_time_that_grows_with_it() {
    let folder = tempfile::tempdir().unwrap();
    copy(&data().join("../tests/fixtures/small"), folder.path());
    let record = folder.path().join("licenses/CC-BY-4.0.ttl");
    let text = fs::read_to_string(&record).unwrap();
    let check = |rules: usize| {
        let nodes = lines(rules, |n| {
            format!("    odrl:prohibition [ a odrl:Prohibition ; odrl:action svc:act{n} ] ;")
        });
        fs::write(&record, text.replacen("a odrl:Set ;\n", &format!("a odrl:Set ;\n{nodes}"), 1)).unwrap();
        let (time, told) = run(&["check".as_ref(), "--data".as_ref(), folder.path().as_os_str()]);
        assert!(told.contains(&format!("svc:act{}`", rules - 1)), "not every rule was looked at");
        time
    };
    let (start, few, many) = (check(1), check(500), check(2_000));
    grows("check", start, few, many);
}

#[track_caller]
fn grows(what: &str, start: Duration, few: Duration, many: Duration) {
    println!("{what}: {start:?} for one, {few:?} for some, {many:?} for four times as many");
    // What is too short to measure is no growth.
    let few = few.saturating_sub(start).max(Duration::from_millis(100));
    assert!(many.saturating_sub(start) <= few * GROWTH, "{what}: {many:?} after {few:?}");
}

/// The processor time of a run that ends with findings, and what it tells.
fn run(arguments: &[&OsStr]) -> (Duration, String) {
    let mut child =
        command(BINARY).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let told = io::read_to_string(child.stdout.take().unwrap()).unwrap();
    // Its own time, as long as it is not waited for: other tests start processes too.
    waitid(WaitId::Pid(Pid::from_child(&child)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).unwrap();
    let time = processor_time(&child.id().to_string());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(1), "{arguments:?}: {}", told.lines().next().unwrap_or_default());
    (time, told)
}
