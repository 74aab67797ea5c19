use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use muniment_library::load::load_site;
use muniment_licenses::model::SigningKey;
use serde::{Deserialize, Serialize};

/// Trusted keys, and the newest release seen before.
#[derive(Args)]
pub(super) struct Trust {
    /// A public key of minisign, or a file with one; releases must be signed with it
    #[arg(long, value_name = "KEY")]
    key: Vec<String>,
    /// Data folder whose site.toml has the keys, instead of --key
    #[arg(long, env = "MUNIMENT_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// File for the highest release number seen; a lower one is refused as a rollback
    #[arg(long, value_name = "FILE")]
    remember: Option<PathBuf>,
}

/// The newest release that was seen.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SeenRelease {
    pub(super) number: u64,
    pub(super) release: String,
}

impl Trust {
    /// The keys; empty if signatures are not verified.
    pub(super) fn keys(&self) -> anyhow::Result<Vec<SigningKey>> {
        let mut keys = self.key.iter().map(|text| key(text)).collect::<anyhow::Result<Vec<SigningKey>>>()?;
        if let Some(data) = self.data.as_ref().filter(|_| keys.is_empty()) {
            let (site, faults) = load_site(data);
            if let Some(fault) = faults.first() {
                bail!("{}: {}", data.join(fault.place.to_string()).display(), fault.message);
            }
            keys.extend(site.map(|site| site.signing_keys).unwrap_or_default());
        }
        if keys.is_empty() && self.remember.is_some() {
            let what = "--remember needs a key: --key, or --data with signing_keys in its site.toml";
            bail!("{what}");
        }
        Ok(keys)
    }

    /// Reads the release seen before.
    pub(super) fn seen(&self) -> anyhow::Result<Option<SeenRelease>> {
        let Some(path) = &self.remember else { return Ok(None) };
        let broken = || format!("`{}` is not what --remember wrote", path.display());
        match fs::read(path) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes).with_context(broken)?)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
        }
    }

    /// Stores a release atomically, by a rename.
    pub(super) fn remember(&self, seen: &SeenRelease) -> anyhow::Result<()> {
        let Some(path) = &self.remember else { return Ok(()) };
        write(path, seen).with_context(|| format!("cannot write `{}`", path.display()))
    }
}

impl SeenRelease {
    /// Why a release may not follow this one.
    pub(super) fn objection(&self, met: &Self) -> Option<String> {
        let Self { number, release } = self;
        if met.number < *number {
            let (earlier, known) = (&met.release, met.number);
            return Some(format!(
                "rolled back: the newest release is {earlier}, number {known}, but number {number}, {release}, was seen before"
            ));
        }
        (met.number == *number && met.release != *release).then(|| {
            format!(
                "number {number} is the release {}, but was {release} when it was seen before",
                met.release
            )
        })
    }
}

fn key(text: &str) -> anyhow::Result<SigningKey> {
    let parsed = text.parse::<SigningKey>();
    if let Ok(key) = parsed {
        return Ok(key);
    }
    let file = fs::read_to_string(text)
        .with_context(|| format!("`{text}` is neither a public key of minisign nor a file with one"))?;
    file.parse().with_context(|| format!("`{text}`"))
}

fn write(path: &Path, seen: &SeenRelease) -> anyhow::Result<()> {
    let mut name = path.file_name().context("it needs a name")?.to_owned();
    name.push(".new");
    let staged = path.with_file_name(name);
    let mut file = File::create(&staged)?;
    file.write_all(&serde_json::to_vec(seen)?)?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    fs::rename(&staged, path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_numbers_and_reused_numbers_are_refused() {
        let seen = |number, release: &str| SeenRelease { number, release: release.to_owned() };
        let known = seen(3, "data-c");
        assert_eq!(known.objection(&seen(3, "data-c")), None);
        assert_eq!(known.objection(&seen(4, "data-d")), None);
        assert!(known.objection(&seen(2, "data-b")).unwrap().starts_with("rolled back: "));
        assert!(known.objection(&seen(3, "data-x")).unwrap().contains("but was data-c"));
    }
}
