use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The place a walk through a list has come to: the kind of list with its filters, then the key of the last
/// item. Written as base64url (no padding) of a compact JSON array of strings, followed by the first four
/// bytes of its SHA-256, so that a cursor of another hand is told from one of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor(Vec<String>);

/// Not a cursor of this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this cursor was not given out for this list")]
pub struct InvalidCursor;

impl Cursor {
    /// The place after an item. `list` names the list with its filters; a cursor is good for no other.
    #[must_use]
    pub fn after(list: Vec<String>, key: Vec<String>) -> Self {
        Self(list.into_iter().chain(key).collect())
    }

    /// Writes the cursor.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut bytes = Value::from(self.0.as_slice()).to_string().into_bytes();
        let check = check(&bytes);
        bytes.extend(check);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a cursor of ours, of whichever list.
    pub fn decode(text: &str) -> Result<Self, InvalidCursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| InvalidCursor)?;
        let (json, stated) = bytes.split_at_checked(bytes.len().saturating_sub(4)).ok_or(InvalidCursor)?;
        if check(json) != stated {
            return Err(InvalidCursor);
        }
        serde_json::from_slice(json).map(Self).map_err(|_| InvalidCursor)
    }

    /// The key of the last item, for the list the cursor is good for; it has as many parts as said.
    pub fn key_in(mut self, list: &[String], key_length: usize) -> Result<Vec<String>, InvalidCursor> {
        if self.0.len() == list.len() + key_length && self.0.starts_with(list) {
            Ok(self.0.split_off(list.len()))
        } else {
            Err(InvalidCursor)
        }
    }
}

fn check(json: &[u8]) -> [u8; 4] {
    let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(json));
    [a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_good_for_its_own_list_alone() {
        let list = vec!["licenses".to_owned(), "include".to_owned()];
        let key = vec!["MIT-0".to_owned()];
        let text = Cursor::after(list.clone(), key.clone()).encode();
        let key_in = |list: &[String], length| Cursor::decode(&text)?.key_in(list, length);
        assert_eq!(key_in(&list, 1), Ok(key));
        assert_eq!(key_in(&["licenses".to_owned(), "only".to_owned()], 1), Err(InvalidCursor));
        assert_eq!(key_in(&list, 2), Err(InvalidCursor));
        for forged in [
            "",
            "x",
            "====",
            text.trim_start_matches('W'),
            &URL_SAFE_NO_PAD.encode(b"[\"licenses\",\"include\",\"MIT\"]0000"),
        ] {
            assert_eq!(Cursor::decode(forged), Err(InvalidCursor), "{forged}");
        }
    }
}
