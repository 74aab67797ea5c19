use std::io;

/// A file of the website.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asset {
    /// Its address.
    pub path: &'static str,
    /// The value of `Content-Type`.
    pub media_type: &'static str,
    content: Content,
}

/// The content of a file, as the program holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Plain(&'static [u8]),
    Zstd(&'static [u8]),
}

impl Asset {
    /// The content of the file.
    ///
    /// # Errors
    /// What the program holds cannot be decompressed.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        match self.content {
            Content::Plain(bytes) => Ok(bytes.to_vec()),
            Content::Zstd(bytes) => zstd::decode_all(bytes),
        }
    }
}

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

/// A file of `templates/assets/` at its address.
macro_rules! asset {
    ($name:literal, $media_type:expr) => {
        Asset {
            path: concat!("/assets/", $name),
            media_type: $media_type,
            content: Content::Plain(include_bytes!(concat!("../../../templates/assets/", $name))),
        }
    };
}

/// A file that the build script has compressed.
macro_rules! large_asset {
    ($folder:literal, $name:literal, $media_type:expr) => {
        Asset {
            path: concat!("/assets/", $folder, "/", $name),
            media_type: $media_type,
            content: Content::Zstd(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".zst"))),
        }
    };
}

/// Every file the pages refer to, by address.
#[must_use]
pub fn assets() -> &'static [Asset] {
    &[
        asset!("audit.js", SCRIPT),
        asset!("composer.css", CSS),
        asset!("composer.js", SCRIPT),
        asset!("copy.js", SCRIPT),
        asset!("assistant.css", CSS),
        asset!("checker.css", CSS),
        asset!("checker.js", SCRIPT),
        asset!("favicon.svg", SVG),
        asset!("form.js", SCRIPT),
        asset!("graph.css", CSS),
        asset!("graph-editor.css", CSS),
        asset!("graph-editor.js", SCRIPT),
        asset!("icons.svg", SVG),
        asset!("interactive.css", CSS),
        asset!("interactive.js", SCRIPT),
        asset!("library.css", CSS),
        asset!("library.js", SCRIPT),
        asset!("matrix.css", CSS),
        asset!("matrix.js", SCRIPT),
        asset!("license-to-text.js", SCRIPT),
        asset!("notice.js", SCRIPT),
        asset!("muniment.css", CSS),
        asset!("record.css", CSS),
        asset!("reference.css", CSS),
        asset!("home.js", SCRIPT),
        asset!("suggest.js", SCRIPT),
        asset!("threads.css", CSS),
        asset!("triples.js", SCRIPT),
        asset!("verify.js", SCRIPT),
        asset!("text-to-license.js", SCRIPT),
        Asset {
            path: "/favicon.ico",
            media_type: "image/vnd.microsoft.icon",
            content: Content::Plain(include_bytes!("../../../templates/assets/favicon.ico")),
        },
        // The official package of Redoc, without the address of a source map.
        // The official package of Swagger UI, with its required notices.
        asset!("swagger-ui/LICENSE", TEXT),
        asset!("swagger-ui/NOTICE", TEXT),
        large_asset!("swagger-ui", "swagger-ui-bundle.js", SCRIPT),
        asset!("swagger-ui/swagger-ui-bundle.js.LICENSE.txt", TEXT),
        large_asset!("swagger-ui", "swagger-ui.css", CSS),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stylesheet_is_small_and_refers_to_nothing_else() {
        let stylesheet = assets().iter().find(|asset| asset.path == "/assets/muniment.css").unwrap();
        let text = String::from_utf8(stylesheet.bytes().unwrap()).unwrap();
        // With a record, its script and the icons it stays below 60 kB when compressed.
        assert!(text.len() < 32 * 1024, "{} bytes", text.len());
        assert!(!text.contains("url(") && !text.contains("@import"));
    }
}
