//! What the store promises, asked of SQLite and of PostgreSQL alike.
//!
//! Each test has a database of its own: a file in a temporary folder, or a database of a PostgreSQL server that this
//! binary starts, in a temporary folder too. Where PostgreSQL is not installed its half is skipped, and said so; with
//! `CI=true` that is a failure.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test says what went wrong by failing"
)]

mod database;
mod postgres;
mod samples;
mod whole;

mod accounts;
mod graphs;
mod licenses;
mod links;
mod quotas;
mod sessions;
mod shares;
mod storage;
mod threads;
mod tokens;
mod translations;

mod crash;
mod failures;
mod layout;
mod letters;
mod opening;
mod together;
