//! Input files of arguments; `-` is standard input.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;

/// The bytes of an input, or the first ones if it has more than a number; then one more than that.
pub(super) fn bytes_up_to(path: &Path, most: usize) -> anyhow::Result<Vec<u8>> {
    let unreadable = || format!("cannot read `{}`", path.display());
    let input: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path).with_context(unreadable)?),
    };
    let mut bytes = Vec::new();
    input.take(most as u64 + 1).read_to_end(&mut bytes).with_context(unreadable)?;
    Ok(bytes)
}

pub(super) fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))
}
