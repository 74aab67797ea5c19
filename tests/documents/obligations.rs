//! What the answers say one has to do, line by line, for licenses that people meet. `BLESS=1` writes them to
//! `tests/expected/obligations.txt`; every line was read against the texts.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use muniment_documents::api::v2::{ContainmentQuestion, containment};
use muniment_licenses::model::LicenseNames;
use muniment_licenses::reason::{Context, Shipping, TermsIndex, Use};

use crate::LIBRARY;

const LINKED: Context = context(Use::Combined, Shipping::Binary, false);
const CHANGED: Context = context(Use::Combined, Shipping::Binary, true);
const COPIED: Context = context(Use::Merged, Shipping::Source, true);
const SERVED: Context = context(Use::Combined, Shipping::Service, false);
const SERVED_CHANGED: Context = context(Use::Combined, Shipping::Service, true);
const IN_HOUSE: Context = context(Use::Combined, Shipping::Internal, false);
const IN_HOUSE_CHANGED: Context = context(Use::Combined, Shipping::Internal, true);

const fn context(usage: Use, shipping: Shipping, modified: bool) -> Context {
    Context { usage, shipping, modified, purpose: muniment_licenses::reason::Purpose::Commercial }
}

const ASKED: &[(&str, &str, Context)] = &[
    ("LGPL-2.1-only", "MIT", LINKED),
    ("LGPL-2.1-only", "MIT", CHANGED),
    ("LGPL-2.1-only", "GPL-3.0-only", LINKED),
    ("LGPL-2.1-only", "AGPL-3.0", LINKED),
    ("LGPL-2.1-only", "proprietary", LINKED),
    ("LGPL-2.1-only", "proprietary", CHANGED),
    ("LGPL-2.1-only", "proprietary", COPIED),
    ("LGPL-2.1-only", "proprietary", SERVED),
    ("LGPL-3.0-only", "proprietary", LINKED),
    ("GPL-2.0-only-with-Classpath-exception-2.0", "proprietary", LINKED),
    ("GPL-3.0-only-with-GCC-exception-3.1", "proprietary", LINKED),
    ("GPL-3.0-or-later-with-Bison-exception-2.2", "proprietary", COPIED),
    ("MozillaPublicLicenseVersion20", "proprietary", LINKED),
    ("MozillaPublicLicenseVersion20", "proprietary", CHANGED),
    ("EPL-2.0", "proprietary", LINKED),
    ("CommonDevelopmentAndDistributionLicense10", "proprietary", LINKED),
    ("GPL-3.0-only", "GPL-3.0-only", LINKED),
    ("GPL-3.0-only", "proprietary", LINKED),
    ("GPL-3.0-only", "proprietary", SERVED),
    ("GPL-3.0-only", "proprietary", SERVED_CHANGED),
    ("AGPL-3.0", "AGPL-3.0", SERVED),
    ("AGPL-3.0", "AGPL-3.0", SERVED_CHANGED),
    ("AGPL-3.0", "AGPL-3.0", CHANGED),
    ("AGPL-3.0", "proprietary", SERVED),
    ("AGPL-3.0", "proprietary", IN_HOUSE),
    ("CC-BY-SA-4.0", "CC-BY-SA-4.0", COPIED),
    ("CC-BY-SA-4.0", "proprietary", LINKED),
    ("Apache-2.0", "proprietary", LINKED),
    ("Apache-2.0", "proprietary", CHANGED),
    ("MIT", "proprietary", LINKED),
    ("Elastic-2.0", "proprietary", SERVED),
    ("Elastic-2.0", "proprietary", IN_HOUSE_CHANGED),
    ("Elastic-2.0", "MIT", LINKED),
    ("BUSL-1.1", "proprietary", IN_HOUSE),
    ("Llama-3-Community-License", "proprietary", SERVED),
    ("BigScience-OpenRAIL-M", "proprietary", SERVED),
    ("CC-BY-4.0", "proprietary", SERVED),
    ("CC-BY-NC-4.0", "proprietary", SERVED),
    ("RPL-1.5", "proprietary", IN_HOUSE),
];

#[test]
fn obligations_are_those_that_were_read() {
    let (index, names) = (TermsIndex::new(&LIBRARY), LicenseNames::new(&LIBRARY));
    let mut text = String::new();
    for (part, work, context) in ASKED {
        let question =
            ContainmentQuestion::new(vec![(*part).to_owned()], (*work).to_owned(), Vec::new(), *context);
        let written = containment(&question, &LIBRARY, &names, &index, |answer| answer.to_string());
        let answer = written.unwrap_or_else(|refused| panic!("{}", refused.detail));
        writeln!(text, "{answer}").unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/expected/obligations.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &text).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(text, expected, "read the difference, then run with BLESS=1");
}
