use muniment_licenses::model::{GraphId, VersionNumber};
use sqlx::any::AnyRow;

use super::super::connect::{Store, sql};
use super::super::error::StoreError;
use super::super::row::{number, parsed, text, time, version};
use super::super::shares::ShareRole;
use super::{Graph, GraphContent, GraphState, GraphSummary, GraphVersion, KeptVersion, OwnGraph, Status};
use crate::auth::AccountId;

/// The columns a [`GraphSummary`] is read from, and the tables they stand in.
macro_rules! summary_columns {
    () => {
        "graphs.id, graphs.status, graphs.version, graphs.created_at, graphs.published_at, \
         graph_versions.title, graph_versions.description, graph_versions.axioms"
    };
}
macro_rules! summary_tables {
    () => {
        " FROM graph_shares JOIN graphs ON graphs.id = graph_shares.graph \
         JOIN graph_versions ON graph_versions.graph = graphs.id \
             AND graph_versions.version = graphs.version "
    };
}

impl Store {
    /// A graph, whatever its state.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn graph(&self, id: &GraphId) -> Result<Option<Graph>, StoreError> {
        let statement = concat!(
            "SELECT graph_versions.document, graph_versions.content_hash, graph_shares.account AS owner, ",
            summary_columns!(),
            summary_tables!(),
            "WHERE graphs.id = $1 AND graph_shares.role = $2"
        );
        let row = sql(statement)
            .bind(id.as_str())
            .bind(ShareRole::Owner.word())
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(Graph::read).transpose()
    }

    /// The graphs an account owns or shares in, newest first (spec:version-1#graph-endpoints, `/mine`).
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn graphs_of(&self, account: &AccountId) -> Result<Vec<OwnGraph>, StoreError> {
        let statement = concat!(
            "SELECT graph_shares.role, owners.account AS owner, ",
            summary_columns!(),
            summary_tables!(),
            "JOIN graph_shares AS owners ON owners.graph = graphs.id AND owners.role = $2
             WHERE graph_shares.account = $1 ORDER BY graphs.created_at DESC, graphs.id DESC"
        );
        let rows = sql(statement)
            .bind(account.as_str())
            .bind(ShareRole::Owner.word())
            .fetch_all(&self.readers)
            .await?;
        let read = |row: &AnyRow| {
            let (owner, role) = (parsed(row, "owner")?, parsed(row, "role")?);
            Ok(OwnGraph { graph: GraphSummary::read(row)?, owner, role })
        };
        rows.iter().map(read).collect()
    }

    /// The graphs an account published, newest first (spec:version-1#website-endpoints).
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn published_graphs_of(&self, account: &AccountId) -> Result<Vec<GraphSummary>, StoreError> {
        let statement = concat!(
            "SELECT ",
            summary_columns!(),
            summary_tables!(),
            "WHERE graph_shares.account = $1 AND graph_shares.role = $2 AND graphs.status = $3
             ORDER BY graphs.published_at DESC, graphs.id DESC"
        );
        let rows = sql(statement)
            .bind(account.as_str())
            .bind(ShareRole::Owner.word())
            .bind(Status::Published.word())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(GraphSummary::read).collect()
    }

    /// The versions of a graph, newest first; none where there is no graph.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn graph_versions(&self, id: &GraphId) -> Result<Vec<GraphVersion>, StoreError> {
        let rows = sql("SELECT version, saved_at, note FROM graph_versions WHERE graph = $1
             ORDER BY version DESC")
        .bind(id.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &AnyRow| {
            Ok(GraphVersion {
                version: version(row, "version")?,
                saved_at: time(row, "saved_at")?,
                note: text(row, "note")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// A graph as it stands with every version of it, the first one first, as they are at one moment.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn graph_with_versions(
        &self,
        id: &GraphId,
    ) -> Result<Option<(Graph, Vec<KeptVersion>)>, StoreError> {
        let statement = "SELECT kept.version AS number, kept.saved_at, kept.note, kept.title, kept.description, \
             kept.document, kept.content_hash, kept.axioms, graph_shares.account AS owner, graphs.id, graphs.status, \
             graphs.version, graphs.created_at, graphs.published_at \
             FROM graphs JOIN graph_versions AS kept ON kept.graph = graphs.id \
             JOIN graph_shares ON graph_shares.graph = graphs.id AND graph_shares.role = $2 \
             WHERE graphs.id = $1 ORDER BY kept.version";
        let rows =
            sql(statement).bind(id.as_str()).bind(ShareRole::Owner.word()).fetch_all(&self.readers).await?;
        // The version that stands is the last one, so its row is the graph.
        let Some(standing) = rows.last() else { return Ok(None) };
        let read = |row: &AnyRow| {
            let version = GraphVersion {
                version: version(row, "number")?,
                saved_at: time(row, "saved_at")?,
                note: text(row, "note")?,
            };
            Ok(KeptVersion { version, content: GraphContent::read(row)? })
        };
        let versions: Result<Vec<_>, StoreError> = rows.iter().map(read).collect();
        Ok(Some((Graph::read(standing)?, versions?)))
    }

    /// What a version of a graph says.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn graph_version(
        &self,
        id: &GraphId,
        number: VersionNumber,
    ) -> Result<Option<GraphContent>, StoreError> {
        let row = sql("SELECT title, description, document, content_hash, axioms FROM graph_versions
             WHERE graph = $1 AND version = $2")
        .bind(id.as_str())
        .bind(i64::from(number.get()))
        .fetch_optional(&self.readers)
        .await?;
        row.as_ref().map(GraphContent::read).transpose()
    }
}

impl GraphState {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(match parsed(row, "status")? {
            Status::Draft => Self::Draft,
            Status::Published => Self::Published { at: time(row, "published_at")? },
        })
    }
}

impl GraphContent {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            title: text(row, "title")?,
            description: text(row, "description")?,
            document: text(row, "document")?,
            hash: parsed(row, "content_hash")?,
            axioms: number(row, "axioms")?,
        })
    }
}

impl GraphSummary {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: parsed(row, "id")?,
            title: text(row, "title")?,
            description: text(row, "description")?,
            state: GraphState::read(row)?,
            version: version(row, "version")?,
            axioms: number(row, "axioms")?,
            created_at: time(row, "created_at")?,
        })
    }
}

impl Graph {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: parsed(row, "id")?,
            owner: parsed(row, "owner")?,
            content: GraphContent::read(row)?,
            version: version(row, "version")?,
            state: GraphState::read(row)?,
            created_at: time(row, "created_at")?,
        })
    }
}
