use serde_json::{Map, Value, json};

use crate::api::shapes::{MODEL_ID, SPDX_ID, count, entries, flag, formats, one_of, text, with};
use crate::api::v1::HistoryQuery;
use crate::wire::Class;
use muniment_licenses::find::{Comparison, Ports};
use muniment_licenses::model::Library;

/// A parameter of version 1 (spec:version-1#endpoints). One name can stand for several: `limit` is a text in one frozen
/// operation and a number in the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api::v1) enum Parameter {
    LicenseId,
    SpdxId,
    Version,
    GraphId,
    UserId,
    JobId,
    Owner,
    RepositoryName,
    RecordFormat,
    LinkedFormat,
    ProfileFormat,
    Download,
    Keyword,
    Skip,
    Limit,
    SearchLimit,
    Ports,
    HistorySkip,
    HistoryLimit,
    Ids,
    DutiesOnly,
    IncludeReasoningTerms,
    Graph,
    CheckedGraph,
    Left,
    Right,
    PublishLicense,
    PublishGraph,
    GraphTitle,
    ReplacedBy,
    Reason,
    GithubUrl,
    Target,
    Consent,
    TranslationTitle,
    SaveDraft,
    Query,
    Asset,
    Attribution,
    Compatible,
    IfNoneMatch,
}

impl Parameter {
    const ALL: [Self; 41] = [
        Self::LicenseId,
        Self::SpdxId,
        Self::Version,
        Self::GraphId,
        Self::UserId,
        Self::JobId,
        Self::Owner,
        Self::RepositoryName,
        Self::RecordFormat,
        Self::LinkedFormat,
        Self::ProfileFormat,
        Self::Download,
        Self::Keyword,
        Self::Skip,
        Self::Limit,
        Self::SearchLimit,
        Self::Ports,
        Self::HistorySkip,
        Self::HistoryLimit,
        Self::Ids,
        Self::DutiesOnly,
        Self::IncludeReasoningTerms,
        Self::Graph,
        Self::CheckedGraph,
        Self::Left,
        Self::Right,
        Self::PublishLicense,
        Self::PublishGraph,
        Self::GraphTitle,
        Self::ReplacedBy,
        Self::Reason,
        Self::GithubUrl,
        Self::Target,
        Self::Consent,
        Self::TranslationTitle,
        Self::SaveDraft,
        Self::Query,
        Self::Asset,
        Self::Attribution,
        Self::Compatible,
        Self::IfNoneMatch,
    ];

    /// Whether a value can be of another kind than the parameter, which is answered with the list of 422.
    pub(super) const fn can_be_of_another_kind(self) -> bool {
        match self {
            Self::LicenseId
            | Self::SpdxId
            | Self::Version
            | Self::RecordFormat
            | Self::Download
            | Self::Skip
            | Self::Limit
            | Self::Ports
            | Self::HistorySkip
            | Self::HistoryLimit
            | Self::Ids
            | Self::DutiesOnly
            | Self::IncludeReasoningTerms
            | Self::PublishLicense
            | Self::PublishGraph
            | Self::GithubUrl
            | Self::Consent
            | Self::SaveDraft => true,
            // Text of any kind; `format` of the Linked-Data path is 415, and `format` of a profile that is
            // unknown gets the page.
            Self::GraphId
            | Self::UserId
            | Self::JobId
            | Self::Owner
            | Self::RepositoryName
            | Self::LinkedFormat
            | Self::ProfileFormat
            | Self::Keyword
            | Self::SearchLimit
            | Self::Graph
            | Self::CheckedGraph
            | Self::Left
            | Self::Right
            | Self::GraphTitle
            | Self::ReplacedBy
            | Self::Reason
            | Self::Target
            | Self::TranslationTitle
            | Self::Query
            | Self::Asset
            | Self::Attribution
            | Self::Compatible
            | Self::IfNoneMatch => false,
        }
    }

    /// Whether a value of the right kind can be one that nothing can be done with, which is answered with a sentence.
    pub(super) const fn can_be_useless(self) -> bool {
        matches!(
            self,
            Self::SearchLimit
                | Self::Ids
                | Self::Graph
                | Self::CheckedGraph
                | Self::Left
                | Self::Right
                | Self::ReplacedBy
                | Self::Target
        )
    }

    /// Whether it names a dependency graph, which may be that of an account.
    pub(super) const fn names_a_graph(self) -> bool {
        matches!(self, Self::GraphId | Self::Graph | Self::CheckedGraph | Self::Left | Self::Right)
    }

    pub(super) fn reference(self) -> Value {
        json!({"$ref": format!("#/components/parameters/{}", self.key())})
    }

