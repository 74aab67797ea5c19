use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde::Deserializer;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};

use super::Settings;
use muniment_documents::wire::{Manifest, Origin, PackageDigests, Provenance};
use muniment_licenses::model::Library;
use muniment_rdf::ContentHash;

/// Program and version in trees.
pub const GENERATOR: &str = concat!("muniment ", env!("CARGO_PKG_VERSION"));

/// Digest of the sources of the program.
pub(super) const PROGRAM: &str = env!("MUNIMENT_SOURCE_DIGEST");

/// The parts of the inputs of a tree.
#[must_use]
pub fn provenance(library: &Library, settings: &Settings) -> Provenance {
    let Settings { base_url, frame_ancestors, dumps, .. } = settings;
    let frames: Vec<&str> = frame_ancestors.iter().map(Origin::as_str).collect();
    let settings = [
        ("base-url", base_url.to_string()),
        ("frame-ancestors", frames.join(",")),
        ("dumps", dumps.to_string()),
    ];
    Provenance {
        data: library.inputs.to_string(),
        program: PROGRAM.to_owned(),
        settings: settings.into_iter().map(|(flag, value)| (flag.to_owned(), value)).collect(),
    }
}

/// Digest of all inputs of a tree: data, settings and program. A tree with another digest in its manifest is stale.
#[must_use]
pub fn inputs(library: &Library, settings: &Settings) -> String {
    ContentHash::of(format!("{}\n{}\n", maker(settings), library.inputs)).to_string()
}

/// Digest of program and settings.
pub(super) fn maker(settings: &Settings) -> String {
    let program = PROGRAM;
    let Settings { base_url, dumps, compress, packages, notice, .. } = settings;
    let frames = settings.frame_policy();
    let edges = settings.edges.iter().map(|edge| edge.name()).collect::<Vec<_>>().join(" ");
    let notice = notice.as_deref().map(|notice| format!("{notice}\n")).unwrap_or_default();
    let PackageDigests { texts, expert_tables } = packages;
    let packages = [texts, expert_tables].map(|digest| digest.as_deref().unwrap_or_default()).join("\n");
    let maker = format!(
        "{GENERATOR}\n{program}\n{base_url}\n{frames}\n{dumps}\n{edges}\n{compress}\n{packages}\n{notice}"
    );
    ContentHash::of(maker).to_string()
}

/// The digest of inputs in the manifest of a tree; `None` if it cannot be read. Reading stops after the digest, which
/// is near the start of the manifest.
pub(super) fn inputs_of(tree: &Path) -> Option<String> {
    let manifest = BufReader::new(File::open(tree.join(Manifest::PATH)).ok()?);
    let mut found = None;
    let head = Head { inputs: &mut found };
    // Stopping early is an error for the deserializer.
    let _ = serde_json::Deserializer::from_reader(manifest).deserialize_map(head);
    found
}

/// The members of a manifest up to its inputs.
struct Head<'h> {
    inputs: &'h mut Option<String>,
}

impl<'de> Visitor<'de> for Head<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a manifest")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut members: M) -> Result<(), M::Error> {
        while let Some(name) = members.next_key::<String>()? {
            if name == "inputs" {
                *self.inputs = Some(members.next_value()?);
                return Ok(());
            }
            members.next_value::<IgnoredAny>()?;
        }
        Err(M::Error::missing_field("inputs"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_head_of_a_manifest_has_its_inputs() {
        let tree = tempfile::tempdir().unwrap();
        assert_eq!(inputs_of(tree.path()), None, "there is no manifest");
        fs::create_dir_all(tree.path().join("_edge")).unwrap();
        for (manifest, inputs) in [
            ("{\"manifest\":2,\"generator\":\"m\",\"inputs\":\"sha256:1\",\"addresses\":{", Some("sha256:1")),
            ("{\"manifest\":2,\"addresses\":{}}", None),
            ("", None),
        ] {
            fs::write(tree.path().join(Manifest::PATH), manifest).unwrap();
            assert_eq!(inputs_of(tree.path()).as_deref(), inputs, "{manifest}");
        }
    }
}
