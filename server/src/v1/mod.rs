//! Version 1: the tree's answers, what is computed from the library in memory, and what is refused.

mod computed;
mod lead;
mod license;
mod reasoning;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::request::Parts;
use muniment::api::v1::{Access, Call, Health, Method, Operation, Refused, Stored, Subject};
use muniment::api::v2::body;
use muniment::wire::{NoForm, Target};
use serde::Serialize;

pub use computed::{compared_graphs, graph};
pub use lead::{Lead, leads_to};

use crate::edge::{Reply, Tree, redirect};
use crate::knowledge::Knowledge;

/// Answers requests of version 1.
#[derive(Debug)]
pub struct Version1 {
    tree: Arc<Tree>,
    knowledge: Arc<Knowledge>,
    budget: Duration,
}

impl Version1 {
    /// Version 1 over a tree and the library it was made from; a check of licenses may take as long as `budget`.
    #[must_use]
    pub fn new(tree: Arc<Tree>, knowledge: Arc<Knowledge>, budget: Duration) -> Self {
        Self { tree, knowledge, budget }
    }

    /// Answers a request for an operation.
    pub async fn answer(
        &self,
        method: Method,
        target: &Target,
        request: &Parts,
        content: &[u8],
    ) -> Result<Response, Refused> {
        let (operation, values) = Call::operation(method, target)?;
        // Nobody has an account here, so no token is live; credentials are judged before anything else.
        if operation.route().access == Access::Token {
            return Err(Refused::no_token());
        }
        let site = &self.knowledge.catalog.library.site;
        let call = match Call::parse(operation, &values, target, content, site) {
            Ok(call) => call,
            Err(refused) => {
                return self.lead_malformed(operation, &values.concat(), refused, target, request);
            }
        };
        match call {
            Call::License(call) => self.license(&call, request),
            Call::Stored(stored) => self.stored(&stored, request),
            Call::Beyond(operation) => self.beyond(operation, &values),
            Call::Compatibility(question) => self.compatibility(question).await,
            Call::Consistency(question) => self.consistency(&question),
            call => self.computed(&call),
        }
    }

    /// What the tree has at an address.
    fn stored(&self, stored: &Stored, request: &Parts) -> Result<Response, Refused> {
        let Some(address) = self.tree.address(&stored.path) else {
            return match &stored.of {
                Subject::License(id, _) if self.tree.license(id.as_str()).is_none() => {
                    self.lead_linked(stored, id, request)
                }
                of => Err(missing(of)),
            };
        };
        match address.reply(stored.format.as_deref(), &request.headers) {
            Ok(Reply::Form(form)) => Ok(form.answer(&request.headers).map(Body::from)),
            Ok(Reply::Redirect(status, place)) => {
                let mut response = redirect(status, place).map(Body::from);
                response.headers_mut().insert(http::header::VARY, HeaderValue::from_static("Accept"));
                Ok(response)
            }
            Err(NoForm::UnknownFormat) => {
                Err(Refused::unknown_serialisation(stored.format.as_deref().unwrap_or_default()))
            }
            Err(NoForm::NotAcceptable) => Err(Refused::not_found()),
        }
    }

    fn beyond(&self, operation: Operation, values: &[&str]) -> Result<Response, Refused> {
        match operation {
            Operation::GetHealth => Ok(self.health()),
            Operation::GetProfile => {
                Err(Refused::sentence(404, format!("Unknown user id: {}", values.concat())))
            }
            Operation::GetDependencies
            | Operation::GetDependenciesByUrl
            | Operation::CheckRepository
            | Operation::CheckRepositoryByUrl => Err(Refused::sentence(
                503,
                "This deployment has no key for a package-metadata service, so repositories cannot be read.",
            )),
            _ => Err(Refused::not_found()),
        }
    }

    /// Whether the parts of the deployment answer (document 1 §4.3, §6).
    fn health(&self) -> Response {
        let store = self.tree.check();
        if let Err(error) = &store {
            tracing::warn!(address = "/healthz", %error, "the health check failed");
        }
        let health = Health::new(store.is_ok(), true);
        let status = if health.is_well() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        json(status, &health)
    }
}

/// What is not there, in a sentence.
fn missing(of: &Subject) -> Refused {
    match of {
        Subject::Site => Refused::not_found(),
        Subject::License(id, "") => Refused::unknown_license(id.as_str()),
        Subject::License(id, what) => Refused::sentence(404, format!("{what} {id}")),
        Subject::Graph(id, "") => Refused::unknown_graph(id.as_str()),
        Subject::Graph(id, what) => Refused::sentence(404, format!("{what} {id}")),
        Subject::GraphVersion(_, version) | Subject::VocabularyVersion(version) => {
            Refused::unknown_version(version)
        }
        Subject::Term(term) => Refused::sentence(404, format!("Unknown term: {term}")),
    }
}

/// A JSON answer.
#[must_use]
pub fn json(status: StatusCode, document: &impl Serialize) -> Response {
    let mut response = Response::new(Body::from(body(document)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
