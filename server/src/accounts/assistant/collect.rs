use std::collections::BTreeMap;

use jiff::SignedDuration;
use muniment_documents::api::v1::{FailedDocument, ProgressDocument, Refused, TranslationDocument, Usage};
use muniment_licenses::assist::translation::{Comparison, PartReading};
use muniment_licenses::compose::Imprint;
use muniment_licenses::model::LicenseId;
use serde_json::{Value, json};

use super::progress::Progress;
use super::run::{Failure, Finished, UNREADABLE, end_translation, failure};
use crate::app::App;
use crate::auth::{TranslationId, composed_license_id};
use crate::store::{Account, NewModel, Translation, TranslationStatus};

/// How long a run is believed to be at work that says nothing: several heartbeats.
const SILENCE: SignedDuration = SignedDuration::from_secs(30);

/// A run as its account sees it.
#[derive(Debug)]
pub enum Collected {
    /// It is at work.
    Underway(Box<ProgressDocument>),
    /// It is over: what it came to, and the status it would have as the answer to a request.
    Over(Value, u16),
}

/// The state of a run, for a page.
#[derive(Debug)]
pub(crate) struct TranslationState {
    /// The title that was asked for; empty where none was.
    pub(crate) asked_title: String,
    /// How far it is.
    pub(crate) state: RunState,
}

/// How far a run is.
#[derive(Debug)]
pub(crate) enum RunState {
    /// It is at work.
    Underway(Box<ProgressDocument>),
    /// It came to nothing.
    Failed(Failure),
    /// There is a proposal, and perhaps the draft it was kept as.
    Done(Box<Finished>, Option<LicenseId>),
}

/// How a finished run is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultForm {
    /// As the answer to the request that began it.
    AtOnce,
    /// As the result of a job.
    Collected,
}

impl App {
    /// A run of an account; none if it has no such run. One whose server fell silent is ended with what was read.
    pub async fn collect_translation(
        &self,
        id: &TranslationId,
        account: &Account,
        form: ResultForm,
        save_draft: bool,
    ) -> Result<Option<Collected>, Refused> {
        let Some(translation) = self.translation_state(id, account).await? else { return Ok(None) };
        let (finished, draft) = match translation.state {
            RunState::Underway(progress) => return Ok(Some(Collected::Underway(progress))),
            RunState::Failed(failure) => {
                let document = json!(FailedDocument::new(id.as_str(), &failure.message));
                return Ok(Some(Collected::Over(document, failure.status)));
            }
            RunState::Done(finished, draft) => (finished, draft),
        };
        let draft = match (draft, save_draft) {
            (Some(draft), _) => Some(draft),
            (None, true) => Some(self.keep_translation_draft(id, account, &finished.proposal.license).await?),
            (None, false) => None,
        };
        Ok(Some(Collected::Over(
            self.translation_document(id, account, &finished, draft.as_ref(), form).await?,
            200,
        )))
    }

    /// Where a run of an account stands; none if it has no such run. One whose server fell silent is ended with what
    /// was read.
    pub(crate) async fn translation_state(
        &self,
        id: &TranslationId,
        account: &Account,
    ) -> Result<Option<TranslationState>, Refused> {
        let store = &self.store;
        let Some(mut row) = store.translation(id, &account.id).await? else { return Ok(None) };
        let now = self.now();
        let is_silent = row.result.is_none() && now.duration_since(row.alive_at) > SILENCE;
        if is_silent {
            self.end_silent_translation(&row).await?;
            row = store.translation(id, &account.id).await?.ok_or_else(Refused::not_found)?;
        }
        let state = match (&row.result, row.status) {
            (None, _) => {
                let readings = self.translated_readings(id).await?;
                let progress = Progress::from_json(&row.progress)?;
                RunState::Underway(Box::new(progress.document(&row, &readings, now)?))
            }
            (Some(result), TranslationStatus::Failed) => {
                RunState::Failed(serde_json::from_str(result).map_err(|_| unreadable())?)
            }
            (Some(result), _) => {
                RunState::Done(Box::new(serde_json::from_str(result).map_err(|_| unreadable())?), row.draft)
            }
        };
        Ok(Some(TranslationState { asked_title: row.title, state }))
    }

