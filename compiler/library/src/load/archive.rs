use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufReader, Read, Take, Write};
use std::path::Path;
use std::sync::Arc;

use tar::{Archive, Builder, Entry, EntryType, Header};
use zstd::{Decoder, Encoder};

use super::folder::{Folder, MemoryFiles};
use super::snapshot::StoredRecord;
use super::{Loaded, load, read};
use muniment_licenses::model::{Deferred, LicenseId};

/// Maximum bytes of an unpacked archive; the two of this project have 41 million.
const LARGEST: u64 = 1 << 30;

/// Maximum bytes that are reserved for a member before it is read; the records of this project's library have 15 million.
const LARGEST_RESERVED: usize = 1 << 24;

/// The member with the records as they were read: for each its length (4 bytes, little endian), its identifier and its
/// [`StoredRecord`] without the content of superseded versions. Only the program that packed an archive reads it.
const FACTS: &str = ".facts";

/// Compression level of a packed library: level 15 takes half as long and is a tenth larger, 22 takes three times as long and is
/// a fiftieth smaller.
const LEVEL: i32 = 19;

/// Logarithm of the bytes within which repetitions are found: kindred records are far from each other in the order of their
/// names. With 8 MiB the files of records take a third more.
const WINDOW_LOG: u32 = 26;

/// The member with the paths of the files of the second archive, one a line.
const DEFERRED: &str = ".deferred";

/// Folders whose files are in the second archive: most questions need only what was read of them.
const ON_DEMAND: [&str; 3] = ["history/licenses/", "licenses/", "reviews/"];

/// Packs a data folder for [`load_archive`]: its files but prose, sorted by path, without owners and dates, and the records as
/// they were read. The same data gives the same bytes.
///
/// There are two archives, the length of the first (8 bytes, little endian) before them. The second has the files of records,
/// sorted by record.
///
/// # Errors
/// A file cannot be read, or the library has faults.
pub fn pack(root: &Path) -> io::Result<Vec<u8>> {
    let mut files = Vec::new();
    collect(root, "", &mut files)?;
    files.sort();
    let (mut deferred, files): (Vec<String>, Vec<String>) =
        files.into_iter().partition(|path| ON_DEMAND.iter().any(|folder| path.starts_with(folder)));
    // Versions of a record are alike: side by side they take a third less.
    deferred.sort_by(|one, other| record_of(one).cmp(record_of(other)));
    let own = [(FACTS, facts(root)?), (DEFERRED, deferred.join("\n").into_bytes())];
    let (first, second) = (archive(root, &own, &files)?, archive(root, &[], &deferred)?);
    let length = (first.len() as u64).to_le_bytes();
    Ok([&length[..], &first, &second].concat())
}

/// The record that a file of the second archive is about.
fn record_of(path: &str) -> &str {
    let name = ON_DEMAND.iter().find_map(|folder| path.strip_prefix(folder)).unwrap_or(path);
    match name.split_once('/') {
        Some((record, _)) => record,
        None => name.rsplit_once('.').map_or(name, |(record, _)| record),
    }
}

fn archive(root: &Path, own: &[(&str, Vec<u8>)], files: &[String]) -> io::Result<Vec<u8>> {
    let mut encoder = Encoder::new(Vec::new(), LEVEL)?;
    encoder.window_log(WINDOW_LOG)?;
    encoder.long_distance_matching(true)?;
    let mut archive = Builder::new(encoder);
    for (name, bytes) in own {
        add(&mut archive, name, bytes)?;
    }
    for path in files {
        add(&mut archive, path, &fs::read(root.join(path))?)?;
    }
    archive.into_inner()?.finish()
}

fn add(archive: &mut Builder<impl Write>, path: &str, bytes: &[u8]) -> io::Result<()> {
    let mut header = Header::new_ustar();
    header.set_entry_type(EntryType::Regular);
    header.set_mode(0o644);
    header.set_size(bytes.len() as u64);
    archive.append_data(&mut header, path, bytes)
}

