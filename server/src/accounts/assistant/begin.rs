use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use muniment_documents::api::v1::{ProgressDocument, Refused, TranslationRequest};
use muniment_licenses::assist::translation::{PartReading, split};
use tokio::sync::oneshot;

use super::back_off::LONGEST_WAIT;
use super::progress::Progress;
use super::run::{Run, UNREADABLE};
use crate::app::App;
use crate::auth::{Digest, TranslationId};
use crate::limit::in_words;
use crate::store::{Account, NewTranslation, Spending, StoreError};

/// What became of a text that was sent.
#[derive(Debug)]
pub enum Begun {
    /// It had one part, and is done with: to be collected.
    Over(TranslationId),
    /// It is being read: to be asked for again. The progress is that of the beginning.
    Underway(TranslationId, Box<ProgressDocument>),
}

impl App {
    /// Begins to translate a text. One of a single part is waited for, until the provider asks to be left alone.
    ///
    /// A text that the same account sent before, of which some parts could not be read, goes on from there. The first
    /// [`FREE_CONTINUATIONS`](crate::store::FREE_CONTINUATIONS) of a text count for no run of the account; every run
    /// counts for the deployment.
    pub async fn begin_translation(
        &self,
        account: &Account,
        request: TranslationRequest,
    ) -> Result<Begun, Refused> {
        let Some(provider) = &self.provider else {
            return Err(Refused::sentence(
                503,
                "This deployment has no key for a language model, so it translates nothing.",
            ));
        };
        let now = self.now();
        let parts_total = split(&request.text, self.config.translation_part_characters).len();
        let wait = provider.blocked_until(now).map(|until| until.duration_since(now));
        if let Some(wait) = wait.filter(|wait| *wait > LONGEST_WAIT) {
            return Err(later("The provider's allowance is used up.", wait));
        }
        let text_digest = digest(account, &request.text);
        let total = u32::try_from(parts_total).unwrap_or(u32::MAX);
        let readings = self.earlier_readings(account, &text_digest, total).await?;
        let id = TranslationId::new(&*self.randomness)
            .map_err(|_| Refused::sentence(503, "No identifier could be drawn; try again later."))?;
        let progress = Progress::new(provider.name(), request.save_draft, now);
        let new = NewTranslation {
            id,
            account: account.id,
            text_digest,
            characters: u32::try_from(request.text.chars().count()).unwrap_or(u32::MAX),
            parts_total: total,
            title: request.title.clone(),
            progress: progress.to_json()?,
            readings: readings.iter().map(kept).collect::<Result<_, _>>()?,
            at: now,
        };
        require_admission(self.store.open_translation(&new, &self.translation_allowances()).await?, now)?;
        let row = self.store.translation(&id, &account.id).await?.ok_or_else(Refused::not_found)?;
        let queued = Box::new(progress.document(&row, &readings, now)?);
        let (waits, waiting) = oneshot::channel();
        let run = Run::new(self, provider.clone(), id, request, readings, progress, waits);
        // It continues when the request that began it ends.
        let running = tokio::spawn(run.go());
        if parts_total > 1 || wait.is_some() || waiting.await.is_ok() {
            return Ok(Begun::Underway(id, queued));
        }
        match running.await {
            Ok(()) => Ok(Begun::Over(id)),
            Err(_) => Ok(Begun::Underway(id, queued)),
        }
    }

    /// Whether the account sent the same text before, and some of its parts were read and some not.
    pub(crate) async fn has_begun_translation(&self, account: &Account, text: &str) -> Result<bool, Refused> {
        let total =
            u32::try_from(split(text, self.config.translation_part_characters).len()).unwrap_or(u32::MAX);
        Ok(!self.earlier_readings(account, &digest(account, text), total).await?.is_empty())
    }

    /// What was read of the same text before, if something of it was not.
    async fn earlier_readings(
        &self,
        account: &Account,
        digest: &Digest,
        total: u32,
    ) -> Result<BTreeMap<usize, PartReading>, Refused> {
        let store = &self.store;
        let Some(earlier) = store.earlier_translation(&account.id, digest, total).await? else {
            return Ok(BTreeMap::new());
        };
        let readings = self.translated_readings(&earlier).await?;
        let is_whole = u32::try_from(readings.len()).is_ok_and(|read| read >= total);
        Ok(if is_whole { BTreeMap::new() } else { readings })
    }
}

/// Refuses a run that was not counted.
fn require_admission(spent: Spending, now: Timestamp) -> Result<(), Refused> {
    match spent {
        Spending::Admitted { .. } => Ok(()),
        Spending::Forbidden => {
            Err(Refused::sentence(403, "The translation allowance of this account is zero."))
        }
        Spending::AccountSpent => {
            Err(later("This account has used up its translations of today.", until_midnight(now)))
        }
        Spending::DeploymentSpent => {
            Err(later("This deployment has used up its translations of today.", until_midnight(now)))
        }
    }
}

/// Tells whether the same account sends the same text again.
fn digest(account: &Account, text: &str) -> Digest {
    Digest::of(&format!("{}\n{text}", account.id))
}

/// The number of a part, and what was read of it, as they are kept.
pub(super) fn kept((number, reading): (&usize, &PartReading)) -> Result<(u32, String), StoreError> {
    let number = u32::try_from(*number).map_err(|_| UNREADABLE)?;
    Ok((number, serde_json::to_string(reading).map_err(|_| UNREADABLE)?))
}

fn later(what: &str, wait: SignedDuration) -> Refused {
    let seconds = u64::try_from(wait.as_secs()).unwrap_or(0);
    let seconds = seconds.saturating_add(u64::from(wait.subsec_nanos() > 0)).max(1);
    Refused::later(429, format!("{what} Try again in {}.", in_words(seconds)), seconds)
}

/// Until the next UTC day.
fn until_midnight(now: Timestamp) -> SignedDuration {
    const DAY: i64 = 24 * 60 * 60;
    SignedDuration::from_secs(DAY - now.as_second().rem_euclid(DAY))
}
