use axum::response::Response;
use muniment_documents::api::v1::{Refused, Scope, Scopes};
use muniment_licenses::model::Day;
use muniment_pages::account::{Token, TokensPage};

use super::super::answer::{Denied, Problem, no_randomness, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use crate::accounts::DisplayName;
use crate::app::App;
use crate::auth::{ApiToken, Digest};
use crate::clock::{Clock, day};
use crate::settings::MOST_TOKEN_DAYS;
use crate::store::{self, Entity, NewToken, StoreError};

/// What became of the form that makes a token.
pub(super) enum Creation {
    /// It was not sent.
    None,
    /// A token was made just now, and is shown this once.
    Made(ApiToken),
    /// No token was made for this name and these scopes.
    Denied(String, Scopes, Problem),
}

impl App {
    /// The tokens of an account.
    pub(super) async fn tokens_page(
        &self,
        browser: &Browser,
        member: Member<'_>,
        creation: &Creation,
    ) -> Result<Response, Refused> {
        let all = Scopes::all();
        let (created, name, scopes, problem) = match creation {
            Creation::None => (None, "", &all, None),
            Creation::Made(token) => (Some(token), "", &all, None),
            Creation::Denied(name, scopes, problem) => (None, name.as_str(), scopes, Some(problem)),
        };
        let tokens = self.store.tokens_of(&member.account.id).await?;
        let today = self.clock.today();
        let page = TokensPage {
            name,
            ticked: Scope::ALL.into_iter().filter(|&scope| scopes.has(scope)).map(Scope::name).collect(),
            created: created.map(ApiToken::reveal),
            tokens: tokens.into_iter().map(|token| listed(token, today)).collect(),
        };
        self.form_page(browser, "/account/tokens", &page, problem)
    }

    /// Makes a token. It is stored before it is shown, so that a copied token works.
    pub(super) async fn create_token(
        &self,
        browser: &Browser,
        member: Member<'_>,
        form: &Form,
    ) -> Result<Response, Refused> {
        let creation = match self.created_token(member, form).await {
            Ok(token) => Creation::Made(token),
            Err(denied) => Creation::Denied(form.field("name").to_owned(), scopes(form), denied.problem()?),
        };
        self.tokens_page(browser, member, &creation).await
    }

    async fn created_token(&self, member: Member<'_>, form: &Form) -> Result<ApiToken, Denied> {
        let name: DisplayName = form.field("name").parse().map_err(|fault| Problem::at("name", fault))?;
        let expires_on = expiry(form, &self.clock)?;
        let token = ApiToken::new(&*self.randomness).map_err(no_randomness)?;
        let new = NewToken {
            digest: token.digest(),
            account: member.account.id,
            name: name.into(),
            created_at: self.now(),
            expires_on,
            scopes: scopes(form),
        };
        self.store.create_token(&new).await?;
        self.mail_pending.notify_one();
        Ok(token)
    }

    /// Revokes a token of the account; another's is not there.
    pub(super) async fn revoke_token(&self, member: Member<'_>, form: &Form) -> Result<Response, Refused> {
        let digest: Result<Digest, _> = form.field("token").parse();
        let digest = digest.map_err(|_| StoreError::Missing(Entity::Token))?;
        self.store.revoke_token(&member.account.id, &digest, self.now()).await?;
        Ok(see_other("/account/tokens"))
    }
}

/// How many days a token lives where the form says nothing. Only an administrator makes one that never expires.
const TOKEN_DAYS: u32 = 90;

/// The last day of a token, as the form asks for it.
fn expiry(form: &Form, clock: &Clock) -> Result<Option<Day>, Problem> {
    let days = match form.field("expires_in_days") {
        "" => Some(TOKEN_DAYS),
        days => days.parse().ok().filter(|days| (1..=MOST_TOKEN_DAYS).contains(&i64::from(*days))),
    };
    let sentence = format!("A token expires after 1 to {MOST_TOKEN_DAYS} days.");
    days.map(|days| Some(clock.day_after(days))).ok_or_else(|| Problem::at("expires_in_days", sentence))
}

/// The scopes whose boxes are ticked; all where the form has nothing of scopes, as a script sends it.
fn scopes(form: &Form) -> Scopes {
    let is_named = |scope: &Scope| !form.field(scope.name()).is_empty();
    match form.field("scopes") {
        "" if !Scope::ALL.iter().any(is_named) => Scopes::all(),
        _ => Scope::ALL.into_iter().filter(is_named).collect(),
    }
}

fn listed(token: store::Token, today: Day) -> Token {
    Token {
        digest: token.digest.to_string(),
        name: token.name,
        created_on: day(token.created_at).to_string(),
        last_used_on: token.last_used_on.map(|day| day.to_string()),
        is_expired: token.expires_on.is_some_and(|last| last < today),
        expires_on: token.expires_on.map(|day| day.to_string()),
        scopes: token.scopes.to_string().replace(' ', ", "),
        revoked_on: token.revoked_at.map(|at| day(at).to_string()),
    }
}
