use std::collections::{BTreeMap, BTreeSet};

use super::VersionFacts;
use muniment_licenses::model::terms::{dct, odrl, rdf, xsd};
use muniment_licenses::model::{ChangeAction, DependencyGraph, ModelKind, OwnTerms, Site};
use muniment_rdf::{Node, Object, Outline, OutlineError, Prefixes, Subject};

/// A difference between two versions of a model.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The kind of change.
    pub action: ChangeAction,
    /// The statement as in change logs.
    pub statement: String,
    /// The old value for [`ChangeAction::Changed`], else empty.
    pub previous: String,
}

/// The differences between two versions of one model, sorted by action and text.
///
/// A statement does not depend on blank nodes or on order (`permission odrl:distribute with duties [cc:Notice]`,
/// `spdx:licenseId "MIT"`, `term svc:rename`). The predicates that only count versions (`dct:hasVersion`,
/// `dct:modified`, `svc:versionHistory`) are left out. An addition and a removal with the same subject are one
/// change.
pub fn difference(
    before: &VersionFacts<'_>,
    after: &VersionFacts<'_>,
    site: &Site,
) -> Result<Vec<Difference>, OutlineError> {
    Ok(outline_difference(after.kind, after.iri, &before.outline()?, &after.outline()?, site))
}

/// The same for two outlines of a model.
#[must_use]
pub fn outline_difference(
    kind: ModelKind,
    iri: &str,
    before: &Outline<'_>,
    after: &Outline<'_>,
    site: &Site,
) -> Vec<Difference> {
    let (old, new) = (&before.subjects, &after.subjects);
    let terms = site.terms();
    let writer = Writer { prefixes: site.all_prefixes(), terms: &terms, iri };
    let (old, new) = match kind {
        ModelKind::License => (writer.record(old), writer.record(new)),
        ModelKind::DependencyGraph | ModelKind::Vocabulary => {
            (writer.graph(old, new), writer.graph(new, old))
        }
    };
    compare(&old, &new)
}

/// Statements by subject.
type Statements = BTreeMap<String, BTreeSet<String>>;

fn compare(old: &Statements, new: &Statements) -> Vec<Difference> {
    let none = BTreeSet::new();
    let mut differences = Vec::new();
    let topics: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for topic in topics {
        let (was, is) = (old.get(topic).unwrap_or(&none), new.get(topic).unwrap_or(&none));
        let removed: Vec<&String> = was.difference(is).collect();
        let added: Vec<&String> = is.difference(was).collect();
        if let ([previous], [statement]) = (removed.as_slice(), added.as_slice()) {
            differences.push(Difference {
                action: ChangeAction::Changed,
                statement: (*statement).clone(),
                previous: (*previous).clone(),
            });
            continue;
        }
        let single = |action, statement: &String| Difference {
            action,
            statement: statement.clone(),
            previous: String::new(),
        };
        differences.extend(added.into_iter().map(|statement| single(ChangeAction::Added, statement)));
        differences.extend(removed.into_iter().map(|statement| single(ChangeAction::Removed, statement)));
    }
    differences.sort();
    differences
}

struct Writer<'a> {
    prefixes: Prefixes,
    terms: &'a OwnTerms,
    iri: &'a str,
}

