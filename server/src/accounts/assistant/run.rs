use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use muniment_documents::api::v1::{Stage, TranslationRequest, Usage};
use muniment_licenses::assist::Prompt;
use muniment_licenses::assist::translation::{Comparison, Part, PartReading, Proposal, split};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::{interval, sleep};

use super::back_off::BackOff;
use super::begin::kept;
use super::progress::Progress;
use crate::app::App;
use crate::auth::TranslationId;
use crate::clock::Clock;
use crate::library::LoadedLibrary;
use crate::store::{PartCost, StorageFull, Store, StoreError};
use crate::upstream::{Completion, Provider, ProviderError, UpstreamError};

/// How often a run says that it is at work.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(5);
/// Questions about one part: an answer of the wrong shape may be followed by a right one.
const QUESTIONS: u32 = 2;
/// Parts in a row that the provider leaves unanswered before the rest is not asked for.
const SILENCES: u32 = 2;
/// How often the end of a run is written down again that the database did not take.
const ENDINGS: u32 = 5;

/// What is wrong with a document of a run that is no JSON.
pub(super) const UNREADABLE: StoreError = StoreError::Unreadable { column: "translations" };

/// What came of a run, as it is kept until it is collected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Finished {
    /// What the text says.
    pub(crate) proposal: Proposal,
    /// What it took.
    pub(crate) usage: Usage,
    /// The record it is most like.
    pub(crate) comparison: Option<Comparison>,
}

/// Why a run came to nothing, as it is kept until it is collected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    /// For people.
    pub(crate) message: String,
    /// What it would have been as the answer to a request.
    pub(crate) status: u16,
}

impl From<StorageFull> for Failure {
    fn from(full: StorageFull) -> Self {
        Self { message: full.to_string(), status: 403 }
    }
}

/// Why a part is not among those that were read.
#[derive(Debug)]
enum UnreadPart {
    /// The provider did not read it.
    Provider(ProviderError),
    /// The account has no room for what was read.
    Full(StorageFull),
}

impl From<ProviderError> for UnreadPart {
    fn from(error: ProviderError) -> Self {
        Self::Provider(error)
    }
}

impl From<&UnreadPart> for Failure {
    fn from(error: &UnreadPart) -> Self {
        match error {
            UnreadPart::Provider(error) => failure(Some(error)),
            UnreadPart::Full(full) => (*full).into(),
        }
    }
}

/// A run under way. It keeps the library that it began with, but not the tree.
pub(super) struct Run {
    store: Store,
    clock: Clock,
    loaded: Arc<LoadedLibrary>,
    part_characters: usize,
    provider: Provider,
    id: TranslationId,
    request: TranslationRequest,
    readings: BTreeMap<usize, PartReading>,
    progress: Progress,
    usage: Usage,
    /// Told when the run begins to wait for the provider's allowance; dropped when the run is over.
    waits: Option<oneshot::Sender<()>>,
}

impl Run {
    pub(super) fn new(
        app: &App,
        provider: Provider,
        id: TranslationId,
        request: TranslationRequest,
        readings: BTreeMap<usize, PartReading>,
        progress: Progress,
        waits: oneshot::Sender<()>,
    ) -> Self {
        let usage = Usage { provider: provider.name().to_owned(), ..Usage::default() };
        Self {
            store: app.store.clone(),
            clock: app.clock.clone(),
            loaded: Arc::clone(&app.served.loaded),
            part_characters: app.config.translation_part_characters,
            provider,
            id,
            request,
            readings,
            progress,
            usage,
            waits: Some(waits),
        }
    }

