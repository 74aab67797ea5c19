//! The field `Host`, which has to be sound although no answer depends on it (RFC 9110 §7.2).

use http::header::HOST;
use http::uri::Authority;
use http::{HeaderMap, Version};

/// Whether a request names its host as RFC 9112 §3.2 asks: once, and with an authority that can be read. HTTP/1.0 has no
/// need of it.
#[must_use]
pub fn is_sound(version: Version, headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(HOST).iter();
    match (values.next(), values.next()) {
        (None, _) => version < Version::HTTP_11,
        (Some(value), None) => is_host(value.as_bytes()),
        (Some(_), Some(_)) => false,
    }
}

/// `uri-host [ ":" port ]`, without a user.
fn is_host(value: &[u8]) -> bool {
    Authority::try_from(value).is_ok_and(|authority| {
        let (host, whole) = (authority.host(), authority.as_str());
        let port = whole.strip_prefix(host);
        !host.is_empty()
            && port.is_some_and(|port| matches!(port, "" | ":") || authority.port_u16().is_some())
    })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address_with_a_port_or_without() {
        for sound in [
            "a",
            "muniment.example",
            "muniment.example:8080",
            "192.0.2.1:80",
            "[2001:db8::1]",
            "[::1]:80",
            "a:",
        ] {
            assert!(is_host(sound.as_bytes()), "{sound}");
        }
        for malformed in ["", "a b", "a/b", "user@a", "a:b", "a:99999", "[::1", "a:80:80", ":80", "a\\b", "ä"]
        {
            assert!(!is_host(malformed.as_bytes()), "{malformed}");
        }
    }

    #[test]
    fn http_1_1_names_one_host() {
        let mut headers = HeaderMap::new();
        assert!(is_sound(Version::HTTP_10, &headers));
        assert!(!is_sound(Version::HTTP_11, &headers));
        headers.append(HOST, HeaderValue::from_static("a"));
        assert!(is_sound(Version::HTTP_11, &headers));
        headers.append(HOST, HeaderValue::from_static("a"));
        assert!(!is_sound(Version::HTTP_11, &headers));
    }
}
