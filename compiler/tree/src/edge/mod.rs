//! The files of edges: the decision module, its adapters and their configuration.

mod choices;
mod nginx;

use std::path::Path;

use super::WriteError;
use super::disk::json_error;
use muniment_documents::api::v2::{Problem, Refused, body};
use muniment_documents::wire::{Edge, Manifest};
use muniment_licenses::model::Site;

/// A file of an edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EdgeFile {
    /// Path below the tree.
    pub(super) path: String,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

const README: &str = include_str!("../../../../templates/edge/README.md");
/// The decision module, which all edges share.
const DECISIONS: &str = include_str!("../../../../templates/edge/edge.mjs");
const NGINX_ADAPTER: &str = include_str!("../../../../templates/edge/nginx.mjs");
const NGINX_SITE: &str = include_str!("../../../../templates/edge/site.conf");
const WORKER_ADAPTER: &str = include_str!("../../../../templates/edge/worker.mjs");
const WORKERD: &str = include_str!("../../../../templates/edge/workerd.capnp");
const WRANGLER: &str = include_str!("../../../../templates/edge/wrangler.toml");

/// The paths of the files of edges in a manifest, below the tree.
pub(super) fn edge_paths(manifest: &Manifest) -> Vec<String> {
    let common = ["_edge/README.md", "_edge/refusal.json"].map(str::to_owned);
    let of_edges = manifest.edges.iter().flat_map(|edge| {
        let names: &[&str] = match edge {
            Edge::Nginx => &["edge.mjs", "http.conf", "nginx.mjs", "server.conf", "site.conf"],
            Edge::Worker => &["edge.mjs", "worker.mjs", "workerd.capnp", "wrangler.toml"],
        };
        names.iter().map(|name| format!("_edge/{}/{name}", edge.name()))
    });
    common.into_iter().filter(|_| !manifest.edges.is_empty()).chain(of_edges).collect()
}

/// The files of the edges in a manifest, at the paths of [`edge_paths`]. The rest of the tree must exist.
pub(super) fn edge_files(manifest: &Manifest, site: &Site, tree: &Path) -> Result<Vec<EdgeFile>, WriteError> {
    if manifest.edges.is_empty() {
        return Ok(Vec::new());
    }
    // The common members of problem documents of status 406 (spec:version-2#problem-document).
    let refusal = body(&Problem::of(Refused::not_acceptable(&[]), &site.documentation_url()));
    let refusal = refusal.map_err(json_error("_edge/refusal.json"))?;
    let tables = nginx::Tables::of(manifest, tree);
    let bytes = |path: &str| match path.trim_start_matches("_edge/") {
        "README.md" => README.into(),
        "refusal.json" => refusal.clone(),
        "nginx/nginx.mjs" => NGINX_ADAPTER.into(),
        "nginx/site.conf" => NGINX_SITE.into(),
        "nginx/http.conf" => tables.http().into_bytes(),
        "nginx/server.conf" => tables.server().into_bytes(),
        "worker/worker.mjs" => WORKER_ADAPTER.into(),
        "worker/workerd.capnp" => WORKERD.into(),
        "worker/wrangler.toml" => WRANGLER.into(),
        _ => DECISIONS.into(),
    };
    Ok(edge_paths(manifest).into_iter().map(|path| EdgeFile { bytes: bytes(&path), path }).collect())
}
