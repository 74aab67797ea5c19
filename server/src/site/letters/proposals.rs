use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_library::history::ModelHistory;
use muniment_licenses::model::VersionNumber;
use muniment_pages::letters::{CorrectionPage, SubmissionPage};

use super::super::answer::{Denied, Problem, no_randomness, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use super::FAULTY;
use super::contact::{MESSAGE, SUBJECT};
use super::filled::{Filled, Need};
use crate::app::App;
use crate::auth::ThreadId;
use crate::store::{Correction, Matter, NewThread, Sender, Submission};

/// Characters of a proposed model, as of a text that accompanies a composed license.
const MODEL: usize = 60_000;
/// Characters of a passage of a legal text.
const QUOTE: usize = 5_000;
/// Characters of what names something in a line.
const NAME: usize = 200;

impl App {
    pub(super) fn submission_page(
        &self,
        browser: &Browser,
        filled: &Filled<'_>,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = SubmissionPage {
            title: filled.field("title"),
            text_address: filled.field("text_address"),
            spdx: filled.field("spdx"),
            publisher: filled.field("publisher"),
            message: filled.field("message"),
            model: filled.field("model"),
        };
        self.form_page(browser, "/submissions/new", &page, problem)
    }

    /// The form that proposes a license for the library.
    pub(super) async fn send_submission(
        &self,
        browser: &Browser,
        member: Member<'_>,
        form: &Form,
    ) -> Result<Response, Refused> {
        let mut filled = Filled::of(form);
        let proposed = submission(&mut filled);
        match self.proposed(member, proposed).await {
            Ok(id) => Ok(see_other(&format!("/threads/{id}"))),
            Err(denied) => self.submission_page(browser, &filled, Some(&denied.problem()?)),
        }
    }

    /// The form for what is wrong about a record; with its identifier where a page of the record leads here.
    pub(super) fn correction_page(
        &self,
        browser: &Browser,
        license: Option<&str>,
    ) -> Result<Response, Refused> {
        let record =
            license.map(|id| self.record(id).ok_or_else(|| Refused::unknown_license(id))).transpose()?;
        let form = Form::of("license", record.map_or("", |record| record.current.id));
        self.filled_correction_page(browser, &Filled::of(&form), None)
    }

    fn filled_correction_page(
        &self,
        browser: &Browser,
        filled: &Filled<'_>,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = CorrectionPage {
            title: self.record(filled.field("license").value).map(title),
            license: filled.field("license"),
            version: filled.field("version"),
            statement: filled.field("statement"),
            message: filled.field("message"),
            quote: filled.field("quote"),
            source: filled.field("source"),
        };
        self.form_page(browser, "/corrections/new", &page, problem)
    }

    /// The form that corrects a record.
    pub(super) async fn send_correction(
        &self,
        browser: &Browser,
        member: Member<'_>,
        form: &Form,
    ) -> Result<Response, Refused> {
        let mut filled = Filled::of(form);
        let proposed = self.correction(&mut filled);
        match self.proposed(member, proposed).await {
            Ok(id) => Ok(see_other(&format!("/threads/{id}"))),
            Err(denied) => self.filled_correction_page(browser, &filled, Some(&denied.problem()?)),
        }
    }

    fn correction(&self, filled: &mut Filled<'_>) -> Option<Proposed> {
        let named = filled.line("license", NAME, Need::Required);
        let record = named.and_then(|id| {
            let record = self.record(&id);
            if record.is_none() {
                filled.fault("license", "The library has no record with this identifier.");
            }
            record
        });
        let version: Option<VersionNumber> =
            filled.line("version", NAME, Need::Optional).and_then(|number| {
                let number = number.parse().ok();
                let is_known =
                    record.is_none_or(|record| number.is_some_and(|number| record.version(number).is_some()));
                if number.is_none() || !is_known {
                    filled.fault("version", "The record has no version with this number.");
                }
                number
            });
        let statement = filled.line("statement", NAME, Need::Optional);
        let message = filled.text("message", MESSAGE, Need::Required);
        let quote = filled.text("quote", QUOTE, Need::Optional);
        let source = filled.web_address("source", Need::Optional);
        if filled.has_faults() {
            return None;
        }
        let record = record?;
        let license = record.current.id.parse().ok()?;
        let matter = Matter::Correction(Correction { license, version, statement, quote, source });
        Some(Proposed { subject: title(record).to_owned(), matter, message: message? })
    }

    async fn proposed(&self, member: Member<'_>, proposed: Option<Proposed>) -> Result<ThreadId, Denied> {
        let Proposed { subject, matter, message } = proposed.ok_or_else(|| Problem::invalid(FAULTY))?;
        let id = ThreadId::new(&*self.randomness).map_err(no_randomness)?;
        let (sender, at) = (Sender::Member(member.account.id), self.now());
        self.open_thread(&NewThread { id, sender, subject, matter, message, at }).await?;
        Ok(id)
    }

    /// The record of the library with an identifier, in whatever letter case.
    fn record(&self, id: &str) -> Option<&ModelHistory<'_>> {
        self.served.loaded.catalog().licenses.get(self.served.tree.license(id.trim())?)
    }
}

/// What a thread is opened with.
struct Proposed {
    subject: String,
    matter: Matter,
    message: String,
}

fn submission(filled: &mut Filled<'_>) -> Option<Proposed> {
    let subject = filled.line("title", SUBJECT, Need::Required);
    let text_address = filled.web_address("text_address", Need::Required);
    let spdx = filled.line("spdx", NAME, Need::Optional);
    let publisher = filled.line("publisher", NAME, Need::Optional);
    let message = filled.text("message", MESSAGE, Need::Required);
    let model = filled.text("model", MODEL, Need::Optional);
    if filled.has_faults() {
        return None;
    }
    let matter = Matter::Submission(Submission { text_address: text_address?, spdx, publisher, model });
    Some(Proposed { subject: subject?, matter, message: message? })
}

/// What a record is called.
fn title<'l>(record: &ModelHistory<'l>) -> &'l str {
    match record.current.title {
        "" => record.current.id,
        title => title,
    }
}
