use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::{NarrationQuestion, Refused, ToNarrate};
use muniment_licenses::model::LicenseId;
use muniment_pages::assistant::{LicenseText, LicenseToTextPage, NarrationFaults};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::super::PageRequest;
use super::super::answer::{Problem, html, see_other};
use super::super::browser::{Browser, Member};
use crate::accounts::Caller;
use crate::api::v1::Narrated;
use crate::app::App;

/// What was typed, or stands in the address.
#[derive(Debug, Default)]
struct Fields {
    license: String,
    model: String,
    without_names: bool,
}

/// What there is to show of it.
#[derive(Debug, Default)]
enum Shown {
    /// The form alone.
    #[default]
    Nothing,
    /// A text.
    Text { narrated: Box<Narrated>, was_asked: bool },
    /// Why there is none, as a whole.
    Problem(Problem),
    /// Why there is none, at the field.
    Fault(Problem, NarrationFaults),
}

impl Fields {
    /// The question it asks; none where nothing is filled in. A model goes before a license.
    fn question(&self, app: &App) -> Option<NarrationQuestion> {
        let license = match (self.model.trim(), self.license.trim()) {
            ("", "") => return None,
            ("", name) => ToNarrate::named(name, app.library_site()),
            _ => ToNarrate::Posted(self.model.clone()),
        };
        Some(NarrationQuestion { license, without_names: self.without_names })
    }

    /// What is wrong stands at the field that was read.
    fn fault(&self, refused: &Refused) -> Shown {
        let problem = Problem::of(refused);
        let sentence = problem.sentence.clone();
        let faults = match (refused.status(), self.model.trim()) {
            (404, _) => {
                let license =
                    format!("{sentence}. The library shows the identifier of each license beside its title.");
                NarrationFaults { license, ..NarrationFaults::default() }
            }
            (422, "") => NarrationFaults { license: sentence, ..NarrationFaults::default() },
            (422, _) => NarrationFaults { model: sentence, ..NarrationFaults::default() },
            _ => return Shown::Problem(problem),
        };
        let status = StatusCode::from_u16(refused.status()).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
        Shown::Fault(Problem::new(status, "No text was generated. The field shows the problem."), faults)
    }
}

impl App {
    /// `GET /license-to-text`, with `license` in the query its plain reading.
    pub(super) async fn license_text_page(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let browser = self.browser_of_reader(asked)?;
        let fields = Fields {
            license: asked.target.parameter("license").unwrap_or_default().trim().to_owned(),
            without_names: asked.target.parameter("without_names").is_some_and(|value| value == "true"),
            ..Fields::default()
        };
        let shown = match fields.question(self) {
            None => Shown::Nothing,
            Some(question) => self.plain_license(&fields, asked.caller, question).await,
        };
        Ok(self
            .with_session_cookie(self.license_form(&browser, asked.caller, &fields, shown).await?, &browser))
    }

    /// `POST /license-to-text`. The plain reading of a license has an address, which is where this leads.
    pub(super) async fn send_license(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let (browser, form) = self.browser_of_sender(asked)?;
        let fields = Fields {
            license: form.trimmed("license").to_owned(),
            model: form.field("model").replace("\r\n", "\n"),
            without_names: form.field("without_names") == "yes",
        };
        let shown = match fields.question(self) {
            None => {
                let sentence = "Name a license, or paste a model below.";
                let faults = NarrationFaults { license: sentence.to_owned(), ..NarrationFaults::default() };
                Shown::Fault(Problem::invalid("There is nothing to put into words yet."), faults)
            }
            Some(question) if form.field("by") == "provider" => {
                self.written_license(&fields, asked.caller, question).await?
            }
            Some(question) => match self.plain_license(&fields, asked.caller, question).await {
                Shown::Text { .. } if fields.model.trim().is_empty() => {
                    let license = utf8_percent_encode(&fields.license, NON_ALPHANUMERIC);
                    let names = if fields.without_names { "&without_names=true" } else { "" };
                    return Ok(see_other(&format!("/license-to-text?license={license}{names}")));
                }
                shown => shown,
            },
        };
        self.license_form(&browser, asked.caller, &fields, shown).await
    }

    async fn plain_license(&self, fields: &Fields, caller: &Caller, question: NarrationQuestion) -> Shown {
        match self.narrated_by_vocabulary(caller, question).await {
            Ok(narrated) => Shown::Text { narrated: Box::new(narrated), was_asked: false },
            Err(refused) => fields.fault(&refused),
        }
    }

    /// A text of the provider, for those who are signed in.
    async fn written_license(
        &self,
        fields: &Fields,
        caller: &Caller,
        question: NarrationQuestion,
    ) -> Result<Shown, Refused> {
        let Some(member) = Member::signed_in(caller)? else {
            let sentence = "Nobody is signed in here, or not any more. Sign in for a text of the language model; the \
                            plain reading needs no account.";
            return Ok(Shown::Problem(Problem::new(StatusCode::FORBIDDEN, sentence)));
        };
        if let Err(refused) = self.require_texts(member.account).await {
            return Ok(Shown::Problem(Problem::of(&refused)));
        }
        Ok(match self.narrated(member.account, caller, question).await {
            Ok(narrated) => Shown::Text { narrated: Box::new(narrated), was_asked: true },
            Err(refused) => fields.fault(&refused),
        })
    }

    async fn license_form(
        &self,
        browser: &Browser,
        caller: &Caller,
        fields: &Fields,
        shown: Shown,
    ) -> Result<Response, Refused> {
        let (narrated, problem, faults) = match &shown {
            Shown::Nothing => (None, None, NarrationFaults::default()),
            Shown::Text { narrated, was_asked } => {
                (Some((narrated, *was_asked)), None, NarrationFaults::default())
            }
            Shown::Problem(problem) => (None, Some(problem), NarrationFaults::default()),
            Shown::Fault(problem, faults) => (None, Some(problem), faults.clone()),
        };
        let provider = self.provider_name().filter(|_| self.narrates());
        let page = LicenseToTextPage {
            csrf: browser.csrf.as_str(),
            writing: self.assistance(provider, caller, |today| today.texts.most).await?,
            problem: problem.map(|problem| problem.sentence.as_str()),
            license: &fields.license,
            model: &fields.model,
            without_names: fields.without_names,
            faults,
            text: narrated.map(|(narrated, was_asked)| {
                let Narrated { text, subject, provider, license_id } = narrated.as_ref();
                // What can be saved from elsewhere is what stands here: the plain reading of a license as it is kept.
                let is_plain = provider.is_none() && fields.model.trim().is_empty() && !fields.without_names;
                let named = license_id.as_ref().filter(|_| is_plain).map(LicenseId::as_str);
                LicenseText::new(text, subject, was_asked, provider.as_deref(), named)
            }),
        };
        let page = self.turns.run_borrowing(|| self.pages().served("/license-to-text", &page)).await?;
        html(page, problem)
    }
}
