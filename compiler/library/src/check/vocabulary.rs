//! Checks 11, 14 and 65: the vocabulary and the use of its terms.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Context, TripleFile};
use muniment_licenses::model::terms::{CC_NS, COUNTRY_NS, ODRL_NS, dct, odrl, owl, rdf, rdfs, xsd};
use muniment_licenses::model::{Fault, Place, Position, Properties, Role, VocabularyTerm};
use muniment_rdf::{NamedOrBlankNode, Term, Triple};

const ACTIONS: &str = "vocabulary/actions.toml";
const GROUPS: [&str; 3] = ["action", "duty", "reasoning"];

/// The own terms in a triple, and whether they are the predicate.
fn own_terms<'t>(triple: &'t Triple, namespace: &'t str) -> impl Iterator<Item = (&'t str, bool)> {
    let object = match &triple.object {
        Term::NamedNode(iri) => Some((iri.as_str(), false)),
        _ => None,
    };
    let is_term = move |iri: &str| iri.strip_prefix(namespace).is_some_and(|local| !local.is_empty());
    [(triple.predicate.as_str(), true)].into_iter().chain(object).filter(move |(iri, _)| is_term(iri))
}

pub(super) fn terms_are_defined(context: &Context<'_>) -> Vec<Fault> {
    if !context.has_vocabulary() {
        return Vec::new();
    }
    let (namespace, defined) =
        (context.library.site.ns_iri(), &context.library.vocabulary.current.content.terms);
    let mut faults = Vec::new();
    for file in context.current_files() {
        for (index, triple) in file.graph.triples().iter().enumerate() {
            for (iri, is_predicate) in
                own_terms(triple, &namespace).filter(|(iri, _)| !defined.contains_key(*iri))
            {
                let place =
                    if is_predicate { file.places.predicate(index) } else { file.places.object(index) };
                let message = format!("the vocabulary does not define {}", context.name(iri));
                faults.push(
                    Fault::error(11, place, message, "define the term, or use one that is").of(&file.id),
                );
            }
        }
    }
    faults
}

pub(super) fn terms_of_the_code_are_defined(context: &Context<'_>) -> Vec<Fault> {
    if !context.has_vocabulary() {
        return Vec::new();
    }
    let defined = &context.library.vocabulary.current.content.terms;
    let place = Place::file(&context.library.vocabulary.current.source.path);
    let missing = context.terms.iter().filter(|iri| !defined.contains_key(*iri));
    missing
        .map(|iri| {
            let message = format!("{}, which the program relies on, is not defined", context.name(iri));
            Fault::error(11, place.clone(), message, "define the term")
                .of(context.library.site.vocabulary_id())
        })
        .collect()
}

pub(super) fn properties_are_used_as_declared(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let properties = Properties::new(&context.terms);
    let roles = [
        Role::Record,
        Role::Rule(Position::Permission),
        Role::HangingDuty,
        Role::Target,
        Role::UseLimit,
        Role::Relicensing,
    ];
    let known: Vec<_> = roles.into_iter().flat_map(|role| properties.recorded(role)).collect();
    let terms = &context.terms;
    let of_rules = [
        &terms.applies_to,
        &terms.default_outcome,
        &terms.in_jurisdiction,
        &terms.rule_status,
        &terms.replaces_rule,
    ];
    let namespace = context.library.site.ns_iri();
    for file in context.current_files() {
        let types = types(&file);
        for (index, triple) in file.graph.triples().iter().enumerate() {
            let predicate = triple.predicate.as_str();
            if !predicate.starts_with(&namespace) {
                continue;
            }
            let Some(term) = context.library.vocabulary.current.content.terms.get(predicate) else {
                continue;
            };
            // Check 10 reports values of the wrong kind.
            if known.iter().any(|(iri, allowed)| *iri == predicate && !allowed.kind.admits(&triple.object)) {
                continue;
            }
            let mut tell = |place, message: String, help: String| {
                faults.push(Fault::error(11, place, message, help).of(&file.id));
            };
            let name = context.name(predicate);
            // Check 59 reports the other errors of rules.
            let is_left_to_rules =
                of_rules.iter().any(|p| *p == predicate) && matches!(triple.object, Term::NamedNode(_));
            if !is_left_to_rules && let Some(wanted) = misused(context, term, &triple.object) {
                tell(
                    file.places.object(index),
                    format!("the value of {name} is not {wanted}"),
                    format!("give it {wanted}"),
                );
            }
            let subject = triple.subject.to_string();
            if let Some(domain) =
                term.domain.as_deref().filter(|domain| !is_typed(types.get(&subject), domain))
            {
                let message = format!("{name} is said of something that is no {}", context.name(domain));
                tell(
                    file.places.predicate(index),
                    message,
                    "say it of another subject, or with another property".to_owned(),
                );
            }
        }
    }
    faults
}

