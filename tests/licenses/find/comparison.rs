//! Comparison (spec:version-1#answer-objects).

use std::collections::BTreeSet;

use muniment_licenses::find::{Cell, Comparison, GroupKey};
use muniment_licenses::model::LicenseId;

use super::{INDEX, LIBRARY};

fn comparison(ids: &[&str]) -> Comparison<'static> {
    let ids: Vec<LicenseId> = ids.iter().map(|id| id.parse().unwrap()).collect();
    Comparison::new(&LIBRARY, &ids).unwrap()
}

/// What has to hold of every comparison.
fn is_sound(comparison: &Comparison<'_>) {
    assert_eq!(comparison.groups.iter().map(|group| group.key).collect::<Vec<_>>(), GroupKey::ALL);
    for group in &comparison.groups {
        let keys: BTreeSet<&str> = group.rows.iter().map(|row| row.key.as_str()).collect();
        assert_eq!(keys.len(), group.rows.len(), "a key stands once in its section");
        assert_eq!(group.differs, group.rows.iter().any(|row| row.differs));
        for row in &group.rows {
            assert_eq!(row.group, group.key);
            assert_eq!(row.cells.len(), comparison.licenses.len());
            assert_eq!(row.differs, row.cells.iter().any(|cell| *cell != row.cells[0]));
            assert!(!row.about.label.is_empty() && row.key.contains(':'), "{row:?}");
            assert!(
                row.cells.iter().any(|cell| !matches!(cell.value().as_str(), "na" | "no" | "")),
                "a row is there because a license states it: {row:?}"
            );
        }
    }
    let rules: usize = comparison.licenses.iter().map(|license| license.permissions.len()).sum();
    let permitted = comparison.groups[1].rows.iter().flat_map(|row| &row.cells);
    assert_eq!(permitted.filter(|cell| cell.value() == "permitted").count(), rules);
}

#[test]
fn two_licenses_differ_where_their_texts_do() {
    let comparison = comparison(&["MIT", "GPL-3.0-only"]);
    is_sound(&comparison);
    let row = |group: GroupKey, key: &str| {
        let mut rows = comparison.rows().filter(|row| row.group == group);
        rows.find(|row| row.key == key).unwrap()
    };
    assert!(!row(GroupKey::Targets, "dcmitype:Software").differs);
    let share_alike = row(GroupKey::Duties, "cc:ShareAlike");
    assert_eq!(share_alike.cells.iter().map(Cell::value).collect::<Vec<_>>(), ["na", "required"]);
    assert_eq!(share_alike.cells.iter().map(Cell::text).collect::<Vec<_>>(), ["Not stated", "Required"]);
    let change = row(GroupKey::Prohibitions, "svc:ChangeLicense");
    assert_eq!(change.cells.iter().map(Cell::value).collect::<Vec<_>>(), ["permitted", "prohibited"]);
    let distribute = row(GroupKey::Permissions, "odrl:distribute");
    let Cell::Act { duties, .. } = &distribute.cells[1] else { panic!("{distribute:?}") };
    assert!(duties.iter().any(|duty| duty.iri.ends_with("#SourceCode")), "{duties:?}");
    let option = row(GroupKey::Terms, "svc:orLaterVersionOption");
    assert_eq!(option.cells.iter().map(Cell::value).collect::<Vec<_>>(), ["", "false"]);
}

#[test]
fn every_quality_of_the_library_has_a_label_for_people() {
    let rows = INDEX.list(None, muniment_licenses::find::Ports::Include);
    let mut labels = BTreeSet::new();
    for twenty in rows.chunks_exact(20) {
        let ids: Vec<&str> = twenty.iter().map(|row| row.id.as_str()).collect();
        let comparison = comparison(&ids);
        labels.extend(comparison.groups[4].rows.iter().map(|row| row.about.label.clone()));
    }
    assert!(labels.contains("Language of the text") && labels.len() > 10, "{labels:?}");
    assert!(labels.iter().all(|label| label.starts_with(char::is_uppercase)), "{labels:?}");
}

#[test]
fn equal_licenses_do_not_differ() {
    let comparison =
        comparison(&["CreativeCommonsAttribution30Austria", "CreativeCommonsAttribution30Austria"]);
    is_sound(&comparison);
    assert!(comparison.rows().all(|row| !row.differs));
}

#[test]
fn twenty_licenses_stand_side_by_side() {
    let rows = INDEX.list(None, muniment_licenses::find::Ports::Include);
    for twenty in rows.chunks_exact(20) {
        let ids: Vec<&str> = twenty.iter().map(|row| row.id.as_str()).collect();
        let comparison = comparison(&ids);
        is_sound(&comparison);
        assert_eq!(comparison.licenses.iter().map(|license| license.id.as_str()).collect::<Vec<_>>(), ids);
        assert!(comparison.unknown_ids.is_empty());
    }
}

#[test]
fn unknown_identifiers_are_named_and_the_rest_is_compared() {
    let comparison = comparison(&["mit", "NoSuchLicense", "SampleLicenseSl"]);
    is_sound(&comparison);
    assert_eq!(comparison.licenses.len(), 2, "a fixture is compared like any record");
    assert_eq!(comparison.licenses[0].id.as_str(), "MIT");
    assert_eq!(comparison.unknown_ids, ["NoSuchLicense"]);
}
