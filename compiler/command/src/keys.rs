//! Files of `minisign` keys for releases.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use minisign::{KeyPair, SecretKey, SecretKeyBox};

/// Environment variable with the password of a secret key.
const PASSWORD: &str = "MUNIMENT_SIGNING_PASSWORD";

/// Reads a secret key. Asks for its password unless the environment has it.
pub(super) fn secret_key(path: &Path) -> anyhow::Result<SecretKey> {
    let shown = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read the key `{shown}`"))?;
    let sealed = SecretKeyBox::from_string(&text).with_context(|| format!("`{shown}` is no secret key"))?;
    match sealed.clone().into_unencrypted_secret_key() {
        Ok(key) => Ok(key),
        Err(_) => sealed
            .into_secret_key(password()?)
            .with_context(|| format!("`{shown}` is no secret key of minisign, or the password is wrong")),
    }
}

/// Creates a key pair: the secret key at `path`, readable only by its owner, and the public key with the suffix
/// `.pub`. The files must not exist, nor be in the data folder, which is published.
pub(super) fn generate(path: &Path, data: &Path, is_encrypted: bool) -> anyhow::Result<(PathBuf, String)> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder =
        folder.canonicalize().with_context(|| format!("there is no folder `{}`", folder.display()))?;
    if data.canonicalize().is_ok_and(|data| folder.starts_with(data)) {
        bail!("a secret key does not belong below `{}`, which is published", data.display());
    }
    let mut name = path.file_name().context("the key needs a file name")?.to_owned();
    let secret = folder.join(&name);
    name.push(".pub");
    let public = folder.join(name);
    for taken in [&secret, &public] {
        if taken.symlink_metadata().is_ok() {
            bail!("`{}` is there already, and a key is never written over", taken.display());
        }
    }
    let pair = match is_encrypted {
        true => KeyPair::generate_encrypted_keypair(password()?)?,
        false => KeyPair::generate_unencrypted_keypair()?,
    };
    write_new(&secret, 0o600, &pair.sk.to_box(Some("secret key of Muniment releases"))?.into_string())?;
    write_new(&public, 0o644, &pair.pk.to_box()?.into_string())?;
    Ok((public, pair.pk.to_base64()))
}

/// The password of the environment; `None` where a terminal is there to ask for one.
fn password() -> anyhow::Result<Option<String>> {
    let password = std::env::var(PASSWORD).ok();
    if password.is_none() && File::open("/dev/tty").is_err() {
        bail!(
            "there is no terminal to ask for the password of the key: set {PASSWORD}, or create a key with --unencrypted"
        );
    }
    Ok(password)
}

fn write_new(path: &Path, mode: u32, text: &str) -> anyhow::Result<()> {
    let written = || -> std::io::Result<()> {
        let mut file: File = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    written().with_context(|| format!("cannot write `{}`", path.display()))
}
