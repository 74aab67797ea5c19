//! The license texts with which records are compared. They come from packages and are never part of a library.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::Args;
use rayon::prelude::*;

use muniment_documents::words::count;
use muniment_licenses::model::{Library, License, LicenseId, LicenseText, SourceText, TextSource};
use muniment_rdf::ContentHash;

use crate::legal_code::text_of_legal_code;

/// Where texts are read from.
#[derive(Args, Default)]
pub(super) struct Texts {
    /// Folder of installed packages, or of clones as OWNER/NAME or NAME, with texts that the SPDX list lacks, as
    /// `texts.toml` names them; several folders are searched in order
    #[arg(long = "texts", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

impl Texts {
    /// The text of a record: the listed one, else that of its SPDX identifier.
    pub(super) fn of(&self, library: &Library, id: &LicenseId, license: &License) -> Option<String> {
        if let Some(listed) = library.texts.get(id) {
            return self.text(listed).map(|found| found.text);
        }
        let identifiers: Vec<String> = license.spdx.as_deref()?.split(" WITH ").map(str::to_owned).collect();
        of_list(&identifiers)
    }

    /// Whether a folder of packages is named.
    pub(super) fn has_packages(&self) -> bool {
        !self.folders.is_empty()
    }

    /// The texts that a library lists, without those that are missing or differ from what it says.
    pub(super) fn at_hand(&self, listed: &BTreeMap<LicenseId, LicenseText>) -> TextsAtHand {
        let read = |listed: &LicenseText| self.text(listed).filter(|text| listed.is(text));
        let read: Vec<_> = listed.par_iter().map(|(id, listed)| (id, listed.bytes, read(listed))).collect();
        let (mut found, mut digests) = (TextsAtHand::default(), String::new());
        for (id, bytes, text) in read {
            match text {
                Some(SourceText { text, .. }) => {
                    digests.push_str(&format!("{id} {bytes}\n"));
                    found.texts.insert(id.clone(), text);
                }
                None => found.missing.push(id.clone()),
            }
        }
        TextsAtHand { digest: ContentHash::of(digests).to_string(), ..found }
    }

    /// The text; `None` if it is not at hand.
    pub(super) fn text(&self, listed: &LicenseText) -> Option<SourceText> {
        match &listed.source {
            TextSource::Spdx(identifiers) => of_list(identifiers).map(SourceText::from),
            TextSource::Package { before, package, path } => {
                let text = self.read(package, path)?;
                let texts = of_list(before)?;
                Some(if before.is_empty() { text } else { format!("{texts}\n\n{text}") }.into())
            }
            TextSource::Repository { repository, path } => {
                let (_, name) = repository.split_once('/')?;
                let file = self.read(repository, path).or_else(|| self.read(name, path))?;
                if Path::new(path).extension().is_none_or(|extension| extension != "html") {
                    return Some(file.into());
                }
                // A page without legal code is another text than the listed one, not a missing one.
                let text = text_of_legal_code(&file).unwrap_or_default();
                Some(SourceText { bytes: ContentHash::of(&file), text })
            }
        }
    }

    /// A file below the folder of a package or a clone.
    fn read(&self, within: &str, path: &str) -> Option<String> {
        let mut files = self.folders.iter().map(|folder| folder.join(within).join(path));
        files.find_map(|file| fs::read_to_string(file).ok())
    }
}

/// The listed texts that are at hand.
#[derive(Default)]
pub(super) struct TextsAtHand {
    pub(super) texts: BTreeMap<LicenseId, String>,
    /// Digest of the texts.
    pub(super) digest: String,
    missing: Vec<LicenseId>,
}

impl TextsAtHand {
    /// Keeps the texts that the records of a library state.
    pub(super) fn retain_stated(&mut self, library: &Library) {
        self.texts.retain(|id, _| {
            let stated = library.licenses.get(id).and_then(|model| model.current.content.text_hash);
            stated.is_some() && stated == library.texts.get(id).map(|listed| listed.normal_form)
        });
    }

    /// One line about their pages.
    pub(super) fn report(&self) -> String {
        let missing: Vec<&str> = self.missing.iter().map(LicenseId::as_str).collect();
        let missing = if missing.is_empty() { "none".to_owned() } else { missing.join(", ") };
        format!("{} of license texts; texts missing: {missing}\n", count(self.texts.len(), "page"))
    }
}

/// The texts of the SPDX list, packed by the build script: a JSON object of texts by identifier.
const SPDX_TEXTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/texts.json.zst"));

/// Texts of licenses or exceptions of the SPDX list, one blank line between them.
fn of_list(identifiers: &[String]) -> Option<String> {
    static TEXTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        let texts = zstd::decode_all(SPDX_TEXTS).unwrap_or_default();
        // They are the program's own, and tests read them.
        serde_json::from_slice(&texts).unwrap_or_default()
    });
    let texts: Option<Vec<&str>> = identifiers.iter().map(|id| TEXTS.get(id).map(String::as_str)).collect();
    Some(texts?.join("\n\n"))
}
