//! Version 1: the tree's answers, what is computed from the library in memory, what accounts made, and what is
//! refused.

mod bounds;
mod composed;
mod composer;
mod graphs;
mod license;
mod license_files;
mod narration;
mod own_licenses;
mod profile;
mod reasoning;
mod redirection;
mod repository;
mod translation;

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{AUTHORIZATION, CACHE_CONTROL, HeaderMap, HeaderValue, VARY};
use http::request::Parts;
use muniment_documents::api::v1::{
    Access, Call, Health, Operation, Reading, Refused, Scope, Stored, Subject,
};
use muniment_documents::wire::{NoForm, Target};

pub use bounds::CheckBounds;
pub use graphs::compared_graphs;
pub(crate) use narration::Narrated;
pub(crate) use reasoning::{MOST_COMPOSED_BYTES, Question, too_many_bytes};
pub use redirection::{Redirection, redirection_of};

use crate::accounts::{Caller, unanswered};
use crate::app::App;
use crate::library::{Address, Reply, Unanswered};
use crate::wire::{json, json_bytes, redirect};

/// Whom an operation is answered to, and what they sent.
#[derive(Debug, Clone, Copy)]
pub struct OperationRequest<'r> {
    /// Where the request goes.
    pub target: &'r Target,
    /// Its head.
    pub request: &'r Parts,
    /// Who sent it.
    pub caller: &'r Caller,
}

/// Whether a caller may ask for an operation at all, which is judged before anything else
/// (spec:version-1#authentication).
///
/// # Errors
/// The operation needs a token, and there is none that is live, or the token lacks the scope.
pub fn require_token(operation: Operation, caller: &Caller, headers: &HeaderMap) -> Result<(), Refused> {
    match (operation.route().access, caller) {
        (Access::Token(scope), Caller::Token(_)) => require_scope(scope, caller),
        (Access::Token(_), Caller::Unverified) => Err(unanswered()),
        (Access::Token(_), Caller::Anonymous | Caller::Browser(_)) => {
            match headers.contains_key(AUTHORIZATION) {
                true => Err(Refused::no_live_token()),
                false => Err(Refused::no_token()),
            }
        }
        _ => Ok(()),
    }
}

/// Whether the token of a caller, if it is one, has a scope.
///
/// # Errors
/// It lacks the scope.
fn require_scope(scope: Scope, caller: &Caller) -> Result<(), Refused> {
    match caller {
        Caller::Token(bearer) if !bearer.scopes.has(scope) => Err(Refused::out_of_scope(scope)),
        _ => Ok(()),
    }
}

impl App {
    /// What one check of licenses may cost.
    fn check_bounds(&self) -> CheckBounds {
        CheckBounds {
            time: Duration::from_secs(self.config.reasoner_seconds),
            entries: self.config.verdict_entries,
        }
    }

