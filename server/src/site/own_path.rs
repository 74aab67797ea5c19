use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// A page of this site to go on to: path and query, and never another host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OwnPath(String);

/// What stays as it is in the value of a parameter.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

impl OwnPath {
    /// The field, and the parameter, it travels in.
    pub(super) const FIELD: &'static str = "next";

    /// Characters it may have.
    const LONGEST: usize = 2_000;

    /// Reads an address that a client sent. Browsers take `//host` for another host, a backslash for a slash, and drop
    /// what is invisible, so none of them may be in it.
    pub(super) fn read(text: &str) -> Option<Self> {
        let is_path = text.starts_with('/') && !text.starts_with("//") && text.len() <= Self::LONGEST;
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        (is_path && is_plain).then(|| Self(text.to_owned()))
    }

    /// The path and its query.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// A page that leads on to this one.
    pub(super) fn after(&self, page: &str) -> String {
        format!("{page}?{}={}", Self::FIELD, utf8_percent_encode(&self.0, VALUE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leads_to_another_host() {
        for own in
            ["/", "/account/graphs/new?from=dg_default", "/license-composer?draft=a%20b", "/a//b", "/a?b=//c"]
        {
            assert_eq!(OwnPath::read(own).unwrap().as_str(), own);
        }
        for foreign in [
            "",
            "account",
            "//elsewhere.example",
            "/\\elsewhere.example",
            "https://elsewhere.example/",
            "javascript:alert(1)",
            " /account",
            "/\t/elsewhere.example",
            "/a\nb",
            "/\u{e9}",
            &format!("/{}", "x".repeat(2_000)),
        ] {
            assert_eq!(OwnPath::read(foreign), None, "{foreign:?}");
        }
    }

    #[test]
    fn a_page_that_leads_on_carries_the_path_as_one_value() {
        let path = OwnPath::read("/account/graphs/new?from=dg_default&x=1").unwrap();
        assert_eq!(path.after("/login"), "/login?next=/account/graphs/new%3Ffrom%3Ddg_default%26x%3D1");
    }
}
