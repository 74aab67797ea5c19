use http::header::{HOST, HeaderMap, ORIGIN};
use http::request::Parts;
use http::uri::{Authority, Uri};

/// Where our own pages come from, as browsers say it of the forms they send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OwnOrigin {
    scheme: &'static str,
    authority: String,
}

impl OwnOrigin {
    /// The origin of a deployment that answers at `base_url`.
    pub(super) fn of(base_url: &str) -> Self {
        let uri: Option<Uri> = base_url.parse().ok();
        let uri = uri.unwrap_or_default();
        let scheme = if uri.scheme_str() == Some("http") { "http" } else { "https" };
        let authority = uri.authority().map(|authority| authority.as_str().to_ascii_lowercase());
        Self { scheme, authority: without_default_port(scheme, authority.unwrap_or_default()) }
    }

    /// Whether a request says that a page of another site sent it. Browsers say so of every form; a program that says
    /// nothing has no cookies that another site could use.
    ///
    /// What the browser took for our host counts as ours too: a deployment may have more names than one, and behind a
    /// proxy it may not be told the one in use.
    pub(super) fn is_foreign(&self, request: &Parts) -> bool {
        let host =
            text(&request.headers, HOST.as_str()).or_else(|| request.uri.authority().map(Authority::as_str));
        request.headers.get_all(ORIGIN).iter().any(|origin| {
            let Ok(origin) = origin.to_str() else { return true };
            let origin = origin.to_ascii_lowercase();
            let Some((scheme, authority)) = origin.split_once("://") else { return true };
            let is_named = |name: &str| name.eq_ignore_ascii_case(authority);
            scheme != self.scheme
                || authority.is_empty()
                || !(is_named(&self.authority) || host.is_some_and(is_named))
        })
    }
}

/// A header that is a text.
pub(super) fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// An authority as it stands in origins: without the port that its scheme has anyway.
fn without_default_port(scheme: &str, authority: String) -> String {
    let port = if scheme == "http" { ":80" } else { ":443" };
    authority.strip_suffix(port).map(str::to_owned).unwrap_or(authority)
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    fn is_foreign(base_url: &str, headers: &[(&str, &str)]) -> bool {
        let request =
            headers.iter().fold(Request::builder(), |request, (name, value)| request.header(*name, *value));
        OwnOrigin::of(base_url).is_foreign(&request.body(()).unwrap().into_parts().0)
    }

    #[test]
    fn our_own_pages_are_at_the_base_url_or_at_the_host_that_was_asked() {
        let host = ("host", "muniment.internal");
        for origins in [
            &[][..],
            &[("origin", "https://muniment.example")],
            &[("origin", "HTTPS://Muniment.Example")],
            &[("origin", "https://muniment.internal")],
        ] {
            let headers = [&[host], origins].concat();
            assert!(!is_foreign("https://muniment.example:443/", &headers), "{origins:?}");
        }
        let at_home = [("host", "localhost:8080"), ("origin", "http://localhost:8080")];
        assert!(!is_foreign("http://127.0.0.1:8080", &at_home));
    }

    #[test]
    fn other_sites_are_foreign() {
        for origin in [
            "https://evil.example",
            "http://muniment.example",
            "https://muniment.example:8443",
            "https://muniment.example.evil.example",
            "https://a.muniment.example",
            "muniment.example",
            "null",
            "",
        ] {
            let headers = [("host", "muniment.example"), ("origin", origin)];
            assert!(is_foreign("https://muniment.example", &headers), "{origin}");
        }
        let both = [("origin", "https://muniment.example"), ("origin", "https://evil.example")];
        assert!(is_foreign("https://muniment.example", &both));
        assert!(is_foreign("", &[("origin", "https://")]));
    }
}
