//! Reading a data folder for a command.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::report::render;
use muniment::check::check;
use muniment::load::load;
use muniment::model::{Fault, Library, Severity};

/// Where the library is.
#[derive(Args)]
pub(super) struct Data {
    /// Folder of the library's sources
    #[arg(long, env = "MUNIMENT_DATA", default_value = "data", value_name = "DIR")]
    pub(super) data: PathBuf,
}

/// The library of a folder and everything wrong with it, in order.
pub(super) fn examined(data: &Path) -> (Option<Library>, Vec<Fault>) {
    let loaded = load(data);
    let mut faults = loaded.faults;
    if let Some(library) = &loaded.library {
        faults.extend(check(library));
    }
    faults.sort();
    faults.dedup();
    (loaded.library, faults)
}

/// The library of a folder, for commands that need it readable; faults of reading are an error.
pub(super) fn readable(data: &Path) -> anyhow::Result<Library> {
    let loaded = load(data);
    match loaded.library {
        Some(library) if loaded.faults.iter().all(|fault| fault.severity == Severity::Warning) => Ok(library),
        _ => {
            let _ = std::io::stderr().write_all(render(data, &loaded.faults).as_bytes());
            bail!("the library cannot be read; mend the faults above first")
        }
    }
}
