/// One link of a `Link` header (RFC 8288).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Target, a path or an absolute address.
    pub target: String,
    /// Relation type.
    pub relation: &'static str,
    /// Media type of the target, where it is said.
    pub media_type: Option<&'static str>,
}

impl Link {
    /// A link without a media type.
    pub fn new(relation: &'static str, target: impl Into<String>) -> Self {
        Self { target: target.into(), relation, media_type: None }
    }
}

/// The value of a `Link` header.
#[must_use]
pub fn link_header(links: &[Link]) -> String {
    let links: Vec<String> = links
        .iter()
        .map(|link| {
            let media_type = link.media_type.map(|m| format!("; type=\"{m}\"")).unwrap_or_default();
            format!("<{}>; rel={}{media_type}", link.target, link.relation)
        })
        .collect();
    links.join(", ")
}
