//! The verbs of a server.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use muniment_licenses::model::Library;
use muniment_server::app::{App, Environment};
use muniment_server::auth::SystemRandomness;
use muniment_server::clock::Clock;
use muniment_server::library::PageTexts;
use muniment_server::listen::{self, ConnectionBounds, RequestService};
use muniment_server::run::{admin, housekeeping, reload};
use muniment_server::settings::{Command, Config};
use muniment_server::store::Store;
use muniment_server::upstream::mail;
use muniment_tree::Silent;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::Report;
use super::texts::Texts;

/// How long work that no answer waits for any more may hold up the end of the process.
const LAST_WORK: Duration = Duration::from_secs(2);

pub(super) fn run(command: Command) -> anyhow::Result<Report> {
    let process = command.process();
    // Standard output is for what the server says of itself, such as where it serves.
    let filter: Targets = process.log.parse().with_context(|| format!("MUNIMENT_LOG: `{}`", process.log))?;
    let lines = fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(io::stderr);
    tracing_subscriber::registry().with(lines).with(filter).init();
    let runtime = Runtime::new()?;
    let ended = runtime.block_on(ended(command));
    // Threads that compute are not waited for.
    runtime.shutdown_timeout(LAST_WORK);
    ended.map(Report::sound)
}

/// What the verb prints at its end.
async fn ended(command: Command) -> anyhow::Result<String> {
    let url = command.process().database_url.clone();
    match command {
        Command::Serve(arguments) => serve(arguments.config, &url).await.map(|()| String::new()),
        Command::Admin { act, .. } => admin::run(act, &url, &Clock::system(), &SystemRandomness).await,
        Command::Backup { file, .. } => {
            Store::open(&url).await?.backup(&file).await?;
            Ok(format!("{}\n", file.display()))
        }
        Command::Migrate { .. } => {
            let store = Store::open(&url).await?;
            Ok(format!("layout {} of {}\n", store.migrate().await?.now, store.address()))
        }
    }
}

/// The texts of the SPDX list, which are in this program.
fn texts_of(library: &Library) -> PageTexts {
    let mut found = Texts::default().at_hand(&library.texts);
    found.retain_stated(library);
    PageTexts { texts: found.texts, digest: Some(found.digest) }
}

async fn serve(mut config: Config, database: &str) -> anyhow::Result<()> {
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| anyhow::anyhow!("cannot listen on {}: {error}", config.listen))?;
    config.listen = listener.local_addr()?;
    let store = Store::open(database).await?;
    let (clock, randomness) = (Clock::system(), Arc::new(SystemRandomness));
    let environment = Environment { store, clock, randomness, texts_of };
    let (app, is_built) = App::open(config, environment, &Silent)?;
    welcome(&app, is_built);
    let app = Arc::new(app);
    let (store, clock, live) = (app.store.clone(), app.clock.clone(), app.live.clone());
    let mut bounds = ConnectionBounds::of(&app.config);
    if let Some(open_files) = listen::raise_open_files() {
        bounds = bounds.within(open_files);
    }
    let service = RequestService::new(Arc::clone(&app));
    let mut tasks = JoinSet::new();
    if let Some(mailer) = app.mailer.clone() {
        let (mail_pending, randomness) = (Arc::clone(&app.mail_pending), Arc::clone(&app.randomness));
        tasks.spawn(mail::run(mailer, store.clone(), randomness, clock.clone(), mail_pending));
    }
    tasks.spawn(housekeeping::run(store.clone(), clock));
    tasks.spawn(reload::run(app, service.clone()));
    let stop = async {
        stop().await;
        // What is told as it happens has no end of its own.
        if let Some(live) = live {
            live.end();
        }
    };
    listen::serve(listener, service, bounds, stop).await;
    // What is committed stays, whether or not the database is closed in time.
    let _ = timeout(LAST_WORK, async {
        tasks.shutdown().await;
        store.close().await;
    })
    .await;
    Ok(())
}

/// Prints the address to open, with examples on a terminal and after a build.
fn welcome(app: &App, is_built: bool) {
    let base = format!("http://{}", app.config.listen);
    let licenses = &app.served.loaded.library().licenses;
    let known = licenses.get_key_value("Apache-2.0").or_else(|| licenses.first_key_value());
    let record = known.map(|(id, _)| id.as_str()).unwrap_or_default();
    let mut out = io::stdout();
    let text = if out.is_terminal() || is_built {
        format!(
            "{} record{}, release {}{}\n\n  library    {base}/\n  a record   {base}/license-library/{record}\n  \
             discovery  {base}/v2\n\n  curl -H 'Accept: application/n-triples' {base}/v2/licenses/{record} | sha256sum\n\nserving at {base}\n",
            licenses.len(),
            if licenses.len() == 1 { "" } else { "s" },
            app.served.tree.release,
            if is_built { " (tree built)" } else { "" },
        )
    } else {
        format!("serving at {base}\n")
    };
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// Resolves when the process is asked to stop.
async fn stop() {
    let terminate = async {
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                terminate.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminate => {}
    }
}
