//! The `muniment` command: checks, compiles and looks after a license library.

mod command;

use std::process::ExitCode;
use std::sync::Arc;

use mimalloc::MiMalloc;
use signal_hook::consts::SIGXFSZ;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // With a handler, a write beyond the limit of file sizes fails; without one, the signal ends the program silently.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    command::run().into()
}
