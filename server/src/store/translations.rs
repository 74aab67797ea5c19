//! Runs of the translation assistant (spec:version-1#states, spec:version-1#translation). No text of a license is kept,
//! only what was read of it.

use jiff::Timestamp;
use muniment_licenses::model::LicenseId;
use sqlx::any::AnyRow;

use super::accounts::require_open;
use super::connect::{Store, Writing, sql};
use super::error::{Entity, StoreError};
use super::owned::NewModel;
use super::quotas::{Allowances, QuotaKind, Spending, spend_in};
use super::row::{number, optional, parsed, storable, text, time, words};
use super::storage::Stored;
use crate::auth::{AccountId, Digest, TranslationId};
use crate::clock::day;

words! {
    /// Where a run stands (spec:version-1#states).
    pub TranslationStatus {
        /// Nothing was asked yet.
        Queued = "queued",
        /// Parts are being read.
        Running = "running",
        /// There is a proposal, possibly of some of the parts.
        Done = "done",
        /// There is none.
        Failed = "failed",
    }
}

/// A run to be begun.
#[derive(Debug, Clone)]
pub struct NewTranslation {
    /// Its identifier.
    pub id: TranslationId,
    /// Whose it is.
    pub account: AccountId,
    /// Tells whether the same account sends the same text again.
    pub text_digest: Digest,
    /// How long the text is.
    pub characters: u32,
    /// How many parts it has.
    pub parts_total: u32,
    /// The title that was asked for.
    pub title: String,
    /// What a client that waits gets, as JSON.
    pub progress: String,
    /// Parts that were read before, with their numbers, as JSON.
    pub readings: Vec<(u32, String)>,
    /// When.
    pub at: Timestamp,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translation {
    /// Its identifier.
    pub id: TranslationId,
    /// Where it stands.
    pub status: TranslationStatus,
    /// How many parts the text has.
    pub parts_total: u32,
    /// The title that was asked for.
    pub title: String,
    /// When it began.
    pub created_at: Timestamp,
    /// When its server last said that it is at work.
    pub alive_at: Timestamp,
    /// What a client that waits gets, as JSON.
    pub progress: String,
    /// What came of it, as JSON; none while it runs.
    pub result: Option<String>,
    /// The draft it was kept as.
    pub draft: Option<LicenseId>,
}

/// What reading a part cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartCost {
    /// Tokens of the questions.
    pub tokens_in: u64,
    /// Tokens of the answers.
    pub tokens_out: u64,
}

impl Store {
    /// Begins a run, with what was read of the same text before, and counts it; nothing is stored of one that is not
    /// admitted, and nothing is counted of one that has no room. A run that goes on from an earlier one is counted for
    /// the account from the one after [`FREE_CONTINUATIONS`](super::FREE_CONTINUATIONS) on, and always for the deployment.
    ///
    /// # Errors
    /// The account is missing or closed; the identifier is in use; [`StoreError::Full`].
    pub async fn open_translation(
        &self,
        new: &NewTranslation,
        allowances: &Allowances,
    ) -> Result<Spending, StoreError> {
        storable([new.title.as_str(), new.progress.as_str()])?;
        let (kind, today) = (QuotaKind::Translation, day(new.at));
        let continued = Some(&new.text_digest).filter(|_| !new.readings.is_empty());
        let mut writing = self.write().await?;
        require_open(&mut writing, &new.account).await?;
        self.require_room(&mut writing, &new.account, &[Stored::Runs], new.bytes(), new.at).await?;
        let spent = spend_in(&mut writing, &new.account, kind, today, allowances, continued).await?;
        let Spending::Admitted { .. } = spent else { return Ok(spent) };
        sql("INSERT INTO translations
             (id, account, status, text_digest, characters, parts_total, title, created_at, alive_at, progress)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)")
        .bind(new.id.as_str())
        .bind(new.account.as_str())
        .bind(TranslationStatus::Queued.word())
        .bind(new.text_digest.to_string())
        .bind(i64::from(new.characters))
        .bind(i64::from(new.parts_total))
        .bind(&new.title)
        .bind(new.at.as_millisecond())
        .bind(&new.progress)
        .execute(&mut *writing)
        .await?;
        for (number, reading) in &new.readings {
            insert_part(&mut writing, &new.id, *number, reading).await?;
        }
        writing.commit().await?;
        Ok(spent)
    }

