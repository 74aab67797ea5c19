//! Answers that everyone can look up, each with the place where.

use muniment_licenses::reason::{Answer, Context, Purpose, Shipping, Use, is_closed_source};

use super::{INDEX, terms};

const FSF: &str = "https://www.gnu.org/licenses/license-list.html";
const GPL_FAQ: &str = "https://www.gnu.org/licenses/gpl-faq.html#AllCompatibility";
const ASF: &str = "https://www.apache.org/licenses/GPL-compatibility.html";
const CC: &str = "https://creativecommons.org/compatiblelicenses";
const CC_FAQ: &str = "https://creativecommons.org/faq/#can-i-combine-material-under-different-creative-commons-licenses-in-my-work";
const MPL_FAQ: &str = "https://www.mozilla.org/MPL/2.0/FAQ/";

const MERGED: Context =
    Context { usage: Use::Merged, shipping: Shipping::Source, modified: true, purpose: Purpose::Commercial };
const COMBINED: Context = Context {
    usage: Use::Combined,
    shipping: Shipping::Binary,
    modified: false,
    purpose: Purpose::Commercial,
};
const BESIDE: Context = Context { usage: Use::Aggregated, ..COMBINED };
const INTERNAL: Context = Context {
    usage: Use::Merged,
    shipping: Shipping::Internal,
    modified: true,
    purpose: Purpose::Commercial,
};
const SERVICE: Context =
    Context { usage: Use::Merged, shipping: Shipping::Service, modified: true, purpose: Purpose::Commercial };

/// The license of the part, the license of the work, the context, the answers that are right, and the source.
type Known = (&'static str, &'static str, Context, &'static [Answer], &'static str);

const FREELY: &[Answer] = &[Answer::Yes];
const IF: &[Answer] = &[Answer::If];
const VIA: &[Answer] = &[Answer::Via];
const NO: &[Answer] = &[Answer::No];
/// The source says that it may, and not on which conditions.
const MAY: &[Answer] = &[Answer::Yes, Answer::If, Answer::Via];

