//! A database for each test.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use muniment_server::store::Store;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};
use tempfile::TempDir;

use crate::postgres::Server;

/// Makes two tests of a function: `sqlite::name` and `postgres::name`.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                crate::database::on_sqlite(super::$name);
            })+
        }
        mod postgres {
            $(#[test]
            fn $name() {
                crate::database::on_postgres(super::$name);
            })+
        }
    };
}
pub(crate) use on_both_databases;

/// An empty database.
pub(crate) struct Database {
    pub(crate) url: String,
    /// The folder of an SQLite file.
    folder: Option<TempDir>,
}

impl Database {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("muniment.db").display());
        Self { url, folder: Some(folder) }
    }

    pub(crate) async fn postgres(server: &Server) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let statement = format!("CREATE DATABASE {name} TEMPLATE template0");
        connect(&server.url("postgres")).await.execute(AssertSqlSafe(statement)).await.unwrap();
        Self { url: server.url(&name), folder: None }
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        self.folder.is_some()
    }

    /// The file of an SQLite database.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.as_ref().unwrap().path().join("muniment.db")
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.url).await.unwrap()
    }

    /// A connection past the store, to spoil things and to look at them.
    pub(crate) async fn connect(&self) -> AnyConnection {
        connect(&self.url).await
    }
}

async fn connect(url: &str) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(url).await.unwrap()
}

/// The single number a question has for an answer.
pub(crate) async fn count(connection: &mut AnyConnection, question: &'static str) -> i64 {
    sqlx::query(question).fetch_one(connection).await.unwrap().get(0)
}

pub(crate) fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Database) -> F) {
    block_on(test(Database::sqlite()));
}

pub(crate) fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(Database) -> F) {
    if let Some(server) = server() {
        block_on(async { test(Database::postgres(server).await).await });
    }
}

/// The PostgreSQL server all tests share.
fn server() -> Option<&'static Server> {
    static SERVER: std::sync::OnceLock<Option<Server>> = std::sync::OnceLock::new();
    SERVER.get_or_init(|| is_installed().then(Server::start)).as_ref()
}

/// Whether there is PostgreSQL to test with.
pub(crate) fn is_installed() -> bool {
    static SAID: Once = Once::new();
    let is_installed = crate::postgres::programs().is_some();
    if !is_installed {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "PostgreSQL is not installed, and CI=true");
        // Past the test harness, which shows what passing tests print to nobody.
        SAID.call_once(|| {
            let _ = writeln!(std::io::stderr(), "SKIPPED: the store on PostgreSQL, which is not installed");
        });
    }
    is_installed
}

pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(future)
}
