use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_pages::account::ClosePage;

use super::super::answer::{Denied, Problem, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use crate::app::App;

impl App {
    pub(super) fn close_page(
        &self,
        browser: &Browser,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        self.form_page(browser, "/account/close", &ClosePage {}, problem)
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
            return Err(
                Problem::at("confirm", "Confirm that you want to close the account permanently.").into()
            );
        }
        self.require_password(browser, member, form.field("current")).await?;
        self.store.close_account(&member.account.id, self.now()).await?;
        Ok(())
    }
}
