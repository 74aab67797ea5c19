use muniment::model::LicenseId;

use super::super::accounts::require_open;
use super::super::audit::{Act, Consent, record};
use super::super::connect::{Store, Writing, sql};
use super::super::error::{Conflict, Noun, StoreError};
use super::super::notifications::tell_of_deprecation;
use super::super::row::{number, parsed};
use super::super::shares::{Shared, give_to_owner};
use super::{Actor, ActorRole, Deprecation, Edit, NewLicense, RevisionKind, Saved, Status};

impl Store {
    /// Publishes a new license: the license, its first revision, its owner's share and the audit row, or none of them
    /// (document 1 §3).
    ///
    /// # Errors
    /// The owner is missing or closed; the identifier is in use.
    pub async fn publish_license(&self, new: &NewLicense, consent: &Consent) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let act = Act::PublishedLicense(new.id.clone());
        record(&mut writing, &new.owner, &act, Some(consent), new.at).await?;
        insert(&mut writing, new, Status::Published).await?;
        Ok(writing.commit().await?)
    }

    /// Keeps a new license as a draft: the license, its first revision, its owner's share.
    ///
    /// # Errors
    /// The owner is missing or closed; the identifier is in use.
    pub async fn draft_license(&self, new: &NewLicense) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, &new.owner).await?;
        insert_draft(&mut writing, new).await?;
        Ok(writing.commit().await?)
    }

    /// Saves a change of a draft, and says the number of the revision it became.
    ///
    /// # Errors
    /// [`Noun::License`] is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`].
    pub async fn save_draft(&self, edit: &Edit) -> Result<u32, StoreError> {
        let mut writing = self.write().await?;
        let number = save(&mut writing, edit, RevisionKind::Draft).await?;
        writing.commit().await?;
        Ok(number)
    }

    /// Takes an earlier revision of a draft up again, the content of which the edit holds, and says the number of the
    /// revision it became.
    ///
    /// # Errors
    /// [`Noun::License`] is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`].
    pub async fn restore_draft(&self, edit: &Edit) -> Result<u32, StoreError> {
        let mut writing = self.write().await?;
        let number = save(&mut writing, edit, RevisionKind::Restore).await?;
        writing.commit().await?;
        Ok(number)
    }

    /// Publishes a draft as the edit has it: license, revision and audit row, or none of them. Says the number of the
    /// revision.
    ///
    /// # Errors
    /// The actor is missing or closed; [`Noun::License`] is missing; [`Conflict::NotADraft`]; [`Conflict::Outdated`].
    pub async fn publish_draft(&self, edit: &Edit, consent: &Consent) -> Result<u32, StoreError> {
        let mut writing = self.write().await?;
        let act = Act::PublishedLicense(edit.license.clone());
        record(&mut writing, &edit.actor.account, &act, Some(consent), edit.at).await?;
        let number = save(&mut writing, edit, RevisionKind::Publish).await?;
        writing.commit().await?;
        Ok(number)
    }

    /// Deprecates a published license: its state, its document as a new revision, and the audit row, or none of them
    /// (document 1 §3). Says the number of the revision.
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
        Saved { license, number, kind, content, actor, note, at: *at }.insert(&mut writing).await?;
        tell_of_deprecation(&mut writing, license, &actor.account, *at).await?;
        writing.commit().await?;
        Ok(number)
    }
}

/// A new draft within a transaction that does more.
pub(in crate::store) async fn insert_draft(
    writing: &mut Writing,
    new: &NewLicense,
) -> Result<(), StoreError> {
    insert(writing, new, Status::Draft).await
}

async fn insert(writing: &mut Writing, new: &NewLicense, status: Status) -> Result<(), StoreError> {
    new.content.require_storable(&new.note)?;
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
        actor: &actor,
        note: &new.note,
        at: new.at,
    };
    first.insert(writing).await?;
    give_to_owner(writing, Shared::License(&new.id), &new.owner, new.at).await
}

async fn save(writing: &mut Writing, edit: &Edit, kind: RevisionKind) -> Result<u32, StoreError> {
    edit.content.require_storable(&edit.note)?;
    let (status, published_at) = match kind {
        RevisionKind::Publish => (Status::Published, Some(edit.at.as_millisecond())),
        RevisionKind::Draft | RevisionKind::Restore => (Status::Draft, None),
    };
    let saved = sql("UPDATE licenses SET revision = revision + 1, status = $4, published_at = $5
         WHERE id = $1 AND status = $2 AND revision = $3 RETURNING revision")
    .bind(edit.license.as_str())
    .bind(Status::Draft.word())
    .bind(i64::from(edit.base))
    .bind(status.word())
    .bind(published_at)
    .fetch_optional(&mut **writing)
    .await?;
    let Some(row) = saved else { return Err(why_not(writing, edit).await) };
    let revision = Saved {
        license: &edit.license,
        number: number(&row, "revision")?,
        kind,
        content: &edit.content,
        actor: &edit.actor,
        note: &edit.note,
        at: edit.at,
    };
    revision.insert(writing).await?;
    Ok(revision.number)
}

async fn why_not(writing: &mut Writing, edit: &Edit) -> StoreError {
    let found = sql("SELECT status FROM licenses WHERE id = $1")
        .bind(edit.license.as_str())
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
