//! Limits on use of the library's records (spec:reasoning#limits).

use std::collections::BTreeSet;

use muniment_licenses::model::{LimitExtent, LimitKind, Strength, UseLimit};
use muniment_licenses::reason::{Answer, Context, Purpose, Rule, Shipping};
use rayon::prelude::*;

use super::{INDEX, LIBRARY, all, contexts, terms};

/// Whether a limit applies in a context, and whether it allows the purpose.
fn speaks(limit: &UseLimit, context: Context) -> Option<bool> {
    let applies = match limit.extent {
        LimitExtent::Everywhere => true,
        LimitExtent::Others => context.shipping != Shipping::Internal,
        LimitExtent::Service => context.shipping == Shipping::Service,
        LimitExtent::Copies => matches!(context.shipping, Shipping::Binary | Shipping::Source),
    };
    let allows = match limit.kind {
        LimitKind::Commerce => context.purpose != Purpose::Commercial,
        LimitKind::Research => context.purpose == Purpose::Research,
        _ => true,
    };
    applies.then_some(allows)
}

#[test]
fn no_record_that_limits_use_is_answered_yes_where_the_limit_applies() {
    let (all, contexts) = (all(), contexts());
    let limited: Vec<_> = all.iter().filter(|(_, terms)| !terms.limits().is_empty()).collect();
    limited.par_iter().for_each(|(id, part)| {
        let works = all.iter().map(|(_, work)| *work).chain([INDEX.closed_source()]);
        for (work, context) in works.flat_map(|work| contexts.iter().map(move |context| (work, *context))) {
            let spoken: Vec<bool> = part.limits().iter().filter_map(|limit| speaks(limit, context)).collect();
            let found = INDEX.contain(part, work, context);
            let case = || format!("{id} into {}, {context:?}", work.iri());
            if spoken.contains(&false) {
                assert_eq!(found.answer, Answer::No, "{}", case());
                assert_eq!(found.reasons.first().map(|it| it.rule), Some(Rule::Limited), "{}", case());
            } else if !spoken.is_empty() {
                assert_ne!(found.answer, Answer::Yes, "{}", case());
                let is_stated = found.answer == Answer::No || found.depends_on_the_user();
                // Where another license is taken for the part, its limits count instead.
                let is_led_on = found.reasons.iter().any(|reason| reason.rule == Rule::ByWayOf);
                assert!(is_stated || is_led_on, "{}", case());
            }
        }
    });
}

#[test]
fn every_record_that_withholds_use_has_a_limit() {
    for (id, model) in &LIBRARY.licenses {
        let license = &model.current.content;
        let withholds = matches!(license.strength, Some(Strength::SourceAvailable | Strength::UseRestricted))
            || license.prohibits("http://creativecommons.org/ns#CommercialUse");
        let limits = terms(id.as_str()).limits();
        assert!(!withholds || !limits.is_empty(), "{id} has no limit");
        assert!(license.text_hash.is_none() || !withholds || !license.limits.is_empty(), "{id} states none");
        let words: BTreeSet<&str> = limits.iter().map(|limit| limit.condition.as_str()).collect();
        assert_eq!(words.len(), limits.len(), "{id} states a limit twice");
        for limit in &license.limits {
            let starts = limit.condition.starts_with("only ") || limit.condition.starts_with("not ");
            assert!(starts && !limit.condition.ends_with('.'), "{id}: {}", limit.condition);
        }
    }
}
