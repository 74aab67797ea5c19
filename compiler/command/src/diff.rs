use anyhow::{Context, bail};
use clap::Args;

use super::Report;
use super::color::{Color, Paint};
use super::loading::Source;
use super::names::Names;
use super::verdicts::changed_verdicts;
use muniment_documents::words::count;
use muniment_library::history::{
    Catalog, Difference, Since, VersionFacts, changes, current_release, difference, find_release,
};
use muniment_licenses::model::{ChangeAction, GraphId, Library, ModelKind, ReleaseId, Site, VersionNumber};

/// Compare two versions of a record, graph or vocabulary, statement by statement
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment diff MIT            # the current version against the one before\n  \
    muniment diff MIT@1          # the first version against the current one\n  \
    muniment diff MIT@1 MIT@2\n  muniment diff dg_eu@1 dg_default\n  \
    muniment diff --since data-0123456789abcdef --verdicts   # what changed since a release, and which verdicts with it"
)]
pub(super) struct Arguments {
    /// A model, `id` or `id@version`; alone, its current version is compared with the previous one, and an older version
    /// with the current one
    #[arg(required_unless_present = "since")]
    left: Option<String>,
    /// Another model or version
    right: Option<String>,
    /// Every version published since this release
    #[arg(long, value_name = "RELEASE", conflicts_with_all = ["left", "right"])]
    since: Option<ReleaseId>,
    /// Also show every pair of records whose grade, or the rules behind it, changed
    #[arg(long, requires = "since")]
    verdicts: bool,
    /// The dependency graph of the verdicts
    #[arg(long, default_value = Library::DEFAULT_GRAPH, value_name = "GRAPH", requires = "verdicts")]
    graph: String,
    #[command(flatten)]
    color: Color,
    #[command(flatten)]
    source: Source,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = arguments.source.library()?;
    let catalog = Catalog::new(library);
    let names = Names::new(library);
    if let Some(since) = &arguments.since {
        let graph = arguments.verdicts.then(|| names.graph(&arguments.graph)).transpose()?;
        return changed_since(&catalog, since, graph, arguments.color.paint());
    }
    let left = arguments.left.as_deref().unwrap_or_default();
    let (before, after) = match &arguments.right {
        Some(right) => (version(&names, &catalog, left)?, version(&names, &catalog, right)?),
        None => {
            let named = version(&names, &catalog, left)?;
            let current = &names.model(&catalog, named.id)?.current;
            match named.version.predecessor() {
                _ if named.version != current.version => (named, current),
                Some(number) => (version(&names, &catalog, &format!("{}@{number}", named.id))?, current),
                None => bail!("`{}` has one version only; name another model to compare it with", named.id),
            }
        }
    };
    if before.kind != after.kind {
        bail!("a {} and a {} have no statements in common", before.kind.name(), after.kind.name());
    }
    let (text, is_same) = compared(before, after, &library.site, arguments.color.paint())?;
    Ok(Report::judged(text, is_same))
}

/// The differences of two versions as text, and whether they are equal.
fn compared(
    before: &VersionFacts<'_>,
    after: &VersionFacts<'_>,
    site: &Site,
    paint: Paint,
) -> anyhow::Result<(String, bool)> {
    let differences = difference(before, after, site)?;
    let heading = format!("{}@{} -> {}@{}", before.id, before.version, after.id, after.version);
    let mut text = format!("{}\n", paint.heading(heading));
    for Difference { action, statement, previous } in &differences {
        match action {
            ChangeAction::Added => text.push_str(&format!("{}\n", paint.added(format!("+ {statement}")))),
            ChangeAction::Removed => text.push_str(&format!("{}\n", paint.gone(format!("- {statement}")))),
            ChangeAction::Changed => {
                let (was, is) = paint.compared(previous, statement);
                text.push_str(&format!("{} {is}\n    was {was}\n", paint.other("~")));
            }
        }
    }
    Ok((text, differences.is_empty()))
}

/// The versions published since a release, and the changed verdicts.
fn changed_since(
    catalog: &Catalog<'_>,
    since: &ReleaseId,
    graph: Option<&GraphId>,
    paint: Paint,
) -> anyhow::Result<Report> {
    let current = current_release(catalog.library);
    let release =
        find_release(catalog, &current, since).with_context(|| format!("no release `{since}` is known"))?;
    let items = changes(catalog, &current, &Since::Release(since.clone()), &ModelKind::ALL)?;
    let mut text = String::new();
    for item in &items {
        let facts = item.facts;
        let history = catalog.of_kind(facts.kind).find(|(id, _)| *id == facts.id).map(|(_, history)| history);
        let before = facts.version.predecessor().and_then(|number| history?.version(number));
        match before {
            Some(before) => text.push_str(&compared(before, facts, &catalog.library.site, paint)?.0),
            None => {
                text.push_str(&format!(
                    "{}\n",
                    paint.added(format!("{}@{} is new", facts.id, facts.version))
                ));
            }
        }
    }
    let mut sound = items.is_empty();
    if let Some(graph) = graph {
        let changed = changed_verdicts(catalog, release, graph)?;
        sound &= changed.is_empty();
        text.push_str(&format!("{} under {graph} changed\n", count(changed.len(), "verdict")));
        text.extend(changed.iter().map(|verdict| format!("  {}\n", verdict.in_words(paint))));
    }
    Ok(Report::judged(text, sound))
}

/// The version that `name` or `name@number` names.
fn version<'c, 'l>(
    names: &Names<'l>,
    catalog: &'c Catalog<'l>,
    name: &str,
) -> anyhow::Result<&'c VersionFacts<'l>> {
    let (id, number) = match name.rsplit_once('@') {
        Some((id, number)) => (id, Some(number.parse::<VersionNumber>()?)),
        None => (name, None),
    };
    let history = names.model(catalog, id)?;
    match number {
        None => Ok(&history.current),
        Some(number) => {
            let model = history.current.id;
            history.version(number).with_context(|| format!("`{model}` has no version {number}"))
        }
    }
}
