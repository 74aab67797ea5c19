//! Input files of arguments; `-` is standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;

pub(super) fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))
}
