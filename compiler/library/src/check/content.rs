//! Checks 10, 12, 15 to 18 and 21: the properties of a record.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Context, Record};
use super::nodes::nodes;
use muniment_licenses::model::terms::{COUNTRY_NS, cc, dct, rdf, scho, spdx};
use muniment_licenses::model::{Day, Fault, Properties, Role};
use muniment_rdf::Term;

const PLACEHOLDERS: [&str; 8] =
    ["n.n.", "n/a", "not specified", "- not specified -", "tba", "tbd", "todo", "unknown"];

pub(super) fn values_are_of_their_kind(context: &Context<'_>) -> Vec<Fault> {
    let properties = Properties::new(&context.terms);
    let mut faults = Vec::new();
    for record in context.records() {
        for node in nodes(&record) {
            for (triple, predicate, object) in node.view.statements() {
                let known = properties.recorded(node.role).find(|(iri, _)| *iri == predicate);
                let Some((_, allowed)) = known else { continue };
                if predicate == rdf::TYPE {
                    let class = node.role.class(&context.terms);
                    if !matches!(object, Term::NamedNode(iri) if iri.as_str() == class) {
                        let message = format!("a {} is no {}", node.role.word(), written(context, object));
                        let help = format!("type it {}", context.name(class));
                        faults.push(record.error(10, record.places().object(triple), message, help));
                    }
                } else if !allowed.kind.admits(object) {
                    let name = context.name(predicate);
                    let message = format!("{} is no value of {name}", written(context, object));
                    let help = format!("{name} takes {}", allowed.kind.about());
                    faults.push(record.error(10, record.places().object(triple), message, help));
                }
            }
        }
    }
    faults
}

/// A term for messages; long texts are shortened.
fn written(context: &Context<'_>, term: &Term) -> String {
    match term {
        Term::NamedNode(iri) => context.name(iri.as_str()),
        Term::BlankNode(_) => "a blank node".to_owned(),
        Term::Literal(literal) => {
            let value = literal.value();
            let mut shown: String =
                value.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
            if shown.len() < value.len() {
                shown.push('…');
            }
            format!("`{shown}`")
        }
    }
}

pub(super) fn properties_occur_as_often_as_they_should(context: &Context<'_>) -> Vec<Fault> {
    let properties = Properties::new(&context.terms);
    let mut faults = Vec::new();
    for record in context.records() {
        for node in nodes(&record) {
            for (property, allowed) in properties.recorded(node.role) {
                // Duplicate values count once.
                let mut said: Vec<(usize, &Term)> = Vec::new();
                for (triple, object) in node.view.objects(property) {
                    if !said.iter().any(|(_, known)| *known == object) {
                        said.push((triple, object));
                    }
                }
                if (allowed.least..=allowed.most).contains(&said.len()) {
                    continue;
                }
                let name = context.name(property);
                if said.len() < allowed.least {
                    let place =
                        node.pointer.map_or_else(|| record.place(), |triple| record.places().object(triple));
                    let message = format!("the {} has no {name}", node.role.word());
                    faults.push(record.error(10, place, message, format!("state {name} once")));
                } else if let Some((last, _)) = said.last() {
                    let message = format!("the {} has {} values of {name}", node.role.word(), said.len());
                    faults.push(record.error(10, record.places().object(*last), message, "keep one of them"));
                }
            }
        }
    }
    faults
}

pub(super) fn territory_and_asset_types_are_known(context: &Context<'_>) -> Vec<Fault> {
    if !context.has_vocabulary() {
        return Vec::new();
    }
    let is_a = |iri: &str, class: &str| {
        let class = format!("{}{class}", context.library.site.ns_iri());
        context
            .library
            .vocabulary
            .current
            .content
            .terms
            .get(iri)
            .is_some_and(|term| term.types.contains(&class))
    };
    let mut faults = Vec::new();
    for record in context.records() {
        for (triple, iri) in record.iris(cc::JURISDICTION) {
            if !iri.starts_with(COUNTRY_NS) && !is_a(iri, "Jurisdiction") {
                let message = format!("{} is no territory", context.name(iri));
                let help = "name a country, a region of the vocabulary or the whole world";
                faults.push(record.error(10, record.places().object(triple), message, help));
            }
        }
        for node in nodes(&record).into_iter().filter(|node| node.role == Role::Target) {
            for (triple, object) in node.view.objects(dct::TYPE) {
                if let Term::NamedNode(iri) = object
                    && !is_a(iri.as_str(), "AssetType")
                {
                    let message = format!("{} is no asset type", context.name(iri.as_str()));
                    let help = "use a term that the vocabulary types as an asset type";
                    faults.push(record.error(10, record.places().object(triple), message, help));
                }
            }
        }
    }
    faults
}

