//! The databases that servers stand on, and houses: a server of the small library with its database.

use std::io::Write;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, OnceLock};

use muniment_server::store::{AuditRecord, Store};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};
use tempfile::TempDir;

use super::postgres;
use crate::server::{Server, repository};

/// Makes two tests of a function: `sqlite::name` and `postgres::name`.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name(crate::accounts::databases::Engine::Sqlite);
            })+
        }
        mod postgres {
            $(#[test]
            fn $name() {
                crate::accounts::databases::on_postgres(super::$name);
            })+
        }
    };
}
pub(super) use on_both_databases;

/// What keeps a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// The server that tests share: without limits, anybody may register.
    pub(super) fn host(self) -> &'static TestServer {
        static SQLITE: LazyLock<TestServer> = LazyLock::new(|| TestServer::lasting(Engine::Sqlite));
        static POSTGRES: LazyLock<TestServer> = LazyLock::new(|| TestServer::lasting(Engine::Postgres));
        match self {
            Self::Sqlite => &SQLITE,
            Self::Postgres => &POSTGRES,
        }
    }

    /// A server of one's own.
    pub(super) fn open(self, flags: &[&str]) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let database = self.database(folder.path());
        let server = serve(&database, folder.path(), flags);
        TestServer { server, database, folder: Some(folder) }
    }

    /// A server of one's own without limits, where everybody may register.
    pub(super) fn open_to_newcomers(self) -> TestServer {
        self.open(&["--limits", "off", "--registration", "on"])
    }

    /// A server of one's own that writes down what it reports.
    pub(super) fn open_reporting(self, flags: &[&str]) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let database = self.database(folder.path());
        let flags = [&["--database-url", &database], flags].concat();
        let server = Server::start_reporting(folder.path(), &small(), &site_in(folder.path()), &flags);
        TestServer { server, database, folder: Some(folder) }
    }

    /// An empty database; a file of it would be in this folder.
    pub(super) fn database(self, folder: &Path) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        match self {
            Self::Sqlite => format!("sqlite://{}", folder.join("accounts.db").display()),
            Self::Postgres => {
                let server = postgres_server().unwrap();
                let name = format!("house_{}", COUNT.fetch_add(1, Ordering::Relaxed));
                create_database(server, &name)
            }
        }
    }
}

/// A server of the small library and its database.
pub(super) struct TestServer {
    pub(super) server: Server,
    pub(super) database: String,
    /// Removed when the server has ended.
    folder: Option<TempDir>,
}

impl Deref for TestServer {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

impl TestServer {
    fn lasting(engine: Engine) -> Self {
        let folder = tempfile::tempdir().unwrap().keep();
        let database = engine.database(&folder);
        let site = site_in(&folder);
        let flags = ["--database-url", &database, "--limits", "off", "--registration", "on"];
        let server = Server::start_and_remove(&folder, &small(), &site, &flags);
        Self { server, database, folder: None }
    }

    /// A server that was started on a database.
    pub(super) fn of(server: Server, database: &str) -> Self {
        Self { server, database: database.to_owned(), folder: None }
    }

    /// The same server started anew, once the one before has ended.
    pub(super) fn restarted(self, flags: &[&str]) -> Self {
        let Self { server, database, folder } = self;
        drop(server);
        let server = serve(&database, folder.as_ref().unwrap().path(), flags);
        Self { server, database, folder }
    }

    /// What its server reported, if it writes that down.
    pub(super) fn report(&self) -> String {
        std::fs::read_to_string(self.folder.as_ref().unwrap().path().join("report")).unwrap()
    }

    /// The single number a question to the database has for an answer.
    pub(super) fn count(&self, question: &str) -> i64 {
        count(&self.database, question)
    }

    /// Changes the database past the server.
    pub(super) fn change(&self, statement: &str) {
        block_on(async {
            let statement = AssertSqlSafe(statement.to_owned());
            connect(&self.database).await.execute(statement).await.unwrap();
        });
    }

    /// What was done to a license, newest first.
    pub(super) fn audit(&self, license: &str) -> Vec<AuditRecord> {
        block_on(async {
            let store = Store::open(&self.database).await.unwrap();
            store.audit_of_license(&license.parse().unwrap()).await.unwrap()
        })
    }
}

/// Starts a server of the small library on a database; its tree is in a folder.
pub(super) fn serve(database: &str, folder: &Path, flags: &[&str]) -> Server {
    let flags: Vec<&str> = ["--database-url", database].into_iter().chain(flags.iter().copied()).collect();
    Server::start(&small(), &site_in(folder), &flags)
}

/// The folder of a tree in another folder.
pub(super) fn site_in(folder: &Path) -> std::path::PathBuf {
    let site = folder.join("site");
    std::fs::create_dir_all(&site).unwrap();
    site
}

/// The sources that houses serve.
pub(super) fn small() -> std::path::PathBuf {
    repository().join("tests/fixtures/small")
}

/// The single number a question has for an answer.
pub(super) fn count(database: &str, question: &str) -> i64 {
    block_on(async {
        let mut connection = connect(database).await;
        let row = sqlx::query(AssertSqlSafe(question.to_owned())).fetch_one(&mut connection).await;
        row.unwrap_or_else(|error| panic!("{question}: {error}")).get(0)
    })
}

/// A new database on a PostgreSQL server.
pub(super) fn create_database(server: &postgres::Server, name: &str) -> String {
    block_on(async {
        let statement = format!("CREATE DATABASE {name} TEMPLATE template0");
        connect(&server.url("postgres")).await.execute(AssertSqlSafe(statement)).await.unwrap();
    });
    server.url(name)
}

async fn connect(url: &str) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(url).await.unwrap()
}

pub(super) fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// Runs a test on PostgreSQL, where that is installed.
pub(super) fn on_postgres(test: impl FnOnce(Engine)) {
    if postgres_server().is_some() {
        test(Engine::Postgres);
    }
}

/// The PostgreSQL server all houses share.
fn postgres_server() -> Option<&'static postgres::Server> {
    static SERVER: OnceLock<Option<postgres::Server>> = OnceLock::new();
    SERVER.get_or_init(|| is_installed().then(postgres::Server::start)).as_ref()
}

/// Whether there is PostgreSQL to test with.
pub(super) fn is_installed() -> bool {
    static INSTALLED: LazyLock<bool> = LazyLock::new(|| {
        let is_installed = postgres::programs().is_some();
        if !is_installed {
            assert!(std::env::var("CI").as_deref() != Ok("true"), "PostgreSQL is not installed, and CI=true");
            // Past the test harness, which shows what passing tests print to nobody.
            let _ = writeln!(std::io::stderr(), "SKIPPED: accounts on PostgreSQL, which is not installed");
        }
        is_installed
    });
    *INSTALLED
}
