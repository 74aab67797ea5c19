//! Dumps of releases: the same bytes everywhere, and everything the release has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use muniment_library::check::check;
use muniment_library::history::{Catalog, current_release};
use muniment_library::load::load;
use muniment_rdf::{Graph, NamedOrBlankNode, Term, Triple, canonicalize};
use oxrdf::{BlankNode, GraphName, Quad};
use oxttl::NQuadsParser;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

use super::{Published, quads, told};

/// The archive of a dump, unpacked.
pub(super) fn unpacked(dump: &Path, id: &str) -> TempDir {
    let folder = tempdir().unwrap();
    let archive = fs::File::open(dump.join(format!("{id}.tar.zst"))).unwrap();
    tar::Archive::new(zstd::Decoder::new(archive).unwrap()).unpack(folder.path()).unwrap();
    folder
}

#[test]
fn the_archive_is_a_library_that_is_the_release() {
    let library = Published::new();
    let id = library.release();
    let folder = unpacked(&library.dump(), &id);
    let loaded = load(&folder.path().join(&id));
    let unpacked = loaded.library.unwrap();
    let catalog = Catalog::new(&unpacked);
    let mut release = current_release(catalog.library);
    assert_eq!(release.id.to_string(), id, "{:?}", loaded.faults);
    // Dates are in change logs, which include later versions and are not in the archive.
    let source = load(&library.data()).library.unwrap();
    let mut registered = source.releases[0].clone();
    for release in [&mut release, &mut registered] {
        for section in [&mut release.library, &mut release.graphs, &mut release.vocabulary] {
            section.models.values_mut().for_each(|entry| entry.date = None);
        }
    }
    assert_eq!((release.library, release.graphs), (registered.library, registered.graphs));
    for (id, model) in &source.licenses {
        for version in model.versions() {
            let same = unpacked.licenses[id].version(version.number).unwrap();
            assert_eq!(*same.source.bytes, *version.source.bytes, "{id} as it was published");
        }
    }
}

/// Nothing in an archive can be corrected, so it is held against its manifest alone, and against all of it.
#[test]
fn the_unpacked_archive_passes_check_and_a_changed_one_does_not() {
    let library = Published::new();
    let id = library.release();
    let folder = unpacked(&library.dump(), &id);
    let archive = folder.path().join(&id);
    let faults = || {
        let loaded = load(&archive);
        assert_eq!(loaded.faults, []);
        let found = check(&loaded.library.unwrap());
        found.into_iter().map(|fault| (fault.check, fault.message)).collect::<Vec<_>>()
    };
    assert_eq!(faults(), []);
    let record = archive.join("licenses/GPL-3.0-only.ttl");
    let text = fs::read_to_string(&record).unwrap();
    let copy = text.replace("GPL-3.0-only", "Stray-1.0");
    fs::write(archive.join("licenses/Stray-1.0.ttl"), copy).unwrap();
    assert_eq!(faults(), [(56, format!("`Stray-1.0` is not part of the release {id}"))]);
    fs::remove_file(archive.join("licenses/Stray-1.0.ttl")).unwrap();
    fs::write(&record, text.replace("\"30 days\"", "\"60 days\"")).unwrap();
    let changed = "version 1 of `GPL-3.0-only` has changed since it was released".to_owned();
    assert_eq!(faults(), [(56, changed)]);
    fs::write(archive.join("manifest.json"), "{}\n").unwrap();
    assert_eq!(load(&archive).faults.first().map(|fault| fault.check), Some(56));
}

/// The trees of blank nodes as they were before equal ones became one node.
fn apart(quads: &[Quad]) -> Graph {
    let mut triples = Vec::new();
    let mut count = 0;
    for quad in quads.iter().filter(|quad| matches!(quad.subject, NamedOrBlankNode::NamedNode(_))) {
        add(quads, quad.subject.clone(), quad, &mut triples, &mut count);
    }
    triples.into_iter().collect()
}

fn add(quads: &[Quad], subject: NamedOrBlankNode, quad: &Quad, triples: &mut Vec<Triple>, count: &mut usize) {
    let Term::BlankNode(node) = &quad.object else {
        triples.push(Triple::new(subject, quad.predicate.clone(), quad.object.clone()));
        return;
    };
    *count += 1;
    let own = BlankNode::new_unchecked(format!("n{count}"));
    triples.push(Triple::new(subject, quad.predicate.clone(), own.clone()));
    for below in quads.iter().filter(|quad| quad.subject == NamedOrBlankNode::BlankNode(node.clone())) {
        add(quads, own.clone().into(), below, triples, count);
    }
}

