use serde_json::Value;

use super::{Edit, Edits};
use crate::history::{Catalog, current_release, is_registered};
use muniment_licenses::model::{Day, Release};

/// Why a state cannot be registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistrationError {
    /// It is already registered.
    #[error("the release `{0}` is registered already")]
    AlreadyRegistered(String),
    /// The version of the application is empty.
    #[error("the version of the application is empty")]
    NoApplicationVersion,
    /// The day is before the newest registered release.
    #[error("the release of {newest} is newer than {day}")]
    OutOfOrder {
        /// Day given.
        day: Day,
        /// Day of the newest registered release.
        newest: Day,
    },
}

/// The registered release of the current state, application version and day, if its signature is missing because a
/// registration was interrupted.
#[must_use]
pub fn unsigned<'l>(catalog: &Catalog<'l>, application_version: &str, day: Day) -> Option<&'l Release> {
    let current = current_release(catalog.library);
    let library = catalog.library;
    let release = library.releases.iter().find(|release| release.id == current.id)?;
    let is_signed = library.registrations.get(&release.id)?.signature.is_some();
    let is_the_same =
        release.application_version.as_deref() == Some(application_version) && release.date == Some(day);
    (is_the_same && !is_signed).then_some(release)
}

/// The release to register for the current state. [`registration`] writes it.
///
/// # Errors
/// The state is registered already, the version is empty, or a registered release is newer than the day.
pub fn register(
    catalog: &Catalog<'_>,
    application_version: &str,
    day: Day,
) -> Result<Release, RegistrationError> {
    let current = current_release(catalog.library);
    if is_registered(catalog, &current) {
        return Err(RegistrationError::AlreadyRegistered(current.id.to_string()));
    }
    if application_version.is_empty() {
        return Err(RegistrationError::NoApplicationVersion);
    }
    if let Some(newest) = catalog.library.releases.iter().filter_map(|release| release.date).max()
        && newest > day
    {
        return Err(RegistrationError::OutOfOrder { day, newest });
    }
    Ok(Release { application_version: Some(application_version.to_owned()), date: Some(day), ..current })
}

/// Plans the file of a manifest under `releases/`.
#[must_use]
pub fn registration(release: &Release, manifest: &Value) -> Edits {
    let path = format!("releases/{}.json", release.id);
    Edits { files: vec![Edit::Create { path, bytes: format!("{manifest:#}\n").into_bytes() }] }
}
