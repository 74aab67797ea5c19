//! From flags to a service: the library, the tree that belongs to it, and who sends mail.

use std::sync::Arc;

use muniment_tree::Progress;

use super::{Edition, EditionError};
use super::{Foundation, FoundationError, Surroundings};
use crate::routes::Service;
use crate::settings::Config;
use crate::upstream::mail::{House, InvalidMail, Postman, sends_password_in_clear};

/// The server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartupError {
    /// Something else that it needs is not set up whole.
    #[error(transparent)]
    Foundation(#[from] FoundationError),
    /// There is no tree to serve.
    #[error(transparent)]
    Edition(#[from] EditionError),
    /// Mail is not set up whole.
    #[error(transparent)]
    Mail(#[from] InvalidMail),
}

/// A server that can answer.
#[derive(Debug)]
pub struct Prepared {
    /// What answers.
    pub service: Service,
    /// The tree it answers from, and the library.
    pub edition: Edition,
    /// What stays when those are replaced.
    pub foundation: Arc<Foundation>,
    /// Whether the tree had to be built.
    pub built: bool,
    /// Who sends mail, where that is set up.
    pub postman: Option<Postman>,
}

/// Reads the library, builds its tree where that is missing or stale, and opens it.
///
/// # Errors
/// The library has faults, its tree cannot be built or served, or another service is not set up whole.
pub fn prepare(
    config: &Config,
    surroundings: Surroundings,
    progress: &dyn Progress,
) -> Result<Prepared, StartupError> {
    let foundation = Foundation::new(config.clone(), surroundings)?;
    let (edition, service, built) = Edition::first(&foundation, progress)?;
    if let Some(live) = &foundation.live {
        live.tell(&service.tree.name);
    }
    let postman = postman(config, &edition.knowledge.library().site)?;
    Ok(Prepared { service, edition, foundation: Arc::new(foundation), built, postman })
}

/// Who sends mail, where that is set up.
fn postman(config: &Config, site: &muniment_licenses::model::Site) -> Result<Option<Postman>, InvalidMail> {
    let Some(url) = config.mail_server() else { return Ok(None) };
    if sends_password_in_clear(url) {
        tracing::warn!("the password of the mail server may be sent in clear: add ?tls=required to its URL");
    }
    let house = House {
        name: &site.name,
        base_url: &config.base_url(),
        contacts: &site.contact.emails,
        from: config.mail_from.as_deref(),
    };
    Postman::new(url, house).map(Some)
}
