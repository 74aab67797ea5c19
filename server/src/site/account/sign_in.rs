use axum::response::Response;
use http::StatusCode;
use http::header::SET_COOKIE;
use muniment_documents::api::v1::Refused;
use muniment_pages::account::SignInPage;

use super::super::answer::{Denied, Problem, no_randomness, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use super::super::own_path::OwnPath;
use crate::app::App;
use crate::auth::{AccountId, PasswordHash, SessionKey};
use crate::store::{Credentials, Email, NewSession};

impl App {
    pub(super) fn sign_in_page(
        &self,
        browser: &Browser,
        email: &str,
        next: Option<&OwnPath>,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = SignInPage {
            email,
            registration_is_open: self.config.has_registration(),
            next: next.map_or("", OwnPath::as_str),
            register: &next.map_or_else(|| "/register".to_owned(), |next| next.after("/register")),
        };
        self.form_page(browser, "/login", &page, problem)
    }

    /// Signs in with an address and a password.
    pub(super) async fn sign_in(&self, browser: &Browser, form: &Form) -> Result<Response, Refused> {
        let (email, next) = (form.trimmed("email"), OwnPath::read(form.field(OwnPath::FIELD)));
        let known = match self.existing_session(browser, email, form.field("password")).await {
            Ok(account) => account,
            Err(denied) => {
                let problem = denied.problem()?;
                return self.sign_in_page(browser, email, next.as_ref(), Some(&problem));
            }
        };
        let (account, password) = known;
        self.open_browser_session(browser, account, Some(password), next.as_ref()).await
    }

    /// The account of an address and its password. Whether it is the address or the password that is wrong is told by
    /// neither the sentence nor the time.
    async fn existing_session(
        &self,
        browser: &Browser,
        email: &str,
        password: &str,
    ) -> Result<(AccountId, PasswordHash), Denied> {
        self.passwords.admit(email, browser.client)?;
        let credentials = match email.parse::<Email>() {
            Ok(email) => self.store.credentials(&email).await?,
            Err(_) => None,
        };
        let kept = credentials.as_ref().map(|credentials| credentials.password.clone());
        let is_right = self.passwords.verify(password, kept).await.map_err(Refused::from)?;
        match credentials.filter(|_| is_right) {
            Some(Credentials { account, is_verified: false, .. }) => {
                if self.store.request_verification(&account.id, self.now()).await? {
                    self.mail_pending.notify_one();
                }
                Err(Problem::new(StatusCode::FORBIDDEN, self.unverified_sentence()).into())
            }
            Some(credentials) => {
                self.passwords.succeeded(email, browser.client);
                Ok((credentials.account.id, credentials.password))
            }
            None => {
                let sentence = "There is no account with this e-mail address and this password.";
                Err(Problem::new(StatusCode::UNAUTHORIZED, sentence).into())
            }
        }
    }

    fn unverified_sentence(&self) -> &'static str {
        if self.mailer.is_some() {
            "The e-mail address of this account is not confirmed yet. Open the link that was sent to it; it is valid \
             for 24 hours."
        } else {
            "The e-mail address of this account is not confirmed, and this service sends no mail at present. Ask who \
             runs it."
        }
    }

    /// Opens a session under a new key, so that a key which an attacker set is worthless. Redirects to the
    /// requested page.
    pub(super) async fn open_browser_session(
        &self,
        browser: &Browser,
        account: AccountId,
        password: Option<PasswordHash>,
        next: Option<&OwnPath>,
    ) -> Result<Response, Refused> {
        let key = SessionKey::new(&*self.randomness).map_err(no_randomness)?;
        let session = NewSession {
            digest: key.digest(),
            account,
            password,
            ends: Some(browser.key.digest()),
            at: self.now(),
        };
        self.store.open_session(&session).await?;
        let mut response = see_other(next.map_or("/account", OwnPath::as_str));
        self.set_session_cookie(&mut response, &key);
        Ok(response)
    }

    /// Signs a browser out; it goes on under a new key.
    pub(super) async fn sign_out(&self, browser: &Browser) -> Result<Response, Refused> {
        self.store.end_session(&browser.key.digest()).await?;
        let key = SessionKey::new(&*self.randomness).map_err(no_randomness)?;
        let mut response = see_other("/");
        self.set_session_cookie(&mut response, &key);
        Ok(response)
    }

    /// Asks a signed-in account for its password once more, before something that a browser left alone must
    /// not do. Says which password was right.
    pub(super) async fn require_password(
        &self,
        browser: &Browser,
        member: Member<'_>,
        password: &str,
    ) -> Result<PasswordHash, Denied> {
        let email = member.email.as_str();
        self.passwords.admit(email, browser.client)?;
        let credentials = self.store.credentials(member.email).await?;
        let own = credentials.filter(|credentials| credentials.account.id == member.account.id);
        let kept = own.map(|credentials| credentials.password);
        let is_right = self.passwords.verify(password, kept.clone()).await.map_err(Refused::from)?;
        let Some(right) = kept.filter(|_| is_right) else {
            let problem = Problem::new(StatusCode::FORBIDDEN, "The current password is wrong.");
            return Err(problem.said_at("current").into());
        };
        self.passwords.succeeded(email, browser.client);
        Ok(right)
    }

    /// Takes the key from a browser.
    pub(super) fn clear_session_cookie(&self, response: &mut Response) {
        response.headers_mut().insert(SET_COOKIE, self.cookie.clear());
    }
}
