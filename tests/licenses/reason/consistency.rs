//! One license against itself, in words.

use muniment_licenses::reason::{Consistency, Facts, Labels, RuleId, Theory, consistency};

use crate::reason::LIBRARY;
use crate::reason::question::{account, default_line, license, theory, without_rules};

pub(crate) fn labels() -> Labels<'static> {
    Labels::new(&LIBRARY.vocabulary.current.content)
}

fn answer<'a>(theory: &'a Theory, facts: &'a Facts) -> Consistency<'a> {
    consistency(theory, facts, || false).unwrap()
}

/// Whether it is consistent, its conflicts by reason, its defaults.
pub(crate) fn check(graph: &str, facts: &Facts) -> (bool, Vec<String>, Vec<String>) {
    let answer = answer(theory(graph), facts);
    let conflicts = answer.conflicts(&labels()).into_iter().map(|conflict| conflict.reason).collect();
    (answer.is_consistent(), conflicts, answer.defaults(&labels()).iter().map(default_line).collect())
}

/// `rule: statements | chain`, for each conflict.
fn told(text: &str) -> Vec<String> {
    let (theory, facts) = (without_rules("dg_default"), license("A", text));
    answer(&theory, &facts)
        .conflicts(&labels())
        .into_iter()
        .map(|c| format!("{}: {} | {}", c.rule.name(), c.statements.join(", "), c.chain))
        .collect()
}

#[test]
fn conflicts_are_told_in_the_order_of_their_kinds_and_labels() {
    assert_eq!(
        told(
            "P odrl:distribute, F odrl:distribute, P cc:CommercialUse, F cc:CommercialUse,
             D cc:ShareAlike, P svc:ChangeLicense, F odrl:archive [cc:Notice cc:Attribution],
             D cc:SourceCode, F cc:SourceCode, P odrl:ensureExclusivity"
        ),
        [
            "D1: Permission: Commercial use, Prohibition: Commercial use | ",
            "D1: Permission: Distribute, Prohibition: Distribute | ",
            "D2: License-wide duty: Source code, Prohibition: Source code | ",
            "D3: Prohibition: Archive, Duty: Attribution, Duty: Notice | ",
            "D4: License-wide duty: Share alike, Permission: Change license | ",
            "V4: Permission: Ensure exclusivity, Permission: Commercial use | Ensure exclusivity contradicts, by \
             another name, commercial use.",
        ]
    );
}

#[test]
fn a_duty_on_a_statement_is_no_license_wide_duty() {
    assert_eq!(told("P odrl:copy [cc:Notice], F cc:Notice"), ["D2: Duty: Notice, Prohibition: Notice | "]);
    assert_eq!(
        told("P odrl:copy [cc:Notice], O cc:Notice, F cc:Notice"),
        ["D2: License-wide duty: Notice, Prohibition: Notice | "]
    );
}

#[test]
fn whatever_relates_two_acts_is_one_conflict_with_a_chain() {
    assert_eq!(
        told("P odrl:derive, F odrl:use"),
        [
            "V1: Permission: Derive, Prohibition: Use | Derive implies derivative works. Derivative works is included \
          in distribute. Distribute is included in use."
        ]
    );
    assert_eq!(
        told("P svc:chargeLicenseFee, F cc:CommercialUse"),
        ["V3: Permission: Charge license fee, Prohibition: Commercial use | Charge license fee implies \
          commercialize. Commercialize is the same action as commercial use."]
    );
}

#[test]
fn an_act_permitted_and_required_counts_as_permitted() {
    assert_eq!(
        told("P odrl:ensureExclusivity, D odrl:ensureExclusivity, P odrl:copy [odrl:commercialize]"),
        [
            "V4: Permission: Ensure exclusivity, Duty: Commercialize | Ensure exclusivity contradicts commercialize."
        ]
    );
}

#[test]
fn a_supplied_side_is_named_and_is_not_of_the_text() {
    let theory = account("odrl:display odrl:includedIn odrl:use, NotGrantedByDefault odrl:use");
    let facts = license("A", "P odrl:display");
    let answer = answer(&theory, &facts);
    let labels = labels();
    let conflicts = answer.conflicts(&labels);
    let [conflict] = conflicts.as_slice() else { panic!("{conflicts:?}") };
    assert!(!conflict.is_of_the_text() && conflict.supplied_1.is_none());
    assert!(conflict.supplied_2.unwrap().iri.ends_with("rules/1"));
    assert_eq!(conflict.rule, RuleId::V1);
    assert!(!answer.is_consistent());
}

#[test]
fn findings_leave_a_license_consistent() {
    let (is_consistent, conflicts, defaults) = check("dg_eu", &license("A", "F svc:textAndDataMining"));
    assert!(is_consistent && conflicts.is_empty());
    assert!(defaults.iter().any(|line| line.contains(" finding ")), "{defaults:?}");
}

#[test]
fn defaults_are_in_order_of_adoption_and_labels() {
    let (.., defaults) = check("dg_eu", &license("A", "P svc:moralRightsRestriction"));
    assert_eq!(defaults.first().unwrap(), "A prohibition svc:promote endorsement-worldwide");
    let proposed: Vec<&str> =
        defaults.iter().skip(1).map(|line| line.split(' ').next_back().unwrap()).collect();
    assert_eq!(
        proposed,
        [
            "eu-moral-at",
            "eu-moral-fr",
            "eu-moral-de",
            "eu-interop",
            "eu-exhaustion",
            "eu-sui-generis-db",
            "eu-tdm"
        ]
    );
}
