use serde::Serialize;

use super::Directory;
use super::difference::DifferenceView;
use muniment_documents::api::v2::version_address;
use muniment_library::history::{ModelHistory, VersionFacts, difference};
use muniment_licenses::model::{ChangeLog, Library, ModelKind, VersionNumber};

/// The versions of a model: their changes and how to verify them.
#[derive(Debug, Serialize)]
pub(super) struct Versions<'a> {
    /// Newest first.
    rows: Vec<VersionRow<'a>>,
    /// Address of the current version.
    address: String,
    /// Hex digits of its hash, as in `sha256sum`.
    digits: String,
    /// Whether the addresses are public, so that commands need no session.
    is_public: bool,
}

#[derive(Debug, Serialize)]
struct VersionRow<'a> {
    number: u32,
    status: &'static str,
    /// May be empty.
    date: String,
    summary: &'a str,
    hash: String,
    digits: String,
    address: String,
    /// The page of a superseded version of a record; `None` for other versions.
    page: Option<String>,
    /// Changes since the previous version.
    changes: Vec<DifferenceView<'a>>,
    /// Where they are, if not here.
    changes_at: Option<String>,
}

impl<'a> Versions<'a> {
    /// `has_pages` tells that each superseded version has a page, which compares it with the later ones.
    pub(super) fn of(directory: &'a Directory<'_>, history: &'a ModelHistory<'_>, has_pages: bool) -> Self {
        let current = &history.current;
        let log = change_log(directory.catalog.library, current);
        let before = [None].into_iter().chain(history.versions().map(Some));
        let rows: Vec<VersionRow<'_>> = history
            .versions()
            .zip(before)
            .map(|(facts, before)| VersionRow {
                number: facts.version.get(),
                status: facts.status.name(),
                date: facts.date.map(|day| day.to_string()).unwrap_or_default(),
                summary: facts.summary,
                hash: facts.content_hash.to_string(),
                digits: facts.content_hash.hex(),
                address: version_address(facts.kind, facts.id, facts.version),
                page: (has_pages && !facts.is_latest()).then(|| version_page(facts.id, facts.version)),
                changes: before
                    .filter(|_| !has_pages)
                    .map(|before| changes_of(directory, before, facts, log))
                    .unwrap_or_default(),
                changes_at: before
                    .filter(|_| has_pages)
                    .map(|before| format!("{}#to-{}", version_page(facts.id, before.version), facts.version)),
            })
            .collect();
        Self {
            rows: rows.into_iter().rev().collect(),
            address: version_address(current.kind, current.id, current.version),
            digits: current.content_hash.hex(),
            is_public: true,
        }
    }

    /// Sets a private address of the triples.
    pub(super) fn at(mut self, address: &str) -> Self {
        for row in &mut self.rows {
            address.clone_into(&mut row.address);
        }
        Self { address: address.to_owned(), is_public: false, ..self }
    }

    /// Number of versions.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    #[cfg(test)]
    pub(super) fn sample() -> Self {
        let row = |number, status, summary, changes| VersionRow {
            number,
            status,
            date: if number == 1 { String::new() } else { "2026-11-20".to_owned() },
            summary,
            hash: format!("sha256:{}", "0".repeat(64)),
            digits: "0".repeat(64),
            address: format!("/v2/licenses/A/versions/{number}"),
            page: (number == 1).then(|| "/license-library/A/versions/1".to_owned()),
            changes,
            changes_at: None,
        };
        let changes = vec![
            DifferenceView::sample("added", "", "Notice & <more>"),
            DifferenceView::sample("removed", "Promote", ""),
            DifferenceView::sample("changed", "Old", "New"),
        ];
        Self {
            rows: vec![
                row(2, "current", "Two statements <added>.", changes),
                row(1, "superseded", "", Vec::new()),
            ],
            address: "/v2/licenses/A/versions/2".to_owned(),
            digits: "0".repeat(64),
            is_public: true,
        }
    }
}

/// The address of the page of a superseded version of a record.
#[must_use]
pub fn version_page(id: &str, version: VersionNumber) -> String {
    format!("/license-library/{id}/versions/{version}")
}

/// What differs between two versions, with the reasons that the change log of the later one has. Empty for a version without a
/// tree shape.
pub(super) fn changes_of<'a>(
    directory: &Directory<'_>,
    before: &VersionFacts<'_>,
    facts: &VersionFacts<'_>,
    log: Option<&'a ChangeLog>,
) -> Vec<DifferenceView<'a>> {
    let entry = log.and_then(|log| log.entry(facts.version));
    let differences = difference(before, facts, &directory.catalog.library.site).unwrap_or_default();
    differences.iter().map(|difference| DifferenceView::new(directory, difference, entry)).collect()
}

pub(super) fn change_log<'l>(library: &'l Library, facts: &VersionFacts<'_>) -> Option<&'l ChangeLog> {
    match facts.kind {
        ModelKind::License => library.licenses.get(facts.id)?.change_log.as_ref(),
        ModelKind::DependencyGraph => library.graphs.get(facts.id)?.change_log.as_ref(),
        ModelKind::Vocabulary => library.vocabulary.change_log.as_ref(),
    }
}
