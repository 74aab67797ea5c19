//! A curator's verbs, on copies of the small library: what each does, what each refuses, and that no refusal and no
//! kill ever loses a byte that was published.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

#[path = "../command/copy.rs"]
mod copy;
mod desk;
mod diff;
mod fmt;
mod init;
mod new;
mod retire;
mod revise;
mod status;
