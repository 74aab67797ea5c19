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
            path: "/assets/interactive.css",
            media_type: "text/css; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/interactive.css"),
        },
        Asset {
            path: "/assets/interactive.js",
            media_type: "text/javascript; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/interactive.js"),
        },
        Asset {
            path: "/assets/muniment.css",
            media_type: "text/css; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/muniment.css"),
        },
        Asset {
            path: "/assets/reference.css",
            media_type: "text/css; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/reference.css"),
        },
        Asset {
            path: "/assets/reference.js",
            media_type: "text/javascript; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/reference.js"),
        },
        Asset {
            path: "/favicon.ico",
            media_type: "image/vnd.microsoft.icon",
            bytes: include_bytes!("../../../templates/assets/favicon.ico"),
        },
        // Redoc as its makers package it, bar the address of a source map.
        Asset {
            path: "/assets/redoc/LICENSE",
            media_type: "text/plain; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/redoc/LICENSE"),
        },
        Asset {
            path: "/assets/redoc/redoc.standalone.js",
            media_type: "text/javascript; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/redoc/redoc.standalone.js"),
        },
        Asset {
            path: "/assets/redoc/redoc.standalone.js.LICENSE.txt",
            media_type: "text/plain; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/redoc/redoc.standalone.js.LICENSE.txt"),
        },
        // Swagger UI as its makers package it, with the notices it may not be passed on without.
        Asset {
            path: "/assets/swagger-ui/LICENSE",
            media_type: "text/plain; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/swagger-ui/LICENSE"),
        },
        Asset {
            path: "/assets/swagger-ui/NOTICE",
            media_type: "text/plain; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/swagger-ui/NOTICE"),
        },
        Asset {
            path: "/assets/swagger-ui/swagger-ui-bundle.js",
            media_type: "text/javascript; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/swagger-ui/swagger-ui-bundle.js"),
        },
        Asset {
            path: "/assets/swagger-ui/swagger-ui-bundle.js.LICENSE.txt",
            media_type: "text/plain; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/swagger-ui/swagger-ui-bundle.js.LICENSE.txt"),
        },
        Asset {
            path: "/assets/swagger-ui/swagger-ui.css",
            media_type: "text/css; charset=utf-8",
            bytes: include_bytes!("../../../templates/assets/swagger-ui/swagger-ui.css"),
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
