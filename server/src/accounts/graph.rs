use muniment::api::v1::draft_graph_iri;
use muniment::history::ModelHistory;
use muniment::model::{Day, DependencyGraph, GraphId, Model, Site};
use muniment::rdf::{Graph as Triples, Syntax, read};

use super::{Accounts, Caller};
use crate::auth::{AccountId, is_drawn_id};
use crate::clock::day;
use crate::store::{Graph, GraphState, Shared, StoreError};

/// A dependency graph of an account, as a model like those of the library.
#[derive(Debug)]
pub struct AccountGraph {
    /// What the store keeps of it.
    pub row: Graph,
    /// What its versions say.
    pub model: Model<DependencyGraph>,
    /// The day each version was saved on, ascending.
    days: Vec<Day>,
}

/// What there is of something for whoever asks.
#[derive(Debug)]
pub enum Sight<T> {
    /// There is no such thing.
    Unknown,
    /// There is, and they may not see it.
    Hidden,
    /// They may see it.
    Visible(T),
}

impl AccountGraph {
    /// Its versions.
    #[must_use]
    pub fn history(&self) -> ModelHistory<'_> {
        ModelHistory::of_account_graph(&self.row.id, &self.model, word(self.row.state), &self.days)
    }
}

/// The word for the state of a graph in answers (document 1 §3).
#[must_use]
pub fn word(state: GraphState) -> &'static str {
    match state {
        GraphState::Draft => "draft",
        GraphState::Published { .. } => "published",
    }
}

/// The IRI of a graph of an account: a draft lies in the space of the account.
#[must_use]
pub fn iri(id: &GraphId, owner: &AccountId, state: GraphState, site: &Site) -> String {
    match state {
        GraphState::Draft => draft_graph_iri(owner.as_str(), id, site),
        GraphState::Published { .. } => site.graph_iri(id),
    }
}

impl Accounts {
    /// A graph of an account. Published or not, it is for those it is something to, and for administrators (document 1
    /// §4.4).
    pub async fn graph(&self, id: &GraphId, caller: &Caller) -> Result<Sight<AccountGraph>, StoreError> {
        if !is_drawn_id(id.as_str()) {
            return Ok(Sight::Unknown);
        }
        let Some(row) = self.store.graph(id).await? else { return Ok(Sight::Unknown) };
        if !self.may_see(Shared::Graph(id), caller).await? {
            return Ok(Sight::Hidden);
        }
        self.of_row(row).await.map(Sight::Visible)
    }

    async fn of_row(&self, row: Graph) -> Result<AccountGraph, StoreError> {
        let unreadable = || StoreError::Unreadable { column: "document" };
        let parsed = |document: &str| -> Result<Triples, StoreError> {
            read(Syntax::NTriples, document.as_bytes()).map_err(|_| unreadable())
        };
        let site = &self.knowledge.catalog.library.site;
        let mut versions = self.store.graph_versions(&row.id).await?;
        versions.reverse();
        let mut graphs = Vec::with_capacity(versions.len());
        for version in &versions {
            let content = self.store.graph_version(&row.id, version.version).await?.ok_or_else(unreadable)?;
            graphs.push(parsed(&content.document)?);
        }
        let iri = iri(&row.id, &row.owner, row.state, site);
        let model = Model::of_an_account(&iri, graphs, site).map_err(|_| unreadable())?;
        let days = versions.iter().map(|version| day(version.saved_at)).collect();
        Ok(AccountGraph { model: model.ok_or_else(unreadable)?, row, days })
    }
}
