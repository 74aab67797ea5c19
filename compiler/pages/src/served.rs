use muniment_documents::wire::path_values;

/// The addresses of pages that a server fills; braces mark a path segment. The check of links needs them without a
/// server.
pub const SERVED: [&str; 33] = [
    "/register",
    "/login",
    "/recover",
    "/account",
    "/account/password",
    "/account/close",
    "/account/tokens",
    "/account/licenses/{id}",
    "/account/graphs/new",
    "/account/graphs/{id}",
    "/account/threads",
    "/account/notifications",
    "/users/{id}",
    "/contact",
    "/submissions/new",
    "/corrections/new",
    "/curation",
    "/audit",
    "/choose",
    "/license-composer",
    "/license-compatibility-checker",
    "/license-compatibility-checker/bundle",
    "/license-compatibility-checker/license",
    "/repo-license-compatibility-checker",
    "/text-to-license",
    "/license-to-text",
    "/web",
    "/web/",
    "/web/compose",
    "/web/searchresults",
    "/web/wpsearchresults",
    "/dependency-graph/compare",
    "/dependency-graph/{id}/download",
];

/// The addresses of [`SERVED`] that need no value, and so have a file for hosts without a server.
pub fn served_pages() -> impl Iterator<Item = &'static str> {
    SERVED.into_iter().filter(|path| !path.contains('{') && !path.ends_with('/'))
}

/// Whether a server fills the page at a decoded path.
#[must_use]
pub fn is_served(segments: &[String]) -> bool {
    SERVED.iter().any(|template| path_values(template, segments).is_some())
}
