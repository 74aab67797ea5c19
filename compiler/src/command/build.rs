use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::loading::{Data, examined};
use super::progress::Bar;
use super::{Report, report};
use muniment::emit::{Outcome, Proof, Settings, plan, write};
use muniment::find::Index;
use muniment::history::{Catalog, current_release, is_registered};
use muniment::model::Severity;
use muniment::pages::Pages;
use muniment::wire::Edge;

/// Build the tree: every resource that needs no query, in every form, with its manifest
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment build\n  muniment build --data ../other-library --out /srv/tree --lenient\n  \
    muniment build --publish --base-url https://api.example.org --edge nginx\n\n\
    The tree is swapped in whole or not at all; `current` in the output folder names it."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// Folder the tree is written to
    #[arg(long, env = "MUNIMENT_SITE", default_value = "site-out", value_name = "DIR")]
    out: PathBuf,
    /// Where the API answers; stands in absolute links only
    #[arg(long, env = "MUNIMENT_BASE_URL", default_value = "http://127.0.0.1:8080", value_name = "URL")]
    base_url: String,
    /// Origins of sites that may frame the pages under /web/, divided by commas
    #[arg(long, env = "MUNIMENT_FRAME_ANCESTORS", value_name = "ORIGINS", value_delimiter = ',')]
    frame_ancestors: Vec<String>,
    /// Write what an edge needs to answer from the tree, below _edge/
    #[arg(long, env = "MUNIMENT_EDGE", value_name = "EDGE", value_delimiter = ',')]
    edge: Vec<EdgeArgument>,
    /// Build what can be read, and only report the rest; reads every body back
    #[arg(long)]
    lenient: bool,
    /// Refuse a state that is not a registered release, and read every body back before the tree is swapped
    #[arg(long, conflicts_with = "lenient")]
    publish: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum EdgeArgument {
    /// nginx with its njs module
    Nginx,
    /// A Worker, for workerd and platforms with its runtime
    Worker,
    /// Every edge there is
    All,
}

impl EdgeArgument {
    fn edges(self) -> &'static [Edge] {
        match self {
            Self::Nginx => &[Edge::Nginx],
            Self::Worker => &[Edge::Worker],
            Self::All => &Edge::ALL,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let begin = Instant::now();
    let data = &arguments.data.data;
    let (library, faults) = examined(data);
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let told = errors > 0 || (arguments.lenient && !faults.is_empty());
    if told {
        let _ = std::io::stderr().write_all(report::render(data, &faults).as_bytes());
    }
    let Some(library) = library else { bail!("there is no library to build; the tree stays as it was") };
    if errors > 0 && !arguments.lenient {
        bail!("the library has faults; the tree stays as it was (--lenient builds what can be read)");
    }
    let catalog = Catalog::new(&library);
    let current = current_release(&catalog);
    if arguments.publish && !is_registered(&catalog, &current) {
        bail!("the release {} is not registered; run `muniment release` first", current.id);
    }
    let mut edges: Vec<Edge> = arguments.edge.iter().flat_map(|edge| edge.edges()).copied().collect();
    edges.sort_unstable();
    edges.dedup();
    let settings = Settings {
        base_url: arguments.base_url.trim_end_matches('/').to_owned(),
        frame_ancestors: arguments.frame_ancestors.clone(),
        edges,
    };
    let index = Index::new(&library);
    let pages = Pages::new(&catalog, &settings.base_url)?;
    let plan = plan(&catalog, &index, &current, &pages, &settings)?;
    let bar = Bar::new();
    // Dirty data may hold what a syntax cannot say, and what is published is trusted.
    let proof = if arguments.publish || arguments.lenient { Proof::ReadBack } else { Proof::Later };
    let written = write(&plan, &arguments.out, proof, &bar);
    bar.finish();
    let written = written.context("no tree was written; the one before stands")?;
    let what = match written.outcome {
        Outcome::Published => "built",
        Outcome::Unchanged => "unchanged",
    };
    Ok(Report::sound(format!(
        "{what} {}: {} records, {} addresses, {} files, {:.1} MB in {:.2} s ({})\n",
        written.tree.display(),
        library.licenses.len(),
        written.addresses,
        written.files,
        written.bytes as f64 / 1e6,
        begin.elapsed().as_secs_f64(),
        current.id
    )))
}
