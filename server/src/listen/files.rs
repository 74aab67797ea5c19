use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit of open files as far as the process may, and answers what it is then; `None` where there is none.
#[must_use]
pub fn raise_open_files() -> Option<usize> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    let now = if setrlimit(Resource::Nofile, raised).is_ok() { maximum } else { current };
    now.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX))
}
