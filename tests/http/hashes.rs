//! spec:canonical-form#hash: one content hash for every form of a version.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use muniment_rdf::{Syntax, canonicalize, read};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::counts::count;
use crate::server::{data, server};
use crate::walk::{self, models, versions};

/// `sha256:` and 64 hex digits.
pub(crate) fn sha256(bytes: impl AsRef<[u8]>) -> String {
    let digits: Vec<String> = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{}", digits.concat())
}

#[test]
fn n_triples_of_every_version_hash_to_its_content_hash() {
    for (_, version) in versions() {
        assert_eq!(sha256(&version.forms["nt"].body), version.text("content_hash"), "{}", version.path);
    }
}

#[test]
fn the_manifest_names_the_version_and_hash_of_every_model() {
    for model in models() {
        for field in ["version", "content_hash", "date"] {
            assert_eq!(model.entry[field], model.latest().object[field], "{}: {field}", model.path);
        }
        if model.kind != "vocabulary" {
            assert_eq!(model.entry["status"], model.latest().object["status"], "{}", model.path);
        }
    }
}

#[test]
fn turtle_json_ld_and_rdf_xml_of_every_version_have_its_content_hash() {
    for (_, version) in versions() {
        for (form, syntax) in
            [("ttl", Syntax::Turtle), ("jsonld", Syntax::JsonLd), ("rdfxml", Syntax::RdfXml)]
        {
            let asked = &version.forms[form].asked;
            let graph =
                read(syntax, &version.forms[form].body).unwrap_or_else(|error| panic!("{asked}: {error}"));
            let canonical = canonicalize(&graph).unwrap_or_else(|error| panic!("{asked}: {error}"));
            assert_eq!(canonical.hash().to_string(), version.text("content_hash"), "{asked}");
        }
    }
}

#[test]
fn versions_of_a_model_differ_in_their_hashes() {
    for model in models() {
        let hashes: BTreeSet<&str> = model.versions.iter().map(|v| v.text("content_hash")).collect();
        assert_eq!(hashes.len(), model.versions.len(), "{}", model.path);
    }
}

#[test]
fn canonical_text_is_sorted_lines_without_repetition() {
    for (_, version) in versions() {
        let text = version.forms["nt"].text();
        assert!(text.ends_with(" .\n") && !text.contains('\r'), "{}", version.path);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()), "{}", version.path);
        assert!(lines.iter().all(|line| line.ends_with(" .")), "{}", version.path);
    }
}

#[test]
fn blank_nodes_of_canonical_text_are_labelled_by_digest() {
    let mut labels = BTreeSet::new();
    for (_, version) in versions() {
        let words = version.triples().flat_map(|line| {
            let (subject, rest) = line.split_once(' ').unwrap();
            [subject, rest.strip_suffix(" .").unwrap().rsplit(' ').next().unwrap()]
        });
        for label in words.filter_map(|word| word.strip_prefix("_:")) {
            let digits = label.strip_prefix('b').unwrap_or_else(|| panic!("{}: {label}", version.path));
            let is_hex = digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
            assert!(digits.len() == 32 && is_hex, "{}: {label}", version.path);
            labels.insert(digits);
        }
    }
    assert!(labels.len() > 100);
}

/// The closure of a record: its own triples, and those of blank nodes.
#[test]
fn a_license_is_answered_with_its_closure_and_no_more() {
    for (_, version) in versions().filter(|(model, _)| model.kind == "license") {
        let own = format!("<{}> ", version.text("iri"));
        for line in version.triples() {
            assert!(line.starts_with(&own) || line.starts_with("_:"), "{}: {line}", version.path);
        }
        assert!(version.triples().any(|line| line.starts_with(&own)), "{}", version.path);
    }
}

/// spec:version-2#negotiation: comments included.
#[test]
fn archived_graphs_and_vocabulary_are_turtle_verbatim() {
    let mut archived = 0;
    for (model, version) in versions() {
        let folder = match model.kind {
            "dependency-graph" => "graphs",
            "vocabulary" => "vocabulary",
            _ => continue,
        };
        if version.number == model.latest().number {
            continue;
        }
        let file =
            data().join("history").join(folder).join(&model.id).join(format!("v{}.ttl", version.number));
        assert_eq!(version.forms["ttl"].body, fs::read(file).unwrap(), "{}", version.path);
        archived += 1;
    }
    let (graphs, vocabulary) =
        (count("graph versions") - count("dependency graphs"), count("vocabulary versions") - 1);
    assert_eq!(archived, graphs + vocabulary);
}

/// spec:version-2#negotiation: with the library's context, and references as objects; never the flattened shape of
/// version 1.
#[test]
fn json_ld_has_the_context_of_the_library() {
    let discovery = server().get("/v2").json();
    let namespace = &discovery["identifiers"]["vocabulary_namespace"];
    for (_, version) in versions() {
        let document = version.forms["jsonld"].json();
        assert_eq!(&document["@context"]["svc"], namespace, "{}", version.path);
        assert_eq!(document["@context"]["dct"], "http://purl.org/dc/terms/", "{}", version.path);
    }
    let apache = walk::model("Apache-2.0").latest().forms["jsonld"].json();
    let text = apache.to_string();
    assert!(text.contains(r#""cc:license":{"@id":"svclib:CC-BY-4.0"}"#), "{text}");
    assert!(text.contains(r#""odrl:permission":[{"#), "{text}");
}

static IDENTIFIERS: LazyLock<[(&str, String); 4]> = LazyLock::new(|| {
    let lines = |entries: &Value| {
        let mut lines: Vec<(&str, String)> = entries
            .as_object()
            .unwrap()
            .iter()
            .map(|(id, entry)| {
                let (version, hash) = (&entry["version"], entry["content_hash"].as_str().unwrap());
                (id.as_str(), format!("{id}\t{version}\t{hash}\n"))
            })
            .collect();
        lines.sort_by_key(|(id, _)| *id);
        lines.into_iter().map(|(_, line)| line).collect::<String>()
    };
    let named = |prefix: &str, text: &str| format!("{prefix}-{}", &sha256(text)["sha256:".len()..][..16]);
    let release = walk::release();
    let library = named("lib", &lines(&release["library"]["records"]));
    let graphs = named("dg", &lines(&release["graphs"]["graphs"]));
    let vocabulary = named("ns", &lines(&serde_json::json!({"svc-ns": release["vocabulary"]})));
    let all = named("data", &format!("{library}\n{graphs}\n{vocabulary}\n"));
    [("release", all), ("library", library), ("graphs", graphs), ("vocabulary", vocabulary)]
});

/// spec:releases#identifiers: the same state has the same identifiers on every server.
#[test]
fn release_identifiers_follow_from_versions_and_hashes() {
    let current = &server().get("/v2/releases").json()["current"];
    for (name, identifier) in IDENTIFIERS.iter() {
        assert_eq!(current[*name], *identifier, "{name}");
    }
}
