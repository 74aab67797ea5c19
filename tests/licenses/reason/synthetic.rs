//! The synthetic acceptance tests T1 to T28.

use muniment_licenses::reason::{Facts, Theory};

use crate::reason::question::{account, default_lines, license, lines, theory, verdict, without_rules};

/// Conflicts between `A` and `B` where a graph has no default rules.
fn conflicts(a: &str, b: &str) -> Vec<String> {
    under(&without_rules("dg_default"), a, b).0
}

/// Conflicts and defaults under a graph.
fn under(theory: &Theory, a: &str, b: &str) -> (Vec<String>, Vec<String>) {
    let (a, b) = (license("A", a), license("B", b));
    let forth = verdict(theory, &[&a, &b]);
    assert_eq!(
        lines(&forth),
        lines(&verdict(theory, &[&b, &a])),
        "the order of the request has a part in it"
    );
    (lines(&forth), default_lines(&forth))
}

fn nothing() -> Vec<String> {
    Vec::new()
}

#[test]
fn t1_a_permission_meets_a_prohibition() {
    assert_eq!(
        conflicts("P odrl:distribute", "F odrl:distribute"),
        ["D1 A permission odrl:distribute / B prohibition odrl:distribute"]
    );
}

#[test]
fn t2_a_duty_on_a_permission_is_prohibited() {
    assert_eq!(
        conflicts("P odrl:distribute [cc:Notice]", "F cc:Notice"),
        ["D2 A duty cc:Notice / B prohibition cc:Notice"]
    );
}

#[test]
fn t3_a_duty_hangs_on_a_prohibition() {
    assert_eq!(
        conflicts("F odrl:modify [cc:Attribution]", "P odrl:display"),
        ["D3 A prohibition odrl:modify / A duty cc:Attribution"]
    );
}

#[test]
fn t4_share_alike_escapes_within_one_license() {
    assert_eq!(
        conflicts("D cc:ShareAlike, P svc:ChangeLicense", "P odrl:display"),
        ["D4 A duty cc:ShareAlike / A permission svc:ChangeLicense"]
    );
}

#[test]
fn t5_share_alike_escapes_through_another_license_without_the_clause() {
    assert_eq!(
        conflicts("D cc:ShareAlike", "P svc:ChangeLicense"),
        ["D4 A duty cc:ShareAlike / B permission svc:ChangeLicense"]
    );
    assert_eq!(conflicts("D cc:ShareAlike", "P svc:ChangeLicense [svc:compliantLicense]"), nothing());
}

#[test]
fn t6_share_alike_of_a_file_does_not_bind() {
    assert_eq!(conflicts("P odrl:modify [cc:ShareAlike], F svc:ChangeLicense", "D cc:ShareAlike"), nothing());
}

#[test]
fn t7_share_alike_of_every_derivative_binds() {
    assert_eq!(
        conflicts(
            "P odrl:derive [cc:ShareAlike], F svc:ChangeLicense",
            "D cc:ShareAlike, F svc:ChangeLicense"
        ),
        ["D5 A duty cc:ShareAlike / B duty cc:ShareAlike"]
    );
}

#[test]
fn t8_a_clause_is_a_path() {
    assert_eq!(
        conflicts(
            "D cc:ShareAlike, P svc:ChangeLicense [svc:compliantLicense]",
            "D cc:ShareAlike, F svc:ChangeLicense"
        ),
        ["D1 A permission svc:ChangeLicense / B prohibition svc:ChangeLicense"]
    );
}

#[test]
fn t9_a_special_act_is_permitted_and_the_general_one_prohibited() {
    assert_eq!(
        conflicts("P odrl:print", "F odrl:present"),
        ["V1 A permission odrl:print / B prohibition odrl:present, stated"]
    );
}

#[test]
fn t10_the_general_act_may_be_permitted_and_the_special_one_prohibited() {
    assert_eq!(conflicts("P odrl:present", "F odrl:print"), nothing());
}

#[test]
fn t11_an_implication_through_an_alias_is_told_once() {
    assert_eq!(
        conflicts("P svc:chargeLicenseFee", "F cc:CommercialUse"),
        ["V3 A permission svc:chargeLicenseFee / B prohibition cc:CommercialUse, derived"]
    );
}

#[test]
fn t12_an_implication_goes_on_through_an_inclusion() {
    assert_eq!(
        conflicts("P odrl:derive", "F odrl:distribute"),
        ["V3 A permission odrl:derive / B prohibition odrl:distribute, derived"]
    );
}

#[test]
fn t13_a_contradiction_keeps_the_direction_of_its_triple() {
    assert_eq!(
        conflicts("P cc:CommercialUse", "P odrl:ensureExclusivity"),
        ["V4 B permission odrl:ensureExclusivity / A permission cc:CommercialUse, derived"]
    );
}

