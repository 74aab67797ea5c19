use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_pages::account::PasswordPage;

use super::super::answer::{Denied, Problem, no_randomness, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use crate::app::App;
use crate::auth::{Password, SessionKey};
use crate::store::{PasswordChange, Renewal};

impl App {
    pub(super) fn password_page(
        &self,
        browser: &Browser,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = PasswordPage { shortest_password: Password::SHORTEST };
        self.form_page(browser, "/account/password", &page, problem)
    }

    /// Changes the password of an account: every other browser is signed out, this one goes on under a new key,
    /// and the tokens are revoked if that is asked for.
    pub(super) async fn change_password(
        &self,
        browser: &Browser,
        member: Member<'_>,
        form: &Form,
    ) -> Result<Response, Refused> {
        match self.changed_password(browser, member, form).await {
            Ok(key) => {
                let mut response = see_other("/account");
                self.set_session_cookie(&mut response, &key);
                Ok(response)
            }
            Err(denied) => self.password_page(browser, Some(&denied.problem()?)),
        }
    }

    async fn changed_password(
        &self,
        browser: &Browser,
        member: Member<'_>,
        form: &Form,
    ) -> Result<SessionKey, Denied> {
        let new = Password::new(form.field("new")).map_err(|fault| Problem::at("new", fault))?;
        let old = self.require_password(browser, member, form.field("current")).await?;
        let password = self.passwords.hash(new).await.map_err(Refused::from)?;
        let key = SessionKey::new(&*self.randomness).map_err(no_randomness)?;
        let renewal = Renewal { old: browser.key.digest(), new: key.digest() };
        let revokes_tokens_at = (form.field("revoke_tokens") == "yes").then(|| self.now());
        let change = PasswordChange {
            old: Some(&old),
            password: &password,
            session: Some(&renewal),
            revokes_tokens_at,
        };
        self.store.change_password(&member.account.id, &change).await?;
        Ok(key)
    }
}
