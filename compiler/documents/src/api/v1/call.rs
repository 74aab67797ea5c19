use super::parameters::Parameters;
use super::{
    ActionsQuery, CompatibilityQuestion, ConsistencyQuestion, HistoryQuery, LicenseFileQuery, ListQuery,
    Method, Operation, Refused, Repository,
};
use crate::wire::Target;
use muniment_licenses::find::{LicenseSearch, Ports, Window};
use muniment_licenses::model::{GraphId, Library, LicenseId, LicenseNames, VersionNumber};

/// A request of version 1 whose every parameter is sound; whether there is such a thing is not yet asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    /// An address of the tree.
    Stored(Stored),
    /// A license, or a version of it.
    License(LicenseCall),
    /// The list of records.
    List(ListQuery),
    /// A faceted search.
    Search(Box<LicenseSearch>, Ports, Window),
    /// Licenses side by side.
    Compare(Vec<LicenseId>),
    /// The acts licenses are composed of.
    Actions(ActionsQuery),
    /// The record of an SPDX identifier.
    Spdx(String),
    /// What changed last.
    History(HistoryQuery),
    /// What somebody may be looking for.
    Suggest(String),
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
    /// An operation whose answer depends on more than the library and its accounts.
    Beyond(Operation),
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
    /// The address.
    pub path: String,
    /// The `format` parameter.
    pub format: Option<String>,
    /// What the address is of.
    pub of: Subject,
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

impl std::fmt::Display for VersionAsked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Numbered(number) => number.fmt(f),
            Self::Never(text) => f.write_str(text),
        }
    }
}

impl Call {
    /// The operation a request asks for; refused if there is none at its path, or none with its method.
    pub fn operation(method: Method, target: &Target) -> Result<(Operation, Vec<&str>), Refused> {
        let (operations, values) = Operation::at_path(&target.segments).ok_or_else(Refused::not_found)?;
        match operations.iter().find(|operation| operation.route().method == method) {
            Some(operation) => Ok((*operation, values)),
            None => Err(Refused::MethodNotAllowed { allow: Operation::allowed(&operations) }),
        }
    }

    /// Reads the parameters of a request, those of its body among them. A parameter that names a license may have any of
    /// its names.
    pub fn parse(
        operation: Operation,
        values: &[&str],
        target: &Target,
        body: &[u8],
        names: &LicenseNames<'_>,
    ) -> Result<Self, Refused> {
        let mut parameters = Parameters::new(target, values);
        let call = parameters.call(operation, body, names)?;
        parameters.finish(call)
    }
}

