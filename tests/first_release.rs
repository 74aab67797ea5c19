//! The library as its first release has it. Tests that quote records quote that state, which never changes.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

use std::path::Path;

use muniment_library::history::rewound;
use muniment_library::load::load;
use muniment_licenses::model::Library;

/// The library in the state of its first release. Releases are ordered from the newest to the oldest.
pub(crate) fn first_release() -> Library {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let library = load(&data).library.unwrap();
    let first = library.releases.last().unwrap().clone();
    rewound(library, &first)
}
