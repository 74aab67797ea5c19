//! Finds the operation or page that answers a request, counts the request, and takes a turn for it.

mod computing;
mod file;
mod layers;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::response::Response;
use axum::routing::get;
use http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, AUTHORIZATION, CACHE_CONTROL, CONNECTION, COOKIE, HeaderMap,
    HeaderName, VARY,
};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode};
use muniment_documents::api::{v1, v2};
use muniment_documents::wire::Target;

use crate::accounts::Caller;
use crate::api::v1::require_token;
use crate::api::v2::preflight;
use crate::app::App;
use crate::library::{Form, LiveReload, Reply};
use crate::limit::{Exhausted, RateLimitState, Turns, bucket_of_page, network};
use crate::site::PageRoute;
use crate::wire::{
    BodyError, DOCUMENT_BYTES, FailedRequest, code_made, discard, host, is_of_version_2, redirect,
};

/// The one address of the tree whose answer has more for signed-in accounts.
const GRAPHS: &str = "/dependencygraph/graphs";

/// The whole server as one router.
pub fn router(app: &Arc<App>) -> Router {
    let answering = Arc::clone(app);
    let router = Router::new().fallback(move |request: Request| {
        let app = Arc::clone(&answering);
        async move { app.answer(request).await }
    });
    let router = match app.live.clone() {
        Some(live) => router.route(LiveReload::ADDRESS, get(move || async move { live.events() })),
        None => router,
    };
    let (ids, errors) = (Arc::clone(&app.request_ids), app.served.errors.clone());
    layers::wrap(router, ids, errors, app.frame_policy.clone(), app.transport_policy.clone())
}

