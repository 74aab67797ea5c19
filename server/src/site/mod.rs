//! Pages and files of the website that are not answered by the tree alone.

mod account;

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use http::request::Parts;
use muniment::api::forms::FormError;
use muniment::api::v1::{Refused, attachment, graph_named};
use muniment::history::{ModelHistory, VersionFacts};
use muniment::model::{GraphId, Library, VersionNumber};
use muniment::pages::Pages;
use muniment::wire::{Representation, Target};

pub use account::{AccountSite, Place};

use crate::accounts::{Accounts, Caller, ReadableGraph};
use crate::auth::is_drawn_id;
use crate::edge::{Reply, Tree, redirect};
use crate::v1::{compared_graphs, json, leads_to};

/// Answers requests for pages and files.
#[derive(Debug)]
pub struct Site {
    tree: Arc<Tree>,
    accounts: Arc<Accounts>,
    pages: Pages<'static>,
}

impl Site {
    /// The website over a tree, the library it was made from, and its pages.
    #[must_use]
    pub fn new(tree: Arc<Tree>, accounts: Arc<Accounts>, pages: Pages<'static>) -> Self {
        Self { tree, accounts, pages }
    }

    /// Answers a GET or HEAD.
    pub async fn answer(
        &self,
        target: &Target,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let path = target.path().ok_or_else(Refused::not_found)?;
        let segments: Vec<&str> = target.segments.iter().map(String::as_str).collect();
        match segments.as_slice() {
            ["dependency-graph", id, "download"]
                if target.parameter("version").is_some() || self.tree.graph(id).is_none() =>
            {
                return self.graph_version(id, target.parameter("version"), caller).await;
            }
            // The page of a graph of an account is among those of the account, which asks who looks.
            ["dependency-graph", id] if self.tree.graph(id).is_none() && is_drawn_id(id) => {
                return Ok(redirect(StatusCode::SEE_OTHER, &format!("/account/graphs/{id}")).map(Body::from));
            }
            ["dependency-graph", "compare"] => return self.graph_comparison(target, caller).await,
            ["license-library", id] if self.tree.license(id).is_none() => {
                if let Some(page) = self.composed(id, caller).await? {
                    return Ok(page);
                }
                return match leads_to(self.accounts.knowledge, id) {
                    Some(lead) => lead.answer(id, |to| format!("/license-library/{to}"), request),
                    None => Err(Refused::unknown_license(id)),
                };
            }
            ["web", "license", id] if self.tree.license(id).is_none() => {
                return self.composed(id, caller).await?.ok_or_else(|| Refused::unknown_license(id));
            }
            _ => {}
        }
        let address = self.tree.address(&path).ok_or_else(Refused::not_found)?;
        Ok(match address.reply(None, &request.headers) {
            Ok(Reply::Form(form)) => form.answer(&request.headers).map(Body::from),
            Ok(Reply::Redirect(status, place)) => redirect(status, place).map(Body::from),
            Err(_) => return Err(Refused::not_found()),
        })
    }

    /// The page of a composed license, if whoever asks may see it.
    async fn composed(&self, id: &str, caller: &Caller) -> Result<Option<Response>, Refused> {
        let Ok(id) = id.parse() else { return Ok(None) };
        let Some(license) = self.accounts.license(&id, caller).await? else { return Ok(None) };
        let page = self.pages.composed(&license.history(), &license.model);
        let mut response = html(page.map_err(|error| unrendered(&error))?);
        let policy = if license.is_draft() { "private, no-store" } else { "public, max-age=300" };
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(policy));
        Ok(Some(response))
    }

    /// Two graphs side by side (document 1 §4.7).
    async fn graph_comparison(&self, target: &Target, caller: &Caller) -> Result<Response, Refused> {
        let knowledge = self.accounts.knowledge;
        let named = |name, default| {
            let asked = target.parameter(name).filter(|asked| !asked.is_empty());
            graph_named(asked.unwrap_or(default), &knowledge.catalog.library.site)
        };
        let (left, right) = (named("left", Library::DEFAULT_GRAPH)?, named("right", "dg_eu")?);
        let left = self.accounts.readable_graph(&left, caller).await?;
        let right = self.accounts.readable_graph(&right, caller).await?;
        let (left, right) = (left.named(), right.named());
        if target.parameter("format") == Some("json") {
            return Ok(json(StatusCode::OK, &compared_graphs(knowledge, left, right)));
        }
        let page = self.pages.graph_comparison(left, right);
        Ok(html(page.map_err(|error| unrendered(&error))?))
    }

    /// A version of a graph, to be saved (document 1 §4.4): an archived one of the library, or any of an account.
    async fn graph_version(
        &self,
        id: &str,
        version: Option<&str>,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let knowledge = self.accounts.knowledge;
        let asked: GraphId =
            self.tree.graph(id).unwrap_or(id).parse().map_err(|_| Refused::unknown_graph(id))?;
        let readable = self.accounts.readable_graph(&asked, caller).await?;
        let (bytes, name) = match &readable {
            ReadableGraph::Core(..) => {
                let history = knowledge.catalog.graphs.get(asked.as_str());
                let facts = version_of(history.ok_or_else(|| Refused::unknown_graph(id))?, version)?;
                (facts.source.bytes.clone(), saved_as(&asked, version.and(Some(facts))))
            }
            ReadableGraph::OfAccount(graph) => {
                let history = graph.history();
                let facts = version_of(&history, version)?;
                let turtle = facts
                    .outline()
                    .map_err(FormError::from)
                    .and_then(|outline| knowledge.forms.of_version(facts, &outline, Representation::Turtle));
                (turtle.map_err(|error| unrendered(&error))?, saved_as(&asked, version.and(Some(facts))))
            }
        };
        let mut response = Response::new(Body::from(bytes));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/turtle; charset=utf-8"));
        if let Ok(value) = HeaderValue::from_str(&attachment(&name)) {
            headers.insert(CONTENT_DISPOSITION, value);
        }
        Ok(response)
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

/// A page.
fn html(page: String) -> Response {
    let mut response = Response::new(Body::from(page));
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, html);
    response
}

/// It is our fault: whatever can be shown can be rendered.
fn unrendered(error: &dyn std::error::Error) -> Refused {
    tracing::error!(%error, "a page cannot be rendered");
    Refused::sentence(500, "Internal Server Error")
}
