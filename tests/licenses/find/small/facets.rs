use super::SMALL;
use muniment_licenses::find::*;

fn ids(change: impl FnOnce(&mut LicenseSearch)) -> Vec<&'static str> {
    let mut search = LicenseSearch::default();
    change(&mut search);
    Index::new(&SMALL).search(&search, Ports::Exclude).into_iter().map(|row| row.id.as_str()).collect()
}

const ALL: [&str; 4] = ["CC-BY-4.0", "GPL-3.0-only", "Meadow-Permissive-1.0", "Meadow-Reciprocal-2.0-only"];

#[test]
fn the_neutral_search_finds_every_record() {
    assert_eq!(ids(|_| ()), ALL);
}

#[test]
fn targets_are_any_of_those_wanted_and_none_of_those_not() {
    assert_eq!(ids(|s| s.target.software = TargetFacet::No), ["CC-BY-4.0"]);
    assert_eq!(
        ids(|s| s.target.creativework = TargetFacet::No),
        ["GPL-3.0-only", "Meadow-Reciprocal-2.0-only"]
    );
    let none =
        TargetFacets { creativework: TargetFacet::No, dataset: TargetFacet::No, software: TargetFacet::No };
    assert!(ids(|s| s.target = none).is_empty(), "no record is for hardware alone");
}

#[test]
fn acts_are_permitted_or_prohibited() {
    assert_eq!(
        ids(|s| s.actions.change_license = ActionFacet::Prohibited),
        ["CC-BY-4.0", "GPL-3.0-only", "Meadow-Reciprocal-2.0-only"]
    );
    assert_eq!(ids(|s| s.actions.change_license = ActionFacet::Permitted), ["Meadow-Permissive-1.0"]);
}

#[test]
fn duties_count_where_their_act_is_asked_for_as_permitted() {
    let duty = |s: &mut LicenseSearch| s.duties.modify_duty_attribution = DutyFacet::Required;
    assert_eq!(ids(duty), ALL);
    assert_eq!(
        ids(|s| {
            duty(s);
            s.actions.modify = ActionFacet::Permitted;
        }),
        ["CC-BY-4.0", "GPL-3.0-only"]
    );
    assert_eq!(
        ids(|s| s.license_wide_duties.share_alike = DutyFacet::Required),
        ["GPL-3.0-only", "Meadow-Reciprocal-2.0-only"]
    );
}

#[test]
fn there_are_25_members_each_under_its_name() {
    let mut search = LicenseSearch::default();
    for name in TargetFacets::MEMBERS {
        *search.target.member_mut(name).unwrap() = TargetFacet::No;
    }
    for name in ActionFacets::MEMBERS {
        *search.actions.member_mut(name).unwrap() = ActionFacet::Permitted;
    }
    for name in DutyFacets::MEMBERS {
        *search.duties.member_mut(name).unwrap() = DutyFacet::Required;
    }
    for name in LicenseWideDutyFacets::MEMBERS {
        *search.license_wide_duties.member_mut(name).unwrap() = DutyFacet::Required;
    }
    let members = TargetFacets::MEMBERS.len() + ActionFacets::MEMBERS.len();
    assert_eq!(members + DutyFacets::MEMBERS.len() + LicenseWideDutyFacets::MEMBERS.len(), 25);
    assert_eq!(search.duties.modify_duty_rename, DutyFacet::Required);
    assert_eq!(search.actions.member_mut("share_alike"), None);
}

#[test]
fn words_are_read_as_they_are_written() {
    assert!(TargetFacet::ALL.iter().all(|v| TargetFacet::from_word(v.word()) == Some(*v)));
    assert!(ActionFacet::ALL.iter().all(|v| ActionFacet::from_word(v.word()) == Some(*v)));
    assert!(DutyFacet::ALL.iter().all(|v| DutyFacet::from_word(v.word()) == Some(*v)));
    assert_eq!(DutyFacet::from_word("yes"), None);
}
