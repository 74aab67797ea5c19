use serde_json::{Map, Value, json};

use super::named;
use super::reasoning::outcome;
use crate::api::shapes::{
    closed, count, day_or_nothing, described, flag, iri, list_of, model_id, model_id_or_nothing, number,
    one_of, path, schema, text, with,
};
use muniment_licenses::model::OwnTerms;
use muniment_licenses::model::terms::{odrl, owl};

/// Dependency graphs (spec:version-1#graph-objects).
pub(super) fn schemas(terms: &OwnTerms) -> Map<String, Value> {
    named([
        ("AxiomList", closed(json!({"dependency_graph_statements": list_of(schema("Axiom"))}))),
        ("Axiom", axiom(terms)),
        ("GraphList", closed(json!({"graphs": list_of(schema("GraphEntry"))}))),
        ("GraphEntry", graph_entry()),
        ("CreatedGraph", created_graph()),
        ("DefaultRuleList", default_rule_list()),
        ("DefaultRule", default_rule(terms)),
        ("GraphComparison", graph_comparison()),
        ("GraphSide", graph_side()),
        ("DifferenceCounts", closed(json!({"added": count(), "removed": count(), "changed": count()}))),
        ("AxiomRemoval", removal(terms)),
    ])
}

/// An axiom as SPARQL results write terms.
fn axiom(terms: &OwnTerms) -> Value {
    let term = |value: Value| closed(json!({"type": {"const": "uri"}, "value": value}));
    let relations = [odrl::INCLUDED_IN, owl::SAME_AS, odrl::IMPLIES, terms.contradicts.as_str()];
    closed(json!({"subject": term(iri()), "predicate": term(one_of(&relations)), "object": term(iri())}))
}

fn graph_entry() -> Value {
    closed(json!({
        "id": model_id(),
        "title": text(),
        "description": text(),
        "kind": described(text(), "`core` for the graphs of the library."),
        "status": one_of(&["draft", "published"]),
        "version": number(),
        "iri": iri(),
        "axioms": described(count(), "How many it has."),
        "default": described(flag(), "Whether a check takes it when none is named."),
        "role": described(one_of(&["", "owner", "editor", "viewer"]), "The caller's; empty for graphs of the library."),
        "based_on": described(model_id_or_nothing(), "The graph it was made from; empty if from none."),
        "based_on_version": described(count(), "Its version; 0 if there is none."),
        "added_rules": count(),
        "removed_axioms": count(),
        "replaced_rules": count(),
        "group": described(one_of(&["core", "jurisdiction", ""]), "Empty for a graph of an account."),
        "summary": described(text(), "What a jurisdiction graph does to the one it was made from."),
    }))
}

fn created_graph() -> Value {
    closed(json!({
        "id": model_id(),
        "uri": described(iri(), "The same as `iri`."),
        "iri": iri(),
        "status": one_of(&["draft", "published"]),
        "version": number(),
        "axioms": count(),
        "warnings": described(list_of(text()), "Cycles among the statements."),
    }))
}

fn default_rule_list() -> Value {
    closed(json!({
        "dependency_graph": iri(),
        "default_rules": described(list_of(schema("DefaultRule")), "Adopted ones first."),
    }))
}

fn default_rule(terms: &OwnTerms) -> Value {
    let statuses = [terms.adopted.as_str(), &terms.proposed];
    closed(json!({
        "iri": iri(),
        "action": iri(),
        "action_label": text(),
        "action_curie": text(),
        "action_url": described(text(), "Where the act is explained; empty where it is not."),
        "outcome": outcome(terms),
        "outcome_label": text(),
        "outcome_curie": text(),
        "jurisdiction": iri(),
        "jurisdiction_label": text(),
        "basis": described(text(), "Statutes and sources."),
        "status": described(one_of(&statuses), "A proposed rule is a proposal for a legal reviewer."),
        "status_label": text(),
        "adopted": flag(),
        "date": described(day_or_nothing(), "When it was written."),
        "label": text(),
        "sentence": described(text(), "The rule in words."),
    }))
}

fn graph_comparison() -> Value {
    let sides = |of: &str| json!({"left": schema(of), "right": schema(of)});
    let differences = |of: &str, changed: Value| {
        closed(
            json!({"added": list_of(schema(of)), "removed": list_of(schema(of)), "changed": list_of(changed)}),
        )
    };
    let fields = ["outcome", "jurisdiction", "basis", "explanation", "status"];
    let fields = with(list_of(one_of(&fields)), "minItems", json!(1));
    let changed_rule = closed(json!({
        "left": schema("DefaultRule"),
        "right": schema("DefaultRule"),
        "fields": described(fields, "In what the two differ."),
    }));
    closed(json!({
        "left": schema("GraphSide"),
        "right": schema("GraphSide"),
        "summary": closed(json!({"axioms": schema("DifferenceCounts"), "rules": schema("DifferenceCounts")})),
        "axioms": described(
            differences("Axiom", closed(sides("Axiom"))),
            "Changed are those that relate the same two acts in another way.",
        ),
        "rules": described(
            differences("DefaultRule", changed_rule),
            "Paired by address, then by act, kind and territory, then by act and kind.",
        ),
        "removals": described(list_of(schema("AxiomRemoval")), "Axioms that one of the graphs left out on purpose."),
        "same": described(flag(), "Whether axioms and rules are the same."),
    }))
}

fn graph_side() -> Value {
    closed(json!({
        "id": model_id(),
        "title": text(),
        "version": number(),
        "iri": iri(),
        "url": described(path(), "Its page."),
        "api_url": described(path(), "Its version."),
    }))
}

fn removal(terms: &OwnTerms) -> Value {
    let statuses = [terms.adopted.as_str(), &terms.proposed];
    closed(json!({
        "side": described(one_of(&["left", "right"]), "Which of the graphs records it."),
        "axiom": schema("Axiom"),
        "label": text(),
        "basis": described(text(), "Statutes and sources."),
        "explanation": text(),
        "date": day_or_nothing(),
        "status": one_of(&statuses),
    }))
}
