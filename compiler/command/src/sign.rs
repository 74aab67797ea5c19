use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::Report;
use super::keys::{generate, secret_key};
use super::loading::{Data, readable};
use muniment_library::curate::{Edits, sign_registered};
use muniment_licenses::model::ReleaseId;

/// Sign a registered release, or create a key pair
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment sign --generate ~/keys/releases.key\n  \
    muniment sign data-0123456789abcdef --key ~/keys/releases.key\n\n\
    Keys and signatures are those of minisign. The signature becomes data/releases/<data-id>.json.minisig; its trusted \
    comment names the release and its number, which grows with every release and is never given twice. A release that \
    is signed anew keeps its number.\n\n\
    The password of a key is asked for, or taken from MUNIMENT_SIGNING_PASSWORD.")]
pub(super) struct Arguments {
    /// The release
    #[arg(required_unless_present = "generate", requires = "key", value_name = "RELEASE")]
    release: Option<ReleaseId>,
    /// File of the secret key
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Create a secret key in this file, and the public key with the suffix `.pub`
    #[arg(long, conflicts_with_all = ["release", "key"], value_name = "FILE")]
    generate: Option<PathBuf>,
    /// Create a secret key without a password
    #[arg(long, requires = "generate")]
    unencrypted: bool,
    #[command(flatten)]
    data: Data,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let data = &arguments.data.data;
    if let Some(path) = &arguments.generate {
        let (file, public) = generate(path, data, !arguments.unencrypted)?;
        return Ok(Report::sound(format!(
            "wrote {} and {}\nfor site.toml: signing_keys = [\"{public}\"]\n",
            path.display(),
            file.display()
        )));
    }
    let (Some(id), Some(key)) = (&arguments.release, &arguments.key) else { return Ok(Report::sound("")) };
    let library = readable(data)?;
    let (number, edit) = sign_registered(&library, id, &secret_key(key)?).context("nothing was signed")?;
    let path = edit.path().to_owned();
    Edits { files: vec![edit] }.apply(data)?;
    Ok(Report::sound(format!("signed {id} as number {number}: {}\n", data.join(path).display())))
}
