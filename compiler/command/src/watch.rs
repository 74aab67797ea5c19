//! Builds again after each change of the data.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::Context;
use notify::{Event, RecursiveMode, Watcher};

use muniment_tree::WriteError;

use super::{Report, output};

/// Editors write a file in several steps; events within this time belong together.
const SETTLED: Duration = Duration::from_millis(50);

/// Delay before another attempt when another build holds the lock.
const AGAIN: Duration = Duration::from_millis(200);

/// Runs an action, and again after each change below a folder, until the process ends. Reports errors and continues.
pub(super) fn watch(
    folder: &Path,
    mut act: impl FnMut() -> anyhow::Result<Report>,
) -> anyhow::Result<Report> {
    let (sender, receiver) = channel();
    let mut watcher = notify::recommended_watcher(sender).context("cannot watch files here")?;
    watcher
        .watch(folder, RecursiveMode::Recursive)
        .with_context(|| format!("cannot watch {}", folder.display()))?;
    let mut is_waiting = false;
    loop {
        let result = act();
        let waited = is_waiting;
        is_waiting = result.as_ref().is_err_and(is_hindered);
        match result {
            Err(_) if is_waiting && waited => (),
            Ok(report) => {
                output::write(&report.text)?;
            }
            Err(error) => output::tell_error(&error),
        }
        match is_waiting {
            true => drop(receiver.recv_timeout(AGAIN)),
            false => wait(&receiver)?,
        }
    }
}

/// Whether another build holds the lock, or the data changed during the build.
fn is_hindered(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref();
    matches!(error, Some(WriteError::Locked(_) | WriteError::Overtaken | WriteError::Unsteady))
}

/// Waits for a change and the end of its events.
fn wait(events: &Receiver<notify::Result<Event>>) -> anyhow::Result<()> {
    while !is_written(&events.recv().context("nothing tells of changes any more")?) {}
    while events.recv_timeout(SETTLED).is_ok() {}
    Ok(())
}

/// Ignores events of reading. After an error or overflow anything may have changed.
fn is_written(event: &notify::Result<Event>) -> bool {
    event.as_ref().map_or(true, |event| !event.kind.is_access())
}
