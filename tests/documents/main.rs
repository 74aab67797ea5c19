//! Documents and their descriptions.

#[path = "../counts.rs"]
mod counts;
mod openapi;
mod version_1;