    /// Keeps those statements of a proposal as a draft whose places a person chose. A run is kept once: a repeated
    /// request gets the same draft, whatever it chooses, as it may have been worked on since. None where there is no
    /// proposal of this account.
    pub(crate) async fn keep_translation(
        &self,
        id: &TranslationId,
        account: &Account,
        keeps: impl Fn(usize) -> bool,
    ) -> Result<Option<LicenseId>, Refused> {
        match self.translation_state(id, account).await?.map(|translation| translation.state) {
            Some(RunState::Done(_, Some(draft))) => Ok(Some(draft)),
            Some(RunState::Done(finished, None)) => {
                let license = self.translator().kept(&finished.proposal, keeps);
                self.keep_translation_draft(id, account, &license).await.map(Some)
            }
            Some(RunState::Underway(_) | RunState::Failed(_)) | None => Ok(None),
        }
    }

    async fn translation_document(
        &self,
        id: &TranslationId,
        account: &Account,
        finished: &Finished,
        draft: Option<&LicenseId>,
        form: ResultForm,
    ) -> Result<Value, Refused> {
        let quota = self.translation_quotas(account).await?;
        let Finished { proposal, usage, comparison } = finished;
        let version = self.translator().prompt_version();
        let mut document = TranslationDocument::at_once(id.as_str(), version, proposal, usage, &quota);
        if form == ResultForm::Collected {
            document = document.collected(comparison.as_ref());
        }
        let uri = draft.map(|draft| self.library_site().license_iri(draft));
        if let (Some(draft), Some(uri)) = (draft, &uri) {
            document = document.with_draft(draft.as_str(), uri);
        }
        Ok(json!(document))
    }

    /// Keeps a composer document as the draft of a run; asked again, it is the same draft.
    async fn keep_translation_draft(
        &self,
        id: &TranslationId,
        account: &Account,
        license: &Value,
    ) -> Result<LicenseId, Refused> {
        let (composer, site) = (self.served.loaded.composer(), self.library_site());
        let document = composer.read(license).map_err(|faults| Refused::sentence(422, faults.to_string()))?;
        let draft = composed_license_id(&*self.randomness)
            .map_err(|_| Refused::sentence(503, "No identifier could be drawn; try again later."))?;
        let (iri, profile) = (site.license_iri(&draft), site.profile_iri(account.id.as_str()));
        let imprint = Imprint::draft(&iri, &profile, self.clock.today());
        let graph = composer.to_graph(&document, &imprint);
        let new = NewModel {
            id: draft,
            owner: account.id,
            content: self.license_content(&iri, graph)?,
            replaces: None,
            note: "Proposed by the translation assistant".to_owned(),
            at: self.now(),
        };
        Ok(self.store.keep_as_draft(id, &new).await?)
    }

    /// Ends a run whose server has stopped, with the parts that were read.
    async fn end_silent_translation(&self, row: &Translation) -> Result<(), Refused> {
        let readings = self.translated_readings(&row.id).await?;
        if readings.is_empty() {
            return Ok(end_translation(&self.store, &row.id, &Err(failure(None)), self.now()).await?);
        }
        let loaded = &self.served.loaded;
        let total = usize::try_from(row.parts_total).unwrap_or(usize::MAX);
        let failed: Vec<usize> = (1..=total).filter(|number| !readings.contains_key(number)).collect();
        let proposal = self.translator().merge(loaded.reasoner(), &readings, total, &failed, &row.title);
        let comparison = Comparison::new(&proposal, loaded.index());
        let provider = self.provider.as_ref().map(|provider| provider.name().to_owned());
        let usage = Usage { provider: provider.unwrap_or_default(), ..Usage::default() };
        let finished = Ok(Finished { proposal, usage, comparison });
        Ok(end_translation(&self.store, &row.id, &finished, self.now()).await?)
    }

    /// What was read of the parts of a run.
    pub(super) async fn translated_readings(
        &self,
        id: &TranslationId,
    ) -> Result<BTreeMap<usize, PartReading>, Refused> {
        let rows = self.store.translated_parts(id).await?;
        rows.into_iter()
            .map(|(number, reading)| {
                let number = usize::try_from(number).map_err(|_| unreadable())?;
                Ok((number, serde_json::from_str(&reading).map_err(|_| unreadable())?))
            })
            .collect()
    }
}

fn unreadable() -> Refused {
    UNREADABLE.into()
}
