use axum::response::Response;
use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use muniment_documents::api::v1::{Refused, TranslationFault, TranslationRequest};
use muniment_pages::assistant::{Assistance, TextFaults, TextToLicensePage, Today};

use super::super::PageRequest;
use super::super::answer::{Problem, html, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use crate::accounts::Caller;
use crate::accounts::assistant::{Begun, RunState};
use crate::app::App;
use crate::auth::TranslationId;
use crate::clock::written;

/// What was typed.
#[derive(Debug, Default)]
struct Fields {
    text: String,
    title: String,
    consent: bool,
    /// Whether it is the rest of a text that is to be read.
    goes_on: bool,
}

/// Why a text is not read.
#[derive(Debug, Default)]
struct Unread {
    problem: Option<Problem>,
    faults: TextFaults,
}

impl Fields {
    fn of(form: &Form, goes_on: bool) -> Self {
        Self {
            // Browsers send every line break as two characters; the same text sent by a program is the same text.
            text: form.field("text").replace("\r\n", "\n"),
            title: form.trimmed("title").to_owned(),
            consent: form.field("consent") == "yes",
            goes_on,
        }
    }
}

impl From<Refused> for Unread {
    fn from(refused: Refused) -> Self {
        Self { problem: Some(Problem::of(&refused)), faults: TextFaults::default() }
    }
}

impl Unread {
    /// The status is that of the fault which is judged first.
    fn at_fields(faults: &[TranslationFault]) -> Self {
        let status = faults.first().and_then(|fault| StatusCode::from_u16(fault.status()).ok());
        let status = status.unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
        let sentence = "The text was not sent. The field shows the problem.";
        Self { problem: Some(Problem::new(status, sentence)), faults: TextFaults::of(faults) }
    }

    /// There is nothing of this text that could be gone on with.
    fn another_text() -> Self {
        let sentence = "No run read a part of this text before, or a run read all of it. To continue a run, send exactly the \
                        same text. To import another text, begin a new run.";
        let faults = TextFaults { text: sentence.to_owned(), ..TextFaults::default() };
        Self { problem: Some(Problem::invalid("The rest was not read.")), faults }
    }
}

impl App {
    /// `GET /text-to-license`
    pub(super) async fn text_page(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let browser = self.browser_of_reader(asked)?;
        let fields = Fields::default();
        Ok(self.with_session_cookie(
            self.text_form(&browser, asked.caller, &fields, Unread::default()).await?,
            &browser,
        ))
    }

    /// `POST /text-to-license`, and `POST /text-to-license/retry` for the parts of the same text that were not read.
    pub(super) async fn send_text(&self, asked: PageRequest<'_>, goes_on: bool) -> Result<Response, Refused> {
        let (browser, form) = self.browser_of_sender(asked)?;
        let fields = Fields::of(&form, goes_on);
        let Some(member) = Member::signed_in(asked.caller)? else {
            let sentence = "Nobody is signed in here, or not any more; sign in first.";
            let problem = Some(Problem::new(StatusCode::FORBIDDEN, sentence));
            let unread = Unread { problem, ..Unread::default() };
            return self.text_form(&browser, asked.caller, &fields, unread).await;
        };
        match self.read_text(member, &fields).await {
            Ok(id) => Ok(see_other(&format!("/text-to-license/runs/{id}"))),
            Err(unread) => self.text_form(&browser, asked.caller, &fields, unread).await,
        }
    }

    /// Has a text read, which is judged as for a program: 403, 413, 422, 503, 429 (spec:version-1#translation).
    async fn read_text(&self, member: Member<'_>, fields: &Fields) -> Result<TranslationId, Unread> {
        let account = member.account;
        self.require_translation_allowance(account).await?;
        let Fields { text, title, consent, goes_on } = fields;
        let request =
            TranslationRequest::from_form(text, title, *consent, self.config.translation_characters)
                .map_err(|faults| Unread::at_fields(&faults))?;
        if *goes_on && !self.has_begun_translation(account, text).await? {
            return Err(Unread::another_text());
        }
        let id = match self.begin_translation(account, request).await? {
            Begun::Underway(id, _) => return Ok(id),
            Begun::Over(id) => id,
        };
        // A failure during the request is reported at once, in the form with the text.
        match self.translation_state(&id, account).await?.map(|translation| translation.state) {
            Some(RunState::Failed(failure)) => Err(Refused::sentence(failure.status, failure.message).into()),
            _ => Ok(id),
        }
    }

    /// The form with what was typed, or why there is none.
    async fn text_form(
        &self,
        browser: &Browser,
        caller: &Caller,
        fields: &Fields,
        unread: Unread,
    ) -> Result<Response, Refused> {
        let most = |today: &Today| today.translations.most;
        let translating = self.assistance(self.provider_name(), caller, most).await?;
        let Unread { problem, faults } = unread;
        let wait = problem.as_ref().and_then(Problem::retry_after);
        let returns_at = wait.map(|seconds| after(self.now(), seconds));
        let page = TextToLicensePage {
            csrf: browser.csrf.as_str(),
            translating,
            problem: problem.as_ref().map(|problem| problem.sentence.as_str()),
            returns_at: returns_at.as_deref(),
            text: &fields.text,
            title: &fields.title,
            consent: fields.consent,
            faults,
            goes_on: fields.goes_on,
            longest_text: self.config.translation_characters,
        };
        // A page that has no form to offer says so by its status too.
        let status = match translating {
            Assistance::Unavailable => Some(StatusCode::SERVICE_UNAVAILABLE),
            Assistance::Forbidden => Some(StatusCode::FORBIDDEN),
            Assistance::Open { .. } | Assistance::SignedOut => None,
        };
        let closed = status.map(|status| Problem::new(status, ""));
        html(self.pages().served("/text-to-license", &page), problem.as_ref().or(closed.as_ref()))
    }
}

/// The moment so many seconds from now.
fn after(now: Timestamp, seconds: u64) -> String {
    let wait = SignedDuration::from_secs(i64::try_from(seconds).unwrap_or(i64::MAX));
    written(now.checked_add(wait).unwrap_or(now))
}
