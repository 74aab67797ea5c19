use muniment_licenses::model::LicenseId;
use sqlx::any::AnyRow;

use super::super::accounts::{Account, account_columns};
use super::super::connect::{Store, sql};
use super::super::error::StoreError;
use super::super::row::{number, optional, parsed, text, time};
use super::super::shares::ShareRole;
use super::{License, LicenseContent, LicenseState, LicenseSummary, OwnLicense, Revision, Status};
use crate::auth::AccountId;

/// The columns a [`LicenseSummary`] is read from, and the tables they stand in. A license replaces the one whose successor
/// it is, if both have one owner; the newest of several.
macro_rules! summary_columns {
    () => {
        "licenses.id, licenses.status, licenses.revision, licenses.created_at, licenses.published_at, \
         licenses.deprecated_on, licenses.replaced_by, license_revisions.title, \
         COALESCE(licenses.replaces, (SELECT earlier.id FROM licenses AS earlier \
             JOIN license_shares AS theirs ON theirs.license = earlier.id AND theirs.role = 'owner' \
             JOIN license_shares AS ours ON ours.license = licenses.id AND ours.role = 'owner' \
             WHERE earlier.replaced_by = licenses.id AND theirs.account = ours.account \
             ORDER BY earlier.deprecated_on DESC, earlier.id LIMIT 1)) AS replaces"
    };
}
macro_rules! summary_tables {
    () => {
        " FROM license_shares JOIN licenses ON licenses.id = license_shares.license \
         JOIN license_revisions ON license_revisions.license = licenses.id \
             AND license_revisions.number = licenses.revision "
    };
}

/// The revision that has the document of a revision: itself, or the one it restores.
macro_rules! documents {
    () => {
        "JOIN license_revisions AS documents ON documents.license = license_revisions.license \
         AND documents.number = COALESCE(license_revisions.restores, license_revisions.number) "
    };
}

impl Store {
    /// A license, whatever its state.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn license(&self, id: &LicenseId) -> Result<Option<License>, StoreError> {
        let statement = concat!(
            "SELECT documents.document, license_revisions.content_hash, license_shares.account AS owner, ",
            summary_columns!(),
            summary_tables!(),
            documents!(),
            "WHERE licenses.id = $1 AND license_shares.role = $2"
        );
        let row = sql(statement)
            .bind(id.as_str())
            .bind(ShareRole::Owner.word())
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(License::read).transpose()
    }

    /// The licenses an account owns or shares in, newest first (spec:version-1#library-endpoints, `/mine`).
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn licenses_of(&self, account: &AccountId) -> Result<Vec<OwnLicense>, StoreError> {
        let statement = concat!(
            "SELECT license_shares.role, ",
            summary_columns!(),
            summary_tables!(),
            "WHERE license_shares.account = $1 ORDER BY licenses.created_at DESC, licenses.id DESC"
        );
        let rows = sql(statement).bind(account.as_str()).fetch_all(&self.readers).await?;
        let read =
            |row: &AnyRow| Ok(OwnLicense { license: LicenseSummary::read(row)?, role: parsed(row, "role")? });
        rows.iter().map(read).collect()
    }

    /// The licenses an account published, deprecated ones too, newest first (spec:version-1#website-endpoints).
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn published_licenses_of(
        &self,
        account: &AccountId,
    ) -> Result<Vec<LicenseSummary>, StoreError> {
        let statement = concat!(
            "SELECT ",
            summary_columns!(),
            summary_tables!(),
            "WHERE license_shares.account = $1 AND license_shares.role = $2 AND licenses.status <> $3
             ORDER BY licenses.published_at DESC, licenses.id DESC"
        );
        let rows = sql(statement)
            .bind(account.as_str())
            .bind(ShareRole::Owner.word())
            .bind(Status::Draft.word())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(LicenseSummary::read).collect()
    }

    /// The revisions of a license, newest first; none where there is no license.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn revisions(&self, id: &LicenseId) -> Result<Vec<Revision>, StoreError> {
        let statement = concat!(
            "SELECT license_revisions.number, license_revisions.kind, license_revisions.saved_at, \
             license_revisions.actor_role, license_revisions.note, ",
            account_columns!(),
            " FROM license_revisions JOIN accounts ON accounts.id = license_revisions.actor
             WHERE license_revisions.license = $1 ORDER BY license_revisions.number DESC"
        );
        let rows = sql(statement).bind(id.as_str()).fetch_all(&self.readers).await?;
        rows.iter().map(Revision::read).collect()
    }

    /// What a revision of a license said.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn revision(&self, id: &LicenseId, number: u32) -> Result<Option<LicenseContent>, StoreError> {
        let statement = concat!(
            "SELECT license_revisions.title, documents.document, license_revisions.content_hash \
             FROM license_revisions ",
            documents!(),
            "WHERE license_revisions.license = $1 AND license_revisions.number = $2"
        );
        let row =
            sql(statement).bind(id.as_str()).bind(i64::from(number)).fetch_optional(&self.readers).await?;
        row.as_ref().map(LicenseContent::read).transpose()
    }
}

impl License {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let LicenseSummary { id, state, replaces, created_at, .. } = LicenseSummary::read(row)?;
        Ok(Self {
            id,
            owner: parsed(row, "owner")?,
            content: LicenseContent::read(row)?,
            revision: number(row, "revision")?,
            state,
            replaces,
            created_at,
        })
    }
}

impl LicenseSummary {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: parsed(row, "id")?,
            title: text(row, "title")?,
            state: LicenseState::read(row)?,
            replaces: optional(row, "replaces")?,
            created_at: time(row, "created_at")?,
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
