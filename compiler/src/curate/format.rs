use super::{Edit, Edits};
use crate::model::{Library, Model, ModelVersion};
use crate::rdf::{Graph, Outline, OutlineError, Prefixes, write_turtle};

/// A file cannot be brought into house style.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{path}` has no house style: {source}")]
pub struct FormatError {
    /// The file.
    pub path: String,
    /// Why.
    pub source: OutlineError,
}

/// A Turtle document in house style: the comment lines at its head as they were, the prefix block, then the
/// triples in the order every Turtle of this library has.
pub fn format_file(text: &[u8], graph: &Graph, prefixes: &Prefixes) -> Result<Vec<u8>, OutlineError> {
    let text = String::from_utf8_lossy(text);
    let head: Vec<&str> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .take_while(|line| line.starts_with('#'))
        .map(str::trim_end)
        .collect();
    let mut styled = head.join("\n");
    if !head.is_empty() {
        styled.push_str("\n\n");
    }
    styled.push_str(&write_turtle(&Outline::of(graph)?, prefixes));
    Ok(styled.into_bytes())
}

/// Every current file that is not in house style yet. Archived versions stay as they were published.
pub fn format_library(library: &Library) -> Result<Edits, FormatError> {
    let (record, ontology) = (library.site.record_prefixes(), library.site.ontology_prefixes());
    let mut edits = Edits::default();
    for model in library.licenses.values() {
        edits.files.extend(format(model, &record)?);
    }
    for model in library.graphs.values() {
        edits.files.extend(format(model, &ontology)?);
    }
    edits.files.extend(format(&library.vocabulary, &ontology)?);
    Ok(edits)
}

fn format<T>(model: &Model<T>, prefixes: &Prefixes) -> Result<Option<Edit>, FormatError> {
    let ModelVersion { source, graph, .. } = &model.current;
    let bytes = format_file(&source.bytes, graph, prefixes)
        .map_err(|error| FormatError { path: source.path.clone(), source: error })?;
    Ok((bytes != *source.bytes).then(|| Edit { path: source.path.clone(), bytes }))
}
