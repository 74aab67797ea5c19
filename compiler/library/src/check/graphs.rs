//! Checks 58 and 61 to 64: the content of dependency graphs.

use std::collections::BTreeSet;

use super::context::{Context, holds};
use super::rules::{removal_properties, rule_properties};
use muniment_licenses::model::terms::{dct, odrl, owl};
use muniment_licenses::model::{Axiom, DependencyGraph, Fault, Library};
use muniment_rdf::{NamedOrBlankNode, Term};

pub(super) fn graphs_hold_what_graphs_hold(context: &Context<'_>) -> Vec<Fault> {
    let terms = &context.terms;
    let own = [
        dct::TITLE,
        dct::DESCRIPTION,
        dct::COVERAGE,
        dct::DATE,
        &terms.based_on_graph,
        &terms.based_on_version,
    ];
    let mut faults = Vec::new();
    for graph in context.graphs() {
        let rules: BTreeSet<&str> = graph.content().rules.iter().map(|rule| rule.iri.as_str()).collect();
        let removals: BTreeSet<&str> =
            graph.content().removals.iter().map(|removal| removal.iri.as_str()).collect();
        for (index, triple) in graph.model.current.graph.triples().iter().enumerate() {
            let predicate = triple.predicate.as_str();
            let name = graph.name(predicate);
            let NamedOrBlankNode::NamedNode(subject) = &triple.subject else {
                let message = "a graph holds no blank nodes".to_owned();
                faults.push(graph.error(
                    58,
                    graph.places().predicate(index),
                    message,
                    "name what is described",
                ));
                continue;
            };
            let subject = subject.as_str();
            let is_in = |list: &[(&str, usize, usize)]| list.iter().any(|(known, ..)| *known == predicate);
            let message = if predicate == terms.extends_graph {
                format!("{name} is of the past; {} replaces it", graph.name(&terms.based_on_graph))
            } else if subject == graph.model.iri && own.contains(&predicate)
                || rules.contains(subject) && is_in(&rule_properties(terms, true))
                || removals.contains(subject) && is_in(&removal_properties(terms))
            {
                continue;
            } else if subject == graph.model.iri || rules.contains(subject) || removals.contains(subject) {
                format!("{name} has no place there")
            } else if !DependencyGraph::is_relation(predicate, terms) {
                format!("{name} relates no acts")
            } else if !matches!(triple.object, Term::NamedNode(_)) {
                format!("{name} leads to something that is no act")
            } else {
                continue;
            };
            let help = "keep to axioms, default rules, axiom removals, and title, coverage, date and base of the graph";
            faults.push(graph.error(58, graph.places().predicate(index), message, help));
        }
        if graph.content().title.value.is_empty() {
            faults.push(graph.error(
                58,
                graph.places().file(),
                "the graph has no title".to_owned(),
                "give it a title",
            ));
        }
    }
    faults
}

pub(super) fn jurisdiction_graphs_contain_the_core(context: &Context<'_>) -> Vec<Fault> {
    let Some(core) = context.library.graphs.get(Library::DEFAULT_GRAPH) else { return Vec::new() };
    let (base, version) = (&context.terms.based_on_graph, &context.terms.based_on_version);
    let number = core.latest().to_string();
    let mut faults = Vec::new();
    for graph in context.graphs().filter(|graph| !graph.is_core()) {
        let content = graph.content();
        let about = graph.about(&graph.model.iri);
        let mut tell = |place, message: String| {
            let help = "make the graph anew from the current core graph and its own rules";
            faults.push(graph.error(61, place, message, help));
        };
        let place_of = |property: &str| {
            let stated = about.objects(property).next();
            stated.map_or_else(|| graph.places().file(), |(triple, _)| graph.places().object(triple))
        };
        for (property, said, right) in [
            (base, &content.based_on, core.iri.as_str()),
            (version, &content.based_on_version, number.as_str()),
        ] {
            if said.as_deref() != Some(right) {
                tell(place_of(property), format!("{} is not `{right}`", graph.name(property)));
            }
        }
        if content.coverage.is_none() {
            tell(graph.places().file(), format!("the graph has no {}", graph.name(dct::COVERAGE)));
        }
        for axiom in &core.current.content.axioms {
            let parts = [axiom.subject.as_str(), axiom.predicate.as_str(), axiom.object.as_str()];
            let is_removed = content.removals.iter().any(|r| r.axiom.each_ref().map(String::as_str) == parts);
            if !is_removed && !holds(content, parts) {
                tell(
                    graph.places().file(),
                    format!("the axiom {} of the core graph is missing", graph.axiom(axiom)),
                );
            }
        }
        for rule in &core.current.content.rules {
            let is_replaced = content.rules.iter().any(|own| own.replaces.as_deref() == Some(&rule.iri));
            match content.rules.iter().find(|own| own.iri == rule.iri) {
                Some(own) if own != rule => {
                    tell(
                        graph.places().subject(&rule.iri),
                        format!("the rule `{}` is not as the core graph has it", rule.iri),
                    );
                }
                None if !is_replaced => {
                    tell(
                        graph.places().file(),
                        format!("the rule `{}` of the core graph is missing", rule.iri),
                    );
                }
                _ => {}
            }
        }
    }
    faults
}

