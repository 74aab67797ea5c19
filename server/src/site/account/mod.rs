//! The pages of accounts (document 1 §5): forms a person fills in, and what becomes of them.
//!
//! | File | Holds |
//! |---|---|
//! | `place` | which pages there are |
//! | `visit` `origin` `form` | whose browser it is, and what it sent |
//! | `answer` | pages, redirects, and why a form was not acted on |
//! | `doorkeeper` | passwords |
//! | `register` `sign_in` | the way in and out |
//! | `overview` `password` `close` `tokens` | an account |
//! | `license` `graph` `sharing` | what an account has a part in |
//!
//! A form that is acted on answers 303, so that going back does not send it again; one that is not answers its own
//! page with the reason. No answer is kept by anybody.

mod answer;
mod close;
mod doorkeeper;
mod form;
mod graph;
mod license;
mod origin;
mod overview;
mod password;
mod place;
mod register;
mod sharing;
mod sign_in;
mod tokens;
mod visit;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use http::header::{CACHE_CONTROL, HeaderValue, SET_COOKIE};
use http::request::Parts;
use muniment::api::v1::{Method, Refused};
use muniment::pages::account::AccountPages;

pub use place::Place;

use answer::see_other;
use doorkeeper::Doorkeeper;
use form::Form;
use origin::OwnOrigin;
use place::Room;
use visit::{Member, Visit};

use crate::accounts::{Accounts, Caller, unanswered};
use crate::auth::{HashError, SessionKey};
use crate::problem::Problems;

/// Answers requests for the pages of accounts.
#[derive(Debug)]
pub struct AccountSite {
    accounts: Arc<Accounts>,
    pages: Arc<AccountPages>,
    problems: Problems,
    doorkeeper: Doorkeeper,
    origin: OwnOrigin,
    budget: Duration,
}

impl AccountSite {
    /// The pages of the accounts of a deployment that answers at `base_url`; before a license is published, the
    /// reasoner may weigh it as long as `budget`.
    ///
    /// # Errors
    /// There are no random bytes, or no memory, to hash passwords with.
    pub fn new(
        accounts: Arc<Accounts>,
        pages: Arc<AccountPages>,
        problems: Problems,
        base_url: &str,
        budget: Duration,
    ) -> Result<Self, HashError> {
        let (doorkeeper, origin) = (Doorkeeper::new(Arc::clone(&accounts))?, OwnOrigin::of(base_url));
        Ok(Self { accounts, pages, problems, doorkeeper, origin, budget })
    }

    /// Answers a request for a page; `content` is the body of a form.
    ///
    /// # Errors
    /// None: what is refused is answered here too, as nobody may keep that either.
    pub async fn answer(
        &self,
        place: &Place,
        method: Method,
        caller: &Caller,
        client: IpAddr,
        request: &Parts,
        content: &[u8],
    ) -> Result<Response, Refused> {
        let answered = match method {
            _ if !place.has(method) => Err(no_method(place)),
            Method::Get => self.read(place, caller, client, request).await,
            Method::Post => self.send(place, caller, client, request, content).await,
        };
        let mut response = answered.unwrap_or_else(|refused| self.problems.version_1(&refused, request));
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if !response.headers().contains_key(SET_COOKIE) {
            self.prolong(caller, request, &mut response).await;
        }
        Ok(response)
    }

    /// A page.
    async fn read(
        &self,
        place: &Place,
        caller: &Caller,
        client: IpAddr,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let visit = Visit::of_reader(&self.accounts, client, request)?;
        let mut response = match place {
            Place::Register => self.register_page(&visit),
            Place::SignIn => self.sign_in_page(&visit, "", None),
            Place::SignOut => Err(no_method(place)),
            Place::Account(room) => match Member::of(caller) {
                Some(member) => self.room(room, &visit, member).await,
                None if *caller == Caller::Unverified => Err(unanswered()),
                None => Ok(see_other("/login")),
            },
        }?;
        if visit.has_new_key {
            self.give(&mut response, &visit.key);
        }
        Ok(response)
    }

    async fn room(&self, room: &Room, visit: &Visit, member: Member<'_>) -> Result<Response, Refused> {
        match room {
            Room::Overview => self.overview_page(visit, member).await,
            Room::Password => self.password_page(visit, None),
            Room::Close => self.close_page(visit, None),
            Room::Tokens => self.tokens_page(visit, member, None, None).await,
            Room::License(id) => self.license_page(visit, member, id, None).await,
            Room::Graph(id) => self.graph_page(visit, member, id, None).await,
            Room::Revocation | Room::LicenseForm(..) | Room::GraphForm(..) => {
                Err(no_method(&Place::Account(room.clone())))
            }
        }
    }

    /// A form.
    async fn send(
        &self,
        place: &Place,
        caller: &Caller,
        client: IpAddr,
        request: &Parts,
        content: &[u8],
    ) -> Result<Response, Refused> {
        let (visit, form) = Visit::of_sender(&self.accounts, &self.origin, client, request, content)?;
        match place {
            Place::Register => self.register(&visit, &form).await,
            Place::SignIn => self.sign_in(&visit, &form).await,
            Place::SignOut => self.sign_out(&visit).await,
            Place::Account(room) => match Member::of(caller) {
                Some(member) => self.act(room, &visit, member, &form).await,
                None if *caller == Caller::Unverified => Err(unanswered()),
                None => {
                    Err(Refused::sentence(403, "Nobody is signed in here, or not any more; sign in first."))
                }
            },
        }
    }

    async fn act(
        &self,
        room: &Room,
        visit: &Visit,
        member: Member<'_>,
        form: &Form,
    ) -> Result<Response, Refused> {
        match room {
            Room::Password => self.change_password(visit, member, form).await,
            Room::Close => self.close(visit, member, form).await,
            Room::Tokens => self.create_token(visit, member, form).await,
            Room::Revocation => self.revoke_token(member, form).await,
            Room::LicenseForm(id, act) => self.change_license(visit, member, id, *act, form).await,
            Room::GraphForm(id, act) => self.change_graph(visit, member, id, *act, form).await,
            Room::Overview | Room::License(_) | Room::Graph(_) => {
                Err(no_method(&Place::Account(room.clone())))
            }
        }
    }

    /// Writes down that a session was used where that is due, so that it and its cookie live on from here.
    async fn prolong(&self, caller: &Caller, request: &Parts, response: &mut Response) {
        let (Caller::Browser(session), now) = (caller, self.accounts.now()) else { return };
        if !session.life.is_due(now.as_second()) {
            return;
        }
        let Some(key) = self.accounts.cookie.read(&request.headers) else { return };
        match self.accounts.store.touch_session(&key.digest(), now).await {
            Ok(()) => self.give(response, &key),
            // It lives on for now, and the next page comes by here again.
            Err(error) => tracing::warn!(%error, "the use of a session was not written down"),
        }
    }

    /// Gives a browser its key.
    fn give(&self, response: &mut Response, key: &SessionKey) {
        response.headers_mut().insert(SET_COOKIE, self.accounts.cookie.set(key));
    }
}

fn no_method(place: &Place) -> Refused {
    Refused::MethodNotAllowed { allow: place.allowed().to_owned() }
}
