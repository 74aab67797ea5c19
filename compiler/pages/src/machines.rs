use std::fmt::Write;

/// The sitemap, with absolute addresses.
#[must_use]
pub fn sitemap(addresses: &[String]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for address in addresses {
        let escaped = address.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(text, "<url><loc>{escaped}</loc></url>");
    }
    text.push_str("</urlset>\n");
    text
}

/// The `robots.txt`, which excludes the duplicates under `/web/`.
#[must_use]
pub fn robots(sitemap: &str) -> String {
    format!("User-agent: *\nDisallow: /web/\n\nSitemap: {sitemap}\n")
}
