use std::fmt;

use http::header::{AUTHORIZATION, HeaderMap};

use super::digest::Digest;
use super::randomness::{ALPHANUMERIC, NoRandomness, Randomness, letters};

/// A token for the API (spec:version-1#authentication): `svc_` and 40 characters of `[A-Za-z0-9]`.
///
/// It is shown once and kept as its digest; the characters hold 238 bits, so nobody finds a text for a digest.
/// `Debug` does not show it.
#[derive(Clone)]
pub struct ApiToken(String);

impl ApiToken {
    /// What every token begins with, so that leaked ones can be searched for.
    pub const PREFIX: &str = "svc_";
    const LENGTH: usize = 40;

    /// A new token.
    ///
    /// # Errors
    /// There are no random bytes.
    pub fn new(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
        let secret = letters(randomness, ALPHANUMERIC, Self::LENGTH)?;
        Ok(Self(format!("{}{secret}", Self::PREFIX)))
    }

    /// A text that has the form of a token, live or not.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let secret = text.strip_prefix(Self::PREFIX)?;
        let is_token = secret.len() == Self::LENGTH && secret.bytes().all(|b| b.is_ascii_alphanumeric());
        is_token.then(|| Self(text.to_owned()))
    }

    /// The token itself, to be shown to its owner this once.
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

impl fmt::Debug for ApiToken {
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
