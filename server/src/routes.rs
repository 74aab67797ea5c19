//! Who answers what.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::response::Response;
use axum::routing::get;
use http::header::{AUTHORIZATION, CACHE_CONTROL, CONNECTION, COOKIE, HeaderMap, VARY};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode};
use muniment_documents::api::{v1, v2};
use muniment_documents::wire::Target;

use crate::accounts::{Accounts, Caller};
use crate::body::{Bodies, DOCUMENT_BYTES, discard};
use crate::coding::code;
use crate::computing;
use crate::cross_origin::CrossOrigin;
use crate::edge::{Form, Reply, Tree, redirect};
use crate::host;
use crate::ids::RequestIds;
use crate::layers;
use crate::limit::{AccountLimits, Allowance, ClientLimits, Exhausted, Standing, bucket_of_page};
use crate::live::Live;
use crate::peer::TrustedProxies;
use crate::problem::{Asked, Problems, is_of_version_2};
use crate::site::{Place, Site};
use crate::turns::Turns;
use crate::v1::Version1;
use crate::v2::{Version2, preflight};

/// Everything a request may need.
#[derive(Debug)]
pub struct Service {
    /// Pages, files and every answer that needs no query.
    pub tree: Arc<Tree>,
    /// Version 2.
    pub version_2: Version2,
    /// Version 1.
    pub version_1: Arc<Version1>,
    /// The website.
    pub site: Site,
    /// What scripts of other sites may do.
    pub cross_origin: CrossOrigin,
    /// Accounts, and what they made.
    pub accounts: Arc<Accounts>,
    /// How often may be asked; none where nobody counts.
    pub limits: Option<Arc<Limits>>,
    /// Whose word about client addresses is believed.
    pub proxies: TrustedProxies,
    /// Reads the bodies of requests.
    pub bodies: Arc<Bodies>,
    /// Error answers.
    pub problems: Problems,
    /// Who may frame what is under `/web/`.
    pub frame_policy: HeaderValue,
    /// Tells browsers of new trees, in development.
    pub live: Option<Live>,
}

/// How often may be asked.
#[derive(Debug)]
pub struct Limits {
    /// By one client address (spec:version-1#limits-per-address).
    pub clients: ClientLimits,
    /// By one account with its tokens (spec:version-1#limits-per-account).
    pub accounts: AccountLimits,
    /// The forms one account sends from its browsers.
    pub forms: AccountLimits,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            clients: ClientLimits::default(),
            accounts: AccountLimits::default(),
            forms: AccountLimits::new(Allowance::FORMS, AccountLimits::CEILING),
        }
    }
}

/// The one address of the tree that has more for who is signed in.
const GRAPHS: &str = "/dependencygraph/graphs";

/// The whole service as one router.
pub fn router(service: Arc<Service>, ids: Arc<RequestIds>) -> Router {
    let (problems, frame_policy) = (service.problems.clone(), service.frame_policy.clone());
    let live = service.live.clone();
    let router = Router::new().fallback(move |request: Request| {
        let service = Arc::clone(&service);
        async move { service.answer(request).await }
    });
    let router = match live {
        Some(live) => router.route(Live::ADDRESS, get(move || async move { live.events() })),
        None => router,
    };
    layers::wrap(router, ids, problems, frame_policy)
}