#[test]
fn the_quads_read_back_give_every_hash_of_every_version() {
    let library = Published::new();
    let id = library.release();
    let bytes = quads(&library, &id);
    let mut graphs: BTreeMap<String, Vec<Quad>> = BTreeMap::new();
    let mut labels: BTreeMap<String, String> = BTreeMap::new();
    for quad in NQuadsParser::new().for_slice(&bytes) {
        let quad = quad.unwrap();
        let GraphName::NamedNode(graph) = &quad.graph_name else { continue };
        if let NamedOrBlankNode::BlankNode(node) = &quad.subject {
            let before = labels.insert(node.as_str().to_owned(), graph.as_str().to_owned());
            assert!(before.is_none_or(|before| before == graph.as_str()), "two graphs share {node}");
        }
        graphs.entry(graph.as_str().to_owned()).or_default().push(quad);
    }
    let source = load(&library.data()).library.unwrap();
    let catalog = Catalog::new(&source);
    let mut expected = BTreeSet::new();
    for history in catalog.histories() {
        for facts in history.versions() {
            let address = muniment_documents::api::v2::version_address(facts.kind, facts.id, facts.version);
            let graph = format!("https://svc.example{address}");
            assert_eq!(canonicalize(&apart(&graphs[&graph])).unwrap().hash(), facts.content_hash, "{graph}");
            expected.insert(graph);
        }
    }
    assert_eq!(graphs.into_keys().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn the_default_graph_says_what_the_release_consists_of() {
    let library = Published::new();
    let id = library.release();
    let text = String::from_utf8(quads(&library, &id)).unwrap();
    let of = format!("<https://svc.example/v2/releases/{id}> <http://purl.org/dc/terms/");
    let parts = text.lines().filter(|line| line.starts_with(&format!("{of}hasPart>"))).count();
    assert_eq!(parts, 8, "five records, two graphs, the vocabulary");
    assert!(
        text.contains(&format!("{of}issued> \"2026-11-20\"^^<http://www.w3.org/2001/XMLSchema#date> .\n"))
    );
    assert!(
        text.contains(&format!(
            "{of}relation> <https://svc.example/v2/dependency-graphs/dg_eu/versions/1> .\n"
        ))
    );
}

#[test]
fn the_dump_of_a_release_never_changes() {
    let library = Published::new();
    let id = library.release();
    let names =
        [format!("{id}.nq.gz"), format!("{id}.tar.zst"), "manifest.json".to_owned(), "SHA256SUMS".to_owned()];
    let before: Vec<Vec<u8>> =
        names.iter().map(|name| fs::read(library.dump().join(name)).unwrap()).collect();
    // Whoever reads the same data has the same bytes, on any number of threads, and when more was published since.
    let folder = library.tree().join("dumps").join(&id);
    library.correct();
    super::edit(&library.data().join("site.toml"), "name = \"Small\"", "name = \"Renamed\"");
    library.well(&["release", "--date", super::LATER, "--sign", "key"]);
    library.well(&["--threads", "1", "build", "--publish"]);
    assert_eq!(fs::read_dir(library.tree().join("dumps")).unwrap().count(), 2);
    for (name, bytes) in names.iter().zip(before) {
        assert_eq!(fs::read(folder.join(name)).unwrap(), bytes, "{name}");
    }
    let registered = fs::read(library.data().join(format!("releases/{id}.json"))).unwrap();
    assert_eq!(fs::read(folder.join("manifest.json")).unwrap(), registered);
}

#[test]
fn the_digests_are_those_of_the_files() {
    let library = Published::new();
    let sums = fs::read_to_string(library.dump().join("SHA256SUMS")).unwrap();
    assert_eq!(sums.lines().count(), 3);
    for (digest, name) in sums.lines().map(|line| line.split_once("  ").unwrap()) {
        let bytes = fs::read(library.dump().join(name)).unwrap();
        assert_eq!(muniment_rdf::ContentHash::of(&bytes).hex(), digest, "{name}");
    }
}

#[test]
fn a_plain_build_dumps_nothing_and_the_page_says_nothing_of_it() {
    let library = Published::new();
    let page = || fs::read_to_string(library.tree().join("releases/index.html")).unwrap();
    let link = format!("href=\"/dumps/{id}/{id}.tar.zst\"", id = library.release());
    assert!(page().contains(&link));
    library.well(&["build"]);
    assert!(!page().contains(&link));
    let mut left: Vec<_> =
        fs::read_dir(library.dump()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["manifest.json", "manifest.json.minisig"], "what a signature is checked with stays");
    library.well(&["build", "--dumps"]);
    assert!(page().contains(&link));
}

#[test]
fn what_a_release_had_and_the_library_has_not_is_refused_by_name() {
    let library = Published::new();
    let path = library.data().join(format!("releases/{}.json", library.release()));
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    manifest["library"]["records"]["CC-BY-4.0"]["version"] = 9.into();
    fs::write(&path, serde_json::to_vec_pretty(&manifest).unwrap()).unwrap();
    let output = library.run(&["build", "--dumps", "--lenient"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told(&output).contains(&format!(
            "version 2 of `CC-BY-4.0`, which the release {} has, is not in the library",
            library.release()
        )),
        "{}",
        told(&output)
    );
}
