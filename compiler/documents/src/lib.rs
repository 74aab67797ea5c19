//! The documents of both versions of the API, and how an answer is chosen and sent.
//!
//! | Module | Holds |
//! |---|---|
//! | [`wire`] | representations, `Accept`, classes of addresses, entity tags, links, the manifest |
//! | [`api`] | every JSON document, the operations of both versions and their OpenAPI documents |

pub mod api;
pub mod wire;
