use std::net::IpAddr;
use std::sync::Arc;

use muniment_documents::api::v1::Refused;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::{LoginThrottle, TooManyLogins};
use crate::auth::{HashError, Password, PasswordHash, Passwords, Randomness};
use crate::clock::Clock;

/// Passwords that are computed at once: each takes 19 MiB, and a processor.
const AT_ONCE: usize = 2;

/// Checks and hashes passwords on blocking threads, a bounded number at once.
#[derive(Debug)]
pub struct PasswordChecks {
    clock: Clock,
    randomness: Arc<dyn Randomness>,
    passwords: Arc<Passwords>,
    throttle: LoginThrottle,
    permits: Arc<Semaphore>,
}

/// A password cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum NotComputed {
    /// The server is about to end.
    #[error("nobody computes passwords any more")]
    Stopped,
    /// There are no random bytes, or no memory.
    #[error(transparent)]
    Hash(#[from] HashError),
}

impl From<NotComputed> for Refused {
    fn from(error: NotComputed) -> Self {
        tracing::error!(%error, "a password cannot be computed");
        Self::sentence(503, "Passwords cannot be checked at present; try again later.")
    }
}

impl PasswordChecks {
    /// Prepares for passwords of accounts that do not exist.
    ///
    /// # Errors
    /// There are no random bytes, or no memory, to hash passwords with.
    pub fn new(clock: Clock, randomness: Arc<dyn Randomness>) -> Result<Self, HashError> {
        let passwords = Arc::new(Passwords::new(&*randomness)?);
        let permits = Arc::new(Semaphore::new(AT_ONCE));
        Ok(Self { clock, randomness, passwords, throttle: LoginThrottle::default(), permits })
    }

    /// Counts an attempt; nothing is looked at before.
    pub fn admit(&self, email: &str, client: IpAddr) -> Result<(), TooManyLogins> {
        self.throttle.admit(email, client, self.clock.now())
    }

    /// Forgets the attempts of a client for an address after its password was right.
    pub fn succeeded(&self, email: &str, client: IpAddr) {
        self.throttle.succeeded(email, client);
    }

    /// Whether a text is the password that was kept; the same work is done where there is none.
    pub async fn verify(&self, text: &str, kept: Option<PasswordHash>) -> Result<bool, NotComputed> {
        let (passwords, text) = (Arc::clone(&self.passwords), text.to_owned());
        self.compute(move || passwords.verify(&text, kept.as_ref())).await
    }

    /// What to keep of a password.
    pub async fn hash(&self, password: Password) -> Result<PasswordHash, NotComputed> {
        let (passwords, randomness) = (Arc::clone(&self.passwords), Arc::clone(&self.randomness));
        Ok(self.compute(move || passwords.hash(&password, &*randomness)).await??)
    }

    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotComputed> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| NotComputed::Stopped)?;
        // The permit goes with the work: a client that leaves takes neither of them back.
        let done = spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        done.await.map_err(|_| NotComputed::Stopped)
    }
}
