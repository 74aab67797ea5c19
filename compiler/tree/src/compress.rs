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

/// Minimum bytes: compressing less saves no packet.
const LEAST: usize = 1 << 10;
/// Maximum bytes: only dumps are larger.
const MOST: usize = 4 << 20;
/// Extensions of compressed formats.
const CODED: [&str; 8] = [".png", ".jpg", ".webp", ".avif", ".woff2", ".gz", ".zst", ".br"];

/// A cache of compressed bodies by the digest of the plain ones, in a folder beside the trees. Trees have links to
/// its files.
///
/// A body is compressed once as long as a tree contains it. Other libraries and qualities use another folder.
pub(super) struct CodedBodies {
    folder: PathBuf,
    /// Held while a file is placed in the folder.
    placing: Mutex<()>,
    /// Number of bodies compressed now.
    made: AtomicUsize,
    /// Processor time for them, in nanoseconds.
    nanoseconds: AtomicU64,
}

/// The cost of compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compressed {
    /// Number of new compressed bodies.
    pub bodies: usize,
    /// The processor time of all threads.
    pub time: Duration,
}

/// A compressed body.
pub(super) struct CodedBody {
    pub(super) coding: Coding,
    /// Its file in the cache.
    pub(super) file: PathBuf,
    pub(super) bytes: Vec<u8>,
}

impl CodedBodies {
    const FOLDER: &str = ".compressed";
    /// A sample whose compressed bytes identify the compressors. It contains the qualities.
    const PROBE: &[u8] = include_bytes!("compress.rs");

    /// The cache of an output folder; `None` if the plan does not compress.
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

    pub(super) fn made(&self) -> Compressed {
        Compressed {
            bodies: self.made.load(Ordering::Relaxed),
            time: Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed)),
        }
    }

    /// A body in every coding that makes it at least a tenth smaller.
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
        // Several addresses may have the same body. The first file stays, since its tree links to it.
        let _alone = self.placing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known(coding, &file, bytes) {
            return Ok(Some(CodedBody { coding, file, bytes: known }));
        }
        let part = file.with_extension("part");
        with_parent(&part, || fs::write(&part, &coded)).map_err(io_error("write", &part))?;
        fs::rename(&part, &file).map_err(io_error("rename", &part))?;
        Ok(Some(CodedBody { coding, file, bytes: coded }))
    }

    /// Removes files that no tree contains. Errors are ignored.
    ///
    /// Only whole builds do this, because checking every file is slow.
    pub(super) fn prune(out: &Path) {
        prune(&out.join(Self::FOLDER));
    }
}

/// Processor time of this thread, in nanoseconds.
fn thread_time() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default().as_nanos() as u64
}

/// A cached body. Files in a tree were flushed with it; other files may be damaged by a power failure and are
/// verified.
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
    // Fails for a folder that is not empty.
    let _ = fs::remove_dir(folder);
}

/// Compresses a body. The qualities balance time and size (BENCHMARKS.md): Brotli 10 takes fourteen times as long as 5
/// for a twelfth less, Zstandard 19 thirteen times as long as 9 for a sixtieth less.
fn encode(coding: Coding, bytes: &[u8]) -> io::Result<Vec<u8>> {
    match coding {
        Coding::Brotli => {
            let mut coded = Vec::new();
            let parameters =
                brotli::enc::BrotliEncoderParams { quality: 5, size_hint: bytes.len(), ..Default::default() };
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

/// Whether a compressed body decodes to this plain one.
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
    // One more byte detects a longer body.
    let limit = bytes.len() as u64 + 1;
    reader.take(limit).read_to_end(&mut plain).is_ok() && plain == bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coding_decodes_to_its_body_only() {
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
