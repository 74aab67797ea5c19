//! The running server goes on to another tree when `current` leads to another one, and drops no request.

use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::spawn_blocking;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep};

use crate::app::{App, AppError, Served};
use crate::library::Mark;
use crate::listen::Front;

/// How long is waited for whoever writes to the folder of the tree.
const AGAIN: Duration = Duration::from_secs(1);

/// Looks from time to time, and whenever the process gets SIGHUP, whether there is another tree, and lets `front` answer
/// from it; for as long as it is polled.
///
/// The tree is read beside the one that is served, and beside the library where it was made from other data. A tree that
/// cannot be read, or was made from other data than the data folder holds, is refused and logged, and the one before
/// goes on being served; it is read again when `current` changes or SIGHUP comes.
pub async fn keep(mut app: Arc<App>, front: Front) {
    let link = app.config.link();
    let mut prompts = Prompts::new(app.config.reload_seconds);
    let mut seen = app.served.mark;
    let mut is_postponed = false;
    loop {
        let is_asked = if std::mem::take(&mut is_postponed) {
            sleep(AGAIN).await;
            true
        } else {
            prompts.next().await
        };
        let mark = Mark::of(&link);
        if !is_asked && mark == seen {
            continue;
        }
        seen = mark;
        let before = Arc::clone(&app);
        match spawn_blocking(move || before.reopened()).await {
            Ok(Ok(opened)) => {
                let before = std::mem::replace(&mut app, Arc::new(opened));
                let Served { mark, tree, .. } = &*app.served;
                seen = *mark;
                let answered = front.switch(Arc::clone(&app));
                tracing::info!(tree = tree.name, release = tree.release, "another tree is served");
                if let Some(live) = &app.live {
                    live.tell(&tree.name);
                }
                // A whole library is freed here, unless a request still reads it.
                drop(spawn_blocking(move || drop((before, answered))));
            }
            Ok(Err(AppError::Open(error))) if error.is_passing() => is_postponed = true,
            Ok(Err(error)) => {
                tracing::error!(%error, "a new tree is refused, the one before goes on being served");
            }
            Err(error) => tracing::error!(%error, "a new tree was given up"),
        }
    }
}

/// When to look.
struct Prompts {
    ticks: Option<Interval>,
    hangups: Option<Signal>,
}

impl Prompts {
    /// Every so many seconds, or never of its own accord.
    fn new(seconds: u64) -> Self {
        let ticks = (seconds > 0).then(|| {
            let mut ticks = interval(Duration::from_secs(seconds));
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        });
        let hangups = signal(SignalKind::hangup())
            .inspect_err(|error| tracing::warn!(%error, "nobody can ask for another tree by SIGHUP"));
        Self { ticks, hangups: hangups.ok() }
    }

    /// Waits until it is time to look; whether somebody asked.
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
