use sqlx::SqlSafeStr;
use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType};

use super::address::DatabaseAddress;
use super::connect::{Store, sql};
use super::error::OpenError;

/// The migrations, oldest first. What was once released stays as it is; a change of the tables is a new file.
const MIGRATIONS: [(i64, &str, &str); 13] = [
    (1, "accounts", include_str!("../../migrations/0001_accounts.sql")),
    (2, "licenses", include_str!("../../migrations/0002_licenses.sql")),
    (3, "graphs", include_str!("../../migrations/0003_graphs.sql")),
    (4, "audit", include_str!("../../migrations/0004_audit.sql")),
    (5, "quotas", include_str!("../../migrations/0005_quotas.sql")),
    (6, "translations", include_str!("../../migrations/0006_translations.sql")),
    (7, "threads", include_str!("../../migrations/0007_threads.sql")),
    (8, "limits", include_str!("../../migrations/0008_limits.sql")),
    (9, "verifications", include_str!("../../migrations/0009_verifications.sql")),
    (10, "continuations", include_str!("../../migrations/0010_continuations.sql")),
    (11, "models", include_str!("../../migrations/0011_models.sql")),
    (12, "links", include_str!("../../migrations/0012_links.sql")),
    (13, "token scopes and notices", include_str!("../../migrations/0013_token_scopes_and_notices.sql")),
];

/// Where `sqlx` writes down which of them were applied.
const TABLE: &str = "_sqlx_migrations";

/// Who holds this lock of PostgreSQL changes the tables. The number means nothing.
const LOCK: i64 = 0x6d75_6e69_6d65_6e74;

/// What a migration found and left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The layout before; 0 for an empty database.
    pub before: i64,
    /// The layout now.
    pub now: i64,
}

impl Store {
    /// Brings the tables up to date, in one transaction; does nothing where they are. Servers that start at the same
    /// time take turns.
    ///
    /// # Errors
    /// The database has a newer layout, or one of other migrations.
    pub async fn migrate(&self) -> Result<Layout, OpenError> {
        self.bring_up_to_date().await.map_err(|error| match error {
            MigrateError::VersionMissing(found) => OpenError::Newer { found, known: newest() },
            MigrateError::VersionMismatch(layout) => OpenError::Altered(layout),
            MigrateError::Execute(source) => OpenError::Connect { address: self.address.to_string(), source },
            other => OpenError::Migrate(other),
        })
    }

    async fn bring_up_to_date(&self) -> Result<Layout, MigrateError> {
        let mut writing = self.begin().await?;
        if let DatabaseAddress::Postgres { .. } = self.address {
            // Given back at the end of the transaction, whichever end that is.
            sql("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *writing).await?;
            sql("SET LOCAL statement_timeout = 0").execute(&mut *writing).await?;
            // No table is changed or dropped whose deferred constraints are still to be checked.
            sql("SET CONSTRAINTS ALL IMMEDIATE").execute(&mut *writing).await?;
        }
        writing.ensure_migrations_table(TABLE).await?;
        let applied = writing.list_applied_migrations(TABLE).await?;
        let before = applied.iter().map(|migration| migration.version).max().unwrap_or(0);
        if before > newest() {
            return Err(MigrateError::VersionMissing(before));
        }
        for migration in MIGRATIONS.map(migration) {
            match applied.iter().find(|applied| applied.version == migration.version) {
                None => drop(writing.apply(TABLE, &migration).await?),
                Some(applied) if applied.checksum == migration.checksum => {}
                Some(applied) => return Err(MigrateError::VersionMismatch(applied.version)),
            }
        }
        writing.commit().await?;
        Ok(Layout { before, now: newest() })
    }
}

fn newest() -> i64 {
    MIGRATIONS.iter().map(|(number, ..)| *number).max().unwrap_or(0)
}

fn migration((number, name, text): (i64, &'static str, &'static str)) -> Migration {
    Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
}
