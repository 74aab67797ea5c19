use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use muniment_licenses::assist::translation::{
    Comparison, Contradiction, Parts, Proposal, TranslatedStatement, Unmodelled,
};

/// A finished translation (spec:version-1#assistant-objects): the proposal and what it took.
#[derive(Debug, Clone, Serialize)]
pub struct TranslationDocument<'p> {
    job_id: &'p str,
    prompt_version: &'p str,
    status: &'static str,
    title: &'p str,
    language: &'p str,
    parts: &'p Parts,
    license: &'p Value,
    statements: &'p [TranslatedStatement],
    unmodelled: &'p [Unmodelled],
    warnings: &'p [String],
    conflicts: &'p [Contradiction],
    usage: &'p Usage,
    quota: &'p QuotaDocument,
    #[serde(skip_serializing_if = "Option::is_none")]
    draft_id: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draft_uri: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'p str>,
    /// Not there in an answer to a text that was translated at once; null where nothing is like the proposal.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Option<&'p Comparison>>,
}

impl<'p> TranslationDocument<'p> {
    /// The answer to a text that was translated at once.
    #[must_use]
    pub fn at_once(
        job_id: &'p str,
        prompt_version: &'p str,
        proposal: &'p Proposal,
        usage: &'p Usage,
        quota: &'p QuotaDocument,
    ) -> Self {
        Self {
            job_id,
            prompt_version,
            status: "done",
            title: &proposal.title,
            language: &proposal.language,
            parts: &proposal.parts,
            license: &proposal.license,
            statements: &proposal.statements,
            unmodelled: &proposal.unmodelled,
            warnings: &proposal.warnings,
            conflicts: &proposal.conflicts,
            usage,
            quota,
            draft_id: None,
            draft_uri: None,
            message: None,
            comparison: None,
        }
    }

    /// The same as the result of a job that is collected.
    #[must_use]
    pub fn collected(self, comparison: Option<&'p Comparison>) -> Self {
        Self { comparison: Some(comparison), ..self }
    }

    /// With the draft it was kept as.
    #[must_use]
    pub fn with_draft(self, id: &'p str, uri: &'p str) -> Self {
        Self { draft_id: Some(id), draft_uri: Some(uri), ..self }
    }

    /// With something to tell.
    #[must_use]
    pub fn with_message(self, message: &'p str) -> Self {
        Self { message: Some(message), ..self }
    }
}

/// A job that came to nothing (spec:version-1#states): its failure is the result.
#[derive(Debug, Clone, Serialize)]
pub struct FailedDocument<'p> {
    job_id: &'p str,
    status: &'static str,
    message: &'p str,
}

impl<'p> FailedDocument<'p> {
    /// Why a job failed.
    #[must_use]
    pub fn new(job_id: &'p str, message: &'p str) -> Self {
        Self { job_id, status: "failed", message }
    }
}

/// What a translation took (spec:version-1#assistant-objects).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AssistantUsage")]
pub struct Usage {
    /// Tokens of the prompts.
    pub tokens_in: u64,
    /// Tokens of the replies.
    pub tokens_out: u64,
    /// Seconds that the provider took.
    #[schemars(range(min = 0))]
    pub seconds: f64,
    /// The model that answered last.
    pub model: String,
    /// Its provider.
    pub provider: String,
    /// Provider of each part, by the number of the part.
    pub part_providers: BTreeMap<usize, String>,
}

/// What is left of the allowances (spec:version-1#assistant-objects); null is what nobody knows. Times are ISO 8601.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotaDocument {
    /// Requests the provider still takes.
    pub provider_remaining_requests: Option<u64>,
    /// When it takes more.
    pub provider_reset_at: Option<String>,
    /// Runs the account has left today.
    pub user_remaining_today: Option<u64>,
    /// Runs the deployment has left today.
    pub global_remaining_today: Option<u64>,
    /// Whether the deployment has a provider.
    pub configured: bool,
    /// Requests the provider takes.
    pub provider_limit_requests: Option<u64>,
    /// Until when it takes none.
    pub provider_blocked_until: Option<String>,
    /// Tokens the provider takes.
    pub provider_limit_tokens: Option<u64>,
    /// Tokens it still takes.
    pub provider_remaining_tokens: Option<u64>,
    /// Runs the account has a day.
    pub user_limit_today: Option<u64>,
    /// Runs it has spent today.
    pub user_used_today: Option<u64>,
    /// Runs the deployment has a day.
    pub global_limit_today: Option<u64>,
    /// Runs it has spent today.
    pub global_used_today: Option<u64>,
}
