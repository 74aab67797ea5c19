use super::{Node, Object, Outline, Prefixes};

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const XSD_BOOLEAN: &str = "http://www.w3.org/2001/XMLSchema#boolean";
const XSD_STRING: &str = "http://www.w3.org/2001/XMLSchema#string";

/// Readable Turtle: all prefixes, then one paragraph for each subject.
#[must_use]
pub fn turtle(outline: &Outline<'_>, prefixes: &Prefixes) -> String {
    let mut writer = Writer { out: String::with_capacity(4096), prefixes };
    for (name, iri) in prefixes.iter() {
        writer.push(&["@prefix ", name, ": <", iri, "> .\n"]);
    }
    for subject in &outline.subjects {
        writer.out.push('\n');
        match subject.iri {
            Some(iri) => writer.iri(iri),
            None => writer.out.push_str("[]"),
        }
        writer.out.push(' ');
        writer.properties(&subject.node, 1);
        writer.out.push_str(" .\n");
    }
    writer.out
}

struct Writer<'p> {
    out: String,
    prefixes: &'p Prefixes,
}

impl Writer<'_> {
    fn push(&mut self, parts: &[&str]) {
        for part in parts {
            self.out.push_str(part);
        }
    }

    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        for _ in 0..depth {
            self.out.push_str("    ");
        }
    }

    /// [`super::MAX_DEPTH`] bounds the recursion.
    fn properties(&mut self, node: &Node<'_>, depth: usize) {
        for (index, property) in node.properties.iter().enumerate() {
            if index > 0 {
                self.out.push_str(" ;");
                self.line(depth);
            }
            if property.predicate == RDF_TYPE {
                self.out.push('a');
            } else {
                self.iri(property.predicate);
            }
            self.out.push(' ');
            for (index, object) in property.objects.iter().enumerate() {
                if index > 0 {
                    self.out.push(',');
                    if matches!(object, Object::Node(_)) { self.out.push(' ') } else { self.line(depth + 1) }
                }
                self.object(object, depth);
            }
        }
    }

    fn object(&mut self, object: &Object<'_>, depth: usize) {
        match object {
            Object::Iri(iri) => self.iri(iri),
            Object::Node(node) if node.properties.is_empty() => self.out.push_str("[]"),
            Object::Node(node) => {
                self.out.push('[');
                self.line(depth + 1);
                self.properties(node, depth + 1);
                self.line(depth);
                self.out.push(']');
            }
            Object::Literal { value: value @ ("true" | "false"), datatype: XSD_BOOLEAN, .. } => {
                self.out.push_str(value);
            }
            Object::Literal { value, language, datatype } => {
                self.string(value);
                if let Some(language) = language {
                    self.push(&["@", language]);
                } else if *datatype != XSD_STRING {
                    self.out.push_str("^^");
                    self.iri(datatype);
                }
            }
        }
    }

    fn iri(&mut self, iri: &str) {
        match self.prefixes.split(iri) {
            Some((name, local)) if is_plain_local_name(local) => self.push(&[name, ":", local]),
            _ => {
                self.out.push('<');
                for c in iri.chars() {
                    if c <= ' ' || "<>\"{}|^`\\".contains(c) {
                        self.push_escape(c);
                    } else {
                        self.out.push(c);
                    }
                }
                self.out.push('>');
            }
        }
    }

    /// Writes a value with line breaks over several lines.
    fn string(&mut self, value: &str) {
        let quotes = if value.contains('\n') { "\"\"\"" } else { "\"" };
        self.out.push_str(quotes);
        for c in value.chars() {
            match c {
                '\\' => self.out.push_str("\\\\"),
                '"' => self.out.push_str("\\\""),
                '\r' => self.out.push_str("\\r"),
                '\n' | '\t' => self.out.push(c),
                c if c.is_control() => self.push_escape(c),
                c => self.out.push(c),
            }
        }
        self.out.push_str(quotes);
    }

    fn push_escape(&mut self, c: char) {
        self.out.push_str(&format!("\\u{:04X}", u32::from(c)));
    }
}

/// Whether a local name needs no escapes: a safe subset of Turtle.
fn is_plain_local_name(local: &str) -> bool {
    !local.is_empty()
        && local.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        && !local.ends_with('.')
        && local.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}
