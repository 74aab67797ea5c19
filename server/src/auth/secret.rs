use std::fmt;

use http::header::{AUTHORIZATION, HeaderMap};

use super::digest::Digest;
use super::randomness::{ALPHANUMERIC, NoRandomness, Randomness, letters};

/// A random secret: so many characters of `[A-Za-z0-9]`, after `svc_` where it is for the API. It is kept as its
/// digest alone. `Debug` does not show it.
#[derive(Clone)]
pub struct RandomSecret<const LENGTH: usize, const OF_API: bool>(String);

/// A token for the API (spec:version-1#authentication). It is shown once. Its characters hold 238 bits, so a text
/// cannot be found for a digest.
pub type ApiToken = RandomSecret<40, true>;

/// The secret of a link that confirms an e-mail address. It is mailed once.
pub type LinkSecret = RandomSecret<40, false>;

/// What a browser proves its session with: 256 bits that mean nothing.
///
/// A browser without an account gets one too, so that its first form has a [CSRF token](super::CsrfToken). Signing
/// in, signing out and changing the password call for a new one: a key that an attacker set in the browser
/// is then worthless.
pub type SessionKey = RandomSecret<43, false>;

/// What every token of the API begins with, so that leaked ones can be searched for.
const PREFIX: &str = "svc_";

impl<const LENGTH: usize, const OF_API: bool> RandomSecret<LENGTH, OF_API> {
    const PREFIX: &str = if OF_API { PREFIX } else { "" };

    /// A new secret.
    ///
    /// # Errors
    /// There are no random bytes.
    pub fn new(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
        let secret = letters(randomness, ALPHANUMERIC, LENGTH)?;
        Ok(Self(format!("{}{secret}", Self::PREFIX)))
    }

    /// A text that has the form of a secret, live or not.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let secret = text.strip_prefix(Self::PREFIX)?;
        let is_secret = secret.len() == LENGTH && secret.bytes().all(|b| b.is_ascii_alphanumeric());
        is_secret.then(|| Self(text.to_owned()))
    }

    /// The secret itself, for its owner alone.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it, and what it is looked up by.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

impl<const LENGTH: usize, const OF_API: bool> fmt::Debug for RandomSecret<LENGTH, OF_API> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", Self::PREFIX)
    }
}

/// The token a request carries: `Authorization: Bearer <token>`, the scheme in any letter case (RFC 9110 §11.1).
/// Anything else, and two headers, are no token. A token in the query is not looked at.
#[must_use]
pub fn bearer(headers: &HeaderMap) -> Option<ApiToken> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.trim().split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { ApiToken::parse(token.trim_start()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::super::SeededRandomness;
    use super::*;

    fn carried(values: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(AUTHORIZATION, value.parse().unwrap());
        }
        bearer(&headers).map(|token| token.reveal().to_owned())
    }

    #[test]
    fn a_token_is_a_prefix_and_forty_letters() {
        let randomness = SeededRandomness::new(11);
        let token = ApiToken::new(&randomness).unwrap();
        assert!(token.reveal().starts_with("svc_") && token.reveal().len() == 44);
        assert_eq!(ApiToken::parse(token.reveal()).unwrap().digest(), token.digest());
        assert_ne!(ApiToken::new(&randomness).unwrap().digest(), token.digest());
        assert_eq!(token.digest(), Digest::of(token.reveal()));
        assert_eq!(format!("{token:?}"), "svc_…");
    }

    #[test]
    fn a_request_carries_its_token_in_one_header() {
        let token = format!("svc_{}", "aB3".repeat(14).get(..40).unwrap());
        for scheme in ["Bearer ", "bearer ", "BEARER   "] {
            assert_eq!(carried(&[&format!("{scheme}{token}")]), Some(token.clone()));
        }
        let malformed = [
            String::new(),
            "Bearer".to_owned(),
            "Bearer ".to_owned(),
            token.clone(),
            format!("Basic {token}"),
            format!("Bearer{token}"),
            format!("Bearer {token}x"),
            format!("Bearer {token} {token}"),
            format!("Bearer {}", token.get(..43).unwrap()),
            format!("Bearer {}", token.replace('3', "-")),
            format!("Bearer {}", token.replace("svc_", "SVC_")),
            format!("Bearer \"{token}\""),
        ];
        for value in &malformed {
            assert_eq!(carried(&[value]), None, "{value}");
        }
        assert_eq!(carried(&[]), None);
        let value = format!("Bearer {token}");
        assert_eq!(carried(&[&value, &value]), None);
        let mut headers = HeaderMap::new();
        let bytes = [b"Bearer svc_".as_slice(), &[0xFF; 40]].concat();
        headers.insert(AUTHORIZATION, http::HeaderValue::from_bytes(&bytes).unwrap());
        assert!(bearer(&headers).is_none());
    }
}
