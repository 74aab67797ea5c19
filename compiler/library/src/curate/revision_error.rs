use super::FormatError;
use muniment_licenses::model::{Day, ReleaseId, VersionNumber};
use muniment_rdf::{ContentHash, NotATree, OutlineError, ReadError};

/// Why a model is not revised.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RevisionError {
    /// Version 1 that was never released.
    #[error("version 1 of `{0}` was never released: edit its file, nothing has to be archived yet")]
    NeverReleased(String),
    /// The current file was edited although its version was released.
    #[error(
        "version {version} of `{id}` was edited after the release {release}, and a released version never changes; put \
         the file back as it was released and give the edited one with --with, or give the released one with --released"
    )]
    EditedInPlace {
        /// The model.
        id: String,
        /// Its current version.
        version: VersionNumber,
        /// A release that names it.
        release: ReleaseId,
    },
    /// The text given as the released version has another hash.
    #[error("the text given as released has the hash {given}, version {version} of `{id}` has {released}")]
    NotTheReleased {
        /// The model.
        id: String,
        /// The version meant.
        version: VersionNumber,
        /// Its hash.
        released: ContentHash,
        /// The hash of the text given.
        given: ContentHash,
    },
    /// A released version and a corrected one are given, and the current file differs from both.
    #[error(
        "the current file of `{0}` is neither the released nor the corrected version; keep it elsewhere first"
    )]
    ThreeTexts(String),
    /// A text given is not Turtle.
    #[error("the text given is not valid Turtle: line {line}, column {column}: {source}", line = .source.line, column = .source.column)]
    NotTurtle {
        /// The parse error.
        #[from]
        source: ReadError,
    },
    /// The text describes another model.
    #[error("the text given does not describe `{0}`")]
    OtherModel(String),
    /// It has no content hash.
    #[error("the text given has no content hash: {0}")]
    NotATree(#[from] NotATree),
    /// It has no outline.
    #[error(transparent)]
    Outline(#[from] OutlineError),
    /// It cannot be formatted.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The versions do not differ.
    #[error(
        "nothing differs between version {before} of `{id}` and its correction, version numbers and days aside"
    )]
    NothingChanged {
        /// The model.
        id: String,
        /// The previous version.
        before: VersionNumber,
    },
    /// A required value is missing.
    #[error("a new version needs its {0}")]
    Missing(&'static str),
    /// The day is before an earlier publication.
    #[error("{day} is before {earlier}, the day of the {what} before; days never go back")]
    Backdated {
        /// The day given.
        day: Day,
        /// The earlier day.
        earlier: Day,
        /// What was published then.
        what: &'static str,
    },
    /// A released term would be removed.
    #[error("the term {0} was released and would be gone; deprecate it instead")]
    LostTerm(String),
    /// A reason for a statement that did not change.
    #[error("`{0}` begins with no statement that changed, as `<statement>=<reason>` does")]
    UnknownStatement(String),
    /// The change log cannot be read.
    #[error("`{path}` cannot be read: {message}")]
    ChangeLog {
        /// Its path.
        path: String,
        /// The reason.
        message: String,
    },
}
