mod term;
mod usage;

use std::collections::BTreeMap;

use serde::Serialize;

use super::frame::Frame;
use super::reference::Reference;
use super::versions::Versions;
use super::{Directory, Page};
use muniment_documents::api::v2::model_address;
use muniment_licenses::model::terms::owl;
use muniment_licenses::model::{ModelKind, VocabularyTerm};

pub(super) use term::TermPage;
pub(super) use usage::{Usage, usage};

/// The page of the vocabulary.
#[derive(Debug, Serialize)]
pub(super) struct VocabularyPage<'a> {
    frame: Frame<'a>,
    title: &'a str,
    namespace: &'a str,
    prefix: &'a str,
    /// Terms of the library's own namespace.
    own_terms: usize,
    /// Records of the library.
    records: usize,
    kinds: Vec<Kind<'a>>,
    versions: Versions<'a>,
}

/// Terms of one kind, in order of their labels.
#[derive(Debug, Serialize)]
struct Kind<'a> {
    title: String,
    anchor: String,
    terms: Vec<TermView<'a>>,
}

#[derive(Debug, Serialize)]
struct TermView<'a> {
    anchor: String,
    /// Address of the page of an own term; may be empty.
    page: String,
    label: &'a str,
    name: String,
    comment: &'a str,
    /// Number of records that use it.
    records: usize,
    deprecated: bool,
    replaced_by: Option<Reference>,
    /// Allowed positions of an act; empty for other terms.
    used_in: &'static str,
    domain: Option<Reference>,
    range: Option<Reference>,
}

impl Page for VocabularyPage<'_> {
    const TEMPLATE: &'static str = "pages/vocabulary.html";
}

impl<'a> VocabularyPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>) -> Self {
        let library = directory.catalog.library;
        let history = &directory.catalog.vocabulary;
        let vocabulary = &library.vocabulary.current.content;
        let mut by_kind: BTreeMap<(Rank, &str), Vec<TermView<'_>>> = BTreeMap::new();
        for (iri, term) in &vocabulary.terms {
            by_kind.entry(kind_of(directory, iri, term)).or_default().push(term_view(directory, iri, term));
        }
        let kinds = by_kind
            .into_iter()
            .map(|((rank, class), mut terms)| {
                terms.sort_by_cached_key(|term| {
                    (term.deprecated, term.label.to_lowercase(), term.anchor.clone())
                });
                Kind { title: rank.title(class), anchor: rank.anchor(class), terms }
            })
            .collect();
        Self {
            frame: Frame::new(directory, "/ns", model_address(ModelKind::Vocabulary, "")),
            title: if vocabulary.title.is_empty() { "Vocabulary" } else { &vocabulary.title },
            namespace: &vocabulary.namespace,
            prefix: &library.site.vocabulary_prefix,
            own_terms: vocabulary.own_terms().count(),
            records: library.licenses.len(),
            kinds,
            versions: Versions::of(directory, history, false),
        }
    }
}

/// Kinds of terms in the order of the page; individuals of own classes are grouped by class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Action,
    ObjectProperty,
    DatatypeProperty,
    Class,
    Value,
    Concept,
    Foreign,
}

impl Rank {
    fn title(self, class: &str) -> String {
        match self {
            Self::Action => "Actions".to_owned(),
            Self::ObjectProperty => "Properties that name a thing".to_owned(),
            Self::DatatypeProperty => "Properties that hold a value".to_owned(),
            Self::Class => "Classes".to_owned(),
            Self::Value => class.to_owned(),
            Self::Concept => "Other concepts".to_owned(),
            Self::Foreign => "Terms of other vocabularies".to_owned(),
        }
    }

