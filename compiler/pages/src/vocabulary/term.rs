use serde::Serialize;

use super::super::frame::Frame;
use super::super::reference::{Parts, Reference};
use super::super::{Directory, Page};
use super::{TermView, kind_of, term_view};
use muniment_licenses::model::Library;
use muniment_licenses::reason::{Labels, rule_sentence};

/// The page of a term of the library's own namespace.
#[derive(Debug, Serialize)]
pub(in super::super) struct TermPage<'a> {
    frame: Frame<'a>,
    term: TermView<'a>,
    iri: &'a str,
    /// Title and anchor of its group on the page of the vocabulary.
    kind: String,
    kind_anchor: String,
    /// Its instances, sorted by label.
    members: Vec<Reference>,
    graph: Reference,
    /// Axioms of the default graph about it.
    axioms: Vec<[Reference; 3]>,
    /// Default rules of the default graph about it.
    rules: Vec<RuleView>,
    /// The records that use it, by kind of use.
    uses: Vec<Use>,
}

#[derive(Debug, Serialize)]
struct RuleView {
    rule: Reference,
    sentence: String,
    is_adopted: bool,
}

/// Records with the same kind of use.
#[derive(Debug, Serialize)]
struct Use {
    /// `permitted`, `required`, `prohibited`, or `stated` for other terms.
    manner: &'static str,
    records: Vec<Reference>,
}

impl Page for TermPage<'_> {
    const TEMPLATE: &'static str = "pages/term.html";
}

impl<'a> TermPage<'a> {
    /// The page of an own term; `None` for other IRIs.
    pub(in super::super) fn new(directory: &'a Directory<'_>, iri: &str) -> Option<Self> {
        let library = directory.catalog.library;
        let vocabulary = &library.vocabulary.current.content;
        let (iri, term) = vocabulary.terms.get_key_value(iri)?;
        let address = format!("/ns/{}", iri.strip_prefix(&vocabulary.namespace)?);
        let (rank, class) = kind_of(directory, iri, term);
        let mut members: Vec<Reference> = vocabulary
            .terms
            .iter()
            .filter(|(_, other)| other.types.contains(iri))
            .map(|(other, _)| directory.term(other))
            .collect();
        members.sort_by(|a, b| a.key().cmp(&b.key()));
        let graph = library.graphs.get(Library::DEFAULT_GRAPH).map(|graph| &*graph.current.content);
        let axioms = graph.into_iter().flat_map(|graph| &graph.axioms);
        let rules = graph.into_iter().flat_map(|graph| &graph.rules);
        let labels = Labels::new(vocabulary);
        Some(Self {
            frame: Frame::of_rdf(directory, &address, address.clone()),
            term: term_view(directory, iri, term),
            iri,
            kind: rank.title(class),
            kind_anchor: rank.anchor(class),
            members,
            graph: directory.graph(Library::DEFAULT_GRAPH),
            axioms: axioms
                .filter(|axiom| axiom.subject == *iri || axiom.object == *iri)
                .map(|axiom| [&axiom.subject, &axiom.predicate, &axiom.object].map(|iri| directory.term(iri)))
                .collect(),
            rules: rules
                .filter(|rule| [&rule.action, &rule.outcome, &rule.jurisdiction].contains(&iri))
                .map(|rule| {
                    let slug = rule.iri.rsplit(['/', '#']).next().unwrap_or(&rule.iri);
                    let text = if rule.label.is_empty() { slug } else { &rule.label }.to_owned();
                    let href = format!("/dependency-graph/{}#rule-{slug}", Library::DEFAULT_GRAPH);
                    RuleView {
                        rule: Parts { text, href, ..Parts::default() }.into(),
                        sentence: rule_sentence(rule, &labels, &directory.own),
                        is_adopted: rule.adopted,
                    }
                })
                .collect(),
            uses: uses(directory, iri),
        })
    }
}

fn uses(directory: &Directory<'_>, iri: &str) -> Vec<Use> {
    let Some(usage) = directory.usage(iri) else { return Vec::new() };
    let of = |manner, places: &[usize]| Use { manner, records: directory.at(places) };
    let uses = [
        of("permitted", &usage.permit),
        of("required", &usage.require),
        of("prohibited", &usage.prohibit),
        of("stated", &usage.state),
    ];
    uses.into_iter().filter(|of| !of.records.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::{render, templates};
    use super::*;

    fn sample() -> TermPage<'static> {
        let act = || Reference::plain("Promote <it>");
        TermPage {
            frame: Frame::sample(),
            term: TermView {
                anchor: "promote".to_owned(),
                page: "/ns/promote".to_owned(),
                label: "<script>label</script>",
                name: "svc:promote".to_owned(),
                comment: "Speaking & <praising>.",
                records: 50,
                deprecated: true,
                replaced_by: Some(Reference::plain("Endorse & praise")),
                used_in: "duties",
                domain: Some(Reference::plain("Set")),
                range: None,
            },
            iri: "https://sample.example/ns#promote",
            kind: "Actions".to_owned(),
            kind_anchor: "kind-actions".to_owned(),
            members: vec![act()],
            graph: Reference::plain("Core"),
            axioms: vec![[act(), Reference::plain("implies"), Reference::plain("Notice")]],
            rules: vec![RuleView {
                rule: Reference::plain("No endorsement"),
                sentence: "Everywhere, \"Promote\" is not permitted.".to_owned(),
                is_adopted: false,
            }],
            uses: vec![Use { manner: "permitted", records: (0..50).map(|_| act()).collect() }],
        }
    }

    #[test]
    fn the_sample_renders_and_escapes() {
        let html = render(&templates::environment().unwrap(), &sample()).unwrap();
        for expected in [
            "<h1>&lt;script&gt;label&lt;/script&gt;",
            "Speaking &amp; &lt;praising&gt;.",
            "Endorse &amp; praise",
            "https://sample.example/ns#promote",
            "href=\"/ns#kind-actions\"",
            "Promote &lt;it&gt;",
            "proposed",
            "Permitted by 50 records",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        assert!(!html.contains("<details open"), "a long list is folded");
    }

    #[test]
    fn an_unused_term_is_marked() {
        let page = TermPage {
            members: Vec::new(),
            axioms: Vec::new(),
            rules: Vec::new(),
            uses: Vec::new(),
            ..sample()
        };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        assert!(html.contains("No record uses this term."));
    }
}
