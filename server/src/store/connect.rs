use std::fs::{self, DirBuilder, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sqlx::any::{Any, AnyArguments, AnyPoolOptions, install_default_drivers};
use sqlx::query::Query;
use sqlx::{AnyPool, Executor, Row, Transaction};
use tokio::time::timeout;

use super::address::DatabaseAddress;
use super::error::{OpenError, StoreError};
use super::storage::StorageLimits;

/// Connections of one server to PostgreSQL, whose own default admits a hundred in all.
const CONNECTIONS: u32 = 10;
/// Connections that read an SQLite file; more than cores are of no use.
const READERS: u32 = 4;
/// How long a request waits for its turn, and for the locks of other programs, before it is told that the database does
/// not answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// The least time between two writes of [`Store::check`], which anybody may ask for.
const BETWEEN_WRITES: Duration = Duration::from_secs(5);

/// The database.
///
/// Copies of it are the same store.
#[derive(Debug, Clone)]
pub struct Store {
    pub(super) address: DatabaseAddress,
    /// Whatever changes nothing.
    pub(super) readers: AnyPool,
    /// Transactions that write. SQLite has one writer at a time: it is one connection, for which transactions of this
    /// process queue in the order they came, instead of trying their luck until they run out of time. The queue is
    /// PostgreSQL's business where that is the database; both pools are the same then.
    pub(super) writers: AnyPool,
    /// The most an account may store.
    pub(super) limits: StorageLimits,
    /// The file of SQLite.
    pub(super) file: Option<OpenedFile>,
    /// When [`Self::check`] wrote last.
    pub(super) written: Arc<Mutex<Option<Instant>>>,
}

/// A file as it was when it was opened. One that was removed or replaced takes writes that nobody finds again.
#[derive(Debug, Clone)]
pub(super) struct OpenedFile {
    path: Arc<Path>,
    identity: (u64, u64),
}

impl OpenedFile {
    fn of(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.into(), identity: identity(&fs::metadata(path)?) })
    }

    /// # Errors
    /// There is no file at its path, or another one.
    fn require(&self) -> io::Result<()> {
        match fs::metadata(&self.path) {
            Ok(metadata) if identity(&metadata) == self.identity => Ok(()),
            Ok(_) => Err(io::Error::other("the database file was replaced; start the server again")),
            Err(error) => Err(io::Error::new(error.kind(), format!("the database file is gone: {error}"))),
        }
    }
}

/// Device and inode.
fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}

/// A transaction that writes. Dropped before it is committed it leaves nothing.
pub(super) type Writing = Transaction<'static, Any>;

