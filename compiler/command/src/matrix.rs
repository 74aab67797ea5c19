use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::Report;
use super::loading::{Data, readable};
use super::names::Names;
use super::progress::Bar;
use muniment_documents::words::count;
use muniment_library::history::{Catalog, current_release};
use muniment_licenses::model::{GraphId, Library};
use muniment_licenses::reason::{MAIN_CONTEXTS, Reasoner};
use muniment_tree::{MatrixStage, ReleaseAnswers, WrittenMatrix};

/// Answer for every pair of records whether a part may go into a work, compare them under a dependency graph, and add the
/// results to the tree
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment matrix                 # under dg_default\n  muniment matrix --graph dg_eu\n  \
    muniment matrix --all --out /srv/tree\n\n\
    current/compatibility/<context>/ has the answers in one context (combined-binary, merged-binary,\n\
    combined-service), current/compatibility/<graph>/ the grades of the verdicts under one graph: index.json and a\n\
    table in CSV have all of them, <id>.json has one record's with the rules behind them.\n\
    current/compatibility/policies-<context>/ has the files that `muniment policy` prints for other tools.\n\n\
    The tree with the matrices is published in the place of the one without them. A build of the same data keeps them; one \
    of other data drops them."
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
    let release = current_release(catalog.library);
    let reasoner = Reasoner::new(&library);
    let graphs: Vec<&GraphId> = if arguments.all {
        library.graphs.keys().collect()
    } else {
        vec![Names::new(&library).graph(&arguments.graph)?]
    };
    let mut text = String::new();
    let mut tell = |started: Instant, written: &WrittenMatrix| {
        text.push_str(&format!(
            "wrote {}: {}, {}, {:.1} MB in {:.2} s\n",
            written.folder.display(),
            count(written.licenses, "license"),
            count(written.files, "file"),
            written.bytes as f64 / 1e6,
            started.elapsed().as_secs_f64()
        ));
    };
    let answers = ReleaseAnswers::new(&catalog, &reasoner, &release);
    let stage = MatrixStage::open(&arguments.out, &release)?;
    for context in MAIN_CONTEXTS {
        let started = Instant::now();
        tell(started, &stage.answers(&answers, context, bar)?);
        let started = Instant::now();
        tell(started, &stage.policies(&library, reasoner.terms(), context, bar)?);
    }
    for graph in graphs {
        let started = Instant::now();
        tell(started, &stage.grades(&catalog, &reasoner, graph, &answers, bar)?);
    }
    stage.publish()?;
    Ok(text)
}
