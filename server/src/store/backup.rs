use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::address::DatabaseAddress;
use super::connect::{Store, sql};

/// Why there is no copy of the database.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// PostgreSQL has tools of its own, which know more than we do.
    #[error(
        "the database {0} is PostgreSQL's: back it up with `pg_dump --format=custom`, restore it with `pg_restore`"
    )]
    NotSqlite(String),
    /// Nothing is overwritten.
    #[error("`{0}` exists; a backup overwrites nothing")]
    Exists(PathBuf),
    /// The file cannot be written.
    #[error("cannot write `{0}`")]
    File(PathBuf, #[source] io::Error),
    /// The database cannot be copied.
    #[error("cannot copy the database to `{0}`")]
    Copy(PathBuf, #[source] sqlx::Error),
}

impl Store {
    /// Writes a copy of an SQLite database, as it stands at one moment, while it is in use. The copy is a database of
    /// its own: it is restored by putting it in the other's place while no server runs.
    ///
    /// The file appears when it is whole and on the disk, or not at all.
    ///
    /// # Errors
    /// The file exists or cannot be written, or the database is PostgreSQL's.
    pub async fn backup(&self, file: &Path) -> Result<(), BackupError> {
        if let DatabaseAddress::Postgres { shown, .. } = &self.address {
            return Err(BackupError::NotSqlite(shown.clone()));
        }
        let failed = |error| BackupError::File(file.to_owned(), error);
        if fs::exists(file).map_err(failed)? {
            return Err(BackupError::Exists(file.to_owned()));
        }
        let partial = partial(file);
        // SQLite fills an empty file; only the owner may read this one.
        let opened = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&partial);
        opened.map_err(failed)?;
        let copied =
            sql("VACUUM INTO $1").bind(partial.to_string_lossy().as_ref()).execute(&self.writers).await;
        let kept = match copied {
            Ok(_) => keep(&partial, file).map_err(failed),
            Err(error) => Err(BackupError::Copy(file.to_owned(), error)),
        };
        if kept.is_err() {
            // What went wrong matters more than what is left of it.
            let _ = fs::remove_file(&partial);
        }
        kept
    }
}

/// The name of a backup that is not whole yet.
fn partial(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

fn keep(partial: &Path, file: &Path) -> io::Result<()> {
    File::open(partial)?.sync_all()?;
    // Unlike a rename, refuses when another process made the file meanwhile.
    fs::hard_link(partial, file)?;
    fs::remove_file(partial)?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}
