use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use muniment_library::load::load_site;
use muniment_licenses::model::SigningKey;
use serde::{Deserialize, Serialize};

/// Whose signatures are believed, and what was seen before.
#[derive(Args)]
pub(super) struct Trust {
    /// A public key of minisign, or a file with one; releases have to be signed with it
    #[arg(long, value_name = "KEY")]
    key: Vec<String>,
    /// Data folder whose site.toml names the keys, in place of --key
    #[arg(long, env = "MUNIMENT_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// Keep the highest release number seen in this file, and refuse a lower one as rolled back
    #[arg(long, value_name = "FILE")]
    remember: Option<PathBuf>,
}

/// The newest release that was ever seen.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seen {
    pub(super) number: u64,
    pub(super) release: String,
}

impl Trust {
    /// The keys; none where signatures are not asked about.
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

    /// What is remembered.
    pub(super) fn seen(&self) -> anyhow::Result<Option<Seen>> {
        let Some(path) = &self.remember else { return Ok(None) };
        let broken = || format!("`{}` is not what --remember wrote", path.display());
        match fs::read(path) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes).with_context(broken)?)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
        }
    }

    /// Remembers a release, by a rename, so that a crash leaves what was remembered before.
    pub(super) fn remember(&self, seen: &Seen) -> anyhow::Result<()> {
        let Some(path) = &self.remember else { return Ok(()) };
        write(path, seen).with_context(|| format!("cannot write `{}`", path.display()))
    }
}

impl Seen {
    /// What is wrong with a release that is met after this one.
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

fn write(path: &Path, seen: &Seen) -> anyhow::Result<()> {
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
    fn a_lower_number_and_another_release_under_the_same_are_refused() {
        let seen = |number, release: &str| Seen { number, release: release.to_owned() };
        let known = seen(3, "data-c");
        assert_eq!(known.objection(&seen(3, "data-c")), None);
        assert_eq!(known.objection(&seen(4, "data-d")), None);
        assert!(known.objection(&seen(2, "data-b")).unwrap().starts_with("rolled back: "));
        assert!(known.objection(&seen(3, "data-x")).unwrap().contains("but was data-c"));
    }
}
