use serde::Deserialize;

use super::folder::Folder;
use super::model::{ModelKindReader, graph, model};
use super::toml_file;
use muniment_licenses::model::{ActionEntry, Extent, Fault, Model, Place, Site, SourceFile, Vocabulary};
use muniment_rdf::Graph;

const ACTIONS: &str = "vocabulary/actions.toml";

/// Reads `vocabulary/` and `history/vocabulary/`, which are optional.
pub(super) fn load(data: &Folder<'_>, site: &Site, faults: &mut Vec<Fault>) -> Model<Vocabulary> {
    let namespace = site.ns_iri();
    let kind = ModelKindReader {
        extent: Extent::Whole,
        content: &|graph: &Graph, iri: &str| Vocabulary::read(graph, iri),
    };
    let id = site.vocabulary_id();
    let path = format!("vocabulary/{id}.ttl");
    let history = format!("history/vocabulary/{id}");
    let source = data.file(&path, faults);
    if source.is_none() {
        faults.push(Fault::error(
            65,
            Place::file(&path),
            "the library has no vocabulary",
            "define the terms of its namespace in this file",
        ));
    }
    let current = source.and_then(|source| {
        let graph = graph(&source, faults)?;
        Some((source, graph))
    });
    let read = current.and_then(|current| model(data, &kind, namespace.clone(), current, &history, faults));
    read.unwrap_or_else(|| {
        let graph = Graph::default();
        Model {
            extent: Extent::Whole,
            archived: Vec::new(),
            current: muniment_licenses::model::ModelVersion {
                number: muniment_licenses::model::VersionNumber::FIRST,
                content: Vocabulary::read(&graph, &namespace).into(),
                canonical: String::new().into(),
                content_hash: muniment_rdf::ContentHash::of(""),
                graph: graph.into(),
                source: SourceFile { path, bytes: Vec::new().into() },
            },
            iri: namespace,
            change_log: None,
            change_log_path: format!("{history}/changelog.toml"),
            change_log_source: Vec::new().into(),
        }
    })
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ActionsFile {
    #[serde(default)]
    action: Vec<ActionTable>,
    #[serde(default)]
    asset_type: Vec<AssetTypeTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionTable {
    term: String,
    group: String,
    composable: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AssetTypeTable {
    term: String,
}

/// Reads the acts and asset types for authoring.
pub(super) fn load_actions(
    data: &Folder<'_>,
    site: &Site,
    faults: &mut Vec<Fault>,
) -> (Vec<ActionEntry>, Vec<String>) {
    let file = toml_file::read::<ActionsFile>(data, ACTIONS, 65, faults).unwrap_or_default();
    let prefixes = site.all_prefixes();
    let mut expand = |term: &str| {
        let iri = prefixes.expand(term);
        if iri.is_none() {
            let help = "use a compact name with a prefix the records use";
            faults.push(Fault::error(
                65,
                Place::file(ACTIONS),
                format!("`{term}` is no known compact name"),
                help,
            ));
        }
        iri
    };
    let actions = file
        .action
        .into_iter()
        .filter_map(|a| {
            Some(ActionEntry { term: expand(&a.term)?, group: a.group, composable: a.composable })
        })
        .collect();
    let asset_types = file.asset_type.into_iter().filter_map(|a| expand(&a.term)).collect();
    (actions, asset_types)
}
