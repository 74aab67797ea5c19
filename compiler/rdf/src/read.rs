use std::collections::BTreeMap;
use std::str;

use oxjsonld::{JsonLdParser, JsonLdSyntaxError};
use oxrdf::{NamedOrBlankNode, Quad, Term, Triple};
use oxrdfxml::RdfXmlParser;
use oxttl::{NTriplesParser, TurtleParser, TurtleSyntaxError};

use super::{Graph, Syntax};

/// A syntax error. Lines and columns count from 1; 0 means unknown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// Line of the first fault.
    pub line: usize,
    /// Column (in characters) of the first fault.
    pub column: usize,
    /// The message, without a full stop.
    pub message: String,
}

impl ReadError {
    fn unplaced(message: impl ToString) -> Self {
        Self { line: 0, column: 0, message: message.to_string() }
    }
}

/// Maximum bytes of the expanded entities of an XML document.
const MAX_ENTITIES: usize = 1 << 20;

/// Maximum nesting of a JSON-LD document, because the parser needs stack and time for each level.
const MAX_JSON_DEPTH: usize = 256;

/// Bytes of terms that every document may have.
const MIN_TERMS: usize = 64 << 20;

/// Maximum bytes of terms for each byte of the document, above [`MIN_TERMS`].
const TERMS_PER_BYTE: usize = 16;

/// Maximum bytes of the terms of an untrusted document.
const MAX_FOREIGN_TERMS: usize = 16 << 20;

/// Reads a document, ignoring a byte order mark. IRIs must be absolute. Nothing is fetched: a remote JSON-LD context
/// is an error.
///
/// # Errors
/// The document has a syntax error, expands to much more than its length, or is too deeply nested JSON.
pub fn read(syntax: Syntax, bytes: &[u8]) -> Result<Graph, ReadError> {
    let text = decode(bytes)?;
    let mut terms = Terms::at_most(MIN_TERMS.saturating_add(text.len().saturating_mul(TERMS_PER_BYTE)));
    match syntax {
        Syntax::Turtle => TurtleParser::new()
            .for_slice(text)
            .map(|triple| terms.admit(triple.map_err(|e| turtle_error(&e))?))
            .collect(),
        Syntax::NTriples => {
            NTriplesParser::new().for_slice(text).collect::<Result<_, _>>().map_err(|e| turtle_error(&e))
        }
        Syntax::RdfXml => {
            refuse_large_entities(text)?;
            refuse_cut_xml(text)?;
            RdfXmlParser::new()
                .for_slice(text)
                .map(|triple| terms.admit(triple.map_err(ReadError::unplaced)?))
                .collect()
        }
        Syntax::JsonLd => {
            refuse_deep_json(text)?;
            JsonLdParser::new()
                .for_slice(text)
                .map(|quad| match quad {
                    Ok(Quad { subject, predicate, object, graph_name }) if graph_name.is_default_graph() => {
                        terms.admit(Triple { subject, predicate, object })
                    }
                    Ok(_) => Err(ReadError::unplaced("named graphs are not admitted, one graph a document")),
                    Err(error) => Err(json_ld_error(&error)),
                })
                .collect()
        }
    }
}

/// Counts the bytes of terms, because a short prefix can expand in many of them.
struct Terms {
    left: usize,
}

impl Terms {
    fn at_most(bytes: usize) -> Self {
        Self { left: bytes }
    }

    fn admit(&mut self, triple: Triple) -> Result<Triple, ReadError> {
        let subject = match &triple.subject {
            NamedOrBlankNode::NamedNode(node) => node.as_str().len(),
            NamedOrBlankNode::BlankNode(node) => node.as_str().len(),
        };
        let object = match &triple.object {
            Term::NamedNode(node) => node.as_str().len(),
            Term::BlankNode(node) => node.as_str().len(),
            Term::Literal(literal) => literal.value().len() + literal.datatype().as_str().len(),
        };
        let length = subject + triple.predicate.as_str().len() + object;
        match self.left.checked_sub(length) {
            Some(left) => {
                self.left = left;
                Ok(triple)
            }
            None => Err(ReadError::unplaced("the document is too large when every IRI is written in full")),
        }
    }
}

