//! The figures of the agreement with experts that the library keeps for pages.

use std::fs;
use std::path::{Path, PathBuf};

use muniment_documents::api::agreement::Agreements;
use muniment_library::history::{Catalog, current_release};
use muniment_library::load::ExpertTableFiles;
use muniment_licenses::model::Library;
use muniment_licenses::reason::TermsIndex;

use crate::LIBRARY;

/// `BLESS=1` writes `data/agreement.json` for the present release.
#[test]
#[ignore = "needs the packages of the tables"]
fn the_recorded_figures_are_those_of_the_present_release() {
    let folder = PathBuf::from(std::env::var_os("MUNIMENT_EXPERT_TABLES").unwrap());
    let tables = ExpertTableFiles::read(&folder).unwrap().tables(&LIBRARY).unwrap();
    let catalog = Catalog::new(&LIBRARY);
    let release = current_release(catalog.library);
    let computed = Agreements::new(&LIBRARY, &TermsIndex::new(&LIBRARY), &release, &tables).unwrap().index;
    if std::env::var_os("BLESS").is_some() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        fs::write(
            data.join(Library::AGREEMENT_FILE),
            serde_json::to_string_pretty(&computed).unwrap() + "\n",
        )
        .unwrap();
        return;
    }
    let recorded = Agreements::recorded(&LIBRARY).unwrap().map(|recorded| recorded.index);
    assert_eq!(recorded, Some(computed), "run with BLESS=1");
}
