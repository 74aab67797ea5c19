use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::openapi::schema::Path;
use crate::api::openapi::shapes::PERHAPS_INSTANT;
use crate::api::v1::proposal;
use muniment_licenses::assist::translation::Partial;

/// Progress of a job that has not ended (spec:version-1#assistant-objects, job progress).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TranslationProgress")]
pub struct ProgressDocument {
    /// Identifier of the job.
    pub job_id: String,
    /// Whether the job waits or runs.
    pub status: JobStatus,
    /// Number of the part that is being read; 0 before the first.
    pub part_current: usize,
    /// How many parts there are.
    pub parts_total: usize,
    /// Number of parts that were read.
    pub parts_done: usize,
    /// Number of parts that could not be read.
    pub parts_failed: usize,
    /// Where to ask again.
    #[schemars(with = "Path")]
    pub poll_url: String,
    /// Whether the proposal is to be kept as a draft.
    pub save_draft: bool,
    /// What is being done.
    pub stage: Stage,
    /// When the stage began; empty before the first.
    #[schemars(extend("pattern" = PERHAPS_INSTANT))]
    pub stage_since: String,
    /// Seconds in this stage.
    #[schemars(range(min = 0))]
    pub stage_seconds: f64,
    /// How long the job has been running.
    #[schemars(range(min = 0))]
    pub elapsed_seconds: f64,
    /// How long a part took; 0 until one is over.
    #[schemars(range(min = 0))]
    pub part_seconds_avg: f64,
    /// How long it will still take; null until a part is over.
    #[schemars(range(min = 0))]
    pub estimated_remaining_seconds: Option<f64>,
    /// The provider.
    pub provider: String,
    /// The provider for people.
    pub provider_label: String,
    /// The latest events, oldest first.
    #[schemars(extend("maxItems" = Events::MOST))]
    pub events: Events,
    /// A preview and no more.
    #[schemars(schema_with = "proposal::partial")]
    pub partial: Partial,
    /// A message for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The status of a job that has not ended (spec:version-1#states).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobStatus {
    /// It has not begun, or waits for the provider.
    Queued,
    /// It is being worked on.
    Running,
}

/// The stage of a job (spec:version-1#assistant-objects).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The text is cut into parts.
    Planning,
    /// A part is sent.
    Sending,
    /// The answer, or the allowance of the provider, is waited for.
    Waiting,
    /// The answer is there.
    Received,
    /// The parts are merged.
    Merging,
    /// The proposal is reviewed.
    Reviewing,
    /// There is a proposal.
    Done,
    /// There is no proposal.
    Failed,
}

/// Something that happened to a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Event {
    /// When it happened, ISO 8601.
    pub t: String,
    /// The stage in which it happened.
    pub stage: Stage,
    /// Number of the part it is about.
    pub part: Option<usize>,
    /// What happened, for people.
    pub text: String,
}

/// The last events of a job, [`Self::MOST`] at most, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Events(VecDeque<Event>);

impl Events {
    /// How many are kept.
    pub const MOST: usize = 60;

    /// Adds an event; one too many lets go of the oldest.
    pub fn push(&mut self, event: Event) {
        self.0.push_back(event);
        if self.0.len() > Self::MOST {
            self.0.pop_front();
        }
    }

    /// The events, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Event> {
        self.0.iter()
    }
}