impl Parameters<'_> {
    /// The call; none where a parameter is faulty, which [`Parameters::finish`] tells.
    fn call(
        &mut self,
        operation: Operation,
        body: &[u8],
        names: &LicenseNames<'_>,
    ) -> Result<Option<Call>, Refused> {
        let site = names.site();
        let stored = |path: String, of| Some(Call::Stored(Stored { path, format: None, of }));
        Ok(match operation {
            Operation::GetLicense => {
                let (id, format, download) = (self.license_id(), self.format(), self.flag("download"));
                id.map(|id| Call::License(LicenseCall { id, version: None, format, download }))
            }
            Operation::GetLicenseVersion => {
                let (id, version) = (self.license_id(), self.version());
                let (format, download) = (self.format(), self.flag("download"));
                id.zip(version).map(|(id, version)| {
                    Call::License(LicenseCall { id, version: Some(version), format, download })
                })
            }
            Operation::ListLicenses => Some(Call::List(self.list())),
            Operation::SearchLicenses => Some(self.search(body)?),
            Operation::CompareLicenses => self.compare(names)?.map(Call::Compare),
            Operation::ListActions => Some(Call::Actions(ActionsQuery {
                duties_only: self.flag("duties_only"),
                include_reasoning_terms: self.flag("include_reasoning_terms"),
            })),
            Operation::GetLicenseBySpdx => self.spdx_id().map(Call::Spdx),
            Operation::ListHistory => Some(Call::History(self.history())),
            Operation::SuggestLicenses => Some(Call::Suggest(self.text("q").unwrap_or_default())),
            Operation::GetLicenseFile => {
                let query =
                    LicenseFileQuery { asset: self.text("asset"), attribution: self.text("attribution") };
                self.license_id().map(|id| Call::LicenseFile(id, query))
            }
            Operation::ListAxioms => Some(Call::Axioms(self.graph("graph", site, Library::DEFAULT_GRAPH)?)),
            Operation::ListRules => Some(Call::Rules(self.graph("graph", site, Library::DEFAULT_GRAPH)?)),
            Operation::CompareGraphs => Some(Call::CompareGraphs(
                self.graph("left", site, Library::DEFAULT_GRAPH)?,
                self.graph("right", site, "dg_eu")?,
            )),
            Operation::CheckCompatibility => {
                Some(Call::Compatibility(CompatibilityQuestion::parse(body, site)?))
            }
            Operation::CheckConsistency => {
                let graph = self.graph("dependency_graph", site, Library::DEFAULT_GRAPH)?;
                Some(Call::Consistency(ConsistencyQuestion::parse(body, graph, names)?))
            }
            Operation::GetReview => self.license_id().and_then(|id| {
                let path = format!("/licenselibrary/review/{id}");
                stored(path, Subject::License(id, "There is no review of"))
            }),
            Operation::ListLicenseVersions => self.license_id().and_then(|id| {
                let path = format!("/licenselibrary/license/{id}/versions");
                stored(path, Subject::License(id, "There are no versions of"))
            }),
            Operation::GetLicenseChangeLog => self.license_id().and_then(|id| {
                let path = format!("/licenselibrary/license/{id}/changelog");
                stored(path, Subject::License(id, "No correction has been made to"))
            }),
            Operation::GetLinkedLicense => {
                let format = self.format();
                self.license_id().map(|id| {
                    let path = format!("/licenselibrary/{id}");
                    Call::Stored(Stored { path, format, of: Subject::License(id, "") })
                })
            }
            Operation::GetLinkedVersions => self.license_id().and_then(|id| {
                let path = format!("/licenselibrary/{id}/versions");
                stored(path, Subject::License(id, ""))
            }),
            Operation::GetBadge => self.license_id().and_then(|id| {
                let path = format!("/license-library/{id}/badge.svg");
                stored(path, Subject::License(id, ""))
            }),
            Operation::ListGraphVersions => {
                let id = self.graph_id()?;
                stored(format!("/dependencygraph/{id}/versions"), Subject::Graph(id, ""))
            }
            Operation::GetGraphVersion => {
                let id = self.graph_id()?;
                self.version().and_then(|version| {
                    let path = format!("/dependencygraph/{id}/versions/{version}");
                    stored(path, Subject::GraphVersion(id, version))
                })
            }
            Operation::GetGraphChangeLog => {
                let id = self.graph_id()?;
                let path = format!("/dependencygraph/{id}/changelog");
                stored(path, Subject::Graph(id, "No correction has been made to"))
            }
            Operation::GetDefaultGraphVersion => {
                let default = default_graph()?;
                self.version().and_then(|version| {
                    let path = format!("/dependencygraph/versions/{version}");
                    stored(path, Subject::GraphVersion(default, version))
                })
            }
            Operation::GetDefaultGraphChangeLog => stored(
                "/dependencygraph/changelog".to_owned(),
                Subject::Graph(default_graph()?, "No correction has been made to"),
            ),
            Operation::GetVocabularyVersion => self.version().and_then(|version| {
                stored(format!("/ns/versions/{version}"), Subject::VocabularyVersion(version))
            }),
            Operation::GetVocabulary => Some(Call::Stored(Stored {
                path: "/ns".to_owned(),
                format: self.format(),
                of: Subject::Site,
            })),
            Operation::GetVocabularyTerm => {
                let (term, format) = (self.value(), self.format());
                Some(Call::Stored(Stored { path: format!("/ns/{term}"), format, of: Subject::Term(term) }))
            }
            Operation::ComposeLicense => Some(Call::Compose { publish: self.flag_or("publish", true) }),
            Operation::ListOwnLicenses => Some(Call::OwnLicenses),
            Operation::ListRevisions => self.license_id().map(Call::Revisions),
            Operation::DeprecateLicense => self.deprecate(names).map(Call::Deprecate),
            Operation::ListGraphs => Some(Call::Graphs),
            Operation::ListOwnGraphs => Some(Call::OwnGraphs),
            Operation::CreateGraph => Some(Call::CreateGraph {
                publish: self.flag_or("publish", true),
                title: self.text("title").filter(|title| !title.trim().is_empty()),
            }),
            Operation::GetProfile => Some(Call::Profile { id: self.value(), format: self.format() }),
            Operation::GetSpdxMapping
            | Operation::ListDefaultGraphVersions
            | Operation::ListCheckerLicenses
            | Operation::ListVocabularyVersions
            | Operation::GetVocabularyChangeLog => {
                stored(operation.route().template.to_owned(), Subject::Site)
            }
            Operation::GetDependencies => Some(Call::Dependencies(self.repository()?)),
            Operation::GetDependenciesByUrl => self.repository_by_url()?.map(Call::Dependencies),
            Operation::CheckRepository => {
                let repository = self.repository()?;
                Some(Call::CheckRepository { repository, target: self.target_license(names)? })
            }
            Operation::CheckRepositoryByUrl => match self.repository_by_url()? {
                Some(repository) => {
                    Some(Call::CheckRepository { repository, target: self.target_license(names)? })
                }
                None => None,
            },
            Operation::TranslateLicense => {
                let (consent, save_draft) = (self.flag("consent"), self.flag("save_draft"));
                Some(Call::Translate(TranslateCall { consent, title: self.text("title"), save_draft }))
            }
            Operation::GetTranslation => {
                Some(Call::Translation { id: self.value(), save_draft: self.flag("save_draft") })
            }
            Operation::GetHealth => Some(Call::Beyond(operation)),
            Operation::NarrateLicense => Some(Call::Narrate),
        })
    }
}

fn default_graph() -> Result<GraphId, Refused> {
    Library::DEFAULT_GRAPH.parse().map_err(|_| Refused::not_found())
}
