//! `muniment verify`: a tree on this machine, or a deployment over HTTP.

mod client;
mod deployment;
mod model;
mod place;
mod released;
mod trust;

use clap::Args;

use super::Report;
use super::output::without_error_numbers;
use super::progress::Bar;
use client::Client;
use muniment_documents::words::count;
use muniment_licenses::model::SigningKey;
use muniment_tree::{read_address, release_differences};
use place::Place;
use released::Released;
use trust::Trust;

/// Verify a tree or a live deployment: read it, hash every version, compare with its manifest
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment verify site-out\n  muniment verify /srv/tree/current\n  \
    muniment verify https://api.example.org\n  muniment verify http://127.0.0.1:8080 --connections 2\n  \
    muniment verify https://api.example.org --key KEY --remember ~/.cache/muniment-release.json\n\n\
    Of a deployment every version of every model is asked for in all five forms, and the identifiers of its \
    current release are worked out anew. Dumps are held against their digests and manifests.\n\n\
    With a key the newest registered release has to be signed with it, and to be what is served; with --remember a \
    release with a lower number than one seen before is a fault.")]
pub(super) struct Arguments {
    /// A tree, an output folder with a tree called `current`, or the address of a deployment
    #[arg(default_value = "site-out", value_name = "DIR|URL", value_parser = place::parser())]
    place: Place,
    /// Connections to a deployment
    #[arg(long, default_value = "4", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    connections: u8,
    #[command(flatten)]
    trust: Trust,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let keys = arguments.trust.keys()?;
    let seen = arguments.trust.seen()?;
    let bar = Bar::new();
    let examined = examine(arguments, &keys, &bar);
    bar.finish();
    let (what, mut faults, released) = examined?;
    let newest = released.newest();
    let Released { faults: of_releases, dumps, .. } = released;
    faults.extend(of_releases);
    if let (Some(seen), Some(newest)) = (&seen, &newest) {
        faults.extend(seen.objection(newest));
    }
    faults.sort();
    let line = |fault: &String| format!("{}\n", without_error_numbers(fault));
    let mut text: String = faults.iter().map(line).collect();
    if dumps > 0 {
        text.push_str(&format!("{} held against digests and manifests\n", count(dumps, "dump")));
    }
    if let Some(newest) = newest.filter(|_| faults.is_empty()) {
        text.push_str(&format!("signed as number {}\n", newest.number));
        arguments.trust.remember(&newest)?;
    }
    text.push_str(&format!("{what} in five forms, {}\n", count(faults.len(), "fault")));
    Ok(Report::judged(text, faults.is_empty()))
}

/// A summary, and the faults.
fn examine(
    arguments: &Arguments,
    keys: &[SigningKey],
    bar: &Bar,
) -> anyhow::Result<(String, Vec<String>, Released)> {
    match &arguments.place {
        Place::Tree(folder) => {
            let verified = muniment_tree::verify(folder, bar)?;
            let what = format!(
                "{}: {}, {}, {} hashed",
                verified.release,
                count(verified.addresses, "address"),
                count(verified.files, "file"),
                count(verified.versions, "version")
            );
            bar.phase("reading releases");
            let ask = |address: &str| read_address(folder, address).map_err(|e| format!("`{address}`: {e}"));
            let mut released = released::examine(&ask, keys);
            if let Some(attestation) = &released.attested {
                released.faults.extend(release_differences(folder, &attestation.release)?);
            }
            Ok((what, verified.faults, released))
        }
        Place::Deployment(address) => {
            let client = Client::new(address, usize::from(arguments.connections))?;
            let verified = deployment::verify(&client, usize::from(arguments.connections), bar)?;
            let what = format!(
                "{} at {address}: {}, {} hashed",
                verified.release,
                count(verified.answers, "answer"),
                count(verified.versions, "version")
            );
            bar.phase("reading releases");
            let released = match client.has_given_up() {
                true => Released::default(),
                false => released::examine(&|address| client.ask(address), keys),
            };
            Ok((what, verified.faults, released))
        }
    }
}
