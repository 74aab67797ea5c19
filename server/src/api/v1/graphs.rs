use std::collections::BTreeMap;
use std::sync::Arc;

use axum::response::Response;
use http::StatusCode;
use http::request::Parts;
use muniment_documents::api::forms::FormError;
use muniment_documents::api::v1::{
    self, GraphComparison, GraphCreated, GraphIdentity, GraphInput, GraphList, Operation, Refused, Stored,
    Subject, VersionAsked, axiom_list, default_rules, graph_comparison, graph_list, version_list,
};
use muniment_documents::wire::{CacheState, Class, Representation};
use muniment_library::history::VersionFacts;
use muniment_licenses::model::{DependencyGraph, GraphId, Model};
use muniment_licenses::reason::{Theory, compare_graphs};

use super::composed::Unmade;
use super::composer::BodyKind;
use super::{answer_form, json};
use crate::accounts::{Caller, CreatedGraph, Kind, ReadableGraph, unanswered};
use crate::app::App;
use crate::library::{Address, LoadedLibrary, Made, wanted};
use crate::store::{Account, ModelSummary};

/// Two graphs side by side (spec:version-1#graph-endpoints).
#[must_use]
pub fn compared_graphs<'g>(
    loaded: &'g LoadedLibrary,
    left: (&'g GraphId, &'g Model<DependencyGraph>),
    right: (&'g GraphId, &'g Model<DependencyGraph>),
) -> GraphComparison<'g> {
    let library = loaded.library();
    let difference = compare_graphs(&left.1.current.content, &right.1.current.content, &library.site.terms());
    let identity = |(id, model)| GraphIdentity::of(id, model);
    graph_comparison(identity(left), identity(right), &difference, library)
}

impl App {
    /// Operation 5.
    pub(super) async fn answer_axioms(&self, id: &GraphId, caller: &Caller) -> Result<Response, Refused> {
        let graph = self.readable_graph(id, caller).await?;
        Ok(json(StatusCode::OK, &axiom_list(&graph.named().1.current.content)))
    }

    /// The default rules of a graph; those of accounts have none.
    pub(super) async fn answer_rules(&self, id: &GraphId, caller: &Caller) -> Result<Response, Refused> {
        let graph = self.readable_graph(id, caller).await?;
        let (_, model) = graph.named();
        let library = self.served.loaded.library();
        Ok(json(StatusCode::OK, &default_rules(&model.iri, &model.current.content, library)))
    }

    /// Two graphs side by side.
    pub(super) async fn compare_graphs(
        &self,
        left: &GraphId,
        right: &GraphId,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let left = self.readable_graph(left, caller).await?;
        let right = self.readable_graph(right, caller).await?;
        Ok(json(StatusCode::OK, &compared_graphs(&self.served.loaded, left.named(), right.named())))
    }

    /// What follows from a graph.
    pub(super) async fn theory_of(&self, id: &GraphId, caller: &Caller) -> Result<Arc<Theory>, Refused> {
        match self.readable_graph(id, caller).await? {
            ReadableGraph::Core(id, _) => self.core_theory(id),
            ReadableGraph::OfAccount(graph) => Ok(graph.reading),
        }
    }

    /// What follows from a graph of the library.
    pub(super) fn core_theory(&self, id: &GraphId) -> Result<Arc<Theory>, Refused> {
        let iri = self.library_site().graph_iri(id);
        let theory = self.served.loaded.reasoner().theory(&iri);
        theory.cloned().ok_or_else(|| Refused::unknown_graph(id.as_str()))
    }

    /// The graphs that can be chosen: the core graphs, and published ones that are shared with the caller
    /// (spec:version-1#graph-endpoints).
    pub(super) async fn answer_graphs(&self, caller: &Caller) -> Result<Response, Refused> {
        if *caller == Caller::Unverified {
            return Err(unanswered());
        }
        let list = graph_list(self.served.loaded.library());
        let Some(account) = caller.account() else { return Ok(json(StatusCode::OK, &list)) };
        let mut own = self.store.models_of(&account.id).await?;
        own.retain(|graph| !graph.state.is_draft());
        let entries = self.entries(own);
        Ok(json(StatusCode::OK, &list.and(&entries)))
    }

