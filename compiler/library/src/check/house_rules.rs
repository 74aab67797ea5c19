//! The rules of `house-rules.toml`.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Context, Record};
use muniment_licenses::model::terms::{COUNTRY_NS, cc, odrl};
use muniment_licenses::model::{Agreement, Condition, Fault, HouseRule, Library, Place, Scope, Severity};
use muniment_rdf::Term;

const FAMILIES: &str = "families.toml";

pub(super) fn classes_exist(context: &Context<'_>) -> Vec<Fault> {
    let named: BTreeSet<&str> = context.library.house_rules.classes().collect();
    if context.library.classes.is_empty() && !named.is_empty() {
        let message = "house rules name classes, and no class is defined";
        return vec![Fault::error(47, Place::file(FAMILIES), message, "define them; a class may be empty")];
    }
    let missing = named.into_iter().filter(|name| !is_class(context.library, name));
    missing
        .map(|name| {
            let message = format!("the class `{name}`, which house rules name, is not defined");
            Fault::error(47, Place::file(FAMILIES), message, "define it; a class may be empty")
        })
        .collect()
}

fn is_class(library: &Library, name: &str) -> bool {
    library.classes.iter().any(|class| class.name == name)
}

/// Whether a finding of a rule may depend on several records.
pub(super) fn is_across_records(library: &Library, check: u8) -> bool {
    library.house_rules.agreements.iter().any(|agreement| agreement.check == check)
}

/// Breaches of the rules and agreements. Rules with an undefined class are skipped, because another check reports the
/// class.
pub(super) fn find(library: &Library, scope: &Scope) -> Vec<Fault> {
    let rules = &library.house_rules;
    let examined = |check: u8| {
        let scope = if is_across_records(library, check) { &Scope::Everything } else { scope };
        Context::new(library, scope)
    };
    let mut faults = Vec::new();
    for rule in rules.rules.iter().filter(|rule| rule.classes().all(|class| is_class(library, class))) {
        faults.extend(breaches(&examined(rule.check), rule));
    }
    for agreement in &rules.agreements {
        faults.extend(disagreements(&examined(agreement.check), agreement));
    }
    faults
}

fn breaches(context: &Context<'_>, rule: &HouseRule) -> Vec<Fault> {
    let records: Vec<Record<'_>> = match &rule.class {
        Some(class) => context.class(class),
        None => context.records().collect(),
    };
    let is_excepted =
        |record: &Record<'_>| rule.except.iter().any(|class| context.library.is_in_class(record.id, class));
    let is_meant =
        |record: &Record<'_>| rule.when.iter().all(|condition| breach(condition, record).is_none());
    let mut faults = Vec::new();
    for record in records.iter().filter(|record| !is_excepted(record) && is_meant(record)) {
        for breach in rule.demand.iter().filter_map(|condition| breach(condition, record)) {
            let message = format!("{} {}", rule.about, breach.words);
            let place = match breach.at {
                At::Record => record.place(),
                At::Statement(rule) => record.place_of(rule),
                At::Object(triple) => record.places().object(triple),
                At::Predicate(triple) => record.places().predicate(triple),
            };
            faults.push(match rule.severity {
                Severity::Error => record.error(rule.check, place, message, rule.help.as_str()),
                Severity::Warning => record.warning(rule.check, place, message, rule.help.as_str()),
            });
        }
    }
    faults
}

/// A breach of a condition.
struct Breach<'c> {
    /// The predicate of a sentence about the record.
    words: String,
    at: At<'c>,
}

/// The place of a breach.
enum At<'c> {
    Record,
    Statement(&'c muniment_licenses::model::Rule),
    Object(usize),
    Predicate(usize),
}

