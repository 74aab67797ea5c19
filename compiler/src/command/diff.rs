use anyhow::{Context, bail};
use clap::Args;

use super::Report;
use super::loading::{Data, readable};
use muniment::history::{Catalog, ModelHistory, VersionFacts, difference};
use muniment::model::{ChangeAction, ModelKind, VersionNumber};

/// Compare two versions of a record, graph or vocabulary, statement by statement
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment diff MIT-0            (the current version against the one before)\n  \
    muniment diff MIT-0@1 MIT-0@2\n  muniment diff dg_eu@1 dg_default"
)]
pub(super) struct Arguments {
    /// A model, `id` or `id@version`; alone, its current version is compared with the one before
    left: String,
    /// Another
    right: Option<String>,
    #[command(flatten)]
    data: Data,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = readable(&arguments.data.data)?;
    let catalog = Catalog::new(&library);
    let (before, after) = match &arguments.right {
        Some(right) => (version(&catalog, &arguments.left)?, version(&catalog, right)?),
        None => {
            let after = version(&catalog, &arguments.left)?;
            let Some(number) = after.version.predecessor() else {
                bail!("`{}` has one version only; name another model to compare it with", after.id)
            };
            (version(&catalog, &format!("{}@{number}", after.id))?, after)
        }
    };
    if before.kind != after.kind {
        bail!("a {} and a {} have no statements in common", before.kind.name(), after.kind.name());
    }
    let differences = difference(before, after, &library.site)?;
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
    Ok(Report { text, sound: differences.is_empty() })
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