pub(super) fn titles_do_not_say_proposal(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for graph in context.graphs() {
        for (triple, object) in graph.about(&graph.model.iri).objects(dct::TITLE) {
            if matches!(object, Term::Literal(title) if title.value().to_lowercase().contains("proposal")) {
                let message = "the title says that the graph is a proposal".to_owned();
                let help = "proposals are marked rule by rule; name the graph by its territory";
                faults.push(graph.error(62, graph.places().object(triple), message, help));
            }
        }
    }
    faults
}

pub(super) fn decided_axioms_stand(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for graph in context.graphs() {
        for axiom in graph.content().axioms.iter().filter(|axiom| axiom.predicate == owl::SAME_AS) {
            if !graph.holds(&axiom.object, owl::SAME_AS, &axiom.subject) {
                let message = format!("{} is written in one direction only", graph.axiom(axiom));
                faults.push(graph.error(
                    63,
                    graph.places().object(axiom.triple),
                    message,
                    "write the other direction as well",
                ));
            }
        }
        for decided in &context.library.house_rules.axioms {
            let parts = decided.axiom.each_ref().map(String::as_str);
            let names = format!("`{}`", parts.map(|iri| context.prefixes.compact(iri)).join(" "));
            let mut axioms = graph.content().axioms.iter();
            let held =
                axioms.find(|a| [a.subject.as_str(), a.predicate.as_str(), a.object.as_str()] == parts);
            let is_removed = graph.content().removals.iter().any(|removal| removal.axiom == decided.axiom);
            let (place, message, help) = match held {
                None if decided.stands && !is_removed => {
                    (graph.places().file(), format!("{names} was decided and is missing"), "add the axiom")
                }
                Some(axiom) if !decided.stands => {
                    (graph.places().object(axiom.triple), format!("{names} was given up"), "remove the axiom")
                }
                _ => continue,
            };
            faults.push(graph.error(63, place, message, format!("{help}: {}", decided.reason)));
        }
    }
    faults
}

pub(super) fn axioms_relate_acts(context: &Context<'_>) -> Vec<Fault> {
    if !context.has_vocabulary() {
        return Vec::new();
    }
    let vocabulary = &context.library.vocabulary.current.content;
    let mut faults = Vec::new();
    for graph in context.graphs() {
        let triples = graph.model.current.graph.triples();
        let relations = triples
            .iter()
            .enumerate()
            .filter(|(_, t)| DependencyGraph::is_relation(t.predicate.as_str(), &context.terms));
        let mut seen = BTreeSet::new();
        for (index, triple) in relations {
            let (NamedOrBlankNode::NamedNode(subject), Term::NamedNode(object)) =
                (&triple.subject, &triple.object)
            else {
                continue;
            };
            let mut tell = |message: String, help: &str| {
                faults.push(graph.error(64, graph.places().object(index), message, help));
            };
            for act in [subject.as_str(), object.as_str()] {
                if !vocabulary.is_action(act) {
                    tell(
                        format!("{} is no act of the vocabulary", graph.name(act)),
                        "describe the act in the vocabulary",
                    );
                }
            }
            if subject == object {
                tell(format!("{} is related to itself", graph.name(subject.as_str())), "remove the axiom");
            }
            if !seen.insert(triple.to_string()) {
                tell("the axiom is stated twice".to_owned(), "state it once");
            }
        }
    }
    faults
}

pub(super) fn relations_do_not_loop(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for graph in context.graphs() {
        for relation in [odrl::INCLUDED_IN, odrl::IMPLIES] {
            let axioms: Vec<&Axiom> = graph
                .content()
                .axioms
                .iter()
                .filter(|a| a.predicate == relation && a.subject != a.object)
                .collect();
            for axiom in &axioms {
                let mut reached = BTreeSet::from([axiom.object.as_str()]);
                let mut open = vec![axiom.object.as_str()];
                while let Some(act) = open.pop() {
                    open.extend(
                        axioms
                            .iter()
                            .filter(|a| a.subject == act)
                            .map(|a| a.object.as_str())
                            .filter(|o| reached.insert(o)),
                    );
                }
                if reached.contains(axiom.subject.as_str()) {
                    let message = format!("{} closes a circle", graph.axiom(axiom));
                    let help = "say that acts are the same where that is meant, or remove one axiom";
                    let place = graph.places().object(axiom.triple);
                    faults.push(Fault::warning(64, place, message, help).of(graph.id));
                }
            }
        }
    }
    faults
}
