use muniment_rdf::ContentHash;

use crate::text::{NormalText, Sections};

/// The text with which a record was compared (spec:license-texts#sources). Texts are never part of a library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LicenseText {
    /// Where the text comes from.
    pub source: TextSource,
    /// Version of the source.
    pub version: String,
    /// SHA-256 of the bytes at the source.
    pub bytes: ContentHash,
    /// SHA-256 of the normal form.
    pub normal_form: ContentHash,
    /// BCP 47 tag of its language.
    pub language: String,
    /// Its numbered sections.
    pub sections: Sections,
}

impl LicenseText {
    /// Whether a text is this one.
    #[must_use]
    pub fn is(&self, found: &SourceText) -> bool {
        found.bytes == self.bytes && NormalText::of(&found.text).hash() == self.normal_form
    }
}

/// A text as its source gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// SHA-256 of the bytes at the source.
    pub bytes: ContentHash,
    /// The text in these bytes.
    pub text: String,
}

impl From<String> for SourceText {
    /// The bytes are the text.
    fn from(text: String) -> Self {
        Self { bytes: ContentHash::of(&text), text }
    }
}

/// The source of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextSource {
    /// Texts of the SPDX list, one blank line between them: a license, and the exceptions to it.
    Spdx(Vec<String>),
    /// A file of a package.
    Package {
        /// Texts of the SPDX list that precede it, one blank line between the texts.
        before: Vec<String>,
        /// Name of the package in its registry.
        package: String,
        /// Path of the file below the installed package.
        path: String,
    },
    /// A file of a public repository; the version is the commit.
    Repository {
        /// Owner and name on the host, as `owner/name`.
        repository: String,
        /// Path of the file in the repository.
        path: String,
    },
}

impl std::fmt::Display for TextSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Spdx(identifiers) => f.write_str(&identifiers.join(" WITH ")),
            Self::Package { before, package, path } => {
                let before: String = before.iter().map(|spdx| format!("{spdx} and ")).collect();
                write!(f, "{before}`{path}` of `{package}`")
            }
            Self::Repository { repository, path } => write!(f, "`{path}` of the repository `{repository}`"),
        }
    }
}