/// The classes of the subjects of a file.
fn types<'f>(file: &TripleFile<'f>) -> BTreeMap<String, BTreeSet<&'f str>> {
    let mut types: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for triple in file.graph.triples() {
        if let (rdf::TYPE, Term::NamedNode(class)) = (triple.predicate.as_str(), &triple.object) {
            types.entry(triple.subject.to_string()).or_default().insert(class.as_str());
        }
    }
    types
}

fn is_typed(types: Option<&BTreeSet<&str>>, class: &str) -> bool {
    let rules = [odrl::PERMISSION_CLASS, odrl::PROHIBITION_CLASS, odrl::DUTY_CLASS];
    let is_rule_class = class.strip_prefix(ODRL_NS) == Some("Rule");
    let is_act = class == odrl::ACTION_CLASS;
    // The vocabulary has the types of acts; check 64 checks those in graphs.
    is_act
        || types.is_some_and(|types| {
            types.contains(class) || (is_rule_class && rules.iter().any(|r| types.contains(r)))
        })
}

/// The expected value, if a value does not match the declaration of its property.
fn misused(context: &Context<'_>, property: &VocabularyTerm, value: &Term) -> Option<String> {
    let wants_literal = property.types.contains(owl::DATATYPE_PROPERTY);
    let wants_resource = property.types.contains(owl::OBJECT_PROPERTY);
    match value {
        Term::Literal(_) if wants_resource => return Some("an address".to_owned()),
        Term::NamedNode(_) | Term::BlankNode(_) if wants_literal => return Some("a literal".to_owned()),
        _ => {}
    }
    let range = property.range.as_deref()?;
    let site = &context.library.site;
    let vocabulary = &context.library.vocabulary.current.content;
    let fits = match value {
        Term::BlankNode(_) => true,
        Term::Literal(literal) => match range {
            rdf::LANG_STRING => literal.language().is_some(),
            xsd::STRING => literal.language().is_none() && literal.datatype().as_str() == xsd::STRING,
            range => literal.datatype().as_str() == range,
        },
        Term::NamedNode(iri) => {
            let iri = iri.as_str();
            let described = vocabulary.terms.get(iri);
            match range {
                odrl::SET => iri.starts_with(&site.license_base()),
                odrl::ACTION_CLASS => {
                    vocabulary.is_action(iri)
                        || (described.is_none() && (iri.starts_with(ODRL_NS) || iri.starts_with(CC_NS)))
                }
                range if range == context.terms.default_rule => {
                    iri.starts_with(&format!("{}rules/", site.graph_base()))
                }
                range => {
                    let is_country =
                        iri.starts_with(COUNTRY_NS) && range == format!("{}Jurisdiction", site.ns_iri());
                    is_country || described.is_some_and(|term| term.types.contains(range))
                }
            }
        }
    };
    (!fits).then(|| format!("a {}", context.name(range)))
}

pub(super) fn deprecated_terms_are_unused(context: &Context<'_>) -> Vec<Fault> {
    let vocabulary = context.library.site.vocabulary_id();
    let (namespace, terms) =
        (context.library.site.ns_iri(), &context.library.vocabulary.current.content.terms);
    let mut faults = Vec::new();
    for file in context.current_files().into_iter().filter(|file| file.id != vocabulary) {
        for (index, triple) in file.graph.triples().iter().enumerate() {
            for (iri, is_predicate) in own_terms(triple, &namespace) {
                let Some(term) = terms.get(iri).filter(|term| term.deprecated) else { continue };
                let place =
                    if is_predicate { file.places.predicate(index) } else { file.places.object(index) };
                let help = match &term.replaced_by {
                    Some(by) => format!("use {} instead", context.name(by)),
                    None => "use another term".to_owned(),
                };
                let message = format!("{} is deprecated", context.name(iri));
                faults.push(Fault::warning(14, place, message, help).of(&file.id));
            }
        }
    }
    faults
}

pub(super) fn deprecated_terms_have_a_replacement(context: &Context<'_>) -> Vec<Fault> {
    let vocabulary = &context.library.vocabulary.current.content;
    let places = context.places(&context.library.vocabulary.current);
    let mut faults = Vec::new();
    for (iri, term) in vocabulary.own_terms().filter(|(_, term)| term.deprecated) {
        let replacement = term.replaced_by.as_deref();
        let is_good = replacement.is_some_and(|by| match vocabulary.terms.get(by) {
            Some(by) => !by.deprecated,
            None => !by.starts_with(&vocabulary.namespace),
        });
        if !is_good {
            let message = format!("the deprecated term {} has no defined replacement", context.name(iri));
            let help = format!("name one with {}", context.name(dct::IS_REPLACED_BY));
            faults.push(
                Fault::error(14, places.subject(iri), message, help).of(context.library.site.vocabulary_id()),
            );
        }
    }
    faults
}

