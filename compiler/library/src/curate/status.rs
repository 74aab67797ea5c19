use crate::history::{
    Catalog, ReleaseStatus, VersionFacts, current_release, is_registered, last_registered, release_status,
};
use muniment_licenses::model::{ModelKind, Release, ReleaseId, VersionNumber};

/// How a model changed since the last registered release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelChange {
    /// It was not in the release.
    New,
    /// It has a later version than the one of the release.
    Revised(VersionNumber),
    /// It has a later version than the one of the release, which withdraws it.
    Withdrawn(VersionNumber),
    /// A released version was edited, which prevents a release.
    Edited,
    /// The version of the release was removed, which prevents a release.
    Gone(VersionNumber),
}

impl ModelChange {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Revised(_) => "revised",
            Self::Withdrawn(_) => "withdrawn",
            Self::Edited => "edited",
            Self::Gone(_) => "gone",
        }
    }

    /// The version in the release.
    #[must_use]
    pub const fn from(self) -> Option<VersionNumber> {
        match self {
            Self::New | Self::Edited => None,
            Self::Revised(from) | Self::Withdrawn(from) | Self::Gone(from) => Some(from),
        }
    }
}

/// A model that changed since the last registered release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreleasedModel {
    /// Its kind.
    pub kind: ModelKind,
    /// Its identifier.
    pub id: String,
    /// Its current version; `None` if it was removed.
    pub version: Option<VersionNumber>,
    /// How it changed.
    pub change: ModelChange,
    /// What the change log of its current version lacks.
    pub missing: Vec<String>,
}

impl UnreleasedModel {
    /// Whether it prevents a release, because published identifiers and hashes must stay valid.
    #[must_use]
    pub fn prevents_release(&self) -> bool {
        matches!(self.change, ModelChange::Edited | ModelChange::Gone(_))
    }
}

/// The changes since the last registered release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The last registered release, if there is one.
    pub last: Option<ReleaseId>,
    /// The current state.
    pub current: Release,
    /// Whether that is registered.
    pub is_registered: bool,
    /// Changed models, sorted by kind and identifier.
    pub changed: Vec<UnreleasedModel>,
}

/// Compares the data with the last registered release.
#[must_use]
pub fn status(catalog: &Catalog<'_>) -> Status {
    let current = current_release(catalog.library);
    let last = last_registered(catalog.library);
    let mut changed = Vec::new();
    for kind in ModelKind::ALL {
        let released = last.map(|last| &last.section(kind).models);
        for (id, history) in catalog.of_kind(kind) {
            let facts = &history.current;
            let from = released.and_then(|models| models.get(id)).map(|entry| entry.version);
            let is_new_end = |from| {
                facts.states_deprecated
                    && history.version(from).is_some_and(|before| !before.states_deprecated)
            };
            let is_edited = history
                .versions()
                .any(|v| matches!(release_status(catalog.library, v), ReleaseStatus::Edited { .. }));
            let change = match from {
                _ if is_edited => ModelChange::Edited,
                None => ModelChange::New,
                Some(from) if from > facts.version => ModelChange::Gone(from),
                Some(from) if from == facts.version => continue,
                Some(from) if is_new_end(from) => ModelChange::Withdrawn(from),
                Some(from) => ModelChange::Revised(from),
            };
            let missing = open(catalog, facts);
            changed.push(UnreleasedModel {
                kind,
                id: id.to_owned(),
                version: Some(facts.version),
                change,
                missing,
            });
        }
        for (id, entry) in released.into_iter().flatten() {
            if !catalog.of_kind(kind).any(|(known, _)| known == id) {
                let change = ModelChange::Gone(entry.version);
                changed.push(UnreleasedModel {
                    kind,
                    id: id.clone(),
                    version: None,
                    change,
                    missing: Vec::new(),
                });
            }
        }
    }
    changed.sort_by(|a, b| (a.kind, &a.id).cmp(&(b.kind, &b.id)));
    let is_registered = is_registered(catalog, &current);
    Status { last: last.map(|last| last.id.clone()), current, is_registered, changed }
}

/// What the change log of a version lacks.
fn open(catalog: &Catalog<'_>, facts: &VersionFacts<'_>) -> Vec<String> {
    let history = catalog.of_kind(facts.kind).find(|(id, _)| *id == facts.id).map(|(_, history)| history);
    let entry = history.and_then(|history| history.change_log?.entry(facts.version));
    let Some(entry) = entry else { return Vec::new() };
    let without_reason = entry.changes.iter().filter(|change| change.reason.trim().is_empty());
    let mut open: Vec<String> =
        without_reason.map(|change| format!("reason of `{}`", change.statement)).collect();
    if entry.summary.trim().is_empty() {
        open.push("summary".to_owned());
    }
    if entry.changes.is_empty() {
        open.push("changes".to_owned());
    }
    open
}
