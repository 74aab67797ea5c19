use std::collections::BTreeSet;

use serde::Serialize;

use super::directory::Withdrawal;
use super::frame::Frame;
use super::properties::{Property, further};
use super::reference::{Reference, foreign};
use super::versions::Versions;
use super::{Directory, Page};
use crate::api::v2::model_address;
use crate::history::ModelHistory;
use crate::model::{License, LicenseId, Model, ModelKind, Rule};

/// The page of a record.
#[derive(Debug, Serialize)]
pub(super) struct RecordPage<'a> {
    frame: Frame<'a>,
    id: &'a str,
    iri: &'a str,
    title: &'a str,
    title_language: &'a str,
    is_fixture: bool,
    withdrawal: Option<Withdrawal>,
    spdx: Option<&'a str>,
    jurisdiction: Option<Reference>,
    publisher: Option<&'a str>,
    legalcode: Option<Reference>,
    /// Left out when it is the address of the legal text.
    source: Option<Reference>,
    /// Relations to single records, each with its name.
    relations: Vec<Relation>,
    ports: Vec<Reference>,
    variants: Vec<Reference>,
    targets: Vec<Reference>,
    permissions: Vec<Statement<'a>>,
    prohibitions: Vec<Statement<'a>>,
    duties: Vec<Statement<'a>>,
    /// The sentences of the conventions at work, each once.
    conventions: BTreeSet<&'a str>,
    properties: Vec<Property<'a>>,
    versions: Versions<'a>,
}

#[derive(Debug, Serialize)]
struct Relation {
    name: &'static str,
    record: Reference,
}

/// A permission, prohibition or duty.
#[derive(Debug, Serialize)]
struct Statement<'a> {
    act: Reference,
    duties: Vec<Statement<'a>>,
    /// Where the statement comes from, where that is recorded.
    origin: Option<Origin<'a>>,
}

#[derive(Debug, Serialize)]
struct Origin<'a> {
    /// Sentence of the license text.
    evidence: &'a str,
    /// Rule of the library that put the statement there.
    convention: &'a str,
}

impl Page for RecordPage<'_> {
    const TEMPLATE: &'static str = "pages/record.html";
}

impl<'a> RecordPage<'a> {
    pub(super) fn new(
        directory: &'a Directory<'_>,
        history: &'a ModelHistory<'_>,
        model: &'a Model<License>,
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
        Self {
            frame: Frame::new(
                directory,
                &format!("/license-library/{}", facts.id),
                model_address(ModelKind::License, facts.id),
            ),
            id: facts.id,
            iri: facts.iri,
            title: facts.title,
            title_language: foreign(license.title.language.as_deref()),
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
            relations: relations.into_iter().flatten().collect(),
            ports: directory.ports(facts.id),
            variants: directory.variants(facts.id),
            targets: license.targets.iter().map(|iri| directory.term(iri)).collect(),
            permissions: statements(directory, &license.permissions),
            prohibitions: statements(directory, &license.prohibitions),
            duties: statements(directory, &license.duties),
            conventions: license.rules().filter_map(|rule| rule.convention.as_deref()).collect(),
            properties: further(directory, &model.current.graph, facts.iri),
            versions: Versions::of(history),
        }
    }
}

/// Statements in order of what is read.
fn statements<'a>(directory: &'a Directory<'_>, rules: &'a [Rule]) -> Vec<Statement<'a>> {
    let mut statements: Vec<Statement<'_>> = rules
        .iter()
        .map(|rule| Statement {
            act: directory.term(&rule.action),
            duties: statements(directory, &rule.duties),
            origin: origin(rule),
        })
        .collect();
    statements.sort_by(|a, b| a.act.key().cmp(&b.act.key()));
    statements
}

fn origin(rule: &Rule) -> Option<Origin<'_>> {
    (rule.evidence.is_some() || rule.convention.is_some()).then(|| Origin {
        evidence: rule.evidence.as_deref().unwrap_or_default(),
        convention: rule.convention.as_deref().unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::properties::Shown;
    use super::super::{render, templates};
    use super::*;

    fn sample() -> RecordPage<'static> {
        let act = |label| Reference::plain(label).named("odrl:distribute");
        let origin = || Origin { evidence: "You may <copy>.", convention: "Library rule \"15\"." };
        let statement = |label, duties| Statement { act: act(label), duties, origin: Some(origin()) };
        let record = |id| Reference::plain("Other").named(id);
        RecordPage {
            frame: Frame::sample(),
            id: "A",
            iri: "https://sample.example/licenselibrary/A",
            title: "<script>alert('title')</script>",
            title_language: "fr",
            is_fixture: true,
            withdrawal: Some(Withdrawal {
                on: Some("2026-11-20".to_owned()),
                replaced_by: Some(record("B")),
            }),
            spdx: Some("A-1.0"),
            jurisdiction: Some(Reference::plain("Worldwide")),
            publisher: Some("Publisher & Sons"),
            legalcode: Some(Reference::address("https://legal.example/?a=1&b=\"2\"")),
            source: Some(Reference::address("javascript:alert(1)")),
            relations: vec![Relation { name: "Variant of", record: record("C") }],
            ports: vec![record("P1"), record("P2")],
            variants: vec![record("V1")],
            targets: vec![act("Software")],
            permissions: vec![statement("Distribute", vec![statement("Notice", Vec::new())])],
            prohibitions: vec![statement("Promote", Vec::new())],
            duties: vec![statement("Share alike", Vec::new())],
            conventions: BTreeSet::from(["Library rule \"15\"."]),
            properties: vec![Property { label: act("Cure period"), values: vec![Shown::Text("<b>30")] }],
            versions: Versions::sample(),
        }
    }

    #[test]
    fn the_sample_renders_and_escapes() {
        let html = render(&templates::environment().unwrap(), &sample()).unwrap();
        for expected in [
            "&lt;script&gt;alert(&#39;title&#39;)&lt;/script&gt;",
            "lang=\"fr\"",
            "Test fixture",
            "Withdrawn",
            "2026-11-20",
            "Publisher &amp; Sons",
            "href=\"https://legal.example/?a=1&amp;b=&quot;2&quot;\"",
            "title=\"Library rule &quot;15&quot;.\"",
            "You may &lt;copy&gt;.",
            "&lt;b&gt;30",
            "<link rel=\"alternate\" type=\"text/turtle\" href=\"/v2/licenses/A?format=ttl\"",
            "http://127.0.0.1:8080/v2/licenses/A/versions/2?format=nt",
            "id=\"history-heading\"",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        assert!(!html.contains("<script") && !html.contains("href=\"javascript:"));
    }

    #[test]
    fn a_bare_record_renders() {
        let page = RecordPage {
            title_language: "",
            is_fixture: false,
            withdrawal: None,
            spdx: None,
            jurisdiction: None,
            publisher: None,
            legalcode: None,
            source: None,
            relations: Vec::new(),
            ports: Vec::new(),
            variants: Vec::new(),
            targets: Vec::new(),
            permissions: Vec::new(),
            prohibitions: Vec::new(),
            duties: Vec::new(),
            conventions: BTreeSet::new(),
            properties: Vec::new(),
            ..sample()
        };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        assert!(!html.contains("Test fixture") && !html.contains("Withdrawn"));
        assert!(!html.contains("by convention"));
    }
}
