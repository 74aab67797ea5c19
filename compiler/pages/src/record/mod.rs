mod silence;
mod snippet;
mod statement;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::Serialize;

use super::directory::Withdrawal;
use super::frame::Frame;
use super::properties::{Property, further};
use super::reference::{Reference, foreign};
use super::versions::Versions;
use super::{Directory, Page};
use muniment_documents::api::v2::model_address;
use muniment_library::history::ModelHistory;
use muniment_licenses::model::{License, LicenseId, Model, ModelKind};
use muniment_licenses::prose::Source;
use silence::Silence;
use snippet::Snippets;
use statement::Statements;

/// Where the license of a page stands, which decides what else there is of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// A record of the library.
    Record,
    /// A license of an account, published: everybody may read it and no list has it.
    Composed,
    /// A license of an account that only some may see, at the addresses of version 1 alone (spec:version-2#states).
    Draft,
}

/// A title of more letters is set smaller.
const LONG_TITLE: usize = 60;

/// The page of a record.
#[derive(Debug, Serialize)]
pub(super) struct RecordPage<'a> {
    frame: Frame<'a>,
    standing: Standing,
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
    /// Left out when it is the address of the legal text.
    source: Option<Reference>,
    gist: String,
    statements: Statements<'a>,
    /// The sentences of the conventions at work, each once.
    conventions: BTreeSet<&'a str>,
    silence: Option<Silence>,
    /// Relations to single records, each with its name.
    relations: Vec<Relation>,
    ports: Vec<Reference>,
    variants: Vec<Reference>,
    targets: Vec<Reference>,
    properties: Vec<Property<'a>>,
    snippets: Snippets,
    versions: Versions<'a>,
    /// How many versions there are.
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
        standing: Standing,
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
        let statements = Statements::of(directory, Source::of(model, &model.current));
        let (frame, versions) = frame_and_versions(directory, history, standing);
        Self {
            frame,
            standing,
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
            source: license
                .source
                .as_deref()
                .filter(|source| license.legalcode.as_deref() != Some(source))
                .map(Reference::address),
            gist: statements.gist(),
            statements,
            conventions: license.rules().filter_map(|rule| rule.convention.as_deref()).collect(),
            silence: Silence::of(directory, model),
            relations: relations.into_iter().flatten().collect(),
            ports: directory.ports(facts.id),
            variants: directory.variants(facts.id),
            targets: license.targets.iter().map(|iri| directory.term(iri)).collect(),
            properties: further(directory, &model.current.graph, facts.iri),
            snippets: match standing {
                Standing::Record | Standing::Composed => Snippets::of_public(directory, facts.id, model),
                Standing::Draft => Snippets::of_draft(model),
            },
            version_count: versions.len(),
            versions,
        }
    }
}

/// What a draft has of its triples is at its own IRI, for those who may see it; everything else is in version 2.
fn frame_and_versions<'a>(
    directory: &'a Directory<'_>,
    history: &'a ModelHistory<'_>,
    standing: Standing,
) -> (Frame<'a>, Versions<'a>) {
    let id = history.current.id;
    let page = format!("/license-library/{id}");
    match standing {
        Standing::Record | Standing::Composed => {
            let data = model_address(ModelKind::License, id);
            (Frame::new(directory, &page, data), Versions::of(directory, history))
        }
        Standing::Draft => {
            let data = format!("/licenselibrary/{id}");
            let versions = Versions::of(directory, history).at(&data);
            (Frame { canonical: String::new(), ..Frame::of_rdf(directory, &page, data) }, versions)
        }
    }
}
