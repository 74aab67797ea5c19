//! The licenses of a work's parts, held against each other.

mod document;
mod words;

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::loading::Source;
use super::reason::known;
use super::{Report, Unusable};
use muniment::audit::{Audit, Inventory, Scales};
use muniment::find::{Expressions, SpdxIndex};
use muniment::model::{GraphId, Library};
use muniment::reason::{Conflict, Facts, Reasoner, Verdict, Weight};

/// Say whether the licenses of everything a work is made of can be combined, and why not
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cargo metadata --format-version 1 > parts.json && muniment audit parts.json\n  \
    muniment audit package-lock.json --target MIT --strict\n  muniment audit sbom.cdx.json --format json | jq .unknown\n\n\
    Reads CycloneDX and SPDX 2 (JSON), the output of `cargo metadata`, package-lock.json (2 and 3), and lists of SPDX \
    expressions, one a line, `name: expression` or bare. Of `A OR B` that is taken whose licenses are known, then with \
    the fewest conflicts, then restrictions, against the target and all that is settled; then the first by name.\n\n\
    Exit codes: 0 nothing stands against it, 1 conflicts (with --strict also unknown licenses), 2 wrong usage or a \
    file that cannot be read. Nothing here is legal advice."
)]
pub(super) struct Arguments {
    /// The list of parts
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The license the work is to be under
    #[arg(long, value_name = "LICENSE")]
    target: Option<String>,
    /// The dependency graph
    #[arg(long, default_value = Library::DEFAULT_GRAPH, value_name = "GRAPH")]
    graph: GraphId,
    /// A license that the library does not know is a finding too
    #[arg(long)]
    strict: bool,
    /// Audit what only development needs as well
    #[arg(long)]
    dev: bool,
    /// For people or for programs
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    source: Source,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// An audit with its verdict, as it is told.
struct Told<'a> {
    library: &'a Library,
    inventory: &'a Inventory,
    audit: &'a Audit<'a>,
    verdict: &'a Verdict<'a>,
    target: Option<&'a Facts>,
}

impl<'a> Told<'a> {
    fn found(&self, weight: Weight) -> Vec<Conflict<'a>> {
        let weighed = self.verdict.weighed(self.target.map(Facts::iri));
        weighed.filter(|(_, known)| *known == weight).map(|(conflict, _)| conflict).collect()
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let file = &arguments.file;
    let unreadable = |error: &dyn std::fmt::Display| Unusable(format!("{}: {error}", file.display()));
    let bytes = fs::read(file).map_err(|error| unreadable(&error))?;
    let library = arguments.source.library()?;
    let (spdx, reasoner) = (SpdxIndex::new(&library), Reasoner::new(&library));
    let mut expressions = Expressions::new(&library, &spdx);
    let inventory = Inventory::read(&bytes, &expressions)
        .map_err(|fault| Unusable(format!("{}:{fault}", file.display())))?;
    let graph = &arguments.graph;
    let theory = reasoner
        .theory(&library.site.graph_iri(graph))
        .ok_or_else(|| Unusable(format!("there is no dependency graph `{graph}`")))?;
    let target = arguments.target.as_deref().map(|name| known(&library, &reasoner, name)).transpose();
    let target = target.map_err(|error| Unusable(error.to_string()))?;
    let scales = Scales { library: &library, reasoner: &reasoner, theory, target };
    let audit = Audit::new(&inventory, arguments.dev, &mut expressions, &scales);
    let verdict = audit.verdict(&scales)?;
    let told = Told { library: &library, inventory: &inventory, audit: &audit, verdict: &verdict, target };
    let has_conflicts = !told.found(Weight::Conflict).is_empty();
    let text = match arguments.format {
        Format::Text => words::text(&told)?,
        Format::Json => document::text(&told)?,
    };
    let sound = !has_conflicts && (audit.unknown.is_empty() || !arguments.strict);
    Ok(Report { text, sound })
}
