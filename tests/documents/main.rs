//! Documents and their descriptions.

#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod agreement;
#[path = "../counts.rs"]
mod counts;
mod describe;
mod obligations;
mod openapi;
mod policies;
mod version_1;

use std::path::Path;
use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::model::Library;

static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")).library.unwrap());
