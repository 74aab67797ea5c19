use std::fmt;
use std::io::Cursor;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::{Day, ReleaseId};

/// A public key for signatures of releases in the format of `minisign`: 56 characters of base64.
#[derive(Debug, Clone)]
pub struct SigningKey {
    base64: String,
    key: minisign::PublicKey,
    /// The first day whose releases it signs; `None` for no bound.
    pub from: Option<Day>,
    /// The last day whose releases it signs; `None` for no bound.
    pub until: Option<Day>,
}

/// A text that is not a public key of `minisign`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no public key of minisign, 56 characters of base64")]
pub struct InvalidSigningKey(String);

/// Why a text is not a signature of a release.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSignature {
    /// It is not in the format of `minisign`.
    #[error("this is no signature of minisign: {0}")]
    Format(String),
    /// The trusted comment does not say which release it is and with which number.
    #[error("the trusted comment is `{0}` and not `release data-… number N`")]
    Comment(String),
}

/// Why a signature is not valid for a manifest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnprovenSignature {
    /// None of the keys has the identifier in the signature.
    #[error("it was made with the key {0}, which is not among those given")]
    UnknownKey(String),
    /// The key signs no releases of that day.
    #[error("the key {key} signs no releases of {day}")]
    OfAnotherTime {
        /// Identifier of the key.
        key: String,
        /// Day of the release, or a word for an unknown day.
        day: String,
    },
    /// It was made for other bytes or by another key.
    #[error("the key {0} did not sign this manifest with this comment")]
    Wrong(String),
}

/// A detached signature of the manifest of a registered release.
///
/// Its trusted comment, which the signature covers, is `release <data-id> number <N>`. The number grows with every
/// release, so a client notices a deployment that went back to an older release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseSignature {
    /// The text of the `.minisig` file.
    pub text: String,
    /// The release it names.
    pub release: ReleaseId,
    /// Its place among the releases, from 1.
    pub number: u64,
    /// Identifier of the key it was made with.
    pub key_id: String,
}

const COMMENT: &str = "trusted comment: ";

impl SigningKey {
    /// The key as `minisign` writes it.
    #[must_use]
    pub fn base64(&self) -> &str {
        &self.base64
    }

    /// Its identifier, as `minisign` writes it.
    #[must_use]
    pub fn id(&self) -> String {
        key_id(self.key.keynum())
    }

    /// Whether it signs releases of a day. A key with a bound signs none without a day.
    fn signs_on(&self, day: Option<Day>) -> bool {
        let is_after = self.from.is_none_or(|from| day.is_some_and(|day| day >= from));
        is_after && self.until.is_none_or(|until| day.is_some_and(|day| day <= until))
    }
}

impl FromStr for SigningKey {
    type Err = InvalidSigningKey;

    /// Reads a key, bare or as the file that `minisign` writes.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidSigningKey(text.trim().to_owned());
        let bare = text.lines().map(str::trim).rfind(|line| !line.is_empty()).ok_or_else(invalid)?;
        let key = minisign::PublicKey::from_base64(bare).map_err(|_| invalid())?;
        Ok(Self { base64: bare.to_owned(), key, from: None, until: None })
    }
}

impl fmt::Display for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base64)
    }
}

impl PartialEq for SigningKey {
    fn eq(&self, other: &Self) -> bool {
        (&self.base64, self.from, self.until) == (&other.base64, other.from, other.until)
    }
}

impl Eq for SigningKey {}

impl ReleaseSignature {
    /// The trusted comment of a release.
    #[must_use]
    pub fn comment(release: &ReleaseId, number: u64) -> String {
        format!("release {release} number {number}")
    }

    /// Checks that one of the keys signed the manifest and the comment with the number, and signs releases of that day.
    pub fn prove(
        &self,
        keys: &[SigningKey],
        day: Option<Day>,
        manifest: &[u8],
    ) -> Result<(), UnprovenSignature> {
        let unknown = || UnprovenSignature::UnknownKey(self.key_id.clone());
        let key = keys.iter().find(|key| key.id() == self.key_id).ok_or_else(unknown)?;
        if !key.signs_on(day) {
            let day = day.map_or_else(|| "an unknown day".to_owned(), |day| day.to_string());
            return Err(UnprovenSignature::OfAnotherTime { key: self.key_id.clone(), day });
        }
        let wrong = |_| UnprovenSignature::Wrong(self.key_id.clone());
        let signature = minisign::SignatureBox::from_string(&self.text).map_err(wrong)?;
        // No output, and no signatures in the format before 2019.
        minisign::verify(&key.key, &signature, Cursor::new(manifest), true, false, false).map_err(wrong)
    }
}

