//! `muniment audit`: a list of parts in any form becomes a verdict, or a sentence about where it cannot be read.
//!
//! Run on the real library; the files of `tests/fixtures/audit` have the shape their tools give them.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod command;
mod configured;
mod dirty;
mod forms;
mod misuse;
mod problems;
mod settling;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::audit::{Audit, AuditContext, Inventory, InventoryFault, StatedExpressions};
use muniment_licenses::find::{Expressions, SpdxIndex};
use muniment_licenses::model::Library;
use muniment_licenses::reason::{Context, TermsIndex};

static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")).library.unwrap());
static SPDX: LazyLock<SpdxIndex<'static>> = LazyLock::new(|| SpdxIndex::new(&LIBRARY));
static INDEX: LazyLock<TermsIndex> = LazyLock::new(|| TermsIndex::new(&LIBRARY));

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn fixture(name: &str) -> PathBuf {
    root().join("tests/fixtures/audit").join(name)
}

fn read(text: &str) -> Result<Inventory, InventoryFault> {
    Inventory::read(text.as_bytes(), &Expressions::new(&SPDX))
}

/// The default context, for a work under a license.
fn context(target: Option<&str>) -> AuditContext<'static> {
    let work = |id: &str| INDEX.work(&LIBRARY, &id.parse().unwrap()).unwrap();
    let (usage, preferred) = (Context::default(), Vec::new());
    AuditContext { library: &LIBRARY, index: &INDEX, target: target.map(work), usage, preferred }
}

/// The audit of a list of expressions, everything included.
fn audit(inventory: &'static Inventory, target: Option<&str>) -> Audit<'static> {
    let mut expressions = Expressions::new(&SPDX);
    let stated = StatedExpressions::new(inventory, true, &mut expressions, &LIBRARY);
    Audit::new(Box::leak(Box::new(stated)), context(target))
}
