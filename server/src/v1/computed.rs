use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_DISPOSITION, HeaderValue};
use muniment::api::v1::{
    Call, GraphComparison, GraphIdentity, Refused, actions, attachment, axiom_list, comparison_document,
    default_rules, faceted_search, graph_comparison, history_page, license_file, list, spdx_answer,
    suggestions,
};
use muniment::find::Comparison;
use muniment::model::{DependencyGraph, GraphId, Model};
use muniment::reason::compare_graphs;

use super::{Version1, json};
use crate::knowledge::Knowledge;

impl Version1 {
    /// What depends on more than a path: answered from the library in memory.
    pub(super) fn computed(&self, call: &Call) -> Result<Response, Refused> {
        let knowledge = &*self.knowledge;
        let (library, index) = (knowledge.catalog.library, &knowledge.index);
        let ok = StatusCode::OK;
        Ok(match call {
            Call::List(query) => json(ok, &list(index, query)),
            Call::Search(search, ports, window) => json(ok, &faceted_search(index, search, *ports, *window)),
            Call::Compare(ids) => {
                let comparison = Comparison::new(library, ids)
                    .map_err(|outside| Refused::sentence(422, outside.to_string()))?;
                json(ok, &comparison_document(&comparison))
            }
            Call::Actions(query) => json(ok, &actions(library, *query)),
            Call::Spdx(asked) => {
                let unknown =
                    || Refused::sentence(404, format!("No license has the SPDX identifier {asked}"));
                let found = index.spdx().resolve(asked).ok_or_else(unknown)?;
                json(ok, &spdx_answer(library, &found))
            }
            Call::History(query) => json(ok, &history_page(knowledge.catalog, *query)),
            Call::Suggest(keyword) => json(ok, &suggestions(index, keyword)),
            Call::LicenseFile(id, query) => {
                let (_, model) = library
                    .license_ignoring_case(id.as_str())
                    .ok_or_else(|| Refused::unknown_license(id.as_str()))?;
                let mut response = json(ok, &license_file(library, model, query));
                if let Ok(value) = HeaderValue::from_str(&attachment("license.json")) {
                    response.headers_mut().insert(CONTENT_DISPOSITION, value);
                }
                response
            }
            Call::Axioms(id) => json(ok, &axiom_list(&self.graph(id)?.1.current.content)),
            Call::Rules(id) => {
                let (_, model) = self.graph(id)?;
                json(ok, &default_rules(&model.iri, &model.current.content, library))
            }
            Call::CompareGraphs(left, right) => json(ok, &compared_graphs(knowledge, left, right)?),
            Call::Stored(_)
            | Call::License(_)
            | Call::Compatibility(_)
            | Call::Consistency(_)
            | Call::Beyond(_) => return Err(Refused::not_found()),
        })
    }

    fn graph(&self, id: &GraphId) -> Result<Known, Refused> {
        graph(&self.knowledge, id)
    }
}

/// A core graph with its identifier.
type Known = (&'static GraphId, &'static Model<DependencyGraph>);

/// The core graph of an identifier.
pub fn graph(
    knowledge: &Knowledge,
    id: &GraphId,
) -> Result<(&'static GraphId, &'static Model<DependencyGraph>), Refused> {
    let known = knowledge.catalog.library.graphs.get_key_value(id);
    known.ok_or_else(|| Refused::unknown_graph(id.as_str()))
}

/// Two graphs side by side (document 1 §4.4).
pub fn compared_graphs(
    knowledge: &Knowledge,
    left: &GraphId,
    right: &GraphId,
) -> Result<GraphComparison<'static>, Refused> {
    let library = knowledge.catalog.library;
    let (left, right) = (graph(knowledge, left)?, graph(knowledge, right)?);
    let terms = library.site.terms();
    let difference = compare_graphs(&left.1.current.content, &right.1.current.content, &terms);
    let identity = |(id, model): Known| GraphIdentity::of(id, model);
    Ok(graph_comparison(identity(left), identity(right), &difference, library))
}
