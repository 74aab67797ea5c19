use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use super::Report;
use muniment_rdf::{Syntax, canonicalize, canonicalize_closure, read};

/// Print the content hash (svc-c14n-1) of an RDF file
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment hash data/graphs/dg_default.ttl\n  \
    muniment hash data/licenses/MIT-0.ttl --subject https://muniment.example/licenselibrary/MIT-0\n  \
    muniment hash record.jsonld --nt | sha256sum")]
pub(super) struct Arguments {
    /// File in Turtle (.ttl), N-Triples (.nt), RDF/XML (.rdf) or JSON-LD (.jsonld)
    file: PathBuf,
    /// Hash the closure of this IRI instead of the whole graph
    #[arg(long, value_name = "IRI")]
    subject: Option<String>,
    /// Print the canonical N-Triples instead of their hash
    #[arg(long)]
    nt: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let path = &arguments.file;
    let Some(syntax) = Syntax::of_path(path) else {
        bail!("`{}` does not end in .ttl, .nt, .rdf or .jsonld", path.display());
    };
    let bytes = fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let graph = match read(syntax, &bytes) {
        Ok(graph) => graph,
        Err(error) if error.line > 0 => {
            bail!("{}:{}:{}: not valid {syntax}: {error}", path.display(), error.line, error.column)
        }
        Err(error) => bail!("{}: not valid {syntax}: {error}", path.display()),
    };
    let canonical = match &arguments.subject {
        Some(subject) => canonicalize_closure(&graph, subject),
        None => canonicalize(&graph),
    }
    .with_context(|| format!("`{}` has no content hash", path.display()))?;
    if arguments.subject.is_some() && canonical.text().is_empty() {
        bail!("`{}` does not describe the subject given", path.display());
    }
    Ok(Report::sound(if arguments.nt { canonical.into_text() } else { format!("{}\n", canonical.hash()) }))
}
