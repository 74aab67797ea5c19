use jiff::Timestamp;
use muniment_licenses::model::LicenseId;

use super::super::accounts::require_open;
use super::super::audit::{Act, Consent, record};
use super::super::connect::{Store, Writing, sql};
use super::super::error::{Conflict, Noun, StoreError};
use super::super::notifications::tell_of_deprecation;
use super::super::row::{number, optional_number, parsed, storable, text};
use super::super::shares::{Shared, give_to_owner};
use super::super::storage::Stored;
use super::{
    Actor, ActorRole, Deprecation, Edit, LicenseContent, NewLicense, Restoration, RevisionKind, Saved, Status,
};

impl Store {
    /// Publishes a new license: the license, its first revision, its owner's share and the audit row, or none of them
    /// (spec:version-1#states).
    ///
    /// # Errors
    /// The owner is missing or closed; the identifier is in use; [`StoreError::Full`].
    pub async fn publish_license(&self, new: &NewLicense, consent: &Consent) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let act = Act::PublishedLicense(new.id.clone());
        record(&mut writing, &new.owner, &act, Some(consent), new.at).await?;
        self.insert_license(&mut writing, new, Status::Published).await?;
        Ok(writing.commit().await?)
    }

    /// Keeps a new license as a draft: the license, its first revision, its owner's share.
    ///
    /// # Errors
    /// The owner is missing or closed; the identifier is in use; [`StoreError::Full`].
    pub async fn draft_license(&self, new: &NewLicense) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, &new.owner).await?;
        self.insert_draft(&mut writing, new).await?;
        Ok(writing.commit().await?)
    }

    /// Saves a change of a draft, and says the number of the revision it became.
    ///
    /// # Errors
    /// [`Noun::License`] is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`]; [`StoreError::Full`].
    pub async fn save_draft(&self, edit: &Edit) -> Result<u32, StoreError> {
        let mut writing = self.write().await?;
        let number = self.save(&mut writing, edit, RevisionKind::Draft).await?;
        writing.commit().await?;
        Ok(number)
    }

    /// Restores an earlier revision of a draft, and says the number of the revision it became. The new revision names
    /// the one that has the document and stores no copy of it.
    ///
    /// # Errors
    /// [`Noun::License`] or [`Noun::Revision`] is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`];
    /// [`StoreError::Full`].
    pub async fn restore_draft(&self, restoration: &Restoration) -> Result<u32, StoreError> {
        let Restoration { license, base, revision, actor, note, at } = restoration;
        storable([note.as_str()])?;
        let mut writing = self.write().await?;
        let found = sql("SELECT number, restores, title, content_hash FROM license_revisions
             WHERE license = $1 AND number = $2")
        .bind(license.as_str())
        .bind(i64::from(*revision))
        .fetch_optional(&mut *writing)
        .await?;
        let Some(found) = found else { return Err(without_revision(&mut writing, license).await) };
        let content = LicenseContent {
            title: text(&found, "title")?,
            document: String::new(),
            hash: parsed(&found, "content_hash")?,
        };
        let origin = match optional_number(&found, "restores")? {
            Some(origin) => origin,
            None => number(&found, "number")?,
        };
        self.require_room_in(&mut writing, license, &[Stored::Revisions], content.bytes(note), *at).await?;
        let raised = raise(&mut writing, license, *base, Status::Draft, None).await?;
        let kind = RevisionKind::Restore;
        let (content, restores) = (&content, Some(origin));
        Saved { license, number: raised, kind, content, restores, actor, note, at: *at }
            .insert(&mut writing)
            .await?;
        writing.commit().await?;
        Ok(raised)
    }

    /// Publishes a draft as the edit has it: license, revision and audit row, or none of them. Says the number of the
    /// revision.
    ///
    /// # Errors
    /// The actor is missing or closed; [`Noun::License`] is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`];
    /// [`StoreError::Full`].
    pub async fn publish_draft(&self, edit: &Edit, consent: &Consent) -> Result<u32, StoreError> {
        let mut writing = self.write().await?;
        let act = Act::PublishedLicense(edit.license.clone());
        record(&mut writing, &edit.actor.account, &act, Some(consent), edit.at).await?;
        let number = self.save(&mut writing, edit, RevisionKind::Publish).await?;
        writing.commit().await?;
        Ok(number)
    }

    /// Deprecates a published license: its state, its document as a new revision, and the audit row, or none of them
    /// (spec:version-1#states). Says the number of the revision. A full account is no obstacle: what must not be used
    /// any more can always be withdrawn, and that is possible once for each license.
    ///
    /// # Errors
    /// The actor is missing or closed; [`Noun::License`] is missing; [`Conflict::NotPublished`];
    /// [`Conflict::OwnSuccessor`].
    pub async fn deprecate_license(&self, deprecation: &Deprecation) -> Result<u32, StoreError> {
        let Deprecation { license, content, on, successor, actor, note, at } = deprecation;
        if successor.as_ref() == Some(license) {
            return Err(Conflict::OwnSuccessor.into());
        }
        content.require_storable(note)?;
        let mut writing = self.write().await?;
        record(&mut writing, &actor.account, &Act::DeprecatedLicense(license.clone()), None, *at).await?;
        let changed = sql("UPDATE licenses
             SET revision = revision + 1, status = $3, deprecated_on = $4, replaced_by = $5
             WHERE id = $1 AND status = $2 RETURNING revision")
        .bind(license.as_str())
        .bind(Status::Published.word())
        .bind(Status::Deprecated.word())
        .bind(on.to_string())
        .bind(successor.as_ref().map(LicenseId::as_str))
        .fetch_optional(&mut *writing)
        .await?;
        let Some(row) = changed else {
            let found = sql("SELECT id FROM licenses WHERE id = $1")
                .bind(license.as_str())
                .fetch_optional(&mut *writing)
                .await?;
            return Err(match found {
                Some(_) => Conflict::NotPublished.into(),
                None => StoreError::Missing(Noun::License),
            });
        };
        let number = number(&row, "revision")?;
        let kind = RevisionKind::Publish;
        let restores = None;
        Saved { license, number, kind, content, restores, actor, note, at: *at }.insert(&mut writing).await?;
        tell_of_deprecation(&mut writing, license, &actor.account, *at).await?;
        writing.commit().await?;
        Ok(number)
    }
}

impl Store {
    /// A new draft within a transaction that does more.
    pub(in crate::store) async fn insert_draft(
        &self,
        writing: &mut Writing,
        new: &NewLicense,
    ) -> Result<(), StoreError> {
        self.insert_license(writing, new, Status::Draft).await
    }

    async fn insert_license(
        &self,
        writing: &mut Writing,
        new: &NewLicense,
        status: Status,
    ) -> Result<(), StoreError> {
        new.content.require_storable(&new.note)?;
        let added = [Stored::Licenses, Stored::Revisions];
        self.require_room(writing, &new.owner, &added, new.content.bytes(&new.note), new.at).await?;
        let (kind, published_at) = match status {
            Status::Draft => (RevisionKind::Draft, None),
            Status::Published | Status::Deprecated => (RevisionKind::Publish, Some(new.at.as_millisecond())),
        };
        sql("INSERT INTO licenses (id, status, revision, created_at, published_at, replaces)
             VALUES ($1, $2, 1, $3, $4, $5)")
        .bind(new.id.as_str())
        .bind(status.word())
        .bind(new.at.as_millisecond())
        .bind(published_at)
        .bind(new.replaces.as_ref().map(LicenseId::as_str))
        .execute(&mut **writing)
        .await?;
        let actor = Actor { account: new.owner, role: ActorRole::Owner };
        let first = Saved {
            license: &new.id,
            number: 1,
            kind,
            content: &new.content,
            restores: None,
            actor: &actor,
            note: &new.note,
            at: new.at,
        };
        first.insert(writing).await?;
        give_to_owner(writing, Shared::License(&new.id), &new.owner, new.at).await
    }

    async fn save(&self, writing: &mut Writing, edit: &Edit, kind: RevisionKind) -> Result<u32, StoreError> {
        let Edit { license, base, content, actor, note, at } = edit;
        content.require_storable(note)?;
        let (status, published_at) = match kind {
            RevisionKind::Publish => (Status::Published, Some(*at)),
            RevisionKind::Draft | RevisionKind::Restore => (Status::Draft, None),
        };
        self.require_room_in(writing, license, &[Stored::Revisions], content.bytes(note), *at).await?;
        let number = raise(writing, license, *base, status, published_at).await?;
        let restores = None;
        Saved { license, number, kind, content, restores, actor, note, at: *at }.insert(writing).await?;
        Ok(number)
    }

    /// Refuses what would pass a limit of the owner of a license; a license without an owner is missing, which whoever
    /// calls finds out next.
    async fn require_room_in(
        &self,
        writing: &mut Writing,
        license: &LicenseId,
        added: &[Stored],
        bytes: usize,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        match Shared::License(license).owner(writing).await? {
            Some(owner) => self.require_room(writing, &owner, added, bytes, at).await,
            None => Ok(()),
        }
    }
}

/// Moves a draft from the revision `base` to the next one, and says its number.
async fn raise(
    writing: &mut Writing,
    license: &LicenseId,
    base: u32,
    status: Status,
    published_at: Option<Timestamp>,
) -> Result<u32, StoreError> {
    let raised = sql("UPDATE licenses SET revision = revision + 1, status = $4, published_at = $5
         WHERE id = $1 AND status = $2 AND revision = $3 RETURNING revision")
    .bind(license.as_str())
    .bind(Status::Draft.word())
    .bind(i64::from(base))
    .bind(status.word())
    .bind(published_at.map(Timestamp::as_millisecond))
    .fetch_optional(&mut **writing)
    .await?;
    match raised {
        Some(row) => number(&row, "revision"),
        None => Err(why_not(writing, license).await),
    }
}

/// Why a revision cannot be restored that is not there.
async fn without_revision(writing: &mut Writing, license: &LicenseId) -> StoreError {
    match why_not(writing, license).await {
        StoreError::Conflict(Conflict::Outdated) => StoreError::Missing(Noun::Revision),
        other => other,
    }
}

/// Why a license is not the draft somebody wants to change.
async fn why_not(writing: &mut Writing, license: &LicenseId) -> StoreError {
    let found = sql("SELECT status FROM licenses WHERE id = $1")
        .bind(license.as_str())
        .fetch_optional(&mut **writing)
        .await;
    match found {
        Err(error) => error.into(),
        Ok(None) => StoreError::Missing(Noun::License),
        Ok(Some(row)) => match parsed(&row, "status") {
            Err(error) => error,
            Ok(Status::Draft) => Conflict::Outdated.into(),
            Ok(Status::Published | Status::Deprecated) => Conflict::NotADraft.into(),
        },
    }
}
