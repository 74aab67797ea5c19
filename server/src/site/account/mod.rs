//! The pages of accounts (spec:version-1#authentication): forms a person fills in, and what becomes of them.
//!
//! | File | Holds |
//! |---|---|
//! | `register` `verify` `recover` `sign_in` | the way in and out |
//! | `overview` `password` `close` `tokens` `export` | an account |
//! | `license` `graph` `graph_editor` `sharing` | what an account has a part in |
//!
//! A form that is acted on answers 303, so that going back does not send it again; one that is not answers its own
//! page with the reason. No cache stores an answer.

mod close;
mod export;
mod graph;
mod graph_editor;
mod license;
mod overview;
mod password;
mod recover;
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
use super::browser::{Browser, Member};
use super::own_path::OwnPath;
use super::route::{AccountRoute, MemberRoute};
use super::{PageRequest, no_method};
use crate::accounts::Caller;
use crate::app::App;
use crate::auth::SessionKey;
use tokens::Creation;

/// The page after signing in.
fn next(asked: PageRequest<'_>) -> Option<OwnPath> {
    asked.target.parameter(OwnPath::FIELD).and_then(OwnPath::read)
}

/// The sign-in page, which redirects to the requested page afterwards; by default it redirects to `/account`.
pub(super) fn sign_in_address(asked: PageRequest<'_>) -> String {
    let wanted = asked.request.uri.path_and_query().map_or("", PathAndQuery::as_str);
    let wanted = OwnPath::read(wanted).filter(|path| path.as_str() != "/account");
    wanted.map_or_else(|| "/login".to_owned(), |path| path.after("/login"))
}

impl App {
    /// Answers a request for a page of accounts that needs no session.
    pub(super) async fn answer_account(
        &self,
        route: AccountRoute,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        match asked.method {
            Method::Get => {
                let browser = self.browser_of_reader(asked)?;
                let response = match route {
                    AccountRoute::Register => self.register_page(&browser, next(asked).as_ref()),
                    AccountRoute::SignIn => self.sign_in_page(&browser, "", next(asked).as_ref(), None),
                    AccountRoute::Verify => self.verify_page(&browser, asked.target.parameter("token")).await,
                    AccountRoute::Recover => {
                        let is_sent = asked.target.parameter("sent").is_some();
                        self.recover_page(&browser, asked.target.parameter("token"), is_sent).await
                    }
                    AccountRoute::SignOut => Err(no_method(asked.method)),
                };
                Ok(self.with_session_cookie(response?, &browser))
            }
            Method::Post => {
                let (browser, form) = self.browser_of_sender(asked)?;
                match route {
                    AccountRoute::Register => self.submit_registration(&browser, &form).await,
                    AccountRoute::SignIn => self.sign_in(&browser, &form).await,
                    AccountRoute::SignOut => self.sign_out(&browser).await,
                    AccountRoute::Verify => self.submit_verification(&browser, &form).await,
                    AccountRoute::Recover => self.submit_recovery(&browser, &form).await,
                }
            }
        }
    }

    /// Answers a request for a page of a signed-in account.
    pub(super) async fn answer_member(
        &self,
        route: &MemberRoute,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        match asked.method {
            Method::Get => {
                let browser = self.browser_of_reader(asked)?;
                let response = match Member::signed_in(asked.caller)? {
                    Some(member) => self.member_page(route, &browser, member, asked).await?,
                    None => see_other(&sign_in_address(asked)),
                };
                Ok(self.with_session_cookie(response, &browser))
            }
            Method::Post => self.member_form(route, asked).await,
        }
    }

    async fn member_page(
        &self,
        route: &MemberRoute,
        browser: &Browser,
        member: Member<'_>,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        match route {
            MemberRoute::Overview => self.overview_page(browser, member).await,
            MemberRoute::Export => self.export(member).await,
            MemberRoute::Password => self.password_page(browser, None),
            MemberRoute::Close => self.close_page(browser, None),
            MemberRoute::Tokens => self.tokens_page(browser, member, &Creation::None).await,
            MemberRoute::License(id) => self.license_page(browser, member, id, None).await,
            MemberRoute::Revision(id, number) => self.revision_page(member, id, *number).await,
            MemberRoute::Graph(id) => self.graph_page(browser, member, id, None).await,
            MemberRoute::NewGraph => {
                self.new_graph_page(browser, member, asked.target.parameter("from")).await
            }
            MemberRoute::GraphEditor(id) => self.graph_editor_page(browser, member, id).await,
            MemberRoute::Revocation | MemberRoute::LicenseForm(..) | MemberRoute::GraphForm(..) => {
                Err(no_method(asked.method))
            }
        }
    }

    async fn member_form(&self, route: &MemberRoute, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let (browser, form) = self.browser_of_sender(asked)?;
        let (browser, form, member) = (&browser, &form, asked.member()?);
        match route {
            MemberRoute::Password => self.change_password(browser, member, form).await,
            MemberRoute::Close => self.submit_closing(browser, member, form).await,
            MemberRoute::Tokens => self.create_token(browser, member, form).await,
            MemberRoute::Revocation => self.revoke_token(member, form).await,
            MemberRoute::LicenseForm(id, act) => self.change_license(browser, member, id, *act, form).await,
            MemberRoute::NewGraph => self.save_new_graph(browser, member, form).await,
            MemberRoute::GraphEditor(id) => self.save_graph(browser, member, id, form).await,
            MemberRoute::GraphForm(id, act) => self.change_graph(browser, member, id, *act, form).await,
            MemberRoute::Overview
            | MemberRoute::Export
            | MemberRoute::License(_)
            | MemberRoute::Revision(..)
            | MemberRoute::Graph(_) => Err(no_method(asked.method)),
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