#[test]
fn t14_a_license_can_contradict_itself() {
    assert_eq!(
        conflicts("P odrl:commercialize, P odrl:ensureExclusivity", "P odrl:display"),
        ["V4 A permission odrl:ensureExclusivity / A permission odrl:commercialize, stated"]
    );
}

#[test]
fn t15_a_duty_asserts_as_a_permission_does() {
    assert_eq!(
        conflicts("D odrl:ensureExclusivity", "P odrl:commercialize"),
        ["V4 A duty odrl:ensureExclusivity / B permission odrl:commercialize, stated"]
    );
}

#[test]
fn t16_each_relation_of_a_pair_is_an_entry() {
    assert_eq!(
        conflicts("P odrl:derive", "F odrl:use"),
        [
            "V1 A permission odrl:derive / B prohibition odrl:use, stated",
            "V3 A permission odrl:derive / B prohibition odrl:use, derived",
        ]
    );
}

#[test]
fn t17_another_name_is_told_once() {
    assert_eq!(
        conflicts("P odrl:grantUse", "F svc:sublicense"),
        ["V2 A permission odrl:grantUse / B prohibition svc:sublicense, stated"]
    );
}

#[test]
fn t18_sublicensing_satisfies_share_alike() {
    assert_eq!(conflicts("D cc:ShareAlike", "P odrl:grantUse"), nothing());
}

#[test]
fn t19_the_other_name_of_share_alike_is_not_read() {
    assert_eq!(conflicts("D odrl:shareAlike", "D odrl:shareAlike"), nothing());
}

#[test]
fn t20_unwaivable_rules_find_what_they_guard_against() {
    let (conflicts, defaults) =
        under(theory("dg_eu"), "F svc:textAndDataMining", "P svc:moralRightsRestriction");
    let findings: Vec<&String> = defaults.iter().filter(|line| line.contains(" finding ")).collect();
    assert_eq!(
        findings,
        [
            "A finding svc:textAndDataMining eu-tdm-research",
            "B finding svc:moralRightsRestriction eu-moral-at",
            "B finding svc:moralRightsRestriction eu-moral-de",
            "B finding svc:moralRightsRestriction eu-moral-fr",
        ]
    );
    assert_eq!(
        conflicts,
        ["D1 B permission svc:textAndDataMining (eu-tdm) / A prohibition svc:textAndDataMining"]
    );
}

#[test]
fn t21_another_market_has_other_rules() {
    let (conflicts, defaults) =
        under(theory("dg_jp"), "F svc:textAndDataMining", "P svc:moralRightsRestriction");
    let findings: Vec<&String> = defaults.iter().filter(|line| line.contains(" finding ")).collect();
    assert_eq!(findings, ["B finding svc:moralRightsRestriction jp-moral"]);
    assert_eq!(
        conflicts,
        ["D1 B permission svc:textAndDataMining (jp-tdm) / A prohibition svc:textAndDataMining"]
    );
}

#[test]
fn t22_a_prohibition_of_use_does_not_speak_of_what_is_no_use() {
    let (conflicts, defaults) = under(theory("dg_eu"), "F odrl:use", "P odrl:display");
    assert_eq!(defaults.iter().filter(|line| line.starts_with("A ")).count(), 5, "{defaults:?}");
    assert_eq!(conflicts, ["V1 B permission odrl:display / A prohibition odrl:use, stated"]);
}

#[test]
fn t23_a_permission_of_the_general_act_leaves_silence() {
    let (_, defaults) = under(theory("dg_eu"), "P odrl:sell", "P odrl:display");
    assert!(defaults.contains(&"A permission svc:sellCopy eu-exhaustion".to_owned()), "{defaults:?}");
}

#[test]
fn t24_a_prohibition_of_the_general_act_breaks_silence() {
    let (conflicts, defaults) = under(theory("dg_eu"), "F odrl:sell", "P odrl:display");
    assert!(!defaults.iter().any(|line| line.starts_with("A ") && line.contains("sellCopy")), "{defaults:?}");
    assert_eq!(conflicts, ["V1 B permission svc:sellCopy (eu-exhaustion) / A prohibition odrl:sell, stated"]);
}

#[test]
fn t25_a_supplied_prohibition_meets_permissions() {
    let theory = account(
        "odrl:display odrl:includedIn odrl:use, odrl:print odrl:includedIn odrl:use,
         NotGrantedByDefault odrl:use",
    );
    let (conflicts, defaults) = under(&theory, "P odrl:display", "P odrl:print");
    assert_eq!(
        conflicts,
        [
            "V1 A permission odrl:display / A prohibition odrl:use (rules/2), stated",
            "V1 A permission odrl:display / B prohibition odrl:use (rules/2), stated",
            "V1 B permission odrl:print / A prohibition odrl:use (rules/2), stated",
            "V1 B permission odrl:print / B prohibition odrl:use (rules/2), stated",
        ]
    );
    assert_eq!(defaults, ["A prohibition odrl:use rules/2", "B prohibition odrl:use rules/2"]);
}

