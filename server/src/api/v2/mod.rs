//! Version 2 (`/v2`): the tree's answers, pages of lists and of the change feed, and what it refuses.

mod unlisted;

use std::collections::BTreeMap;

use axum::body::Body;
use axum::response::Response;
use http::header::{HeaderValue, IF_NONE_MATCH};
use http::request::Parts;
use http::{Method, StatusCode};
use muniment_documents::api::v2::{
    Call, ContainmentObject, ContainmentQuestion, ModelName, Operation, ProblemKind, Refused, VersionAsked,
    body, containment, model_address, version_address, versions_address,
};
use muniment_documents::wire::{CacheState, Choice, Class, Representation, Target, choose};
use muniment_licenses::model::ModelKind;

use crate::accounts::Caller;
use crate::app::App;
use crate::library::{Address, Form, Reply, Unanswered};
use crate::wire::{accept, redirect};

impl App {
    /// Answers a POST, which asks a question about several parts.
    ///
    /// # Errors
    /// Nothing at the path takes a POST, or the question is faulty.
    pub fn answer_posted(
        &self,
        target: &Target,
        request: &mut Parts,
        content: &[u8],
    ) -> Result<Response, Refused> {
        // A question that is posted is not conditional (RFC 9110 §13.1.2 has 304 for GET and HEAD alone).
        request.headers.remove(IF_NONE_MATCH);
        let (question, format) = Call::parse_post(target, content)?;
        self.answer_containment(&question, format, request)
    }

    /// Answers a GET or HEAD.
    pub async fn answer_version_2(
        &self,
        target: &Target,
        request: &Parts,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let call = Call::parse(target)?;
        match &call {
            Call::Fixed(operation) => self.answer_fixed(*operation, request),
            Call::List(kind, query) => {
                send(&*self.served.lists.list(&self.served.loaded, *kind, query)?, None, request)
            }
            Call::Changes(query) => {
                send(&*self.served.lists.changes(&self.served.loaded, query)?, None, request)
            }
            Call::Containment(question, format) => self.answer_containment(question, *format, request),
            Call::Release(id) => match self.served.tree.exact(&format!("/v2/releases/{id}")) {
                Some(address) => send(address, None, request),
                None => Err(Refused::unknown_release(&id.to_string())),
            },
            Call::Versions(model) => {
                self.answer_model(
                    model,
                    &versions_address(model.kind(), model.id()),
                    None,
                    &call,
                    caller,
                    request,
                )
                .await
            }
            Call::Version(model, version, format) => {
                let path = match version {
                    VersionAsked::Current => model_address(model.kind(), model.id()),
                    VersionAsked::Numbered(number) => version_address(model.kind(), model.id(), *number),
                    // No version has it, but the model may be one that is unknown altogether.
                    VersionAsked::Never(text) => {
                        format!("{}/{text}", versions_address(model.kind(), model.id()))
                    }
                };
                self.answer_model(model, &path, *format, &call, caller, request).await
            }
        }
    }

    fn answer_fixed(&self, operation: Operation, request: &Parts) -> Result<Response, Refused> {
        match self.served.tree.exact(operation.template()) {
            Some(address) => send(address, None, request),
            None => Err(Refused::new(ProblemKind::RouteNotFound, "the tree served here does not hold this")),
        }
    }

    /// One part takes less time than a turn would; several parts are answered in a turn.
    fn answer_containment(
        &self,
        question: &ContainmentQuestion,
        format: Option<Representation>,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let representation = representation_of_answer(format, request);
        // A question that is posted is not in the address.
        let query = request.uri.query().filter(|_| request.method != Method::POST);
        let asked = query.map(str::to_owned).zip(representation.as_ref().ok().copied());
        if let Some(form) = asked.as_ref().and_then(|asked| self.served.containment.get(asked)) {
            return Ok(form.answer(&request.headers)?);
        }
        let loaded = &self.served.loaded;
        let names = loaded.index().license_names();
        let written = |answer: ContainmentObject<'_>| written_answer(&answer, representation?);
        let form = containment(question, loaded.library(), names, loaded.reasoner().terms(), written)??;
        if let Some(asked) = asked {
            self.served.containment.keep(asked, form.clone());
        }
        Ok(form.answer(&request.headers)?)
    }

