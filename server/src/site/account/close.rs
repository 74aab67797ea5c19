use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_pages::account::{ClosePage, Faults};

use super::super::answer::{Denied, Problem, html, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use crate::app::App;

impl App {
    pub(super) fn close_page(
        &self,
        browser: &Browser,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = ClosePage {
            csrf: browser.csrf.as_str(),
            problem: problem.map(|problem| problem.sentence.as_str()),
            faults: problem.map_or(Faults::none(), |problem| &problem.faults),
        };
        html(self.pages().served("/account/close", &page), problem)
    }

    /// Closes an account for good.
    pub(super) async fn submit_closing(
        &self,
        browser: &Browser,
        member: Member<'_>,
        form: &Form,
    ) -> Result<Response, Refused> {
        match self.closed(browser, member, form).await {
            Ok(()) => {
                let mut response = see_other("/");
                self.clear_session_cookie(&mut response);
                Ok(response)
            }
            Err(denied) => self.close_page(browser, Some(&denied.problem()?)),
        }
    }

    async fn closed(&self, browser: &Browser, member: Member<'_>, form: &Form) -> Result<(), Denied> {
        if form.field("confirm") != "close" {
            return Err(Problem::at("confirm", "Say that you want to close the account for good.").into());
        }
        self.require_password(browser, member, form.field("current")).await?;
        self.store.close_account(&member.account.id, self.now()).await?;
        Ok(())
    }
}
