use super::SMALL;
use muniment_licenses::find::*;

#[test]
fn a_vector_holds_qualities_and_no_other_properties() {
    let own = SMALL.site.terms();
    let ids = ["Meadow-Reciprocal-2.0-only", "CC-BY-4.0"].map(|id| id.parse().unwrap());
    let comparison = Comparison::new(&SMALL, &ids).unwrap();
    let vector = &comparison.licenses[0];
    assert_eq!(vector.term(&own.governing_law), ["law of the licensor's seat"]);
    assert_eq!(vector.term(&own.license_version), ["2.0"]);
    assert!(vector.term(&own.field_of_use_restriction).is_empty());
    assert_eq!(vector.title.value, "Meadow Reciprocal Licence 2.0 only");
}
