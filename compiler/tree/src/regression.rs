use std::collections::{BTreeMap, BTreeSet};

use super::{PlanError, Planned, Settings, plan};
use muniment_documents::wire::Elsewhere;
use muniment_library::history::{Catalog, current_release};
use muniment_licenses::find::SpdxIndex;
use muniment_licenses::model::{Library, ModelKind, Release, ReleaseEntry};
use muniment_pages::{PageError, Pages};

/// A model whose version or hash changed since a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedModel {
    /// Its kind.
    pub kind: ModelKind,
    /// Its identifier.
    pub id: String,
    /// Its entry in the release; `None` for a new model.
    pub before: Option<ReleaseEntry>,
    /// Its current entry; `None` for a removed model.
    pub after: Option<ReleaseEntry>,
}

/// A changed address or name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedAddress {
    /// The address or name.
    pub address: String,
    /// What it was or led to; `None` for a new one.
    pub before: Option<String>,
    /// What it is or leads to; `None` for a removed one.
    pub after: Option<String>,
}

/// The changes of a library against a release.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Regression {
    /// Changed models, by kind and identifier.
    pub models: Vec<ChangedModel>,
    /// Addresses of the tree that are new, removed, of another class or with another target. Changes of content do
    /// not count.
    pub addresses: Vec<ChangedAddress>,
    /// SPDX identifiers, aliases and retired identifiers with another record or none.
    pub names: Vec<ChangedAddress>,
}

/// Why the comparison failed.
#[derive(Debug, thiserror::Error)]
pub enum RegressionError {
    /// A tree cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Pages cannot be prepared.
    #[error(transparent)]
    Page(#[from] PageError),
}

/// Compares a library with its state in a release (see [`muniment_library::history::rewound`]).
pub fn regression(
    before: &Library,
    after: &Library,
    release: &Release,
) -> Result<Regression, RegressionError> {
    let (before_catalog, after_catalog) = (Catalog::new(before), Catalog::new(after));
    let current = current_release(after_catalog.library);
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

/// The addresses of the tree of a library.
fn addresses(catalog: &Catalog<'_>, release: &Release) -> Result<BTreeMap<String, String>, RegressionError> {
    let settings = Settings::default();
    let pages = Pages::new(catalog, &settings.base_url)?;
    let plan = plan(catalog, release, &pages, &settings)?;
    Ok(plan.addresses.iter().map(|(address, planned)| (address.clone(), manner(planned))).collect())
}

/// The class and target of an address as text; its content is compared by model.
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

/// The records of names without an address.
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
