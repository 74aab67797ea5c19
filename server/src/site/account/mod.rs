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
use super::route::{AccountRoute, MemberRoute};
use super::visit::{Member, Visit};
use super::{PageRequest, no_method};
use crate::accounts::{Caller, unanswered};
use crate::app::App;
use crate::auth::SessionKey;
use tokens::Creation;

/// The page to go on to.
fn next(asked: PageRequest<'_>) -> Option<OwnPath> {
    asked.target.parameter(OwnPath::FIELD).and_then(OwnPath::read)
}

/// The page to sign in on, which leads back to the page that was asked for; the account itself is where it leads anyway.
fn door(asked: PageRequest<'_>) -> String {
    let wanted = asked.request.uri.path_and_query().map_or("", PathAndQuery::as_str);
    let wanted = OwnPath::read(wanted).filter(|path| path.as_str() != "/account");
    wanted.map_or_else(|| "/login".to_owned(), |path| path.after("/login"))
}

impl App {
    /// Answers a request for a page of accounts.
    pub(super) async fn answer_account(
        &self,
        route: &AccountRoute,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        match asked.method {
            Method::Get => self.account_page(route, asked).await,
            Method::Post => self.account_form(route, asked).await,
        }
    }

    async fn account_page(&self, route: &AccountRoute, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let visit = self.visit_of_reader(asked)?;
        let response = match route {
            AccountRoute::Register => self.register_page(&visit, next(asked).as_ref()),
            AccountRoute::SignIn => self.sign_in_page(&visit, "", next(asked).as_ref(), None),
            AccountRoute::SignOut => Err(no_method(route.allowed())),
            AccountRoute::Verify => self.verify_page(&visit, asked.target.parameter("token")).await,
            AccountRoute::Member(member_route) => match Member::of(asked.caller) {
                Some(member) => self.member_page(member_route, &visit, member, asked).await,
                None if *asked.caller == Caller::Unverified => Err(unanswered()),
                None => Ok(see_other(&door(asked))),
            },
        };
        Ok(self.with_session_cookie(response?, &visit))
    }

    async fn member_page(
        &self,
        member_route: &MemberRoute,
        visit: &Visit,
        member: Member<'_>,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        match member_route {
            MemberRoute::Overview => self.overview_page(visit, member).await,
            MemberRoute::Password => self.password_page(visit, None),
            MemberRoute::Close => self.close_page(visit, None),
            MemberRoute::Tokens => self.tokens_page(visit, member, &Creation::None).await,
            MemberRoute::License(id) => self.license_page(visit, member, id, None).await,
            MemberRoute::Revision(id, number) => self.revision_page(member, id, *number).await,
            MemberRoute::Graph(id) => self.graph_page(visit, member, id, None).await,
            MemberRoute::NewGraph => self.new_graph_page(visit, member, asked.target.parameter("from")).await,
            MemberRoute::GraphEditor(id) => self.graph_editor_page(visit, member, id).await,
            MemberRoute::Revocation | MemberRoute::LicenseForm(..) | MemberRoute::GraphForm(..) => {
                Err(no_method(member_route.allowed()))
            }
        }
    }

    async fn account_form(&self, route: &AccountRoute, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let (visit, form) = self.visit_of_sender(asked)?;
        match route {
            AccountRoute::Register => self.submit_registration(&visit, &form).await,
            AccountRoute::SignIn => self.sign_in(&visit, &form).await,
            AccountRoute::SignOut => self.sign_out(&visit).await,
            AccountRoute::Verify => self.submit_verification(&visit, &form).await,
            AccountRoute::Member(member_route) => {
                self.member_form(member_route, &visit, asked.member()?, &form).await
            }
        }
    }

    async fn member_form(
        &self,
        member_route: &MemberRoute,
        visit: &Visit,
        member: Member<'_>,
        form: &Form,
    ) -> Result<Response, Refused> {
        match member_route {
            MemberRoute::Password => self.change_password(visit, member, form).await,
            MemberRoute::Close => self.submit_closing(visit, member, form).await,
            MemberRoute::Tokens => self.create_token(visit, member, form).await,
            MemberRoute::Revocation => self.revoke_token(member, form).await,
            MemberRoute::LicenseForm(id, act) => self.change_license(visit, member, id, *act, form).await,
            MemberRoute::NewGraph => self.save_new_graph(visit, member, form).await,
            MemberRoute::GraphEditor(id) => self.save_graph(visit, member, id, form).await,
            MemberRoute::GraphForm(id, act) => self.change_graph(visit, member, id, *act, form).await,
            MemberRoute::Overview
            | MemberRoute::License(_)
            | MemberRoute::Revision(..)
            | MemberRoute::Graph(_) => Err(no_method(member_route.allowed())),
        }
    }

    /// Writes down that a session was used where that is due, so that it and its cookie live on from here.
    pub(super) async fn prolong_session(&self, caller: &Caller, request: &Parts, response: &mut Response) {
        let (Caller::Browser(session), now) = (caller, self.now()) else { return };
        if !session.life.is_due(now.as_second()) {
            return;
        }
        let Some(key) = self.cookie.read(&request.headers) else { return };
        match self.store.touch_session(&key.digest(), now).await {
            Ok(()) => self.set_session_cookie(response, &key),
            // It lives on for now, and the next page comes by here again.
            Err(error) => tracing::warn!(%error, "the use of a session was not written down"),
        }
    }

    /// Gives a browser its key.
    pub(super) fn set_session_cookie(&self, response: &mut Response, key: &SessionKey) {
        response.headers_mut().insert(SET_COOKIE, self.cookie.set(key));
    }
}
