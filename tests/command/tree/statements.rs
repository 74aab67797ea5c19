//! Whatever a record states, a change of it reaches every body and every finding that a whole build gives.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use muniment_library::check::find;
use muniment_library::history::{Catalog, current_release};
use muniment_library::load::{load, reload};
use muniment_licenses::model::{Library as Data, Scope};
use muniment_pages::Pages;
use muniment_rdf::{Graph, Literal, NamedNode, Outline, Syntax, Term, Triple, write};
use muniment_tree::{LastBuild, Settings, plan_within};
use rayon::prelude::*;

use super::incremental::Library;

/// The bodies within a scope, by their addresses.
fn bodies(data: &Data, scope: &Scope) -> BTreeMap<String, Vec<(String, Vec<u8>)>> {
    let settings = Settings::default();
    let catalog = Catalog::new(data);
    let (current, pages) =
        (current_release(catalog.library), Pages::new(&catalog, &settings.base_url).unwrap());
    let plan = plan_within(&catalog, &current, &pages, &settings, scope).unwrap();
    let rendered = plan.addresses.par_iter().map(|(address, planned)| {
        let bodies = plan.render(address, planned).unwrap().into_iter();
        (address.clone(), bodies.map(|body| (body.path, body.bytes)).collect())
    });
    rendered.collect()
}

/// Another object than the one of a statement, of the same kind; none of a blank node, whose own statements change.
fn another(object: &Term, known: &BTreeSet<String>) -> Option<Term> {
    match object {
        Term::NamedNode(node) => {
            let other = known.iter().find(|other| *other != node.as_str());
            let other = other.cloned().unwrap_or_else(|| format!("{}-other", node.as_str()));
            Some(NamedNode::new_unchecked(other).into())
        }
        Term::Literal(literal) => {
            let value = match literal.value() {
                "true" => "false".to_owned(),
                date if literal.datatype().as_str().ends_with("#date") => date.replace("2026", "2025"),
                text => format!("{text} 2"),
            };
            Some(match literal.language() {
                Some(language) => Literal::new_language_tagged_literal_unchecked(value, language).into(),
                None => Literal::new_typed_literal(value, literal.datatype().into_owned()).into(),
            })
        }
        Term::BlankNode(_) => None,
    }
}

#[test]
fn a_change_of_any_statement_is_followed() {
    let library = Library::new();
    let root = library.data.path();
    let data = load(root).library.unwrap();
    let (whole, findings) = (bodies(&data, &Scope::Everything), find(&data, &Scope::Everything, &[]));
    let mut objects: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for triple in data.licenses.values().flat_map(|model| model.current.graph.triples()) {
        let known = objects.entry(triple.predicate.as_str().to_owned()).or_default();
        if let Term::NamedNode(node) = &triple.object {
            known.insert(node.as_str().to_owned());
        }
    }
    let mut changed = BTreeSet::new();
    for (id, model) in &data.licenses {
        let file = library.file(&format!("licenses/{id}.ttl"));
        let (text, triples) = (fs::read(&file).unwrap(), model.current.graph.triples());
        for (place, triple) in triples.iter().enumerate() {
            let predicate = triple.predicate.as_str();
            let Some(object) = another(&triple.object, &objects[predicate]) else { continue };
            // One record for each property.
            if !changed.insert(predicate.to_owned()) {
                continue;
            }
            for other in [Some(Triple { object, ..triple.clone() }), None] {
                let kept = triples.iter().enumerate().filter(|(at, _)| *at != place);
                let graph: Graph = kept.map(|(_, triple)| triple.clone()).chain(other).collect();
                let turtle =
                    write(Syntax::Turtle, &Outline::of(&graph).unwrap(), &data.site.record_prefixes());
                fs::write(&file, turtle.unwrap()).unwrap();
                let last = LastBuild::read(library.out.path(), &Settings::default()).unwrap();
                let reloaded = reload(root, Some(last.snapshot.compared(root)));
                let Some(now) = &reloaded.loaded.library else { continue };
                let partly = bodies(now, &reloaded.scope);
                for (address, bodies) in bodies(now, &Scope::Everything) {
                    let found = partly.get(&address).or(whole.get(&address));
                    assert!(
                        found == Some(&bodies),
                        "{address} is stale after a change of {predicate} in {id}"
                    );
                }
                let found = find(now, &reloaded.scope, &findings);
                assert_eq!(found, find(now, &Scope::Everything, &[]), "{predicate} in {id}");
                assert!(reloaded.files_unchanged.holds());
            }
        }
        fs::write(&file, text).unwrap();
        library.build();
    }
}
