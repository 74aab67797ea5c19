//! Pages and files of the website that are not answered by the tree alone.

mod account;
mod answer;
mod assistant;
mod audit;
mod browser;
mod checker;
mod choose;
mod composer;
mod form;
mod letters;
mod origin;
mod own_path;
mod route;
mod web;

use std::net::IpAddr;

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{CACHE_CONTROL, HeaderValue, SET_COOKIE};
use http::request::Parts;
use muniment_documents::api::forms::FormError;
use muniment_documents::api::v1::{Method, Refused, graph_named};
use muniment_documents::wire::{Representation, Target};
use muniment_library::history::{ModelHistory, VersionFacts};
use muniment_licenses::model::{GraphId, Library, LicenseId, VersionNumber};
use muniment_pages::LicenseOrigin;

pub use route::PageRoute;

use answer::saved;
use browser::{Browser, Member};
use route::Page;

use crate::accounts::Caller;
use crate::api::v1::{compared_graphs, redirection_of};
use crate::app::App;
use crate::auth::is_drawn_id;
use crate::library::{Reply, Unanswered};
use crate::wire::{self, json, redirect};

/// A request for a page that the server fills.
#[derive(Debug, Clone, Copy)]
pub struct PageRequest<'r> {
    /// Where it goes.
    pub target: &'r Target,
    /// Its head.
    pub request: &'r Parts,
    /// To read or to send.
    pub method: Method,
    /// Who sent it.
    pub caller: &'r Caller,
    /// From where.
    pub client: IpAddr,
    /// The body of a form.
    pub content: &'r [u8],
}

impl<'r> PageRequest<'r> {
    /// The signed-in account, or a refusal.
    fn member(self) -> Result<Member<'r>, Refused> {
        let signed_out =
            || Refused::sentence(403, "Nobody is signed in here, or not any more; sign in first.");
        Member::signed_in(self.caller)?.ok_or_else(signed_out)
    }
}

impl App {
    /// Answers a request for a page that the server fills, or for a form on one.
    ///
    /// # Errors
    /// None on private pages: what is refused there is answered here too, as no cache may store that either.
    pub async fn answer_route(&self, route: &PageRoute, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let answered = match &route.page {
            _ if !route.has(asked.method) => {
                Err(Refused::MethodNotAllowed { allow: route.allowed().to_owned() })
            }
            Page::Account(route) => self.answer_account(*route, asked).await,
            Page::Member(route) => self.answer_member(route, asked).await,
            Page::Web(route) => self.answer_web(*route, asked),
            Page::Auditor => self.answer_auditor(asked),
            Page::Chooser => self.answer_chooser(asked),
            Page::Composer(route) => self.answer_composer(*route, asked).await,
            Page::Letter(route) => self.answer_letter(route, asked).await,
            Page::Assistant(route) => self.assistant_page(route, asked).await,
            Page::Checker(route) => self.answer_checker(*route, asked).await,
        };
        if !route.is_private() {
            return answered;
        }
        let mut response =
            answered.unwrap_or_else(|refused| self.served.errors.version_1(&refused, asked.request));
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if !response.headers().contains_key(SET_COOKIE) {
            self.prolong_session(asked.caller, asked.request, &mut response).await;
        }
        Ok(response)
    }

    /// The sentence for a publication without consent.
    fn consent_is_missing(&self) -> String {
        let license = &self.library_site().data_license.name;
        format!("Publishing is permanent and public under {license}, and needs your consent.")
    }

    /// The answer, with the cookie of a browser that had none.
    fn with_session_cookie(&self, mut response: Response, browser: &Browser) -> Response {
        if browser.has_new_key {
            self.set_session_cookie(&mut response, &browser.key);
        }
        response
    }

    /// Answers a GET or HEAD.
    pub async fn answer_page(
        &self,
        target: &Target,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let path = target.path().ok_or_else(Refused::not_found)?;
        let segments: Vec<&str> = target.segments.iter().map(String::as_str).collect();
        match segments.as_slice() {
            ["dependency-graph", id, "download"]
                if target.parameter("version").is_some() || self.served.tree.graph(id).is_none() =>
            {
                return self.graph_version(id, target.parameter("version"), caller).await;
            }
            // The page of a graph of an account is among those of the account, which asks who looks.
            ["dependency-graph", id] if self.served.tree.graph(id).is_none() && is_drawn_id(id) => {
                return Ok(redirect(StatusCode::SEE_OTHER, &format!("/account/graphs/{id}")).map(Body::from));
            }
            ["dependency-graph", "compare"] => return self.graph_comparison(target, caller).await,
            [folder @ .., id]
                if matches!(folder, ["license-library"] | ["web", "license"])
                    && self.served.tree.license(id).is_none() =>
            {
                if let Some(page) = self.composed_page(id, caller).await? {
                    return Ok(page);
                }
                let address = |to: &LicenseId| format!("/{}/{to}", folder.join("/"));
                return match redirection_of(&self.served.loaded, id) {
                    Some(redirection) => redirection.answer(id, address, request),
                    None => Err(Refused::unknown_license(id)),
                };
            }
            _ => {}
        }
        let address = self.served.tree.address(&path).ok_or_else(Refused::not_found)?;
        Ok(match address.reply(None, &request.headers) {
            Ok(Reply::Form(form)) => form.answer(&request.headers)?,
            Ok(Reply::Redirect(status, route)) => redirect(status, route).map(Body::from),
            Err(Unanswered::NoForm(_)) => return Err(Refused::not_found()),
            Err(Unanswered::Tree(error)) => return Err(error.into()),
        })
    }

