use super::{change_log, folder::Folder};
use muniment_licenses::model::{Extent, Fault, Model, ModelVersion, Place, SourceFile, VersionNumber};
use muniment_rdf::{Graph, MAX_DEPTH, OutlineError, ReadError, Syntax, Term, Triple, read, triple_lines};

/// How to read one kind of model.
pub(super) struct ModelKindReader<'a, T> {
    pub(super) extent: Extent,
    /// Reads the model of a subject from triples.
    pub(super) content: &'a (dyn Fn(&Graph, &str) -> T + Sync),
}

/// Reads the triples of a current file.
pub(super) fn graph(source: &SourceFile, faults: &mut Vec<Fault>) -> Option<Graph> {
    match read(Syntax::Turtle, &source.bytes) {
        Ok(graph) => Some(graph),
        Err(error) => {
            faults.push(not_turtle(&source.path, &error));
            None
        }
    }
}

/// Builds a model from its current file, the archive folder and the change log. `archive` is the folder of `v<n>.ttl`
/// and `changelog.toml`.
pub(super) fn model<T>(
    data: &Folder<'_>,
    kind: &ModelKindReader<'_, T>,
    iri: String,
    current: (SourceFile, Graph),
    archive: &str,
    faults: &mut Vec<Fault>,
) -> Option<Model<T>> {
    let mut archived = Vec::new();
    for (number, path) in archived_files(data, archive, faults) {
        if number != VersionNumber::at(archived.len()) {
            let expected = VersionNumber::at(archived.len());
            faults.push(Fault::error(
                51,
                Place::file(archive),
                format!("version {expected} is missing although version {number} is archived"),
                format!("put the file of version {expected} back as `v{expected}.ttl`; nothing published is removed"),
            ));
            break;
        }
        let Some(source) = data.file(&path, faults) else { break };
        let Some(graph) = graph(&source, faults) else { break };
        let Some(version) = version(kind, number, &iri, source, graph, faults) else { break };
        archived.push(version);
    }
    let (source, graph) = current;
    let current = version(kind, VersionNumber::at(archived.len()), &iri, source, graph, faults)?;
    let change_log_path = format!("{archive}/changelog.toml");
    let written = data.file(&change_log_path, faults);
    let change_log = written.as_ref().and_then(|source| change_log::read(source, faults));
    let change_log_source = written.map_or_else(|| Vec::new().into(), |source| source.bytes);
    let extent = kind.extent;
    Some(Model { iri, extent, archived, current, change_log, change_log_path, change_log_source })
}

/// Archived versions by number, which comes from the file name.
fn archived_files(data: &Folder<'_>, archive: &str, faults: &mut Vec<Fault>) -> Vec<(VersionNumber, String)> {
    let mut files = Vec::new();
    for name in data.names(archive, faults) {
        if name == "changelog.toml" {
            continue;
        }
        let number = name.strip_prefix('v').and_then(|rest| rest.strip_suffix(".ttl")).map(str::parse);
        match number {
            Some(Ok(number)) => files.push((number, format!("{archive}/{name}"))),
            _ => faults.push(Fault::error(
                51,
                Place::file(format!("{archive}/{name}")),
                "this is neither an archived version nor a change log",
                "name archived versions `v<n>.ttl` with n from 1, or move the file elsewhere",
            )),
        }
    }
    files.sort();
    files
}

fn version<T>(
    kind: &ModelKindReader<'_, T>,
    number: VersionNumber,
    iri: &str,
    source: SourceFile,
    graph: Graph,
    faults: &mut Vec<Fault>,
) -> Option<ModelVersion<T>> {
    let canonical = kind.extent.canonical(&graph, iri);
    let at = |triple: usize| {
        let line = triple_lines(&source.bytes).get(triple).copied().unwrap_or(0);
        Place { file: source.path.clone(), line, column: 0 }
    };
    if let Some(triple) = graph.triples().iter().position(holds_unwritable_text) {
        let help = "remove the control character; no XML document can carry it";
        faults.push(Fault::error(5, at(triple), "a literal holds a control character", help));
        return None;
    }
    // Most records have so few nodes that they cannot be nested too deeply.
    let nested = graph.triples().iter().filter(|triple| matches!(triple.object, Term::BlankNode(_))).count();
    let outline = if nested <= MAX_DEPTH { Ok(()) } else { kind.extent.outline(&graph, iri).map(drop) };
    if outline == Err(OutlineError::TooDeep) {
        let help = "flatten the description; three levels are the rule";
        faults.push(Fault::error(6, Place::file(source.path), OutlineError::TooDeep.to_string(), help));
        return None;
    }
    match canonical {
        Ok(canonical) => Some(ModelVersion {
            number,
            content: (kind.content)(&graph, iri).into(),
            content_hash: canonical.hash(),
            canonical: canonical.into_text().into(),
            graph: graph.into(),
            source,
        }),
        Err(error) => {
            let place = at(error.triple());
            let help = "write each blank node once, in brackets, where it is referred to";
            faults.push(Fault::error(6, place, error.to_string(), help));
            None
        }
    }
}

/// Whether a text has characters that XML 1.0 cannot express.
fn holds_unwritable_text(triple: &Triple) -> bool {
    match &triple.object {
        Term::Literal(literal) => literal.value().chars().any(|c| {
            matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
        }),
        _ => false,
    }
}

fn not_turtle(path: &str, error: &ReadError) -> Fault {
    let place = Place { file: path.to_owned(), line: error.line, column: error.column };
    let check = if error.message.contains("not UTF-8") { 1 } else { 2 };
    let help =
        if check == 1 { "save the file as UTF-8" } else { "mend the Turtle here; the rest was not read" };
    Fault::error(check, place, format!("not valid Turtle: {}", error.message), help)
}
