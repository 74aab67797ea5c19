//! Containment of the library's records.

mod agreement;
mod known;
mod limits;
mod order;

use std::sync::LazyLock;

use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::{Answer, Context, Purpose, Rule, Shipping, Terms, TermsIndex, Use};
use rayon::prelude::*;

use super::LIBRARY;

static INDEX: LazyLock<TermsIndex> = LazyLock::new(|| TermsIndex::new(&LIBRARY));

fn terms(id: &str) -> &'static Terms {
    INDEX.get(&LIBRARY.licenses.get(id).unwrap().iri).unwrap()
}

fn all() -> Vec<(&'static LicenseId, &'static Terms)> {
    LIBRARY.licenses.keys().map(|id| (id, terms(id.as_str()))).collect()
}

fn contexts() -> Vec<Context> {
    let shippings = Shipping::ALL.iter().flat_map(|(shipping, _)| [(*shipping, false), (*shipping, true)]);
    let contexts = Use::ALL.iter().flat_map(|(usage, _)| {
        shippings.clone().flat_map(move |(shipping, modified)| {
            let purposes = Purpose::ALL.iter().map(|(purpose, _)| *purpose);
            purposes.map(move |purpose| Context { usage: *usage, shipping, modified, purpose })
        })
    });
    contexts.collect()
}

/// Asks something of every pair of records, including a record and itself.
fn of_every_pair(ask: impl Fn(&str, &Terms, &Terms) + Sync) {
    let all = all();
    all.par_iter().for_each(|(id, part)| {
        all.iter().for_each(|(other, work)| ask(&format!("{id} into {other}"), part, work));
    });
}

#[test]
fn an_answer_has_a_reason_and_a_refusal_has_no_conditions() {
    let contexts = contexts();
    of_every_pair(|pair, part, work| {
        for context in &contexts {
            let found = INDEX.contain(part, work, *context);
            let refused = found.reasons.iter().any(|reason| reason.rule.refuses());
            assert_eq!(found.answer == Answer::No, refused, "{pair}, {context:?}");
            match found.answer {
                Answer::Yes => assert_eq!(found.count_of_conditions(), 0, "{pair}, {context:?}"),
                Answer::If => assert!(found.count_of_conditions() > 0, "{pair}, {context:?}"),
                Answer::Via => assert_eq!(found.reasons.len(), 1, "{pair}, {context:?}"),
                Answer::No => assert_eq!(found.count_of_conditions(), 0, "{pair}, {context:?}"),
            }
        }
    });
}

#[test]
fn what_is_refused_stays_refused_for_more_people_and_for_a_closer_use() {
    let is_refused = |part: &Terms, work: &Terms, usage: Use, shipping: Shipping, modified: bool| {
        INDEX.contain(part, work, Context { usage, shipping, modified, ..Context::default() }).answer
            == Answer::No
    };
    of_every_pair(|pair, part, work| {
        for modified in [false, true] {
            for (usage, _) in Use::ALL {
                let by = |shipping| is_refused(part, work, *usage, shipping, modified);
                assert!(!by(Shipping::Internal) || by(Shipping::Service), "{pair}, {usage:?}");
                assert!(
                    !by(Shipping::Service) || by(Shipping::Binary) || by(Shipping::Source),
                    "{pair}, {usage:?}"
                );
            }
            for (shipping, _) in Shipping::ALL {
                let by = |usage| is_refused(part, work, usage, *shipping, modified);
                assert!(!by(Use::Aggregated) || by(Use::Combined), "{pair}, {shipping:?}");
                assert!(!by(Use::Combined) || by(Use::Merged), "{pair}, {shipping:?}");
            }
        }
    });
}

#[test]
fn a_license_takes_parts_under_itself_that_it_lets_be_shared_so() {
    for (id, own) in all() {
        for context in contexts() {
            let found = INDEX.contain(own, own, context);
            let barred =
                found.reasons.iter().all(|reason| matches!(reason.rule, Rule::Barred | Rule::Limited));
            assert!(found.answer != Answer::No || barred, "{id}, {context:?}: {found:?}");
        }
    }
}
