use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The place a walk through a list has come to: the kind of list with its filters, then the key of the last
/// item. Written as base64url (no padding) of a compact JSON array of strings, followed by the first four
/// bytes of its SHA-256, so that a cursor of another hand is told from one of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The list and its filters; a cursor is good for no other.
    pub list: Vec<String>,
    /// The key of the last item of the page before.
    pub key: Vec<String>,
}

/// Not a cursor of this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this cursor was not given out for this list")]
pub struct InvalidCursor;

impl Cursor {
    /// Writes the cursor.
    #[must_use]
    pub fn encode(&self) -> String {
        let parts: Vec<&String> = self.list.iter().chain(&self.key).collect();
        let mut bytes = serde_json::to_vec(&parts).unwrap_or_default();
        let check = check(&bytes);
        bytes.extend(check);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a cursor of the list given; the key has as many parts as said.
    pub fn decode(text: &str, list: &[String], key_length: usize) -> Result<Self, InvalidCursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| InvalidCursor)?;
        let (json, stated) = bytes.split_at_checked(bytes.len().saturating_sub(4)).ok_or(InvalidCursor)?;
        if check(json) != stated {
            return Err(InvalidCursor);
        }
        let mut parts: Vec<String> = serde_json::from_slice(json).map_err(|_| InvalidCursor)?;
        if parts.len() != list.len() + key_length || !parts.starts_with(list) {
            return Err(InvalidCursor);
        }
        let key = parts.split_off(list.len());
        Ok(Self { list: parts, key })
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
        let cursor = Cursor { list: list.clone(), key: vec!["MIT-0".to_owned()] };
        let text = cursor.encode();
        assert_eq!(Cursor::decode(&text, &list, 1), Ok(cursor));
        let other = vec!["licenses".to_owned(), "only".to_owned()];
        assert_eq!(Cursor::decode(&text, &other, 1), Err(InvalidCursor));
        assert_eq!(Cursor::decode(&text, &list, 2), Err(InvalidCursor));
        for forged in [
            "",
            "x",
            "====",
            text.trim_start_matches('W'),
            &URL_SAFE_NO_PAD.encode(b"[\"licenses\",\"include\",\"MIT\"]0000"),
        ] {
            assert_eq!(Cursor::decode(forged, &list, 1), Err(InvalidCursor), "{forged}");
        }
    }
}
