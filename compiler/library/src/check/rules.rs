//! Checks 58 to 61: default rules and axiom removals.

use std::collections::BTreeMap;

use super::context::{Context, GraphFile, holds};
use muniment_licenses::model::terms::{COUNTRY_NS, dct, rdf, rdfs};
use muniment_licenses::model::{Day, DefaultRule, Fault, Library, OwnTerms};
use muniment_rdf::{iri_of, text_of};

/// The properties of a rule with their minimum and maximum number.
pub(super) fn rule_properties(terms: &OwnTerms, is_adopted: bool) -> Vec<(&str, usize, usize)> {
    let adoption = usize::from(is_adopted);
    vec![
        (rdf::TYPE, 1, 1),
        (rdfs::LABEL, 1, 1),
        (&terms.applies_to, 1, 1),
        (&terms.default_outcome, 1, 1),
        (&terms.in_jurisdiction, 1, 1),
        (&terms.rule_basis, 1, 1),
        (&terms.rule_explanation, 1, 1),
        (dct::DATE, 1, 1),
        (&terms.rule_status, 1, 1),
        (dct::CONTRIBUTOR, adoption, adoption),
        (dct::DATE_ACCEPTED, adoption, adoption),
        (&terms.replaces_rule, 0, 1),
    ]
}

/// The properties of an axiom removal with their minimum and maximum number.
pub(super) fn removal_properties(terms: &OwnTerms) -> Vec<(&str, usize, usize)> {
    let names = [
        rdf::TYPE,
        rdf::SUBJECT,
        rdf::PREDICATE,
        rdf::OBJECT,
        &terms.rule_basis,
        &terms.rule_explanation,
        &terms.rule_status,
    ];
    names.into_iter().map(|name| (name, 1, 1)).chain([(rdfs::LABEL, 0, 1), (dct::DATE, 0, 1)]).collect()
}

pub(super) fn rules_have_addresses(context: &Context<'_>) -> Vec<Fault> {
    let base = context.library.site.graph_base();
    let mut faults = Vec::new();
    for graph in context.graphs() {
        let rules = graph.content().rules.iter().map(|rule| (&rule.iri, "rules/"));
        let removals = graph.content().removals.iter().map(|removal| (&removal.iri, "removals/"));
        for (iri, folder) in rules.chain(removals) {
            let slug = iri.strip_prefix(&base).and_then(|rest| rest.strip_prefix(folder)).unwrap_or_default();
            if slug.is_empty()
                || !slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            {
                let help = format!("name it <{base}{folder}…> with lower-case letters, digits and hyphens");
                let message = format!("`{iri}` is no address of a rule or removal");
                faults.push(graph.error(58, graph.places().subject(iri), message, help));
            }
        }
    }
    faults
}

/// Checks the number of values of a rule or removal.
fn miscounted(graph: &GraphFile<'_>, iri: &str, wanted: &[(&str, usize, usize)]) -> Vec<Fault> {
    let said = graph.about(iri);
    let mut faults = Vec::new();
    for (property, least, most) in wanted {
        let of_it: Vec<usize> = said.objects(property).map(|(triple, _)| triple).collect();
        let name = graph.name(property);
        if of_it.len() < *least {
            let message = format!("{} has no {name}", graph.name(iri));
            faults.push(graph.error(59, graph.places().subject(iri), message, format!("state {name} once")));
        } else if let Some(extra) = of_it.get(*most) {
            let message = format!("{} has {name} once too often", graph.name(iri));
            faults.push(graph.error(
                59,
                graph.places().predicate(*extra),
                message,
                "remove one of the statements",
            ));
        }
    }
    faults
}

