use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::negotiate::quality;

/// How a body is coded ahead of requests (RFC 9110 §8.4.1), in a file beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Coding {
    /// Brotli.
    #[serde(rename = "br")]
    Brotli,
    /// Zstandard.
    #[serde(rename = "zstd")]
    Zstandard,
    /// gzip.
    #[serde(rename = "gzip")]
    Gzip,
}

impl Coding {
    /// Every coding, the one with the smallest bodies first.
    pub const ALL: [Self; 3] = [Self::Brotli, Self::Zstandard, Self::Gzip];

    /// The path of a coded body, by that of the plain one.
    #[must_use]
    pub fn beside(self, path: &str) -> String {
        let extension = match self {
            Self::Brotli => "br",
            Self::Zstandard => "zst",
            Self::Gzip => "gz",
        };
        format!("{path}.{extension}")
    }

    /// Its name in `Accept-Encoding` and `Content-Encoding`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstandard => "zstd",
            Self::Gzip => "gzip",
        }
    }

    /// Those of `available` that an `Accept-Encoding` header accepts and does not like less than the plain body, the one
    /// it likes best first (RFC 9110 §12.5.3), of equals in the order given.
    #[must_use]
    pub fn accepted(accept_encoding: Option<&str>, available: &[Self]) -> Vec<Self> {
        let Some(accept_encoding) = accept_encoding else { return Vec::new() };
        let named = |name: &str| {
            let ranges = accept_encoding.split(',').rev();
            ranges
                .filter_map(|range| {
                    let (coding, parameters) = range.split_once(';').unwrap_or((range, ""));
                    let coding = coding.trim();
                    let is_named = coding.eq_ignore_ascii_case(name)
                        || (name == Self::Gzip.name() && coding.eq_ignore_ascii_case("x-gzip"));
                    if is_named { quality(parameters) } else { None }
                })
                .next()
        };
        let any = named("*").unwrap_or_default();
        let plain = named("identity").unwrap_or_default();
        let of = |coding: &Self| named(coding.name()).unwrap_or(any);
        let mut accepted: Vec<Self> =
            available.iter().copied().filter(|coding| of(coding) > 0 && of(coding) >= plain).collect();
        accepted.sort_by_key(|coding| Reverse(of(coding)));
        accepted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_gets_the_coding_it_likes_best() {
        use Coding::{Brotli, Gzip, Zstandard};
        let cases: [(Option<&str>, &[Coding]); 17] = [
            (None, &[]),
            (Some(""), &[]),
            (Some("identity"), &[]),
            (Some("gzip"), &[Gzip]),
            (Some("GZIP"), &[Gzip]),
            (Some("x-gzip"), &[Gzip]),
            (Some("gzip;q=0"), &[]),
            (Some("gzip, deflate, br, zstd"), &[Brotli, Zstandard, Gzip]),
            (Some("br;q=0.5, gzip;q=0.8"), &[Gzip, Brotli]),
            (Some("*"), &[Brotli, Zstandard, Gzip]),
            (Some("*;q=0"), &[]),
            (Some("br;q=0, *"), &[Zstandard, Gzip]),
            (Some("gzip, *;q=0"), &[Gzip]),
            (Some("identity, br;q=0.5"), &[]),
            (Some("identity;q=0.5, br;q=0.5"), &[Brotli]),
            (Some("br;q=2"), &[]),
            (Some("identity;q=0"), &[]),
        ];
        for (accept_encoding, expected) in cases {
            assert_eq!(Coding::accepted(accept_encoding, &Coding::ALL), expected, "{accept_encoding:?}");
        }
    }
}
