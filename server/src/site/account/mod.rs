//! The pages of accounts (spec:version-1#authentication): forms a person fills in, and what becomes of them.
//!
//! | File | Holds |
//! |---|---|
//! | `register` `verify` `sign_in` | the way in and out |
//! | `overview` `password` `close` `tokens` | an account |
//! | `license` `graph` `graph_editor` `sharing` | what an account has a part in |
//!
//! A form that is acted on answers 303, so that going back does not send it again; one that is not answers its own
//! page with the reason. No answer is kept by anybody.

mod close;
mod graph;
mod graph_editor;
mod license;
mod overview;
mod password;
mod register;
mod sharing;
mod sign_in;
mod tokens;
mod verify;

use axum::response::Response;
use http::header::SET_COOKIE;
use http::request::Parts;
use http::uri::PathAndQuery;
use muniment_documents::api::v1::{Method, Refused};

use super::answer::see_other;
use super::form::Form;
use super::own_path::OwnPath;
use super::place::{AccountPlace, Room};
use super::visit::{Member, Visit};
use super::{Asked, no_method};
use crate::accounts::{Caller, unanswered};
use crate::app::App;
use crate::auth::SessionKey;
use tokens::Creation;

/// Where somebody wants to go on to.
fn next(asked: Asked<'_>) -> Option<OwnPath> {
    asked.target.parameter(OwnPath::FIELD).and_then(OwnPath::read)
}

/// The page to sign in on, which leads back to where somebody wanted to go; the account itself is where it leads anyway.
fn door(asked: Asked<'_>) -> String {
    let wanted = asked.request.uri.path_and_query().map_or("", PathAndQuery::as_str);
    let wanted = OwnPath::read(wanted).filter(|path| path.as_str() != "/account");
    wanted.map_or_else(|| "/login".to_owned(), |path| path.after("/login"))
}

impl App {
    /// Answers a request for a page of accounts.
    pub(super) async fn account(&self, place: &AccountPlace, asked: Asked<'_>) -> Result<Response, Refused> {
        match asked.method {
            Method::Get => self.read(place, asked).await,
            Method::Post => self.send(place, asked).await,
        }
    }

    async fn read(&self, place: &AccountPlace, asked: Asked<'_>) -> Result<Response, Refused> {
        let visit = self.reader(asked)?;
        let response = match place {
            AccountPlace::Register => self.register_page(&visit, next(asked).as_ref()),
            AccountPlace::SignIn => self.sign_in_page(&visit, "", next(asked).as_ref(), None),
            AccountPlace::SignOut => Err(no_method(place.allowed())),
            AccountPlace::Verify => self.verify_page(&visit, asked.target.parameter("token")).await,
            AccountPlace::Room(room) => match Member::of(asked.caller) {
                Some(member) => self.room(room, &visit, member, asked).await,
                None if *asked.caller == Caller::Unverified => Err(unanswered()),
                None => Ok(see_other(&door(asked))),
            },
        };
        Ok(self.keyed(response?, &visit))
    }

    async fn room(
        &self,
        room: &Room,
        visit: &Visit,
        member: Member<'_>,
        asked: Asked<'_>,
    ) -> Result<Response, Refused> {
        match room {
            Room::Overview => self.overview_page(visit, member).await,
            Room::Password => self.password_page(visit, None),
            Room::Close => self.close_page(visit, None),
            Room::Tokens => self.tokens_page(visit, member, &Creation::None).await,
            Room::License(id) => self.license_page(visit, member, id, None).await,
            Room::Revision(id, number) => self.revision_page(member, id, *number).await,
            Room::Graph(id) => self.graph_page(visit, member, id, None).await,
            Room::NewGraph => self.new_graph_page(visit, member, asked.target.parameter("from")).await,
            Room::GraphEditor(id) => self.graph_editor_page(visit, member, id).await,
            Room::Revocation | Room::LicenseForm(..) | Room::GraphForm(..) => Err(no_method(room.allowed())),
        }
    }

    async fn send(&self, place: &AccountPlace, asked: Asked<'_>) -> Result<Response, Refused> {
        let (visit, form) = self.sender(asked)?;
        match place {
            AccountPlace::Register => self.register(&visit, &form).await,
            AccountPlace::SignIn => self.sign_in(&visit, &form).await,
            AccountPlace::SignOut => self.sign_out(&visit).await,
            AccountPlace::Verify => self.submit_verification(&visit, &form).await,
            AccountPlace::Room(room) => self.act(room, &visit, asked.member()?, &form).await,
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
            Room::NewGraph => self.save_new_graph(visit, member, form).await,
            Room::GraphEditor(id) => self.save_graph(visit, member, id, form).await,
            Room::GraphForm(id, act) => self.change_graph(visit, member, id, *act, form).await,
            Room::Overview | Room::License(_) | Room::Revision(..) | Room::Graph(_) => {
                Err(no_method(room.allowed()))
            }
        }
    }

    /// Writes down that a session was used where that is due, so that it and its cookie live on from here.
    pub(super) async fn prolong(&self, caller: &Caller, request: &Parts, response: &mut Response) {
        let (Caller::Browser(session), now) = (caller, self.now()) else { return };
        if !session.life.is_due(now.as_second()) {
            return;
        }
        let Some(key) = self.cookie.read(&request.headers) else { return };
        match self.store.touch_session(&key.digest(), now).await {
            Ok(()) => self.give(response, &key),
            // It lives on for now, and the next page comes by here again.
            Err(error) => tracing::warn!(%error, "the use of a session was not written down"),
        }
    }

    /// Gives a browser its key.
    pub(super) fn give(&self, response: &mut Response, key: &SessionKey) {
        response.headers_mut().insert(SET_COOKIE, self.cookie.set(key));
    }
}
