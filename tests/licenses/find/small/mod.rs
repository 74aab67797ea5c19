//! The small library of the fixtures.

mod compare;
mod expression;
mod facets;
mod index;
mod keyword;
mod license_finder;
mod license_names;
mod nearest;
mod spdx_index;
mod suggest;
mod vector;

use std::path::Path;
use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::model::Library;

static SMALL: LazyLock<Library> = LazyLock::new(|| {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
    load(&data).library.unwrap()
});