    /// Answers a request for an operation that its caller may ask for.
    pub async fn answer_operation(
        &self,
        operation: Operation,
        values: &[&str],
        asked: OperationRequest<'_>,
        content: &[u8],
    ) -> Result<Response, Refused> {
        let OperationRequest { target, request, caller } = asked;
        let names = self.served.loaded.index().license_names();
        let call = match Call::parse(operation, values, target, content, names) {
            Ok(call) => call,
            Err(refused) => {
                return self.redirect_malformed(operation, values, refused, target, request);
            }
        };
        match (call, caller.account()) {
            (Call::OfTheLibrary(answer), _) => {
                let (library, index, catalog) =
                    (self.served.loaded.library(), self.served.loaded.index(), self.served.loaded.catalog());
                Ok(json_bytes(StatusCode::OK, answer.make(&Reading { library, index, catalog })?))
            }
            (Call::License(call), _) => self.answer_license(&call, caller, request).await,
            (Call::Stored(stored), _) => self.answer_stored(&stored, caller, request).await,
            (Call::Health, _) => Ok(self.answer_health(caller).await),
            (Call::Dependencies(repository), _) => self.dependencies(&repository).await,
            (Call::CheckRepository { repository, target }, _) => {
                self.check_repository(repository, target.as_ref(), caller).await
            }
            (Call::Compatibility(question), _) => self.compatibility(question, caller).await,
            (Call::Compare(ids), _) => self.answer_comparison(ids, caller).await,
            (Call::LicenseFile(id, query), _) => self.license_file(&id, query, caller, request).await,
            (Call::Consistency(question), _) => self.consistency(&question, caller).await,
            (Call::Axioms(id), _) => self.answer_axioms(&id, caller).await,
            (Call::Rules(id), _) => self.answer_rules(&id, caller).await,
            (Call::CompareGraphs(left, right), _) => self.compare_graphs(&left, &right, caller).await,
            (Call::Graphs, _) => self.answer_graphs(caller).await,
            (Call::Profile { id, format }, _) => self.answer_profile(&id, format.as_deref(), request).await,
            (Call::Compose { publish }, Some(account)) => {
                self.post_license(publish, account, &request.headers, content).await
            }
            (Call::Translate(call), Some(account)) => {
                self.translate(&call, account, caller, &request.headers, content).await
            }
            (Call::Translation { id, save_draft }, Some(account)) => {
                self.translation(&id, save_draft, account, caller).await
            }
            (Call::Narrate, Some(account)) => self.narrate(account, caller, content).await,
            (Call::OwnLicenses, Some(account)) => self.own_licenses(account).await,
            (Call::Revisions(id), _) => self.revisions(&id, caller).await,
            (Call::Deprecate(call), _) => self.post_deprecation(&call, caller).await,
            (Call::OwnGraphs, Some(account)) => self.own_graphs(account).await,
            (Call::CreateGraph { publish, title }, Some(account)) => {
                self.post_graph(publish, title.as_deref(), account, request, content).await
            }
            _ => Err(Refused::not_found()),
        }
    }

    /// What the tree has at an address, or what an account has there.
    async fn answer_stored(
        &self,
        stored: &Stored,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let Some(address) = self.served.tree.address(&stored.path()) else {
            let found = match &stored.of {
                Subject::License(id, _) if self.served.tree.license(id.as_str()).is_none() => {
                    let found = match stored.operation {
                        Operation::GetBadge => self.composed_badge(id, caller, request).await?,
                        _ => self.composed_linked(stored, id, caller, request).await?,
                    };
                    match found {
                        Some(found) => Some(found),
                        None => return self.redirect_linked(stored, id, request),
                    }
                }
                Subject::Graph(id, _) | Subject::GraphVersion(id, _)
                    if self.served.tree.graph(id.as_str()).is_none() =>
                {
                    self.account_graph(id, stored, caller, request).await?
                }
                _ => None,
            };
            return found.ok_or_else(|| missing(&stored.of));
        };
        answer_form(address, stored.format.as_deref(), request)
    }

    /// Whether the parts of the deployment answer (spec:version-1#library-endpoints, spec:version-1#events). The store is the tree and the database; the
    /// reasoner is part of this program, and answers if it does.
    async fn answer_health(&self, caller: &Caller) -> Response {
        let tree = self.served.tree.check().map_err(|error| error.to_string());
        let database = self.store.check().await.map_err(|error| {
            let source = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
            format!("{error}: {source}")
        });
        let endpoint = self.store.address().to_string();
        let store = tree.and(database);
        if let Err(error) = &store {
            tracing::warn!(address = "/healthz", store = %endpoint, %error, "the health check failed");
        }
        let health = Health::of_store(store.is_ok());
        let status = if health.is_well() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        match caller.is_administrator() {
            true => {
                let mut response = json(status, &health.in_detail(endpoint, store.err()));
                response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
                response
            }
            false => json(status, &health),
        }
    }
}

/// The form of an address that a request gets.
fn answer_form(address: &Address, format: Option<&str>, request: &Parts) -> Result<Response, Refused> {
    match address.reply(format, &request.headers) {
        Ok(Reply::Form(form)) => Ok(form.answer(&request.headers)?),
        Ok(Reply::Redirect(status, place)) => {
            let mut response = redirect(status, place).map(Body::from);
            response.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
            Ok(response)
        }
        Err(Unanswered::NoForm(NoForm::UnknownFormat)) => {
            Err(Refused::unknown_serialisation(format.unwrap_or_default()))
        }
        Err(Unanswered::NoForm(NoForm::NotAcceptable)) => Err(Refused::not_found()),
        Err(Unanswered::Tree(error)) => Err(error.into()),
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
