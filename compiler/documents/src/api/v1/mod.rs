//! The documents of version 1 (document 1 §2), and its requests and refusals (§4, §7).

mod actions;
mod applied_rule;
mod call;
mod change_log;
mod comparison;
mod consistency;
mod default_rules;
mod graph_comparison;
mod graph_input;
mod graphs;
mod health;
mod history;
mod license_file;
mod narration;
mod openapi;
mod operation;
mod owned;
mod parameters;
mod profile;
mod questions;
mod record;
mod refused;
mod repository;
mod repository_check;
mod results;
mod review;
mod row;
mod search;
mod spdx;
mod suggestions;
mod translation;
mod verdict;
mod versions;
mod vocabulary;

pub use actions::{Actions, ActionsQuery, actions};
pub use call::{Call, DeprecateCall, LicenseCall, Stored, Subject, TranslateCall, VersionAsked};
pub use change_log::{ChangeLogDocument, change_log};
pub use comparison::{ComparisonDocument, comparison_document};
pub use consistency::{ConsistencyDocument, consistency};
pub use default_rules::{DefaultRuleList, default_rules};
pub use graph_comparison::{GraphComparison, GraphIdentity, graph_comparison};
pub use graph_input::{GraphFaults, GraphInput, pasted_statements};
pub use graphs::{
    AccountGraph, AxiomList, GraphEntry, GraphList, axiom_list, draft_graph_iri, graph_entry, graph_list,
    graph_named,
};
pub use health::Health;
pub use history::{HistoryPage, HistoryQuery, history_page};
pub use license_file::{LicenseFile, LicenseFileQuery, license_file};
pub use narration::{NarrationDocument, NarrationQuestion, ToNarrate, narration};
pub use openapi::openapi;
pub use operation::Operation;
pub use owned::{
    ComposeAnswer, GraphCreated, LicenseState, OwnedLicense, OwnedLicenses, RevisionList, RevisionRow,
};
pub use profile::ProfileDocument;
pub use questions::{CompatibilityQuestion, ConsistencyQuestion, LicenseAsked, license_named};
pub use record::frozen_record;
pub use refused::{ParameterFault, Refused};
pub use repository::Repository;
pub use repository_check::{
    DependencyRow, NoMetadata, RepositoryCheck, RepositoryLicenses, RepositoryMetadata, TargetLicense,
    repository_check, repository_document,
};
pub use results::{ListQuery, Results, faceted_search, list};
pub use review::{ReviewRecord, review_record};
pub use row::{Access, BUCKETS, Bucket, COMPUTED, Computing, Endpoint, Method, Route, Row};
pub use spdx::{SpdxAnswer, SpdxMapping, spdx_answer, spdx_mapping};
pub use suggestions::{CheckerLicense, SuggestEntry, checker_licenses, suggestions};
pub use translation::{
    Event, Events, FailedDocument, JobStatus, ProgressDocument, QuotaDocument, Stage, TranslationDocument,
    TranslationFault, TranslationQuery, TranslationRequest, Usage,
};
pub use verdict::{VerdictDocument, verdict};
pub use versions::{VersionList, version_list};

/// Address of the `OpenAPI` document (document 1 §1).
pub const OPENAPI: &str = "/openapi.json";
/// Address of its interactive page.
pub const DOCS: &str = "/docs";
/// Address of its page for reading.
pub const REDOC: &str = "/redoc";

/// `Content-Disposition` of what is to be saved under a name. Names are made of identifiers and need no escaping.
#[must_use]
pub fn attachment(name: &str) -> String {
    format!("attachment; filename=\"{name}\"")
}