impl App {
    /// The form of a resource in the tree that a request asks for, if that is all there is to say: its path
    /// is one of the tree's, and there is no query but a `format` the resource has. Nearly every request.
    ///
    /// A request with a token is counted and may see more than the tree has; a signed-in browser sees more graphs.
    #[must_use]
    pub fn tree_form<B>(&self, request: &http::Request<B>) -> Option<Form> {
        let (path, headers) = (request.uri().path(), request.headers());
        let sees_more = path == GRAPHS && headers.contains_key(COOKIE);
        let is_sound = host::is_sound(request.version(), headers);
        if !is_sound || !is_read(request.method()) || headers.contains_key(AUTHORIZATION) || sees_more {
            return None;
        }
        let address = self.served.tree.address(path)?;
        if !address.is_of_version_2() && !self.cross_origin.is_settled(path, request.headers()) {
            return None;
        }
        let format = match request.uri().query() {
            None => None,
            Some(query) if address.has_format_parameter() => Some(
                query
                    .strip_prefix("format=")
                    .filter(|format| format.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))?,
            ),
            Some(_) => return None,
        };
        match address.reply(format, request.headers()).ok()? {
            Reply::Form(form) => Some(form),
            Reply::Redirect(..) => None,
        }
    }

    async fn answer(self: &Arc<Self>, request: Request) -> Response {
        let (parts, mut content) = request.into_parts();
        let response = self.answer_parts(&parts, &mut content).await;
        let response = code_made(&parts.headers, response).await;
        let client = self.config.trusted_proxies.client(&parts);
        let mut response = match self.answers.counted(client, response).await {
            Ok(response) => response,
            Err((uncounted, headers)) => {
                let mut refused = self.served.errors.uncounted(uncounted, &parts);
                // What every answer to this caller bears: where its account stands, and who may read it.
                let is_owed = |name: &HeaderName| {
                    ["x-ratelimit-", "access-control-"].iter().any(|kind| name.as_str().starts_with(kind))
                };
                let owed = headers.iter().filter(|(name, _)| is_owed(name));
                refused.headers_mut().extend(owed.map(|(name, value)| (name.clone(), value.clone())));
                refused
            }
        };
        // A connection cannot be used again while the body of a request stands unread.
        if !content.is_end_stream() && !discard(&mut content).await {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }

    /// Finds the caller and counts the request first: every answer to a token states the limits of its account
    /// (spec:version-1#limits-per-account).
    async fn answer_parts(self: &Arc<Self>, parts: &Parts, content: &mut Body) -> Response {
        if !host::is_sound(parts.version, &parts.headers) {
            return self.answer_broken(parts, "the field Host is missing or malformed");
        }
        let caller = match &parts.method {
            &Method::OPTIONS => Caller::Anonymous,
            _ => self.caller(&parts.headers).await,
        };
        let target = Target::parse(parts.uri.path(), parts.uri.query());
        let routed = target.as_ref().ok().map(|target| Routed::of(target, &parts.method));
        let operation = routed.as_ref().and_then(|routed| routed.operation);
        let (mut response, state) = match self.admit(operation, &caller, parts) {
            Err(exhausted) => {
                let mut response = self.served.errors.exhausted(&exhausted, parts);
                self.cross_origin.apply_outside_version_2(parts, response.headers_mut());
                (response, matches!(caller, Caller::Token(_)).then_some(exhausted.state))
            }
            Ok(state) => (self.answer_caller(routed, &caller, parts, content).await, state),
        };
        if let Some(state) = state {
            response.headers_mut().extend(state.headers());
        }
        keep_to(&caller, response.headers_mut());
        response
    }

    /// Counts a request of an account: every request with a token, and every form of a browser that is signed in. Only
    /// tokens get the state of their limits.
    fn admit(
        &self,
        operation: Option<v1::Operation>,
        caller: &Caller,
        parts: &Parts,
    ) -> Result<Option<RateLimitState>, Exhausted> {
        let Some(limits) = &self.limits else { return Ok(None) };
        let at = self.clock.moment();
        let network = network(self.config.trusted_proxies.client(parts));
        match caller {
            Caller::Token(bearer) => {
                let weight = operation.and_then(|operation| NonZeroU32::new(operation.row().weight));
                let weight = weight.unwrap_or(NonZeroU32::MIN);
                limits.accounts.admit(bearer.account.id, network, &bearer.limits, weight, at).map(Some)
            }
            Caller::Browser(session) if parts.method == Method::POST => {
                let admitted =
                    limits.forms.admit(session.account.id, network, &session.limits, NonZeroU32::MIN, at);
                admitted.map(|_| None)
            }
            _ => Ok(None),
        }
    }

    async fn answer_caller(
        self: &Arc<Self>,
        routed: Option<Routed<'_>>,
        caller: &Caller,
        parts: &Parts,
        content: &mut Body,
    ) -> Response {
        let asked = FailedRequest::of(parts);
        let broken = || self.answer_broken(parts, "the percent-encoding of the address is broken");
        let Some(routed) = routed else { return broken() };
        let (target, path) = (routed.target, routed.path.as_str());
        let is_of_version_2 = is_of_version_2(&asked.path) || is_of_version_2(path);
        if let Some(address) = self.address_of_file(target, parts) {
            let mut response = redirect(StatusCode::PERMANENT_REDIRECT, &address).map(Body::from);
            match is_of_version_2 {
                true => {
                    response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
                }
                false => self.cross_origin.apply(parts, response.headers_mut()),
            }
            return response;
        }
        // Version 2 names the parameters whose values are broken.
        if !is_of_version_2 && target.require_sound_query().is_err() {
            return broken();
        }
        if is_of_version_2 {
            let takes_post = v2::Operation::takes_post(&target.segments);
            if takes_post && parts.method == Method::POST {
                return self.posted_to_version_2(target, parts, content).await;
            }
            let answered = self.version_2(target, caller, parts).await;
            let mut response = answered.unwrap_or_else(|refused| self.served.errors.refused(refused, &asked));
            if takes_post && let Some(allowed) = response.headers_mut().get_mut(ALLOW) {
                *allowed = HeaderValue::from_static("GET, HEAD, OPTIONS, POST");
            }
            return response;
        }
        let mut response = match self.version_1(&routed, caller, parts, content).await {
            Ok(response) => response,
            Err(refused) => self.served.errors.version_1(&refused, parts),
        };
        if routed.route.as_ref().is_some_and(PageRoute::is_private) {
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if parts.method != Method::OPTIONS {
            self.cross_origin.apply(parts, response.headers_mut());
        }
        response
    }

    /// The answer to a request that is broken below the routes.
    fn answer_broken(&self, parts: &Parts, detail: &str) -> Response {
        let mut response =
            self.served.errors.broken(StatusCode::BAD_REQUEST, detail, &FailedRequest::of(parts));
        self.cross_origin.apply_outside_version_2(parts, response.headers_mut());
        response
    }

    async fn version_2(
        self: &Arc<Self>,
        target: &Target,
        caller: &Caller,
        parts: &Parts,
    ) -> Result<Response, v2::Refused> {
        match &parts.method {
            &Method::OPTIONS => Ok(preflight(target)),
            method if is_read(method) && computing::of_version_2(target) => {
                let (app, client) = (Arc::clone(self), self.config.trusted_proxies.client(parts));
                let (target, parts, caller) = (target.clone(), parts.clone(), caller.clone());
                let answer = move || async move { app.answer_version_2(&target, &parts, &caller).await };
                self.turns.answer(client, answer).await?
            }
            method if is_read(method) => self.answer_version_2(target, parts, caller).await,
            method => Err(v2::Refused::new(
                v2::ProblemKind::MethodNotAllowed,
                format!("version 2 is read-only, {method} is no way to read"),
            )),
        }
    }

    /// A question with its document, answered in a turn.
    async fn posted_to_version_2(
        self: &Arc<Self>,
        target: &Target,
        parts: &Parts,
        content: &mut Body,
    ) -> Response {
        let asked = FailedRequest::of(parts);
        let content = match self.bodies.read(content, DOCUMENT_BYTES).await {
            Ok(content) => content,
            // What may go through later says when.
            Err(BodyError::Full) => {
                let refused =
                    v2::Refused::new(v2::ProblemKind::StoreUnavailable, BodyError::Full.to_string());
                return self.served.errors.refused(refused, &asked);
            }
            Err(unread) => {
                return self.served.errors.broken(unread.status(), &unread.to_string(), &asked);
            }
        };
        let (app, client) = (Arc::clone(self), self.config.trusted_proxies.client(parts));
        let (target, mut parts) = (target.clone(), parts.clone());
        let answer = move || async move { app.answer_posted(&target, &mut parts, &content) };
        let answered = self.turns.answer(client, answer).await.map_err(v2::Refused::from).flatten();
        answered.unwrap_or_else(|refused| self.served.errors.refused(refused, &asked))
    }

    /// Version 1 and the website, which share the addresses outside `/v2`.
    async fn version_1(
        self: &Arc<Self>,
        routed: &Routed<'_>,
        caller: &Caller,
        parts: &Parts,
        content: &mut Body,
    ) -> Result<Response, v1::Refused> {
        let Routed { target, path, documented, operation, route, method } = routed;
        let (operation, method) = (*operation, *method);
        // A token is asked for before anything else is looked at.
        if let Some(operation) = operation {
            require_token(operation, caller, &parts.headers)?;
        }
        let client = self.config.trusted_proxies.client(parts);
        if let Some(limits) = &self.limits {
            let now = self.clock.now();
            let bucket = match (operation, route) {
                (Some(operation), _) => operation.row().bucket.filter(|bucket| **bucket != v1::COMPUTED),
                (None, Some(route)) if route.asks_a_service(target) => bucket_of_page(&Method::POST, path),
                (None, _) => bucket_of_page(&parts.method, path),
            };
            let computes = method == Some(v1::Method::Get)
                && match (route, operation) {
                    (Some(route), _) => computing::is_counted_at(route, target),
                    (None, Some(operation)) => computing::is_counted_by(operation, target),
                    (None, None) => computing::of_a_page(target),
                };
            for bucket in bucket.into_iter().chain(computes.then_some(&v1::COMPUTED)) {
                if let Err(exceeded) = limits.clients.admit(bucket, client, now) {
                    return Ok(self.served.errors.rate_limited(&exceeded, parts));
                }
            }
        }
        let allowed = || match (documented, route) {
            (Some((operations, _)), _) => v1::Operation::allowed(operations),
            (None, Some(route)) => route.allowed().to_owned(),
            (None, None) => "GET, HEAD".to_owned(),
        };
        let to = match (route, operation, documented, method) {
            (Some(route), _, _, Some(method)) => {
                Some((Destination::PageRoute(route.clone(), method), method))
            }
            (None, Some(operation), Some((_, values)), Some(method)) => {
                let values = values.iter().map(|&value| value.to_owned()).collect();
                Some((Destination::Operation(operation, values), method))
            }
            (None, None, None, Some(v1::Method::Get)) => Some((Destination::Page, v1::Method::Get)),
            _ => None,
        };
        if let Some((to, method)) = to {
            let content = match method {
                v1::Method::Get => bytes::Bytes::new(),
                v1::Method::Post => {
                    let most = route.as_ref().map_or(DOCUMENT_BYTES, PageRoute::most_bytes);
                    self.bodies.read(content, most).await?
                }
            };
            let (target, parts, caller) = ((*target).clone(), parts.clone(), caller.clone());
            let admitted = Admitted { target, parts, caller, client, content, to };
            return self.answer_admitted(admitted).await;
        }
        match (operation, documented, method) {
            // The slash at its end is part of the contract, and easily forgotten.
            (None, None, Some(v1::Method::Post)) if path == "/compatibilitycheck" => {
                Ok(redirect(StatusCode::TEMPORARY_REDIRECT, "/compatibilitycheck/").map(Body::from))
            }
            (None, None, Some(v1::Method::Post)) => match self.served.tree.address(path) {
                Some(_) => Err(v1::Refused::MethodNotAllowed { allow: allowed() }),
                None => Err(v1::Refused::not_found()),
            },
            (.., None) if parts.method == Method::OPTIONS => {
                Ok(self.cross_origin.preflight(parts, &allowed()))
            }
            _ => Err(v1::Refused::MethodNotAllowed { allow: allowed() }),
        }
    }
}

impl App {
    /// Answers a request that is counted and whose body is here; in a turn where answering it takes computing.
    async fn answer_admitted(self: &Arc<Self>, admitted: Admitted) -> Result<Response, v1::Refused> {
        let (app, client) = (Arc::clone(self), admitted.client);
        if !admitted.takes_computing() {
            return Turns::on_behalf_of(client, app.answer_at(&admitted)).await;
        }
        self.turns.answer(client, move || async move { app.answer_at(&admitted).await }).await?
    }

    async fn answer_at(&self, admitted: &Admitted) -> Result<Response, v1::Refused> {
        let Admitted { target, parts: request, caller, client, content, to } = admitted;
        match to {
            Destination::PageRoute(route, method) => {
                let (method, client) = (*method, *client);
                let asked = crate::site::PageRequest { target, request, method, caller, client, content };
                self.answer_route(route, asked).await
            }
            Destination::Operation(operation, values) => {
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                let asked = crate::api::v1::OperationRequest { target, request, caller };
                self.answer_operation(*operation, &values, asked, content).await
            }
            Destination::Page => self.answer_page(target, caller, request).await,
        }
    }
}

/// The operation or page at the path of a request outside version 2.
struct Routed<'t> {
    target: &'t Target,
    /// The decoded path; empty where an encoded slash is in a segment.
    path: String,
    /// The operations there, and the values in the path.
    documented: Option<(&'static [v1::Operation], Vec<&'t str>)>,
    /// The one of them that the method asks for.
    operation: Option<v1::Operation>,
    /// The page there that the server fills.
    route: Option<PageRoute>,
    /// The method, where it reads or posts.
    method: Option<v1::Method>,
}

