mod others;
mod overview;
mod silence;
mod snippet;
mod statement;
mod summary;
#[cfg(test)]
mod tests;
mod text;
mod training;
mod version;

use std::collections::BTreeSet;

use serde::Serialize;

use super::directory::{Withdrawal, text_file};
use super::frame::Frame;
use super::properties::{Property, further};
use super::reference::{Reference, foreign};
use super::versions::Versions;
use super::{Directory, Page};
use muniment_documents::api::v2::model_address;
use muniment_library::history::ModelHistory;
use muniment_licenses::model::{License, LicenseId, Model, ModelKind};
use muniment_licenses::prose::Source;
use others::{Near, Strip, near};
use overview::Overview;
use silence::Silence;
use snippet::Snippets;
use statement::Statements;
use summary::Summary;
use training::Training;

pub(super) use text::TextPage;
pub(super) use version::VersionPage;

/// The origin of a license, which decides which addresses it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LicenseOrigin {
    /// A record of the library.
    Record,
    /// A published license of an account: public, but not listed.
    Composed,
    /// A private license of an account, with addresses only in version 1 (spec:version-2#states).
    Draft,
}

/// Longer titles have a smaller font.
const LONG_TITLE: usize = 60;

/// The page of a record.
#[derive(Debug, Serialize)]
pub(super) struct RecordPage<'a> {
    frame: Frame<'a>,
    license_origin: LicenseOrigin,
    id: &'a str,
    iri: &'a str,
    title: &'a str,
    title_language: &'a str,
    has_long_title: bool,
    is_fixture: bool,
    withdrawal: Option<Withdrawal>,
    spdx: Option<&'a str>,
    jurisdiction: Option<Reference>,
    publisher: Option<&'a str>,
    legalcode: Option<Reference>,
    /// Address of the page of the text; `None` without such a page.
    text_page: Option<String>,
    /// The text as a file, where there is such a page.
    text_file: String,
    /// `None` if it equals the address of the legal text.
    source: Option<Reference>,
    /// What sets the license apart, and how far the record was checked; not for licenses of accounts.
    overview: Option<Overview<'a>>,
    summary: Summary,
    /// Answers with the best known licenses; not for licenses of accounts.
    strip: Option<Strip>,
    near: Vec<Near>,
    statements: Statements<'a>,
    /// The conventions in use, without duplicates.
    conventions: BTreeSet<&'a str>,
    silence: Option<Silence>,
    training: Training,
    /// Relations to records, with their names.
    relations: Vec<Relation>,
    ports: Vec<Reference>,
    variants: Vec<Reference>,
    targets: Vec<Reference>,
    properties: Vec<Property<'a>>,
    snippets: Snippets,
    versions: Versions<'a>,
    /// Number of versions.
    version_count: usize,
}

#[derive(Debug, Serialize)]
struct Relation {
    name: &'static str,
    record: Reference,
}

impl Page for RecordPage<'_> {
    const TEMPLATE: &'static str = "pages/record.html";
}

impl<'a> RecordPage<'a> {
    pub(super) fn new(
        directory: &'a Directory<'_>,
        history: &'a ModelHistory<'_>,
        model: &'a Model<License>,
        origin: LicenseOrigin,
    ) -> Self {
        let facts = &history.current;
        let license = &model.current.content;
        let relation = |name, id: &Option<LicenseId>| {
            let id = id.as_ref()?.as_str();
            Some(Relation { name, record: directory.record(id).named(id) })
        };
        let replaced_by = license.replaced_by.as_ref().map(|id| directory.record(id.as_str()));
        let relations = [
            relation("Port or edition of", &license.port_of),
            relation("Variant of", &license.variant_of),
            relation("Replaces", &license.replaces),
            relation("Replaced by", &license.replaced_by),
        ];
        let text_page = directory.text_page(facts.id).filter(|_| origin == LicenseOrigin::Record);
        let source = Source::of(model, &model.current);
        let summary = Summary::of(directory, history, model, text_page.as_deref());
        let statements = Statements::of(directory, source, text_page.as_deref());
        let (frame, versions) = frame_and_versions(directory, history, origin);
        Self {
            frame,
            license_origin: origin,
            id: facts.id,
            iri: facts.iri,
            title: if facts.title.is_empty() { facts.id } else { facts.title },
            title_language: foreign(license.title.language.as_deref()),
            has_long_title: facts.title.chars().count() > LONG_TITLE,
            is_fixture: license.is_fixture(),
            withdrawal: Withdrawal::of(facts, replaced_by),
            spdx: license.spdx.as_deref(),
            jurisdiction: license.jurisdiction.as_deref().map(|iri| directory.term(iri)),
            publisher: license.publisher.as_deref(),
            legalcode: license.legalcode.as_deref().map(Reference::address),
            text_file: text_file(facts.id),
            text_page,
            source: license
                .source
                .as_deref()
                .filter(|source| license.legalcode.as_deref() != Some(source))
                .map(Reference::address),
            overview: (origin == LicenseOrigin::Record).then(|| Overview::of(directory, history, license)),
            summary,
            strip: Strip::of(directory, facts.id, model).filter(|_| origin == LicenseOrigin::Record),
            near: if origin == LicenseOrigin::Draft {
                Vec::new()
            } else {
                near(directory, facts.id, license)
            },
            statements,
            conventions: license.rules().filter_map(|rule| rule.convention.as_deref()).collect(),
            silence: Silence::of(directory, model),
            training: Training::of(directory, license),
            relations: relations.into_iter().flatten().collect(),
            ports: directory.ports(facts.id),
            variants: directory.variants(facts.id),
            targets: license.targets.iter().map(|iri| directory.term(iri)).collect(),
            properties: further(directory, &model.current.graph, facts.iri),
            snippets: match origin {
                LicenseOrigin::Record | LicenseOrigin::Composed => {
                    Snippets::of_public(directory, facts.id, model)
                }
                LicenseOrigin::Draft => Snippets::of_draft(model),
            },
            version_count: versions.len(),
            versions,
        }
    }
}

/// The triples of a draft are at its IRI; all others are in version 2.
fn frame_and_versions<'a>(
    directory: &'a Directory<'_>,
    history: &'a ModelHistory<'_>,
    origin: LicenseOrigin,
) -> (Frame<'a>, Versions<'a>) {
    let id = history.current.id;
    let page = format!("/license-library/{id}");
    match origin {
        LicenseOrigin::Record | LicenseOrigin::Composed => {
            let data = model_address(ModelKind::License, id);
            let has_pages = origin == LicenseOrigin::Record;
            (Frame::new(directory, &page, data), Versions::of(directory, history, has_pages))
        }
        LicenseOrigin::Draft => {
            let data = format!("/licenselibrary/{id}");
            let versions = Versions::of(directory, history, false).at(&data);
            (Frame { canonical: String::new(), ..Frame::of_rdf(directory, &page, data) }, versions)
        }
    }
}
