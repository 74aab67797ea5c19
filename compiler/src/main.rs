//! The `muniment` command: checks, compiles and looks after a license library.

mod command;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let command = command::Command::parse();
    match command.run() {
        Ok(report) => {
            // Whoever closed the pipe has read enough.
            let _ = io::stdout().write_all(report.text.as_bytes());
            if report.sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            if error.is::<command::Unusable>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
