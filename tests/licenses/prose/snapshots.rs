//! Readings as people see them. `BLESS=1` writes what is said now; read the difference before it is committed.

use std::fs;

use muniment_licenses::prose::{Source, plain_text};

use crate::prose::{LEXICON, LIBRARY, root};

const RECORDS: [&str; 10] = [
    "Apache-2.0",
    "AttributionNoncommercial30France",
    "CC-BY-NC-ND-4.0",
    "CC-BY-SA-4.0",
    "Cc010Universal",
    "GPL-3.0-only",
    "MIT",
    "OdcOpenDatabaseLicense",
    "Python-2.0.1",
    "SampleLicenseSl",
];

#[test]
fn typical_records_read_as_expected() {
    let mut wrong = Vec::new();
    for id in RECORDS {
        let path = root().join(format!("tests/expected/prose/{id}.txt"));
        let model = LIBRARY.licenses.get(id).unwrap();
        let text = plain_text(&LEXICON, Source::of(model, &model.current));
        if std::env::var_os("BLESS").is_some() {
            fs::write(path, text.as_bytes()).unwrap();
        } else if fs::read_to_string(&path).unwrap_or_default() != text {
            wrong.push(id);
        }
    }
    assert!(wrong.is_empty(), "these readings have changed (BLESS=1 rewrites them): {wrong:?}");
}

#[test]
fn every_expected_reading_has_its_record() {
    let files = fs::read_dir(root().join("tests/expected/prose")).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, RECORDS.map(|id| format!("{id}.txt")));
}
