use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::Refused;
use muniment_pages::account::{RecoverPage, Recovery};

use super::super::answer::{Denied, Problem, see_other};
use super::super::browser::Browser;
use super::super::form::Form;
use crate::app::App;
use crate::auth::{AccountId, LinkSecret, Password, PasswordHash};
use crate::store::{Email, Entity, StoreError};

/// Where it is said that a link was sent.
const SENT: &str = "/recover?sent=yes";

impl App {
    /// The page for who forgot a password: it asks for an address, and a link that is mailed to it leads back here.
    pub(super) async fn recover_page(
        &self,
        browser: &Browser,
        token: Option<&str>,
        is_sent: bool,
    ) -> Result<Response, Refused> {
        let state = match token {
            Some(token) => match self.recovering(token).await {
                Ok(_) => Recovery::Linked { token },
                Err(denied) => {
                    return self.filled_recover_page(
                        browser,
                        self.recovery_begins(""),
                        Some(&denied.problem()?),
                    );
                }
            },
            None if is_sent => Recovery::Sent,
            None => self.recovery_begins(""),
        };
        self.filled_recover_page(browser, state, None)
    }

    fn recovery_begins<'a>(&self, email: &'a str) -> Recovery<'a> {
        match self.mailer {
            Some(_) => Recovery::Asked { email },
            None => Recovery::WithoutMail,
        }
    }

    fn filled_recover_page(
        &self,
        browser: &Browser,
        state: Recovery<'_>,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = RecoverPage { state, shortest_password: Password::SHORTEST };
        self.form_page(browser, "/recover", &page, problem)
    }

    /// Has a link mailed; with the token of one, sets a new password and signs in.
    pub(super) async fn submit_recovery(&self, browser: &Browser, form: &Form) -> Result<Response, Refused> {
        let token = form.field("token");
        if token.is_empty() {
            let email = form.trimmed("email");
            return match self.request_link(email).await {
                Ok(()) => Ok(see_other(SENT)),
                Err(denied) => {
                    self.filled_recover_page(browser, self.recovery_begins(email), Some(&denied.problem()?))
                }
            };
        }
        match self.recovered(token, form).await {
            Ok((account, password)) => {
                self.open_browser_session(browser, account, Some(password), None).await
            }
            Err(denied) => {
                let problem = denied.problem()?;
                let state = match problem.faults.is_empty() {
                    true => self.recovery_begins(""),
                    false => Recovery::Linked { token },
                };
                self.filled_recover_page(browser, state, Some(&problem))
            }
        }
    }

    /// Whether there is an account with the address is told by neither the answer nor its time.
    async fn request_link(&self, email: &str) -> Result<(), Denied> {
        if self.mailer.is_none() {
            return Err(Problem::new(StatusCode::CONFLICT, "This server sends no mail.").into());
        }
        let email: Email = email.parse().map_err(|fault| Problem::at("email", fault))?;
        if self.store.request_recovery(&email, self.now()).await? {
            self.mail_pending.notify_one();
        }
        Ok(())
    }

    async fn recovered(&self, token: &str, form: &Form) -> Result<(AccountId, PasswordHash), Denied> {
        let secret = self.recovering(token).await?;
        let new = Password::new(form.field("new")).map_err(|fault| Problem::at("new", fault))?;
        let password = self.passwords.hash(new).await.map_err(Refused::from)?;
        let revokes_tokens = form.field("revoke_tokens") == "yes";
        match self.store.recover(&secret.digest(), &password, revokes_tokens, self.now()).await {
            Err(StoreError::Missing(Entity::Link | Entity::Account)) => Err(invalid().into()),
            done => Ok((done?, password)),
        }
    }

    /// The secret of a link that is valid.
    async fn recovering(&self, token: &str) -> Result<LinkSecret, Denied> {
        let secret = LinkSecret::parse(token).ok_or_else(invalid)?;
        match self.store.is_recoverable(&secret.digest(), self.now()).await? {
            true => Ok(secret),
            false => Err(invalid().into()),
        }
    }
}

fn invalid() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "This link is not valid or has expired. Request another one.")
}
