use super::Settings;
use crate::model::Library;
use crate::rdf::ContentHash;

/// Program and version, as trees name it.
pub const GENERATOR: &str = concat!("muniment ", env!("CARGO_PKG_VERSION"));

/// Digest of everything a tree is made from: the data, the settings and the program itself. A tree whose
/// manifest names another digest is stale.
#[must_use]
pub fn inputs(library: &Library, settings: &Settings) -> String {
    ContentHash::of(format!("{}\n{}\n", maker(settings), library.inputs)).to_string()
}

/// Digest of what a tree is made by: the program and its settings.
pub(super) fn maker(settings: &Settings) -> String {
    let program = env!("MUNIMENT_SOURCE_DIGEST");
    let Settings { base_url, dumps, compress, .. } = settings;
    let frames = settings.frame_policy();
    let edges = settings.edges.iter().map(|edge| edge.name()).collect::<Vec<_>>().join(" ");
    let maker = format!("{GENERATOR}\n{program}\n{base_url}\n{frames}\n{dumps}\n{edges}\n{compress}\n");
    ContentHash::of(maker).to_string()
}
