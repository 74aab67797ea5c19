//! The canonical form `svc-c14n-1` (spec:canonical-form) and with it the content hash.
//!
//! One buffer holds all texts (predicate and object of each triple, labels, subjects), and everything else refers
//! into it, so the number of allocations is small and constant.
#![expect(
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "indices and spans come from the vectors they index"
)]

use oxrdf::{NamedOrBlankNode, Term, Triple};
use sha2::{Digest, Sha256};
use std::ops::Range;

use super::hash::push_hex;
use super::{ContentHash, Graph};

/// Name of the canonical form.
pub const ALGORITHM: &str = "svc-c14n-1";

const XSD_STRING: &str = "http://www.w3.org/2001/XMLSchema#string";

/// A text in canonical form: sorted N-Triples lines, each ending with LF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    text: String,
}

impl Canonical {
    /// The canonical text, also the answer of `format=nt`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The content hash: the SHA-256 of the text (spec:canonical-form#hash).
    #[must_use]
    pub fn hash(&self) -> ContentHash {
        ContentHash::of(&self.text)
    }

    /// Converts into the text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}

/// The blank nodes do not form trees (spec:canonical-form#refusal); `triple` is an index into [`Graph::triples`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotATree {
    /// A blank node is the object of two triples.
    #[error("a blank node is the object of two triples")]
    Shared {
        /// The second triple with the node as object.
        triple: usize,
    },
    /// Blank nodes form a cycle.
    #[error("a chain of blank nodes loops")]
    Loop {
        /// A triple of the cycle.
        triple: usize,
    },
}

impl NotATree {
    /// The index of the triple in [`Graph::triples`].
    #[must_use]
    pub fn triple(self) -> usize {
        match self {
            Self::Shared { triple } | Self::Loop { triple } => triple,
        }
    }
}

/// The canonical form of a whole graph.
pub fn canonicalize(graph: &Graph) -> Result<Canonical, NotATree> {
    Canonicalizer::new(graph.triples()).run((0..graph.triples().len()).collect())
}

/// The canonical form of the closure of a subject (spec:canonical-form#triples); empty if the graph does not describe
/// it.
pub fn canonicalize_closure(graph: &Graph, subject: &str) -> Result<Canonical, NotATree> {
    let canonicalizer = Canonicalizer::new(graph.triples());
    let closure = canonicalizer.closure(subject);
    canonicalizer.run(closure)
}

/// Checks whether the closure of a subject has a canonical form (spec:canonical-form#refusal).
///
/// # Errors
/// A blank node is the object of two triples. This includes cycles, because a cycle reachable from the subject has a
/// node that is reached twice.
pub fn check_closure(graph: &Graph, subject: &str) -> Result<(), NotATree> {
    let canonicalizer = Canonicalizer::new(graph.triples());
    canonicalizer.refuse_shared_nodes(&canonicalizer.closure(subject))
}

/// A range of the buffer.
type Span = Range<usize>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Unseen,
    Open,
    Done,
}

struct Canonicalizer<'g> {
    triples: &'g [Triple],
    /// The blank node that is a triple's subject, and the one that is its object; nodes count from 0.
    subject: Vec<Option<usize>>,
    object: Vec<Option<usize>>,
    /// Triples with a blank subject, as (node, triple), sorted.
    described: Vec<(usize, usize)>,
    /// Number of blank nodes.
    nodes: usize,
}