impl Writer<'_> {
    fn record(&self, subjects: &[Subject<'_>]) -> Statements {
        let mut statements = Statements::new();
        for property in subjects.iter().flat_map(|subject| &subject.node.properties) {
            let word = match property.predicate {
                odrl::PERMISSION => "permission",
                odrl::PROHIBITION => "prohibition",
                odrl::DUTY => "duty",
                _ => "",
            };
            for object in &property.objects {
                let (topic, statement) = match object {
                    Object::Node(rule) if !word.is_empty() => {
                        let action = self.first(rule, odrl::ACTION);
                        (format!("{word} {action}"), format!("{word} {}", self.rule(rule)))
                    }
                    Object::Node(target) if property.predicate == odrl::TARGET => {
                        let types = self.list(target, dct::TYPE);
                        ("target".to_owned(), format!("target asset types [{types}]"))
                    }
                    Object::Node(limit) if property.predicate == self.terms.use_limit => {
                        let kind = self.first(limit, &self.terms.limit_kind);
                        (format!("limit on use {kind}"), format!("limit on use {}", self.facts(limit)))
                    }
                    Object::Node(way) if property.predicate == self.terms.relicensing => {
                        ("relicensing".to_owned(), format!("relicensing {}", self.facts(way)))
                    }
                    _ if self.only_counts_versions(property.predicate) => continue,
                    _ => {
                        let predicate = self.name(property.predicate);
                        let statement = format!("{predicate} {}", self.object(object));
                        (predicate, statement)
                    }
                };
                statements.entry(topic).or_default().insert(statement);
            }
        }
        statements
    }

    /// Statements of a graph: one for a subject that only one graph has, one for each property of a common subject.
    fn graph(&self, subjects: &[Subject<'_>], others: &[Subject<'_>]) -> Statements {
        let known: BTreeSet<&str> = others.iter().filter_map(|subject| subject.iri).collect();
        let mut statements = Statements::new();
        for subject in subjects {
            let iri = subject.iri.unwrap_or_default();
            let name = self.name(iri);
            let is_axioms = subject
                .node
                .properties
                .iter()
                .all(|property| DependencyGraph::is_relation(property.predicate, self.terms));
            if !known.contains(iri) && !is_axioms && iri != self.iri {
                let statement = self.whole(&subject.node, &name);
                statements.entry(format!("whole {name}")).or_default().insert(statement);
                continue;
            }
            for property in &subject.node.properties {
                if self.only_counts_versions(property.predicate) {
                    continue;
                }
                let predicate = if property.predicate == rdf::TYPE {
                    "a".to_owned()
                } else {
                    self.name(property.predicate)
                };
                let topic = if iri == self.iri { predicate } else { format!("{name} {predicate}") };
                for object in &property.objects {
                    let statement = format!("{topic} {}", self.object(object));
                    statements.entry(topic.clone()).or_default().insert(statement);
                }
            }
        }
        statements
    }

    fn whole(&self, node: &Node<'_>, name: &str) -> String {
        let types = self.list(node, rdf::TYPE);
        if types == self.name(&self.terms.default_rule) {
            format!(
                "rule {} {} in {}",
                self.first(node, &self.terms.applies_to),
                self.first(node, &self.terms.default_outcome),
                self.first(node, &self.terms.in_jurisdiction)
            )
        } else if types == self.name(&self.terms.axiom_removal) {
            let part = |predicate| self.first(node, predicate);
            format!("removal of {} {} {}", part(rdf::SUBJECT), part(rdf::PREDICATE), part(rdf::OBJECT))
        } else {
            format!("term {name}")
        }
    }

    /// The properties of a node but for its class and the locator, which follow from the rest.
    fn facts(&self, node: &Node<'_>) -> String {
        let left_out = [rdf::TYPE, self.terms.evidence_locator.as_str()];
        let facts = node.properties.iter().filter(|it| !left_out.contains(&it.predicate)).map(|it| {
            let mut values: Vec<String> = it.objects.iter().map(|object| self.object(object)).collect();
            values.sort();
            format!("{} {}", self.name(it.predicate), values.join(", "))
        });
        facts.collect::<Vec<_>>().join("; ")
    }

    /// `action with duties [a, b] in the form … alternative "…" evidence "…" by convention "…"`, with only the parts
    /// that exist. A locator is not one: it follows from its evidence.
    fn rule(&self, node: &Node<'_>) -> String {
        let mut text = self.first(node, odrl::ACTION);
        let mut duties: Vec<String> = objects(node, odrl::DUTY)
            .filter_map(|duty| match duty {
                Object::Node(duty) => Some(self.rule(duty)),
                _ => None,
            })
            .collect();
        duties.sort();
        if !duties.is_empty() {
            text.push_str(&format!(" with duties [{}]", duties.join(", ")));
        }
        for (word, predicate) in [
            ("in the form", &self.terms.conveyed_form),
            ("alternative", &self.terms.alternative_group),
            ("changed only", &self.terms.changed_only),
            ("for the class", &self.terms.license_class),
            ("evidence", &self.terms.evidence),
            ("by convention", &self.terms.convention),
        ] {
            for object in objects(node, predicate) {
                text.push_str(&format!(" {word} {}", self.object(object)));
            }
        }
        text
    }

    fn only_counts_versions(&self, predicate: &str) -> bool {
        [dct::HAS_VERSION, dct::MODIFIED, self.terms.version_history.as_str()].contains(&predicate)
    }

    fn first(&self, node: &Node<'_>, predicate: &str) -> String {
        objects(node, predicate).next().map(|object| self.object(object)).unwrap_or_default()
    }

    fn list(&self, node: &Node<'_>, predicate: &str) -> String {
        let mut values: Vec<String> = objects(node, predicate).map(|object| self.object(object)).collect();
        values.sort();
        values.join(", ")
    }

    fn object(&self, object: &Object<'_>) -> String {
        match object {
            Object::Iri(iri) => self.name(iri),
            Object::Literal { value, language, datatype } => {
                let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
                match language {
                    Some(language) => format!("\"{value}\"@{language}"),
                    None if *datatype == xsd::STRING => format!("\"{value}\""),
                    None => format!("\"{value}\"^^{}", self.name(datatype)),
                }
            }
            Object::Node(node) => {
                let properties: Vec<String> = node
                    .properties
                    .iter()
                    .map(|p| {
                        let values: Vec<String> =
                            p.objects.iter().map(|object| self.object(object)).collect();
                        format!("{} {}", self.name(p.predicate), values.join(", "))
                    })
                    .collect();
                format!("[{}]", properties.join("; "))
            }
        }
    }

    fn name(&self, iri: &str) -> String {
        match self.prefixes.split(iri) {
            Some((prefix, local)) if !local.is_empty() && !local.contains('/') => format!("{prefix}:{local}"),
            _ => format!("<{iri}>"),
        }
    }
}

fn objects<'n>(node: &'n Node<'n>, predicate: &str) -> impl Iterator<Item = &'n Object<'n>> {
    node.properties.iter().filter(move |p| p.predicate == predicate).flat_map(|p| &p.objects)
}
