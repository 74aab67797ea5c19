use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use muniment_documents::api::v1::{Event, Events, JobStatus, ProgressDocument, Stage};
use muniment_licenses::assist::translation::{PartReading, Partial};
use serde::{Deserialize, Serialize};

use super::run::UNREADABLE;
use crate::clock::written;
use crate::store::{StoreError, Translation, TranslationStatus};

/// What a run writes down of itself, for the client that waits (spec:version-1#assistant-objects, job progress).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Progress {
    part_current: usize,
    failed: Vec<usize>,
    stage: Stage,
    /// Milliseconds since 1970.
    stage_since: i64,
    events: Events,
    /// How long the parts took that are over, and how many they are.
    part_seconds: f64,
    parts_timed: u32,
    save_draft: bool,
    provider: String,
}

impl Progress {
    /// Of a run that is about to begin.
    pub(super) fn new(provider: &str, save_draft: bool, now: Timestamp) -> Self {
        let mut progress = Self {
            part_current: 0,
            failed: Vec::new(),
            stage: Stage::Planning,
            stage_since: now.as_millisecond(),
            events: Events::default(),
            part_seconds: 0.0,
            parts_timed: 0,
            save_draft,
            provider: provider.to_owned(),
        };
        progress.enter(Stage::Planning, None, "The text is cut into parts.", now);
        progress
    }

    /// The parts that could not be read.
    pub(super) fn failed(&self) -> &[usize] {
        &self.failed
    }

    /// Goes on to something else.
    pub(super) fn enter(
        &mut self,
        stage: Stage,
        part: Option<usize>,
        text: impl Into<String>,
        now: Timestamp,
    ) {
        self.stage = stage;
        self.stage_since = now.as_millisecond();
        self.part_current = part.unwrap_or(self.part_current);
        self.events.push(Event { t: written(now), stage, part, text: text.into() });
    }

    /// A part is over.
    pub(super) fn part_is_over(&mut self, part: usize, was_read: bool, took: SignedDuration) {
        if !was_read {
            self.failed.push(part);
        }
        self.part_seconds += took.as_secs_f64();
        self.parts_timed += 1;
    }

    /// As it is written down.
    pub(super) fn to_json(&self) -> Result<String, StoreError> {
        serde_json::to_string(self).map_err(|_| UNREADABLE)
    }

    /// What was written down.
    ///
    /// # Errors
    /// It is no progress of a run.
    pub(super) fn from_json(json: &str) -> Result<Self, StoreError> {
        serde_json::from_str(json).map_err(|_| UNREADABLE)
    }

    /// What a client that waits gets.
    ///
    /// # Errors
    /// The time that was written down is none.
    pub(super) fn document(
        &self,
        row: &Translation,
        readings: &BTreeMap<usize, PartReading>,
        now: Timestamp,
    ) -> Result<ProgressDocument, StoreError> {
        let since = Timestamp::from_millisecond(self.stage_since).map_err(|_| UNREADABLE)?;
        let seconds = |since: Timestamp| now.duration_since(since).as_secs_f64().max(0.0);
        let total = usize::try_from(row.parts_total).unwrap_or(usize::MAX);
        let over = readings.len() + self.failed.len();
        let timed = f64::from(self.parts_timed);
        let average = if self.parts_timed == 0 { 0.0 } else { self.part_seconds / timed };
        let left = u32::try_from(total.saturating_sub(over)).unwrap_or(u32::MAX);
        let query = if self.save_draft { "?save_draft=true" } else { "" };
        Ok(ProgressDocument {
            job_id: row.id.to_string(),
            status: match row.status {
                TranslationStatus::Queued => JobStatus::Queued,
                _ => JobStatus::Running,
            },
            part_current: self.part_current,
            parts_total: total,
            parts_done: readings.len(),
            parts_failed: self.failed.len(),
            poll_url: format!("/licenselibrary/translate/jobs/{}{query}", row.id),
            save_draft: self.save_draft,
            stage: self.stage,
            stage_since: written(since),
            stage_seconds: seconds(since),
            elapsed_seconds: seconds(row.created_at),
            part_seconds_avg: average,
            estimated_remaining_seconds: (self.parts_timed > 0).then(|| average * f64::from(left)),
            provider: self.provider.clone(),
            provider_label: self.provider.clone(),
            events: self.events.clone(),
            partial: Partial::of(readings, &self.failed),
            message: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_progress_is_an_error() {
        let progress = Progress::new("provider.example", false, Timestamp::UNIX_EPOCH);
        assert_eq!(Progress::from_json(&progress.to_json().unwrap()).unwrap(), progress);
        for text in ["", "{}", "null"] {
            assert!(Progress::from_json(text).is_err(), "{text}");
        }
    }
}
