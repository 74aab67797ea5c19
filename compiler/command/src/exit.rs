use std::process::ExitCode;

/// The exit codes of all commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing was found.
    Fine,
    /// The input has faults, conflicts, differences or gaps, and they are reported.
    Findings,
    /// Anything else: wrong usage, a name or file that does not exist, a write that failed.
    Failed,
}

impl Exit {
    /// The table, as `--help` shows it.
    pub(super) const TABLE: &str = "Exit codes, of every verb: 0 nothing was found, 1 findings (faults, conflicts, \
        differences), 2 everything else: wrong usage, names and files that do not exist, writes that fail.";
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
        })
    }
}

/// An error that is a finding: the command cannot continue with this input.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Refusal(pub(super) String);
