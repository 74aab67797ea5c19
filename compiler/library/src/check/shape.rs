//! Checks 2 and 4 to 9: identifiers, terms every syntax can write, trees, prefixes, properties.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Context, Record};
use super::nodes::nodes;
use muniment_licenses::model::terms::{cc, dct, foaf};
use muniment_licenses::model::{Fault, Place, Properties};
use muniment_rdf::NamedOrBlankNode;

/// Routes directly under `/licenselibrary/` (spec:version-1#endpoints).
const RECORD_ROUTES: [&str; 14] = [
    "actions",
    "compare",
    "composer",
    "consistencycheck",
    "facetedsearch",
    "history",
    "license",
    "list",
    "mine",
    "narrate",
    "review",
    "spdx",
    "spdx-mapping",
    "translate",
];

/// Routes directly under `/dependencygraph/`.
const GRAPH_ROUTES: [&str; 8] =
    ["changelog", "compare", "graphs", "list", "mine", "removals", "rules", "versions"];

/// Whether an identifier is a route of the API (check 4).
#[must_use]
pub fn is_record_route(id: &str) -> bool {
    RECORD_ROUTES.iter().any(|word| word.eq_ignore_ascii_case(id))
}

/// Reading does not require a record, because a new library has none.
pub(super) fn library_holds_records(context: &Context<'_>) -> Vec<Fault> {
    if !context.library.licenses.is_empty() {
        return Vec::new();
    }
    let help = "begin one with `muniment new`, or put its Turtle file into the folder";
    vec![Fault::error(2, Place::file("licenses"), "the library holds no record", help)]
}

pub(super) fn ids_are_unique(context: &Context<'_>) -> Vec<Fault> {
    let mut seen: BTreeMap<String, Record<'_>> = BTreeMap::new();
    let mut faults = Vec::new();
    for record in context.records() {
        if let Some(other) = seen.insert(record.id.as_str().to_ascii_lowercase(), record) {
            let message = format!("`{}` and `{}` differ in nothing but case", record.id, other.id);
            faults.push(record.error(4, record.place(), message, "give the newer record another identifier"));
        }
    }
    faults
}

pub(super) fn ids_are_not_retired(context: &Context<'_>) -> Vec<Fault> {
    let retired: BTreeMap<String, &str> =
        context.library.retired.iter().map(|old| (old.id.to_ascii_lowercase(), old.id.as_str())).collect();
    let mut faults = Vec::new();
    for record in context.records() {
        if let Some(old) = retired.get(&record.id.as_str().to_ascii_lowercase()) {
            let message = format!("`{}` is the retired identifier `{old}`", record.id);
            let help = "give the record an identifier that was never used";
            faults.push(record.error(4, record.place(), message, help));
        }
    }
    faults
}

pub(super) fn ids_are_no_route_words(context: &Context<'_>) -> Vec<Fault> {
    let is_route = |id: &str, words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(id));
    let message = |id: &str| format!("`{id}` is the address of something else");
    let help = "give the model an identifier that is no word of the API";
    let records = context.records().filter(|r| is_route(r.id.as_str(), &RECORD_ROUTES));
    let graphs = context.graphs().filter(|g| is_route(g.id.as_str(), &GRAPH_ROUTES));
    records
        .map(|record| record.error(4, record.place(), message(record.id.as_str()), help))
        .chain(graphs.map(|g| Fault::error(4, g.places().file(), message(g.id.as_str()), help).of(g.id)))
        .collect()
}

/// The reader of Turtle requires absolute IRIs without characters that N-Triples escapes.
pub(super) fn addresses_are_web_addresses(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        for property in [cc::LEGALCODE, dct::SOURCE, dct::LICENSE, foaf::LOGO, foaf::IMG] {
            for (triple, iri) in record.iris(property) {
                if !iri.starts_with("https://") && !iri.starts_with("http://") {
                    let message = format!("`{iri}` is no web address");
                    let help = format!("give {} an address with http or https", context.name(property));
                    faults.push(record.error(5, record.places().object(triple), message, help));
                }
            }
        }
    }
    faults
}

/// Loading requires that blank nodes form trees of limited depth.
pub(super) fn everything_belongs_to_the_record(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        let graph = record.graph();
        let own = record.node().statements().map(|(index, ..)| index);
        let reached: BTreeSet<usize> = graph.reached(own).into_iter().collect();
        let mut told = BTreeSet::new();
        for (index, triple) in graph.triples().iter().enumerate() {
            if !reached.contains(&index) && told.insert(triple.subject.to_string()) {
                let what = match &triple.subject {
                    NamedOrBlankNode::NamedNode(iri) => context.name(iri.as_str()),
                    NamedOrBlankNode::BlankNode(_) => "a blank node".to_owned(),
                };
                let message = format!("{what} is described here, but nothing of the record leads to it");
                let help = "a record's file holds the record alone: remove the statement, or link it";
                faults.push(record.error(6, record.places().predicate(index), message, help));
            }
        }
    }
    faults
}

pub(super) fn prefixes_agree(context: &Context<'_>) -> Vec<Fault> {
    let block: Vec<String> = context
        .library
        .site
        .record_prefixes()
        .iter()
        .map(|(name, iri)| format!("@prefix {name}: <{iri}> ."))
        .collect();
    let mut faults = Vec::new();
    for record in context.records() {
        let source = &record.model.current.source;
        let text = String::from_utf8_lossy(&source.bytes);
        let mut expected = block.iter();
        let mut last = 0;
        let mut fault = |line: usize, message: String, help: String| {
            let place = Place { file: source.path.clone(), line, column: if line == 0 { 0 } else { 1 } };
            faults.push(record.error(7, place, message, help));
        };
        let declared =
            text.lines().enumerate().take_while(|(_, line)| is_head(line)).filter(|(_, l)| is_directive(l));
        let mut agrees = true;
        for (index, line) in declared {
            last = index + 1;
            let wanted = expected.next();
            if wanted.is_none_or(|wanted| wanted != line) {
                let help = match wanted {
                    Some(wanted) => format!("write `{wanted}` here, as every record does"),
                    None => "remove the line; other records do not have it".to_owned(),
                };
                fault(last, format!("`{line}` is not what other records declare here"), help);
                agrees = false;
                break;
            }
        }
        if let (true, Some(wanted)) = (agrees, expected.next()) {
            let message = "a prefix that every record declares is missing after this line".to_owned();
            fault(last, message, format!("add `{wanted}`"));
        }
    }
    faults
}

/// Whether a line may precede the first statement.
fn is_head(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim();
    line.is_empty() || line.starts_with('#') || is_directive(line)
}

fn is_directive(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["@prefix", "@base", "prefix", "base"].iter().any(|directive| word.eq_ignore_ascii_case(directive))
}

pub(super) fn properties_are_known(context: &Context<'_>) -> Vec<Fault> {
    let properties = Properties::new(&context.terms);
    let mut faults = Vec::new();
    for record in context.records() {
        for node in nodes(&record) {
            for (triple, predicate, _) in node.view.statements() {
                if !properties.recorded(node.role).any(|(iri, _)| iri == predicate) {
                    let message =
                        format!("{} has no place on a {}", context.name(predicate), node.role.word());
                    let help = "use a property that data/README.md lists for it, or remove the statement";
                    faults.push(record.error(9, record.places().predicate(triple), message, help));
                }
            }
        }
    }
    faults
}