    async fn answer_model(
        &self,
        model: &ModelName,
        path: &str,
        format: Option<Representation>,
        call: &Call,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Response, Refused> {
        if let Some(address) = self.served.tree.address(path) {
            return send(address, format, request);
        }
        let is_known = self.served.tree.address(&model_address(model.kind(), model.id())).is_some();
        if !is_known && let Some(found) = self.answer_unlisted(model, call, caller, request).await? {
            return Ok(found);
        }
        Err(match call {
            Call::Version(_, VersionAsked::Numbered(number), _) if is_known => unknown_version(number),
            Call::Version(_, VersionAsked::Never(text), _) if is_known => unknown_version(text),
            _ => unknown_model(model),
        })
    }
}

fn unknown_version(version: impl std::fmt::Display) -> Refused {
    Refused::new(ProblemKind::VersionNotFound, format!("Unknown version: {version}"))
}

fn unknown_model(model: &ModelName) -> Refused {
    let (kind, what) = match model.kind() {
        ModelKind::License => (ProblemKind::LicenseNotFound, "license id"),
        _ => (ProblemKind::GraphNotFound, "dependency graph"),
    };
    Refused::new(kind, format!("Unknown {what}: {}", model.id()))
}

/// What an address of version 2 answers to a request.
fn send(address: &Address, format: Option<Representation>, request: &Parts) -> Result<Response, Refused> {
    match address.reply(format.map(Representation::key), &request.headers) {
        Ok(Reply::Form(form)) => Ok(form.answer(&request.headers)?),
        Ok(Reply::Redirect(status, address)) => Ok(redirect(status, address).map(Body::from)),
        Err(Unanswered::Tree(error)) => Err(error.into()),
        Err(Unanswered::NoForm(_)) => {
            let offered: Vec<Representation> = address.rules.iter().map(|form| form.representation).collect();
            Err(Refused::not_acceptable(&offered))
        }
    }
}

/// The answer to a preflight (spec:version-2#cross-origin).
#[must_use]
pub fn preflight(target: &Target) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    let (methods, fields) = match Operation::takes_post(&target.segments) {
        true => ("GET, POST, OPTIONS", "Accept, Authorization, Content-Type, If-None-Match"),
        false => ("GET, OPTIONS", "Accept, Authorization, If-None-Match"),
    };
    for (name, value) in [
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Allow-Methods", methods),
        ("Access-Control-Allow-Headers", fields),
        ("Access-Control-Max-Age", "600"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The form that the request asks for.
fn representation_of_answer(
    format: Option<Representation>,
    request: &Parts,
) -> Result<Representation, Refused> {
    let class = Class::Answer;
    let (offered, accept) = (class.rules().representations, accept(&request.headers));
    match choose(class.dialect(), &offered, None, format.map(Representation::key), accept.as_deref()) {
        Ok(Choice::Form(representation)) => Ok(representation),
        _ => Err(Refused::not_acceptable(&Representation::OF_AN_ANSWER)),
    }
}

/// The answer in a form.
fn written_answer(answer: &ContainmentObject<'_>, representation: Representation) -> Result<Form, Refused> {
    let unwritten = || Refused::new(ProblemKind::InternalError, "this answer cannot be written");
    let body = match representation {
        Representation::Text => Ok(answer.to_string().into_bytes()),
        Representation::Markdown => answer.markdown().map(String::into_bytes).map_err(|_| unwritten()),
        _ => body(answer).map_err(|_| unwritten()),
    }?;
    Form::of_body(Class::Answer, CacheState::Current, &BTreeMap::new(), representation, body)
        .map_err(|_| unwritten())
}