impl FromStr for ReleaseSignature {
    type Err = InvalidSignature;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let format = |reason: &str| InvalidSignature::Format(reason.to_owned());
        let lines: Vec<&str> = text.lines().collect();
        let [_, signature, comment, global] = lines.as_slice() else {
            return Err(format("it has four lines"));
        };
        // The crate panics on a short signature.
        let has_length =
            |line: &str, length| STANDARD.decode(line.trim()).is_ok_and(|bytes| bytes.len() == length);
        if !has_length(signature, 74) || !has_length(global, 64) {
            return Err(format("a signature is base64 of 74 bytes, that of the comment of 64"));
        }
        let parsed = minisign::SignatureBox::from_string(text)
            .map_err(|error| InvalidSignature::Format(error.to_string()))?;
        let comment = comment.strip_prefix(COMMENT).unwrap_or_default();
        let named = comment.strip_prefix("release ").and_then(|rest| rest.split_once(" number "));
        let (release, number) = named
            .and_then(|(release, number)| Some((release.parse().ok()?, number.parse().ok()?)))
            .filter(|(release, number)| *number > 0 && Self::comment(release, *number) == comment)
            .ok_or_else(|| InvalidSignature::Comment(comment.to_owned()))?;
        Ok(Self { text: text.to_owned(), release, number, key_id: key_id(parsed.keynum()) })
    }
}

/// The identifier of a key: the eight bytes as a little-endian number, in hex.
fn key_id(bytes: &[u8]) -> String {
    bytes.iter().rev().map(|byte| format!("{byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(comment: &str) -> (SigningKey, String) {
        let pair = minisign::KeyPair::generate_unencrypted_keypair().unwrap();
        let signature =
            minisign::sign(None, &pair.sk, Cursor::new(b"manifest"), Some(comment), Some("any")).unwrap();
        (pair.pk.to_base64().parse().unwrap(), signature.into_string())
    }

    const RELEASE: &str = "release data-0123456789abcdef number 3";

    #[test]
    fn a_signature_proves_its_manifest_and_no_other() {
        let (key, text) = signed(RELEASE);
        let signature: ReleaseSignature = text.parse().unwrap();
        assert_eq!((signature.number, signature.release.to_string().as_str()), (3, "data-0123456789abcdef"));
        let keys = [signed(RELEASE).0, key];
        assert_eq!(signature.prove(&keys, None, b"manifest"), Ok(()));
        assert!(matches!(signature.prove(&keys, None, b"manifesT"), Err(UnprovenSignature::Wrong(_))));
        assert!(matches!(
            signature.prove(&keys[..1], None, b"manifest"),
            Err(UnprovenSignature::UnknownKey(_))
        ));
    }

    #[test]
    fn a_key_signs_releases_of_its_time_only() {
        let (key, text) = signed(RELEASE);
        let signature: ReleaseSignature = text.parse().unwrap();
        let day = |text: &str| Some(text.parse::<Day>().unwrap());
        let (from, until) = (day("2026-11-24"), day("2026-11-30"));
        let keys = [SigningKey { from, until, ..key }];
        for (date, is_good) in [("2026-11-23", false), ("2026-11-24", true), ("2026-12-01", false)] {
            assert_eq!(signature.prove(&keys, day(date), b"manifest").is_ok(), is_good, "{date}");
        }
        assert!(matches!(
            signature.prove(&keys, None, b"manifest"),
            Err(UnprovenSignature::OfAnotherTime { .. })
        ));
    }

    #[test]
    fn another_number_under_the_same_signature_is_refused() {
        let (key, text) = signed(RELEASE);
        let forged: ReleaseSignature = text.replace("number 3", "number 4").parse().unwrap();
        assert_eq!(forged.number, 4);
        assert!(matches!(forged.prove(&[key], None, b"manifest"), Err(UnprovenSignature::Wrong(_))));
    }

    #[test]
    fn other_texts_are_not_signatures_of_a_release() {
        let (_, text) = signed(RELEASE);
        let lines: Vec<&str> = text.lines().collect();
        let [untrusted, signature, comment, global] = lines.as_slice() else { panic!("{text}") };
        for broken in [
            String::new(),
            "no signature\n".to_owned(),
            format!("{untrusted}\n{signature}\n{comment}\n"),
            format!("{untrusted}\n{signature}\n{comment}\nAAAA\n"),
            format!("{untrusted}\nAAAA\n{comment}\n{global}\n"),
            format!("{text}{text}"),
        ] {
            let found = broken.parse::<ReleaseSignature>();
            assert!(matches!(found, Err(InvalidSignature::Format(_))), "{broken}");
        }
        for comment in ["timestamp:1", "release lib number 1", "release data-0123456789abcdef number 0"] {
            let found = signed(comment).1.parse::<ReleaseSignature>();
            assert_eq!(found, Err(InvalidSignature::Comment(comment.to_owned())));
        }
    }

    #[test]
    fn keys_are_read_from_base64_and_from_files() {
        let (key, _) = signed(RELEASE);
        let file = format!("untrusted comment: minisign public key {}\n{key}\n", key.id());
        assert_eq!(file.parse(), Ok(key));
        assert!("AAAA".parse::<SigningKey>().is_err());
    }
}
