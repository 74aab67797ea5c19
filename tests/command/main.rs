//! The command as a whole: exit codes, output and names are the same for every verb.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod arguments;
mod audit;
mod check;
mod checks;
mod copy;
mod curate;
mod deploy;
mod distribution;
mod examples;
mod exit_codes;
mod house;
mod install;
mod live;
mod names;
mod output;
mod policy;
mod readme;
mod tree;
mod workplace;
