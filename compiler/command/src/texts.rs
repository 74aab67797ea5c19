//! The license texts with which records are compared. They come from packages and are never part of a library.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use muniment_licenses::model::{Library, License, LicenseId, LicenseText, TextSource};

/// Where texts are read from.
#[derive(Args, Default)]
pub(super) struct Texts {
    /// Folder of installed packages with texts that the SPDX list lacks, as `texts.toml` names them
    #[arg(long = "texts", value_name = "DIR")]
    packages: Option<PathBuf>,
}

impl Texts {
    /// The text of a record: the listed one, else that of its SPDX identifier.
    pub(super) fn of(&self, library: &Library, id: &LicenseId, license: &License) -> Option<String> {
        if let Some(listed) = library.texts.get(id) {
            return self.text(listed);
        }
        let identifiers: Vec<String> = license.spdx.as_deref()?.split(" WITH ").map(str::to_owned).collect();
        of_list(&identifiers)
    }

    /// The text; `None` if it is not at hand.
    pub(super) fn text(&self, listed: &LicenseText) -> Option<String> {
        match &listed.source {
            TextSource::Spdx(identifiers) => of_list(identifiers),
            TextSource::Package { package, path } => {
                fs::read_to_string(self.packages.as_ref()?.join(package).join(path)).ok()
            }
        }
    }
}

/// Texts of the SPDX list, one blank line between them.
fn of_list(identifiers: &[String]) -> Option<String> {
    let texts: Option<Vec<&str>> = identifiers.iter().map(|id| of_spdx(id)).collect();
    Some(texts?.join("\n\n"))
}

/// The text of a license or an exception of the SPDX list.
fn of_spdx(identifier: &str) -> Option<&'static str> {
    let license = spdx::license_id(identifier).map(spdx::LicenseId::text);
    license.or_else(|| spdx::exception_id(identifier).map(spdx::ExceptionId::text))
}
