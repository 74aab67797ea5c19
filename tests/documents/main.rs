//! Documents and their descriptions.

mod openapi;
mod version_1;
