//! Answers below the router: those of hyper to a head that it cannot read or does not take, and to a connection too many.
//! Every answer names its request and bears the security headers (spec:version-1#headers).

use http::header::HeaderMap;

use crate::wire::{RequestIds, identify, secure};

/// An answer of hyper on its way to the client.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The whole answer, with our headers.
    pub(super) bytes: Vec<u8>,
    /// How many of them the client has taken.
    pub(super) sent: usize,
    /// How many bytes were to be written.
    pub(super) written: usize,
}

impl Refusal {
    /// The answer for what is written; `None` if that is anything else than a refusal without our headers.
    pub(super) fn of(written: &[u8], ids: &RequestIds) -> Option<Self> {
        let text = std::str::from_utf8(written.strip_suffix(b"\r\n\r\n")?).ok()?;
        let (status, fields) = text.split_once("\r\n").filter(|(status, _)| is_refusal(status))?;
        let is_named = fields.split("\r\n").any(|field| field.starts_with("x-request-id:"));
        if is_named || fields.contains("\r\n\r\n") {
            return None;
        }
        let mut headers = HeaderMap::new();
        identify(&mut headers, &ids.next());
        secure(&mut headers);
        let mut bytes = format!("{status}\r\n{fields}\r\n").into_bytes();
        for (name, value) in &headers {
            bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
        }
        bytes.extend(b"\r\n");
        Some(Self { bytes, sent: 0, written: written.len() })
    }
}

fn is_refusal(status_line: &str) -> bool {
    ["HTTP/1.1 4", "HTTP/1.1 5"].iter().any(|begin| status_line.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::SeededRandomness;

    fn completed(written: &str) -> Option<String> {
        let ids = RequestIds::new(&SeededRandomness::new(7)).unwrap();
        Refusal::of(written.as_bytes(), &ids).map(|refusal| String::from_utf8(refusal.bytes).unwrap())
    }

    #[test]
    fn a_refusal_of_hyper_gets_the_headers_of_every_answer() {
        let answer = completed("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        let answer = answer.unwrap();
        assert!(answer.starts_with("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n"));
        assert!(
            answer.contains("\r\nx-request-id: ")
                && answer.contains("\r\nx-content-type-options: nosniff\r\n")
        );
        assert!(answer.ends_with("\r\n\r\n") && answer.matches("\r\n\r\n").count() == 1);
    }

    #[test]
    fn other_answers_stay_as_they_are() {
        for written in [
            "HTTP/1.1 404 Not Found\r\nx-request-id: 1\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\n\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 404 No",
            "",
        ] {
            assert_eq!(completed(written), None, "{written}");
        }
    }
}
