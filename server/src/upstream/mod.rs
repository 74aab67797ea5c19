//! Services of others: a language model, package metadata, a mail server.

mod client;
pub mod mail;
mod packages;
mod provider;
mod secret;

pub use client::{
    InvalidServiceUrl, Redacted, RequestBounds, ServiceReply, ServiceUrl, Upstream, UpstreamError,
};
pub(crate) use packages::unread;
pub use packages::{InvalidPackages, Packages};
pub use provider::{Completion, InvalidProvider, Provider, ProviderAllowance, ProviderError};
pub use secret::Secret;