    /// Local names contain no hyphen, so these anchors are unique.
    fn anchor(self, class: &str) -> String {
        match self {
            Self::Action => "kind-actions".to_owned(),
            Self::ObjectProperty => "kind-object-properties".to_owned(),
            Self::DatatypeProperty => "kind-datatype-properties".to_owned(),
            Self::Class => "kind-classes".to_owned(),
            Self::Value => format!("kind-{}", class.to_lowercase().replace(' ', "-")),
            Self::Concept => "kind-concepts".to_owned(),
            Self::Foreign => "kind-foreign".to_owned(),
        }
    }
}

fn kind_of<'a>(directory: &'a Directory<'_>, iri: &str, term: &'a VocabularyTerm) -> (Rank, &'a str) {
    let vocabulary = &directory.catalog.library.vocabulary.current.content;
    let is = |class: &str| term.types.contains(class);
    if !iri.starts_with(&vocabulary.namespace) {
        (Rank::Foreign, "")
    } else if vocabulary.is_action(iri) {
        (Rank::Action, "")
    } else if is(owl::OBJECT_PROPERTY) {
        (Rank::ObjectProperty, "")
    } else if is(owl::DATATYPE_PROPERTY) {
        (Rank::DatatypeProperty, "")
    } else if is(owl::CLASS) {
        (Rank::Class, "")
    } else {
        let class = term.types.iter().find(|class| class.starts_with(&vocabulary.namespace));
        class.map_or((Rank::Concept, ""), |class| (Rank::Value, vocabulary.label(class)))
    }
}

fn term_view<'a>(directory: &'a Directory<'_>, iri: &'a str, term: &'a VocabularyTerm) -> TermView<'a> {
    let vocabulary = &directory.catalog.library.vocabulary.current.content;
    let own = &directory.own;
    let used_in = match (vocabulary.is_rule_action(iri, own), vocabulary.is_duty_action(iri, own)) {
        (true, true) => "permissions, prohibitions and duties",
        (true, false) => "permissions and prohibitions",
        (false, true) => "duties",
        (false, false) => "",
    };
    TermView {
        anchor: directory.anchor(iri),
        page: iri.strip_prefix(&vocabulary.namespace).map(|local| format!("/ns/{local}")).unwrap_or_default(),
        label: vocabulary.label(iri),
        name: directory.prefixes.compact(iri),
        comment: &term.comment,
        records: directory.usage(iri).map_or(0, |usage| usage.records),
        deprecated: term.deprecated,
        replaced_by: term.replaced_by.as_deref().map(|iri| directory.term(iri)),
        used_in,
        domain: term.domain.as_deref().map(|iri| directory.term(iri)),
        range: term.range.as_deref().map(|iri| directory.term(iri)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    #[test]
    fn the_sample_renders_and_escapes() {
        let term = |anchor: &'static str, deprecated| TermView {
            anchor: anchor.to_owned(),
            page: format!("/ns/{anchor}"),
            records: 7,
            label: "<script>label</script>",
            name: format!("svc:{anchor}"),
            comment: "Speaking & <praising>.",
            deprecated,
            replaced_by: deprecated.then(|| Reference::plain("Attribution")),
            used_in: if deprecated { "" } else { "duties" },
            domain: deprecated.then(|| Reference::plain("Set")),
            range: deprecated.then(|| Reference::plain("string")),
        };
        let page = VocabularyPage {
            frame: Frame::sample(),
            title: "Words",
            namespace: "https://sample.example/ns#",
            prefix: "svc",
            own_terms: 2,
            records: 9,
            kinds: vec![Kind {
                title: Rank::Value.title("Review Status"),
                anchor: Rank::Value.anchor("Review Status"),
                terms: vec![term("promote", false), term("old", true)],
            }],
            versions: Versions::sample(),
        };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        for expected in [
            "id=\"promote\"",
            "id=\"kind-review-status\"",
            "Review Status",
            "&lt;script&gt;label&lt;/script&gt;",
            "Speaking &amp; &lt;praising&gt;.",
            "Deprecated",
            "href=\"/ns/promote\"",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
    }
}
