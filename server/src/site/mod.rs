//! Pages and files of the website that are not answered by the tree alone.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use http::request::Parts;
use muniment::api::v1::{Refused, attachment, graph_named};
use muniment::model::{Library, VersionNumber};
use muniment::pages::Pages;
use muniment::wire::Target;

use crate::edge::{Reply, Tree, redirect};
use crate::knowledge::Knowledge;
use crate::v1::{compared_graphs, graph, json, leads_to};

/// Answers requests for pages and files.
#[derive(Debug)]
pub struct Site {
    tree: Arc<Tree>,
    knowledge: Arc<Knowledge>,
    pages: Pages<'static>,
}

impl Site {
    /// The website over a tree, the library it was made from, and its pages.
    #[must_use]
    pub fn new(tree: Arc<Tree>, knowledge: Arc<Knowledge>, pages: Pages<'static>) -> Self {
        Self { tree, knowledge, pages }
    }

    /// Answers a GET or HEAD.
    pub fn answer(&self, target: &Target, request: &Parts) -> Result<Response, Refused> {
        let path = target.path().ok_or_else(Refused::not_found)?;
        let segments: Vec<&str> = target.segments.iter().map(String::as_str).collect();
        match segments.as_slice() {
            ["dependency-graph", id, "download"] if target.parameter("version").is_some() => {
                return self.graph_version(id, target.parameter("version").unwrap_or_default());
            }
            ["dependency-graph", "compare"] => return self.graph_comparison(target),
            ["license-library", id] if self.tree.license(id).is_none() => {
                return match leads_to(&self.knowledge, id) {
                    Some(lead) => lead.answer(id, |to| format!("/license-library/{to}"), request),
                    None => Err(Refused::unknown_license(id)),
                };
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

    /// Two graphs side by side (document 1 §4.7).
    fn graph_comparison(&self, target: &Target) -> Result<Response, Refused> {
        let site = &self.knowledge.catalog.library.site;
        let named = |name, default| {
            let asked = target.parameter(name).filter(|asked| !asked.is_empty());
            graph_named(asked.unwrap_or(default), site)
        };
        let (left, right) = (named("left", Library::DEFAULT_GRAPH)?, named("right", "dg_eu")?);
        if target.parameter("format") == Some("json") {
            return Ok(json(StatusCode::OK, &compared_graphs(&self.knowledge, &left, &right)?));
        }
        let (left, right) = (graph(&self.knowledge, &left)?, graph(&self.knowledge, &right)?);
        let page = self.pages.graph_comparison(left, right).map_err(|error| {
            tracing::error!(%error, "a page cannot be rendered");
            Refused::sentence(500, "Internal Server Error")
        })?;
        let mut response = Response::new(Body::from(page));
        let html = HeaderValue::from_static("text/html; charset=utf-8");
        response.headers_mut().insert(CONTENT_TYPE, html);
        Ok(response)
    }

    /// An archived version of a graph, to be saved (document 1 §4.4).
    fn graph_version(&self, id: &str, version: &str) -> Result<Response, Refused> {
        let spelled = self.tree.graph(id).ok_or_else(|| Refused::unknown_graph(id))?;
        let history = self.knowledge.catalog.graphs.get(spelled).ok_or_else(|| Refused::unknown_graph(id))?;
        let number: VersionNumber = version.parse().map_err(|_| Refused::unknown_version(version))?;
        let facts = history.version(number).ok_or_else(|| Refused::unknown_version(version))?;
        let mut response = Response::new(Body::from(facts.source.bytes.as_slice()));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/turtle; charset=utf-8"));
        if let Ok(value) = HeaderValue::from_str(&attachment(&format!("{spelled}-v{number}.ttl"))) {
            headers.insert(CONTENT_DISPOSITION, value);
        }
        Ok(response)
    }
}