pub(super) fn rules_are_complete(context: &Context<'_>) -> Vec<Fault> {
    if !context.has_vocabulary() {
        return Vec::new();
    }
    let terms = &context.terms;
    let outcomes = [
        &terms.not_granted_by_default,
        &terms.granted_by_default,
        &terms.required_by_default,
        &terms.not_waivable,
    ];
    let vocabulary = &context.library.vocabulary.current.content;
    let territory = format!("{}Jurisdiction", context.library.site.ns_iri());
    let core = context.library.graphs.get(Library::DEFAULT_GRAPH).map(|core| &*core.current.content);
    let mut faults = Vec::new();
    for graph in context.graphs() {
        for rule in &graph.content().rules {
            faults.extend(miscounted(&graph, &rule.iri, &rule_properties(terms, rule.adopted)));
            for (triple, property, object) in graph.about(&rule.iri).statements() {
                let value = iri_of(object).or_else(|| text_of(object)).unwrap_or_default();
                let is_territory =
                    || vocabulary.terms.get(value).is_some_and(|term| term.types.contains(&territory));
                let (fits, what) = match property {
                    p if p == terms.applies_to => (vocabulary.is_action(value), "act of the vocabulary"),
                    p if p == terms.default_outcome => {
                        (outcomes.iter().any(|o| *o == value), "outcome of a rule")
                    }
                    p if p == terms.in_jurisdiction => {
                        (value.starts_with(COUNTRY_NS) || is_territory(), "territory")
                    }
                    p if p == terms.rule_status => {
                        ([&terms.adopted, &terms.proposed].iter().any(|s| *s == value), "status of a rule")
                    }
                    p if p == terms.replaces_rule => (
                        core.is_some_and(|core| core.rules.iter().any(|rule| rule.iri == value)),
                        "rule of the core graph",
                    ),
                    dct::DATE | dct::DATE_ACCEPTED => (value.parse::<Day>().is_ok(), "day"),
                    _ => (!value.trim().is_empty(), "text"),
                };
                if !fits {
                    let message = format!("{} is no {what}", graph.name(value));
                    let help = format!("see what {} takes in data/README.md", graph.name(property));
                    faults.push(graph.error(59, graph.places().object(triple), message, help));
                }
            }
        }
    }
    faults
}

pub(super) fn removals_remove(context: &Context<'_>) -> Vec<Fault> {
    let core = context.library.graphs.get(Library::DEFAULT_GRAPH).map(|core| &*core.current.content);
    let mut faults = Vec::new();
    for graph in context.graphs() {
        for removal in &graph.content().removals {
            faults.extend(miscounted(&graph, &removal.iri, &removal_properties(&context.terms)));
            let [subject, predicate, object] = removal.axiom.each_ref().map(String::as_str);
            if [subject, predicate, object].contains(&"") {
                continue;
            }
            let axiom = [subject, predicate, object].map(|iri| context.prefixes.compact(iri)).join(" ");
            let message = if graph.holds(subject, predicate, object) {
                format!("the graph still holds `{axiom}`, which it removes")
            } else if !core.is_some_and(|core| holds(core, [subject, predicate, object])) {
                format!("the core graph does not hold `{axiom}`")
            } else {
                continue;
            };
            let help = "remove an axiom of the core graph, and leave it out";
            faults.push(graph.error(59, graph.places().subject(&removal.iri), message, help));
        }
    }
    faults
}

pub(super) fn adoption_is_for_the_core(context: &Context<'_>) -> Vec<Fault> {
    let core = context.library.graphs.get(Library::DEFAULT_GRAPH);
    let status = &context.terms.rule_status;
    let mut faults = Vec::new();
    for graph in context.graphs() {
        for rule in &graph.content().rules {
            let (message, help) = match (graph.is_core(), rule.adopted) {
                (true, false) => (
                    "the core graph holds a rule that is not adopted",
                    "move the proposal to a graph of its territory",
                ),
                (false, true)
                    if core.is_some_and(|core| {
                        core.current.content.rules.iter().all(|known| known.iri != rule.iri)
                    }) =>
                {
                    (
                        "a rule is adopted outside the core graph",
                        "propose the rule here, and adopt it in the core graph",
                    )
                }
                _ => continue,
            };
            let stated = graph.about(&rule.iri).objects(status).next();
            let place = stated.map_or_else(
                || graph.places().subject(&rule.iri),
                |(triple, _)| graph.places().object(triple),
            );
            faults.push(graph.error(60, place, message.to_owned(), help));
        }
    }
    faults
}

pub(super) fn rules_do_not_compete(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for graph in context.graphs() {
        let mut seen: BTreeMap<(&str, &str), &DefaultRule> = BTreeMap::new();
        for rule in graph.content().rules.iter().filter(|rule| rule.outcome != context.terms.not_waivable) {
            if let Some(other) = seen.insert((&rule.action, &rule.jurisdiction), rule) {
                let message = format!(
                    "{} and {} both answer for {} in {}",
                    graph.name(&other.iri),
                    graph.name(&rule.iri),
                    graph.name(&rule.action),
                    graph.name(&rule.jurisdiction)
                );
                let help = format!(
                    "keep one of them, or let one state {}",
                    graph.name(&context.terms.replaces_rule)
                );
                faults.push(graph.error(61, graph.places().subject(&rule.iri), message, help));
            }
        }
    }
    faults
}