#[test]
fn t26_a_supplied_duty_meets_a_prohibition() {
    let (conflicts, defaults) =
        under(&account("RequiredByDefault cc:Notice"), "F cc:Notice", "P odrl:display");
    assert_eq!(conflicts, ["D2 B duty cc:Notice (rules/0) / A prohibition cc:Notice"]);
    assert_eq!(defaults, ["B duty cc:Notice rules/0"]);
}

#[test]
fn t27_a_circle_relates_no_act_to_itself() {
    let theory = account("odrl:copy odrl:includedIn odrl:use, odrl:use odrl:includedIn odrl:copy");
    let (conflicts, _) = under(&theory, "P odrl:copy", "F odrl:use");
    assert_eq!(conflicts, ["V1 A permission odrl:copy / B prohibition odrl:use, stated"]);
    assert_eq!(
        under(&theory, "P odrl:copy", "F odrl:copy").0,
        ["D1 A permission odrl:copy / B prohibition odrl:copy"]
    );
}

#[test]
fn t28_a_consistent_license_beside_itself_is_fine() {
    let a: Facts = license("A", "P odrl:display, F odrl:modify");
    let theory = without_rules("dg_default");
    let verdict = verdict(&theory, &[&a, &a]);
    assert!(verdict.is_empty() && !verdict.has_defaults());
}

#[test]
fn an_obligation_is_a_duty_but_does_not_keep_a_work() {
    assert_eq!(conflicts("O cc:Notice", "F cc:Notice"), ["D2 A duty cc:Notice / B prohibition cc:Notice"]);
    assert_eq!(conflicts("O cc:ShareAlike", "P svc:ChangeLicense"), nothing());
    assert_eq!(conflicts("O cc:ShareAlike", "D cc:ShareAlike"), nothing());
}

#[test]
fn contradictory_rules_supply_both_statements() {
    let theory = account("GrantedByDefault odrl:sell, NotGrantedByDefault odrl:sell");
    let (conflicts, _) = under(&theory, "P odrl:display", "F odrl:sell");
    assert_eq!(
        conflicts,
        [
            "D1 A permission odrl:sell (rules/0) / A prohibition odrl:sell (rules/1)",
            "D1 A permission odrl:sell (rules/0) / B prohibition odrl:sell",
        ]
    );
}

#[test]
fn of_two_rules_that_supply_one_statement_the_first_is_named() {
    let theory = account("GrantedByDefault odrl:sell, GrantedByDefault odrl:sell");
    let (conflicts, defaults) = under(&theory, "P odrl:display", "F odrl:sell");
    assert_eq!(conflicts, ["D1 A permission odrl:sell (rules/0) / B prohibition odrl:sell"]);
    assert_eq!(defaults, ["A permission odrl:sell rules/0", "A permission odrl:sell rules/1"]);
}

#[test]
fn a_contradiction_in_both_directions_is_reported_once() {
    for (axioms, first) in [
        ("odrl:sell svc:contradicts odrl:archive, odrl:archive svc:contradicts odrl:sell", "odrl:archive"),
        ("odrl:sell svc:contradicts odrl:archive, odrl:archive owl:sameAs odrl:index", "odrl:sell"),
        (
            "odrl:sell svc:contradicts odrl:archive, odrl:index svc:contradicts odrl:sell,
             odrl:archive owl:sameAs odrl:index",
            "odrl:sell",
        ),
    ] {
        let (conflicts, _) = under(&account(axioms), "P odrl:sell", "P odrl:archive");
        assert_eq!(conflicts.len(), 1, "{axioms}: {conflicts:?}");
        let expected = format!("permission {first} /");
        assert!(
            conflicts[0].contains(&expected) && conflicts[0].ends_with("stated"),
            "{axioms}: {conflicts:?}"
        );
    }
}

#[test]
fn unknown_acts_are_compared_by_identity() {
    let strangers = license("A", "P svc:juggle, P odrl:print");
    let others = license("B", "F svc:juggle, F svc:walk, F odrl:present");
    let theory = theory("dg_default");
    assert!(!strangers.acts().iter().eq(others.acts().iter()), "the two have tables of their own");
    assert_eq!(
        lines(&verdict(theory, &[&others, &strangers])),
        [
            "D1 A permission svc:juggle / B prohibition svc:juggle",
            "V1 A permission odrl:print / B prohibition odrl:present, stated",
        ]
    );
}