    /// Its name in the request; those in a path are the names in the templates.
    const fn name(self) -> &'static str {
        match self {
            Self::LicenseId => "license_id",
            Self::SpdxId => "spdx_id",
            Self::Version => "version",
            Self::GraphId => "graph_id",
            Self::UserId => "user_id",
            Self::JobId => "job_id",
            Self::Owner => "owner",
            Self::RepositoryName => "name",
            Self::RecordFormat | Self::LinkedFormat | Self::ProfileFormat => "format",
            Self::Download => "download",
            Self::Keyword => "keyword",
            Self::Skip | Self::HistorySkip => "skip",
            Self::Limit | Self::SearchLimit | Self::HistoryLimit => "limit",
            Self::Ports => "ports",
            Self::Ids => "ids",
            Self::DutiesOnly => "duties_only",
            Self::IncludeReasoningTerms => "include_reasoning_terms",
            Self::Graph => "graph",
            Self::CheckedGraph => "dependency_graph",
            Self::Left => "left",
            Self::Right => "right",
            Self::PublishLicense | Self::PublishGraph => "publish",
            Self::GraphTitle | Self::TranslationTitle => "title",
            Self::ReplacedBy => "replaced_by",
            Self::Reason => "reason",
            Self::GithubUrl => "github_url",
            Self::Target => "target",
            Self::Consent => "consent",
            Self::SaveDraft => "save_draft",
            Self::Query => "q",
            Self::Asset => "asset",
            Self::Attribution => "attribution",
            Self::Compatible => "X-SVC-Compat",
            Self::IfNoneMatch => "If-None-Match",
        }
    }

    /// Its name among the components: that in the request, with what tells it from others of that name.
    const fn key(self) -> &'static str {
        match self {
            Self::RecordFormat => "format.license",
            Self::LinkedFormat => "format.linked-data",
            Self::ProfileFormat => "format.profile",
            Self::SearchLimit => "limit.search",
            Self::HistorySkip => "skip.history",
            Self::HistoryLimit => "limit.history",
            Self::PublishGraph => "publish.graph",
            Self::TranslationTitle => "title.translation",
            Self::GraphTitle => "title.graph",
            other => other.name(),
        }
    }

    const fn location(self) -> &'static str {
        match self {
            Self::LicenseId
            | Self::SpdxId
            | Self::Version
            | Self::GraphId
            | Self::UserId
            | Self::JobId
            | Self::Owner
            | Self::RepositoryName => "path",
            Self::Compatible | Self::IfNoneMatch => "header",
            _ => "query",
        }
    }

    const fn is_required(self) -> bool {
        matches!(self.location().as_bytes(), b"path") || matches!(self, Self::GithubUrl | Self::Ids)
    }

    const fn description(self) -> &'static str {
        match self {
            Self::LicenseId => "Identifier of a license; letter case does not matter.",
            Self::SpdxId => {
                "An identifier of the SPDX list, or one with an exception; spaces as `%20` or `+`."
            }
            Self::Version => "Number of a version, from 1. There is no version 0 and none below (404).",
            Self::GraphId => "Identifier of a dependency graph.",
            Self::UserId => "Identifier of an account, as in the address of its profile.",
            Self::JobId => "Identifier of a run, as it was answered.",
            Self::Owner => "Owner of the repository.",
            Self::RepositoryName => "Name of the repository.",
            Self::RecordFormat => {
                "The form of the answer, unless `Accept` names an RDF type. `ttl` and `rdf-xml` are JSON strings here."
            }
            Self::LinkedFormat => "The form of the answer; it goes before `Accept`.",
            Self::ProfileFormat => {
                "The form of the answer; it goes before `Accept`. What it does not know gets the page."
            }
            Self::Download => {
                "Whether to answer a file to be saved: the serialisation as it is, never as a JSON string."
            }
            Self::Keyword => "What the title or another name has to contain; letter case does not matter.",
            Self::Skip => {
                "Rows passed over. Once this or `limit` is sent the other stands at its default; with neither, every row \
                 comes back."
            }
            Self::Limit => {
                "Most rows. Once this or `skip` is sent the other stands at its default; with neither, every row comes back."
            }
            Self::SearchLimit => {
                "Most rows, an integer written as a text. Once this or `skip` is sent the other stands at its default; with \
                 neither, every row comes back."
            }
            Self::Ports => {
                "Which records: all of them, those that are no port of another record, or ports and grouped editions alone. \
                 The last two make up the first."
            }
            Self::HistorySkip => "Records passed over.",
            Self::HistoryLimit => "Most records on the page; a number above 500 is lowered to 500.",
            Self::Ids => {
                "Identifiers of 2 to 20 licenses, or SPDX identifiers of records, separated by commas."
            }
            Self::DutiesOnly => "Whether to list only acts that a duty may name.",
            Self::IncludeReasoningTerms => "Whether to list also acts that only dependency graphs name.",
            Self::Graph | Self::CheckedGraph | Self::Left | Self::Right => {
                "A dependency graph by identifier, or by an IRI in the space of graphs or that of users."
            }
            Self::PublishLicense => {
                "Whether to publish the license for good; otherwise a private draft is stored."
            }
            Self::PublishGraph => "Whether others may read the graph; otherwise a private draft is stored.",
            Self::GraphTitle => "Title of a graph that is sent as Turtle.",
            Self::ReplacedBy => {
                "Identifier of the license to use instead, or the SPDX identifier of a record."
            }
            Self::Reason => "Why, for the list of revisions.",
            Self::GithubUrl => {
                "The repository: its address, `host/owner/name` or `owner/name`; `.git` at the end is passed over."
            }
            Self::Target => {
                "Identifier, SPDX identifier or address of the license the combined work is to be under."
            }
            Self::Consent => {
                "With a body of plain text: must be true. The text is sent to the provider of the deployment."
            }
            Self::TranslationTitle => "With a body of plain text: the title of the license.",
            Self::SaveDraft => "Whether to keep the proposal as a private draft of the account.",
            Self::Query => "What was typed so far.",
            Self::Asset => "Address of the work; anything but an absolute http(s) address is passed over.",
            Self::Attribution => "Whom to credit; passed over where the license does not ask for it.",
            Self::Compatible => {
                "With `2`, a check that came to no conclusion is answered with the empty verdict and not with an empty text. \
                 Any other value asks for nothing."
            }
            Self::IfNoneMatch => "Entity tags of answers the client holds; compared weakly.",
        }
    }

    fn schema(self) -> Value {
        let default_graph = || with(text(), "default", json!(Library::DEFAULT_GRAPH));
        match self {
            Self::LicenseId => json!({"type": "string", "pattern": MODEL_ID}),
            Self::ReplacedBy => license_name(),
            Self::SpdxId => json!({"type": "string", "pattern": SPDX_ID}),
            Self::Version => json!({"type": "integer"}),
            Self::GraphId | Self::UserId | Self::JobId | Self::Owner | Self::RepositoryName => {
                json!({"type": "string", "minLength": 1})
            }
            Self::RecordFormat => {
                json!({"type": "string", "enum": formats(Class::Record), "default": "json-ld"})
            }
            Self::LinkedFormat => json!({"type": "string", "enum": formats(Class::LinkedRecord)}),
            Self::ProfileFormat => one_of(&["ttl", "json-ld", "rdf-xml"]),
            Self::Skip | Self::HistorySkip => with(count(), "default", json!(0)),
            Self::Limit => with(count(), "default", json!(10)),
            Self::SearchLimit => json!({"type": "string", "pattern": "^[0-9]+$", "default": "10"}),
            Self::HistoryLimit => with(count(), "default", json!(HistoryQuery::default().limit)),
            Self::Ports => {
                let words = [Ports::Include, Ports::Exclude, Ports::Only].map(Ports::word);
                with(one_of(&words), "default", json!(Ports::default().word()))
            }
            Self::Ids => json!({
                "type": "array",
                "items": license_name(),
                "minItems": Comparison::RANGE.start(),
                "maxItems": Comparison::RANGE.end(),
            }),
            Self::Download | Self::DutiesOnly | Self::IncludeReasoningTerms | Self::SaveDraft => {
                with(flag(), "default", json!(false))
            }
            Self::PublishLicense | Self::PublishGraph => with(flag(), "default", json!(true)),
            Self::Consent => flag(),
            Self::Graph | Self::CheckedGraph | Self::Left => default_graph(),
            Self::Right => with(text(), "default", json!("dg_eu")),
            Self::GithubUrl => json!({"type": "string", "minLength": 1}),
            Self::Keyword
            | Self::GraphTitle
            | Self::Reason
            | Self::Target
            | Self::TranslationTitle
            | Self::Query
            | Self::Asset
            | Self::Attribution
            | Self::Compatible
            | Self::IfNoneMatch => text(),
        }
    }

    /// A license that every library has, since records are under it, and its default graph.
    fn example(self) -> Option<Value> {
        Some(match self {
            Self::LicenseId => json!("CC-BY-4.0"),
            Self::SpdxId => json!("CC-BY-4.0"),
            Self::GraphId => json!(Library::DEFAULT_GRAPH),
            Self::Version => json!(1),
            Self::Ids => json!(["CC-BY-4.0", "CC-BY-SA-4.0"]),
            Self::Keyword | Self::Query => json!("attribution"),
            _ => return None,
        })
    }

    fn component(self) -> Value {
        let mut component = entries(json!({
            "name": self.name(),
            "in": self.location(),
            "description": self.description(),
            "required": self.is_required(),
            "schema": self.schema(),
        }));
        if self == Self::Ids {
            component.insert("style".to_owned(), json!("form"));
            component.insert("explode".to_owned(), json!(false));
        }
        component.extend(self.example().map(|example| ("example".to_owned(), example)));
        Value::Object(component)
    }
}

pub(super) fn components() -> Map<String, Value> {
    Parameter::ALL.into_iter().map(|p| (p.key().to_owned(), p.component())).collect()
}

/// A license by any of its names: an identifier, or an SPDX identifier of a record.
fn license_name() -> Value {
    json!({"type": "string", "pattern": "^[A-Za-z0-9._+ -]{1,160}$"})
}