/// The paths of the files of a folder and those below it, without hidden ones and prose.
fn collect(root: &Path, folder: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if name.starts_with('.') || name.ends_with(".md") {
            continue;
        }
        match entry.file_type()?.is_dir() {
            true => collect(root, &path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

fn facts(root: &Path) -> io::Result<Vec<u8>> {
    let loaded = load(root);
    let Some(library) = loaded.library.filter(|_| loaded.faults.is_empty()) else {
        let fault = loaded.faults.first().map(|fault| format!("{}: {}", fault.place.file, fault.message));
        return Err(io::Error::other(fault.unwrap_or_default()));
    };
    let mut facts = Vec::new();
    for (id, model) in &library.licenses {
        let stored = StoredRecord::of(&library, id, model, |version| version == model.latest());
        let record = postcard::to_stdvec(&(id, stored)).map_err(io::Error::other)?;
        facts.extend(u32::try_from(record.len()).map_err(io::Error::other)?.to_le_bytes());
        facts.extend(record);
    }
    Ok(facts)
}

/// The records of [`FACTS`], one in memory at a time; none if another program packed them.
fn read_facts(facts: &mut impl Read) -> io::Result<Vec<(LicenseId, StoredRecord)>> {
    let (mut records, mut length, mut record) = (Vec::new(), [0; size_of::<u32>()], Vec::new());
    while facts.read(&mut length[..1])? == 1 {
        facts.read_exact(&mut length[1..])?;
        record.clear();
        facts.take(u32::from_le_bytes(length).into()).read_to_end(&mut record)?;
        match postcard::from_bytes(&record) {
            Ok(read) => records.push(read),
            Err(_) => return Ok(Vec::new()),
        }
    }
    Ok(records)
}

/// Reads a library from an archive of [`pack`]. Does not use the disk. It takes the records in the archive as they are, without
/// comparing them with the files, so an archive of somebody else is none for it.
///
/// # Errors
/// The bytes are not such an archive.
pub fn load_archive(bytes: impl Into<Cow<'static, [u8]>>) -> io::Result<Loaded> {
    let bytes = bytes.into();
    let no_archive = || io::Error::other("it is no packed library");
    let (length, archives) = bytes.split_first_chunk().ok_or_else(no_archive)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(io::Error::other)?;
    let (first, _) = archives.split_at_checked(length).ok_or_else(no_archive)?;
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    // Records that are not there are read from their files.
    let mut records = None;
    for_each_member(first, |path, member| {
        match path == FACTS {
            true => records = Some(read_facts(member)?),
            false => drop(files.insert(path, content(member)?)),
        }
        Ok(())
    })?;
    let records = records.ok_or_else(no_archive)?;
    let deferred = String::from_utf8(files.remove(DEFERRED).ok_or_else(no_archive)?);
    let deferred = deferred.map_err(io::Error::other)?;
    let deferred: BTreeSet<String> = deferred.lines().map(str::to_owned).collect();
    files.extend(deferred.iter().map(|path| (path.clone(), Vec::new())));
    let files = Arc::new(MemoryFiles {
        files: files.into_iter().map(|(path, bytes)| (path, Some(bytes))).collect(),
        on_demand: Deferred::later(move || {
            let second = bytes.get(size_of::<u64>() + length..).unwrap_or_default();
            unpack(second).unwrap_or_default().into_iter().collect()
        }),
        deferred,
    });
    Ok(read(&Folder::in_memory(&files), |data, site| {
        let (records, site) = (records.into_iter(), Arc::new(site.clone()));
        let stamp_of = |path: &str| data.stamp_of(path);
        records.filter_map(|(id, stored)| stored.recalled(data, stamp_of, &site, &id)).collect()
    }))
}

/// The files of a `tar.zst` archive, in order. More than `LARGEST` bytes are an error.
///
/// # Errors
/// The bytes are not such an archive.
pub fn unpack(bytes: &[u8]) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for_each_member(bytes, |path, member| {
        files.push((path, content(member)?));
        Ok(())
    })?;
    Ok(files)
}

/// A file of an archive that is being unpacked.
type Member<'a, 'b> = Entry<'a, Take<Decoder<'b, BufReader<&'b [u8]>>>>;

fn for_each_member(
    bytes: &[u8],
    mut take: impl FnMut(String, &mut Member<'_, '_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut archive = Archive::new(Decoder::new(bytes)?.take(LARGEST));
    for entry in archive.entries()? {
        let mut entry = entry?;
        if entry.header().entry_type().is_file() {
            take(String::from_utf8_lossy(&entry.path_bytes()).into_owned(), &mut entry)?;
        }
    }
    Ok(())
}

fn content(member: &mut Member<'_, '_>) -> io::Result<Vec<u8>> {
    // The size in a header is what a stranger says it is.
    let size = usize::try_from(member.size()).unwrap_or(usize::MAX);
    let mut content = Vec::with_capacity(size.min(LARGEST_RESERVED));
    member.read_to_end(&mut content)?;
    Ok(content)
}
