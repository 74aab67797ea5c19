use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::Refused;
use muniment_pages::account::{Faults, RegisterPage};

use super::super::answer::{Denied, Problem, no_randomness, see_other};
use super::super::browser::Browser;
use super::super::form::Form;
use super::super::own_path::OwnPath;
use crate::accounts::DisplayName;
use crate::app::App;
use crate::auth::{AccountId, Password};
use crate::store::{Conflict, Email, NewAccount, Role, StoreError};

const NO_ADDRESS: &str = "An e-mail address is a name, @ and a host, and has at most 254 characters.";
const TAKEN: &str = "This address has an account already. Sign in with it, or use another address.";

impl App {
    pub(super) fn register_page(
        &self,
        browser: &Browser,
        next: Option<&OwnPath>,
    ) -> Result<Response, Refused> {
        self.require_registration()?;
        self.filled_register_page(browser, &Form::default(), next, None)
    }

    fn filled_register_page(
        &self,
        browser: &Browser,
        form: &Form,
        next: Option<&OwnPath>,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = RegisterPage {
            name: form.trimmed("name"),
            email: form.trimmed("email"),
            shortest_password: Password::SHORTEST,
            next: next.map_or("", OwnPath::as_str),
            sign_in: &next.map_or_else(|| "/login".to_owned(), |next| next.after("/login")),
        };
        self.form_page(browser, "/register", &page, problem)
    }

    /// Opens an account, and signs its owner in; where mail is sent, the address has to be confirmed first.
    pub(super) async fn submit_registration(
        &self,
        browser: &Browser,
        form: &Form,
    ) -> Result<Response, Refused> {
        self.require_registration()?;
        let next = OwnPath::read(form.field(OwnPath::FIELD));
        match self.registered(browser, form).await {
            Ok(_) if self.mailer.is_some() => Ok(see_other("/verify")),
            Ok(account) => self.open_browser_session(browser, account, None, next.as_ref()).await,
            Err(denied) => {
                let problem = denied.problem()?;
                self.filled_register_page(browser, form, next.as_ref(), Some(&problem))
            }
        }
    }

    async fn registered(&self, browser: &Browser, form: &Form) -> Result<AccountId, Denied> {
        let mut faults = Faults::default();
        let email = form.trimmed("email");
        let name = faults.read("name", form.field("name").parse::<DisplayName>());
        let address = email.parse::<Email>().map_err(|_| NO_ADDRESS);
        let address = faults.read("email", address);
        let password = faults.read("password", Password::new(form.field("password")));
        let (Some(name), Some(address), Some(password)) = (name, address, password) else {
            return Err(faults.into());
        };
        // Whether an address has an account is told here as it is at signing in, so it is asked as rarely.
        self.passwords.admit(email, browser.client)?;
        let password = self.passwords.hash(password).await.map_err(Refused::from)?;
        let new = NewAccount {
            id: AccountId::new(&*self.randomness).map_err(no_randomness)?,
            name: name.into(),
            email: address,
            password,
            role: Role::Member,
            created_at: self.now(),
        };
        let store = &self.store;
        let made = match self.mailer.is_some() {
            true => store.create_unverified_account(&new).await,
            false => store.create_account(&new).await.map(|()| new.id),
        };
        let account = made.map_err(|error| match error {
            StoreError::Conflict(Conflict::EmailTaken) => {
                Problem::new(StatusCode::CONFLICT, TAKEN).said_at("email").into()
            }
            error => Denied::from(error),
        })?;
        if self.mailer.is_some() {
            self.mail_pending.notify_one();
        } else {
            self.passwords.succeeded(email, browser.client);
        }
        Ok(account)
    }

    fn require_registration(&self) -> Result<(), Refused> {
        if self.config.has_registration() {
            return Ok(());
        }
        Err(Refused::sentence(
            403,
            "People do not open accounts here by themselves; ask who runs this service.",
        ))
    }
}
