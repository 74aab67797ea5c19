use jiff::Timestamp;
use muniment_licenses::model::{GraphId, VersionNumber};

use super::super::accounts::require_open;
use super::super::audit::{Act, record};
use super::super::connect::{Store, Writing, sql};
use super::super::error::{Conflict, Noun, StoreError};
use super::super::row::version;
use super::super::shares::{Shared, give_to_owner};
use super::super::storage::Stored;
use super::{GraphContent, GraphEdit, GraphPublication, NewGraph, Status};
use crate::auth::AccountId;

impl Store {
    /// Publishes a new graph: the graph, its first version, its owner's share and the audit row, or none of them
    /// (spec:version-1#states).
    ///
    /// # Errors
    /// The owner is missing or closed; the identifier is in use; [`StoreError::Full`].
    pub async fn publish_graph(&self, new: &NewGraph) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        record(&mut writing, &new.owner, &Act::PublishedGraph(new.id.clone()), None, new.at).await?;
        self.insert_graph(&mut writing, new, Status::Published).await?;
        Ok(writing.commit().await?)
    }

    /// Keeps a new graph as a draft: the graph, its first version, its owner's share.
    ///
    /// # Errors
    /// The owner is missing or closed; the identifier is in use; [`StoreError::Full`].
    pub async fn draft_graph(&self, new: &NewGraph) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, &new.owner).await?;
        self.insert_graph(&mut writing, new, Status::Draft).await?;
        Ok(writing.commit().await?)
    }

    /// Publishes a draft as it stands: its versions under the IRI of published graphs, and its audit row.
    ///
    /// # Errors
    /// The account is missing or closed; [`Noun::Graph`] is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`],
    /// if another version stands than the one that was to be published.
    pub async fn publish_graph_draft(&self, publication: &GraphPublication) -> Result<(), StoreError> {
        let GraphPublication { graph, base, versions, account, at } = publication;
        let mut writing = self.write().await?;
        record(&mut writing, account, &Act::PublishedGraph(graph.clone()), None, *at).await?;
        let statement = "UPDATE graphs SET status = $3, published_at = $4 WHERE id = $1 AND status = $2
             RETURNING version";
        let published = sql(statement)
            .bind(graph.as_str())
            .bind(Status::Draft.word())
            .bind(Status::Published.word())
            .bind(at.as_millisecond())
            .fetch_optional(&mut *writing)
            .await?;
        let Some(row) = published else {
            return Err(missing_or(&mut writing, graph, Conflict::NotADraft).await);
        };
        if version(&row, "version")? != *base || u32::try_from(versions.len()) != Ok(base.get()) {
            return Err(Conflict::Outdated.into());
        }
        for (number, content) in (1_i64..).zip(versions) {
            content.require_storable("")?;
            sql("UPDATE graph_versions SET document = $3, content_hash = $4 WHERE graph = $1 AND version = $2")
                .bind(graph.as_str())
                .bind(number)
                .bind(&content.document)
                .bind(content.hash.to_string())
                .execute(&mut *writing)
                .await?;
        }
        Ok(writing.commit().await?)
    }

    /// Saves a new version of a graph, draft or published, and says its number.
    ///
    /// # Errors
    /// The account is missing or closed; [`Noun::Graph`] is missing; [`Conflict::Outdated`]; [`StoreError::Full`].
    pub async fn revise_graph(&self, edit: &GraphEdit) -> Result<VersionNumber, StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, &edit.account).await?;
        if let Some(owner) = Shared::Graph(&edit.graph).owner(&mut writing).await? {
            let (added, bytes) = ([Stored::GraphVersions], edit.content.bytes(&edit.note));
            self.require_room(&mut writing, &owner, &added, bytes, edit.at).await?;
        }
        let statement =
            "UPDATE graphs SET version = version + 1 WHERE id = $1 AND version = $2 RETURNING version";
        let raised = sql(statement)
            .bind(edit.graph.as_str())
            .bind(i64::from(edit.base.get()))
            .fetch_optional(&mut *writing)
            .await?;
        let Some(row) = raised else {
            return Err(missing_or(&mut writing, &edit.graph, Conflict::Outdated).await);
        };
        let version = Version {
            graph: &edit.graph,
            number: version(&row, "version")?,
            account: &edit.account,
            note: &edit.note,
            at: edit.at,
        };
        version.insert(&mut writing, &edit.content).await?;
        writing.commit().await?;
        Ok(version.number)
    }

    async fn insert_graph(
        &self,
        writing: &mut Writing,
        new: &NewGraph,
        status: Status,
    ) -> Result<(), StoreError> {
        let added = [Stored::Graphs, Stored::GraphVersions];
        self.require_room(writing, &new.owner, &added, new.content.bytes(""), new.at).await?;
        let published_at = match status {
            Status::Draft => None,
            Status::Published => Some(new.at.as_millisecond()),
        };
        sql("INSERT INTO graphs (id, status, version, created_at, published_at) VALUES ($1, $2, 1, $3, $4)")
            .bind(new.id.as_str())
            .bind(status.word())
            .bind(new.at.as_millisecond())
            .bind(published_at)
            .execute(&mut **writing)
            .await?;
        let (number, note) = (VersionNumber::FIRST, "");
        let first = Version { graph: &new.id, number, account: &new.owner, note, at: new.at };
        first.insert(writing, &new.content).await?;
        give_to_owner(writing, Shared::Graph(&new.id), &new.owner, new.at).await
    }
}

/// A version to be written.
struct Version<'a> {
    graph: &'a GraphId,
    number: VersionNumber,
    account: &'a AccountId,
    note: &'a str,
    at: Timestamp,
}

impl Version<'_> {
    async fn insert(&self, writing: &mut Writing, content: &GraphContent) -> Result<(), StoreError> {
        content.require_storable(self.note)?;
        sql("INSERT INTO graph_versions
             (graph, version, saved_at, saved_by, note, title, description, document, content_hash, axioms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
        .bind(self.graph.as_str())
        .bind(i64::from(self.number.get()))
        .bind(self.at.as_millisecond())
        .bind(self.account.as_str())
        .bind(self.note)
        .bind(&content.title)
        .bind(&content.description)
        .bind(&content.document)
        .bind(content.hash.to_string())
        .bind(i64::from(content.axioms))
        .execute(&mut **writing)
        .await?;
        Ok(())
    }
}

async fn missing_or(writing: &mut Writing, graph: &GraphId, conflict: Conflict) -> StoreError {
    let found =
        sql("SELECT id FROM graphs WHERE id = $1").bind(graph.as_str()).fetch_optional(&mut **writing).await;
    match found {
        Err(error) => error.into(),
        Ok(None) => StoreError::Missing(Noun::Graph),
        Ok(Some(_)) => conflict.into(),
    }
}
