use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::Dump;
use muniment_documents::api::v2::version_address;
use muniment_licenses::model::Release;
use muniment_rdf::{ContentHash, Literal, NamedNode, Term, canonical_texts, quads};

const DCT: &str = "http://purl.org/dc/terms/";
const XSD_DATE: &str = "http://www.w3.org/2001/XMLSchema#date";

/// The most bytes of N-Quads that are read: some thirty times those of the library of 2026.
const MOST_BYTES: u64 = 1 << 30;

/// Every version in a graph named by its IRI. The default graph comes first and lists the content of the release. The file is
/// compressed with gzip, which readers of RDF take.
pub(super) fn render(dump: &Dump<'_, '_>) -> io::Result<Vec<u8>> {
    let mut text: String = catalogue(dump).into_iter().collect();
    for version in &dump.versions {
        text.push_str(&quads(version.facts.canonical, &dump.version_iri(version.facts)));
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}

/// The lines of the default graph, sorted.
fn catalogue(dump: &Dump<'_, '_>) -> BTreeSet<String> {
    let release = dump.release;
    let iri = format!("{}/v2/releases/{}", dump.site.site_url, release.id);
    let mut lines = BTreeSet::new();
    let mut state = |subject: &str, property: &str, object: Term| {
        lines.insert(format!("<{subject}> <{DCT}{property}> {object} .\n"));
    };
    let node = |iri: &str| Term::NamedNode(NamedNode::new_unchecked(iri));
    let word = |text: String| Term::Literal(Literal::new_simple_literal(text));
    state(&iri, "identifier", word(release.id.to_string()));
    state(&iri, "license", node(&dump.site.data_license.address));
    if let Some(day) = release.date {
        let date = Literal::new_typed_literal(day.to_string(), NamedNode::new_unchecked(XSD_DATE));
        state(&iri, "issued", Term::Literal(date));
    }
    for version in &dump.versions {
        let facts = version.facts;
        let of = dump.version_iri(facts);
        // Current versions are parts of the release, earlier ones are related.
        let property = if version.is_current { "hasPart" } else { "relation" };
        state(&iri, property, node(&of));
        state(&of, "isVersionOf", node(facts.iri));
        state(&of, "identifier", word(facts.content_hash.to_string()));
    }
    lines
}

/// Differences between a release and its N-Quads. Graphs are matched by the end of their addresses, because the
/// manifest does not contain the site.
#[must_use]
pub fn unsound_quads(bytes: &[u8], release: &Release) -> Vec<String> {
    let mut text = String::new();
    match GzDecoder::new(bytes).take(MOST_BYTES + 1).read_to_string(&mut text) {
        Err(error) => return vec![format!("it is no compressed text: {error}")],
        Ok(_) if text.len() as u64 > MOST_BYTES => {
            return vec![format!("it has more than {MOST_BYTES} bytes")];
        }
        Ok(_) => {}
    }
    // `https://host/v2/licenses/…`: what follows the host is the address.
    let hashes: BTreeMap<&str, ContentHash> = canonical_texts(&text)
        .into_iter()
        .filter_map(|(graph, text)| Some((graph.get(graph.find("/v2/")?..)?, ContentHash::of(text))))
        .collect();
    let mut faults = Vec::new();
    for (kind, section) in release.sections() {
        for (id, entry) in &section.models {
            let address = version_address(kind, id, entry.version);
            match hashes.get(address.as_str()) {
                Some(hash) if *hash == entry.content_hash => {}
                Some(hash) => faults.push(format!(
                    "the graph of `{address}` hashes to {hash}, not to {}",
                    entry.content_hash
                )),
                None => faults.push(format!("there is no graph of `{address}`")),
            }
        }
    }
    faults
}
