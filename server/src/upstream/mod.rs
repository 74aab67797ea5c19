//! Services of others: a language model, package metadata, a mail server.

mod client;
pub mod mail;
mod packages;
mod provider;
mod secret;

pub use client::{Address, Bounds, InvalidAddress, Redacted, Reply, Upstream, UpstreamError};
pub(crate) use packages::unread;
pub use packages::{InvalidPackages, Packages};
pub use provider::{Allowance, Completion, InvalidProvider, Provider, ProviderError};
pub use secret::Secret;
