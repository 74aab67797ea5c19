use super::{Node, Object, Outline, Prefixes};

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const XSD_STRING: &str = "http://www.w3.org/2001/XMLSchema#string";

/// How JSON-LD represents objects that are nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum References<'s> {
    /// An object with `@id`, as in the recommendation.
    Objects,
    /// The bare name, which is not JSON-LD. Some properties always have a list of objects.
    Bare {
        /// IRIs of these properties.
        lists: &'s [&'s str],
    },
}

/// Compacted, flattened JSON-LD: `@context` and `@graph`.
///
/// Blank nodes are numbered in the order of their first reference; a node follows the one that refers to it. The text
/// is written directly, because building a JSON tree takes ten times as long.
pub fn json_ld(outline: &Outline<'_>, prefixes: &Prefixes, references: References<'_>) -> String {
    let mut writer = Writer { out: String::with_capacity(8192), labels: 0, prefixes, references };
    writer.out.push_str("{\"@context\":{");
    for (index, (name, iri)) in prefixes.iter().enumerate() {
        writer.comma(index);
        writer.string(name);
        writer.out.push(':');
        writer.string(iri);
    }
    writer.out.push_str("},\"@graph\":[");
    for (index, subject) in outline.subjects.iter().enumerate() {
        writer.comma(index);
        match subject.iri {
            Some(iri) => writer.node(Name::Iri(iri), &subject.node),
            None => {
                let label = writer.label();
                writer.node(Name::Blank(label), &subject.node);
            }
        }
    }
    writer.out.push_str("]}\n");
    writer.out
}

#[derive(Clone, Copy)]
enum Name<'g> {
    Iri(&'g str),
    Blank(usize),
}

struct Writer<'p> {
    out: String,
    labels: usize,
    prefixes: &'p Prefixes,
    references: References<'p>,
}

impl Writer<'_> {
    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.out.push(',');
        }
    }

    fn node(&mut self, name: Name<'_>, node: &Node<'_>) {
        let mut inner = Vec::new();
        self.out.push_str("{\"@id\":");
        self.name(name);
        for property in &node.properties {
            self.out.push(',');
            let is_type = property.predicate == RDF_TYPE;
            if is_type {
                self.out.push_str("\"@type\"");
            } else {
                self.compact(property.predicate);
            }
            self.out.push(':');
            let is_list = property.objects.len() > 1 || self.is_always_a_list(property.predicate);
            if is_list {
                self.out.push('[');
            }
            for (index, object) in property.objects.iter().enumerate() {
                self.comma(index);
                match object {
                    Object::Iri(iri) if is_type => self.compact(iri),
                    Object::Iri(iri) => self.reference(Name::Iri(iri)),
                    Object::Literal { value, language, datatype } => self.literal(value, *language, datatype),
                    Object::Node(nested) => {
                        let label = self.label();
                        self.reference(Name::Blank(label));
                        inner.push((label, nested));
                    }
                }
            }
            if is_list {
                self.out.push(']');
            }
        }
        self.out.push('}');
        for (label, nested) in inner {
            self.out.push(',');
            self.node(Name::Blank(label), nested);
        }
    }

    fn is_always_a_list(&self, predicate: &str) -> bool {
        matches!(self.references, References::Bare { lists } if lists.contains(&predicate))
    }

    fn reference(&mut self, name: Name<'_>) {
        if self.references != References::Objects {
            return self.name(name);
        }
        self.out.push_str("{\"@id\":");
        self.name(name);
        self.out.push('}');
    }

    fn name(&mut self, name: Name<'_>) {
        match name {
            Name::Iri(iri) => self.compact(iri),
            Name::Blank(label) => self.out.push_str(&format!("\"_:b{label}\"")),
        }
    }

    fn literal(&mut self, value: &str, language: Option<&str>, datatype: &str) {
        match language {
            None if datatype == XSD_STRING => return self.string(value),
            None => {
                self.out.push_str("{\"@type\":");
                self.compact(datatype);
            }
            Some(language) => {
                self.out.push_str("{\"@language\":");
                self.string(language);
            }
        }
        self.out.push_str(",\"@value\":");
        self.string(value);
        self.out.push('}');
    }

    fn compact(&mut self, iri: &str) {
        match self.prefixes.split(iri) {
            Some((name, local)) => {
                self.out.push('"');
                self.out.push_str(name);
                self.out.push(':');
                self.escaped(local);
                self.out.push('"');
            }
            None => self.string(iri),
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        self.escaped(text);
        self.out.push('"');
    }

    /// RFC 8259 §7: quotes, backslashes and control characters are escaped.
    fn escaped(&mut self, text: &str) {
        let must_escape = |b: u8| b < 0x20 || b == b'"' || b == b'\\';
        if !text.bytes().any(must_escape) {
            return self.out.push_str(text);
        }
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                c if c < ' ' => self.out.push_str(&format!("\\u{:04x}", u32::from(c))),
                c => self.out.push(c),
            }
        }
    }
}