    /// The page of a composed license, if the caller may see it.
    async fn composed_page(&self, id: &str, caller: &Caller) -> Result<Option<Response>, Refused> {
        let Ok(id) = id.parse::<LicenseId>() else { return Ok(None) };
        let Some(license) = self.owned(&id, caller).await?.visible() else { return Ok(None) };
        let origin = if license.is_draft() { LicenseOrigin::Draft } else { LicenseOrigin::Composed };
        let page = self.pages().composed(&license.history(), &license.model, origin);
        let mut response = wire::page(page.map_err(|error| unrendered(&error))?);
        let policy = if license.is_draft() { "private, no-store" } else { "public, max-age=300" };
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(policy));
        Ok(Some(response))
    }

    /// Two graphs side by side (spec:version-1#website-endpoints).
    async fn graph_comparison(&self, target: &Target, caller: &Caller) -> Result<Response, Refused> {
        let loaded = &self.served.loaded;
        let named = |name, default| {
            let asked = target.parameter(name).filter(|asked| !asked.is_empty());
            graph_named(asked.unwrap_or(default), &loaded.library().site)
        };
        let (left, right) = (named("left", Library::DEFAULT_GRAPH)?, named("right", "dg_eu")?);
        let left = self.readable_graph(&left, caller).await?;
        let right = self.readable_graph(&right, caller).await?;
        let (left, right) = (left.named(), right.named());
        if target.parameter("format") == Some("json") {
            return Ok(json(StatusCode::OK, &compared_graphs(loaded, left, right)));
        }
        let page = self.pages().graph_comparison(left, right);
        Ok(wire::page(page.map_err(|error| unrendered(&error))?))
    }

    /// A version of a graph, to be saved (spec:version-1#graph-endpoints): an archived one of the library, or any of an
    /// account.
    async fn graph_version(
        &self,
        id: &str,
        version: Option<&str>,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let loaded = &self.served.loaded;
        let asked: GraphId =
            self.served.tree.graph(id).unwrap_or(id).parse().map_err(|_| Refused::unknown_graph(id))?;
        let (bytes, name) = match self.readable_versions(&asked, caller).await? {
            None => {
                let history = loaded.catalog().graphs.get(asked.as_str());
                let facts = version_of(history.ok_or_else(|| Refused::unknown_graph(id))?, version)?;
                (facts.source.bytes.clone(), saved_as(&asked, version.and(Some(facts))))
            }
            Some(graph) => {
                let history = graph.history();
                let facts = version_of(&history, version)?;
                let turtle = facts
                    .outline()
                    .map_err(FormError::from)
                    .and_then(|outline| loaded.forms().of_version(facts, &outline, Representation::Turtle));
                (turtle.map_err(|error| unrendered(&error))?, saved_as(&asked, version.and(Some(facts))))
            }
        };
        Ok(saved(&name, "text/turtle; charset=utf-8", bytes))
    }
}

/// The version a number names; the current one without a number.
fn version_of<'h, 'l>(
    history: &'h ModelHistory<'l>,
    version: Option<&str>,
) -> Result<&'h VersionFacts<'l>, Refused> {
    let Some(version) = version else { return Ok(&history.current) };
    let number: VersionNumber = version.parse().map_err(|_| Refused::unknown_version(version))?;
    history.version(number).ok_or_else(|| Refused::unknown_version(version))
}

fn saved_as(id: &GraphId, version: Option<&VersionFacts<'_>>) -> String {
    match version {
        Some(facts) => format!("{id}-v{}.ttl", facts.version),
        None => format!("{id}.ttl"),
    }
}

/// It is our fault: whatever can be shown can be rendered.
fn unrendered(error: &dyn std::error::Error) -> Refused {
    tracing::error!(%error, "a page cannot be rendered");
    Refused::sentence(500, "Internal Server Error")
}

/// A form has no page of its own, or a page has no form. [`PageRoute::has`] refused the method before.
fn no_method(method: Method) -> Refused {
    let allow = match method {
        Method::Get => "POST",
        Method::Post => "GET, HEAD",
    };
    Refused::MethodNotAllowed { allow: allow.to_owned() }
}