    /// The graphs of an account, drafts among them.
    pub(super) async fn own_graphs(&self, account: &Account) -> Result<Response, Refused> {
        let own = self.store.models_of(&account.id).await?;
        let entries = self.entries(own);
        Ok(json(StatusCode::OK, &GraphList::of_account(&entries)))
    }

    fn entries(&self, own: Vec<ModelSummary<GraphId>>) -> Vec<v1::AccountGraph> {
        let site = self.library_site();
        let entry = |graph: ModelSummary<GraphId>| v1::AccountGraph {
            iri: graph.id.iri(&graph.owner, &graph.state, site),
            id: graph.id,
            title: graph.title,
            description: graph.description,
            status: graph.state.kind().word(),
            version: graph.revision,
            axioms: usize::try_from(graph.axioms).unwrap_or(usize::MAX),
            role: graph.role.word(),
        };
        own.into_iter().map(entry).collect()
    }

    /// A graph is published, or kept as a draft; what is refused leaves nothing (spec:version-1#states,
    /// spec:version-1#graph-endpoints).
    pub(super) async fn post_graph(
        &self,
        publish: bool,
        title: Option<&str>,
        account: &Account,
        request: &Parts,
        content: &[u8],
    ) -> Result<Response, Refused> {
        let library = self.served.loaded.library();
        let vocabulary = &library.vocabulary.current.content;
        let input = match BodyKind::of(&request.headers)? {
            BodyKind::Turtle => GraphInput::from_turtle(content, title, vocabulary, &library.site)?,
            BodyKind::Json => GraphInput::from_json(content, title, vocabulary, &library.site)?,
        };
        let (axioms, warnings) = (input.statements.axioms.len(), input.statements.warnings.clone());
        let CreatedGraph { id, iri, state } = self.create_graph(input, account, publish).await?;
        Ok(json(
            StatusCode::CREATED,
            &GraphCreated {
                id: id.to_string(),
                uri: iri.clone(),
                iri,
                status: state.kind().word(),
                version: 1,
                axioms,
                warnings,
            },
        ))
    }

    /// The versions of an account's graph, or one of them (spec:version-1#library-endpoints).
    pub(super) async fn account_graph(
        &self,
        id: &GraphId,
        stored: &Stored,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Option<Response>, Refused> {
        let Some(graph) = self.readable_versions(id, caller).await? else { return Ok(None) };
        let history = graph.history();
        let asked = match &stored.of {
            Subject::GraphVersion(_, asked) => asked,
            _ if stored.operation == Operation::ListGraphVersions => {
                return Ok(Some(json(StatusCode::OK, &version_list(&history))));
            }
            _ => return Ok(history.change_log.map(|log| json(StatusCode::OK, &v1::change_log(log)))),
        };
        let facts = match asked {
            VersionAsked::Numbered(number) => history.version(*number),
            VersionAsked::Never(_) => None,
        };
        let facts = facts.ok_or_else(|| Refused::unknown_version(asked))?;
        let wanted = wanted(Class::GraphVersion, None, None, &request.headers);
        let address = version(facts, wanted, &self.served.loaded).map_err(Unmade::refused)?;
        answer_form(&address, None, request).map(Some)
    }
}

/// A version of an account's graph, which no cache but that of the caller may keep.
fn version(
    facts: &VersionFacts<'_>,
    wanted: Option<Representation>,
    loaded: &LoadedLibrary,
) -> Result<Address, Unmade> {
    let made = Made {
        hash: facts.content_hash,
        cache: if facts.is_latest() { CacheState::Current } else { CacheState::Immutable },
        headers: &BTreeMap::new(),
        elsewhere: None,
        is_private: true,
    };
    Address::made(Class::GraphVersion, made, wanted, |form| {
        let outline = facts.outline().map_err(FormError::from)?;
        Ok(loaded.forms().of_version(facts, &outline, form)?)
    })
}
