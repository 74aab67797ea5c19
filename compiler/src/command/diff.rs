use anyhow::{Context, bail};
use clap::Args;

use super::Report;
use super::loading::{Data, readable};
use muniment::emit::matrix;
use muniment::history::{
    Catalog, ModelHistory, Since, VersionFacts, changes, current_release, difference, find_release,
};
use muniment::model::{ChangeAction, GraphId, Library, ModelKind, ReleaseId, Site, VersionNumber};
use muniment::reason::{Grade, Reasoner, RuleSet};

/// Compare two versions of a record, graph or vocabulary, statement by statement
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment diff MIT-0            (the current version against the one before)\n  \
    muniment diff MIT-0@1 MIT-0@2\n  muniment diff dg_eu@1 dg_default\n  \
    muniment diff --since data-1f0c… --verdicts   (what changed since a release, and which verdicts with it)"
)]
pub(super) struct Arguments {
    /// A model, `id` or `id@version`; alone, its current version is compared with the one before
    #[arg(required_unless_present = "since")]
    left: Option<String>,
    /// Another
    right: Option<String>,
    /// Every version published since this release
    #[arg(long, value_name = "RELEASE", conflicts_with_all = ["left", "right"])]
    since: Option<ReleaseId>,
    /// And every pair of records whose grade, or the rules behind it, is another now
    #[arg(long, requires = "since")]
    verdicts: bool,
    /// The dependency graph of the verdicts
    #[arg(long, default_value = Library::DEFAULT_GRAPH, value_name = "GRAPH", requires = "verdicts")]
    graph: GraphId,
    #[command(flatten)]
    data: Data,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = readable(&arguments.data.data)?;
    let catalog = Catalog::new(&library);
    if let Some(since) = &arguments.since {
        return changed_since(&catalog, since, arguments.verdicts.then_some(&arguments.graph));
    }
    let left = arguments.left.as_deref().unwrap_or_default();
    let (before, after) = match &arguments.right {
        Some(right) => (version(&catalog, left)?, version(&catalog, right)?),
        None => {
            let after = version(&catalog, left)?;
            let Some(number) = after.version.predecessor() else {
                bail!("`{}` has one version only; name another model to compare it with", after.id)
            };
            (version(&catalog, &format!("{}@{number}", after.id))?, after)
        }
    };
    if before.kind != after.kind {
        bail!("a {} and a {} have no statements in common", before.kind.name(), after.kind.name());
    }
    let (text, is_same) = compared(before, after, &library.site)?;
    Ok(Report { text, sound: is_same })
}

/// The differences of two versions in words, and whether there are none.
fn compared(
    before: &VersionFacts<'_>,
    after: &VersionFacts<'_>,
    site: &Site,
) -> anyhow::Result<(String, bool)> {
    let differences = difference(before, after, site)?;
    let mut text = format!("{}@{} -> {}@{}\n", before.id, before.version, after.id, after.version);
    for difference in &differences {
        match difference.action {
            ChangeAction::Added => text.push_str(&format!("+ {}\n", difference.statement)),
            ChangeAction::Removed => text.push_str(&format!("- {}\n", difference.statement)),
            ChangeAction::Changed => {
                text.push_str(&format!("~ {}\n    was {}\n", difference.statement, difference.previous));
            }
        }
    }
    Ok((text, differences.is_empty()))
}

/// What was published since a release, and which verdicts are others now.
fn changed_since(
    catalog: &Catalog<'_>,
    since: &ReleaseId,
    graph: Option<&GraphId>,
) -> anyhow::Result<Report> {
    let current = current_release(catalog);
    let release =
        find_release(catalog, &current, since).with_context(|| format!("no release `{since}` is known"))?;
    let items = changes(catalog, &current, &Since::Release(since.clone()), &ModelKind::ALL)?;
    let mut text = String::new();
    for item in &items {
        let facts = item.facts;
        let history = catalog.of_kind(facts.kind).find(|(id, _)| *id == facts.id).map(|(_, history)| history);
        let before = facts.version.predecessor().and_then(|number| history?.version(number));
        match before {
            Some(before) => text.push_str(&compared(before, facts, &catalog.library.site)?.0),
            None => text.push_str(&format!("{}@{} is new\n", facts.id, facts.version)),
        }
    }
    let mut sound = items.is_empty();
    if let Some(graph) = graph {
        let reasoner = Reasoner::new(catalog.library);
        let before = matrix(catalog, &reasoner, release, graph)?;
        let after = matrix(catalog, &reasoner, &current, graph)?;
        let changed = after.changes(&before);
        sound &= changed.is_empty();
        text.push_str(&format!("{} verdicts under {graph} are others now\n", changed.len()));
        for verdict in &changed {
            let word = |grade: Option<Grade>| grade.map_or("-", Grade::word);
            let rules = |sign: char, rules: RuleSet| -> String {
                rules.iter().map(|rule| format!(" {sign}{}", rule.name())).collect()
            };
            text.push_str(&format!(
                "  {} under {}: {} -> {}{}{}\n",
                verdict.from,
                verdict.under,
                word(verdict.before),
                word(verdict.after),
                rules('-', verdict.rules_gone),
                rules('+', verdict.rules_new),
            ));
        }
    }
    Ok(Report { text, sound })
}

fn version<'c>(catalog: &'c Catalog<'_>, name: &str) -> anyhow::Result<&'c VersionFacts<'c>> {
    let (id, number) = match name.split_once('@') {
        Some((id, number)) => (id, Some(number.parse::<VersionNumber>()?)),
        None => (name, None),
    };
    let history: &ModelHistory<'_> = ModelKind::ALL
        .into_iter()
        .flat_map(|kind| catalog.of_kind(kind))
        .find(|(known, _)| *known == id)
        .map(|(_, history)| history)
        .with_context(|| format!("there is no model `{id}`"))?;
    match number {
        None => Ok(&history.current),
        Some(number) => history.version(number).with_context(|| format!("`{id}` has no version {number}")),
    }
}
