use serde::Serialize;

use super::call::Call;
use super::row::{Access, Media, Parameter, Route, Row, Tag, Words};
use crate::api::v2::body;
use muniment_licenses::model::{ActionEntry, Library, Vocabulary};
use muniment_rdf::Prefixes;

pub(super) static LIST_ACTIONS: Row = Row {
    parameters: &[Parameter::DutiesOnly, Parameter::IncludeReasoningTerms],
    ..Row::new(
        Route::get("/licenselibrary/actions", "listActions", Access::Anyone),
        Words::of(
            Tag::Licenses,
            "Acts and asset types",
            "What a license can be composed of, by label. The two flags can be combined.",
        ),
        Media::Document("Actions"),
        |sent| {
            let duties_only = sent.flag("duties_only");
            let include_reasoning_terms = sent.flag("include_reasoning_terms");
            let query = ActionsQuery { duties_only, include_reasoning_terms };
            Ok(Some(Call::of_the_library(move |read| Ok(body(&actions(read.library, query))?))))
        },
    )
};

/// Which acts are asked for (spec:version-1#library-endpoints).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ActionsQuery {
    /// Only those a duty may name.
    pub duties_only: bool,
    /// Those too that are not offered for authoring.
    pub include_reasoning_terms: bool,
}

/// The acts and asset types a license can be composed of.
#[derive(Debug, Clone, Serialize)]
pub struct Actions<'l> {
    actions: Vec<ActionRow<'l>>,
    asset_types: Vec<AssetType<'l>>,
}

#[derive(Debug, Clone, Serialize)]
struct ActionRow<'l> {
    iri: &'l str,
    curie: String,
    label: &'l str,
    description: &'l str,
    rule_action: bool,
    duty_action: bool,
    group: &'l str,
}

#[derive(Debug, Clone, Serialize)]
struct AssetType<'l> {
    iri: &'l str,
    label: &'l str,
}

/// The acts of the vocabulary, by label.
#[must_use]
pub fn actions(library: &Library, query: ActionsQuery) -> Actions<'_> {
    let vocabulary = &library.vocabulary.current.content;
    let (terms, prefixes) = (library.site.terms(), library.site.all_prefixes());
    let mut actions: Vec<ActionRow<'_>> = library
        .actions
        .iter()
        .filter(|entry| entry.composable || query.include_reasoning_terms)
        .map(|entry| ActionRow {
            rule_action: vocabulary.is_rule_action(&entry.term, &terms),
            duty_action: vocabulary.is_duty_action(&entry.term, &terms),
            ..row(vocabulary, &prefixes, entry)
        })
        .filter(|row| row.duty_action || !query.duties_only)
        .collect();
    actions.sort_by_key(|row| (row.label.to_lowercase(), row.iri));
    let label = |iri| AssetType { iri, label: vocabulary.label(iri) };
    Actions { actions, asset_types: library.asset_types.iter().map(|iri| label(iri)).collect() }
}

fn row<'l>(vocabulary: &'l Vocabulary, prefixes: &Prefixes, entry: &'l ActionEntry) -> ActionRow<'l> {
    ActionRow {
        iri: &entry.term,
        curie: prefixes.compact(&entry.term),
        label: vocabulary.label(&entry.term),
        description: vocabulary.terms.get(&entry.term).map(|term| term.comment.as_str()).unwrap_or_default(),
        rule_action: false,
        duty_action: false,
        group: &entry.group,
    }
}
