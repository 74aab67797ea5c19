//! Keyword lists, faceted search, suggestions, SPDX identifiers and comparison on the project's own library.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod comparison;
mod facets;
mod lists;
mod small;
mod spdx;
mod suggestions;

use std::path::Path;
use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::find::{Index, Ports, Row};
use muniment_licenses::model::Library;

use crate::counts::count;

/// The library, read once.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    load(&data).library.unwrap()
});

static INDEX: LazyLock<Index<'static>> = LazyLock::new(|| Index::new(&LIBRARY));

/// Every value of `ports` with its number of records (spec:version-1#ports).
static COUNTS: LazyLock<[(Ports, usize); 3]> = LazyLock::new(|| {
    let names = [
        (Ports::Include, "published"),
        (Ports::Exclude, "published originals"),
        (Ports::Only, "published ports"),
    ];
    names.map(|(ports, name)| (ports, count(name)))
});

fn ids(rows: &[Row<'static>]) -> Vec<&'static str> {
    rows.iter().map(|row| row.id.as_str()).collect()
}

/// What people type, and the record they mean: first in the list and first of the suggestions.
const TYPED: &[(&str, &str)] = &[
    ("mit", "MIT"),
    ("MIT License", "MIT"),
    ("x11", "X11"),
    ("isc", "IscLicense"),
    ("zlib", "TheZlibLibpngLicense"),
    ("boost", "BSL-1.0"),
    ("0bsd", "0BSD"),
    ("new bsd", "BSD-3-Clause"),
    ("apache 2", "Apache-2.0"),
    ("apache 2.0", "Apache-2.0"),
    ("Apache License, Version 2.0", "Apache-2.0"),
    ("mozilla public license version 2", "MozillaPublicLicenseVersion20"),
    ("epl v2", "EPL-2.0"),
    ("eclipse public license 2", "EPL-2.0"),
    ("artistic license 2", "Artistic-2.0"),
    ("unlicense", "Unlicense"),
    ("wtfpl", "WTFPL"),
    ("cc0", "Cc010Universal"),
    ("odbl", "OdcOpenDatabaseLicense"),
    ("pddl", "OdcPublicDomainDedicationAndLicence"),
    ("attribution 4.0", "CC-BY-4.0"),
    ("cc by 4.0", "CC-BY-4.0"),
    ("CC BY-SA 4.0", "CC-BY-SA-4.0"),
    ("creative commons by-sa 4", "CC-BY-SA-4.0"),
    ("agpl", "AGPL-3.0"),
    ("gpl version 2", "GPL-2.0-only"),
    ("gnu gplv3", "GPL-3.0-only"),
    ("lgpl-2.1", "LGPL-2.1-only"),
    ("gnu lesser general public license version 3", "LGPL-3.0-only"),
    ("eupl 1.2", "EUPL-1.2"),
    ("sspl", "SSPL-1.0"),
    ("business source", "BUSL-1.1"),
    ("llama 3.1", "Llama-3.1-Community-License"),
    ("postgresql", "PostgreSQL"),
    ("curl", "curl"),
    ("réciprocité", "LiLiQ-R-1.1"),
    ("RÉCIPROCITÉ FORTE", "LiLiQ-Rplus-1.1"),
];

/// What suggestions put first and the list does not: it scores titles alone, and these are other names.
const SUGGESTED: &[(&str, &str)] = &[
    ("bsd 2", "BSD-2-Clause"),
    ("3-clause bsd", "BSD-3-Clause"),
    ("bsd 3", "BSD-3-Clause"),
    ("mpl-2.0", "MozillaPublicLicenseVersion20"),
    ("cc by-nc-nd 4", "CC-BY-NC-ND-4.0"),
    ("ofl", "OFL-1.1"),
    ("GPLv3", "GPL-3.0-only"),
    ("gpl3", "GPL-3.0-only"),
    ("gpl v3", "GPL-3.0-only"),
    ("gpl2", "GPL-2.0-only"),
    ("bsd3clause", "BSD-3-Clause"),
    ("apache licence 2.0", "Apache-2.0"),
    ("gpl-3", "GPL-3.0-only"),
    ("gpl3.0", "GPL-3.0-only"),
    ("gnu gpl v3", "GPL-3.0-only"),
    ("GPL v2", "GPL-2.0-only"),
    ("gplv2+", "GPL-2.0-or-later"),
    ("gpl 2 or later", "GPL-2.0-or-later"),
    ("gpl", "GPL-3.0-only"),
    ("lgpl", "LGPL-3.0-only"),
    ("LGPLv3", "LGPL-3.0-only"),
    ("lgpl 2.1", "LGPL-2.1-only"),
    ("AGPL3", "AGPL-3.0"),
    ("agplv3", "AGPL-3.0"),
    ("affero", "AGPL-3.0"),
    ("expat", "MIT"),
    ("apache", "Apache-2.0"),
    ("apache2", "Apache-2.0"),
    ("asl 2.0", "Apache-2.0"),
    ("bsd", "BSD-3-Clause"),
    ("bsd3", "BSD-3-Clause"),
    ("simplified bsd", "BSD-2-Clause"),
    ("mpl", "MozillaPublicLicenseVersion20"),
    ("mpl2", "MozillaPublicLicenseVersion20"),
    ("mozilla", "MozillaPublicLicenseVersion20"),
    ("epl", "EPL-2.0"),
    ("eclipse", "EPL-2.0"),
    ("cc by", "CC-BY-4.0"),
    ("cc by-sa", "CC-BY-SA-4.0"),
    ("creative commons", "Cc010Universal"),
    ("open data commons", "OdcOpenDatabaseLicense"),
    ("eupl", "EUPL-1.2"),
    ("llama", "Llama-3.1-Community-License"),
    ("llama 3", "Llama-3-Community-License"),
    ("gemma", "Gemma-Terms-of-Use"),
    ("bsl", "BSL-1.0"),
    ("busl", "BUSL-1.1"),
    ("elastic", "Elastic-2.0"),
    ("polyform", "PolyForm-Noncommercial-1.0.0"),
    ("python", "PythonLicense20"),
    ("psf", "PSF-2.0"),
    ("odc-by", "OpenDataCommonsAttributionLicenseV10"),
];

/// What people type for one license and no other, and what could be several.
#[test]
fn a_name_as_people_type_it_stands_for_one_license_or_for_none() {
    for (typed, id) in [
        ("GPLv3", Some("GPL-3.0-only")),
        ("gpl 2 or later", Some("GPL-2.0-or-later")),
        ("apache 2", Some("Apache-2.0")),
        ("Apache License 2.0", Some("Apache-2.0")),
        ("the mit license", Some("MIT")),
        ("cc by 4.0", Some("CC-BY-4.0")),
        ("CC0", Some("Cc010Universal")),
        ("gpl", None),
        ("bsd", None),
        ("cc by", None),
        ("license", None),
        ("", None),
    ] {
        assert_eq!(INDEX.called(typed).map(muniment_licenses::model::LicenseId::as_str), id, "{typed}");
    }
}

fn first_suggestion(typed: &str) -> Option<&'static str> {
    INDEX.suggest(typed).first().map(|found| found.id.as_str())
}

#[test]
fn the_first_row_and_the_first_suggestion_are_what_was_meant() {
    assert!(TYPED.len() >= 30);
    let mut wrong = Vec::new();
    for (typed, meant) in TYPED {
        assert!(LIBRARY.licenses.contains_key(*meant), "{meant} is no record");
        let row = INDEX.list(Some(typed), Ports::Include).first().map(|row| row.id.as_str());
        let suggestion = first_suggestion(typed);
        if (row, suggestion) != (Some(*meant), Some(*meant)) {
            wrong.push(format!("{typed}: listed {row:?}, suggested {suggestion:?}, meant {meant}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_first_suggestion_is_what_was_meant_by_another_name() {
    for (typed, meant) in SUGGESTED {
        assert_eq!(first_suggestion(typed), Some(*meant), "{typed}");
    }
}
