use std::collections::BTreeSet;

use serde::Serialize;

use super::frame::Frame;
use super::reference::Reference;
use super::{Directory, Page};
use muniment_licenses::model::{Library, License, LicenseId};
use muniment_licenses::reason::RuleId;

/// The page of the compatibility matrix: an explanation of grades and rules, and data of licenses and acts for its
/// script. The grades are written after the pages.
#[derive(Debug, Serialize)]
pub(super) struct MatrixPage<'a> {
    frame: Frame<'a>,
    /// The prefix of the addresses of licenses.
    license_base: String,
    /// The default graph first.
    graphs: Vec<GraphChoice<'a>>,
    /// Sorted by title, without test fixtures.
    licenses: Vec<LicenseChoice<'a>>,
    /// Number of licenses that are not ports.
    parents: usize,
    assets: Vec<AssetChoice>,
    acts: Vec<ActName<'a>>,
    rules: Vec<RuleWords>,
}

#[derive(Debug, Serialize)]
struct GraphChoice<'a> {
    id: &'a str,
    title: &'a str,
}

#[derive(Debug, Serialize)]
struct LicenseChoice<'a> {
    id: &'a str,
    title: &'a str,
    has_spdx: bool,
    /// Parent of a port; may be empty.
    port_of: &'a str,
    /// Compact names of its asset types, separated by spaces.
    assets: String,
}

#[derive(Debug, Serialize)]
struct AssetChoice {
    name: String,
    label: Reference,
}

#[derive(Debug, Serialize)]
struct ActName<'a> {
    iri: &'a str,
    label: &'a str,
}

/// The description of a rule of the reasoner.
#[derive(Debug, Serialize)]
struct RuleWords {
    name: &'static str,
    title: &'static str,
    meaning: &'static str,
    grade: &'static str,
}

impl Page for MatrixPage<'_> {
    const TEMPLATE: &'static str = "pages/matrix.html";
}

impl<'a> MatrixPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>) -> Self {
        let library = directory.catalog.library;
        let vocabulary = &library.vocabulary.current.content;
        let listed: Vec<(&LicenseId, &License)> =
            directory.licenses().filter(|(_, license)| !license.is_fixture()).collect();
        let assets: BTreeSet<&String> = listed.iter().flat_map(|(_, license)| &license.targets).collect();
        let mut assets: Vec<AssetChoice> = assets
            .into_iter()
            .map(|iri| AssetChoice {
                name: directory.prefixes.compact(iri),
                label: unnamed(&directory.term(iri)),
            })
            .collect();
        assets.sort_by(|a, b| (a.label.key(), &a.name).cmp(&(b.label.key(), &b.name)));
        let mut graphs: Vec<GraphChoice<'_>> = library
            .graphs
            .iter()
            .map(|(id, model)| GraphChoice { id: id.as_str(), title: &model.current.content.title.value })
            .collect();
        graphs.sort_by_key(|graph| (graph.id != Library::DEFAULT_GRAPH, graph.id));
        Self {
            frame: Frame::new(directory, "/compatibility", String::new()),
            license_base: library.site.license_base(),
            graphs,
            parents: listed.iter().filter(|(_, license)| license.port_of.is_none()).count(),
            licenses: listed.into_iter().map(|(id, license)| choice(directory, id, license)).collect(),
            assets,
            acts: vocabulary
                .terms
                .keys()
                .filter(|iri| vocabulary.is_action(iri))
                .map(|iri| ActName { iri, label: vocabulary.label(iri) })
                .collect(),
            rules: RuleId::ALL.map(words).into(),
        }
    }
}

/// The label of a term without a link, for options of forms.
fn unnamed(term: &Reference) -> Reference {
    Reference::plain(term.key().0)
}

fn choice<'a>(directory: &Directory<'_>, id: &'a LicenseId, license: &'a License) -> LicenseChoice<'a> {
    let assets: Vec<String> = license.targets.iter().map(|iri| directory.prefixes.compact(iri)).collect();
    LicenseChoice {
        id: id.as_str(),
        title: &license.title.value,
        has_spdx: license.spdx.is_some(),
        port_of: license.port_of.as_ref().map(LicenseId::as_str).unwrap_or_default(),
        assets: assets.join(" "),
    }
}