/// `None` if the record meets the condition.
fn breach<'c>(condition: &Condition, record: &Record<'c>) -> Option<Breach<'c>> {
    let context = record.context;
    let license = record.license();
    let name = |iri: &str| context.name(iri);
    let names = |iris: &[String]| context.names(iris.iter().map(String::as_str));
    let lacks = |words: String| Some(Breach { words, at: At::Record });
    match condition {
        Condition::Permits(act) if !license.permits(act) => lacks(format!("does not permit {}", name(act))),
        Condition::PermitsNot(act) => license
            .permission(act)
            .map(|rule| Breach { words: format!("permits {}", name(act)), at: At::Statement(rule) }),
        Condition::Prohibits(act) if !license.prohibits(act) => {
            lacks(format!("does not prohibit {}", name(act)))
        }
        Condition::ProhibitsAny(acts) if !acts.iter().any(|act| license.prohibits(act)) => {
            lacks(format!("prohibits none of {}", names(acts)))
        }
        Condition::ProhibitsNot(act) => record
            .prohibition(act)
            .map(|rule| Breach { words: format!("prohibits {}", name(act)), at: At::Statement(rule) }),
        Condition::Requires(act) if !license.requires_anywhere(act) => {
            lacks(format!("does not require {}", name(act)))
        }
        Condition::RequiresAny(acts) if !acts.iter().any(|act| license.requires_anywhere(act)) => {
            lacks(format!("requires none of {}", names(acts)))
        }
        Condition::RequiresNot(act) if license.requires_anywhere(act) => {
            lacks(format!("requires {}", name(act)))
        }
        Condition::RequiresOfTheWhole(act) if !license.requires(act) => {
            lacks(format!("does not require {} of the whole", name(act)))
        }
        Condition::RequiresOnAnAct(act) if license.requires(act) => {
            lacks(format!("requires {} of the whole and not on an act", name(act)))
        }
        Condition::RequiresOnAnAct(act) if !license.requires_anywhere(act) => {
            lacks(format!("requires {} on no act", name(act)))
        }
        Condition::MentionsNot(act) => {
            let (role, rule) = record.statements().find(|(_, rule)| rule.action == *act)?;
            let words = format!("states {} as a {}", name(act), role.word());
            Some(Breach { words, at: At::Statement(rule) })
        }
        Condition::Duties { act, duties } => {
            let rule = license.permission(act)?;
            let stated: BTreeSet<&str> = rule.duties.iter().map(|duty| duty.action.as_str()).collect();
            let expected: BTreeSet<&str> = duties.iter().map(String::as_str).collect();
            let shown = |acts: &BTreeSet<&str>| match acts.is_empty() {
                true => "without duties".to_owned(),
                false => format!("with the duties {}", context.names(acts.iter().copied())),
            };
            let words = format!("permits {} {}, not {}", name(act), shown(&stated), shown(&expected));
            (stated != expected).then_some(Breach { words, at: At::Statement(rule) })
        }
        Condition::IsFor(asset_type) if !license.targets.contains(asset_type) => {
            lacks(format!("is not for {}", name(asset_type)))
        }
        Condition::States(property) if record.objects(property).next().is_none() => {
            lacks(format!("does not state {}", name(property)))
        }
        Condition::StatesNot(property) => record
            .objects(property)
            .next()
            .map(|(at, _)| Breach { words: format!("states {}", name(property)), at: At::Predicate(at) }),
        Condition::InAnyClass(classes)
            if !classes.iter().any(|class| context.library.is_in_class(record.id, class)) =>
        {
            let classes: Vec<String> = classes.iter().map(|class| format!("`{class}`")).collect();
            lacks(format!("is not in the class {}", classes.join(" or ")))
        }
        Condition::IsForACountry => {
            let (at, iri) = record.iris(cc::JURISDICTION).find(|(_, iri)| !iri.starts_with(COUNTRY_NS))?;
            Some(Breach { words: format!("is for {}, which is no country", name(iri)), at: At::Object(at) })
        }
        Condition::AsksForSomething
            if license.prohibitions.is_empty() && license.rules().count() == license.permissions.len() =>
        {
            lacks("neither prohibits nor requires anything".to_owned())
        }
        _ => None,
    }
}

/// The value of a property, or the asset types, in one comparable form.
fn said(record: &Record<'_>, property: &str) -> BTreeSet<String> {
    if property == odrl::TARGET {
        return record.license().targets.iter().cloned().collect();
    }
    record.objects(property).map(|(_, object)| shown(object)).collect()
}

fn shown(object: &Term) -> String {
    match object {
        Term::NamedNode(iri) => iri.as_str().to_owned(),
        Term::Literal(literal) => literal.value().to_owned(),
        Term::BlankNode(_) => String::new(),
    }
}

fn disagreements(context: &Context<'_>, agreement: &Agreement) -> Vec<Fault> {
    let mut groups: BTreeMap<Vec<BTreeSet<String>>, Record<'_>> = BTreeMap::new();
    let mut faults = Vec::new();
    for record in context.class(&agreement.class) {
        let group = agreement.by.iter().map(|property| said(&record, property)).collect();
        let first = *groups.entry(group).or_insert(record);
        let (own, other) = (record.license(), first.license());
        let on = agreement.on.iter().filter(|property| said(&record, property) != said(&first, property));
        let permissions = agreement.permissions.iter().filter(|act| own.permits(act) != other.permits(act));
        let prohibitions =
            agreement.prohibitions.iter().filter(|act| own.prohibits(act) != other.prohibits(act));
        let by = context.names(agreement.by.iter().map(String::as_str));
        for (what, iri) in on
            .map(|iri| ("its", iri))
            .chain(permissions.map(|iri| ("its permission of", iri)))
            .chain(prohibitions.map(|iri| ("its prohibition of", iri)))
        {
            let message = format!(
                "{what} {} is not as in `{}`, which is of the same {by}",
                context.name(iri),
                first.id
            );
            faults.push(record.error(agreement.check, record.place(), message, agreement.help.as_str()));
        }
    }
    faults
}
