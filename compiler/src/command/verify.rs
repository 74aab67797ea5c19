use std::path::PathBuf;

use clap::Args;

use super::Report;
use super::report::count;

/// Verify a tree: re-read it, hash every version anew, hold the manifest against the files
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment verify site-out\n  muniment verify /srv/tree/current")]
pub(super) struct Arguments {
    /// A tree, or an output folder with a tree called `current`
    #[arg(default_value = "site-out", value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let verified = muniment::emit::verify(&arguments.folder)?;
    let mut text: String = verified.faults.iter().map(|fault| format!("{fault}\n")).collect();
    text.push_str(&format!(
        "{}: {} addresses, {} files, {} versions hashed in five forms, {}\n",
        verified.release,
        verified.addresses,
        verified.files,
        verified.versions,
        count(verified.faults.len(), "fault")
    ));
    Ok(Report { text, sound: verified.faults.is_empty() })
}
