use super::{Edit, Edits};
use crate::api::v2;
use crate::history::{Catalog, current_release, is_registered};
use crate::model::{Day, Release};

/// Why a state cannot be registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistrationError {
    /// It is already.
    #[error("the release `{0}` is registered already")]
    AlreadyRegistered(String),
    /// The version of the application is empty.
    #[error("the version of the application is empty")]
    NoApplicationVersion,
    /// It would be older than the newest registered release.
    #[error("the release of {newest} is newer than {day}")]
    OutOfOrder {
        /// Day given.
        day: Day,
        /// Day of the newest registered release.
        newest: Day,
    },
}

/// The release that the present state is registered as by this application and day, where its signature is missing: what
/// a registration leaves that was cut off between its two files.
#[must_use]
pub fn unsigned<'l>(catalog: &Catalog<'l>, application_version: &str, day: Day) -> Option<&'l Release> {
    let current = current_release(catalog);
    let library = catalog.library;
    let release = library.releases.iter().find(|release| release.id == current.id)?;
    let is_signed = library.registrations.get(&release.id)?.signature.is_some();
    let is_the_same =
        release.application_version.as_deref() == Some(application_version) && release.date == Some(day);
    (is_the_same && !is_signed).then_some(release)
}

/// Registers the present state: its manifest becomes a file under `releases/` that never changes.
pub fn register(
    catalog: &Catalog<'_>,
    application_version: &str,
    day: Day,
) -> Result<(Release, Edits), RegistrationError> {
    let current = current_release(catalog);
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
    let release =
        Release { application_version: Some(application_version.to_owned()), date: Some(day), ..current };
    let mut bytes = serde_json::to_vec_pretty(&v2::manifest(&release, true)).unwrap_or_default();
    bytes.push(b'\n');
    let path = format!("releases/{}.json", release.id);
    Ok((release, Edits { files: vec![Edit::Create { path, bytes }] }))
}
