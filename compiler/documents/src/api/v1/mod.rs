//! The documents of version 1 (spec:version-1), its requests and its refusals (spec:version-1#errors).

mod actions;
mod applied_rule;
mod body;
mod call;
mod change_log;
mod comparison;
mod composer_input;
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
mod proposal;
mod questions;
mod record;
mod refused;
mod repository;
mod repository_check;
mod results;
mod review;
mod row;
mod scope;
mod search;
mod spdx;
mod suggestions;
mod translation;
mod verdict;
mod versions;
mod vocabulary;

pub use actions::{Actions, ActionsQuery, actions};
pub use call::{
    Answer, Call, DeprecateCall, LicenseCall, Reading, Stored, Subject, TranslateCall, VersionAsked,
};
pub use change_log::{ChangeLogDocument, change_log};
pub use comparison::{ComparisonDocument, comparison_document};
pub use consistency::{ConsistencyDocument, consistency};
pub use default_rules::{DefaultRuleList, default_rules};
pub use graph_comparison::{GraphComparison, GraphIdentity, graph_comparison};
pub use graph_input::{GraphCreated, GraphFaults, GraphInput, pasted_statements};
pub use graphs::{
    AccountGraph, AxiomList, GraphEntry, GraphList, axiom_list, draft_graph_iri, graph_entry, graph_list,
    graph_named,
};
pub use health::Health;
pub use history::{HistoryPage, HistoryQuery, history_page};
pub use license_file::{LicenseFile, LicenseFileQuery, license_file};
pub use narration::{NarrationDocument, NarrationQuestion, ToNarrate, narration};
pub use openapi::openapi;
pub use owned::{ComposeAnswer, ModelState, OwnedLicense, OwnedLicenses, RevisionList, RevisionRow};
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
pub use scope::{Scope, Scopes, UnknownScope};
pub use spdx::{SpdxAnswer, SpdxMapping, spdx_answer, spdx_mapping};
pub use suggestions::{CheckerLicense, SuggestEntry, checker_licenses, suggestions};
pub use translation::{
    Event, Events, FailedDocument, JobStatus, ProgressDocument, QuotaDocument, Stage, TranslationDocument,
    TranslationFault, TranslationQuery, TranslationRequest, Usage,
};
pub use verdict::{VerdictDocument, verdict};
pub use versions::{VersionList, version_list};

operation::operations! {
    GetLicense = record::GET_LICENSE,
    ListLicenses = results::LIST_LICENSES,
    SearchLicenses = search::SEARCH_LICENSES,
    ComposeLicense = owned::COMPOSE_LICENSE,
    ListAxioms = graphs::LIST_AXIOMS,
    CheckCompatibility = verdict::CHECK_COMPATIBILITY,
    GetDependencies = repository::GET_DEPENDENCIES,
    GetDependenciesByUrl = repository::GET_DEPENDENCIES_BY_URL,
    CheckRepository = repository_check::CHECK_REPOSITORY,
    CheckRepositoryByUrl = repository_check::CHECK_REPOSITORY_BY_URL,
    GetHealth = health::GET_HEALTH,
    CompareLicenses = comparison::COMPARE_LICENSES,
    ListActions = actions::LIST_ACTIONS,
    CheckConsistency = consistency::CHECK_CONSISTENCY,
    ListOwnLicenses = owned::LIST_OWN_LICENSES,
    ListRevisions = owned::LIST_REVISIONS,
    DeprecateLicense = owned::DEPRECATE_LICENSE,
    GetLicenseBySpdx = spdx::GET_LICENSE_BY_SPDX,
    GetSpdxMapping = spdx::GET_SPDX_MAPPING,
    GetReview = review::GET_REVIEW,
    ListHistory = history::LIST_HISTORY,
    TranslateLicense = translation::TRANSLATE_LICENSE,
    GetTranslation = translation::GET_TRANSLATION,
    NarrateLicense = narration::NARRATE_LICENSE,
    ListLicenseVersions = versions::LIST_LICENSE_VERSIONS,
    GetLicenseVersion = record::GET_LICENSE_VERSION,
    GetLicenseChangeLog = change_log::GET_LICENSE_CHANGE_LOG,
    GetLinkedLicense = record::GET_LINKED_LICENSE,
    GetLinkedVersions = record::GET_LINKED_VERSIONS,
    ListGraphs = graphs::LIST_GRAPHS,
    ListOwnGraphs = graphs::LIST_OWN_GRAPHS,
    CompareGraphs = graph_comparison::COMPARE_GRAPHS,
    ListRules = default_rules::LIST_RULES,
    CreateGraph = graph_input::CREATE_GRAPH,
    ListDefaultGraphVersions = versions::LIST_DEFAULT_GRAPH_VERSIONS,
    GetDefaultGraphVersion = graphs::GET_DEFAULT_GRAPH_VERSION,
    GetDefaultGraphChangeLog = change_log::GET_DEFAULT_GRAPH_CHANGE_LOG,
    ListGraphVersions = versions::LIST_GRAPH_VERSIONS,
    GetGraphVersion = graphs::GET_GRAPH_VERSION,
    GetGraphChangeLog = change_log::GET_GRAPH_CHANGE_LOG,
    GetProfile = profile::GET_PROFILE,
    SuggestLicenses = suggestions::SUGGEST_LICENSES,
    GetLicenseFile = license_file::GET_LICENSE_FILE,
    GetBadge = license_file::GET_BADGE,
    ListCheckerLicenses = suggestions::LIST_CHECKER_LICENSES,
    ListVocabularyVersions = versions::LIST_VOCABULARY_VERSIONS,
    GetVocabularyVersion = vocabulary::GET_VOCABULARY_VERSION,
    GetVocabularyChangeLog = change_log::GET_VOCABULARY_CHANGE_LOG,
    GetVocabulary = vocabulary::GET_VOCABULARY,
    GetVocabularyTerm = vocabulary::GET_VOCABULARY_TERM,
}

/// Address of the `OpenAPI` document (spec:version-1#self-description).
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
