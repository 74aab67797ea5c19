use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::Refused;
use muniment_pages::account::VerifyPage;

use super::super::answer::{Denied, Problem};
use super::super::browser::Browser;
use super::super::form::Form;
use crate::app::App;
use crate::auth::{AccountId, LinkSecret, PasswordHash};
use crate::store::{AccountState, Credentials, Entity, StoreError};

/// What is said of a link that is no secret of ours, was used, or is too old.
const INVALID: &str = "This link is not valid, or not any more. Sign in, and another one is sent to the address of the \
                       account.";

impl App {
    /// The page a link in a mail leads to; without a link it says that one was sent. Looking at it confirms nothing, since
    /// programs that scan mail follow links too.
    pub(super) async fn verify_page(
        &self,
        browser: &Browser,
        token: Option<&str>,
    ) -> Result<Response, Refused> {
        let Some(token) = token else { return self.filled_verify_page(browser, "", None) };
        match self.linked(token).await {
            Ok(_) => self.filled_verify_page(browser, token, None),
            Err(denied) => self.filled_verify_page(browser, "", Some(&denied.problem()?)),
        }
    }

    fn filled_verify_page(
        &self,
        browser: &Browser,
        token: &str,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = VerifyPage { token };
        self.form_page(browser, "/verify", &page, problem)
    }

    /// Confirms the address of an account, and signs its owner in. The password is asked for: a link alone may have been
    /// requested by another person who typed this address.
    pub(super) async fn submit_verification(
        &self,
        browser: &Browser,
        form: &Form,
    ) -> Result<Response, Refused> {
        let token = form.field("token");
        match self.verified(browser, token, form.field("password")).await {
            Ok((account, password)) => {
                self.open_browser_session(browser, account, Some(password), None).await
            }
            Err(denied) => {
                let problem = denied.problem()?;
                let token = if problem.faults.is_empty() { "" } else { token };
                self.filled_verify_page(browser, token, Some(&problem))
            }
        }
    }

    async fn verified(
        &self,
        browser: &Browser,
        token: &str,
        password: &str,
    ) -> Result<(AccountId, PasswordHash), Denied> {
        let (secret, Credentials { account, password: kept, .. }) = self.linked(token).await?;
        let AccountState::Open { email, .. } = &account.state else { return Err(invalid().into()) };
        self.passwords.admit(email.as_str(), browser.client)?;
        let is_right = self.passwords.verify(password, Some(kept.clone())).await.map_err(Refused::from)?;
        if !is_right {
            let problem = Problem::new(StatusCode::FORBIDDEN, "This is not the password of the account.");
            return Err(problem.said_at("password").into());
        }
        match self.store.verify(&account.id, &secret.digest(), self.now()).await {
            Err(StoreError::Missing(Entity::Link)) => return Err(invalid().into()),
            done => done?,
        }
        self.passwords.succeeded(email.as_str(), browser.client);
        Ok((account.id, kept))
    }

    /// The account a link is for.
    async fn linked(&self, token: &str) -> Result<(LinkSecret, Credentials), Denied> {
        let secret = LinkSecret::parse(token).ok_or_else(invalid)?;
        let found = self.store.unverified(&secret.digest(), self.now()).await?;
        Ok((secret, found.ok_or_else(invalid)?))
    }
}

fn invalid() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, INVALID)
}
