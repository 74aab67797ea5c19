use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::disk::{io_error, with_parent};
use super::{Plan, WriteError};
use muniment_documents::wire::Coding;
use muniment_rdf::ContentHash;

/// Below this many bytes a coded body saves no packet.
const LEAST: usize = 1 << 10;
/// Above this many a body is no page and no document: dumps, of which one is coded already.
const MOST: usize = 4 << 20;
/// Files that are coded by what they are.
const CODED: [&str; 8] = [".png", ".jpg", ".webp", ".avif", ".woff2", ".gz", ".zst", ".br"];

/// Coded bodies by the digest of the plain ones, in a folder beside the trees; trees hold links to them.
///
/// A body is coded once for as long as a tree holds it. Bytes depend on the body and on what codes it, on nothing else:
/// what was coded by other libraries or at other qualities is in another folder, and not looked at.
pub(super) struct CodedBodies {
    folder: PathBuf,
    /// Held by whoever places a file in the folder.
    placing: Mutex<()>,
    /// How many bodies were coded, and not found.
    made: AtomicUsize,
    /// The processor time that took, in nanoseconds.
    nanoseconds: AtomicU64,
}

/// What compression cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compressed {
    /// How many bodies were coded that no tree before had.
    pub bodies: usize,
    /// The processor time of all threads.
    pub time: Duration,
}

/// A coded body.
pub(super) struct CodedBody {
    pub(super) coding: Coding,
    /// The file in the folder.
    pub(super) file: PathBuf,
    pub(super) bytes: Vec<u8>,
}

impl CodedBodies {
    const FOLDER: &str = ".compressed";
    /// What is coded to tell those who code apart; it changes with the qualities, which stand in it.
    const PROBE: &[u8] = include_bytes!("compress.rs");

    /// The coded bodies of an output folder; none where a plan wants none.
    pub(super) fn of_plan(plan: &Plan<'_, '_>, out: &Path) -> Result<Option<Self>, WriteError> {
        if plan.codings.is_empty() {
            return Ok(None);
        }
        let folder = out.join(Self::FOLDER);
        let probe = |coding| encode(coding, Self::PROBE);
        let coders: Vec<Vec<u8>> = Coding::ALL
            .into_iter()
            .map(probe)
            .collect::<io::Result<_>>()
            .map_err(io_error("fill", &folder))?;
        let name: String = ContentHash::of(coders.concat()).hex().chars().take(16).collect();
        Ok(Some(Self {
            folder: folder.join(name),
            placing: Mutex::new(()),
            made: AtomicUsize::new(0),
            nanoseconds: AtomicU64::new(0),
        }))
    }

    /// What the bodies cost that no tree before had.
    pub(super) fn made(&self) -> Compressed {
        Compressed {
            bodies: self.made.load(Ordering::Relaxed),
            time: Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed)),
        }
    }

    /// A body in every coding in which it is smaller by a tenth.
    pub(super) fn of(
        &self,
        path: &str,
        bytes: &[u8],
        digest: ContentHash,
    ) -> Result<Vec<CodedBody>, WriteError> {
        if !(LEAST..=MOST).contains(&bytes.len()) || CODED.iter().any(|coded| path.ends_with(coded)) {
            return Ok(Vec::new());
        }
        let of_coding = |coding| self.coded(coding, bytes, digest);
        let found = Coding::ALL.into_iter().map(of_coding).collect::<Result<Vec<_>, WriteError>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    fn coded(
        &self,
        coding: Coding,
        bytes: &[u8],
        digest: ContentHash,
    ) -> Result<Option<CodedBody>, WriteError> {
        let hex = digest.hex();
        let file = self.folder.join(hex.get(..2).unwrap_or_default()).join(coding.beside(&hex));
        if let Some(known) = known(coding, &file, bytes) {
            return Ok(Some(CodedBody { coding, file, bytes: known }));
        }
        let begin = thread_time();
        let coded = encode(coding, bytes).map_err(io_error("compress", &file))?;
        self.nanoseconds.fetch_add(thread_time() - begin, Ordering::Relaxed);
        self.made.fetch_add(1, Ordering::Relaxed);
        if coded.len() * 10 > bytes.len() * 9 {
            return Ok(None);
        }
        // Several addresses may have the same body: the file that the first one places stays, since its tree links to it.
        let _alone = self.placing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known(coding, &file, bytes) {
            return Ok(Some(CodedBody { coding, file, bytes: known }));
        }
        let part = file.with_extension("part");
        with_parent(&part, || fs::write(&part, &coded)).map_err(io_error("write", &part))?;
        fs::rename(&part, &file).map_err(io_error("rename", &part))?;
        Ok(Some(CodedBody { coding, file, bytes: coded }))
    }

    /// Removes what no tree in the output folder holds any more. That it cannot be removed harms nothing.
    ///
    /// Whole builds do this; a build of what has changed would take as long to look at every file as for all the rest.
    pub(super) fn prune(out: &Path) {
        prune(&out.join(Self::FOLDER));
    }
}

