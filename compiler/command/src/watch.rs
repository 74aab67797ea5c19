//! Building again whenever the data change.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::Context;
use notify::{Event, RecursiveMode, Watcher};

use muniment_tree::WriteError;

use super::{Report, output};

/// Editors write a file in several steps; what follows within this time belongs together.
const SETTLED: Duration = Duration::from_millis(50);

/// How soon a build is tried again that another one was in the way of: nothing tells when that is done.
const AGAIN: Duration = Duration::from_millis(200);

/// Carries something out, and again each time something below a folder is written to. Whether it succeeds is told, and
/// ends nothing; it goes on until the process is ended.
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

/// Whether another build was in the way, or the data were written to meanwhile.
fn is_hindered(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref();
    matches!(error, Some(WriteError::Locked(_) | WriteError::Overtaken | WriteError::Unsteady))
}

/// Waits until something was written, and no more follows.
fn wait(events: &Receiver<notify::Result<Event>>) -> anyhow::Result<()> {
    while !is_written(&events.recv().context("nothing tells of changes any more")?) {}
    while events.recv_timeout(SETTLED).is_ok() {}
    Ok(())
}

/// What is read tells of itself too; what was missed may have been anything.
fn is_written(event: &notify::Result<Event>) -> bool {
    event.as_ref().map_or(true, |event| !event.kind.is_access())
}