pub(super) fn own_addresses_have_one_spelling(context: &Context<'_>) -> Vec<Fault> {
    let own = &context.library.site.site_url;
    let other = match own.strip_prefix("https://") {
        Some(rest) => format!("http://{rest}/"),
        None => own.replacen("http://", "https://", 1) + "/",
    };
    let help = format!("begin it with `{own}`");
    let mut faults = Vec::new();
    for file in context.current_files() {
        for (index, triple) in file.graph.triples().iter().enumerate() {
            let predicate = triple.predicate.as_str();
            let mut tell = |place, iri: &str| {
                let message = format!("`{iri}` is not how addresses of the library begin");
                faults.push(Fault::error(12, place, message, help.as_str()).of(&file.id));
            };
            if predicate.starts_with(&other) {
                tell(file.places.predicate(index), predicate);
            }
            if let Term::NamedNode(object) = &triple.object
                && object.as_str().starts_with(&other)
            {
                tell(file.places.object(index), object.as_str());
            }
        }
    }
    faults
}

pub(super) fn records_can_be_found(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        let license = record.license();
        if !license.is_fixture() {
            for (value, property) in [(&license.legalcode, cc::LEGALCODE), (&license.source, dct::SOURCE)] {
                if value.is_none() {
                    let name = context.name(property);
                    let message = format!("the record has no {name}");
                    faults.push(record.warning(
                        15,
                        record.place(),
                        message,
                        format!("give the address with {name}"),
                    ));
                }
            }
        }
        if license.spdx.is_none() && ::spdx::license_id(record.id.as_str()).is_some() {
            let message =
                format!("`{}` is on the SPDX list, but the record declares no SPDX identifier", record.id);
            let help = format!("state {} once the texts are compared", context.name(spdx::LICENSE_ID));
            faults.push(record.warning(15, record.place(), message, help));
        }
        for node in nodes(&record).into_iter().filter(|node| node.role == Role::Target) {
            if !node.view.has(dct::TYPE) {
                let place =
                    node.pointer.map_or_else(|| record.place(), |triple| record.places().object(triple));
                let message = format!("the target has no {}", context.name(dct::TYPE));
                let help = "name at least one asset type; no faceted search finds the record without";
                faults.push(record.error(15, place, message, help));
            }
        }
    }
    faults
}

pub(super) fn spdx_identifiers_are_good(context: &Context<'_>) -> Vec<Fault> {
    let mut seen: BTreeMap<String, Record<'_>> = BTreeMap::new();
    let mut faults = Vec::new();
    for record in context.records() {
        if let Some(declared) = record.license().spdx.as_deref() {
            let place = || {
                let mut stated = record.literals(spdx::LICENSE_ID);
                stated.next().map_or_else(|| record.place(), |(triple, _)| record.places().object(triple))
            };
            if let Some(other) = seen.insert(declared.to_ascii_lowercase(), record) {
                let message = format!("`{declared}` is declared by the record `{}` as well", other.id);
                faults.push(record.error(16, place(), message, "leave it to the record of that very text"));
            }
            let parts: Vec<&str> = declared.split(" WITH ").collect();
            let (license, exceptions) = match parts.split_first() {
                Some((license, exceptions)) if exceptions.len() <= 1 => (*license, exceptions),
                _ => {
                    let message = format!("`{declared}` joins more than one exception to a license");
                    faults.push(record.error(
                        16,
                        place(),
                        message,
                        "write one identifier, or one with one exception",
                    ));
                    continue;
                }
            };
            if ::spdx::license_id(license).is_none() {
                let message = format!("`{license}` is no license of the SPDX list");
                faults.push(record.error(16, place(), message, "write the identifier as the list spells it"));
            }
            for exception in exceptions {
                if ::spdx::exception_id(exception).is_none() {
                    let message = format!("`{exception}` is no exception of the SPDX list");
                    faults.push(record.error(
                        16,
                        place(),
                        message,
                        "write the identifier as the list spells it",
                    ));
                }
            }
        }
    }
    faults
}

pub(super) fn names_lead_to_one_record(context: &Context<'_>) -> Vec<Fault> {
    let mut titles: BTreeMap<String, Vec<Record<'_>>> = BTreeMap::new();
    for record in context.records() {
        titles.entry(record.license().title.value.to_lowercase()).or_default().push(record);
    }
    let mut faults = Vec::new();
    for record in context.records() {
        let license = record.license();
        let alternatives = license.alternatives.iter().map(|name| (dct::ALTERNATIVE, name));
        for (property, name) in alternatives.chain([(dct::TITLE, &license.title.value)]) {
            let others = titles.get(&name.to_lowercase()).into_iter().flatten();
            for other in others.filter(|other| other.id != record.id) {
                let stated = record.literals(property).find(|(_, value)| value == name);
                let place =
                    stated.map_or_else(|| record.place(), |(triple, _)| record.places().object(triple));
                let message = format!("`{name}` is the title of the record `{}`", other.id);
                faults.push(record.warning(16, place, message, "tell the records apart by their names"));
            }
        }
    }
    faults
}

