use std::path::PathBuf;

use clap::Args;

use super::keys::secret_key;
use super::loading::examined;
use super::planning::Writing;
use super::texts::Texts;
use super::{Refusal, Report};
use muniment_documents::api::v2;
use muniment_library::check::quotations;
use muniment_library::curate::{
    Edit, Edits, next_number, register, registration, sign_manifest, sign_registered, unsigned,
};
use muniment_library::history::Catalog;
use muniment_licenses::model::{Day, Fault, Severity};

/// Register the current state of the data as a release
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment release --application-version 0.1.0 --date 2026-11-20\n  \
    muniment release --date 2026-11-20 --sign ~/keys/releases.key\n\n\
    The manifest becomes data/releases/<data-id>.json, a file that never changes; its signature, in the format of \
    minisign, stands beside it. The password of the key is asked for, or taken from MUNIMENT_SIGNING_PASSWORD.")]
pub(super) struct Arguments {
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    texts: Texts,
    /// Version of the application in the release
    #[arg(long, default_value = env!("CARGO_PKG_VERSION"), value_name = "X")]
    application_version: String,
    /// Day of the release, YYYY-MM-DD
    #[arg(long, value_name = "DAY")]
    date: Day,
    /// Sign it with the secret key in this file
    #[arg(long, value_name = "FILE")]
    sign: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let data = arguments.writing.folder();
    let (library, faults) = examined(data)?;
    let quoted = library.as_ref().map(|library| quotations(library, |listed| arguments.texts.text(listed)));
    let quoted = quoted.into_iter().flat_map(|quotations| quotations.faults);
    let faults: Vec<Fault> = faults.into_iter().chain(quoted).collect();
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let Some(library) = library.filter(|_| errors == 0) else {
        return Err(Refusal("the library has faults; `muniment check` tells them all".to_owned()).into());
    };
    let catalog = Catalog::new(&library);
    let cut_off = unsigned(&catalog, &arguments.application_version, arguments.date);
    let (release, edits, number) = match (&arguments.sign, cut_off) {
        (Some(key), Some(release)) => {
            let (number, signature) = sign_registered(&library, &release.id, &secret_key(key)?)?;
            (release.clone(), Edits { files: vec![signature] }, Some(number))
        }
        (key, _) => {
            let release = register(&catalog, &arguments.application_version, arguments.date)?;
            let mut edits = registration(&release, &v2::manifest(&release, true));
            let mut number = None;
            if let (Some(key), Some(manifest)) = (key, edits.files.first().and_then(Edit::bytes)) {
                let next = next_number(&library);
                let signature = sign_manifest(&release.id, next, manifest, &secret_key(key)?)?;
                edits.files.push(signature);
                number = Some(next);
            }
            (release, edits, number)
        }
    };
    let signed = number.map(|number| format!(", signed as number {number}")).unwrap_or_default();
    let verb = if arguments.writing.is_dry() { "would register" } else { "registered" };
    let files = arguments.writing.write(&edits)?;
    Ok(Report::sound(format!(
        "{files}{verb} {} (library {}, graphs {}, vocabulary {}){signed}\n",
        release.id, release.library.id, release.graphs.id, release.vocabulary.id
    )))
}
