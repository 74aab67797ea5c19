use std::str;

use oxjsonld::{JsonLdParser, JsonLdSyntaxError};
use oxrdf::{Quad, Triple};
use oxrdfxml::RdfXmlParser;
use oxttl::{NTriplesParser, TurtleParser, TurtleSyntaxError};

use super::{Graph, Syntax};

/// A document that is not in the syntax it claims; lines and columns count from 1, 0 means unknown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// Line of the first fault.
    pub line: usize,
    /// Column (in characters) of the first fault.
    pub column: usize,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
}

impl ReadError {
    fn unplaced(message: impl ToString) -> Self {
        Self { line: 0, column: 0, message: message.to_string() }
    }
}

/// Reads a document; a byte order mark at its beginning is passed over.
///
/// Only absolute IRIs are admitted, and nothing is fetched: a remote JSON-LD context is an error.
pub fn read(syntax: Syntax, bytes: &[u8]) -> Result<Graph, ReadError> {
    let text = decode(bytes)?;
    match syntax {
        Syntax::Turtle => {
            TurtleParser::new().for_slice(text).collect::<Result<_, _>>().map_err(|e| turtle_error(&e))
        }
        Syntax::NTriples => {
            NTriplesParser::new().for_slice(text).collect::<Result<_, _>>().map_err(|e| turtle_error(&e))
        }
        Syntax::RdfXml => {
            RdfXmlParser::new().for_slice(text).collect::<Result<_, _>>().map_err(ReadError::unplaced)
        }
        Syntax::JsonLd => JsonLdParser::new()
            .for_slice(text)
            .map(|quad| match quad {
                Ok(Quad { subject, predicate, object, graph_name }) if graph_name.is_default_graph() => {
                    Ok(Triple { subject, predicate, object })
                }
                Ok(_) => Err(ReadError::unplaced("named graphs are not admitted, one graph a document")),
                Err(error) => Err(json_ld_error(&error)),
            })
            .collect(),
    }
}

/// Why a Turtle document of a stranger was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoundedReadError {
    /// It is not Turtle.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It declares a base, against which IRIs might have been resolved.
    #[error("the document declares a base")]
    Base,
    /// It holds more triples than it may.
    #[error("the document has more than {0} triples")]
    TooMany(usize),
}

/// Reads a Turtle document of a stranger, who has to write every IRI in full: one with a base is refused.
/// Reading stops when there are more triples than there may be.
pub fn read_bounded_turtle(bytes: &[u8], most_triples: usize) -> Result<Graph, BoundedReadError> {
    let mut parser = TurtleParser::new().for_slice(decode(bytes)?);
    let mut triples = Vec::new();
    for triple in parser.by_ref() {
        if triples.len() == most_triples {
            return Err(BoundedReadError::TooMany(most_triples));
        }
        triples.push(triple.map_err(|error| turtle_error(&error))?);
    }
    // A base once declared can be changed and never be taken back.
    if parser.base_iri().is_some() { Err(BoundedReadError::Base) } else { Ok(triples.into_iter().collect()) }
}

/// The line (from 1) on which each triple of a Turtle document ends, in the order of
/// [`Graph::triples`]; shorter than the graph where the document breaks off.
///
/// Reads line by line, so it is for pointing at faults and not for reading documents.
#[must_use]
pub fn triple_lines(bytes: &[u8]) -> Vec<usize> {
    let Ok(text) = decode(bytes) else { return Vec::new() };
    let mut parser = TurtleParser::new().low_level();
    let mut lines = Vec::new();
    let mut count = 0;
    for line in text.split_inclusive('\n') {
        count += 1;
        parser.extend_from_slice(line.as_bytes());
        while let Some(result) = parser.parse_next() {
            if result.is_err() {
                return lines;
            }
            lines.push(count);
        }
    }
    parser.end();
    while let Some(Ok(_)) = parser.parse_next() {
        lines.push(count);
    }
    lines
}

fn decode(bytes: &[u8]) -> Result<&str, ReadError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let on_line = before.get(line_start..).and_then(|b| str::from_utf8(b).ok()).unwrap_or_default();
        ReadError {
            line: before.iter().filter(|b| **b == b'\n').count() + 1,
            column: on_line.chars().count() + 1,
            message: "the bytes here are not UTF-8".to_owned(),
        }
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn turtle_error(error: &TurtleSyntaxError) -> ReadError {
    let start = error.location().start;
    ReadError {
        line: to_count(start.line),
        column: to_count(start.column),
        message: error.message().to_owned(),
    }
}

fn json_ld_error(error: &JsonLdSyntaxError) -> ReadError {
    let (line, column) =
        error.location().map_or((0, 0), |at| (to_count(at.start.line), to_count(at.start.column)));
    ReadError { line, column, message: error.to_string() }
}

/// Readers count lines and columns from 0.
fn to_count(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let graph = read(Syntax::Turtle, "\u{feff}<http://a/> <http://b/> 1 .".as_bytes());
        assert_eq!(graph.map(|g| g.triples().len()), Ok(1));
    }

    #[test]
    fn faults_carry_their_place() {
        let error = read(Syntax::Turtle, b"<http://a/> <http://b/> 1 .\n<http://a/> ;; .").unwrap_err();
        assert_eq!((error.line, error.column), (2, 13));
        let error = read(Syntax::Turtle, b"# caf\xc3\xa9 \xff\n").unwrap_err();
        assert_eq!((error.line, error.column), (1, 8));
    }

    #[test]
    fn documents_of_strangers_are_bounded_and_have_no_base() {
        let two = b"<http://a/> <http://b/> 1, 2 .";
        assert_eq!(read_bounded_turtle(two, 2).map(|g| g.triples().len()), Ok(2));
        assert!(matches!(read_bounded_turtle(two, 1), Err(BoundedReadError::TooMany(1))));
        for base in [
            "@base <http://a/> . <http://a/> <http://b/> 1 .",
            "<http://a/> <http://b/> 1 . BASE <http://a/>",
        ] {
            assert!(matches!(read_bounded_turtle(base.as_bytes(), 9), Err(BoundedReadError::Base)), "{base}");
        }
        assert!(matches!(read_bounded_turtle(b"<a> <http://b/> 1 .", 9), Err(BoundedReadError::Read(_))));
    }

    #[test]
    fn a_remote_context_is_not_fetched() {
        let document = br#"{"@context": "http://localhost/context", "@id": "http://a/", "http://b/": 1}"#;
        assert!(read(Syntax::JsonLd, document).is_err());
    }

    #[test]
    fn triples_are_placed_on_their_lines() {
        let text = b"@prefix a: <http://a/> .\n\na:s a:p 1 ;\n  a:q [\n    a:r 2 ] .\n";
        let graph = read(Syntax::Turtle, text).unwrap();
        let places: Vec<_> =
            graph.triples().iter().map(|t| t.predicate.as_str()).zip(triple_lines(text)).collect();
        assert!(places.contains(&("http://a/p", 3)) && places.contains(&("http://a/r", 5)), "{places:?}");
    }
}
