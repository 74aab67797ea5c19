//! HTTP apart from the library: bodies, headers, error answers and what scripts of other sites may do.

mod answers;
mod body;
mod coding;
mod cross_origin;
mod errors;
mod headers;
pub mod host;
mod request_id;

pub use answers::{accept, json, json_bytes, page, redirect};
pub use body::{Bodies, BodyError, DOCUMENT_BYTES, discard};
pub use coding::{LEAST_CODED, code, code_made, may_be_coded};
pub use cross_origin::{CrossOrigin, is_open};
pub use errors::{ErrorAnswers, FailedRequest, RequestId, is_of_version_2};
pub(crate) use headers::{identify, secure};
pub use request_id::RequestIds;
