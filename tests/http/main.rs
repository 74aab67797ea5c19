//! What spec:version-2 and spec:releases promise, asked of the real server over HTTP; `version_1` asks what
//! spec:version-1 promises.
//!
//! The server is started once, on the real library; `MUNIMENT_TEST_URL` names another one to ask instead.
//! `connections`, `framing`, `reload`, `startup`, `texts` and `withdrawn` start servers of their own, on libraries made for the purpose.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test says what went wrong by failing"
)]

#[path = "../counts.rs"]
mod counts;
mod folder;
mod server;
mod settings;
mod walk;

mod conditional;
mod cross_origin;
mod feed;
mod fields;
mod files; // forms by the names of their files
mod hashes;
mod headers;
mod lists;
mod negotiation;
mod paging;
mod problems;
mod resources;
mod versions;
mod withdrawn;

mod accounts;
mod audit;
mod checkers;
mod choose;
mod narration;
mod repository;
mod translation;
mod version_1;

mod connections;
mod containment; // bounds of connections
mod description;
mod framing; // RFC 9110 and 9112
mod graph_pages;
mod notice;
mod pages;
mod reload;
mod startup;
mod texts;
