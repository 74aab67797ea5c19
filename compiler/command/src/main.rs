//! The program: the command with its allocator. Apart from the command, so that only this is compiled after all else.

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    muniment::main()
}
