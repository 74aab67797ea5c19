use std::collections::BTreeSet;

use serde::Serialize;

use super::frame::Frame;
use super::reference::Reference;
use super::{Directory, Page};
use muniment_licenses::model::{Library, License, LicenseId, Strength};
use muniment_licenses::reason::{Context, MAIN_CONTEXTS, Rule, Shipping, Use};

/// The page of the compatibility matrix: an explanation of answers and rules, and data of licenses and acts for its
/// script. The answers are written after the pages.
#[derive(Debug, Serialize)]
pub(super) struct MatrixPage<'a> {
    frame: Frame<'a>,
    /// The prefix of the addresses of licenses.
    license_base: String,
    /// The default context first.
    contexts: Vec<ContextChoice>,
    /// The default graph.
    graph: &'static str,
    /// Sorted by title, without test fixtures.
    licenses: Vec<LicenseChoice<'a>>,
    /// Number of licenses that are not ports.
    parents: usize,
    assets: Vec<AssetChoice>,
    acts: Vec<ActName<'a>>,
    rules: Vec<RuleWords>,
    /// Whether there are pages about the agreement with experts.
    has_agreement: bool,
}

#[derive(Debug, Serialize)]
struct ContextChoice {
    /// The name of its folder.
    name: &'static str,
    words: &'static str,
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
    /// Its place in the order of strengths.
    rank: usize,
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

/// The description of a rule of containment.
#[derive(Debug, Serialize)]
struct RuleWords {
    name: &'static str,
    title: &'static str,
    meaning: &'static str,
    answer: &'static str,
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
        Self {
            frame: Frame::new(directory, "/compatibility", String::new()),
            license_base: library.site.license_base(),
            contexts: MAIN_CONTEXTS
                .map(|(name, context)| ContextChoice { name, words: context_words(context) })
                .into(),
            graph: Library::DEFAULT_GRAPH,
            parents: listed.iter().filter(|(_, license)| license.port_of.is_none()).count(),
            licenses: listed.into_iter().map(|(id, license)| choice(directory, id, license)).collect(),
            assets,
            acts: vocabulary
                .terms
                .keys()
                .filter(|iri| vocabulary.is_action(iri))
                .map(|iri| ActName { iri, label: vocabulary.label(iri) })
                .collect(),
            rules: Rule::ALL.iter().map(|(rule, _)| words(*rule)).collect(),
            has_agreement: directory.agreements.is_some(),
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
        rank: license.strength.map_or(Strength::ALL.len(), |strength| strength as usize),
    }
}

/// A main context in a few words.
const fn context_words(context: Context) -> &'static str {
    match (context.usage, context.shipping) {
        (Use::Merged, _) => "copied or adapted, shipped as a binary",
        (_, Shipping::Service) => "linked or bundled, offered as a service",
        _ => "linked or bundled, shipped as a binary",
    }
}

/// The meaning of a rule (spec:reasoning#containment).
fn words(rule: Rule) -> RuleWords {
    let (title, meaning, answer) = match rule {
        Rule::Limited => ("Limited use", "The license of the part does not allow this purpose.", "no"),
        Rule::Same => {
            ("Same text", "Both are the same license text.", "yes, or yes, if you meet the conditions")
        }
        Rule::Later => (
            "Later version",
            "The license of the part lets you choose a later version, and the license of the work is one.",
            "yes, under another license",
        ),
        Rule::Named => (
            "Named license",
            "The license of the part permits relicensing of the part under the license of the work.",
            "yes, under another license",
        ),
        Rule::ByWayOf => (
            "Under another license",
            "The license of the part lets you choose a later version or another license, and the work may contain parts \
             under that.",
            "yes, under another license",
        ),
        Rule::Beside => (
            "Combination allowed",
            "The license of the part lets the part be combined with works under the license of the work. Each keeps its \
             license.",
            "yes, or yes, if you meet the conditions",
        ),
        Rule::Excepted => (
            "Exception",
            "An exception of the license of the part lets the work have other terms.",
            "yes, or yes, if you meet the conditions",
        ),
        Rule::Barred => {
            ("Barred", "The license of the part prohibits what the context does with the part.", "no")
        }
        Rule::Withheld => (
            "Withheld",
            "The license of the work grants an act that the license of the part prohibits.",
            "no",
        ),
        Rule::Restricted => (
            "Restricted use",
            "The license of the part limits use, and the license of the work does not.",
            "no",
        ),
        Rule::Kept => (
            "Kept",
            "Share-alike of the part reaches the work, so the work must be under the license of the part.",
            "no",
        ),
        Rule::Claimed => (
            "Further condition",
            "The license of the work covers the whole work, and does not accept a condition of the part.",
            "no",
        ),
        Rule::Locked => (
            "Locked",
            "The license of the work covers the whole work, but the part must stay under its own license.",
            "no",
        ),
    };
    RuleWords { name: rule.word(), title, meaning, answer }
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
            contexts: vec![ContextChoice { name: "combined-binary", words: "linked & bundled" }],
            graph: "dg_default",
            licenses: vec![
                LicenseChoice {
                    id: "A",
                    title: "A \"license\" <script>",
                    has_spdx: true,
                    port_of: "",
                    assets: "dcmitype:Software dcmitype:Text".to_owned(),
                    rank: 0,
                },
                LicenseChoice {
                    id: "B",
                    title: "",
                    has_spdx: false,
                    port_of: "A",
                    assets: String::new(),
                    rank: 1,
                },
            ],
            parents: 1,
            assets: vec![AssetChoice {
                name: "dcmitype:Text".to_owned(),
                label: Reference::plain("Text & more"),
            }],
            acts: vec![ActName { iri: "https://x.example/a", label: "Act <b>" }],
            rules: Rule::ALL.iter().map(|(rule, _)| words(*rule)).collect(),
            has_agreement: true,
        };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        for expected in [
            "A &quot;license&quot; &lt;script&gt;",
            "data-port=\"A\"",
            "linked &amp; bundled",
            "Text &amp; more",
            "Act &lt;b&gt;",
            "action=\"/license-compatibility-checker\"",
            "muniment matrix",
            "<noscript>",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        for (rule, word) in Rule::ALL {
            assert!(html.contains(&format!("id=\"rule-{word}\"")), "{rule:?}");
        }
        assert!(!html.contains(" style=") && !html.contains("<style"));
    }

    #[test]
    fn no_two_rules_have_the_same_words() {
        let titles: BTreeSet<&str> = Rule::ALL.iter().map(|(rule, _)| words(*rule).title).collect();
        assert_eq!(titles.len(), Rule::ALL.len());
    }
}
