use sqlx::any::AnyRow;

use super::super::accounts::{Account, account_columns};
use super::super::connect::{Store, sql};
use super::super::error::StoreError;
use super::super::row::{number, optional, parsed, text, time};
use super::{Content, KeptRevision, ModelSummary, OwnedId, OwnedModel, Revision, State};
use crate::auth::AccountId;

/// The columns a [`ModelSummary`] is read from. A model replaces the one whose successor it is, if both have one owner;
/// the newest of several.
macro_rules! columns {
    () => {
        "models.id, models.status, models.revision, models.created_at, models.published_at, \
         models.deprecated_on, models.replaced_by, revisions.title, revisions.description, revisions.axioms, \
         shares.role, owners.account AS owner, \
         COALESCE(models.replaces, (SELECT earlier.id FROM models AS earlier \
             JOIN shares AS theirs ON theirs.model = earlier.id AND theirs.role = 'owner' \
             WHERE earlier.replaced_by = models.id AND theirs.account = owners.account \
             ORDER BY earlier.deprecated_on DESC, earlier.id LIMIT 1)) AS replaces"
    };
}
/// The tables they stand in; `$1` is the kind.
macro_rules! tables {
    () => {
        " FROM shares JOIN models ON models.id = shares.model AND models.kind = $1 \
         JOIN shares AS owners ON owners.model = models.id AND owners.role = 'owner' \
         JOIN revisions ON revisions.model = models.id "
    };
}

/// The revision that has the document of a revision: itself, or the one it restores.
macro_rules! documents {
    () => {
        "JOIN revisions AS documents ON documents.model = revisions.model \
         AND documents.number = COALESCE(revisions.restores, revisions.number) "
    };
}

/// A model `$2` as it was at every revision.
macro_rules! whole {
    () => {
        concat!(
            "SELECT revisions.number, revisions.saved_at, revisions.note, documents.document, \
             revisions.content_hash, ",
            columns!(),
            tables!(),
            documents!(),
            "WHERE models.id = $2 AND shares.role = 'owner' "
        )
    };
}

/// The models that account `$2` owns or shares in, as they stand.
macro_rules! summaries {
    () => {
        concat!(
            "SELECT ",
            columns!(),
            tables!(),
            "WHERE shares.account = $2 AND revisions.number = models.revision "
        )
    };
}

impl Store {
    /// A model, whatever its state.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn model<I: OwnedId>(&self, id: &I) -> Result<Option<OwnedModel<I>>, StoreError> {
        let statement = concat!(whole!(), "AND revisions.number = models.revision");
        let query = sql(statement).bind(I::kind()).bind(id.to_string());
        let row = query.fetch_optional(&self.readers).await?;
        row.as_ref().map(OwnedModel::read).transpose()
    }

    /// A model as it stands with every revision of it, the first one first, as they are at one moment.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn model_with_revisions<I: OwnedId>(
        &self,
        id: &I,
    ) -> Result<Option<(OwnedModel<I>, Vec<KeptRevision>)>, StoreError> {
        let statement = concat!(whole!(), "ORDER BY revisions.number");
        let rows = sql(statement).bind(I::kind()).bind(id.to_string()).fetch_all(&self.readers).await?;
        // The revision that stands is the last one, so its row is the model.
        let Some(state) = rows.last() else { return Ok(None) };
        let revisions: Result<Vec<_>, StoreError> = rows.iter().map(KeptRevision::read).collect();
        Ok(Some((OwnedModel::read(state)?, revisions?)))
    }

    /// The models an account owns or shares in, newest first (spec:version-1#library-endpoints and spec:version-1#graph-endpoints, `/mine`).
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn models_of<I: OwnedId>(
        &self,
        account: &AccountId,
    ) -> Result<Vec<ModelSummary<I>>, StoreError> {
        let statement = concat!(summaries!(), "ORDER BY models.created_at DESC, models.id DESC");
        self.summaries(statement, account).await
    }

    /// The models an account published, deprecated ones too, newest first (spec:version-1#website-endpoints).
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn published_models_of<I: OwnedId>(
        &self,
        account: &AccountId,
    ) -> Result<Vec<ModelSummary<I>>, StoreError> {
        let statement = concat!(
            summaries!(),
            "AND shares.role = 'owner' AND models.status <> 'draft'
             ORDER BY models.published_at DESC, models.id DESC"
        );
        self.summaries(statement, account).await
    }

    async fn summaries<I: OwnedId>(
        &self,
        statement: &'static str,
        account: &AccountId,
    ) -> Result<Vec<ModelSummary<I>>, StoreError> {
        let rows = sql(statement).bind(I::kind()).bind(account.as_str()).fetch_all(&self.readers).await?;
        rows.iter().map(ModelSummary::read).collect()
    }

    /// The revisions of a model, newest first; none where there is no model.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn revisions(&self, id: &impl OwnedId) -> Result<Vec<Revision>, StoreError> {
        let statement = concat!(
            "SELECT revisions.number, revisions.kind, revisions.saved_at, revisions.actor_role, revisions.note, ",
            account_columns!(),
            " FROM revisions JOIN accounts ON accounts.id = revisions.actor
             WHERE revisions.model = $1 ORDER BY revisions.number DESC"
        );
        let rows = sql(statement).bind(id.to_string()).fetch_all(&self.readers).await?;
        rows.iter().map(Revision::read).collect()
    }

    /// What a revision of a model said.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn revision(&self, id: &impl OwnedId, number: u32) -> Result<Option<Content>, StoreError> {
        let statement = concat!(
            "SELECT revisions.title, revisions.description, documents.document, revisions.content_hash, \
             revisions.axioms FROM revisions ",
            documents!(),
            "WHERE revisions.model = $1 AND revisions.number = $2"
        );
        let row =
            sql(statement).bind(id.to_string()).bind(i64::from(number)).fetch_optional(&self.readers).await?;
        row.as_ref().map(Content::read).transpose()
    }
}

impl<I: OwnedId> OwnedModel<I> {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let ModelSummary { id, owner, revision, state, replaces, created_at, .. } = ModelSummary::read(row)?;
        Ok(Self { id, owner, content: Content::read(row)?, revision, state, replaces, created_at })
    }
}

impl<I: OwnedId> ModelSummary<I> {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: parsed(row, "id")?,
            title: text(row, "title")?,
            description: text(row, "description")?,
            axioms: number(row, "axioms")?,
            revision: number(row, "revision")?,
            state: State::read(row)?,
            replaces: optional(row, "replaces")?,
            created_at: time(row, "created_at")?,
            owner: parsed(row, "owner")?,
            role: parsed(row, "role")?,
        })
    }
}

impl Revision {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let actor = Account::read(row)?;
        Ok(Self {
            number: number(row, "number")?,
            kind: parsed(row, "kind")?,
            saved_at: time(row, "saved_at")?,
            actor: actor.id,
            actor_name: actor.name().to_owned(),
            actor_role: parsed(row, "actor_role")?,
            note: text(row, "note")?,
        })
    }
}

impl KeptRevision {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            number: number(row, "number")?,
            saved_at: time(row, "saved_at")?,
            note: text(row, "note")?,
            content: Content::read(row)?,
        })
    }
}
