//! What is done with dependency graphs of accounts (spec:version-1#states), by the API and by the website.

use muniment_documents::api::v1::{GraphInput, Refused};
use muniment_licenses::model::GraphId;
use muniment_rdf::{Graph, Syntax, canonicalize, read};

use super::compose::no_randomness;
use super::{Caller, GraphVersions, Held, Kind, Visibility};
use crate::app::App;
use crate::auth::{AccountId, account_graph_id};
use crate::store::{Account, Conflict, Content, Publication, State, StoreError};

/// A graph that has just been made.
#[derive(Debug)]
pub struct CreatedGraph {
    /// Its identifier.
    pub id: GraphId,
    /// Its address: a draft lies in the space of its account.
    pub iri: String,
    /// Where it stands.
    pub state: State<GraphId>,
}

impl App {
    /// Publishes a new graph, or keeps it as a draft.
    pub async fn create_graph(
        &self,
        input: GraphInput,
        account: &Account,
        publish: bool,
    ) -> Result<CreatedGraph, Refused> {
        let id = account_graph_id(&*self.randomness).map_err(no_randomness)?;
        let state = if publish { State::Published { at: self.now() } } else { State::Draft };
        let iri = id.iri(&account.id, &state, self.library_site());
        let content = self.graph_content(input, &iri, &account.id)?;
        self.keep_new(id.clone(), account.id, content, publish, None).await?;
        Ok(CreatedGraph { id, iri, state })
    }

    /// Saves a new version of a graph, made from the version `base`, and says its number.
    ///
    /// # Errors
    /// 403 for who may not change it; 409 if another version stands by now, and then nothing is saved.
    pub async fn revise_graph(
        &self,
        held: &Held<GraphId>,
        base: u32,
        input: GraphInput,
        note: &str,
    ) -> Result<u32, Refused> {
        let actor = held.editor()?;
        let row = &held.owned.row;
        let content = self.graph_content(input, &held.owned.model.iri, &row.owner)?;
        Ok(self.store.save(&self.edit(&row.id, actor, base, content, note)).await?)
    }

    /// Publishes a draft as it stands, if the version `base` still does. A draft lies in the space of its account, so
    /// all its versions are written anew under the address of published graphs.
    ///
    /// # Errors
    /// 403 for who does not own it; 409 if it is published already, or another version stands by now.
    pub async fn publish_graph(
        &self,
        held: &Held<GraphId>,
        base: u32,
        caller: &Caller,
    ) -> Result<(), Refused> {
        let account = held.owner("publishes")?.account;
        let id = &held.owned.row.id;
        let Visibility::Visible(graph) = self.graph_versions(id, caller).await? else {
            return Err(Refused::unknown_graph(id.as_str()));
        };
        if !graph.row.state.is_draft() {
            return Err(StoreError::from(Conflict::NotADraft).into());
        }
        let publication = Publication {
            model: id.clone(),
            base,
            revisions: self.published(&graph)?,
            account,
            at: self.now(),
        };
        Ok(self.store.publish_rewritten(&publication).await?)
    }

    /// What each version of a draft says under the address of published graphs.
    fn published(&self, draft: &GraphVersions) -> Result<Vec<Content>, StoreError> {
        let unreadable = || StoreError::Unreadable { column: "document" };
        let iri = self.library_site().graph_iri(&draft.row.id);
        let versions = draft.versions.iter().map(|kept| {
            let triples =
                read(Syntax::NTriples, kept.content.document.as_bytes()).map_err(|_| unreadable())?;
            let canonical =
                canonicalize(&triples.renamed(&draft.model.iri, &iri)).map_err(|_| unreadable())?;
            let content = kept.content.clone();
            Ok(Content { hash: canonical.hash(), document: canonical.into_text(), ..content })
        });
        versions.collect()
    }

    /// What is kept of a graph.
    fn graph_content(&self, input: GraphInput, iri: &str, owner: &AccountId) -> Result<Content, Refused> {
        let profile = self.library_site().profile_iri(owner.as_str());
        let triples: Graph = input.to_graph(iri, &profile, self.clock.today());
        let canonical = canonicalize(&triples).map_err(|error| Refused::sentence(422, error.to_string()))?;
        Ok(Content {
            axioms: u32::try_from(input.statements.axioms.len()).unwrap_or(u32::MAX),
            title: input.title,
            description: input.description,
            hash: canonical.hash(),
            document: canonical.into_text(),
        })
    }
}
