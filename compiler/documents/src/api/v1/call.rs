use std::fmt;

use super::parameters::Parameters;
use super::{CompatibilityQuestion, ConsistencyQuestion, LicenseFileQuery, Operation, Refused, Repository};
use crate::wire::Target;
use muniment_library::history::Catalog;
use muniment_licenses::find::Index;
use muniment_licenses::model::{GraphId, Library, LicenseId, LicenseNames, VersionNumber};

/// A request of version 1 whose every parameter is sound; whether there is such a thing is not yet asked.
#[derive(Debug)]
pub enum Call {
    /// What the library in memory answers, whoever asks.
    OfTheLibrary(Answer),
    /// An address of the tree.
    Stored(Stored),
    /// A license, or a version of it.
    License(LicenseCall),
    /// Licenses side by side.
    Compare(Vec<LicenseId>),
    /// A file to lay beside a work.
    LicenseFile(LicenseId, LicenseFileQuery),
    /// The axioms of a graph.
    Axioms(GraphId),
    /// The default rules of a graph.
    Rules(GraphId),
    /// Two graphs side by side.
    CompareGraphs(GraphId, GraphId),
    /// Whether licenses can be combined.
    Compatibility(CompatibilityQuestion),
    /// Whether a license contradicts itself.
    Consistency(ConsistencyQuestion),
    /// A license that somebody composed, to be published or kept as a draft.
    Compose {
        /// Whether it is to be published.
        publish: bool,
    },
    /// The licenses of an account.
    OwnLicenses,
    /// The revisions of one of them.
    Revisions(LicenseId),
    /// Marks one of them as deprecated.
    Deprecate(DeprecateCall),
    /// The graphs that can be chosen.
    Graphs,
    /// The graphs of an account.
    OwnGraphs,
    /// A graph to be published or kept as a draft.
    CreateGraph {
        /// Whether it is to be published.
        publish: bool,
        /// Its title, if that stands in the query.
        title: Option<String>,
    },
    /// A publisher.
    Profile {
        /// Identifier of the account.
        id: String,
        /// The `format` parameter.
        format: Option<String>,
    },
    /// The dependencies of a repository.
    Dependencies(Repository),
    /// Whether they can be combined.
    CheckRepository {
        /// The repository.
        repository: Repository,
        /// The license the combined work would carry.
        target: Option<LicenseId>,
    },
    /// A license to be put into words; which one stands in the body, and is read once it is known whether the account
    /// may ask at all.
    Narrate,
    /// Text of a license, to be translated.
    Translate(TranslateCall),
    /// A translation under way.
    Translation {
        /// Identifier of the run.
        id: String,
        /// Whether the proposal is to be kept as a draft.
        save_draft: bool,
    },
    /// Whether the parts of the deployment answer.
    Health,
}

/// What an answer is made from that depends on the library alone.
#[derive(Debug, Clone, Copy)]
pub struct Reading<'l> {
    /// The library.
    pub library: &'l Library,
    /// Its index.
    pub index: &'l Index<'l>,
    /// Its versions.
    pub catalog: &'l Catalog<'l>,
}

type Make = dyn Fn(&Reading<'_>) -> Result<Vec<u8>, Refused> + Send + Sync;

/// Makes the JSON of an answer.
pub struct Answer(Box<Make>);

impl Answer {
    /// The JSON.
    ///
    /// # Errors
    /// What is asked for is not there.
    pub fn make(&self, reading: &Reading<'_>) -> Result<Vec<u8>, Refused> {
        (self.0)(reading)
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Answer")
    }
}

/// What stands in the query beside a text that is to be translated as plain text (spec:version-1#assistant-objects).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslateCall {
    /// Whether the text may be sent to the provider.
    pub consent: bool,
    /// Title of the license.
    pub title: Option<String>,
    /// Whether the proposal is to be kept as a draft.
    pub save_draft: bool,
}

/// A license that is no longer to be used (spec:version-1#library-endpoints).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeprecateCall {
    /// Which license.
    pub id: LicenseId,
    /// What to use instead.
    pub replaced_by: Option<LicenseId>,
    /// Why; empty when nothing was said.
    pub reason: String,
}

/// An address of the tree, and what is missing where the tree does not have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Whose address it is.
    pub operation: Operation,
    /// The values of the parameters in its path.
    pub values: Vec<String>,
    /// The `format` parameter, where the address has forms.
    pub format: Option<String>,
    /// What the address is of.
    pub of: Subject,
}

impl Stored {
    /// The address.
    #[must_use]
    pub fn path(&self) -> String {
        self.operation.path(&self.values)
    }
}

/// What an address is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// Nothing that can be missing.
    Site,
    /// A license, or something that not every license has.
    License(LicenseId, &'static str),
    /// A graph, or something that not every graph has.
    Graph(GraphId, &'static str),
    /// A version of a graph.
    GraphVersion(GraphId, VersionAsked),
    /// A version of the vocabulary.
    VocabularyVersion(VersionAsked),
    /// A term of the vocabulary.
    Term(String),
}

/// A license in one of its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LicenseCall {
    /// Which license; the letter case may differ from the record's.
    pub id: LicenseId,
    /// Which version; none for the current one at its own address.
    pub version: Option<VersionAsked>,
    /// The `format` parameter.
    pub format: Option<String>,
    /// Whether it is to be saved and not shown.
    pub download: bool,
}

/// A version by number, or a number no version has: 0, negative, or beyond counting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VersionAsked {
    /// A number a version may have.
    Numbered(VersionNumber),
    /// Another number, as it was written.
    Never(String),
}

impl fmt::Display for VersionAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered(number) => number.fmt(f),
            Self::Never(text) => f.write_str(text),
        }
    }
}

impl Call {
    pub(super) fn of_the_library(
        make: impl Fn(&Reading<'_>) -> Result<Vec<u8>, Refused> + Send + Sync + 'static,
    ) -> Self {
        Self::OfTheLibrary(Answer(Box::new(make)))
    }

    /// Reads the parameters of a request, those of its body among them. A parameter that names a license may have any of
    /// its names.
    ///
    /// # Errors
    /// A parameter is faulty.
    pub fn parse(
        operation: Operation,
        values: &[&str],
        target: &Target,
        body: &[u8],
        names: &LicenseNames<'_>,
    ) -> Result<Self, Refused> {
        let mut parameters = Parameters::new(operation, target, values, body, names);
        let call = (operation.row().parse)(&mut parameters)?;
        parameters.finish(call)
    }
}

pub(super) fn default_graph() -> Result<GraphId, Refused> {
    Library::DEFAULT_GRAPH.parse().map_err(|_| Refused::not_found())
}
