//! The `muniment` command: checks, compiles and looks after a license library.

mod command;

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    command::run().into()
}
