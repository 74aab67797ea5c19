//! What the file of an audit says, and the context of each part, on the project's own library.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod contexts;
mod corrections;
mod file;

use std::path::Path;
use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::audit::{AuditFile, Inventory, InventoryFault};
use muniment_licenses::find::{Expressions, LicenseFinder, SpdxIndex};
use muniment_licenses::model::Library;
use muniment_licenses::reason::TermsIndex;

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    load(&data).library.unwrap()
});
static SPDX: LazyLock<SpdxIndex<'static>> = LazyLock::new(|| SpdxIndex::new(&LIBRARY));
static INDEX: LazyLock<TermsIndex> = LazyLock::new(|| TermsIndex::new(&LIBRARY));
static NAMES: LazyLock<LicenseFinder<'static>> = LazyLock::new(|| LicenseFinder::new(&LIBRARY));

fn file(text: &str) -> Result<AuditFile<'static>, Vec<InventoryFault>> {
    AuditFile::read(text, &NAMES, &Expressions::new(&SPDX))
}

fn inventory(text: &str) -> Inventory {
    Inventory::read(text.as_bytes(), &Expressions::new(&SPDX)).unwrap()
}
