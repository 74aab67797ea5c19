/// A file that pages refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asset {
    /// Its address.
    pub path: &'static str,
    /// The value of `Content-Type`.
    pub media_type: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// Every file the pages refer to, by address.
#[must_use]
pub fn assets() -> &'static [Asset] {
    &[
        Asset {
            path: "/assets/favicon.svg",
            media_type: "image/svg+xml",
            bytes: include_bytes!("../../../templates/assets/favicon.svg"),
        },
        Asset {
            path: "/assets/muniment.css",
            media_type: "text/css; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/muniment.css"),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stylesheet_is_small_and_refers_to_nothing_else() {
        let stylesheet = assets().iter().find(|asset| asset.path == "/assets/muniment.css").unwrap();
        let text = std::str::from_utf8(stylesheet.bytes).unwrap();
        assert!(text.len() < 8192, "{} bytes", text.len());
        assert!(!text.contains("url(") && !text.contains("@import"));
    }
}