/// The processor time of this thread, in nanoseconds.
fn thread_time() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default().as_nanos() as u64
}

/// A coded body that is there. What a tree holds was flushed with that tree; what none holds may be of a build that was
/// cut off with the power, and has to prove itself.
fn known(coding: Coding, file: &Path, bytes: &[u8]) -> Option<Vec<u8>> {
    let is_held = fs::metadata(file).ok()?.nlink() > 1;
    let known = fs::read(file).ok()?;
    (is_held || decodes_to(coding, &known, bytes)).then_some(known)
}

fn prune(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => prune(&entry.path()),
            Ok(metadata) if metadata.nlink() == 1 => drop(fs::remove_file(entry.path())),
            _ => {}
        }
    }
    // A folder that cannot be removed holds something.
    let _ = fs::remove_dir(folder);
}

/// Codes a body, for as much as a first build of the whole library may take (BENCHMARKS.md). Brotli's quality 11 takes three
/// times as long as 10 for a fiftieth less, Zstandard's 19 thirteen times as long as 9 for a sixtieth.
fn encode(coding: Coding, bytes: &[u8]) -> io::Result<Vec<u8>> {
    match coding {
        Coding::Brotli => {
            let mut coded = Vec::new();
            let parameters = brotli::enc::BrotliEncoderParams {
                quality: 10,
                size_hint: bytes.len(),
                ..Default::default()
            };
            brotli::BrotliCompress(&mut io::Cursor::new(bytes), &mut coded, &parameters)?;
            Ok(coded)
        }
        Coding::Zstandard => zstd::bulk::compress(bytes, 9),
        Coding::Gzip => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            encoder.write_all(bytes)?;
            encoder.finish()
        }
    }
}

/// Whether a coded body is this plain one.
pub(super) fn decodes_to(coding: Coding, coded: &[u8], bytes: &[u8]) -> bool {
    let reader: Box<dyn Read + '_> = match coding {
        Coding::Brotli => Box::new(brotli::Decompressor::new(coded, 4096)),
        Coding::Zstandard => match zstd::stream::read::Decoder::new(coded) {
            Ok(reader) => Box::new(reader),
            Err(_) => return false,
        },
        Coding::Gzip => Box::new(flate2::read::GzDecoder::new(coded)),
    };
    let mut plain = Vec::new();
    // One byte more tells a longer body apart, however long it is.
    let limit = bytes.len() as u64 + 1;
    reader.take(limit).read_to_end(&mut plain).is_ok() && plain == bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_comes_back_from_every_coding_and_another_does_not() {
        let body = "muniment ".repeat(400).into_bytes();
        for coding in Coding::ALL {
            let coded = encode(coding, &body).unwrap();
            assert!(coded.len() < body.len() / 10, "{coding:?}");
            assert_eq!(coded, encode(coding, &body).unwrap(), "{coding:?}");
            assert!(decodes_to(coding, &coded, &body), "{coding:?}");
            assert!(!decodes_to(coding, &coded, &body[1..]), "{coding:?}");
            assert!(!decodes_to(coding, &coded[..coded.len() - 1], &body), "{coding:?}");
        }
    }
}