impl<'g> Canonicalizer<'g> {
    fn new(triples: &'g [Triple]) -> Self {
        let subject_label = |t: &'g Triple| match &t.subject {
            NamedOrBlankNode::BlankNode(node) => Some(node.as_str()),
            NamedOrBlankNode::NamedNode(_) => None,
        };
        let object_label = |t: &'g Triple| match &t.object {
            Term::BlankNode(node) => Some(node.as_str()),
            _ => None,
        };
        let mut labels: Vec<&str> =
            triples.iter().flat_map(|t| [subject_label(t), object_label(t)]).flatten().collect();
        labels.sort_unstable();
        labels.dedup();
        // Every label is in the list, so the partition point is its index.
        let node = |label: Option<&str>| label.map(|label| labels.partition_point(|known| *known < label));
        let subject: Vec<Option<usize>> = triples.iter().map(|t| node(subject_label(t))).collect();
        let object = triples.iter().map(|t| node(object_label(t))).collect();
        let mut described: Vec<(usize, usize)> =
            subject.iter().enumerate().filter_map(|(triple, node)| Some(((*node)?, triple))).collect();
        described.sort_unstable();
        Self { triples, subject, object, described, nodes: labels.len() }
    }

    /// The triples whose subject is the node, as a range of `described`.
    fn description(&self, node: usize) -> Range<usize> {
        let start = self.described.partition_point(|(n, _)| *n < node);
        let length = self.described[start..].iter().take_while(|(n, _)| *n == node).count();
        start..start + length
    }

    // spec:canonical-form#triples
    fn closure(&self, subject: &str) -> Vec<usize> {
        let mut chosen: Vec<usize> = Vec::with_capacity(self.triples.len());
        chosen.extend(self.triples.iter().enumerate().filter_map(|(index, t)| match &t.subject {
            NamedOrBlankNode::NamedNode(iri) if iri.as_str() == subject => Some(index),
            _ => None,
        }));
        let mut reached = vec![false; self.nodes];
        let mut next = 0;
        while next < chosen.len() {
            if let Some(node) = self.object[chosen[next]]
                && !std::mem::replace(&mut reached[node], true)
            {
                chosen.extend(self.described[self.description(node)].iter().map(|(_, triple)| *triple));
            }
            next += 1;
        }
        chosen
    }

    fn run(&self, chosen: Vec<usize>) -> Result<Canonical, NotATree> {
        self.refuse_shared_nodes(&chosen)?;
        let mut texts = Texts {
            buffer: String::with_capacity(chosen.len() * 160),
            predicate_object: vec![0..0; self.triples.len()],
            label: vec![0..0; self.nodes],
        };
        self.label_nodes(&chosen, &mut texts)?;
        for &triple in &chosen {
            if let NamedOrBlankNode::NamedNode(_) = &self.triples[triple].subject {
                self.form_predicate_object(triple, &mut texts);
            }
        }
        Ok(Canonical { text: self.lines(&chosen, texts) })
    }

    // spec:canonical-form#refusal, shared nodes
    fn refuse_shared_nodes(&self, chosen: &[usize]) -> Result<(), NotATree> {
        let mut pointing: Vec<Option<usize>> = vec![None; self.nodes];
        for &triple in chosen {
            let Some(node) = self.object[triple] else { continue };
            match pointing[node] {
                // The same triple stated twice is one triple.
                Some(first) if self.triples[first] != self.triples[triple] => {
                    return Err(NotATree::Shared { triple });
                }
                _ => pointing[node] = Some(triple),
            }
        }
        Ok(())
    }

    // spec:canonical-form#blank-nodes, without recursion: a chain may be longer than the stack is deep.
    fn label_nodes(&self, chosen: &[usize], texts: &mut Texts) -> Result<(), NotATree> {
        let mut visits = vec![Visit::Unseen; self.nodes];
        let mut open: Vec<(usize, Range<usize>)> = Vec::new();
        let mut lines: Vec<Span> = Vec::new();
        for &triple in chosen {
            for root in self.subject[triple].into_iter().chain(self.object[triple]) {
                if visits[root] == Visit::Unseen {
                    visits[root] = Visit::Open;
                    open.push((root, self.description(root)));
                }
                while let Some((node, remaining)) = open.last_mut() {
                    let node = *node;
                    if let Some(at) = remaining.next() {
                        let (_, triple) = self.described[at];
                        let Some(object) = self.object[triple] else { continue };
                        match visits[object] {
                            Visit::Done => {}
                            Visit::Open => return Err(NotATree::Loop { triple }),
                            Visit::Unseen => {
                                visits[object] = Visit::Open;
                                open.push((object, self.description(object)));
                            }
                        }
                    } else {
                        open.pop();
                        visits[node] = Visit::Done;
                        self.label(node, &mut lines, texts);
                    }
                }
            }
        }
        Ok(())
    }

    fn label(&self, node: usize, lines: &mut Vec<Span>, texts: &mut Texts) {
        lines.clear();
        for &(_, triple) in &self.described[self.description(node)] {
            self.form_predicate_object(triple, texts);
            lines.push(texts.predicate_object[triple].clone());
        }
        let buffer = &texts.buffer;
        lines.sort_unstable_by(|a, b| buffer[a.clone()].cmp(&buffer[b.clone()]));
        lines.dedup_by(|a, b| buffer[a.clone()] == buffer[b.clone()]);
        let mut hasher = Sha256::new();
        for line in lines {
            hasher.update(&buffer.as_bytes()[line.clone()]);
            hasher.update(b"\n");
        }
        let digest = hasher.finalize();
        let start = texts.buffer.len();
        texts.buffer.push_str("_:b");
        push_hex(&digest[..16], &mut texts.buffer);
        texts.label[node] = start..texts.buffer.len();
    }

    // spec:canonical-form#lines: everything of a line but its subject
    fn form_predicate_object(&self, triple: usize, texts: &mut Texts) {
        let start = texts.buffer.len();
        let Triple { predicate, object, .. } = &self.triples[triple];
        push_iri(predicate.as_str(), &mut texts.buffer);
        texts.buffer.push(' ');
        match object {
            Term::NamedNode(iri) => push_iri(iri.as_str(), &mut texts.buffer),
            Term::BlankNode(_) => {
                let label = self.object[triple].map_or(0..0, |node| texts.label[node].clone());
                texts.buffer.extend_from_within(label);
            }
            Term::Literal(literal) => {
                push_literal_value(literal.value(), &mut texts.buffer);
                if let Some(language) = literal.language() {
                    texts.buffer.push('@');
                    texts.buffer.extend(language.chars().map(|c| c.to_ascii_lowercase()));
                } else if literal.datatype().as_str() != XSD_STRING {
                    texts.buffer.push_str("^^");
                    push_iri(literal.datatype().as_str(), &mut texts.buffer);
                }
            }
        }
        texts.predicate_object[triple] = start..texts.buffer.len();
    }

    // spec:canonical-form#hash
    fn lines(&self, chosen: &[usize], mut texts: Texts) -> String {
        let mut lines: Vec<(Span, Span)> = Vec::with_capacity(chosen.len());
        let mut last: Option<(&str, Span)> = None;
        for &triple in chosen {
            let subject = match &self.triples[triple].subject {
                NamedOrBlankNode::BlankNode(_) => {
                    self.subject[triple].map_or(0..0, |node| texts.label[node].clone())
                }
                NamedOrBlankNode::NamedNode(iri) => match &last {
                    Some((known, span)) if *known == iri.as_str() => span.clone(),
                    _ => {
                        let start = texts.buffer.len();
                        push_iri(iri.as_str(), &mut texts.buffer);
                        last = Some((iri.as_str(), start..texts.buffer.len()));
                        start..texts.buffer.len()
                    }
                },
            };
            lines.push((subject, texts.predicate_object[triple].clone()));
        }
        // No subject is a prefix of another, so sorting by subject and rest equals sorting by lines; characters after
        // a shorter rest are greater than its final blank.
        let at = |span: &Span| &texts.buffer.as_bytes()[span.clone()];
        lines.sort_unstable_by(|(s, po), (t, qr)| {
            if s == t { at(po).cmp(at(qr)) } else { at(s).cmp(at(t)).then_with(|| at(po).cmp(at(qr))) }
        });
        let mut text = String::with_capacity(lines.iter().map(|(s, po)| s.len() + po.len() + 4).sum());
        let mut previous = 0..0;
        for (subject, rest) in &lines {
            let start = text.len();
            for part in [&texts.buffer[subject.clone()], " ", &texts.buffer[rest.clone()], " .\n"] {
                text.push_str(part);
            }
            if text[previous.clone()] == text[start..] {
                text.truncate(start);
            } else {
                previous = start..text.len();
            }
        }
        text
    }
}

