use super::SMALL;
use muniment_licenses::model::{LicenseId, LicenseNames, NamedLicense};

#[test]
fn a_name_is_a_record_before_it_is_a_retired_or_an_spdx_identifier() {
    let names = LicenseNames::new(&SMALL);
    let record = |name| names.record(name).map(LicenseId::as_str);
    assert_eq!(record("gpl-3.0-ONLY"), Some("GPL-3.0-only"));
    assert_eq!(record("GPL-3.0"), Some("GPL-3.0-only"), "an alias");
    assert_eq!(record("MIT"), None);
    for retired in &SMALL.retired {
        let expected = retired.successor.as_ref().map_or(NamedLicense::Gone, NamedLicense::Replaced);
        assert_eq!(names.resolve(&retired.id.to_lowercase()), Some(expected));
    }
    for id in SMALL.licenses.keys() {
        assert_eq!(names.resolve(id.as_str()), Some(NamedLicense::Record(id)));
    }
}
