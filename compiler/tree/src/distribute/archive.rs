use std::collections::BTreeMap;
use std::io;

use serde::Deserialize;
use tar::{Builder, EntryType, Header};
use zstd::Encoder;

use super::Dump;
use super::dump::MANIFEST;
use muniment_library::load;
use muniment_licenses::model::{Day, ModelKind, Release};
use muniment_rdf::{ContentHash, Syntax, canonicalize, canonicalize_closure, read};

/// Compression level. Higher levels take several times as long for a few percent.
const LEVEL: i32 = 9;

/// The published Turtle files with the manifest, as a data folder that `muniment` reads. Files are sorted by path,
/// without an owner, with the day of the release as their date.
pub(super) fn render(dump: &Dump<'_, '_>) -> io::Result<Vec<u8>> {
    let release = dump.release;
    let day = release.date.map_or(0, Day::unix_seconds);
    let (site, readme) = (site_file(dump), readme(dump));
    let mut files: BTreeMap<String, &[u8]> = BTreeMap::from([
        ("README".to_owned(), readme.as_bytes()),
        (MANIFEST.to_owned(), dump.manifest.bytes.as_slice()),
        ("site.toml".to_owned(), site.as_bytes()),
    ]);
    for version in &dump.versions {
        let source = &version.facts.source;
        let path = if version.is_current { version.current_path } else { source.path.as_str() };
        files.insert(path.to_owned(), &source.bytes);
    }
    let mut compressed = Encoder::new(Vec::new(), LEVEL)?;
    compressed.include_checksum(true)?;
    let mut archive = Builder::new(compressed);
    for (path, bytes) in files {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(0o644);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(u64::try_from(day).unwrap_or(0));
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, format!("{}/{path}", release.id), bytes)?;
    }
    archive.into_inner()?.finish()
}

/// The `site.toml`: only values that the hashes depend on. Its name is that of the release.
fn site_file(dump: &Dump<'_, '_>) -> String {
    let (site, release) = (dump.site, &dump.release.id);
    format!(
        "name = \"{release}\"\nsite_url = \"{}\"\n\n[prefixes]\nvocabulary = \"{}\"\nlibrary = \"{}\"\n",
        site.site_url, site.vocabulary_prefix, site.library_prefix
    )
}

fn readme(dump: &Dump<'_, '_>) -> String {
    let (site, release) = (dump.site, &dump.release.id);
    format!(
        "The release {release} of {}.\n\n\
         licenses/, graphs/ and vocabulary/ hold what was current, history/ the versions before, each file as it was\n\
         published. {MANIFEST} states the content hash of every model; `muniment hash FILE` prints that of a file (of a\n\
         record with `--subject` and its address).\n\n\
         Licensed under {}, {}\n",
        site.site_url, site.data_license.name, site.data_license.address
    )
}

#[derive(Deserialize)]
struct SiteIdentity {
    site_url: String,
}

/// Differences between a release and its archive.
#[must_use]
pub fn unsound_archive(bytes: &[u8], release: &Release, manifest: &[u8]) -> Vec<String> {
    let files = match unpack(bytes, release) {
        Ok(files) => files,
        Err(error) => return vec![format!("it cannot be unpacked: {error}")],
    };
    let file = |path: &str| files.get(path).map(Vec::as_slice).unwrap_or_default();
    let mut faults = Vec::new();
    if file(MANIFEST) != manifest {
        faults.push(format!("its {MANIFEST} is not the one beside it"));
    }
    let site: Option<SiteIdentity> = toml::from_slice(file("site.toml")).ok();
    let site_url = site.map(|site| site.site_url).unwrap_or_default();
    for (kind, section) in release.sections() {
        for (id, entry) in &section.models {
            let (path, record) = match kind {
                ModelKind::License => {
                    (format!("licenses/{id}.ttl"), Some(format!("{site_url}/licenselibrary/{id}")))
                }
                ModelKind::DependencyGraph => (format!("graphs/{id}.ttl"), None),
                ModelKind::Vocabulary => (format!("vocabulary/{id}.ttl"), None),
            };
            if hash(file(&path), record.as_deref()) != Some(entry.content_hash) {
                faults.push(format!("its `{path}` does not have the hash {}", entry.content_hash));
            }
        }
    }
    faults
}

/// The hash of a source: of the closure for a record, else of the whole graph.
fn hash(turtle: &[u8], record: Option<&str>) -> Option<ContentHash> {
    let graph = read(Syntax::Turtle, turtle).ok()?;
    let canonical = match record {
        Some(iri) => canonicalize_closure(&graph, iri).ok()?,
        None => canonicalize(&graph).ok()?,
    };
    Some(canonical.hash())
}

/// The files of an archive by their paths below its folder.
fn unpack(bytes: &[u8], release: &Release) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let folder = format!("{}/", release.id);
    let below = |(path, content): (String, Vec<u8>)| Some((path.strip_prefix(&folder)?.to_owned(), content));
    Ok(load::unpack(bytes)?.into_iter().filter_map(below).collect())
}
