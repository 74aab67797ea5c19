//! Settings of servers in this process.

use std::ffi::OsString;

use clap::{Args, FromArgMatches};
use muniment_server::settings::Config;

/// The settings that flags of `muniment serve` make.
pub(crate) fn config(flags: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Config {
    let command = Config::augment_args(clap::Command::new("serve").no_binary_name(true));
    Config::from_arg_matches(&command.get_matches_from(flags)).unwrap()
}
