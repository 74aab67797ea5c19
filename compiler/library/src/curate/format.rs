use super::{Edit, Edits};
use muniment_licenses::model::{Library, Model, ModelVersion};
use muniment_rdf::{Graph, Outline, OutlineError, Prefixes, write_turtle};

/// A file that cannot be formatted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Its graph has no outline.
    #[error("`{path}` has no house style: {source}")]
    NoOutline {
        /// The file.
        path: String,
        /// The reason.
        source: OutlineError,
    },
    /// A comment below the head of the file would be lost.
    #[error(
        "`{path}`, line {line}: a comment here would be lost; move it to the head of the file, or remove it"
    )]
    Comment {
        /// The file.
        path: String,
        /// Line of the first such comment, from 1.
        line: usize,
    },
}

/// Formats a Turtle document: the comment lines at its head, the prefixes, then the triples in the standard order.
pub fn format_file(text: &[u8], graph: &Graph, prefixes: &Prefixes) -> Result<Vec<u8>, OutlineError> {
    let text = String::from_utf8_lossy(text);
    let head: Vec<&str> = head(&text).map(str::trim_end).collect();
    let mut styled = head.join("\n");
    if !head.is_empty() {
        styled.push_str("\n\n");
    }
    styled.push_str(&write_turtle(&Outline::of(graph)?, prefixes));
    Ok(styled.into_bytes())
}

/// Formats every current file, and removes carriage returns and byte order marks. Archived versions are not changed.
///
/// # Errors
/// All files that cannot be formatted.
pub fn format_library(library: &Library) -> Result<Edits, Vec<FormatError>> {
    let (record, ontology) = (library.site.record_prefixes(), library.site.ontology_prefixes());
    let licenses = library.licenses.values().map(|model| format(model, &record));
    let graphs = library.graphs.values().map(|model| format(model, &ontology));
    let has_vocabulary = !library.vocabulary.current.source.bytes.is_empty();
    let vocabulary = has_vocabulary.then(|| format(&library.vocabulary, &ontology));
    let (mut edits, mut errors) = (Edits::default(), Vec::new());
    for formatted in licenses.chain(graphs).chain(vocabulary) {
        match formatted {
            Ok(edit) => edits.files.extend(edit),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(edits) } else { Err(errors) }
}

fn format<T>(model: &Model<T>, prefixes: &Prefixes) -> Result<Option<Edit>, FormatError> {
    let ModelVersion { source, graph, .. } = &model.current;
    let path = source.path.clone();
    let bytes = format_file(&source.bytes, graph, prefixes)
        .map_err(|source| FormatError::NoOutline { path: path.clone(), source })?;
    if bytes == *source.bytes {
        return Ok(None);
    }
    match comment_below_head(&source.bytes) {
        Some(line) => Err(FormatError::Comment { path, line }),
        None => Ok(Some(Edit::Write { path, bytes })),
    }
}

/// The comment lines at the head of a document.
fn head(text: &str) -> impl Iterator<Item = &str> {
    text.trim_start_matches('\u{feff}').lines().take_while(|line| line.starts_with('#'))
}

/// The line of the first comment that formatting would drop.
pub(super) fn comment_below_head(text: &[u8]) -> Option<usize> {
    let text = String::from_utf8_lossy(text);
    let skipped = head(&text).count();
    let body: String = text.split_inclusive('\n').skip(skipped).collect();
    let mut line = skipped + 1;
    let mut rest = body.as_str();
    while let Some(first) = rest.chars().next() {
        let token = match first {
            '#' => return Some(line),
            '<' => rest.find('>').map_or(rest.len(), |end| end + 1),
            '"' | '\'' => literal(rest, first),
            // A local name may contain an escaped `#`.
            '\\' => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            _ => first.len_utf8(),
        };
        let (passed, after) = rest.split_at_checked(token).unwrap_or((rest, ""));
        line += passed.matches('\n').count();
        rest = after;
    }
    None
}

/// The length of the literal at the start of a text, with quotes.
fn literal(text: &str, quote: char) -> usize {
    let long: String = [quote; 3].iter().collect();
    let mark = if text.starts_with(&long) { long } else { quote.to_string() };
    let mut at = mark.len();
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with(&mark) {
            return at + mark.len();
        }
        let escaped = usize::from(rest.starts_with('\\'));
        at += rest.chars().take(1 + escaped).map(char::len_utf8).sum::<usize>();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_are_taken_for_comments() {
        for (text, expected) in [
            ("# head\n# head\n\n<http://a/#b> <http://c/> 1 .\n", None),
            (
                "@prefix a: <http://a/#> .\na:s a:p \"# no\", '# no \\' # no', \"\"\"\n# no \" # \"\"\"@en, a:x\\#y .\n",
                None,
            ),
            ("# head\n\na:s a:p 1 . # yes\n", Some(3)),
            ("a:s a:p \"\"\"\n\n\"\"\" ;\n  # yes\n a:q 2 .\n", Some(4)),
            ("a:s a:p \"\", '' .\n# yes\n", Some(2)),
        ] {
            assert_eq!(comment_below_head(text.as_bytes()), expected, "{text}");
        }
    }
}