    /// A run of an account.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn translation(
        &self,
        id: &TranslationId,
        account: &AccountId,
    ) -> Result<Option<Translation>, StoreError> {
        let row = sql("SELECT id, status, parts_total, title, created_at, alive_at, progress, result, draft
             FROM translations WHERE id = $1 AND account = $2")
        .bind(id.as_str())
        .bind(account.as_str())
        .fetch_optional(&self.readers)
        .await?;
        row.as_ref().map(Translation::read).transpose()
    }

    /// What was read of the parts of a run, ascending.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn translated_parts(&self, id: &TranslationId) -> Result<Vec<(u32, String)>, StoreError> {
        let rows =
            sql("SELECT number, reading FROM translation_parts WHERE translation = $1 ORDER BY number")
                .bind(id.as_str())
                .fetch_all(&self.readers)
                .await?;
        rows.iter().map(|row| Ok((number(row, "number")?, text(row, "reading")?))).collect()
    }

    /// The newest run of an account over the same text that is over, with as many parts.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn earlier_translation(
        &self,
        account: &AccountId,
        text_digest: &Digest,
        parts_total: u32,
    ) -> Result<Option<TranslationId>, StoreError> {
        let row = sql("SELECT id FROM translations
             WHERE account = $1 AND text_digest = $2 AND parts_total = $3 AND ended_at IS NOT NULL
             ORDER BY ended_at DESC, id LIMIT 1")
        .bind(account.as_str())
        .bind(text_digest.to_string())
        .bind(i64::from(parts_total))
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| parsed(&row, "id")).transpose()
    }

    /// Stores that a run is at work, and the progress that clients read. A run that has ended stays as it is.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn advance_translation(
        &self,
        id: &TranslationId,
        progress: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        storable([progress])?;
        let mut writing = self.write().await?;
        sql("UPDATE translations SET status = $2, progress = $3, alive_at = $4
             WHERE id = $1 AND ended_at IS NULL")
        .bind(id.as_str())
        .bind(TranslationStatus::Running.word())
        .bind(progress)
        .bind(at.as_millisecond())
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }

    /// Keeps what was read of a part, and what that cost.
    ///
    /// # Errors
    /// The part is there already; [`Entity::Translation`] is missing; [`StoreError::Full`].
    pub async fn keep_part(
        &self,
        id: &TranslationId,
        number: u32,
        reading: &str,
        cost: PartCost,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        self.require_room_in_run(&mut writing, id, reading.len(), at).await?;
        insert_part(&mut writing, id, number, reading).await?;
        sql("UPDATE translations SET tokens_in = tokens_in + $2, tokens_out = tokens_out + $3 WHERE id = $1")
            .bind(id.as_str())
            .bind(i64::try_from(cost.tokens_in).unwrap_or(i64::MAX))
            .bind(i64::try_from(cost.tokens_out).unwrap_or(i64::MAX))
            .execute(&mut *writing)
            .await?;
        Ok(writing.commit().await?)
    }

    /// Ends a run: with a proposal, or with the reason why there is none. One that is over stays as it ended; says
    /// whether this is how it did. A reason is a sentence, for which there is always room.
    ///
    /// # Errors
    /// [`Entity::Translation`] is missing; [`StoreError::Full`]: there is no room for the proposal.
    pub async fn end_translation(
        &self,
        id: &TranslationId,
        has_proposal: bool,
        result: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        storable([result])?;
        let status = if has_proposal { TranslationStatus::Done } else { TranslationStatus::Failed };
        let mut writing = self.write().await?;
        if has_proposal {
            self.require_room_in_run(&mut writing, id, result.len(), at).await?;
        }
        let ended = sql("UPDATE translations SET status = $2, result = $3, ended_at = $4, alive_at = $4
             WHERE id = $1 AND ended_at IS NULL")
        .bind(id.as_str())
        .bind(status.word())
        .bind(result)
        .bind(at.as_millisecond())
        .execute(&mut *writing)
        .await?;
        writing.commit().await?;
        Ok(ended.rows_affected() > 0)
    }

    /// Keeps the proposal of a run as a draft, once: a repeated request gets the same draft.
    ///
    /// # Errors
    /// The owner is missing or closed; [`Entity::Translation`] is missing or not theirs; [`StoreError::Full`].
    pub async fn keep_as_draft(
        &self,
        id: &TranslationId,
        new: &NewModel<LicenseId>,
    ) -> Result<LicenseId, StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, &new.owner).await?;
        // The row is changed first, so that of two servers at once one waits for the other and then sees its draft.
        let row =
            sql("UPDATE translations SET alive_at = alive_at WHERE id = $1 AND account = $2 RETURNING draft")
                .bind(id.as_str())
                .bind(new.owner.as_str())
                .fetch_optional(&mut *writing)
                .await?;
        let row = row.ok_or(StoreError::Missing(Entity::Translation))?;
        if let Some(draft) = optional(&row, "draft")? {
            return Ok(draft);
        }
        self.insert_draft(&mut writing, new).await?;
        sql("UPDATE translations SET draft = $2 WHERE id = $1")
            .bind(id.as_str())
            .bind(new.id.as_str())
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(new.id.clone())
    }

    /// Refuses to keep more bytes of a run than its account may store. The row of the run is locked before the row of the
    /// account, as in [`keep_as_draft`](Self::keep_as_draft).
    async fn require_room_in_run(
        &self,
        writing: &mut Writing,
        id: &TranslationId,
        bytes: usize,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let row = sql("UPDATE translations SET alive_at = alive_at WHERE id = $1 RETURNING account")
            .bind(id.as_str())
            .fetch_optional(&mut **writing)
            .await?;
        let account = parsed(&row.ok_or(StoreError::Missing(Entity::Translation))?, "account")?;
        self.require_room(writing, &account, &[], bytes, at).await
    }

    /// Forgets runs that ended at or before a moment, and says how many there were.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn purge_translations(&self, ended_by: Timestamp) -> Result<u64, StoreError> {
        let mut writing = self.write().await?;
        sql("DELETE FROM translation_parts
             WHERE translation IN (SELECT id FROM translations WHERE ended_at <= $1)")
        .bind(ended_by.as_millisecond())
        .execute(&mut *writing)
        .await?;
        let purged = sql("DELETE FROM translations WHERE ended_at <= $1")
            .bind(ended_by.as_millisecond())
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(purged.rows_affected())
    }
}

async fn insert_part(
    writing: &mut Writing,
    id: &TranslationId,
    number: u32,
    reading: &str,
) -> Result<(), StoreError> {
    storable([reading])?;
    sql("INSERT INTO translation_parts (translation, number, reading) VALUES ($1, $2, $3)")
        .bind(id.as_str())
        .bind(i64::from(number))
        .bind(reading)
        .execute(&mut **writing)
        .await?;
    Ok(())
}

impl NewTranslation {
    /// Bytes it stores when it begins.
    fn bytes(&self) -> usize {
        let readings = self.readings.iter().map(|(_, reading)| reading.len());
        readings.chain([self.title.len(), self.progress.len()]).fold(0, usize::saturating_add)
    }
}

impl Translation {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: parsed(row, "id")?,
            status: parsed(row, "status")?,
            parts_total: number(row, "parts_total")?,
            title: text(row, "title")?,
            created_at: time(row, "created_at")?,
            alive_at: time(row, "alive_at")?,
            progress: text(row, "progress")?,
            result: optional(row, "result")?,
            draft: optional(row, "draft")?,
        })
    }
}
