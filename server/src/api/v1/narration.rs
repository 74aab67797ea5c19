use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::{NarrationQuestion, Refused, ToNarrate, narration};
use muniment_licenses::assist::narration::{Narration, PostedFault, PostedModel, Subject};
use muniment_licenses::model::{Library, LicenseId};
use muniment_licenses::prose::Source;
use tokio::time::timeout;

use super::{Redirection, json, redirection_of};
use crate::accounts::{Caller, ComposedLicense};
use crate::app::App;
use crate::library::Record;
use crate::limit::NoTurn;
use crate::settings::Switch;
use crate::store::{Account, Allowances, Quota, QuotaKind, Spending, StoreError};
use crate::upstream::Provider;

/// License texts of an account in a day, unless an administrator said otherwise (spec:version-1#quotas).
const TEXTS_A_DAY: u32 = 10;
/// How long a request waits for a text of the provider, its second and third attempts included: the other text is ready at
/// once.
const PATIENCE: Duration = Duration::from_secs(90);

/// A license in prose, with what it was written from.
#[derive(Debug)]
pub(crate) struct Narrated {
    /// The text.
    pub(crate) text: Narration,
    /// The model.
    pub(crate) subject: Subject,
    /// The provider that wrote it; none for a text from the vocabulary.
    pub(crate) provider: Option<String>,
    /// The license, where it has an identifier of the library.
    pub(crate) license_id: Option<LicenseId>,
}

impl App {
    /// A license in prose (spec:version-1#narration).
    pub(super) async fn narrate(
        &self,
        account: &Account,
        caller: &Caller,
        content: &[u8],
    ) -> Result<Response, Refused> {
        self.require_texts(account).await?;
        let question = NarrationQuestion::parse(content, self.library_site())?;
        let Narrated { text, subject, provider, license_id } =
            self.narrated(account, caller, question).await?;
        let document = narration(&text, &subject, provider.as_deref(), license_id.as_ref());
        Ok(json(StatusCode::OK, &document))
    }

    /// Whether licenses are put into words for accounts.
    pub(crate) fn narrates(&self) -> bool {
        self.config.narration == Switch::On
    }

    /// License texts that an account has today.
    pub(crate) async fn narration_quota(&self, account: &Account) -> Result<Quota, Refused> {
        let today = self.clock.today();
        Ok(self.store.quota(&account.id, QuotaKind::Narration, today, TEXTS_A_DAY).await?)
    }

    /// Whether an account may ask for a text at all.
    pub(crate) async fn require_texts(&self, account: &Account) -> Result<(), Refused> {
        if !self.narrates() {
            return Err(Refused::sentence(503, "License-to-Text is switched off on this deployment."));
        }
        match self.narration_quota(account).await?.most {
            0 => Err(forbidden()),
            _ => Ok(()),
        }
    }

    /// A license in the words of the provider. Whether the account may ask is settled before, what it asks for first;
    /// only then a text of the day is spent. Where the provider has nothing to say, or the day is spent, the vocabulary
    /// speaks.
    pub(crate) async fn narrated(
        &self,
        account: &Account,
        caller: &Caller,
        question: NarrationQuestion,
    ) -> Result<Narrated, Refused> {
        let (subject, license_id) = self.narration_subject(caller, question).await?;
        let (text, provider) = match self.spend_text(account).await? {
            Spending::Forbidden => return Err(forbidden()),
            spending => self.text_of(&subject, spending).await?,
        };
        let provider = provider.map(str::to_owned);
        Ok(Narrated { text, provider, subject, license_id })
    }

    /// A text about a license that is being composed, and who wrote it, if not the vocabulary alone. There always is one:
    /// the provider is asked for those who have an account, as long as their day is not spent.
    pub(crate) async fn composed_text(
        &self,
        account: Option<&Account>,
        subject: &Subject,
    ) -> Result<(Narration, Option<&str>), Refused> {
        match account {
            Some(account) if self.narrates() && self.provider.is_some() => {
                let spending = self.spend_text(account).await?;
                self.text_of(subject, spending).await
            }
            _ => Ok((self.vocabulary_text(subject).await?, None)),
        }
    }

    /// Spends a text of the day.
    async fn spend_text(&self, account: &Account) -> Result<Spending, StoreError> {
        let allowances = Allowances { account: TEXTS_A_DAY, deployment: None };
        let today = self.clock.today();
        self.store.spend(&account.id, QuotaKind::Narration, today, &allowances).await
    }

    /// The provider's text where it was paid for and can be believed, else the vocabulary's.
    async fn text_of(
        &self,
        subject: &Subject,
        spending: Spending,
    ) -> Result<(Narration, Option<&str>), Refused> {
        if let (Some(provider), Spending::Admitted { .. }) = (&self.provider, spending)
            && let Some(text) = told(provider, subject).await
        {
            return Ok((text, Some(provider.name())));
        }
        Ok((self.vocabulary_text(subject).await?, None))
    }