impl Service {
    /// The form of a resource in the tree that a request asks for, if that is all there is to say: its path
    /// is one of the tree's, and there is no query but a `format` the resource has. Nearly every request.
    ///
    /// Whoever has a token is counted, and may get more than the tree has; who is signed in sees more graphs.
    #[must_use]
    pub fn form<B>(&self, request: &http::Request<B>) -> Option<&Form> {
        let (path, headers) = (request.uri().path(), request.headers());
        let sees_more = path == GRAPHS && headers.contains_key(COOKIE);
        let is_sound = host::is_sound(request.version(), headers);
        if !is_sound || !is_read(request.method()) || headers.contains_key(AUTHORIZATION) || sees_more {
            return None;
        }
        let address = self.tree.address(path)?;
        if !address.is_of_version_2() && !self.cross_origin.is_settled(path, request.headers()) {
            return None;
        }
        let format = match request.uri().query() {
            None => None,
            Some(query) if address.heeds_format() => Some(
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
        let mut response = code(&parts.headers, response).await;
        // A connection cannot be used again while the body of a request stands unread.
        if !content.is_end_stream() && !discard(&mut content).await {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }

    /// Who asks is found out first, and counted: every answer to a token says where its account stands
    /// (spec:version-1#limits-per-account).
    async fn answer_parts(self: &Arc<Self>, parts: &Parts, content: &mut Body) -> Response {
        if !host::is_sound(parts.version, &parts.headers) {
            return self.broken(parts, "the field Host is missing or malformed");
        }
        let caller = match &parts.method {
            &Method::OPTIONS => Caller::Anonymous,
            _ => self.accounts.caller(&parts.headers).await,
        };
        let target = Target::parse(parts.uri.path(), parts.uri.query());
        let routed = target.as_ref().ok().map(|target| Routed::of(target, &parts.method));
        let operation = routed.as_ref().and_then(|routed| routed.operation);
        let (mut response, standing) = match self.admit(operation, &caller, parts) {
            Err(exhausted) => {
                let mut response = self.problems.exhausted(&exhausted, parts);
                self.cross_origin.apply_outside_version_2(parts, response.headers_mut());
                (response, matches!(caller, Caller::Token(_)).then_some(exhausted.standing))
            }
            Ok(standing) => (self.answer_caller(routed, &caller, parts, content).await, standing),
        };
        if let Some(standing) = standing {
            response.headers_mut().extend(standing.headers());
        }
        keep_to(&caller, response.headers_mut());
        response
    }

    /// Counts a request of an account: every request with a token, and every form of a browser that is signed in. Where
    /// the account stands is said of tokens alone.
    fn admit(
        &self,
        operation: Option<v1::Operation>,
        caller: &Caller,
        parts: &Parts,
    ) -> Result<Option<Standing>, Exhausted> {
        let Some(limits) = &self.limits else { return Ok(None) };
        let at = self.accounts.clock.moment();
        match caller {
            Caller::Token(bearer) => {
                let weight = operation.and_then(|operation| NonZeroU32::new(operation.row().weight));
                let weight = weight.unwrap_or(NonZeroU32::MIN);
                limits.accounts.admit(bearer.account.id, &bearer.limits, weight, at).map(Some)
            }
            Caller::Browser(session) if parts.method == Method::POST => {
                let admitted = limits.forms.admit(session.account.id, &session.limits, NonZeroU32::MIN, at);
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
        let asked = Asked::of(parts);
        let broken = || self.broken(parts, "the percent-encoding of the address is broken");
        let Some(routed) = routed else { return broken() };
        let (target, path) = (routed.target, routed.path.as_str());
        let is_of_version_2 = is_of_version_2(&asked.path) || is_of_version_2(path);
        // Version 2 names the parameters whose values are broken.
        if !is_of_version_2 && target.require_sound_query().is_err() {
            return broken();
        }
        if is_of_version_2 {
            let answered = self.version_2(target, caller, parts).await;
            return answered.unwrap_or_else(|refused| self.problems.refused(refused, &asked));
        }
        let mut response = match self.version_1(&routed, caller, parts, content).await {
            Ok(response) => response,
            Err(refused) => self.problems.version_1(&refused, parts),
        };
        if routed.place.as_ref().is_some_and(Place::is_private) {
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if parts.method != Method::OPTIONS {
            self.cross_origin.apply(parts, response.headers_mut());
        }
        response
    }

    /// The answer to a request that is broken below the routes.
    fn broken(&self, parts: &Parts, detail: &str) -> Response {
        let mut response = self.problems.broken(StatusCode::BAD_REQUEST, detail, &Asked::of(parts));
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
            &Method::OPTIONS => Ok(preflight()),
            method if is_read(method) && computing::of_version_2(target) => {
                let (service, client) = (Arc::clone(self), self.proxies.client(parts));
                let (target, parts, caller) = (target.clone(), parts.clone(), caller.clone());
                let answer = move || async move { service.version_2.answer(&target, &parts, &caller).await };
                self.accounts.turns.answer(client, answer).await?
            }
            method if is_read(method) => self.version_2.answer(target, parts, caller).await,
            method => Err(v2::Refused::new(
                v2::ProblemKind::MethodNotAllowed,
                format!("version 2 is read-only, {method} is no way to read"),
            )),
        }
    }

    /// Version 1 and the website, which share the addresses outside `/v2`.
    async fn version_1(
        self: &Arc<Self>,
        routed: &Routed<'_>,
        caller: &Caller,
        parts: &Parts,
        content: &mut Body,
    ) -> Result<Response, v1::Refused> {
        let Routed { target, path, documented, operation, place, method } = routed;
        let (operation, method) = (*operation, *method);
        // A token is asked for before anything else is looked at.
        if let Some(operation) = operation {
            Version1::admit(operation, caller)?;
        }
        let client = self.proxies.client(parts);
        if let Some(limits) = &self.limits {
            let now = self.accounts.clock.now();
            let bucket = match (operation, place) {
                (Some(operation), _) => operation.row().bucket.filter(|bucket| **bucket != v1::COMPUTED),
                (None, Some(place)) if place.asks_a_service(target) => bucket_of_page(&Method::POST, path),
                (None, _) => bucket_of_page(&parts.method, path),
            };
            let computes = method == Some(v1::Method::Get)
                && match (place, operation) {
                    (Some(place), _) => computing::is_counted_at(place, target),
                    (None, Some(operation)) => computing::is_counted_by(operation, target),
                    (None, None) => computing::of_a_page(target),
                };
            for bucket in bucket.into_iter().chain(computes.then_some(&v1::COMPUTED)) {
                if let Err(exceeded) = limits.clients.admit(bucket, client, now) {
                    return Ok(self.problems.rate_limited(&exceeded, parts));
                }
            }
        }
        let allowed = || match (documented, place) {
            (Some((operations, _)), _) => v1::Operation::allowed(operations),
            (None, Some(place)) => place.allowed().to_owned(),
            (None, None) => "GET, HEAD".to_owned(),
        };
        let to = match (place, operation, documented, method) {
            (Some(place), _, _, Some(method)) => Some((Destination::Place(place.clone(), method), method)),
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
                    let most = place.as_ref().map_or(DOCUMENT_BYTES, Place::most_bytes);
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
            (None, None, Some(v1::Method::Post)) => match self.tree.address(path) {
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

impl Service {
    /// Answers a request that is counted and whose body is here; in a turn where answering it takes computing.
    async fn answer_admitted(self: &Arc<Self>, admitted: Admitted) -> Result<Response, v1::Refused> {
        let (service, client) = (Arc::clone(self), admitted.client);
        if !admitted.takes_computing() {
            return Turns::on_behalf_of(client, service.answer_at(&admitted)).await;
        }
        self.accounts.turns.answer(client, move || async move { service.answer_at(&admitted).await }).await?
    }

    async fn answer_at(&self, admitted: &Admitted) -> Result<Response, v1::Refused> {
        let Admitted { target, parts: request, caller, client, content, to } = admitted;
        match to {
            Destination::Place(place, method) => {
                let (method, client) = (*method, *client);
                let asked = crate::site::Asked { target, request, method, caller, client, content };
                self.site.answer_place(place, asked).await
            }
            Destination::Operation(operation, values) => {
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                let asked = crate::v1::Asked { target, request, caller };
                self.version_1.answer(*operation, &values, asked, content).await
            }
            Destination::Page => self.site.answer(target, caller, request).await,
        }
    }
}

/// What stands at the path of a request, outside version 2.
struct Routed<'t> {
    target: &'t Target,
    /// The decoded path; empty where an encoded slash is in a segment.
    path: String,
    /// The operations there, and the values in the path.
    documented: Option<(&'static [v1::Operation], Vec<&'t str>)>,
    /// The one of them that the method asks for.
    operation: Option<v1::Operation>,
    /// The page there that the server fills.
    place: Option<Place>,
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
        let (path, place) = (target.path().unwrap_or_default(), Place::at(&target.segments));
        Self { target, path, documented, operation, place, method }
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
            Destination::Place(place, method) => computing::at_a_place(place, *method, &self.target),
            Destination::Operation(operation, _) => computing::of_operation(*operation, &self.target),
            Destination::Page => computing::of_a_page(&self.target),
        }
    }
}

/// What answers a request outside version 2.
enum Destination {
    /// A page that the server fills, or a form on one.
    Place(Place, v1::Method),
    /// An operation of version 1, with the values in its path.
    Operation(v1::Operation, Vec<String>),
    /// A page of the tree, or one of a model that an account made.
    Page,
}

/// What an account gets is for no cache but its own: it says where the account stands, or what it may see. An answer
/// that sets no policy itself is stored by nobody.
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
