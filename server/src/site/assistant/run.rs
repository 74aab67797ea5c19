use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_licenses::model::LicenseId;
use muniment_pages::assistant::{FailedPage, ProgressPage, Reading, ReviewPage};

use super::super::PageRequest;
use super::super::answer::{html, see_other};
use super::super::browser::Member;
use crate::accounts::assistant::{Finished, RunState};
use crate::app::App;
use crate::auth::TranslationId;

impl App {
    /// `GET /text-to-license/runs/{id}`: a run of the signed-in account.
    pub(super) async fn run_page(&self, id: &str, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let browser = self.browser_of_reader(asked)?;
        let Some(member) = Member::signed_in(asked.caller)? else {
            return Ok(self.with_session_cookie(see_other("/login"), &browser));
        };
        let id: TranslationId = id.parse().map_err(|_| forgotten())?;
        let translation = self.translation_state(&id, member.account).await?.ok_or_else(forgotten)?;
        let path = format!("/text-to-license/runs/{id}");
        let (csrf, asked_title) = (browser.csrf.as_str(), translation.asked_title.as_str());
        let provider = self.provider_name();
        let page = match &translation.state {
            RunState::Underway(run) => self.pages().served(&path, &ProgressPage::new(run, asked_title)),
            RunState::Failed(failure) => {
                let message = failure.message.as_str();
                let page = FailedPage { csrf, id: id.as_str(), title: asked_title, message, provider };
                self.pages().served(&path, &page)
            }
            RunState::Done(finished, draft) => {
                let Finished { proposal, usage, comparison } = finished.as_ref();
                let page = ReviewPage {
                    csrf,
                    id: id.as_str(),
                    asked_title,
                    draft: draft.as_ref().map(LicenseId::as_str),
                    provider,
                    usage,
                    comparison: comparison.as_ref(),
                    reading: Reading::new(proposal, |statement| self.misplaced(statement)),
                };
                self.pages().served(&path, &page)
            }
        };
        html(page, None)
    }

    /// `POST /text-to-license/runs/{id}/draft`: keeps the statements that were not dropped.
    pub(super) async fn keep_run(&self, id: &str, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let (_, form) = self.browser_of_sender(asked)?;
        let member = asked.member()?;
        let id: TranslationId = id.parse().map_err(|_| forgotten())?;
        let keeps = |place: usize| form.field(&format!("keep-{place}")) == "yes";
        let draft = self.keep_translation(&id, member.account, keeps).await?;
        Ok(see_other(&format!("/account/licenses/{}", draft.ok_or_else(forgotten)?)))
    }
}

/// There is no such run of the account.
fn forgotten() -> Refused {
    let sentence = "There is no such run of yours. A run is forgotten about two hours after it ended; what you saved as a \
                    draft is among your licenses.";
    Refused::sentence(404, sentence)
}