impl<'t> Routed<'t> {
    fn of(target: &'t Target, method: &Method) -> Self {
        let documented = v1::Operation::at_path(&target.segments);
        let method = match method {
            method if is_read(method) => Some(v1::Method::Get),
            &Method::POST => Some(v1::Method::Post),
            _ => None,
        };
        let mut operations = documented.iter().flat_map(|(operations, _)| operations.iter().copied());
        let operation = operations.find(|operation| Some(operation.route().method) == method);
        let (path, route) = (target.path().unwrap_or_default(), PageRoute::at(&target.segments));
        Self { target, path, documented, operation, route, method }
    }
}

/// A request outside version 2 that may be answered: it is counted, and its body is here.
struct Admitted {
    target: Target,
    parts: Parts,
    caller: Caller,
    client: IpAddr,
    content: bytes::Bytes,
    to: Destination,
}

impl Admitted {
    fn takes_computing(&self) -> bool {
        match &self.to {
            Destination::PageRoute(route, method) => computing::at_route(route, *method, &self.target),
            Destination::Operation(operation, _) => computing::of_operation(*operation, &self.target),
            Destination::Page => computing::of_a_page(&self.target),
        }
    }
}

/// What answers a request outside version 2.
enum Destination {
    /// A page that the server fills, or a form on one.
    PageRoute(PageRoute, v1::Method),
    /// An operation of version 1, with the values in its path.
    Operation(v1::Operation, Vec<String>),
    /// A page of the tree, or one of a model that an account made.
    Page,
}

/// What an account gets is for no cache but its own: it says where the account stands, or what it may see. An answer
/// that sets no policy itself is stored by no cache.
fn keep_to(caller: &Caller, headers: &mut HeaderMap) {
    let credentials = match caller {
        Caller::Token(_) => "Authorization",
        Caller::Browser(_) => "Cookie",
        Caller::Anonymous | Caller::Unverified => return,
    };
    let policy = headers.get(CACHE_CONTROL).and_then(|policy| policy.to_str().ok());
    let policy = policy.and_then(|policy| policy.replace("public", "private").parse().ok());
    headers.insert(CACHE_CONTROL, policy.unwrap_or(HeaderValue::from_static("private, no-store")));
    // One field: readers of several fields of a name are rare.
    let vary = headers.get_all(VARY).iter().filter_map(|field| field.to_str().ok());
    let vary: Vec<&str> = vary.chain([credentials]).collect();
    if let Ok(vary) = HeaderValue::from_str(&vary.join(", ")) {
        headers.insert(VARY, vary);
    }
}

fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}
