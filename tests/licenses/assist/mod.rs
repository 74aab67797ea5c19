//! Prompts for language models, and the checks of their answers (spec:version-1#assistant-objects,
//! spec:version-1#translation).
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod posted;
mod translation;

use std::sync::LazyLock;

use crate::first_release::first_release;
use muniment_licenses::find::Index;
use muniment_licenses::model::Library;
use muniment_licenses::reason::Reasoner;

/// The library, read once.
static LIBRARY: LazyLock<Library> = LazyLock::new(first_release);
static INDEX: LazyLock<Index<'static>> = LazyLock::new(|| Index::new(&LIBRARY));
static REASONER: LazyLock<Reasoner> = LazyLock::new(|| Reasoner::new(&LIBRARY));
