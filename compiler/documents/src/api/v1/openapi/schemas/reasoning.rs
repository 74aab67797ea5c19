use serde_json::{Map, Value, json};

use super::named;
use crate::api::shapes::{
    any_of, both, closed, closed_with, day_or_nothing, described, flag, iri, iri_or_nothing, keyed_by,
    list_of, model_id, nullable, one_of, schema, text, with,
};
use muniment_licenses::model::terms::odrl;
use muniment_licenses::model::{OwnTerms, Site};

/// What the reasoner answers (spec:version-1#verdict, spec:version-1#consistency-result), and the check of a repository
/// (spec:version-1#answer-objects).
pub(super) fn schemas(site: &Site) -> Map<String, Value> {
    let terms = &site.terms();
    named([
        ("CompatibilityAnswer", compatibility_answer()),
        ("Verdict", verdict(site)),
        ("ConflictEntry", conflict_entry(terms)),
        ("Statement", statement(site)),
        ("AppliedRule", closed(applied_rule(terms))),
        (
            "AppliedRuleOfLicense",
            closed(both(json!({"license": iri(), "statement": schema("Statement")}), applied_rule(terms))),
        ),
        ("Consistency", consistency()),
        ("Inconsistency", inconsistency(terms)),
        ("RepositoryDocument", repository_document()),
        ("RepositoryCheck", repository_check()),
    ])
}

fn compatibility_answer() -> Value {
    let nothing = described(
        json!({"const": ""}),
        "The reasoner came to no conclusion, and `X-SVC-Compat` was not sent.",
    );
    any_of(&[schema("Verdict"), nothing])
}

fn verdict(site: &Site) -> Value {
    let entries = |about: &str| described(keyed_by("^(0|[1-9][0-9]*)$", schema("ConflictEntry")), about);
    let conflict = json!({
        "statement_1": example(site, odrl::PERMISSION),
        "statement_2": example(site, odrl::PROHIBITION),
        "reason": "Direct permission-prohibition conflict.",
    });
    let direct = entries("What statements say against each other, numbered from 0.");
    let conflicts = closed(json!({
        "direct": with(direct, "examples", json!([{"0": conflict}])),
        "derived": entries("What follows by the dependency graph, numbered from 0."),
    }));
    closed_with(
        json!({"conflicting_statements": conflicts}),
        json!({
            "dependency_graph": described(
                with(iri(), "examples", json!([format!("{}dg_eu", site.graph_base())])),
                "The graph, where it is not the default one.",
            ),
            "defaults": described(
                json!({"type": "array", "items": schema("AppliedRuleOfLicense"), "minItems": 1}),
                "What default rules supplied; only where one did.",
            ),
        }),
    )
}

/// License, predicate and object.
fn statement(site: &Site) -> Value {
    json!({
        "type": "array",
        "description": "IRIs of license, predicate and object.",
        "prefixItems": [iri(), iri(), iri()],
        "items": false,
        "minItems": 3,
        "examples": [example(site, odrl::PERMISSION)],
    })
}

fn example(site: &Site, predicate: &str) -> Value {
    json!([format!("{}CC-BY-4.0", site.license_base()), predicate, odrl::DISTRIBUTE])
}

fn conflict_entry(terms: &OwnTerms) -> Value {
    closed_with(
        json!({
            "statement_1": schema("Statement"),
            "statement_2": schema("Statement"),
            "reason": described(text(), "Begins with the sort of conflict, such as `Direct permission-prohibition conflict.`"),
        }),
        json!({
            "origin_1": origin(terms),
            "origin_2": origin(terms),
            "rule_1": rule(),
            "rule_2": rule(),
        }),
    )
}

fn origin(terms: &OwnTerms) -> Value {
    let origins = [terms.from_text.as_str(), &terms.from_default_rule];
    described(one_of(&origins), "Whether the license makes the statement or a default rule supplied it.")
}

fn rule() -> Value {
    described(iri_or_nothing(), "The rule that supplied it; empty for a statement of the text.")
}

fn rule_status() -> Value {
    described(one_of(&["adopted", "proposed", ""]), "Of the rule; empty for a statement of the text.")
}

/// What a default rule did to a license.
fn applied_rule(terms: &OwnTerms) -> Value {
    json!({
        "kind": described(
            one_of(&["permission", "prohibition", "duty", "finding"]),
            "What the rule supplied; or that the license states what cannot be waived.",
        ),
        "action": iri(),
        "action_label": text(),
        "origin": {"const": terms.from_default_rule},
        "rule": iri(),
        "outcome": outcome(terms),
        "outcome_label": text(),
        "jurisdiction": iri(),
        "jurisdiction_label": text(),
        "basis": described(text(), "Statutes and sources."),
        "reason": text(),
        "label": text(),
        "rule_status": one_of(&["adopted", "proposed"]),
        "explanation": described(text(), "Empty where the rule has none."),
        "contributor": described(text(), "Who adopted it; empty for a proposal."),
        "date_accepted": described(day_or_nothing(), "Empty for a proposal."),
    })
}

/// What a default rule says of an act.
pub(super) fn outcome(terms: &OwnTerms) -> Value {
    let outcomes = [
        terms.granted_by_default.as_str(),
        &terms.not_granted_by_default,
        &terms.required_by_default,
        &terms.not_waivable,
    ];
    one_of(&outcomes)
}

fn consistency() -> Value {
    closed(json!({
        "consistent": described(flag(), "Whether there is no conflict."),
        "conflicts": list_of(schema("Inconsistency")),
        "defaults": described(list_of(schema("AppliedRule")), "What default rules supplied."),
    }))
}

fn inconsistency(terms: &OwnTerms) -> Value {
    closed(json!({
        "kind": one_of(&["direct", "derived"]),
        "reason": text(),
        "action_1": iri(),
        "action_2": described(iri_or_nothing(), "Empty where a prohibition stands against its own duties."),
        "label_1": text(),
        "label_2": text(),
        "statements": described(list_of(text()), "A word for the rule and the label of its act, each."),
        "chain": described(text(), "How the graph leads from one act to the other; empty for a direct conflict."),
        "origin_1": origin(terms),
        "origin_2": origin(terms),
        "rule_1": rule(),
        "rule_2": rule(),
        "rule_status_1": rule_status(),
        "rule_status_2": rule_status(),
    }))
}

fn repository_document() -> Value {
    json!({
        "type": "object",
        "description": "As the package-metadata service sent it; most have `full_name` and `dependencies`.",
    })
}

fn repository_check() -> Value {
    closed_with(
        json!({
            "dependencies": described(
                list_of(closed(json!({
                    "name": text(),
                    "license": described(nullable(text()), "As it is stated."),
                    "svc_id": described(nullable(iri()), "Address of the record; null where no record is known."),
                }))),
                "One entry for each license of each dependency.",
            ),
            "name": nullable(text()),
            "language": nullable(text()),
            "compatibilitycheck": schema("Verdict"),
        }),
        json!({
            "target": closed(json!({"id": model_id(), "uri": iri(), "title": text()})),
            "target_conflicts": described(
                list_of(schema("ConflictEntry")),
                "The conflicts of which the target is one side, direct ones first.",
            ),
        }),
    )
}
