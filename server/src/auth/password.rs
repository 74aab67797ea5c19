use std::fmt;
use std::hint::black_box;

use argon2::password_hash::Error as HashingError;
use argon2::{Argon2, PasswordHash as Phc, PasswordHasher, PasswordVerifier, RECOMMENDED_SALT_LEN};

use super::randomness::{ALPHANUMERIC, NoRandomness, Randomness, letters};

/// A chosen password: 12 to 1000 characters, whatever they are. `Debug` does not show it.
#[derive(Clone)]
pub struct Password(String);

/// A password that is refused; the sentence of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPassword {
    /// Easily guessed.
    #[error("The password must have at least {} characters.", Password::SHORTEST)]
    TooShort,
    /// Nobody types it.
    #[error("The password must have at most {} characters.", Password::LONGEST)]
    TooLong,
}

impl Password {
    /// Characters a password must have.
    pub const SHORTEST: usize = 12;
    /// Characters a password may have.
    pub const LONGEST: usize = 1000;
    /// Characters of a random password.
    const RANDOM: usize = 20;

    /// A new password.
    ///
    /// # Errors
    /// It is too short or too long.
    pub fn new(text: &str) -> Result<Self, InvalidPassword> {
        match text.chars().take(Self::LONGEST + 1).count() {
            ..Self::SHORTEST => Err(InvalidPassword::TooShort),
            Self::SHORTEST..=Self::LONGEST => Ok(Self(text.to_owned())),
            _ => Err(InvalidPassword::TooLong),
        }
    }

    /// A random password of letters and digits.
    ///
    /// # Errors
    /// There are no random bytes.
    pub fn random(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
        letters(randomness, ALPHANUMERIC, Self::RANDOM).map(Self)
    }

    /// The password itself, shown once to the operator who sets it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// What is kept of a password: an argon2id hash in PHC form (`$argon2id$v=19$m=…`), salt and costs included.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// A hash that was kept. One that cannot be read fits no password.
    #[must_use]
    pub fn kept(phc: impl Into<String>) -> Self {
        Self(phc.into())
    }

    /// A hash that fits no password, so that signing in is impossible.
    #[must_use]
    pub fn of_nobody() -> Self {
        Self("!".to_owned())
    }

    /// The PHC string, to be kept.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$argon2id$…")
    }
}

/// A password cannot be hashed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HashError {
    /// No salt.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// The library refuses, or the machine has no memory left.
    #[error("argon2id failed: {0}")]
    Argon2(HashingError),
}

/// Hashes and verifies passwords with argon2id and the library's recommended costs (19 MiB, 2 passes).
///
/// Each call computes for some hundredths of a second; call it on a blocking thread, a few times at once at most.
#[derive(Debug)]
pub struct Passwords {
    /// The hash of a random password.
    nobodys: Phc,
}

impl Passwords {
    /// Prepares for passwords of accounts that do not exist.
    ///
    /// # Errors
    /// There are no random bytes, or no memory.
    pub fn new(randomness: &dyn Randomness) -> Result<Self, HashError> {
        let unknown = letters(randomness, ALPHANUMERIC, 40)?;
        Ok(Self { nobodys: hash(&unknown, randomness)? })
    }

    /// What to keep of a password.
    ///
    /// # Errors
    /// There are no random bytes, or no memory.
    pub fn hash(&self, password: &Password, randomness: &dyn Randomness) -> Result<PasswordHash, HashError> {
        Ok(PasswordHash(hash(&password.0, randomness)?.to_string()))
    }

    /// Whether a text is the password of an account; `kept` is none where there is no such account. Both cases,
    /// and that of a hash that cannot be read, take the same time.
    #[must_use]
    pub fn verify(&self, text: &str, kept: Option<&PasswordHash>) -> bool {
        // No account has such a password, so the answer tells nothing of any.
        if matches!(Password::new(text), Err(InvalidPassword::TooLong)) {
            return false;
        }
        let phc = kept.and_then(|kept| Phc::new(&kept.0).ok());
        let fits = |phc| Argon2::default().verify_password(text.as_bytes(), phc).is_ok();
        match &phc {
            Some(phc) => fits(phc),
            None => {
                // The time counts, the result does not.
                black_box(fits(&self.nobodys));
                false
            }
        }
    }
}

fn hash(text: &str, randomness: &dyn Randomness) -> Result<Phc, HashError> {
    let mut salt = [0; RECOMMENDED_SALT_LEN];
    randomness.fill(&mut salt)?;
    Argon2::default().hash_password_with_salt(text.as_bytes(), &salt).map_err(HashError::Argon2)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::SeededRandomness;
    use super::*;

    #[test]
    fn passwords_have_a_length() {
        assert_eq!(Password::new("elevenchars").unwrap_err(), InvalidPassword::TooShort);
        assert!(Password::new("twelve chars").is_ok());
        assert!(Password::new("zwölf Zeiche").is_ok(), "characters, not bytes");
        assert!(Password::new(&"ü".repeat(1000)).is_ok());
        assert_eq!(Password::new(&"ü".repeat(1001)).unwrap_err(), InvalidPassword::TooLong);
        assert_eq!(InvalidPassword::TooShort.to_string(), "The password must have at least 12 characters.");
        assert_eq!(InvalidPassword::TooLong.to_string(), "The password must have at most 1000 characters.");
    }

    #[test]
    fn a_password_fits_its_own_hash_alone() {
        let randomness = SeededRandomness::new(5);
        let passwords = Passwords::new(&randomness).unwrap();
        let password = Password::new("correct horse battery").unwrap();
        let kept = passwords.hash(&password, &randomness).unwrap();
        assert!(kept.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", kept.as_str());
        assert_ne!(passwords.hash(&password, &randomness).unwrap(), kept, "salted");
        let kept = PasswordHash::kept(kept.as_str());
        assert!(passwords.verify("correct horse battery", Some(&kept)));
        assert!(!passwords.verify("correct horse batterY", Some(&kept)));
        assert!(!passwords.verify("", Some(&kept)));
        assert!(!passwords.verify("correct horse battery", None));
        assert!(!passwords.verify(&"x".repeat(1001), Some(&kept)));
        for unreadable in ["", "correct horse battery", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA"] {
            assert!(!passwords.verify("correct horse battery", Some(&PasswordHash::kept(unreadable))));
        }
        assert!(!format!("{password:?}{kept:?}").contains("horse"));
    }

    #[test]
    fn whether_an_account_exists_cannot_be_told_from_the_time() {
        let randomness = SeededRandomness::new(5);
        let passwords = Passwords::new(&randomness).unwrap();
        let kept = passwords.hash(&Password::new("correct horse battery").unwrap(), &randomness).unwrap();
        let unreadable = PasswordHash::kept("*");
        let cases = [Some(&kept), None, Some(&unreadable)];
        let mut best = [Duration::MAX; 3];
        // In turns, and the best of each: what the machine does beside only adds to the others. Without work for
        // accounts that do not exist, the times would be a thousandfold apart.
        for _ in 0..10 {
            for (best, kept) in best.iter_mut().zip(cases) {
                let started = Instant::now();
                assert!(!passwords.verify("a wrong password", kept));
                *best = started.elapsed().min(*best);
            }
        }
        let [wrong, nobody, broken] = best;
        for other in [nobody, broken] {
            assert!(other < wrong * 3 && wrong < other * 3, "{wrong:?} {other:?}");
        }
    }
}
