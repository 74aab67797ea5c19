//! The project's own library: the figures it was authored to, and what has to hold of every version in it.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod canonical_form;
mod containment;
#[path = "../counts.rs"]
mod counts;
mod evidence;
mod faults;
mod figures;
mod history;
mod labels;
mod packed;
mod reviews;
mod spdx_list;
mod training;
mod unusual;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::model::Library;

/// The data folder of the project.
fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

/// The library, read once.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| load(&data()).library.unwrap());
