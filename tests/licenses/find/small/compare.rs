use super::SMALL;
use muniment_licenses::find::*;
use muniment_licenses::model::*;

fn comparison(ids: &[&str]) -> Comparison<'static> {
    let ids: Vec<LicenseId> = ids.iter().map(|id| id.parse().unwrap()).collect();
    Comparison::new(&SMALL, &ids).unwrap()
}

fn row<'c>(comparison: &'c Comparison<'_>, group: GroupKey, key: &str) -> &'c ComparisonRow {
    comparison.rows().find(|row| row.group == group && row.key == key).unwrap()
}

#[test]
fn two_to_twenty_identifiers_can_be_compared() {
    let id = |_| "CC-BY-4.0".parse::<LicenseId>().unwrap();
    for (count, is_fine) in [(0, false), (1, false), (2, true), (20, true), (21, false)] {
        let ids: Vec<LicenseId> = (0..count).map(id).collect();
        let compared = Comparison::new(&SMALL, &ids).map(|comparison| comparison.licenses.len());
        assert_eq!(compared, if is_fine { Ok(1) } else { Err(OutsideRange(count)) });
    }
}

#[test]
fn records_stand_in_the_order_asked_for_and_strangers_apart() {
    let comparison = comparison(&["gpl-3.0-ONLY", "Nobody", "CC-BY-4.0", "GPL-3.0-only", "Nobody"]);
    let ids: Vec<&str> = comparison.licenses.iter().map(|license| license.id.as_str()).collect();
    assert_eq!(ids, ["GPL-3.0-only", "CC-BY-4.0"]);
    assert_eq!(comparison.unknown_ids, ["Nobody"]);
}

#[test]
fn sections_stand_in_their_order_and_differ_when_a_row_does() {
    let comparison = comparison(&["GPL-3.0-only", "Meadow-Permissive-1.0"]);
    assert_eq!(comparison.groups.iter().map(|group| group.key).collect::<Vec<_>>(), GroupKey::ALL);
    for group in &comparison.groups {
        assert_eq!(group.differs, group.rows.iter().any(|row| row.differs));
        assert!(group.rows.iter().all(|row| row.group == group.key && row.cells.len() == 2));
    }
    assert!(!row(&comparison, GroupKey::Targets, "dcmitype:Software").differs);
    assert!(row(&comparison, GroupKey::Targets, "svc:CreativeWork").differs);
}

#[test]
fn a_prohibition_is_seen_beside_a_permission() {
    let comparison = comparison(&["GPL-3.0-only", "Meadow-Permissive-1.0"]);
    for group in [GroupKey::Permissions, GroupKey::Prohibitions] {
        let row = row(&comparison, group, "svc:ChangeLicense");
        assert!(row.differs);
        assert_eq!(row.cells.iter().map(Cell::value).collect::<Vec<_>>(), ["prohibited", "permitted"]);
    }
    let duties = row(&comparison, GroupKey::Duties, "cc:ShareAlike");
    assert_eq!(duties.cells.iter().map(Cell::value).collect::<Vec<_>>(), ["required", "na"]);
}

#[test]
fn a_permission_with_other_duties_differs() {
    let comparison = comparison(&["GPL-3.0-only", "CC-BY-4.0"]);
    let row = row(&comparison, GroupKey::Permissions, "odrl:distribute");
    assert!(row.differs);
    let [Cell::Act { duties: gpl, .. }, Cell::Act { duties: cc, .. }] = row.cells.as_slice() else {
        panic!("{row:?}")
    };
    assert_eq!((gpl.len(), cc.len()), (3, 2));
}

#[test]
fn qualities_are_values_as_the_record_states_them() {
    let comparison = comparison(&["GPL-3.0-only", "Meadow-Permissive-1.0"]);
    let values =
        |key: &str| row(&comparison, GroupKey::Terms, key).cells.iter().map(Cell::value).collect::<Vec<_>>();
    assert_eq!(values("svc:curePeriod"), ["30 days", ""]);
    assert_eq!(values("svc:orLaterVersionOption"), ["false", ""]);
    let validity = row(&comparison, GroupKey::Terms, "svc:validityType");
    assert!(!validity.differs);
    assert_eq!(validity.cells[0].value(), "https://svc.example/ns#perpetual");
}
