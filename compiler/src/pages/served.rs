use crate::wire::path_values;

/// The pages that a server fills, by address; what stands in braces is one segment.
///
/// Pages of the tree link to them, and whoever checks those links has no server to ask.
pub const SERVED: [&str; 11] = [
    "/register",
    "/login",
    "/account",
    "/account/password",
    "/account/close",
    "/account/tokens",
    "/account/licenses/{id}",
    "/account/graphs/{id}",
    "/users/{id}",
    "/dependency-graph/compare",
    "/dependency-graph/{id}/download",
];

/// Whether a server fills the page at a decoded path.
#[must_use]
pub fn is_served(segments: &[String]) -> bool {
    SERVED.iter().any(|template| path_values(template, segments).is_some())
}
