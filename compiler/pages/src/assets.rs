use std::io;

use muniment_library::load::unpack;

/// The files of `templates/assets/`.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/assets.tar.zst"));

/// A file of the website.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// Its address.
    pub path: String,
    /// The value of `Content-Type`.
    pub media_type: &'static str,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// Every file the pages refer to, by address.
///
/// # Errors
/// What the program holds cannot be decompressed, or a name has an ending that no media type is known for.
pub fn assets() -> io::Result<Vec<Asset>> {
    let asset = |(name, bytes): (String, Vec<u8>)| {
        let media_type = media_type(&name)
            .ok_or_else(|| io::Error::other(format!("`{name}` has an ending without a media type")))?;
        // Browsers look for it there.
        let path = if name == "favicon.ico" { format!("/{name}") } else { format!("/assets/{name}") };
        Ok(Asset { path, media_type, bytes })
    };
    unpack(PACKED)?.into_iter().map(asset).collect()
}

fn media_type(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => Some("text/css; charset=utf-8"),
        Some("js") => Some("text/javascript; charset=utf-8"),
        Some("svg") => Some("image/svg+xml"),
        Some("ico") => Some("image/vnd.microsoft.icon"),
        // Licenses and notices have no ending.
        Some("txt") | None => Some("text/plain; charset=utf-8"),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stylesheet_is_small_and_refers_to_nothing_else() {
        let assets = assets().unwrap();
        let stylesheet = assets.into_iter().find(|asset| asset.path == "/assets/muniment.css").unwrap();
        let text = String::from_utf8(stylesheet.bytes).unwrap();
        // With a record, its script and the icons it stays below 60 kB when compressed.
        assert!(text.len() < 32 * 1024, "{} bytes", text.len());
        assert!(!text.contains("url(") && !text.contains("@import"));
    }
}
