use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use http::Uri;

/// What to verify.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// A tree, or an output folder with one.
    Tree(PathBuf),
    /// A deployment.
    Deployment(Address),
}

/// The address of a deployment, without a final slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address(String);

/// An invalid address of a deployment.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a deployment's address is a scheme, a host and perhaps a port and a path, as https://api.example.org"
)]
pub(super) struct InvalidAddress;

/// Parses the argument: `http://` and `https://` are deployments, everything else is a folder.
pub(super) fn parser() -> impl TypedValueParser<Value = Place> {
    OsStringValueParser::new().try_map(parse)
}

fn parse(argument: OsString) -> Result<Place, InvalidAddress> {
    let Some(text) = argument.to_str().filter(|t| t.starts_with("http://") || t.starts_with("https://"))
    else {
        return Ok(Place::Tree(argument.into()));
    };
    let uri: Uri = text.parse().map_err(|_| InvalidAddress)?;
    let has_host = uri.host().is_some_and(|host| !host.is_empty());
    // With credentials, answers would differ from public ones.
    if !has_host || text.contains(['?', '#', '@']) {
        return Err(InvalidAddress);
    }
    Ok(Place::Deployment(Address(text.trim_end_matches('/').to_owned())))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_folders_are_distinguished() {
        for (text, address) in [
            ("https://api.example.org", "https://api.example.org"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
            ("http://[::1]:8080/licenses/", "http://[::1]:8080/licenses"),
        ] {
            assert_eq!(parse(text.into()), Ok(Place::Deployment(Address(address.to_owned()))));
        }
        for folder in ["site-out", "https", "/srv/https://x", ""] {
            assert_eq!(parse(folder.into()), Ok(Place::Tree(folder.into())));
        }
        for wrong in ["https://", "http:///v2", "http://a b", "http://a?x=1", "http://a#b", "http://u:p@a"] {
            assert_eq!(parse(wrong.into()), Err(InvalidAddress), "{wrong}");
        }
    }
}