/// The meaning of a rule (spec:version-1#verdict).
const fn words(rule: RuleId) -> RuleWords {
    const NARROWS: &str =
        "a restriction; a conflict where the combined work goes under the license that permits";
    const BREAKS: &str = "a conflict";
    let (title, meaning, grade) = match rule {
        RuleId::D1 => (
            "Permitted here, prohibited there",
            "One license permits an act that the other prohibits. The combined work is bound to the prohibition.",
            NARROWS,
        ),
        RuleId::D2 => (
            "Required here, prohibited there",
            "An act is both demanded and forbidden: whoever obeys one license breaks the other.",
            BREAKS,
        ),
        RuleId::D3 => (
            "A duty on what is prohibited",
            "A license attaches a duty to an act it prohibits, so the duty can never apply.",
            "a fault of one license, whatever it is combined with",
        ),
        RuleId::D4 => (
            "The work could leave the license that keeps it",
            "Share alike is required for the whole work, while the other license lets the license be changed.",
            BREAKS,
        ),
        RuleId::D5 => (
            "Both keep the whole work",
            "Both licenses require the whole work to stay under themselves, and neither names the other or a later \
             version of it.",
            BREAKS,
        ),
        RuleId::D6 => (
            "Both keep the whole work, and one names the other",
            "Both licenses require the whole work to stay under themselves, but one names the other as a license \
             the work may move to.",
            "a restriction on the way the license names; a conflict on the way back",
        ),
        RuleId::V1 => (
            "Permitted, but part of what is prohibited",
            "The act one license permits is included in an act the other prohibits.",
            NARROWS,
        ),
        RuleId::V2 => (
            "Permitted, but prohibited under another name",
            "The act one license permits is the same as an act the other prohibits.",
            NARROWS,
        ),
        RuleId::V3 => (
            "Permitted, but with it comes what is prohibited",
            "The act one license permits implies an act the other prohibits.",
            NARROWS,
        ),
        RuleId::V4 => (
            "Two acts that contradict each other",
            "One license permits or requires an act, the other one that contradicts it.",
            BREAKS,
        ),
    };
    RuleWords { name: rule.name(), title, meaning, grade }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    #[test]
    fn the_page_describes_every_rule_and_escapes_data() {
        let page = MatrixPage {
            frame: Frame::sample(),
            license_base: "https://sample.example/licenselibrary/".to_owned(),
            graphs: vec![GraphChoice { id: "dg_default", title: "Core <graph>" }],
            licenses: vec![
                LicenseChoice {
                    id: "A",
                    title: "A \"license\" <script>",
                    has_spdx: true,
                    port_of: "",
                    assets: "dcmitype:Software dcmitype:Text".to_owned(),
                },
                LicenseChoice { id: "B", title: "", has_spdx: false, port_of: "A", assets: String::new() },
            ],
            parents: 1,
            assets: vec![AssetChoice {
                name: "dcmitype:Text".to_owned(),
                label: Reference::plain("Text & more"),
            }],
            acts: vec![ActName { iri: "https://x.example/a", label: "Act <b>" }],
            rules: RuleId::ALL.map(words).into(),
        };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        for expected in [
            "A &quot;license&quot; &lt;script&gt;",
            "data-port=\"A\"",
            "Core &lt;graph&gt;",
            "Text &amp; more",
            "Act &lt;b&gt;",
            "action=\"/license-compatibility-checker\"",
            "muniment matrix",
            "<noscript>",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        for rule in RuleId::ALL {
            assert!(html.contains(&format!("id=\"rule-{}\"", rule.name())), "{rule:?}");
        }
        assert!(!html.contains(" style=") && !html.contains("<style"));
    }

    #[test]
    fn no_two_rules_have_the_same_words() {
        let titles: BTreeSet<&str> = RuleId::ALL.map(|rule| words(rule).title).into();
        assert_eq!(titles.len(), RuleId::ALL.len());
    }
}