pub(super) fn terms_are_documented(context: &Context<'_>) -> Vec<Fault> {
    let current = &context.library.vocabulary.current;
    let places = context.places(current);
    let mut english: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for triple in current.graph.triples() {
        if let (NamedOrBlankNode::NamedNode(subject), Term::Literal(literal)) =
            (&triple.subject, &triple.object)
            && literal.language() == Some("en")
            && !literal.value().trim().is_empty()
        {
            *english.entry((subject.as_str(), triple.predicate.as_str())).or_default() += 1;
        }
    }
    let mut faults = Vec::new();
    for (iri, term) in current.content.own_terms() {
        let mut tell = |message: String, help: &str| {
            faults.push(
                Fault::error(65, places.subject(iri), message, help).of(context.library.site.vocabulary_id()),
            );
        };
        let name = context.name(iri);
        for property in [rdfs::LABEL, rdfs::COMMENT] {
            let count = english.get(&(iri, property)).copied().unwrap_or_default();
            if count != 1 {
                let message = format!("{name} has {count} English values of {}", context.name(property));
                tell(message, "give it one in English");
            }
        }
        if term.types.is_empty() {
            tell(format!("{name} has no type"), "say whether it is a class, a property or an individual");
        }
        if !term.is_defined_here {
            tell(
                format!("{name} does not say where it is defined"),
                "point at the vocabulary with `rdfs:isDefinedBy`",
            );
        }
        if term.deprecated != term.label.contains("(deprecated") {
            let message = format!("the label of {name} and `owl:deprecated` disagree");
            tell(message, "let the label of a deprecated term, and of no other, say `(deprecated)`");
        }
    }
    faults
}

pub(super) fn labels_are_unique(context: &Context<'_>) -> Vec<Fault> {
    let places = context.places(&context.library.vocabulary.current);
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    let mut faults = Vec::new();
    for (iri, term) in
        context.library.vocabulary.current.content.own_terms().filter(|(_, term)| !term.label.is_empty())
    {
        if let Some(other) = seen.insert(term.label.to_lowercase(), iri) {
            let message = format!(
                "{} and {} are both labelled `{}`",
                context.name(other),
                context.name(iri),
                term.label
            );
            let help = "give one of them another label";
            faults.push(
                Fault::error(65, places.subject(iri), message, help).of(context.library.site.vocabulary_id()),
            );
        }
    }
    faults
}

pub(super) fn offered_acts_are_in_use(context: &Context<'_>) -> Vec<Fault> {
    if !context.has_vocabulary() {
        return Vec::new();
    }
    let vocabulary = &context.library.vocabulary.current.content;
    let is_used = |act: &str| {
        let mut contents = context.library.licenses.values().map(|model| &*model.current.content);
        contents.any(|license| license.rules().any(|rule| rule.action == act))
    };
    let mut seen = BTreeSet::new();
    let mut faults = Vec::new();
    for entry in &context.library.actions {
        let name = context.name(&entry.term);
        let error = |message: String, help: &str| Fault::error(65, Place::file(ACTIONS), message, help);
        if !vocabulary.is_action(&entry.term) {
            faults.push(error(format!("{name} is no act of the vocabulary"), "list acts alone"));
        }
        if !seen.insert(&entry.term) {
            faults.push(error(format!("{name} is listed twice"), "list each act once"));
        }
        if !GROUPS.contains(&entry.group.as_str()) {
            faults.push(error(
                format!("`{}` is no group of acts", entry.group),
                "write `action`, `duty` or `reasoning`",
            ));
        }
        if context.library.house_rules.offers_acts_in_use && entry.composable && !is_used(&entry.term) {
            let message = format!("{name} is offered for authoring, but no record uses it");
            let help = "set `composable` to false until a record shows its use";
            faults.push(Fault::warning(65, Place::file(ACTIONS), message, help));
        }
    }
    for iri in &context.library.asset_types {
        let class = format!("{}AssetType", context.library.site.ns_iri());
        if !vocabulary.terms.get(iri).is_some_and(|term| term.types.contains(&class)) {
            let message = format!("{} is no asset type of the vocabulary", context.name(iri));
            faults.push(Fault::error(65, Place::file(ACTIONS), message, "list asset types alone"));
        }
    }
    faults
}
