//! Reading a data folder for a command.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::output;
use super::report::{drawn, total};
use muniment_library::check::examine;
use muniment_library::load::{Loaded, load, load_archive};
use muniment_licenses::model::{Fault, Library, Severity};

#[derive(Args)]
pub(super) struct Data {
    /// Folder of the library's sources
    #[arg(long, env = "MUNIMENT_DATA", default_value = "data", value_name = "DIR")]
    pub(super) data: PathBuf,
}

/// The library of commands that only read.
#[derive(Args)]
pub(super) struct Source {
    /// Folder of the library's sources (default: `data` if it exists, else the library in this program)
    #[arg(long, env = "MUNIMENT_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Maximum faults that commands other than `check` report.
const MOST_TOLD: usize = 10;

/// The default folder.
const DEFAULT_FOLDER: &str = "data";

/// The library of this project, packed by the build script.
const BUILT_IN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.tar.zst"));

impl Source {
    /// Reads the library, which must be readable. It lives until the program ends: freeing it takes a twentieth of the
    /// time of an audit.
    pub(super) fn library(&self) -> anyhow::Result<&'static Library> {
        let default = Path::new(DEFAULT_FOLDER);
        let library = match &self.data {
            Some(folder) => readable(folder),
            None if default.join("site.toml").exists() => readable(default),
            None => built_in(),
        }?;
        Ok(Box::leak(Box::new(library)))
    }
}

pub(super) fn built_in() -> anyhow::Result<Library> {
    let loaded = load_archive(BUILT_IN).context("the library built into this program cannot be unpacked")?;
    sound(Path::new("(built-in library)"), loaded)
}

/// Requires that a folder contains a library.
pub(super) fn require(data: &Path) -> anyhow::Result<()> {
    let site = data.join("site.toml");
    match site.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!(
                "there is no library in `{}`: it has no site.toml (--data names another folder)",
                data.display()
            )
        }
        _ => Ok(()),
    }
}

/// Reads a library and its faults, in order.
///
/// # Errors
/// The folder does not contain a library.
pub(super) fn examined(data: &Path) -> anyhow::Result<(Option<Library>, Vec<Fault>)> {
    require(data)?;
    let loaded = load(data);
    let faults = examine(&loaded);
    Ok((loaded.library, faults))
}

/// Reads a library; faults of reading are an error.
pub(super) fn readable(data: &Path) -> anyhow::Result<Library> {
    require(data)?;
    sound(data, load(data))
}

fn sound(data: &Path, loaded: Loaded) -> anyhow::Result<Library> {
    match loaded.library {
        Some(library) if loaded.faults.iter().all(|fault| fault.severity == Severity::Warning) => Ok(library),
        _ => {
            let told = loaded.faults.get(..MOST_TOLD).unwrap_or(&loaded.faults);
            output::tell(&(drawn(data, told) + &total(&loaded.faults)));
            bail!("the library cannot be read; mend its faults first (`muniment check` tells them all)")
        }
    }
}