struct Texts {
    buffer: String,
    /// By triple.
    predicate_object: Vec<Span>,
    /// By blank node, with `_:`.
    label: Vec<Span>,
}

// spec:canonical-form#iris
fn push_iri(iri: &str, out: &mut String) {
    out.push('<');
    if iri.bytes().any(must_escape) {
        for c in iri.chars() {
            match u8::try_from(c) {
                Ok(byte) if must_escape(byte) => {
                    out.push_str("\\u00");
                    for nibble in [byte >> 4, byte & 15] {
                        out.push(char::from(if nibble < 10 { b'0' + nibble } else { b'A' + nibble - 10 }));
                    }
                }
                _ => out.push(c),
            }
        }
    } else {
        out.push_str(iri);
    }
    out.push('>');
}

const fn must_escape(byte: u8) -> bool {
    matches!(byte, 0..=0x20 | b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'^' | b'`' | b'\\')
}

// spec:canonical-form#literals
fn push_literal_value(value: &str, out: &mut String) {
    out.push('"');
    let mut rest = value;
    while let Some(at) = rest.bytes().position(|b| matches!(b, b'\\' | b'"' | b'\n' | b'\r')) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'\\' => "\\\\",
            b'"' => "\\\"",
            b'\n' => "\\n",
            _ => "\\r",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Syntax, read};

    fn canonical(turtle: &str) -> Result<String, NotATree> {
        canonicalize(&read(Syntax::Turtle, turtle.as_bytes()).unwrap()).map(Canonical::into_text)
    }

    #[test]
    fn the_empty_graph_is_the_empty_text() {
        assert_eq!(canonical(""), Ok(String::new()));
    }

    #[test]
    fn iris_and_literals_are_escaped_as_rules_3_and_4_say() {
        let graph: Graph = [Triple::new(
            oxrdf::NamedNode::new_unchecked("http://a/é \u{0}{|}^`\\<>\""),
            oxrdf::NamedNode::new_unchecked("http://b/"),
            oxrdf::Literal::new_simple_literal("\t\\ \" \n \r é\u{7f}"),
        )]
        .into_iter()
        .collect();
        assert_eq!(
            canonicalize(&graph).unwrap().text(),
            "<http://a/é\\u0020\\u0000\\u007B\\u007C\\u007D\\u005E\\u0060\\u005C\\u003C\\u003E\\u0022> <http://b/> \
             \"\t\\\\ \\\" \\n \\r é\u{7f}\" .\n"
        );
    }

    #[test]
    fn languages_are_lowered_strings_lose_their_type_and_others_keep_it() {
        assert_eq!(
            canonical(
                "<http://a/> <http://b/> 'x'@EN-gb, 'y'^^<http://www.w3.org/2001/XMLSchema#string>, true, 01 ."
            )
            .unwrap(),
            "<http://a/> <http://b/> \"01\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n\
             <http://a/> <http://b/> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean> .\n\
             <http://a/> <http://b/> \"x\"@en-gb .\n\
             <http://a/> <http://b/> \"y\" .\n"
        );
    }

    #[test]
    fn equal_blank_trees_share_a_label_and_their_lines_merge() {
        let text = canonical("<http://a/> <http://b/> [ <http://c/> [] ], [ <http://c/> [] ] .").unwrap();
        let leaf = ContentHash::of("").short(32);
        let node = ContentHash::of(format!("<http://c/> _:b{leaf}\n")).short(32);
        assert_eq!(text, format!("<http://a/> <http://b/> _:b{node} .\n_:b{node} <http://c/> _:b{leaf} .\n"));
    }

    #[test]
    fn shared_and_looping_blank_nodes_are_refused() {
        assert_eq!(
            canonical("<http://a/> <http://b/> _:x ; <http://c/> _:x ."),
            Err(NotATree::Shared { triple: 1 })
        );
        assert!(matches!(
            canonical("_:x <http://b/> _:y . _:y <http://b/> _:x ."),
            Err(NotATree::Loop { .. })
        ));
        assert!(matches!(canonical("_:x <http://b/> _:x ."), Err(NotATree::Loop { .. })));
        assert!(canonical("<http://a/> <http://b/> _:x . <http://a/> <http://b/> _:x .").is_ok());
    }

    #[test]
    fn a_closure_leaves_other_subjects_out_and_their_faults_too() {
        let turtle = b"<http://a/> <http://b/> [ <http://c/> <http://z/> ] . <http://z/> <http://b/> _:x, [] ; <http://c/> _:x .";
        let graph = read(Syntax::Turtle, turtle).unwrap();
        let closure = canonicalize_closure(&graph, "http://a/").unwrap();
        assert_eq!(closure.text().lines().count(), 2);
        assert!(canonicalize(&graph).is_err());
        assert!(canonicalize_closure(&graph, "http://nowhere/").unwrap().text().is_empty());
    }

    #[test]
    fn a_chain_of_ten_thousand_blank_nodes_does_not_need_a_deep_stack() {
        let mut turtle = String::from("<http://a/> <http://b/> ");
        turtle.push_str(&"[ <http://c/> ".repeat(10_000));
        turtle.push_str("1 ");
        turtle.push_str(&"] ".repeat(10_000));
        turtle.push('.');
        assert_eq!(canonical(&turtle).unwrap().lines().count(), 10_001);
    }
}
