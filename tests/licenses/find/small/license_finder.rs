use super::SMALL;
use muniment_licenses::find::*;
use muniment_licenses::model::*;

fn id(name: &str) -> Option<&'static str> {
    LicenseFinder::new(&SMALL).resolve(name).map(LicenseId::as_str)
}

#[test]
fn every_kind_of_name_leads_to_the_record_in_any_case() {
    let iri = SMALL.site.license_base() + "gpl-3.0-ONLY";
    let other_scheme = iri.replace("https://", "HTTP://");
    for name in ["GPL-3.0-only", "gpl-3.0-ONLY", " GPL-3.0 ", "gpl-3.0", &iri, &other_scheme] {
        assert_eq!(id(name), Some("GPL-3.0-only"), "{name}");
    }
    for name in ["meadow-permissive-1.0", "meadowpermissive"] {
        assert_eq!(id(name), Some("Meadow-Permissive-1.0"), "{name}");
    }
    for name in ["MIT", "", "https://elsewhere.example/licenselibrary/GPL-3.0-only"] {
        assert_eq!(id(name), None, "{name}");
    }
}

#[test]
fn unknown_names_have_similar_records() {
    let finder = LicenseFinder::new(&SMALL);
    let similar = |name| finder.similar(name).into_iter().map(LicenseId::as_str).collect::<Vec<_>>();
    assert_eq!(similar("gpl3").first(), Some(&"GPL-3.0-only"));
    assert!(similar("§§§§").is_empty());
}
