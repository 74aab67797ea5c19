//! Checks 13, 19, 20 and 22: permissions, prohibitions and duties.

use std::collections::BTreeSet;

use super::context::Context;
use muniment_licenses::model::terms::{CC_NS, ODRL_NS, cc, odrl};
use muniment_licenses::model::{Fault, Position, Role, Rule};

pub(super) fn statements_name_acts(context: &Context<'_>) -> Vec<Fault> {
    if !context.has_vocabulary() {
        return Vec::new();
    }
    let vocabulary = &context.library.vocabulary.current.content;
    let mut faults = Vec::new();
    for record in context.records() {
        for (_, rule) in record.statements() {
            let is_described = vocabulary.terms.contains_key(&rule.action);
            let is_foreign = rule.action.starts_with(ODRL_NS) || rule.action.starts_with(CC_NS);
            if !rule.action.is_empty() && !vocabulary.is_action(&rule.action) && (is_described || !is_foreign)
            {
                let message = format!("{} is no act", context.name(&rule.action));
                let help = "name an act of the vocabulary, of ODRL or of Creative Commons";
                faults.push(record.error(13, record.place_of(rule), message, help));
            }
        }
    }
    faults
}

pub(super) fn acts_stand_in_their_position(context: &Context<'_>) -> Vec<Fault> {
    let vocabulary = &context.library.vocabulary.current.content;
    let mut faults = Vec::new();
    for record in context.records() {
        for (role, rule) in record.statements() {
            let (allowed, class) = if role.is_duty() {
                (vocabulary.is_duty_action(&rule.action, &context.terms), &context.terms.duty_action)
            } else {
                (vocabulary.is_rule_action(&rule.action, &context.terms), &context.terms.rule_action)
            };
            if vocabulary.is_action(&rule.action) && !allowed {
                let message = format!("{} is no act for a {}", context.name(&rule.action), role.word());
                let help =
                    format!("use another act, or type this one {} in the vocabulary", context.name(class));
                faults.push(record.warning(13, record.place_of(rule), message, help));
            }
        }
    }
    faults
}

pub(super) fn origins_are_clear(context: &Context<'_>) -> Vec<Fault> {
    let terms = &context.terms;
    let mut faults = Vec::new();
    for record in context.records() {
        for (_, rule) in record.statements() {
            let mut tell = |message: &str, help: &str| {
                faults.push(record.error(19, record.place_of(rule), message, help));
            };
            let origin = record.node_of(rule).and_then(|node| node.iri(&terms.statement_origin));
            let from_convention = origin == Some(&terms.from_convention);
            if origin.is_some() && !from_convention {
                tell(
                    "the origin of the statement is not one a record states",
                    "remove it: a statement comes from the text unless a convention put it there",
                );
            }
            if from_convention && rule.convention.is_none() {
                tell(
                    "the statement comes from a convention but does not quote it",
                    "say which convention of the library it is",
                );
            }
            if !from_convention && rule.convention.is_some() {
                tell(
                    "the statement quotes a convention but is not marked as coming from one",
                    "mark its origin, or remove the convention",
                );
            }
            if rule.evidence.is_some() && rule.convention.is_some() {
                tell(
                    "the statement quotes both the text and a convention",
                    "keep the sentence of the text, or the convention",
                );
            }
        }
    }
    faults
}

pub(super) fn statements_are_said_once(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        let license = record.license();
        let carriers = license.permissions.iter().chain(&license.prohibitions);
        let hanging = carriers.map(|carrier| (Role::HangingDuty, carrier.duties.as_slice()));
        let whole = license.positions().into_iter().map(|(position, rules)| (Role::Rule(position), rules));
        for (role, rules) in whole.chain(hanging) {
            let mut seen = BTreeSet::new();
            let mut in_order: Vec<&Rule> = rules.iter().collect();
            in_order.sort_by_key(|rule| rule.triple);
            for rule in in_order {
                if !seen.insert(&rule.action) {
                    let message =
                        format!("{} is stated twice as a {}", context.name(&rule.action), role.word());
                    let help = "merge the two statements";
                    faults.push(record.error(20, record.place_of(rule), message, help));
                }
            }
        }
    }
    faults
}

pub(super) fn prohibitions_are_heeded(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        for (role, rule) in record.statements() {
            let name = context.name(&rule.action);
            let message = match role {
                _ if !record.license().prohibits(&rule.action) => continue,
                Role::Rule(Position::Prohibition) => continue,
                _ if role.is_duty() => format!("{name} is required and prohibited"),
                _ => format!("{name} is permitted and prohibited"),
            };
            let help = "read the text again and keep one of the two statements";
            faults.push(record.error(22, record.place_of(rule), message, help));
        }
    }
    faults
}

pub(super) fn prohibitions_carry_no_duties(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        for prohibition in &record.license().prohibitions {
            for duty in &prohibition.duties {
                let (duty_name, act) = (context.name(&duty.action), context.name(&prohibition.action));
                let message = format!("the duty {duty_name} hangs on the prohibition of {act}");
                let help = "hang the duty on the permission it belongs to, or on the record";
                faults.push(record.error(22, record.place_of(duty), message, help));
            }
        }
    }
    faults
}

pub(super) fn share_alike_bounds_relicensing(context: &Context<'_>) -> Vec<Fault> {
    let terms = &context.terms;
    let mut faults = Vec::new();
    for record in context.records().filter(|record| record.license().requires(cc::SHARE_ALIKE)) {
        let Some(change) = record.license().permission(&terms.change_license) else { continue };
        if !change.duties.iter().any(|duty| duty.action == terms.compliant_license) {
            let message = format!(
                "{} is required of the whole, yet {} is permitted without {}",
                context.name(cc::SHARE_ALIKE),
                context.name(&terms.change_license),
                context.name(&terms.compliant_license),
            );
            let help = format!("prohibit the change, or hang {} on it", context.name(odrl::DUTY));
            faults.push(record.error(22, record.place_of(change), message, help));
        }
    }
    faults
}
