use super::SMALL;
use muniment_licenses::model::SpdxIndex;

fn id(text: &str) -> Option<&'static str> {
    SpdxIndex::new(&SMALL).resolve(text).map(|found| found.id.as_str())
}

#[test]
fn identifiers_resolve_ignoring_case_and_blanks_around_them() {
    for text in ["GPL-3.0-only", "gpl-3.0-ONLY", " GPL-3.0-only "] {
        assert_eq!(id(text), Some("GPL-3.0-only"), "{text}");
    }
    assert_eq!(id("MIT"), None);
    assert_eq!(id(""), None);
}

#[test]
fn aliases_lead_to_a_record_or_nowhere() {
    assert_eq!(id("gpl-3.0"), Some("GPL-3.0-only"));
    assert_eq!(id("Nunit"), None, "an alias for itself, which no record declares");
    assert_eq!(id("GPL-3.0+"), None, "no alias of this library");
    let index = SpdxIndex::new(&SMALL);
    assert_eq!(index.resolve("GPL-3.0").unwrap().spdx_id, "GPL-3.0-only");
    assert_eq!(index.declared().count(), 2);
}
