//! A server whose clock stands still until a test moves it: the same program in this process, asked over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use muniment_documents::api::v1::Scopes;
use muniment_server::app::{App, Environment};
use muniment_server::auth::{AccountId, ApiToken, Password, Passwords, Randomness, SeededRandomness};
use muniment_server::clock::{Clock, TimeControl};
use muniment_server::library::PageTexts;
use muniment_server::limit::Overrides;
use muniment_server::listen::{self, ConnectionBounds, RequestService};
use muniment_server::store::{Adjustment, NewAccount, NewToken, QuotaKind, Role, Store};
use muniment_tree::Silent;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use super::people::{PASSWORD, fresh_email};
use crate::server::{Answer, Server, repository};
use crate::settings::config;

/// When the clock stands at first: 2026-11-20T00:00:00Z.
pub(crate) const MIDNIGHT: u64 = 1_795_132_800;

/// A server of the small library with limits, on SQLite.
pub(crate) struct Simulated {
    pub(crate) server: Server,
    pub(crate) time: TimeControl,
    pub(crate) store: Store,
    pub(crate) runtime: Runtime,
    clock: Clock,
    randomness: SeededRandomness,
    stop: Option<oneshot::Sender<()>>,
    served: Option<JoinHandle<()>>,
    _folder: TempDir,
}

/// Somebody with an account and a token.
pub(crate) struct Known {
    pub(crate) account: AccountId,
    pub(crate) email: String,
    pub(crate) token: String,
}

impl Simulated {
    pub(crate) fn open() -> Self {
        Self::open_with(&[])
    }

    /// The same with further flags.
    pub(crate) fn open_with(flags: &[String]) -> Self {
        let flags = flags.to_vec();
        let folder = tempfile::tempdir().unwrap();
        let (clock, time) = Clock::simulated(Duration::from_secs(MIDNIGHT));
        let runtime = Runtime::new().unwrap();
        let database = format!("sqlite://{}", folder.path().join("accounts.db").display());
        let store = runtime.block_on(Store::open(&database)).unwrap();
        let (data, site) = (repository().join("tests/fixtures/small"), folder.path().join("site"));
        let (stop, stopped) = oneshot::channel();
        let (bound, address) = mpsc::channel();
        let environment = Environment {
            store: store.clone(),
            clock: clock.clone(),
            randomness: Arc::new(SeededRandomness::new(1)),
            texts_of: PageTexts::none,
        };
        let served = thread::spawn(move || {
            Runtime::new().unwrap().block_on(async move {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let address: SocketAddr = listener.local_addr().unwrap();
                let own = ["--data".as_ref(), data.as_os_str(), "--site".as_ref(), site.as_os_str()];
                let flags = own.into_iter().chain(flags.iter().map(AsRef::as_ref));
                let mut config = config(flags);
                config.listen = address;
                let bounds = ConnectionBounds::of(&config);
                let (app, _) = App::open(config, environment, &Silent).unwrap();
                bound.send(address).unwrap();
                let service = RequestService::new(Arc::new(app));
                listen::serve(listener, service, bounds, async { drop(stopped.await) }).await;
            });
        });
        let server = Server::at(&format!("http://{}", address.recv().unwrap()));
        let randomness = SeededRandomness::new(2);
        let (stop, served) = (Some(stop), Some(served));
        Self { server, time, store, runtime, clock, randomness, stop, served, _folder: folder }
    }

    /// Somebody with a token, and with [`PASSWORD`].
    pub(crate) fn person(&self) -> Known {
        let (account, email, token) = (
            AccountId::new(&self.randomness).unwrap(),
            fresh_email(),
            ApiToken::new(&self.randomness).unwrap(),
        );
        let randomness: &dyn Randomness = &self.randomness;
        let password =
            Passwords::new(randomness).unwrap().hash(&Password::new(PASSWORD).unwrap(), randomness).unwrap();
        let (at, name) = (self.clock.timestamp(), "Ada".to_owned());
        let new = NewAccount {
            id: account,
            name: name.clone(),
            email: email.parse().unwrap(),
            password,
            role: Role::Member,
            created_at: at,
        };
        let (digest, scopes) = (token.digest(), Scopes::all());
        let kept = NewToken { digest, account, name, created_at: at, expires_on: None, scopes };
        self.runtime.block_on(async {
            self.store.create_account(&new).await.unwrap();
            self.store.create_token(&kept).await.unwrap();
        });
        Known { account, email, token: token.reveal().to_owned() }
    }

    /// Somebody whose windows hold so many requests; those without a number hold what the document says.
    pub(crate) fn person_with(&self, limits: &Overrides) -> Known {
        let person = self.person();
        self.adjust(&person, &Adjustment { windows: limits.map(Some), ..Adjustment::default() });
        person
    }

    /// Sets the daily quota of an account to zero.
    pub(crate) fn forbid(&self, person: &Known, kind: QuotaKind) {
        self.adjust(person, &Adjustment { quotas: vec![(kind, Some(0))], ..Adjustment::default() });
    }

    fn adjust(&self, person: &Known, adjustment: &Adjustment) {
        self.runtime.block_on(self.store.adjust(&person.account, adjustment)).unwrap();
    }

    /// What time it is.
    pub(crate) fn now(&self) -> jiff::Timestamp {
        self.clock.timestamp()
    }

    /// Lets time pass.
    pub(crate) fn wait(&self, seconds: u64) {
        self.time.advance(Duration::from_secs(seconds));
    }

    pub(crate) fn get(&self, person: &Known, path: &str) -> Answer {
        self.server.ask("GET", path, &[("Authorization", &format!("Bearer {}", person.token))])
    }

    pub(crate) fn post(&self, person: &Known, path: &str, document: &str) -> Answer {
        let token = format!("Bearer {}", person.token);
        self.server.send(path, &[("Authorization", &token), ("Content-Type", "application/json")], document)
    }
}

impl Drop for Simulated {
    fn drop(&mut self) {
        drop(self.stop.take());
        // Connections of the client would keep the server waiting, so it ends with this process where it has to.
        drop(self.served.take());
    }
}
