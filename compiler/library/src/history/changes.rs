use super::{Catalog, VersionFacts, find_release};
use muniment_licenses::model::{Day, ModelKind, Release, ReleaseId};
use muniment_rdf::ContentHash;

/// The kind of a change (spec:releases#change-item).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The first version.
    Added,
    /// A later version.
    Changed,
    /// A version that withdraws the model.
    Withdrawn,
}

impl ChangeKind {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// One item of the change feed.
#[derive(Debug)]
pub struct ChangeItem<'c, 'l> {
    /// The version published.
    pub facts: &'c VersionFacts<'l>,
    /// The kind of change.
    pub change: ChangeKind,
    /// Hash of the previous version.
    pub previous_hash: Option<ContentHash>,
}

/// The start of a feed (spec:releases#change-feed, `since`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Since {
    /// All versions, including undated ones.
    Beginning,
    /// Versions dated that day or later.
    Day(Day),
    /// Every version newer than those of a release.
    Release(ReleaseId),
}

/// `since` names a release that is neither registered nor current.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no release `{0}` is registered or current")]
pub struct UnknownRelease(pub ReleaseId);

/// The feed: every published version since a point, ascending by (date, kind, id, version), undated first.
pub fn changes<'c, 'l>(
    catalog: &'c Catalog<'l>,
    current: &Release,
    since: &Since,
    kinds: &[ModelKind],
) -> Result<Vec<ChangeItem<'c, 'l>>, UnknownRelease> {
    let release = match since {
        Since::Release(id) => {
            Some(find_release(catalog, current, id).ok_or_else(|| UnknownRelease(id.clone()))?)
        }
        _ => None,
    };
    let is_new = |facts: &VersionFacts<'_>| match (since, release) {
        (Since::Day(day), _) => facts.date.is_some_and(|date| date >= *day),
        (_, Some(release)) => {
            release.section(facts.kind).models.get(facts.id).is_none_or(|known| facts.version > known.version)
        }
        _ => true,
    };
    let mut items = Vec::new();
    for kind in ModelKind::ALL.into_iter().filter(|kind| kinds.contains(kind)) {
        for (_, history) in catalog.of_kind(kind) {
            let mut previous: Option<&VersionFacts<'_>> = None;
            for facts in history.versions() {
                if is_new(facts) {
                    items.push(ChangeItem {
                        facts,
                        change: change(facts, previous),
                        previous_hash: previous.map(|previous| previous.content_hash),
                    });
                }
                previous = Some(facts);
            }
        }
    }
    items.sort_by_key(|item| (item.facts.date, item.facts.kind, item.facts.id, item.facts.version));
    Ok(items)
}

fn change(facts: &VersionFacts<'_>, previous: Option<&VersionFacts<'_>>) -> ChangeKind {
    match previous {
        None => ChangeKind::Added,
        Some(previous) if facts.states_deprecated && !previous.states_deprecated => ChangeKind::Withdrawn,
        Some(_) => ChangeKind::Changed,
    }
}
