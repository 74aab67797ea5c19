use schemars::JsonSchema;
use serde::Serialize;

use super::call::Call;
use super::row::{Access, Media, Route, Row, Tag, Words};
use crate::api::openapi::parameter::{Parameter, flag_or};
use crate::api::openapi::schema::Iri;
use crate::api::v2::body;
use muniment_licenses::model::{ActionEntry, Library, Vocabulary};
use muniment_rdf::Prefixes;

static DUTIES_ONLY: Parameter =
    Parameter::query("duties_only", "Whether to list only acts that a duty may name.", || flag_or(false))
        .faulty();

static INCLUDE_REASONING_TERMS: Parameter = Parameter::query(
    "include_reasoning_terms",
    "Whether to list also acts that only dependency graphs name.",
    || flag_or(false),
)
.faulty();

pub(super) static LIST_ACTIONS: Row = Row {
    parameters: &[&DUTIES_ONLY, &INCLUDE_REASONING_TERMS],
    ..Row::new(
        Route::get("/licenselibrary/actions", "listActions", Access::Anyone),
        Words::of(
            Tag::Licenses,
            "Acts and asset types",
            "What a license can be composed of, by label. The two flags can be combined.",
        ),
        Media::json::<Actions<'_>>(),
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
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Actions<'l> {
    actions: Vec<ActionRow<'l>>,
    asset_types: Vec<AssetType<'l>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct ActionRow<'l> {
    iri: Iri<&'l str>,
    /// Its compact name, which the composer takes.
    curie: String,
    label: &'l str,
    description: &'l str,
    /// Whether a permission or prohibition may name it.
    rule_action: bool,
    /// Whether a duty may name it.
    duty_action: bool,
    #[schemars(extend("enum" = ["action", "duty", "reasoning"]))]
    group: &'l str,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct AssetType<'l> {
    iri: Iri<&'l str>,
    label: &'l str,
}

/// The acts of the vocabulary, by label.
#[must_use]
pub fn actions<'l>(library: &'l Library, query: ActionsQuery) -> Actions<'l> {
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
    let label = |iri: &'l str| AssetType { iri: Iri(iri), label: vocabulary.label(iri) };
    Actions { actions, asset_types: library.asset_types.iter().map(|iri| label(iri)).collect() }
}

fn row<'l>(vocabulary: &'l Vocabulary, prefixes: &Prefixes, entry: &'l ActionEntry) -> ActionRow<'l> {
    ActionRow {
        iri: Iri(&entry.term),
        curie: prefixes.compact(&entry.term),
        label: vocabulary.label(&entry.term),
        description: vocabulary.terms.get(&entry.term).map(|term| term.comment.as_str()).unwrap_or_default(),
        rule_action: false,
        duty_action: false,
        group: &entry.group,
    }
}
