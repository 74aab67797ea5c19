//! The documents of both versions of the API, and how an answer is chosen and sent.
//!
//! | Module | Holds |
//! |---|---|
//! | [`wire`] | representations, `Accept`, classes of addresses, entity tags, links, the manifest |
//! | [`audit`] | the reports of an audit in every form |
//! | [`describe`] | what publishers paste to state a license |
//! | [`words`] | names and sentences for people |
//! | [`api`] | every JSON document, the operations of both versions and their OpenAPI documents |

pub mod api;
pub mod audit;
pub mod describe;
pub mod wire;
pub mod words;