    /// Reads what was not read yet, and writes down what came of it.
    pub(super) async fn go(mut self) {
        let text = std::mem::take(&mut self.request.text);
        let parts = split(&text, self.part_characters);
        let (mut silences, mut last) = (0, None);
        for part in &parts {
            if self.readings.contains_key(&part.number) {
                continue;
            }
            let began = self.now();
            let error = if silences < SILENCES { self.read(part, parts.len()).await.err() } else { last };
            self.progress.part_is_over(part.number, error.is_none(), self.now().duration_since(began));
            silences = match &error {
                None => 0,
                // Without an allowance or room for one part there is none for the next.
                Some(UnreadPart::Provider(ProviderError::Spent { .. }) | UnreadPart::Full(_)) => SILENCES,
                Some(_) => silences + 1,
            };
            last = error;
        }
        let result = match (self.readings.is_empty(), last) {
            (true, error) => Err(error.as_ref().map_or_else(|| failure(None), Failure::from)),
            (false, error) => Ok(self.finished(parts.len(), error.as_ref()).await),
        };
        self.end(&result).await;
    }

    /// Reads a part, and keeps what it says.
    async fn read(&mut self, part: &Part<'_>, total: usize) -> Result<(), UnreadPart> {
        let prompt = self.loaded.translator().part_prompt(part, total, &self.request.title);
        let (mut cost, mut reading) = (PartCost { tokens_in: 0, tokens_out: 0 }, None);
        for _ in 0..QUESTIONS {
            self.enter(Stage::Sending, Some(part.number), "The part is sent.").await;
            let completion = self.ask(&prompt, part.number).await?;
            self.enter(Stage::Received, Some(part.number), "The answer is there.").await;
            cost.tokens_in += completion.tokens_in;
            cost.tokens_out += completion.tokens_out;
            match self.loaded.translator().read_part(&completion.content, part.text, part.number) {
                Ok(read) => {
                    reading = Some(read);
                    break;
                }
                Err(error) => tracing::warn!(%error, part = part.number, "an answer cannot be read"),
            }
        }
        let reading = reading.ok_or(ProviderError::Unreadable)?;
        self.keep(part.number, &reading, cost).await?;
        self.usage.part_providers.insert(part.number, self.provider.name().to_owned());
        self.readings.insert(part.number, reading);
        Ok(())
    }

    /// Asks the provider; where its allowance is used up, again after a pause, as [`BackOff`] has it.
    async fn ask(&mut self, prompt: &Prompt, part: usize) -> Result<Completion, ProviderError> {
        let mut back_off = BackOff::new(self.now());
        loop {
            self.enter(Stage::Waiting, Some(part), "The provider is asked.").await;
            let began = self.now();
            let answered = self.alive(self.provider.complete(prompt)).await;
            self.usage.seconds += self.now().duration_since(began).as_secs_f64();
            let error = match answered {
                Ok(completion) => {
                    self.usage.tokens_in += completion.tokens_in;
                    self.usage.tokens_out += completion.tokens_out;
                    self.usage.model.clone_from(&completion.model);
                    return Ok(completion);
                }
                Err(error) => error,
            };
            let until = match &error {
                ProviderError::Spent { until } => *until,
                ProviderError::Silent(UpstreamError::Busy) => None,
                _ => return Err(error),
            };
            let Some(wait) = back_off.after_refusal(until, self.now()) else { return Err(error) };
            self.enter(Stage::Waiting, Some(part), "The provider's allowance is waited for.").await;
            if let Some(waits) = self.waits.take() {
                // No receiver is left where the text has several parts.
                let _ = waits.send(());
            }
            self.alive(sleep(wait)).await;
        }
    }

    /// The proposal of what was read, reviewed and held against the library.
    async fn finished(&mut self, total: usize, last: Option<&UnreadPart>) -> Finished {
        self.enter(Stage::Merging, None, "The parts are put together.").await;
        let loaded = Arc::clone(&self.loaded);
        let failed = self.progress.failed().to_vec();
        let title = &self.request.title;
        let mut proposal =
            loaded.translator().merge(loaded.reasoner(), &self.readings, total, &failed, title);
        if let Some(UnreadPart::Full(full)) = last {
            proposal.warnings.push(format!("There is no room for what the missing parts say. {full}"));
        }
        self.enter(Stage::Reviewing, None, "The proposal is reviewed.").await;
        let prompt = loaded.translator().review_prompt(&proposal);
        // A proposal without a review is kept too.
        let review = self.alive(self.provider.complete(&prompt)).await;
        match review.map(|review| (proposal.add_review(&review.content), review)) {
            Ok((read, review)) => {
                self.usage.tokens_in += review.tokens_in;
                self.usage.tokens_out += review.tokens_out;
                if let Err(error) = read {
                    tracing::warn!(%error, "a review cannot be read");
                }
            }
            Err(error) => tracing::warn!(%error, "a proposal was not reviewed"),
        }
        let comparison = Comparison::new(&proposal, loaded.index());
        Finished { proposal, usage: self.usage.clone(), comparison }
    }

