//! The front door: what the tree answers by itself leaves at once, everything else goes through the router.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use futures_util::future::{Either, Ready, ready};
use http::{Request, Response};
use http_body_util::{Either as EitherBody, Full};
use hyper::body::Incoming;
use hyper::service::Service as HttpService;
use tower_service::Service as _;

use crate::ids::RequestIds;
use crate::layers::identify;
use crate::peer::Peer;
use crate::routes::{Service, router};

type Answered = Result<Response<EitherBody<Full<Bytes>, Body>>, Infallible>;

/// The whole server as a service of requests.
#[derive(Debug, Clone)]
pub struct Front {
    service: Arc<Service>,
    ids: Arc<RequestIds>,
    router: Router,
    peer: Option<Peer>,
}

impl Front {
    /// The front of a service.
    #[must_use]
    pub fn new(service: Arc<Service>, ids: Arc<RequestIds>) -> Self {
        let router = router(Arc::clone(&service), Arc::clone(&ids));
        Self { service, ids, router, peer: None }
    }

    /// The front as one connection meets it.
    #[must_use]
    pub fn of_connection(&self, peer: SocketAddr) -> Self {
        Self { peer: Some(Peer(peer)), ..self.clone() }
    }
}

impl HttpService<Request<Incoming>> for Front {
    type Response = Response<EitherBody<Full<Bytes>, Body>>;
    type Error = Infallible;
    type Future = Either<Ready<Answered>, Pin<Box<dyn Future<Output = Answered> + Send>>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        if let Some(form) = self.service.form(&request) {
            let mut response = form.answer(request.headers());
            identify(response.headers_mut(), &self.ids.next());
            return Either::Left(ready(Ok(response.map(|bytes| EitherBody::Left(Full::new(bytes))))));
        }
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        let routed = self.router.clone().call(request);
        Either::Right(Box::pin(async move { Ok(routed.await?.map(EitherBody::Right)) }))
    }
}
