use serde::Serialize;

use super::super::difference::DifferenceView;
use super::super::frame::Frame;
use super::super::reference::foreign;
use super::super::versions::{change_log, changes_of, version_page};
use super::super::{Directory, Page};
use super::statement::Statements;
use muniment_documents::api::v2::version_address;
use muniment_library::history::{ModelHistory, VersionFacts};
use muniment_licenses::model::{Day, License, Model, ModelVersion};
use muniment_licenses::prose::Source;

/// The page of a superseded version of a record (`/license-library/{id}/versions/{n}`): what it stated, and what each later
/// version states otherwise.
#[derive(Debug, Serialize)]
pub(in super::super) struct VersionPage<'a> {
    frame: Frame<'a>,
    id: &'a str,
    title: &'a str,
    title_language: &'a str,
    number: u32,
    latest: u32,
    /// May be empty.
    date: String,
    superseded_on: String,
    summary: &'a str,
    hash: String,
    digits: String,
    address: String,
    statements: Statements<'a>,
    /// The current version first.
    later: Vec<LaterVersion<'a>>,
}

/// What a later version states otherwise.
#[derive(Debug, Serialize)]
struct LaterVersion<'a> {
    number: u32,
    changes: Vec<DifferenceView<'a>>,
}

impl Page for VersionPage<'_> {
    const TEMPLATE: &'static str = "pages/version.html";
}

impl<'a> VersionPage<'a> {
    pub(in super::super) fn new(
        directory: &'a Directory<'_>,
        history: &'a ModelHistory<'_>,
        model: &'a Model<License>,
        (facts, version): (&'a VersionFacts<'_>, &'a ModelVersion<License>),
    ) -> Self {
        let text = |day: Option<Day>| day.map(|day| day.to_string()).unwrap_or_default();
        let address = version_address(facts.kind, facts.id, facts.version);
        let log = change_log(directory.catalog.library, facts);
        let later = history.versions().filter(|later| later.version > facts.version);
        let later: Vec<LaterVersion<'_>> = later
            .enumerate()
            .map(|(place, later)| LaterVersion {
                number: later.version.get(),
                // The change log has the reasons of single steps.
                changes: changes_of(directory, facts, later, log.filter(|_| place == 0)),
            })
            .collect();
        Self {
            frame: Frame::new(directory, &version_page(facts.id, facts.version), address.clone()),
            id: facts.id,
            title: if facts.title.is_empty() { facts.id } else { facts.title },
            title_language: foreign(version.content.title.language.as_deref()),
            number: facts.version.get(),
            latest: facts.latest.get(),
            date: text(facts.date),
            superseded_on: text(facts.superseded_on),
            summary: facts.summary,
            hash: facts.content_hash.to_string(),
            digits: facts.content_hash.hex(),
            address,
            statements: Statements::of(directory, Source::of(model, version), None),
            later: later.into_iter().rev().collect(),
        }
    }
}
