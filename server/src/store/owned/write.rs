use jiff::Timestamp;
use muniment_licenses::model::LicenseId;

use super::super::accounts::require_open;
use super::super::audit::{Act, Consent, record};
use super::super::connect::{Store, Writing, sql};
use super::super::error::{Conflict, StoreError};
use super::super::notifications::tell_of_deprecation;
use super::super::row::{number, optional_number, parsed, storable, text};
use super::super::shares::{Shared, insert_owner_share};
use super::{
    Actor, ActorRole, Content, Deprecation, Edit, NewModel, OwnedId, Publication, Restoration, RevisionKind,
    Status,
};

impl Store {
    /// Publishes a new model: the model, its first revision, its owner's share and the audit row, or none of them
    /// (spec:version-1#states). Licenses need a consent.
    ///
    /// # Errors
    /// The owner is missing or closed; the identifier is in use; [`StoreError::Full`].
    pub async fn publish_new<I: OwnedId>(
        &self,
        new: &NewModel<I>,
        consent: Option<&Consent>,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        record(&mut writing, &new.owner, &new.id.publication(), consent, new.at).await?;
        self.insert(&mut writing, new, Status::Published).await?;
        Ok(writing.commit().await?)
    }

    /// Keeps a new model as a draft: the model, its first revision, its owner's share.
    ///
    /// # Errors
    /// The owner is missing or closed; the identifier is in use; [`StoreError::Full`].
    pub async fn draft_new<I: OwnedId>(&self, new: &NewModel<I>) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, &new.owner).await?;
        self.insert_draft(&mut writing, new).await?;
        Ok(writing.commit().await?)
    }

    /// Saves a new revision of a draft, or of a published graph, and says its number.
    ///
    /// # Errors
    /// The actor is missing or closed; the model is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`];
    /// [`StoreError::Full`].
    pub async fn save<I: OwnedId>(&self, edit: &Edit<I>) -> Result<u32, StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, &edit.actor.account).await?;
        let number = self.add(&mut writing, edit, None).await?;
        writing.commit().await?;
        Ok(number)
    }

    /// Restores an earlier revision of a draft, and says the number of the revision it became. The new revision names
    /// the one that has the document and stores no copy of it.
    ///
    /// # Errors
    /// The model or [`Entity::Revision`](super::super::Entity::Revision) is missing; [`Conflict::NotADraft`];
    /// [`Conflict::Outdated`]; [`StoreError::Full`].
    pub async fn restore_draft<I: OwnedId>(&self, restoration: &Restoration<I>) -> Result<u32, StoreError> {
        let Restoration { model, base, revision, actor, note, at } = restoration;
        storable([note.as_str()])?;
        let mut writing = self.write().await?;
        let found = sql("SELECT number, restores, title, description, axioms, content_hash FROM revisions
             WHERE model = $1 AND number = $2")
        .bind(model.to_string())
        .bind(i64::from(*revision))
        .fetch_optional(&mut *writing)
        .await?;
        let Some(found) = found else { return Err(without_revision(&mut writing, model.shared()).await) };
        let content = Content {
            title: text(&found, "title")?,
            description: text(&found, "description")?,
            document: String::new(),
            hash: parsed(&found, "content_hash")?,
            axioms: number(&found, "axioms")?,
        };
        let restores = match optional_number(&found, "restores")? {
            Some(origin) => Some(origin),
            None => Some(number(&found, "number")?),
        };
        let what = model.shared();
        self.require_room_in(&mut writing, what, content.bytes(note), *at).await?;
        let number = next_revision(&mut writing, what, *base, Status::Draft, None).await?.0;
        let (kind, content) = (RevisionKind::Restore, &content);
        Saved { what, number, kind, content, restores, actor, note, at: *at }.insert(&mut writing).await?;
        writing.commit().await?;
        Ok(number)
    }

    /// Publishes a draft as the edit has it: model, revision and audit row, or none of them. Says the number of the
    /// revision.
    ///
    /// # Errors
    /// The actor is missing or closed; the model is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`];
    /// [`StoreError::Full`].
    pub async fn publish_draft<I: OwnedId>(
        &self,
        edit: &Edit<I>,
        consent: &Consent,
    ) -> Result<u32, StoreError> {
        let mut writing = self.write().await?;
        let act = edit.model.publication();
        record(&mut writing, &edit.actor.account, &act, Some(consent), edit.at).await?;
        let number = self.add(&mut writing, edit, Some(edit.at)).await?;
        writing.commit().await?;
        Ok(number)
    }

    /// Publishes a draft as it stands: its revisions under the IRI of published models, and its audit row.
    ///
    /// # Errors
    /// The account is missing or closed; the model is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`], if
    /// another revision stands than the one that was to be published.
    pub async fn publish_rewritten<I: OwnedId>(
        &self,
        publication: &Publication<I>,
    ) -> Result<(), StoreError> {
        let Publication { model, base, revisions, account, at } = publication;
        let mut writing = self.write().await?;
        record(&mut writing, account, &model.publication(), None, *at).await?;
        let published = sql("UPDATE models SET status = 'published', published_at = $4
             WHERE id = $1 AND kind = $2 AND status = 'draft' AND revision = $3 RETURNING revision")
        .bind(model.to_string())
        .bind(I::kind())
        .bind(i64::from(*base))
        .bind(at.as_millisecond())
        .fetch_optional(&mut *writing)
        .await?;
        if published.is_none() {
            return Err(conflict_of(&mut writing, model.shared()).await);
        }
        if u32::try_from(revisions.len()) != Ok(*base) {
            return Err(Conflict::Outdated.into());
        }
        for (number, content) in (1_i64..).zip(revisions) {
            content.require_storable("")?;
            sql("UPDATE revisions SET document = $3, content_hash = $4, kind = $5
                 WHERE model = $1 AND number = $2")
            .bind(model.to_string())
            .bind(number)
            .bind(&content.document)
            .bind(content.hash.to_string())
            .bind(RevisionKind::Publish.word())
            .execute(&mut *writing)
            .await?;
        }
        Ok(writing.commit().await?)
    }

    /// Deprecates a published license: its state, its document as a new revision, and the audit row, or none of them
    /// (spec:version-1#states). Says the number of the revision. A full account is no obstacle: what must not be used any more
    /// can always be withdrawn, and that is possible once for each license.
    ///
    /// # Errors
    /// The actor is missing or closed; the license is missing; [`Conflict::NotPublished`]; [`Conflict::OwnSuccessor`].
    pub async fn deprecate_license(&self, deprecation: &Deprecation) -> Result<u32, StoreError> {
        let Deprecation { license, content, on, successor, actor, note, at } = deprecation;
        if successor.as_ref() == Some(license) {
            return Err(Conflict::OwnSuccessor.into());
        }
        content.require_storable(note)?;
        let mut writing = self.write().await?;
        record(&mut writing, &actor.account, &Act::DeprecatedLicense(license.clone()), None, *at).await?;
        let changed = sql("UPDATE models
             SET revision = revision + 1, status = 'deprecated', deprecated_on = $3, replaced_by = $4
             WHERE id = $1 AND kind = $2 AND status = 'published' RETURNING revision")
        .bind(license.as_str())
        .bind(LicenseId::kind())
        .bind(on.to_string())
        .bind(successor.as_ref().map(LicenseId::as_str))
        .fetch_optional(&mut *writing)
        .await?;
        let what = license.shared();
        let Some(row) = changed else {
            return Err(match conflict_of(&mut writing, what).await {
                StoreError::Conflict(_) => Conflict::NotPublished.into(),
                other => other,
            });
        };
        let (number, kind, restores) = (number(&row, "revision")?, RevisionKind::Publish, None);
        Saved { what, number, kind, content, restores, actor, note, at: *at }.insert(&mut writing).await?;
        tell_of_deprecation(&mut writing, license, &actor.account, *at).await?;
        writing.commit().await?;
        Ok(number)
    }

    /// A new draft within a transaction that does more.
    pub(in crate::store) async fn insert_draft<I: OwnedId>(
        &self,
        writing: &mut Writing,
        new: &NewModel<I>,
    ) -> Result<(), StoreError> {
        self.insert(writing, new, Status::Draft).await
    }

    async fn insert<I: OwnedId>(
        &self,
        writing: &mut Writing,
        new: &NewModel<I>,
        status: Status,
    ) -> Result<(), StoreError> {
        let NewModel { id, owner, content, replaces, note, at } = new;
        content.require_storable(note)?;
        let what = id.shared();
        self.require_room(writing, owner, &what.stored(), content.bytes(note), *at).await?;
        let published_at = (status == Status::Published).then(|| at.as_millisecond());
        sql("INSERT INTO models (id, kind, status, revision, created_at, published_at, replaces)
             VALUES ($1, $2, $3, 1, $4, $5, $6)")
        .bind(what.id())
        .bind(I::kind())
        .bind(status.word())
        .bind(at.as_millisecond())
        .bind(published_at)
        .bind(replaces.as_ref().map(ToString::to_string))
        .execute(&mut **writing)
        .await?;
        let actor = &Actor { account: *owner, role: ActorRole::Owner };
        let (kind, restores) = (status.saved_as(), None);
        Saved { what, number: 1, kind, content, restores, actor, note, at: *at }.insert(writing).await?;
        insert_owner_share(writing, what, owner, *at).await
    }

    /// Adds a revision, which is published at `published_at` or leaves the model in its state.
    async fn add<I: OwnedId>(
        &self,
        writing: &mut Writing,
        edit: &Edit<I>,
        published_at: Option<Timestamp>,
    ) -> Result<u32, StoreError> {
        let Edit { model, base, content, actor, note, at } = edit;
        content.require_storable(note)?;
        let what = model.shared();
        self.require_room_in(writing, what, content.bytes(note), *at).await?;
        // A published license has one version for good.
        let last = match (what, published_at) {
            (Shared::Graph(_), None) => Status::Published,
            (Shared::License(_), _) | (_, Some(_)) => Status::Draft,
        };
        let (number, status) = next_revision(writing, what, *base, last, published_at).await?;
        let (kind, restores) = (status.saved_as(), None);
        Saved { what, number, kind, content, restores, actor, note, at: *at }.insert(writing).await?;
        Ok(number)
    }

    /// Refuses a revision that would pass a limit of the owner of a model; a model without an owner is missing, which
    /// the caller checks next.
    async fn require_room_in(
        &self,
        writing: &mut Writing,
        what: Shared<'_>,
        bytes: usize,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let [_, revision] = what.stored();
        match what.owner(writing).await? {
            Some(owner) => self.require_room(writing, &owner, &[revision], bytes, at).await,
            None => Ok(()),
        }
    }
}

impl Status {
    fn saved_as(self) -> RevisionKind {
        match self {
            Self::Draft => RevisionKind::Draft,
            Self::Published | Self::Deprecated => RevisionKind::Publish,
        }
    }
}

/// A revision to be written.
struct Saved<'a> {
    what: Shared<'a>,
    number: u32,
    kind: RevisionKind,
    content: &'a Content,
    /// The revision whose document this one has; the document of `content` is empty then.
    restores: Option<u32>,
    actor: &'a Actor,
    note: &'a str,
    at: Timestamp,
}

impl Saved<'_> {
    async fn insert(&self, writing: &mut Writing) -> Result<(), StoreError> {
        sql("INSERT INTO revisions (model, number, kind, saved_at, actor, actor_role, note, title, description,
                                    document, content_hash, axioms, restores)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)")
        .bind(self.what.id())
        .bind(i64::from(self.number))
        .bind(self.kind.word())
        .bind(self.at.as_millisecond())
        .bind(self.actor.account.as_str())
        .bind(self.actor.role.word())
        .bind(self.note)
        .bind(&self.content.title)
        .bind(&self.content.description)
        .bind(&self.content.document)
        .bind(self.content.hash.to_string())
        .bind(i64::from(self.content.axioms))
        .bind(self.restores.map(i64::from))
        .execute(&mut **writing)
        .await?;
        Ok(())
    }
}

/// Moves a model, which is a draft or in the state `last`, from the revision `base` to the next one, and says its number
/// and state.
async fn next_revision(
    writing: &mut Writing,
    what: Shared<'_>,
    base: u32,
    last: Status,
    published_at: Option<Timestamp>,
) -> Result<(u32, Status), StoreError> {
    let next = sql("UPDATE models SET revision = revision + 1, status = COALESCE($5, status),
                                        published_at = COALESCE($6, published_at)
         WHERE id = $1 AND kind = $2 AND revision = $3 AND status IN ('draft', $4) RETURNING revision, status")
    .bind(what.id())
    .bind(what.kind().word())
    .bind(i64::from(base))
    .bind(last.word())
    .bind(published_at.map(|_| Status::Published.word()))
    .bind(published_at.map(Timestamp::as_millisecond))
    .fetch_optional(&mut **writing)
    .await?;
    match next {
        Some(row) => Ok((number(&row, "revision")?, parsed(&row, "status")?)),
        None => match conflict_of(writing, what).await {
            StoreError::Conflict(_) if last == Status::Published => Err(Conflict::Outdated.into()),
            other => Err(other),
        },
    }
}

/// Why a revision cannot be restored that is not there.
async fn without_revision(writing: &mut Writing, what: Shared<'_>) -> StoreError {
    match conflict_of(writing, what).await {
        StoreError::Conflict(Conflict::Outdated) => StoreError::Missing(super::super::Entity::Revision),
        other => other,
    }
}

/// Why a model is not a draft that can be changed.
async fn conflict_of(writing: &mut Writing, what: Shared<'_>) -> StoreError {
    let found = sql("SELECT status FROM models WHERE id = $1 AND kind = $2")
        .bind(what.id())
        .bind(what.kind().word())
        .fetch_optional(&mut **writing)
        .await;
    match found {
        Err(error) => error.into(),
        Ok(None) => StoreError::Missing(what.entity()),
        Ok(Some(row)) => match parsed(&row, "status") {
            Err(error) => error,
            Ok(Status::Draft) => Conflict::Outdated.into(),
            Ok(Status::Published | Status::Deprecated) => Conflict::NotADraft.into(),
        },
    }
}
