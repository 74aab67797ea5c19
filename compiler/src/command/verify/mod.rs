//! `muniment verify`: a tree on this machine, or a deployment over HTTP.

mod client;
mod deployment;
mod model;
mod place;

use clap::Args;

use super::Report;
use super::progress::Bar;
use super::report::count;
use client::Client;
use place::Place;

/// Verify a tree or a live deployment: re-read it, hash every version anew, compare with its manifest
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment verify site-out\n  muniment verify /srv/tree/current\n  \
    muniment verify https://api.example.org\n  muniment verify http://127.0.0.1:8080 --connections 2\n\n\
    Of a deployment every version of every model is asked for in all five forms, and the identifiers of its \
    current release are worked out anew.\n\n\
    Exit codes: 0 all is as it says, 1 faults, or nothing there to verify, 2 wrong usage.")]
pub(super) struct Arguments {
    /// A tree, an output folder with a tree called `current`, or the address of a deployment
    #[arg(default_value = "site-out", value_name = "DIR|URL", value_parser = place::parser())]
    place: Place,
    /// Connections to a deployment
    #[arg(long, default_value = "4", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    connections: u8,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let (what, faults) = match &arguments.place {
        Place::Tree(folder) => {
            let verified = muniment::emit::verify(folder)?;
            let what = format!(
                "{}: {} addresses, {} files, {} versions hashed",
                verified.release, verified.addresses, verified.files, verified.versions
            );
            (what, verified.faults)
        }
        Place::Deployment(address) => {
            let client = Client::new(address, usize::from(arguments.connections));
            let bar = Bar::new();
            let verified = deployment::verify(&client, usize::from(arguments.connections), &bar);
            bar.finish();
            let verified = verified?;
            let what = format!(
                "{} at {address}: {} answers, {} versions hashed",
                verified.release, verified.answers, verified.versions
            );
            (what, verified.faults)
        }
    };
    let mut text: String = faults.iter().map(|fault| format!("{fault}\n")).collect();
    text.push_str(&format!("{what} in five forms, {}\n", count(faults.len(), "fault")));
    Ok(Report { text, sound: faults.is_empty() })
}