    fn now(&self) -> Timestamp {
        self.clock.timestamp()
    }

    async fn enter(&mut self, stage: Stage, part: Option<usize>, text: &str) {
        self.progress.enter(stage, part, text, self.now());
        self.advance().await;
    }

    /// Writes down the progress of the run. A failure to do so does not end the run.
    async fn advance(&self) {
        let telling = async {
            let progress = self.progress.to_json()?;
            self.store.advance_translation(&self.id, &progress, self.now()).await
        };
        tell(telling.await, "the progress of a translation");
    }

    /// Keeps a part. Only one for which the account has no room is given up.
    async fn keep(&self, part: usize, reading: &PartReading, cost: PartCost) -> Result<(), UnreadPart> {
        let keeping = async {
            let (number, reading) = kept((&part, reading))?;
            self.store.keep_part(&self.id, number, &reading, cost, self.now()).await
        };
        match keeping.await {
            Err(StoreError::Full(full)) => return Err(UnreadPart::Full(full)),
            kept => tell(kept, "a part of a translation"),
        }
        Ok(())
    }

    /// Waits for something, and says meanwhile that the run is at work.
    async fn alive<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let mut beats = interval(HEARTBEAT);
        beats.tick().await;
        loop {
            tokio::select! {
                done = &mut work => return done,
                _ = beats.tick() => self.advance().await,
            }
        }
    }

    /// Writes down how it ended; a database that does not answer is asked again.
    async fn end(&self, result: &Result<Finished, Failure>) {
        for _ in 0..ENDINGS {
            match end_translation(&self.store, &self.id, result, self.now()).await {
                Ok(()) => return,
                Err(error) => tracing::warn!(%error, "the end of a translation was not written down"),
            }
            sleep(HEARTBEAT).await;
        }
    }
}

/// Writes down how a run ended. One whose proposal the account has no room for has failed for that reason.
pub(super) async fn end_translation(
    store: &Store,
    id: &TranslationId,
    result: &Result<Finished, Failure>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let failed = async |failure: &Failure| {
        let failure = serde_json::to_string(failure).map_err(|_| UNREADABLE)?;
        store.end_translation(id, false, &failure, now).await
    };
    let ended = match result {
        Ok(finished) => {
            let finished = serde_json::to_string(finished).map_err(|_| UNREADABLE)?;
            match store.end_translation(id, true, &finished, now).await {
                Err(StoreError::Full(full)) => failed(&full.into()).await,
                ended => ended,
            }
        }
        Err(failure) => failed(failure).await,
    };
    ended.map(drop)
}

fn tell(done: Result<(), StoreError>, what: &str) {
    if let Err(error) = done {
        tracing::warn!(%error, what, "something was not written down");
    }
}

/// Why nothing could be read.
pub(super) fn failure(error: Option<&ProviderError>) -> Failure {
    let (status, message) = match error {
        Some(ProviderError::Spent { .. }) => (429, "The provider's allowance is used up; try again later."),
        Some(ProviderError::Silent(UpstreamError::Busy)) => {
            (503, "Too many questions wait for the provider; send the text again later.")
        }
        Some(ProviderError::Silent(UpstreamError::TooLate)) => {
            (504, "The provider did not answer in time; send the text again later.")
        }
        Some(ProviderError::Silent(_)) => (502, "The provider does not answer; send the text again later."),
        Some(ProviderError::Failed(_)) => {
            (502, "The provider answered with an error; send the text again later.")
        }
        Some(ProviderError::Unreadable) => {
            (502, "The provider's answers could not be read; send the text again.")
        }
        None => (502, "The server that read the text has ended; send the text again."),
    };
    Failure { message: message.to_owned(), status }
}
