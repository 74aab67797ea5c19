use std::fmt;
use std::net::SocketAddr;
use std::ops::Deref;
use std::str::FromStr;

use http::Uri;

/// Where a deployment answers: `http` or `https`, a host, perhaps a port and a path, without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(String);

/// A text that is no [`BaseUrl`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "an address is written like https://api.example.org: http or https, a host, perhaps a port and a path"
)]
pub struct InvalidBaseUrl;

impl BaseUrl {
    /// The address of a listener of this machine.
    #[must_use]
    pub fn of_listener(address: SocketAddr) -> Self {
        Self(format!("http://{address}"))
    }
}

impl FromStr for BaseUrl {
    type Err = InvalidBaseUrl;

    fn from_str(text: &str) -> Result<Self, InvalidBaseUrl> {
        // The parser drops fragments without a word.
        if text.contains(['#', '?']) {
            return Err(InvalidBaseUrl);
        }
        let uri: Uri = text.parse().map_err(|_| InvalidBaseUrl)?;
        let scheme = uri.scheme_str().map(str::to_ascii_lowercase);
        let scheme =
            scheme.filter(|scheme| matches!(scheme.as_str(), "http" | "https")).ok_or(InvalidBaseUrl)?;
        let authority = uri.authority().filter(|authority| is_host(authority)).ok_or(InvalidBaseUrl)?;
        let host = authority.as_str().to_ascii_lowercase();
        Ok(Self(format!("{scheme}://{host}{}", uri.path().trim_end_matches('/'))))
    }
}

/// Whether an authority is a host with perhaps a port, and nobody's name.
fn is_host(authority: &http::uri::Authority) -> bool {
    let (text, host) = (authority.as_str(), authority.host());
    let port = text.strip_prefix(host).unwrap_or(text);
    let is_port = port.is_empty() || (authority.port_u16().is_some() && port.starts_with(':'));
    !host.is_empty() && is_port
}

impl Deref for BaseUrl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The origin of a site, as browsers send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

/// Something that no browser sends as an origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no origin; one is written like https://example.org or http://localhost:3000, without a path"
)]
pub struct InvalidOrigin(String);

impl Origin {
    /// The origin in lower case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Origin {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        let text = text.trim().to_ascii_lowercase();
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
        // A semicolon or a comma would end a source of a policy.
        let is_host =
            !host.is_empty() && host.bytes().all(|b| b.is_ascii_graphic() && !b"/?#@*;,".contains(&b));
        if is_host { Ok(Self(text)) } else { Err(InvalidOrigin(text)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_is_parsed_and_brought_into_one_form() {
        for (text, url) in [
            ("https://api.example.org", "https://api.example.org"),
            ("https://api.example.org/", "https://api.example.org"),
            ("HTTPS://API.example.org:8443/Licenses/", "https://api.example.org:8443/Licenses"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(text.parse::<BaseUrl>().map(|url| url.to_string()), Ok(url.to_owned()), "{text}");
        }
        for wrong in [
            "",
            "api.example.org",
            "/v2",
            "ftp://a",
            "https://",
            "http:///v2",
            "http://a b",
            "http://a?x=1",
            "http://a#b",
            "http://u:p@a",
            "http://u@a",
            "http://a:b",
            "http://a:99999",
            "http://a:",
        ] {
            assert_eq!(wrong.parse::<BaseUrl>(), Err(InvalidBaseUrl), "{wrong}");
        }
        assert_eq!(&*BaseUrl::of_listener(([127, 0, 0, 1], 80).into()), "http://127.0.0.1:80");
    }

    #[test]
    fn an_origin_has_no_path_and_ends_no_policy() {
        assert_eq!(" HTTPS://Example.org ".parse::<Origin>().unwrap().as_str(), "https://example.org");
        for wrong in [
            "example.org",
            "https://",
            "https://a/b",
            "https://a;script-src",
            "https://*.a",
            "https://a b",
            "*",
            "null",
            "ftp://a",
            "https://a/",
            "",
        ] {
            assert!(wrong.parse::<Origin>().is_err(), "{wrong}");
        }
    }
}
