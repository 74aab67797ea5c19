//! What `spec/v2.md` promises, asked of the real server over HTTP, in the order of the document; `version_1` asks
//! what `spec/v1-and-shared.md` promises.
//!
//! The server is started once, on the real library; `MUNIMENT_TEST_URL` names another one to ask instead.
//! `connections`, `framing`, `reload`, `startup` and `withdrawn` start servers of their own, on libraries made for the purpose.
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
mod walk;

mod conditional; // §4.2, If-None-Match and HEAD
mod cross_origin; // §4.3
mod feed; // §2.4 and §6
mod fields; // §2.1, read from the triples
mod hashes; // §4.4
mod headers; // §4.2
mod lists; // §2.2–2.6
mod negotiation; // §4.1
mod paging; // §4, parameters
mod problems; // §2.7 and §7
mod resources; // §4, identifiers in paths
mod versions; // §2.1
mod withdrawn; // §3 and §4.2, what no record of the library is yet

mod accounts; // both documents, with accounts
mod checkers; // document 1 §4.7, checks of licenses in a browser
mod narration; // document 1 §2.10 and §4.6
mod repository; // document 1, operations 7 to 10
mod translation; // document 1 §2.10 and §4.5
mod version_1; // document 1

mod connections; // bounds of connections
mod description;
mod framing; // RFC 9110 and 9112
mod graph_pages;
mod notice; // v2 §2.5, the banner on pages
mod pages;
mod reload;
mod startup;
