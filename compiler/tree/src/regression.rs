use std::collections::{BTreeMap, BTreeSet};

use super::{PlanError, Planned, Settings, plan};
use muniment_documents::wire::Elsewhere;
use muniment_library::history::{Catalog, current_release};
use muniment_licenses::find::SpdxIndex;
use muniment_licenses::model::{Library, ModelKind, Release, ReleaseEntry};
use muniment_pages::{PageError, Pages};

/// A model whose version or hash is another than in a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedModel {
    /// What it describes.
    pub kind: ModelKind,
    /// Its identifier.
    pub id: String,
    /// How it stood in the release; `None` for a new one.
    pub before: Option<ReleaseEntry>,
    /// How it stands; `None` for one that is gone.
    pub after: Option<ReleaseEntry>,
}

/// What happened to an address or a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedAddress {
    /// The address, or the name that leads to a record.
    pub address: String,
    /// What it led to or was; `None` where there was nothing.
    pub before: Option<String>,
    /// What it leads to or is.
    pub after: Option<String>,
}

/// What publishing the library as it is would change for those who rely on the last release.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Regression {
    /// Models with another hash, by kind and identifier.
    pub models: Vec<ChangedModel>,
    /// Addresses of the tree that came, went, or are something else or lead elsewhere. That what they say may be new
    /// goes without saying.
    pub addresses: Vec<ChangedAddress>,
    /// SPDX identifiers, their aliases and retired identifiers that lead to another record, or to one no more.
    pub names: Vec<ChangedAddress>,
}

/// Why there is no comparison.
#[derive(Debug, thiserror::Error)]
pub enum RegressionError {
    /// One of the two has no tree.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// One of the two has no pages.
    #[error(transparent)]
    Page(#[from] PageError),
}

/// Compares the library with what it was in a release (see [`muniment_library::history::rewound`]).
pub fn regression(
    before: &Library,
    after: &Library,
    release: &Release,
) -> Result<Regression, RegressionError> {
    let (before_catalog, after_catalog) = (Catalog::new(before), Catalog::new(after));
    let current = current_release(&after_catalog);
    let addresses = changed(&addresses(&before_catalog, release)?, &addresses(&after_catalog, &current)?);
    let mut models = Vec::new();
    for kind in ModelKind::ALL {
        let (old, new) = (&release.section(kind).models, &current.section(kind).models);
        let ids: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for id in ids {
            let (before, after) = (old.get(id), new.get(id));
            if before.map(|entry| entry.content_hash) != after.map(|entry| entry.content_hash) {
                let (before, after) = (before.cloned(), after.cloned());
                models.push(ChangedModel { kind, id: id.clone(), before, after });
            }
        }
    }
    Ok(Regression { models, addresses, names: changed(&names(before), &names(after)) })
}

/// What the addresses of a library's tree are.
fn addresses(catalog: &Catalog<'_>, release: &Release) -> Result<BTreeMap<String, String>, RegressionError> {
    let settings = Settings::default();
    let pages = Pages::new(catalog, &settings.base_url)?;
    let plan = plan(catalog, release, &pages, &settings)?;
    Ok(plan.addresses.iter().map(|(address, planned)| (address.clone(), manner(planned))).collect())
}

/// What an address is, in words; what it says is told by its model.
fn manner(planned: &Planned<'_, '_>) -> String {
    let class = serde_json::to_value(planned.class).unwrap_or_default();
    let class = class.as_str().unwrap_or_default();
    match &planned.elsewhere {
        None => class.to_owned(),
        Some(Elsewhere { html, other: None }) => format!("{class}, leads pages to {html}"),
        Some(Elsewhere { html, other: Some(other) }) => {
            format!("{class}, leads pages to {html}, others to {other}")
        }
    }
}

/// What every name leads to that is no address of its own.
fn names(library: &Library) -> BTreeMap<String, String> {
    let index = SpdxIndex::new(library);
    let declared = index.declared().map(|found| (found.spdx_id.to_owned(), found.id.to_string()));
    let aliases = library
        .spdx_aliases
        .keys()
        .filter_map(|alias| Some((alias.clone(), index.resolve(alias)?.id.to_string())));
    let retired = library.retired.iter().filter_map(|old| {
        let successor = old.successor.as_ref().filter(|id| library.licenses.contains_key(id.as_str()))?;
        Some((old.id.clone(), successor.to_string()))
    });
    retired.chain(aliases).chain(declared).collect()
}

fn changed(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<ChangedAddress> {
    let all: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    all.into_iter()
        .filter(|address| before.get(*address) != after.get(*address))
        .map(|address| ChangedAddress {
            address: address.clone(),
            before: before.get(address).cloned(),
            after: after.get(address).cloned(),
        })
        .collect()
}