    /// A text in the words of the vocabulary, written in a turn.
    async fn vocabulary_text(&self, subject: &Subject) -> Result<Narration, NoTurn> {
        self.turns.run_borrowing(|| subject.fallback()).await
    }

    /// A license in the words of the vocabulary, which need neither an account nor a provider.
    pub(crate) async fn narrated_by_vocabulary(
        &self,
        caller: &Caller,
        question: NarrationQuestion,
    ) -> Result<Narrated, Refused> {
        let (subject, license_id) = self.narration_subject(caller, question).await?;
        let text = self.vocabulary_text(&subject).await?;
        Ok(Narrated { text, subject, provider: None, license_id })
    }

    /// The license that is asked for, ready to be put into words.
    async fn narration_subject(
        &self,
        caller: &Caller,
        question: NarrationQuestion,
    ) -> Result<(Subject, Option<LicenseId>), Refused> {
        let NarrationQuestion { license, without_names } = question;
        let license = self.to_narrate(license, caller).await?;
        let loaded = Arc::clone(&self.served.loaded);
        self.turns.run(move || prepare(license, without_names, loaded.library())).await?
    }

    /// The license that is meant: a record, one that was composed and that the caller may see, or the record that an
    /// older or SPDX identifier leads to (spec:version-1#redirects).
    async fn to_narrate(&self, license: ToNarrate, caller: &Caller) -> Result<NarrationSource, Refused> {
        let name = match license {
            ToNarrate::Posted(text) => return Ok(NarrationSource::Posted(text)),
            ToNarrate::Named(name) => name,
        };
        if let Some(record) = self.served.loaded.record(|library| library.license_ignoring_case(&name)) {
            return Ok(NarrationSource::Record(record));
        }
        if let Ok(id) = name.parse::<LicenseId>()
            && let Some(composed) = self.owned(&id, caller).await?.visible()
        {
            return Ok(NarrationSource::Composed(Box::new(composed)));
        }
        let led = match redirection_of(&self.served.loaded, &name) {
            Some(Redirection::Replaced(id) | Redirection::Spdx(id)) => {
                self.served.loaded.record(|library| library.licenses.get_key_value(id))
            }
            Some(Redirection::Gone) | None => None,
        };
        match led {
            Some(record) => Ok(NarrationSource::Record(record)),
            None => Err(NarrationQuestion::unresolvable(&name)),
        }
    }
}

/// What is to be told.
#[derive(Debug)]
enum NarrationSource {
    /// A record of the library.
    Record(Record),
    /// A license of an account.
    Composed(Box<ComposedLicense>),
    /// A model that was sent along, not yet read.
    Posted(String),
}

/// Reads a license for its text; a large model keeps a thread busy for a second.
fn prepare(
    license: NarrationSource,
    without_names: bool,
    library: &Library,
) -> Result<(Subject, Option<LicenseId>), Refused> {
    let subject = |source: Source<'_>| {
        Subject::new(library, source, without_names).map_err(|error| {
            Refused::sentence(422, format!("The text cannot be written without names: {error}."))
        })
    };
    match license {
        NarrationSource::Record(record) => {
            let model = record.model();
            Ok((subject(Source::of(model, &model.current))?, Some(record.id().clone())))
        }
        NarrationSource::Composed(composed) => {
            let ComposedLicense { row, model, .. } = *composed;
            Ok((subject(Source::of(&model, &model.current))?, Some(row.id)))
        }
        NarrationSource::Posted(text) => {
            let unreadable = |fault: PostedFault| Refused::sentence(422, fault.to_string());
            let model = PostedModel::read(&text, &library.site).map_err(unreadable)?;
            let subject = subject(model.source())?;
            if subject.is_silent() {
                return Err(unreadable(PostedFault::Silent));
            }
            Ok((subject, model.license_id(&library.site)))
        }
    }
}

/// The provider's text, if it has one that can be believed. Neither question nor answer is written down anywhere.
async fn told(provider: &Provider, subject: &Subject) -> Option<Narration> {
    let Some(prompt) = subject.prompt() else {
        tracing::info!("a model is too long for the provider, so its text is the vocabulary's");
        return None;
    };
    let completion = match timeout(PATIENCE, provider.complete(&prompt)).await {
        Ok(Ok(completion)) => completion,
        Ok(Err(error)) => {
            tracing::warn!(%error, "the provider wrote no license text");
            return None;
        }
        Err(_) => {
            tracing::warn!("the provider wrote no license text in time");
            return None;
        }
    };
    let (tokens_in, tokens_out) = (completion.tokens_in, completion.tokens_out);
    match subject.accepted(&completion.content) {
        Ok(text) => {
            let (covered, statements) = (text.coverage.covered, text.coverage.statements);
            tracing::info!(tokens_in, tokens_out, covered, statements, "the provider wrote a license text");
            Some(text)
        }
        Err(error) => {
            tracing::warn!(%error, tokens_in, tokens_out, "the provider's license text cannot be used");
            None
        }
    }
}

fn forbidden() -> Refused {
    Refused::sentence(403, "This account may not have license texts written: its daily allowance is zero.")
}