const KNOWN: &[Known] = &[
    ("Cc010Universal", "GPL-3.0-only", MERGED, FREELY, FSF),
    ("Cc010Universal", "GPL-3.0-only", COMBINED, FREELY, FSF),
    ("GPL-3.0-only", "Cc010Universal", COMBINED, NO, FSF),
    ("0BSD", "GPL-3.0-only", MERGED, FREELY, "the text: no condition is left"),
    ("MIT-0", "GPL-3.0-only", MERGED, FREELY, "the text: no condition is left"),
    ("Unlicense", "GPL-3.0-only", MERGED, FREELY, FSF),
    ("WTFPL", "GPL-3.0-only", MERGED, MAY, FSF),
    ("MIT", "GPL-2.0-only", MERGED, IF, FSF),
    ("MIT", "GPL-3.0-only", COMBINED, IF, FSF),
    ("GPL-3.0-only", "MIT", MERGED, NO, GPL_FAQ),
    ("GPL-3.0-only", "MIT", COMBINED, NO, GPL_FAQ),
    ("GPL-3.0-only", "MIT", BESIDE, IF, "https://www.gnu.org/licenses/gpl-faq.html#MereAggregation"),
    (
        "GPL-3.0-only",
        "MIT",
        INTERNAL,
        FREELY,
        "https://www.gnu.org/licenses/gpl-faq.html#GPLRequireSourcePostedPublic",
    ),
    ("GPL-3.0-only", "MIT", SERVICE, MAY, "https://www.gnu.org/licenses/gpl-faq.html#UnreleasedMods"),
    ("AGPL-3.0", "MIT", SERVICE, NO, "https://www.gnu.org/licenses/why-affero-gpl.html"),
    ("AGPL-3.0", "MIT", INTERNAL, MAY, "AGPL-3.0, section 2: works that are not conveyed"),
    ("BSD-2-Clause", "GPL-2.0-only", MERGED, IF, FSF),
    ("BSD-3-Clause", "GPL-2.0-only", MERGED, IF, FSF),
    ("BSD-4-Clause", "GPL-2.0-only", MERGED, NO, FSF),
    ("BSD-4-Clause", "GPL-3.0-only", COMBINED, NO, FSF),
    ("OpenSSL", "GPL-2.0-only", COMBINED, NO, FSF),
    ("OpenSSL", "GPL-3.0-only", COMBINED, NO, FSF),
    ("IscLicense", "GPL-3.0-only", MERGED, IF, FSF),
    ("BSL-1.0", "GPL-2.0-only", MERGED, MAY, FSF),
    ("TheZlibLibpngLicense", "GPL-2.0-only", MERGED, MAY, FSF),
    ("X11", "GPL-2.0-only", MERGED, IF, FSF),
    ("NCSA", "GPL-2.0-only", MERGED, IF, FSF),
    ("Apache-2.0", "GPL-2.0-only", MERGED, NO, ASF),
    ("Apache-2.0", "GPL-2.0-only", COMBINED, NO, ASF),
    ("Apache-2.0", "GPL-3.0-only", MERGED, IF, ASF),
    ("Apache-2.0", "AGPL-3.0", MERGED, IF, FSF),
    (
        "Apache-2.0-with-LLVM-exception",
        "GPL-2.0-only",
        COMBINED,
        IF,
        "the exception: compiled forms combined with software under the GPLv2",
    ),
    ("GPL-3.0-only", "Apache-2.0", MERGED, NO, ASF),
    ("Apache-2.0", "MIT", COMBINED, IF, "Apache-2.0, section 4"),
    ("MIT", "Apache-2.0", MERGED, IF, "https://www.apache.org/legal/resolved.html#category-a"),
    ("GPL-2.0-only", "GPL-3.0-only", MERGED, NO, GPL_FAQ),
    ("GPL-2.0-or-later", "GPL-3.0-only", MERGED, VIA, GPL_FAQ),
    ("GPL-3.0-only", "GPL-2.0-only", MERGED, NO, GPL_FAQ),
    ("GPL-2.0-or-later", "GPL-2.0-only", MERGED, IF, GPL_FAQ),
    ("LGPL-2.1-only", "GPL-2.0-only", MERGED, VIA, GPL_FAQ),
    ("LGPL-2.1-only", "GPL-3.0-only", MERGED, VIA, GPL_FAQ),
    ("LGPL-3.0-only", "GPL-2.0-only", MERGED, NO, GPL_FAQ),
    ("LGPL-3.0-only", "GPL-3.0-only", MERGED, VIA, GPL_FAQ),
    ("LGPL-2.1-only", "MIT", COMBINED, IF, "LGPL-2.1, section 6"),
    ("LGPL-2.1-only", "MIT", MERGED, NO, "LGPL-2.1, section 2"),
    ("LGPL-3.0-only", "Apache-2.0", COMBINED, IF, "LGPL-3.0, section 4"),
    ("GPL-2.0-or-later", "AGPL-3.0", COMBINED, VIA, "GPL-2.0, section 9; GPL-3.0, section 13"),
    ("GPL-2.0-only", "GPL-2.0-or-later", MERGED, NO, GPL_FAQ),
    ("GPL-3.0-only", "AGPL-3.0", MERGED, NO, "https://www.gnu.org/licenses/gpl-faq.html#AGPLGPL"),
    ("AGPL-3.0", "GPL-3.0-only", MERGED, NO, "https://www.gnu.org/licenses/gpl-faq.html#AGPLGPL"),
    ("JSON", "GPL-3.0-only", MERGED, NO, FSF),
    ("Elastic-2.0", "MIT", COMBINED, NO, "Elastic-2.0, limitations; MIT grants use without them"),
    ("BUSL-1.1", "MIT", COMBINED, NO, "BUSL-1.1: production use; MIT grants it"),
    ("MIT", "Elastic-2.0", COMBINED, IF, "MIT: including without limitation the rights to sublicense"),
    ("GPL-3.0-only", "AGPL-3.0", COMBINED, MAY, "GPL-3.0, section 13"),
    ("AGPL-3.0", "GPL-3.0-only", COMBINED, MAY, "AGPL-3.0, section 13"),
    ("MozillaPublicLicenseVersion20", "GPL-3.0-only", MERGED, VIA, MPL_FAQ),
    ("MozillaPublicLicenseVersion20", "GPL-2.0-or-later", MERGED, VIA, MPL_FAQ),
    ("MozillaPublicLicenseVersion20", "MIT", COMBINED, IF, MPL_FAQ),
    ("MozillaPublicLicenseVersion20", "MIT", MERGED, NO, MPL_FAQ),
    ("MPL-2.0-no-copyleft-exception", "GPL-3.0-only", MERGED, NO, MPL_FAQ),
    ("MPL-1.1", "GPL-2.0-only", MERGED, NO, FSF),
    ("EclipsePublicLicense10", "GPL-2.0-only", COMBINED, NO, FSF),
    ("EPL-2.0", "GPL-2.0-only", COMBINED, NO, "https://www.eclipse.org/legal/epl-2.0/faq/#h.jn8vsx3ijl4y"),
    ("EPL-2.0", "Apache-2.0", COMBINED, IF, "EPL-2.0, section 3"),
    ("CommonDevelopmentAndDistributionLicense10", "GPL-2.0-only", COMBINED, NO, FSF),
    ("CDDL-1.1", "GPL-3.0-only", COMBINED, NO, FSF),
    (
        "CommonDevelopmentAndDistributionLicense10",
        "Apache-2.0",
        COMBINED,
        IF,
        "https://www.apache.org/legal/resolved.html#category-b",
    ),
    ("MicrosoftPublicLicense", "GPL-3.0-only", COMBINED, NO, FSF),
    ("EUPL-1.2", "GPL-3.0-only", MERGED, VIA, "EUPL-1.2, appendix"),
    ("EUPL-1.2", "AGPL-3.0", MERGED, VIA, "EUPL-1.2, appendix"),
    ("EUPL-1.1", "GPL-2.0-only", MERGED, VIA, "EUPL-1.1, appendix"),
    ("EUPL-1.2", "MIT", MERGED, NO, "EUPL-1.2, section 5"),
    ("CeaCnrsInriaLogicielLibreLicenseVersion21", "GPL-2.0-only", MERGED, VIA, "CeCILL-2.1, article 5.3.4"),
    (
        "GPL-2.0-only-with-Classpath-exception-2.0",
        "MIT",
        COMBINED,
        IF,
        "https://www.gnu.org/software/classpath/license.html",
    ),
    (
        "GPL-2.0-only",
        "GPL-2.0-only-with-Classpath-exception-2.0",
        MERGED,
        NO,
        "an exception has to come with the part",
    ),
    ("CC-BY-4.0", "CC-BY-SA-4.0", MERGED, IF, CC_FAQ),
    ("CC-BY-SA-4.0", "CC-BY-4.0", MERGED, NO, CC_FAQ),
    ("CC-BY-SA-4.0", "GPL-3.0-only", MERGED, VIA, CC),
    ("GPL-3.0-only", "CC-BY-SA-4.0", MERGED, NO, CC),
    ("CC-BY-SA-3.0", "CC-BY-SA-4.0", MERGED, VIA, CC),
    ("CC-BY-NC-4.0", "CC-BY-4.0", MERGED, NO, CC_FAQ),
    ("CC-BY-NC-4.0", "CC-BY-SA-4.0", MERGED, NO, CC_FAQ),
    ("CC-BY-NC-SA-4.0", "CC-BY-SA-4.0", MERGED, NO, CC_FAQ),
    ("CC-BY-NC-SA-4.0", "CC-BY-NC-4.0", MERGED, NO, CC_FAQ),
    ("CC-BY-ND-4.0", "CC-BY-4.0", MERGED, NO, CC_FAQ),
    ("CC-BY-ND-4.0", "CC-BY-ND-4.0", MERGED, NO, CC_FAQ),
    ("Cc010Universal", "CC-BY-NC-ND-4.0", MERGED, FREELY, CC_FAQ),
    ("OFL-1.1", "MIT", BESIDE, MAY, "OFL-1.1, condition 2"),
    ("OFL-1.1", "MIT", MERGED, NO, "OFL-1.1, condition 5"),
    (
        "PolyForm-Noncommercial-1.0.0",
        "MIT",
        COMBINED,
        NO,
        "PolyForm Noncommercial: other purposes than the permitted ones",
    ),
    (
        "MIT",
        "PolyForm-Noncommercial-1.0.0",
        COMBINED,
        IF,
        "MIT: including without limitation the rights to sublicense",
    ),
    (
        "OdcPublicDomainDedicationAndLicence",
        "OdcOpenDatabaseLicense",
        MERGED,
        MAY,
        "https://opendatacommons.org/licenses/pddl/",
    ),
    ("OdcOpenDatabaseLicense", "CC-BY-4.0", MERGED, NO, "ODbL-1.0, section 4.4"),
];

