use crate::history::{
    Catalog, Standing, VersionFacts, current_release, is_registered, last_registered, standing,
};
use muniment_licenses::model::{ModelKind, Release, ReleaseId, VersionNumber};

/// What became of a model since the last registered release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was not in the release.
    New,
    /// It has a later version.
    Revised {
        /// The version of the release.
        from: VersionNumber,
    },
    /// It has a later version, which says that it is no longer to be used.
    Withdrawn {
        /// The version of the release.
        from: VersionNumber,
    },
    /// A version that was released is not what it was: nobody may publish that.
    Edited,
    /// A version that was released is gone: nobody may publish that either.
    Gone {
        /// The version of the release.
        from: VersionNumber,
    },
}

impl Fate {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Revised { .. } => "revised",
            Self::Withdrawn { .. } => "withdrawn",
            Self::Edited => "edited",
            Self::Gone { .. } => "gone",
        }
    }

    /// The version of the release, where it had one.
    #[must_use]
    pub const fn from(self) -> Option<VersionNumber> {
        match self {
            Self::New | Self::Edited => None,
            Self::Revised { from } | Self::Withdrawn { from } | Self::Gone { from } => Some(from),
        }
    }
}

/// A model that is not as it was in the last registered release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// What it describes.
    pub kind: ModelKind,
    /// Its identifier.
    pub id: String,
    /// Its current version; `None` when it is gone.
    pub version: Option<VersionNumber>,
    /// What became of it.
    pub fate: Fate,
    /// What the account of its current version lacks: reasons of changes, or a summary.
    pub open: Vec<String>,
}

impl Moved {
    /// Whether it stands in the way of a release: identifiers and hashes given out have to stay true.
    #[must_use]
    pub fn breaks_a_promise(&self) -> bool {
        matches!(self.fate, Fate::Edited | Fate::Gone { .. })
    }
}

/// Where the data stand against the last registered release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The last registered release, if there is one.
    pub last: Option<ReleaseId>,
    /// The state as it is.
    pub current: Release,
    /// Whether that is registered.
    pub is_registered: bool,
    /// Models that moved, by kind and identifier.
    pub moved: Vec<Moved>,
}

/// Compares the data with the last registered release.
#[must_use]
pub fn status(catalog: &Catalog<'_>) -> Status {
    let current = current_release(catalog);
    let last = last_registered(catalog.library);
    let mut moved = Vec::new();
    for kind in ModelKind::ALL {
        let released = last.map(|last| &last.section(kind).models);
        for (id, history) in catalog.of_kind(kind) {
            let facts = &history.current;
            let from = released.and_then(|models| models.get(id)).map(|entry| entry.version);
            let is_new_end = |from| {
                facts.states_deprecated
                    && history.version(from).is_some_and(|before| !before.states_deprecated)
            };
            let is_edited =
                history.versions().any(|v| matches!(standing(catalog.library, v), Standing::Edited { .. }));
            let fate = match from {
                _ if is_edited => Fate::Edited,
                None => Fate::New,
                Some(from) if from > facts.version => Fate::Gone { from },
                Some(from) if from == facts.version => continue,
                Some(from) if is_new_end(from) => Fate::Withdrawn { from },
                Some(from) => Fate::Revised { from },
            };
            let open = open(catalog, facts);
            moved.push(Moved { kind, id: id.to_owned(), version: Some(facts.version), fate, open });
        }
        for (id, entry) in released.into_iter().flatten() {
            if !catalog.of_kind(kind).any(|(known, _)| known == id) {
                let fate = Fate::Gone { from: entry.version };
                moved.push(Moved { kind, id: id.clone(), version: None, fate, open: Vec::new() });
            }
        }
    }
    moved.sort_by(|a, b| (a.kind, &a.id).cmp(&(b.kind, &b.id)));
    let is_registered = is_registered(catalog, &current);
    Status { last: last.map(|last| last.id.clone()), current, is_registered, moved }
}

/// What the account of a version lacks.
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
