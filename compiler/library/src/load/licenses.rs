use std::collections::BTreeMap;

use rayon::prelude::*;

use super::compact::compact;
use super::folder::Folder;
use super::model::{ModelKindReader, graph, model};
use muniment_licenses::model::terms::odrl;
use muniment_licenses::model::{Extent, Fault, License, LicenseId, Model, Place, Site};
use muniment_rdf::{Graph, NamedOrBlankNodeRef, triple_lines};

type Record = (LicenseId, Model<License>);

/// Reads `licenses/` and `history/licenses/`, except the records in `known`.
pub(super) fn load(
    data: &Folder<'_>,
    site: &Site,
    licenses: &mut BTreeMap<LicenseId, Model<License>>,
    faults: &mut Vec<Fault>,
) {
    let names = data.names("licenses", faults);
    let terms = site.terms();
    let kind = ModelKindReader {
        extent: Extent::Closure,
        content: &|graph: &Graph, iri: &str| License::read(graph, iri, site, &terms),
    };
    let is_unknown =
        |name: &&String| name.strip_suffix(".ttl").is_none_or(|stem| !licenses.contains_key(stem));
    let read: Vec<(Option<Record>, Vec<Fault>)> = names
        .par_iter()
        .filter(is_unknown)
        .map(|name| {
            let mut faults = Vec::new();
            let mut record = record(data, site, &kind, name, &mut faults);
            if let Some((_, model)) = record.as_mut().filter(|_| data.is_compact) {
                compact(model);
            }
            (record, faults)
        })
        .collect();
    for (record, found) in read {
        faults.extend(found);
        let Some((id, model)) = record else { continue };
        let path = model.current.source.path.clone();
        if let Some(other) = licenses.insert(id.clone(), model) {
            faults.push(Fault::error(
                3,
                Place::file(path),
                format!("`{}` describes the record `{id}` as well", other.current.source.path),
                "keep one file a record",
            ));
        }
    }
    for folder in data.names("history/licenses", faults) {
        if !licenses.contains_key(folder.as_str()) && !names.contains(&format!("{folder}.ttl")) {
            faults.push(Fault::error(
                51,
                Place::file(format!("history/licenses/{folder}")),
                "there is a history but no record of this name",
                format!("put `licenses/{folder}.ttl` back; a published identifier is never removed"),
            ));
        }
    }
}

fn record(
    data: &Folder<'_>,
    site: &Site,
    kind: &ModelKindReader<'_, License>,
    name: &str,
    faults: &mut Vec<Fault>,
) -> Option<Record> {
    let path = format!("licenses/{name}");
    let Some(stem) = name.strip_suffix(".ttl") else {
        let help = "only Turtle files named after their record belong here";
        faults.push(Fault::error(2, Place::file(path), "this is not a `.ttl` file", help));
        return None;
    };
    let source = data.file(&path, faults)?;
    let graph = graph(&source, faults)?;
    let iri = subject(&graph, &path, &source.bytes, faults)?;
    let place = || {
        let lines = triple_lines(&source.bytes);
        let first = graph.named(&iri).statements().next();
        let line = first.and_then(|(first, ..)| lines.get(first).copied()).unwrap_or(0);
        Place { file: path.clone(), line, column: 1 }
    };
    let id = match iri.strip_prefix(&site.license_base()).map(str::parse::<LicenseId>) {
        Some(Ok(id)) => id,
        Some(Err(error)) => {
            faults.push(Fault::error(
                4,
                place(),
                error.to_string(),
                "give the record an identifier of that form",
            ));
            return None;
        }
        None => {
            let help = format!("name the record <{}{stem}>", site.license_base());
            faults.push(Fault::error(3, place(), format!("<{iri}> is no address of this library"), help));
            return None;
        }
    };
    if id.as_str() != stem {
        faults.push(
            Fault::error(
                3,
                place(),
                format!("the file is named `{stem}` but describes the record `{id}`"),
                format!("rename the file to `{id}.ttl`, or the record to `{stem}` if it was never published"),
            )
            .of(&id),
        );
    }
    let history = format!("history/licenses/{id}");
    let model = model(data, kind, iri, (source, graph), &history, faults)?;
    for version in &model.archived {
        if version.canonical.is_empty() {
            faults.push(Fault::error(
                57,
                Place::file(&version.source.path),
                format!("the archived version does not describe <{}>", model.iri),
                "put the file back as it was published",
            ));
        }
    }
    Some((id, model))
}

/// The IRI of the one `odrl:Set` of a file (check 2).
fn subject(graph: &Graph, path: &str, bytes: &[u8], faults: &mut Vec<Fault>) -> Option<String> {
    let mut sets: Vec<NamedOrBlankNodeRef<'_>> =
        graph.subjects_of(muniment_licenses::model::terms::rdf::TYPE, odrl::SET).collect();
    sets.dedup();
    match sets.as_slice() {
        [NamedOrBlankNodeRef::NamedNode(iri)] => Some(iri.as_str().to_owned()),
        [NamedOrBlankNodeRef::BlankNode(_)] => {
            let help = "name the record by its address";
            faults.push(Fault::error(2, Place::file(path), "the `odrl:Set` is a blank node", help));
            None
        }
        [] => {
            let help = "a record is one `odrl:Set`; type its subject so";
            faults.push(Fault::error(2, Place::file(path), "the file holds no `odrl:Set`", help));
            None
        }
        [_, second, ..] => {
            let first = graph.node(*second).statements().next();
            let line = first.and_then(|(first, ..)| triple_lines(bytes).get(first).copied()).unwrap_or(0);
            faults.push(Fault::error(
                2,
                Place { file: path.to_owned(), line, column: 1 },
                format!("the file holds {} subjects typed `odrl:Set`", sets.len()),
                "keep one record a file",
            ));
            None
        }
    }
}