#[test]
fn known_answers_are_given() {
    let wrong: Vec<String> = KNOWN
        .iter()
        .filter_map(|(part, work, context, right, source)| {
            let found = INDEX.contain(terms(part), terms(work), *context);
            (!right.contains(&found.answer)).then(|| {
                format!(
                    "{part} into {work} ({context:?}) is {:?}, not {right:?} ({source}): {:?}",
                    found.answer, found.reasons
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(KNOWN.len() >= 60);
}

/// Answers of other sources, in a table: part, work, use, shipping, modified, purpose, the answers that are right, the
/// source, and why.
const TABLE: &str = include_str!("../../cases/known-answers.tsv");

#[test]
fn answers_are_those_of_the_table() {
    let mut faults = Vec::new();
    for line in TABLE.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [part, work, usage, ship, modified, purpose, expected, source, why] = fields.as_slice() else {
            panic!("{line}");
        };
        let context = Context {
            usage: Use::from_word(usage).unwrap(),
            shipping: Shipping::from_word(ship).unwrap(),
            modified: *modified == "true",
            purpose: Purpose::from_word(purpose).unwrap(),
        };
        let work_terms = if is_closed_source(work) { INDEX.closed_source() } else { terms(work) };
        let found = INDEX.contain(terms(part), work_terms, context);
        if !expected.split('|').any(|word| word == found.answer.word()) {
            let found = found.answer.word();
            faults.push(format!(
                "{part} into {work} ({usage}, {ship}, {modified}, {purpose}): {found}, not {expected}; {source}; {why}"
            ));
        }
    }
    assert!(faults.is_empty(), "{} answers differ:\n{}", faults.len(), faults.join("\n"));
}
