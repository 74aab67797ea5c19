//! The places of triples in a file. Slow, because it parses the file once more, so only faults use it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use muniment_licenses::model::{Place, SourceFile};
use muniment_rdf::{Graph, Prefixes, Term, triple_lines};

/// The files in which a place was asked for, by path.
#[derive(Debug, Default)]
pub(super) struct LineCache(Mutex<BTreeMap<String, Arc<Lines>>>);

/// The lines of a file.
#[derive(Debug)]
struct Lines {
    /// The line on which each triple ends: see [`triple_lines`].
    of_triples: Vec<usize>,
    text: String,
    /// Where each line begins in the text.
    starts: Vec<usize>,
}

impl LineCache {
    fn lines(&self, source: &SourceFile) -> Arc<Lines> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(&source.path) {
            Some(lines) => Arc::clone(lines),
            None => {
                let lines = Arc::new(Lines::of(&source.bytes));
                Arc::clone(known.entry(source.path.clone()).or_insert(lines))
            }
        }
    }
}

impl Lines {
    fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let starts = text.split_inclusive('\n').scan(0, |end, line| {
            let start = *end;
            *end += line.len();
            Some(start)
        });
        Self { of_triples: triple_lines(bytes), starts: starts.collect(), text }
    }

    /// A line by its number from 1.
    fn line(&self, number: usize) -> Option<&str> {
        let start = *self.starts.get(number.checked_sub(1)?)?;
        self.text.get(start..)?.lines().next()
    }
}

/// The places in a Turtle file.
#[derive(Clone, Copy)]
pub(super) struct TurtlePlaces<'a> {
    pub(super) prefixes: &'a Prefixes,
    pub(super) source: &'a SourceFile,
    pub(super) graph: &'a Graph,
    pub(super) cache: &'a LineCache,
}

impl TurtlePlaces<'_> {
    pub(super) fn file(self) -> Place {
        Place::file(&self.source.path)
    }

    /// The first statement about a subject, else the file.
    pub(super) fn subject(self, iri: &str) -> Place {
        match self.graph.named(iri).statements().next() {
            Some((first, ..)) => self.locate(first, &self.spellings(iri)),
            None => self.file(),
        }
    }

    pub(super) fn predicate(self, triple: usize) -> Place {
        let Some(found) = self.graph.triples().get(triple) else { return self.file() };
        self.locate(self.first_inside(triple).unwrap_or(triple), &self.spellings(found.predicate.as_str()))
    }

    /// The object of a triple; for a blank node, the start of its description.
    pub(super) fn object(self, triple: usize) -> Place {
        let Some(found) = self.graph.triples().get(triple) else { return self.file() };
        match &found.object {
            Term::NamedNode(iri) => self.locate(triple, &self.spellings(iri.as_str())),
            Term::Literal(literal) => {
                let head: String = literal
                    .value()
                    .chars()
                    .take_while(|c| !matches!(c, '"' | '\\') && !c.is_control())
                    .collect();
                let quoted = format!("\"{head}");
                // Numbers and booleans are written without quotes.
                self.locate(triple, &if head.is_empty() { vec![quoted] } else { vec![quoted, head] })
            }
            Term::BlankNode(_) => match self.first_inside(triple) {
                Some(first) => self.locate(first, &["[".to_owned()]),
                None => self.locate(triple, &["[".to_owned()]),
            },
        }
    }

    /// The first triple inside the blank node that a triple points at: it is read, and ends, before the
    /// triple itself does.
    fn first_inside(self, triple: usize) -> Option<usize> {
        let Term::BlankNode(node) = &self.graph.triples().get(triple)?.object else { return None };
        self.graph.node(node.as_ref().into()).statements().next().map(|(first, ..)| first)
    }

    fn spellings(self, iri: &str) -> [String; 2] {
        let short = match iri {
            muniment_licenses::model::terms::rdf::TYPE => "a".to_owned(),
            _ => self.prefixes.compact(iri),
        };
        [short, format!("<{iri}>")]
    }

    /// The last occurrence of a spelling between the end of an earlier triple and the end of this one. A triple whose
    /// object may go on, as a literal may with a language, ends at the next token.
    fn locate(self, triple: usize, spellings: &[String]) -> Place {
        let file = self.cache.lines(self.source);
        let lines = &file.of_triples;
        let Some(&end) = lines.get(triple) else { return self.file() };
        // Triples are read in the order of their ends.
        let earlier = lines.partition_point(|line| *line < end).checked_sub(1);
        let start = earlier.and_then(|before| lines.get(before)).copied().unwrap_or(1);
        let place = |line, column| Place { file: self.source.path.clone(), line, column };
        for number in (start..=end).rev() {
            let Some(line) = file.line(number) else { continue };
            if let Some(column) = spellings.iter().find_map(|spelling| column(line, spelling)) {
                return place(number, column);
            }
        }
        place(end, 0)
    }
}

/// The column (from 1, in characters) of a spelling in a line, as a separate word.
fn column(line: &str, spelling: &str) -> Option<usize> {
    let continues = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':'));
    let is_name = spelling.ends_with(|c: char| c.is_alphanumeric()) && !spelling.starts_with('"');
    line.match_indices(spelling).find_map(|(at, _)| {
        let before = line.get(..at).unwrap_or_default();
        let after = line.get(at + spelling.len()..).unwrap_or_default();
        let is_word =
            !is_name || (!continues(before.chars().next_back()) && !continues(after.chars().next()));
        is_word.then(|| before.chars().count() + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use muniment_rdf::{Syntax, read};

    const TEXT: &str = "@prefix p: <http://p/> .\n\np:s a p:C ;\n  p:q \"\"\"two\nlines\"\"\",\n    true ;\n  p:x [ a p:D ;\n      p:y p:z ],\n    [ p:y p:zz ] ;\n  p:w [\n    p:u \"up\" ;\n    p:v \"vp\"\n  ] .\n";

    fn places(of_objects: bool) -> Vec<(String, usize, usize)> {
        let prefixes = Prefixes::new([("p", "http://p/")]);
        let source = SourceFile { path: "f".to_owned(), bytes: TEXT.as_bytes().to_vec().into() };
        let graph = read(Syntax::Turtle, TEXT.as_bytes()).unwrap();
        let places = TurtlePlaces {
            prefixes: &prefixes,
            source: &source,
            graph: &graph,
            cache: &LineCache::default(),
        };
        let triples = graph.triples().iter().enumerate();
        triples
            .map(|(index, triple)| {
                let place = if of_objects { places.object(index) } else { places.predicate(index) };
                (prefixes.compact(triple.predicate.as_str()), place.line, place.column)
            })
            .collect()
    }

    #[test]
    fn predicates_are_found() {
        let found = places(false);
        for expected in
            [("p:q", 4, 3), ("p:x", 7, 3), ("p:y", 8, 7), ("p:y", 9, 7), ("p:w", 10, 3), ("p:v", 12, 5)]
        {
            assert!(
                found.iter().any(|(p, l, c)| (p.as_str(), *l, *c) == expected),
                "{expected:?} in {found:?}"
            );
        }
    }

    #[test]
    fn objects_are_found() {
        let found = places(true);
        for expected in
            [("p:q", 4, 9), ("p:q", 6, 5), ("p:x", 7, 7), ("p:x", 9, 5), ("p:y", 8, 11), ("p:y", 9, 11)]
        {
            assert!(
                found.iter().any(|(p, l, c)| (p.as_str(), *l, *c) == expected),
                "{expected:?} in {found:?}"
            );
        }
    }
}
