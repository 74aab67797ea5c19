//! spec:reasoning#training: whether a model may be trained on a work, over the live records and over their mutants.

use super::LIBRARY;
use muniment_licenses::model::terms::{cc, odrl};
use muniment_licenses::model::{License, Rule, Strength};
use muniment_licenses::training::{Answer, Basis, Occasion, Training};

fn record(id: &str) -> License {
    LIBRARY.licenses.get(id).unwrap().current.content.clone()
}

/// The answer, the basis, and the acts of the conditions by occasion; a fact of the text has an empty act.
fn answer(license: &License) -> (Answer, Basis, Vec<String>, Vec<String>) {
    let terms = LIBRARY.site.terms();
    let training = Training::of(license, &terms);
    let acts = |when: Occasion| {
        let conditions = training.conditions.iter().filter(|condition| condition.when == when);
        let local = |act: &str| act.rsplit(['#', '/']).next().unwrap().to_owned();
        conditions.map(|condition| condition.action.map_or_else(String::new, local)).collect()
    };
    (training.answer, training.basis, acts(Occasion::Training), acts(Occasion::Sharing))
}

#[track_caller]
fn assert_answer(license: &License, expected: (Answer, Basis, &[&str], &[&str])) {
    let (answer, basis, training, sharing) = answer(license);
    let strings = |acts: &[&str]| acts.iter().map(|act| (*act).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        (answer, basis, training, sharing),
        (expected.0, expected.1, strings(expected.2), strings(expected.3))
    );
}

#[test]
fn dedications_attach_no_condition() {
    for id in ["Cc010Universal", "0BSD", "Unlicense", "MIT-0"] {
        assert_answer(&record(id), (Answer::Yes, Basis::Grants, &[], &[]));
    }
}

#[test]
fn conditions_follow_from_the_grants() {
    let (yes_if, grants) = (Answer::YesIf, Basis::Grants);
    assert_answer(&record("MIT"), (yes_if, grants, &[], &["Attribution", "Notice"]));
    let commerce: &[&str] = &["CommercialUse"];
    assert_answer(&record("CC-BY-NC-4.0"), (yes_if, grants, commerce, &["Attribution", "Notice"]));
    let (_, _, _, no_derivatives) = answer(&record("CC-BY-ND-4.0"));
    assert!(
        no_derivatives.iter().any(|act| act == "derive" || act == "DerivativeWorks"),
        "{no_derivatives:?}"
    );
    let (_, _, _, network) = answer(&record("AGPL-3.0"));
    assert!(network.contains(&"ShareAlike".to_owned()) && network.contains(&String::new()), "{network:?}");
}

#[test]
fn a_license_that_names_training_is_taken_at_its_word() {
    assert_eq!(answer(&record("CDLA-Permissive-2.0")).1, Basis::Named);
    let mut license = record("MIT");
    let terms = LIBRARY.site.terms();
    let mut named = license.permissions.first().unwrap().clone();
    named.action.clone_from(&terms.use_for_model_training);
    let duty = Rule { action: cc::SOURCE_CODE.to_owned(), duties: Vec::new(), ..named.clone() };
    named.duties = vec![duty];
    license.permissions.push(named.clone());
    let (_, basis, training, _) = answer(&license);
    assert_eq!((basis, training), (Basis::Named, vec!["SourceCode".to_owned()]));
    license.prohibitions.push(named);
    assert_answer(&license, (Answer::No, Basis::Named, &["useForModelTraining"], &[]));
}

#[test]
fn a_license_that_does_not_permit_copying_does_not_permit_training() {
    let mut license = record("MIT");
    license.permissions.retain(|rule| rule.action != odrl::REPRODUCE);
    assert_answer(&license, (Answer::No, Basis::Grants, &["reproduce"], &[]));
}

#[test]
fn what_may_not_be_distributed_may_not_be_shared_in_a_model() {
    let mut license = record("Cc010Universal");
    license.permissions.retain(|rule| rule.action != odrl::DISTRIBUTE);
    assert_answer(&license, (Answer::YesIf, Basis::Grants, &[], &["distribute"]));
}

#[test]
fn forbidden_fields_of_use_stay_forbidden() {
    let mut license = record("Cc010Universal");
    license.strength = Some(Strength::UseRestricted);
    assert_answer(&license, (Answer::YesIf, Basis::Grants, &[""], &[]));
}

/// The answer has a reason exactly where it is not a plain yes.
#[test]
fn every_record_has_an_answer_with_its_reasons() {
    for (id, model) in &LIBRARY.licenses {
        let (answer, _, training, sharing) = answer(&model.current.content);
        assert_eq!(answer == Answer::Yes, training.is_empty() && sharing.is_empty(), "{id}");
    }
}
