//! Switches the running server to another tree when `current` leads to another one. No request is dropped.

use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::spawn_blocking;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep};

use crate::app::{App, AppError, Served};
use crate::library::LinkStamp;
use crate::listen::RequestService;

/// Time until the tree is opened again while another process writes to its folder.
const AGAIN: Duration = Duration::from_secs(1);

/// Looks for another tree at intervals and on SIGHUP, and lets `service` answer from it; for as long as it is polled.
///
/// The tree is read beside the one that is served, and beside the library where it was made from other data. A tree that
/// cannot be read, or was made from other data than the data folder holds, is refused and logged, and the one before
/// goes on being served; it is read again when `current` changes or SIGHUP comes.
pub async fn run(mut app: Arc<App>, service: RequestService) {
    let link = app.config.link();
    let mut triggers = ReloadTriggers::new(app.config.reload_seconds);
    let mut seen = app.served.stamp;
    let mut is_postponed = false;
    loop {
        let is_asked = if std::mem::take(&mut is_postponed) {
            sleep(AGAIN).await;
            true
        } else {
            triggers.next().await
        };
        let stamp = LinkStamp::of(&link);
        if !is_asked && stamp == seen {
            continue;
        }
        seen = stamp;
        let before = Arc::clone(&app);
        match spawn_blocking(move || before.reopened()).await {
            Ok(Ok(opened)) => {
                let before = std::mem::replace(&mut app, Arc::new(opened));
                let Served { stamp, tree, .. } = &*app.served;
                seen = *stamp;
                let answered = service.switch(Arc::clone(&app));
                tracing::info!(tree = tree.name, release = tree.release, "another tree is served");
                if let Some(live) = &app.live {
                    live.tell(&tree.name);
                }
                // A whole library is freed here, unless a request still reads it.
                drop(spawn_blocking(move || drop((before, answered))));
            }
            Ok(Err(AppError::Open(error))) if error.is_passing() => is_postponed = true,
            Ok(Err(error)) => {
                tracing::error!(%error, "a new tree is refused, the last one is still served");
            }
            Err(error) => tracing::error!(%error, "opening a new tree failed"),
        }
    }
}

/// When to look for another tree.
struct ReloadTriggers {
    ticks: Option<Interval>,
    hangups: Option<Signal>,
}

impl ReloadTriggers {
    /// Every so many seconds; 0: on SIGHUP alone.
    fn new(seconds: u64) -> Self {
        let ticks = (seconds > 0).then(|| {
            let mut ticks = interval(Duration::from_secs(seconds));
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        });
        let hangups = signal(SignalKind::hangup())
            .inspect_err(|error| tracing::warn!(%error, "SIGHUP cannot be received, so it opens no tree"));
        Self { ticks, hangups: hangups.ok() }
    }

    /// Waits for the next trigger; true for SIGHUP.
    async fn next(&mut self) -> bool {
        let Self { ticks, hangups } = self;
        let tick = async {
            match ticks {
                Some(ticks) => ticks.tick().await,
                None => std::future::pending().await,
            }
        };
        let hangup = async {
            match hangups {
                Some(hangups) => hangups.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = tick => false,
            _ = hangup => true,
        }
    }
}
