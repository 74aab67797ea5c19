//! The command as a whole: exit codes, output and names are the same for every verb.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod check;
mod copy;
mod examples;
mod exit_codes;
mod names;
mod output;
#[path = "../live/server.rs"]
mod server;
mod workplace;
