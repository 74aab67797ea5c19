use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;

use axum::response::Response;
use http::request::Parts;
use muniment::api::v2::{Call, Refused};

/// An answer that may have to be fetched from a store.
pub type Found<'a> = Pin<Box<dyn Future<Output = Result<Option<Response>, Refused>> + Send + 'a>>;

/// Models outside the library: composed licenses and account graphs. They resolve by identifier, with the
/// access check of version 1, and are never listed nor part of a release (v2 §4).
pub trait Unlisted: Debug + Send + Sync {
    /// The answer to a call for a model the library does not have; none if there is no such model here
    /// either, or it is a draft.
    fn find<'a>(&'a self, call: &'a Call, request: &'a Parts) -> Found<'a>;
}

/// A deployment without accounts has the library and no more.
#[derive(Debug, Clone, Copy)]
pub struct NoAccounts;

impl Unlisted for NoAccounts {
    fn find<'a>(&'a self, _: &'a Call, _: &'a Parts) -> Found<'a> {
        Box::pin(std::future::ready(Ok(None)))
    }
}