/// Refuses a document whose entities would expand to more than [`MAX_ENTITIES`] bytes, without expanding them.
fn refuse_large_entities(text: &str) -> Result<(), ReadError> {
    let mut lengths: BTreeMap<&str, usize> = BTreeMap::new();
    let mut total: usize = 0;
    for declaration in text.split("<!ENTITY").skip(1) {
        let declaration = declaration.trim_start().trim_start_matches('%').trim_start();
        let Some((name, rest)) = declaration.split_once(|c: char| c.is_ascii_whitespace()) else { continue };
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
        let Some(value) = rest.split(quote).nth(1) else { continue };
        let length = value.len().saturating_add(referred(value, &lengths));
        // The longest of several declarations counts.
        let known = lengths.entry(name).or_default();
        *known = length.max(*known);
        total = total.saturating_add(length);
    }
    if !lengths.is_empty() && total.saturating_add(referred(text, &lengths)) > MAX_ENTITIES {
        return Err(ReadError::unplaced(format!(
            "the entities of the document come to more than {MAX_ENTITIES} bytes"
        )));
    }
    Ok(())
}

/// Bytes of the expanded references of a text.
fn referred(text: &str, lengths: &BTreeMap<&str, usize>) -> usize {
    let name = |reference: &'_ str| reference.split_once(';').map(|(name, _)| name.to_owned());
    let names = text.split('&').skip(1).filter_map(name);
    names.filter_map(|name| lengths.get(name.as_str())).fold(0, |total, length| total.saturating_add(*length))
}

/// Refuses XML whose root is not closed at the end, because the parser accepts what was cut off.
fn refuse_cut_xml(text: &str) -> Result<(), ReadError> {
    let root = text.split('<').find(|tag| tag.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    let name = root.and_then(|tag| tag.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next());
    let mut end = text.trim_end();
    while let Some((before, _)) = end.strip_suffix("-->").and_then(|text| text.rsplit_once("<!--")) {
        end = before.trim_end();
    }
    let last = end.strip_suffix('>').and_then(|text| text.rsplit('<').next()).map(str::trim_end);
    let is_closed = last.is_some_and(|tag| match tag.strip_prefix('/') {
        Some(closed) => Some(closed) == name,
        // An empty document is one tag.
        None => tag.ends_with('/') && root.is_some_and(|root| root.starts_with(tag)),
    });
    if name.is_some() && !is_closed {
        return Err(ReadError::unplaced("the root element is not closed: the document may be cut"));
    }
    Ok(())
}

/// Refuses JSON with more than [`MAX_JSON_DEPTH`] levels.
fn refuse_deep_json(text: &str) -> Result<(), ReadError> {
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_string => is_escaped = true,
            b'"' => is_string = !is_string,
            b'{' | b'[' if !is_string => depth += 1,
            b'}' | b']' if !is_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_JSON_DEPTH {
            return Err(ReadError::unplaced(format!(
                "the document is nested deeper than {MAX_JSON_DEPTH} levels"
            )));
        }
    }
    Ok(())
}

/// Why an untrusted Turtle document was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoundedReadError {
    /// It is not Turtle.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It declares a base.
    #[error("the document declares a base")]
    Base,
    /// It has too many triples.
    #[error("the document has more than {0} triples")]
    TooMany(usize),
}

