use oxrdf::{BlankNode, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, TermRef, TripleRef};
use oxrdfxml::{RdfXmlSerializer, WriterRdfXmlSerializer};
use std::io;

use super::{Node, Object, Outline, Prefixes, Syntax, WriteError};

/// RDF/XML with one description for each node, and blank nodes numbered in document order.
pub(super) fn rdf_xml(outline: &Outline<'_>, prefixes: &Prefixes) -> Result<String, WriteError> {
    let unwritable = |e: &dyn std::fmt::Display| WriteError::unwritable(Syntax::RdfXml, e);
    let mut serializer = RdfXmlSerializer::new();
    for (name, iri) in prefixes.iter() {
        serializer = serializer.with_prefix(name, iri).map_err(|e| unwritable(&e))?;
    }
    let mut writer = Writer { xml: serializer.for_writer(Vec::with_capacity(8192)), labels: 0 };
    for subject in &outline.subjects {
        let written = match subject.iri {
            Some(iri) => writer.node(NamedNodeRef::new_unchecked(iri).into(), &subject.node),
            None => {
                let label = writer.label();
                writer.node(label.as_ref().into(), &subject.node)
            }
        };
        written.map_err(|e| unwritable(&e))?;
    }
    let bytes = writer.xml.finish().map_err(|e| unwritable(&e))?;
    let mut text = String::from_utf8(bytes).map_err(|e| unwritable(&e))?;
    text.push('\n');
    Ok(text)
}

struct Writer {
    xml: WriterRdfXmlSerializer<Vec<u8>>,
    labels: usize,
}

impl Writer {
    fn label(&mut self) -> BlankNode {
        self.labels += 1;
        BlankNode::new_unchecked(format!("b{}", self.labels - 1))
    }

    fn node(&mut self, subject: NamedOrBlankNodeRef<'_>, node: &Node<'_>) -> io::Result<()> {
        let mut inner = Vec::new();
        for property in &node.properties {
            let predicate = NamedNodeRef::new_unchecked(property.predicate);
            for object in &property.objects {
                let label;
                let term: TermRef<'_> = match object {
                    Object::Iri(iri) => NamedNodeRef::new_unchecked(iri).into(),
                    Object::Literal { value, language: Some(language), .. } => {
                        LiteralRef::new_language_tagged_literal_unchecked(value, language).into()
                    }
                    Object::Literal { value, datatype, .. } => {
                        LiteralRef::new_typed_literal(value, NamedNodeRef::new_unchecked(datatype)).into()
                    }
                    Object::Node(nested) => {
                        label = self.label();
                        inner.push((label.clone(), nested));
                        label.as_ref().into()
                    }
                };
                self.xml.serialize_triple(TripleRef::new(subject, predicate, term))?;
            }
        }
        for (label, nested) in inner {
            self.node(label.as_ref().into(), nested)?;
        }
        Ok(())
    }
}
