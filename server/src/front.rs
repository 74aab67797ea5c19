//! The front door: what the tree answers by itself leaves at once, everything else goes through the router.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use arc_swap::ArcSwap;
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
    house: Arc<ArcSwap<House>>,
    ids: Arc<RequestIds>,
    peer: Option<Peer>,
}

/// What answers: a request keeps to the one it began with.
#[derive(Debug)]
pub struct House {
    service: Arc<Service>,
    router: Router,
}

impl House {
    fn new(service: Service, ids: &Arc<RequestIds>) -> Arc<Self> {
        let service = Arc::new(service);
        let router = router(Arc::clone(&service), Arc::clone(ids));
        Arc::new(Self { service, router })
    }
}

impl Front {
    /// The front of a service.
    #[must_use]
    pub fn new(service: Service, ids: Arc<RequestIds>) -> Self {
        let house = ArcSwap::new(House::new(service, &ids));
        Self { house: Arc::new(house), ids, peer: None }
    }

    /// Lets another service answer from the next request on, on connections that are open too. What answered until now
    /// is given back; requests under way still hold it.
    pub fn switch(&self, service: Service) -> Arc<House> {
        self.house.swap(House::new(service, &self.ids))
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
        let house = self.house.load();
        if let Some(form) = house.service.form(&request) {
            let mut response = form.answer(request.headers());
            identify(response.headers_mut(), &self.ids.next());
            return Either::Left(ready(Ok(response.map(|bytes| EitherBody::Left(Full::new(bytes))))));
        }
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        let routed = house.router.clone().call(request);
        Either::Right(Box::pin(async move { Ok(routed.await?.map(EitherBody::Right)) }))
    }
}