/// Reads an untrusted Turtle document without a base. Stops after `most_triples` triples or 16 MiB of terms.
pub fn read_bounded_turtle(bytes: &[u8], most_triples: usize) -> Result<Graph, BoundedReadError> {
    let mut parser = TurtleParser::new().for_slice(decode(bytes)?);
    let mut triples = Vec::new();
    let mut terms = Terms::at_most(MAX_FOREIGN_TERMS);
    for triple in parser.by_ref() {
        if triples.len() == most_triples {
            return Err(BoundedReadError::TooMany(most_triples));
        }
        triples.push(terms.admit(triple.map_err(|error| turtle_error(&error))?)?);
    }
    // A base can be changed but not removed.
    if parser.base_iri().is_some() { Err(BoundedReadError::Base) } else { Ok(triples.into_iter().collect()) }
}

/// The line (from 1) on which each triple of a Turtle document ends, in the order of [`Graph::triples`]; shorter if
/// the document has an error. It reads line by line, so it is slow and only for locating faults.
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

/// Parsers count lines and columns from 0.
fn to_count(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_ignored() {
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
    fn untrusted_documents_are_bounded_and_have_no_base() {
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

    const RDF: &str = "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:a=\"http://a/\"";

    fn rdf_xml(doctype: &str, text: &str) -> Result<Graph, ReadError> {
        let about = format!("<rdf:Description rdf:about=\"http://a/\"><a:b>{text}</a:b></rdf:Description>");
        read(Syntax::RdfXml, format!("{doctype}<rdf:RDF {RDF}>{about}</rdf:RDF>").as_bytes())
    }

    #[test]
    fn documents_with_large_entities_are_refused() {
        let graph =
            rdf_xml("<!DOCTYPE r [<!ENTITY a \"one\"><!ENTITY b \"&a;, two\">]>", "&b;&amp;&b;").unwrap();
        assert_eq!(graph.literals().next().unwrap().value(), "one, two&one, two");
        // Twenty entities of ten references each: a text of 10^20 bytes, in less than 1 kB.
        let mut nested = "<!ENTITY e0 \"0123456789\">".to_owned();
        for level in 1..20 {
            nested.push_str(&format!("<!ENTITY e{level} \"{}\">", format!("&e{};", level - 1).repeat(10)));
        }
        let long = format!("<!ENTITY a \"{}\">", "x".repeat(1 << 12));
        for (declared, text) in [(nested, "&e19;".to_owned()), (long, "&a;".repeat(1 << 12))] {
            let error = rdf_xml(&format!("<!DOCTYPE r [{declared}]>"), &text).unwrap_err();
            assert!(error.message.contains("entities"), "{error}");
        }
    }

    #[test]
    fn documents_with_large_prefixes_are_refused() {
        let prefix = format!("http://a/{}/", "x".repeat(1 << 17));
        let turtle = format!("@prefix a: <{prefix}> . a:s a:p {} .", vec!["a:o"; 1 << 10].join(", "));
        let json = format!(
            "{{\"@context\":{{\"a\":\"{prefix}\"}},\"@id\":\"a:s\",\"a:p\":[{}]}}",
            vec!["1"; 1 << 10].join(",")
        );
        for (syntax, document) in [(Syntax::Turtle, &turtle), (Syntax::JsonLd, &json)] {
            let error = read(syntax, document.as_bytes()).map(|graph| graph.triples().len()).unwrap_err();
            assert!(error.message.contains("too large"), "{error}");
        }
        let error = read_bounded_turtle(turtle.as_bytes(), 1 << 12).unwrap_err();
        assert!(error.to_string().contains("too large"), "{error}");
    }

    #[test]
    fn json_that_is_nested_too_deep_is_refused() {
        for (open, close) in [("{\"http://b/\":", "}"), ("[", "]")] {
            let nested = |depth| format!("{}\"[\\\"[\"{}", open.repeat(depth), close.repeat(depth));
            assert!(read(Syntax::JsonLd, nested(MAX_JSON_DEPTH).as_bytes()).is_ok());
            let error = read(Syntax::JsonLd, nested(100_000).as_bytes()).unwrap_err();
            assert!(error.message.contains("nested"), "{error}");
        }
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
