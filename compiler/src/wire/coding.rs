use serde::{Deserialize, Serialize};

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
}
