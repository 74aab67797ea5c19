//! SPDX identifiers (spec:version-1#library-endpoints).

use super::{INDEX, LIBRARY};
use crate::counts::count;

fn resolved(text: &str) -> Option<(&'static str, &'static str)> {
    INDEX.spdx().resolve(text).map(|found| (found.id.as_str(), found.spdx_id))
}

#[test]
fn every_declared_identifier_resolves_to_its_record_in_any_case() {
    let declaring = LIBRARY.licenses.values().filter(|model| model.current.content.spdx.is_some());
    assert_eq!(
        (LIBRARY.licenses.len(), declaring.count(), INDEX.spdx().declared().count()),
        (count("records"), count("SPDX identifiers"), count("SPDX identifiers"))
    );
    for (id, model) in &LIBRARY.licenses {
        let Some(spdx) = &model.current.content.spdx else { continue };
        for text in [spdx.clone(), spdx.to_uppercase(), spdx.to_lowercase(), format!(" {spdx} ")] {
            assert_eq!(resolved(&text), Some((id.as_str(), spdx.as_str())), "{text}");
        }
    }
}

#[test]
fn aliases_reach_a_record_but_for_these() {
    let missing = [
        "AGPL-1.0",
        "GPL-2.0-with-autoconf-exception",
        "GPL-2.0-with-bison-exception",
        "GPL-3.0-with-autoconf-exception",
        "Net-SNMP",
        "Nunit",
        "eCos-2.0",
        "wxWindows",
    ];
    let resolvable = LIBRARY.spdx_aliases.keys().filter(|alias| resolved(alias).is_some()).count();
    assert_eq!(resolvable, LIBRARY.spdx_aliases.len() - missing.len());
    for (alias, current) in &LIBRARY.spdx_aliases {
        let expected = resolved(current);
        assert_eq!(expected.is_none(), missing.contains(&alias.as_str()), "{alias}");
        if let Some((_, spdx)) = expected {
            assert_eq!(spdx, current, "the answer names what the record declares");
        }
        for text in [alias.clone(), alias.to_uppercase(), alias.to_lowercase()] {
            assert_eq!(resolved(&text), expected, "{text}");
        }
    }
}

#[test]
fn expressions_resolve_however_their_blanks_are_written() {
    let classpath = "GPL-2.0-only-with-Classpath-exception-2.0";
    for text in [
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "gpl-2.0-only with classpath-exception-2.0",
        "GPL-2.0-only+WITH+Classpath-exception-2.0",
        "  GPL-2.0-only   WITH\tClasspath-exception-2.0 ",
        "GPL-2.0 WITH Classpath-exception-2.0",
        "GPL-2.0-with-classpath-exception",
    ] {
        assert_eq!(resolved(text), Some((classpath, "GPL-2.0-only WITH Classpath-exception-2.0")), "{text}");
    }
    let or_later = Some("GPL-2.0-or-later-with-Classpath-exception-2.0");
    for text in ["GPL-2.0+ WITH Classpath-exception-2.0", "GPL-2.0++WITH+Classpath-exception-2.0"] {
        assert_eq!(resolved(text).map(|(id, _)| id), or_later, "{text}");
    }
}

#[test]
fn plus_forms_are_those_of_the_table() {
    assert_eq!(resolved("GPL-2.0+"), Some(("GPL-2.0-or-later", "GPL-2.0-or-later")));
    assert_eq!(resolved("lgpl-2.1+"), Some(("LGPL-2.1-or-later", "LGPL-2.1-or-later")));
    for nothing in ["MIT+", "", " ", "+", "WITH", "MIT WITH Classpath-exception-2.0", "IscLicense"] {
        assert_eq!(resolved(nothing), None, "{nothing}");
    }
}

#[test]
fn an_identifier_may_differ_from_the_one_of_its_record() {
    assert_eq!(resolved("ISC"), Some(("IscLicense", "ISC")));
    assert_eq!(resolved("AGPL-3.0"), Some(("AGPL-3.0", "AGPL-3.0-only")));
    assert_eq!(resolved("MS-PL"), Some(("MicrosoftPublicLicense", "MS-PL")));
    assert_eq!(resolved("bzip2-1.0.5"), Some(("bzip2-1.0.6", "bzip2-1.0.6")));
}
