use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::Report;
use super::loading::{Data, readable};
use super::names::Names;
use super::progress::Bar;
use super::report::count;
use muniment_library::history::{Catalog, current_release};
use muniment_licenses::model::{GraphId, Library};
use muniment_licenses::reason::Reasoner;
use muniment_tree::write_matrix;

/// Grade every pair of records under a dependency graph, and add the matrix to the tree
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment matrix                 # under dg_default\n  muniment matrix --graph dg_eu\n  \
    muniment matrix --all --out /srv/tree\n\n\
    It stands in current/compatibility/<graph>/: index.json and grades.csv have every grade, <id>.json has one\n\
    record's pairs with the rules behind them."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// Folder of the built tree
    #[arg(long, env = "MUNIMENT_SITE", default_value = "site-out", value_name = "DIR")]
    out: PathBuf,
    /// The dependency graph
    #[arg(long, default_value = Library::DEFAULT_GRAPH, value_name = "GRAPH")]
    graph: String,
    /// Every core graph
    #[arg(long, conflicts_with = "graph")]
    all: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let bar = Bar::new();
    let written = write(arguments, &bar);
    bar.finish();
    Ok(Report::sound(written?))
}

fn write(arguments: &Arguments, bar: &Bar) -> anyhow::Result<String> {
    bar.phase("reading");
    let library = readable(&arguments.data.data)?;
    let catalog = Catalog::new(&library);
    let release = current_release(&catalog);
    let reasoner = Reasoner::new(&library);
    let graphs: Vec<&GraphId> = if arguments.all {
        library.graphs.keys().collect()
    } else {
        vec![Names::new(&library).graph(&arguments.graph)?]
    };
    let mut text = String::new();
    for graph in graphs {
        let started = Instant::now();
        let written = write_matrix(&catalog, &reasoner, &release, graph, &arguments.out, bar)?;
        text.push_str(&format!(
            "wrote {}: {}, {}, {:.1} MB in {:.2} s\n",
            written.folder.display(),
            count(written.licenses, "license"),
            count(written.files, "file"),
            written.bytes as f64 / 1e6,
            started.elapsed().as_secs_f64()
        ));
    }
    Ok(text)
}