pub(super) fn records_are_under_one_license(context: &Context<'_>) -> Vec<Fault> {
    let Some(house) = &context.library.house_rules.record_license else { return Vec::new() };
    let own = house.record.as_ref().map(|id| (cc::LICENSE, context.library.site.license_iri(id)));
    let fixed: Vec<(&str, String)> = own.into_iter().chain([(dct::LICENSE, house.address.clone())]).collect();
    let mut faults = Vec::new();
    for record in context.records() {
        for (property, fixed) in fixed.iter().map(|(property, iri)| (*property, iri.as_str())) {
            let help = format!("state {} {}", context.name(property), context.name(fixed));
            let said: BTreeMap<&str, usize> =
                record.iris(property).map(|(triple, iri)| (iri, triple)).collect();
            if !said.contains_key(fixed) {
                let message = format!(
                    "the record does not say with {} what it is licensed under",
                    context.name(property)
                );
                faults.push(record.error(17, record.place(), message, help.as_str()));
            }
            for (iri, triple) in said.into_iter().filter(|(iri, _)| *iri != fixed) {
                let message = format!("{} is not what records are licensed under", context.name(iri));
                faults.push(record.error(17, record.places().object(triple), message, help.as_str()));
            }
        }
    }
    faults
}

pub(super) fn validity_is_complete(context: &Context<'_>) -> Vec<Fault> {
    let terms = &context.terms;
    let needs = [
        (&terms.specify_date, scho::START_DATE),
        (&terms.specify_date, scho::END_DATE),
        (&terms.specify_period, scho::VALID_FOR),
    ];
    let mut faults = Vec::new();
    for record in context.records() {
        let kinds: BTreeSet<&str> = record.iris(&terms.validity_type).map(|(_, iri)| iri).collect();
        for (kind, property) in needs {
            let (is_kind, name) = (kinds.contains(kind.as_str()), context.name(property));
            match record.literals(property).next() {
                None if is_kind => {
                    let message = format!("{} needs {name}", context.name(kind));
                    faults.push(record.error(18, record.place(), message, format!("state {name}")));
                }
                Some((triple, _)) if !is_kind => {
                    let message = format!("{name} goes with {} alone", context.name(kind));
                    let help = format!("remove it, or state {}", context.name(&terms.validity_type));
                    faults.push(record.error(18, record.places().predicate(triple), message, help));
                }
                _ => {}
            }
        }
        faults.extend(unreal_periods(&record));
    }
    faults
}

fn unreal_periods(record: &Record<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut days = Vec::new();
    for (triple, text) in record.literals(scho::START_DATE).chain(record.literals(scho::END_DATE)) {
        match text.parse::<Day>() {
            Ok(day) => days.push(day),
            Err(error) => {
                let help = "write the day as YYYY-MM-DD";
                faults.push(record.error(18, record.places().object(triple), error.to_string(), help));
            }
        }
    }
    if let ([start, end], Some((triple, _))) = (days.as_slice(), record.literals(scho::END_DATE).next())
        && start > end
    {
        let message = format!("the license ends on `{end}`, before it starts on `{start}`");
        faults.push(record.error(18, record.places().object(triple), message, "swap the days, or mend one"));
    }
    for (triple, text) in record.literals(scho::VALID_FOR) {
        let is_xsd = text.starts_with('P') && !text.contains(['W', ' ']);
        if !is_xsd || text.parse::<jiff::Span>().is_err() {
            let message = format!("`{text}` is no duration");
            faults.push(record.error(18, record.places().object(triple), message, "write it like `P12M`"));
        }
    }
    faults
}

pub(super) fn texts_are_clean(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        for (index, triple) in record.graph().triples().iter().enumerate() {
            let Term::Literal(literal) = &triple.object else { continue };
            let name = context.name(triple.predicate.as_str());
            let text = literal.value();
            let (message, help) = if text.trim().is_empty() {
                (format!("{name} is empty"), "remove the statement, or say something with it")
            } else if text.trim() != text {
                (format!("{name} begins or ends with white space"), "remove the white space around the text")
            } else if PLACEHOLDERS.contains(&text.to_lowercase().as_str()) {
                (format!("`{text}` is a placeholder"), "remove the statement; what is not known is not said")
            } else {
                continue;
            };
            faults.push(record.error(21, record.places().object(index), message, help));
        }
    }
    faults
}
