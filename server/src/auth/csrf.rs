use std::fmt;

use subtle::ConstantTimeEq;

use super::digest::Digest;
use super::secret::SessionKey;

/// Proof that a form was on one of our own pages (spec:version-1#sessions): a double submit, bound to the session.
///
/// The browser sends its session key in a cookie and this token in the form. The token is a digest of the key, so
/// it needs no row and no cookie of its own, no other session's fits, and a new key makes all that went before
/// void. A foreign page can make the browser send the cookie, but it knows neither key nor token. The key
/// does not follow from the token.
#[derive(Clone)]
pub struct CsrfToken(String);

impl CsrfToken {
    /// The name of the form's field.
    pub const FIELD: &str = "csrf_token";
    /// The header that takes the field's place where a script sends no form.
    pub const HEADER: &str = "x-csrf-token";

    /// The token of a session.
    #[must_use]
    pub fn of(key: &SessionKey) -> Self {
        // What is kept of the key is its bare digest; the words make this a different one, which no table holds.
        Self(Digest::of(&format!("csrf token of {}", key.reveal())).to_string())
    }

    /// The token, for the form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a form brought this token; takes the same time wherever a text of its length differs.
    #[must_use]
    pub fn fits(&self, submitted: &str) -> bool {
        self.0.as_bytes().ct_eq(submitted.as_bytes()).into()
    }
}

impl fmt::Debug for CsrfToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

#[cfg(test)]
mod tests {
    use super::super::SeededRandomness;
    use super::*;

    #[test]
    fn a_token_fits_its_own_session_alone() {
        let randomness = SeededRandomness::new(2);
        let (key, foreign) = (SessionKey::new(&randomness).unwrap(), SessionKey::new(&randomness).unwrap());
        let token = CsrfToken::of(&key);
        assert!(token.fits(CsrfToken::of(&key).as_str()));
        assert!(!token.fits(CsrfToken::of(&foreign).as_str()));
        for bad in [
            "",
            key.reveal(),
            token.as_str().get(1..).unwrap(),
            &token.as_str().to_uppercase(),
            &key.digest().to_string(),
        ] {
            assert!(!token.fits(bad), "{bad}");
        }
        assert_eq!(token.as_str().len(), 64);
        assert!(!format!("{token:?}").contains(token.as_str()));
    }
}
