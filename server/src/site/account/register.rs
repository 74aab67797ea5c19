use axum::response::Response;
use muniment::api::v1::Refused;
use muniment::pages::account::RegisterPage;

use super::super::Site;
use super::super::answer::{Denied, Problem, html, no_chance};
use super::super::form::Form;
use super::super::visit::Visit;
use crate::accounts::DisplayName;
use crate::auth::{AccountId, Password};
use crate::store::{Email, NewAccount, Role};

impl Site {
    pub(super) fn register_page(&self, visit: &Visit) -> Result<Response, Refused> {
        self.require_registration()?;
        self.filled_register_page(visit, &Form::default(), None)
    }

    fn filled_register_page(
        &self,
        visit: &Visit,
        form: &Form,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = RegisterPage {
            csrf: visit.csrf.as_str(),
            problem: problem.map(|problem| problem.sentence.as_str()),
            name: form.trimmed("name"),
            email: form.trimmed("email"),
            shortest_password: Password::SHORTEST,
        };
        html(self.pages.served("/register", &page), problem)
    }

    /// Opens an account, and signs its owner in.
    pub(super) async fn register(&self, visit: &Visit, form: &Form) -> Result<Response, Refused> {
        self.require_registration()?;
        match self.registered(visit, form).await {
            Ok(account) => self.enter(visit, account, None).await,
            Err(Denied::Problem(problem)) => self.filled_register_page(visit, form, Some(&problem)),
            Err(Denied::Refused(refused)) => Err(refused),
        }
    }

    async fn registered(&self, visit: &Visit, form: &Form) -> Result<AccountId, Denied> {
        let name: DisplayName = form.field("name").parse().map_err(Problem::invalid)?;
        let email = form.trimmed("email");
        let address: Email = email.parse().map_err(|_| {
            Problem::invalid("An e-mail address is a name, @ and a host, and has at most 254 characters.")
        })?;
        let password = Password::new(form.field("password")).map_err(Problem::invalid)?;
        // Whether an address has an account is told here as it is at the door, so it is asked as rarely.
        self.doorkeeper.admit(email, visit.client)?;
        let password = self.doorkeeper.hash(password).await.map_err(Refused::from)?;
        let new = NewAccount {
            id: AccountId::new(&*self.accounts.chance).map_err(no_chance)?,
            name: name.into(),
            email: address,
            password,
            role: Role::Member,
            created_at: self.accounts.now(),
        };
        self.accounts.store.create_account(&new).await?;
        self.doorkeeper.succeeded(email);
        Ok(new.id)
    }

    fn require_registration(&self) -> Result<(), Refused> {
        if self.accounts.has_registration {
            return Ok(());
        }
        Err(Refused::sentence(
            403,
            "People do not open accounts here by themselves; ask who runs this service.",
        ))
    }
}