/// A statement, in words both databases understand: parameters are `$1`, `$2`, …
pub(super) fn sql(statement: &'static str) -> Query<'static, Any, AnyArguments> {
    sqlx::query(statement)
}

impl Store {
    /// Opens the database of a URL and brings its tables up to date. An SQLite file is made where there is none, with
    /// its folder, both for this user alone; one that others may read is taken from them.
    ///
    /// # Errors
    /// It cannot be reached, or is none of this server's.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let address: DatabaseAddress = url.parse()?;
        install_default_drivers();
        let opened = match &address {
            DatabaseAddress::Sqlite(path) => {
                create(path).map_err(|source| OpenError::File(path.clone(), source))?;
                Self::sqlite(&address, path).await
            }
            DatabaseAddress::Postgres { url, .. } => Self::postgres(&address, url).await,
        };
        let store = opened.map_err(|source| OpenError::Connect { address: address.to_string(), source })?;
        store.require_unicode().await?;
        store.migrate().await?;
        if let DatabaseAddress::Sqlite(path) = &address {
            keep_private(path);
        }
        Ok(store)
    }

    async fn sqlite(address: &DatabaseAddress, path: &Path) -> sqlx::Result<Self> {
        // An absolute path whose every odd letter is encoded is read back as it is by the URL parsers in between.
        let file = std::path::absolute(path)?;
        let path = utf8_percent_encode(&file.to_string_lossy(), NON_ALPHANUMERIC).to_string();
        let url = format!("sqlite:///{path}?mode=rw");
        // The first connection makes it a database with a write-ahead log, so that readers never wait for a writer.
        let writers =
            sqlite_pool("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", 1).connect(&url).await?;
        let readers = sqlite_pool("PRAGMA query_only = ON", READERS).connect(&url).await?;
        let file = Some(OpenedFile::of(&file)?);
        let written = Arc::default();
        Ok(Self { address: address.clone(), readers, writers, limits: StorageLimits::DEFAULT, file, written })
    }

    async fn postgres(address: &DatabaseAddress, url: &str) -> sqlx::Result<Self> {
        let pool = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .after_connect(|connection, _| {
                Box::pin(async move {
                    connection.execute("SET statement_timeout = '30s'").await?;
                    Ok(())
                })
            })
            .connect(url)
            .await?;
        let limits = StorageLimits::DEFAULT;
        let (address, readers) = (address.clone(), pool.clone());
        Ok(Self { address, readers, writers: pool, limits, file: None, written: Arc::default() })
    }

    async fn require_unicode(&self) -> Result<(), OpenError> {
        let DatabaseAddress::Postgres { .. } = self.address else { return Ok(()) };
        let asked = sql("SHOW server_encoding").fetch_one(&self.readers).await;
        let encoding: sqlx::Result<String> = asked.and_then(|row| row.try_get(0));
        match encoding {
            Ok(encoding) if encoding == "UTF8" => Ok(()),
            Ok(other) => Err(OpenError::Encoding(other)),
            Err(source) => Err(OpenError::Connect { address: self.address.to_string(), source }),
        }
    }

    /// Begins a transaction that will write.
    pub(super) async fn write(&self) -> Result<Writing, StoreError> {
        Ok(self.begin().await?)
    }

    pub(super) async fn begin(&self) -> sqlx::Result<Writing> {
        let Some(file) = &self.file else { return self.writers.begin().await };
        file.require()?;
        match timeout(PATIENCE, self.begin_at_once()).await {
            // SQLite rolls back by itself where the disk is full. `sqlx` goes on counting the transaction, so the
            // connection never begins another one.
            Ok(Err(sqlx::Error::InvalidSavePointStatement)) => {
                self.writers.acquire().await?.close().await?;
                self.begin_at_once().await
            }
            Ok(begun) => begun,
            Err(_) => Err(sqlx::Error::PoolTimedOut),
        }
    }

    /// Takes the lock of SQLite at once: a transaction that begins by reading can lose what it read to another writer, and
    /// is then refused without waiting.
    async fn begin_at_once(&self) -> sqlx::Result<Writing> {
        self.writers.begin_with("BEGIN IMMEDIATE").await
    }

    /// Whether the database answers and can be written, for `/healthz`. It writes at most once in `BETWEEN_WRITES`.
    ///
    /// # Errors
    /// It does not; the sources say why.
    pub async fn check(&self) -> Result<(), StoreError> {
        sql("SELECT id FROM accounts LIMIT 1").fetch_optional(&self.readers).await?;
        let last = *self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < BETWEEN_WRITES) {
            return Ok(());
        }
        let mut writing = self.write().await?;
        // Changes nothing, and is written all the same.
        let statement = "UPDATE _sqlx_migrations SET execution_time = execution_time WHERE version = 1";
        sql(statement).execute(&mut *writing).await?;
        writing.commit().await?;
        *self.written.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        Ok(())
    }

    /// Which database it is, without a password.
    #[must_use]
    pub fn address(&self) -> &DatabaseAddress {
        &self.address
    }

    /// Waits for what is under way, then closes every connection.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

fn sqlite_pool(pragmas: &'static str, connections: u32) -> AnyPoolOptions {
    AnyPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE).after_connect(
        move |connection, _| {
            Box::pin(async move {
                // Other processes may write too: a command of an administrator, a second server.
                connection.execute("PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON").await?;
                connection.execute(pragmas).await?;
                Ok(())
            })
        },
    )
}

/// Makes an empty file, which SQLite takes for an empty database, where there is none. Only its owner may read it: it
/// holds e-mail addresses and hashes of passwords. The files SQLite puts beside it get the same permissions.
fn create(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    if fs::exists(path)? {
        return Ok(());
    }
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map(drop),
    }
}

/// Takes the permissions of others from the files of a database that was made with more. Where that fails the log says so.
fn keep_private(path: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        let file = Path::new(&name);
        let Ok(metadata) = fs::metadata(file) else { continue };
        if metadata.permissions().mode() & 0o077 == 0 {
            continue;
        }
        if let Err(error) = fs::set_permissions(file, Permissions::from_mode(0o600)) {
            tracing::warn!(file = %file.display(), %error, "others can read the database");
        } else {
            tracing::warn!(file = %file.display(), "others could read the database; they no longer can");
        }
    }
}
