//! Answers the requests of a connection: a file of the tree at once, everything else by the router.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use futures_util::future::{Either, Ready, ready};
use http::header::{CONNECTION, HeaderMap, HeaderValue, STRICT_TRANSPORT_SECURITY};
use http::{Request, Response};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::service::Service as HttpService;
use tower_service::Service as _;

use super::activity::{Activity, Answering};
use crate::app::App;
use crate::library::PlainFile;
use crate::limit::Peer;
use crate::routes::router;
use crate::wire::{RequestIds, identify};

type Answered = Result<Response<AnswerBody>, Infallible>;

/// The body of an answer. Its connection counts as answering until the body is dropped.
#[derive(Debug)]
pub struct AnswerBody {
    body: Body,
    _answering: Option<Answering>,
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = <Body as HttpBody>::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The server as `hyper` calls it, once for each request.
#[derive(Debug, Clone)]
pub struct RequestService {
    serving: Arc<ArcSwap<Serving>>,
    connection: Option<(Peer, Arc<Activity>)>,
}

/// An `App` with its router. A request uses one of these from start to end.
#[derive(Debug)]
pub struct Serving {
    app: Arc<App>,
    router: Router,
}

impl Serving {
    fn new(app: Arc<App>) -> Arc<Self> {
        let router = router(&app);
        Arc::new(Self { app, router })
    }
}

impl RequestService {
    /// The service of a server, for every connection.
    #[must_use]
    pub fn new(app: Arc<App>) -> Self {
        Self { serving: Arc::new(ArcSwap::new(Serving::new(app))), connection: None }
    }

    /// Serves another tree from the next request on, on connections that are open too. Returns what answered until now;
    /// requests under way still hold it.
    pub fn switch(&self, app: Arc<App>) -> Arc<Serving> {
        self.serving.swap(Serving::new(app))
    }

    /// Where identifiers of requests come from.
    pub(super) fn request_ids(&self) -> Arc<RequestIds> {
        Arc::clone(&self.serving.load().app.request_ids)
    }

    /// The service for one connection.
    #[must_use]
    pub(crate) fn of_connection(&self, peer: SocketAddr, activity: Arc<Activity>) -> Self {
        Self { connection: Some((Peer(peer), activity)), ..self.clone() }
    }
}

impl HttpService<Request<Incoming>> for RequestService {
    type Response = Response<AnswerBody>;
    type Error = Infallible;
    type Future = Either<Ready<Answered>, Pin<Box<dyn Future<Output = Answered> + Send>>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let activity = self.connection.as_ref().map(|(_, activity)| Arc::clone(activity));
        let body = request.body().size_hint().exact();
        let answering = activity.as_ref().map(|activity| Activity::answer(activity, body));
        let serving = self.serving.load();
        // A body that cannot be read is refused by the router, in words.
        let answered = serving.app.tree_form(&request).and_then(|form| form.answer(request.headers()).ok());
        if let Some(mut response) = answered {
            if let Some(policy) = &serving.app.transport_policy {
                response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, policy.clone());
            }
            identify(response.headers_mut(), &serving.app.request_ids.next());
            if let Some(plain) = response.extensions_mut().remove::<PlainFile>() {
                return Either::Right(Box::pin(async move {
                    let mut response = plain.coded(response).await;
                    end(response.headers_mut(), activity.as_deref());
                    Ok(response.map(|body| AnswerBody { body, _answering: answering }))
                }));
            }
            end(response.headers_mut(), activity.as_deref());
            return Either::Left(ready(Ok(response.map(|body| AnswerBody { body, _answering: answering }))));
        }
        if let Some((peer, _)) = self.connection {
            request.extensions_mut().insert(peer);
        }
        let routed = serving.router.clone().call(request);
        Either::Right(Box::pin(async move {
            let mut response = routed.await?;
            end(response.headers_mut(), activity.as_deref());
            Ok(response.map(|body| AnswerBody { body, _answering: answering }))
        }))
    }
}

/// Sets `Connection: close` if the connection ends with this answer.
fn end(headers: &mut HeaderMap, activity: Option<&Activity>) {
    if activity.is_some_and(Activity::is_last) {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
}
