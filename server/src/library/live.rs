//! Live reload, for development: tells browsers when the server switches to another tree.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use muniment_documents::wire::Class;
use tokio::sync::watch;

use super::{Address, Form, TreeError};

/// Tells browsers which tree is served; clones tell the same ones.
#[derive(Debug, Clone)]
pub struct LiveReload(Arc<watch::Sender<Told>>);

/// What there is to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Told {
    Nothing,
    Tree(String),
    /// The server ends, and waits for the answers under way: those that tell have to be over too.
    End,
}

impl LiveReload {
    /// The address of the event stream.
    pub const ADDRESS: &str = "/_live";
    /// The address of the script that reads it.
    pub const SCRIPT: &str = "/assets/live.js";

    /// A sender without receivers.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(watch::Sender::new(Told::Nothing)))
    }

    /// The script, as an address of a tree.
    ///
    /// # Errors
    /// A header cannot be written.
    pub fn script() -> Result<Address, TreeError> {
        let body = Bytes::from_static(include_bytes!("live.js"));
        let headers = [(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
        Ok(Address::of(Class::Asset, Form::untagged(Class::Asset, &headers, body)?))
    }

    /// Tells everybody who listens, and everybody who comes later, which tree is served.
    pub fn tell(&self, tree: &str) {
        self.0.send_replace(Told::Tree(tree.to_owned()));
    }

    /// Ends every answer that tells.
    pub fn end(&self) {
        self.0.send_replace(Told::End);
    }

    /// An answer that tells for as long as the client listens, as Server-Sent Events: one `tree` at once and one
    /// whenever the tree was replaced, with its name.
    #[must_use]
    pub fn events(&self) -> Response {
        let mut told = self.0.subscribe();
        told.mark_changed();
        let events = stream::unfold(told, |mut told| async move {
            loop {
                told.changed().await.ok()?;
                let event = match &*told.borrow_and_update() {
                    Told::Nothing => continue,
                    Told::Tree(name) => format!("event: tree\ndata: {name}\n\n"),
                    Told::End => return None,
                };
                return Some((Ok::<_, Infallible>(event), told));
            }
        });
        let mut response = Response::new(Body::from_stream(events));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

impl Default for LiveReload {
    fn default() -> Self {
        Self::new()
    }
}
