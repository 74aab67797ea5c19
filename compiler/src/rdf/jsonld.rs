use serde_json::{Map, Value, json};

use super::{Node, Object, Outline, Prefixes};

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const XSD_STRING: &str = "http://www.w3.org/2001/XMLSchema#string";

/// Compacted, flattened JSON-LD: `@context` and `@graph`, every reference an object with `@id`.
///
/// Blank nodes are numbered in the order in which they are first referred to, each right after the node
/// that refers to it.
pub(super) fn json_ld(outline: &Outline<'_>, prefixes: &Prefixes) -> String {
    let mut writer = Writer { nodes: Vec::new(), labels: 0, prefixes };
    for subject in &outline.subjects {
        let id = match subject.iri {
            Some(iri) => prefixes.compact(iri),
            None => writer.label(),
        };
        writer.node(&id, &subject.node);
    }
    let context: Map<String, Value> =
        prefixes.iter().map(|(name, iri)| (name.to_owned(), iri.into())).collect();
    let mut text =
        serde_json::to_string(&json!({"@context": context, "@graph": writer.nodes})).unwrap_or_default();
    text.push('\n');
    text
}

struct Writer<'p> {
    nodes: Vec<Value>,
    labels: usize,
    prefixes: &'p Prefixes,
}

impl Writer<'_> {
    fn label(&mut self) -> String {
        let label = format!("_:b{}", self.labels);
        self.labels += 1;
        label
    }

    fn node(&mut self, id: &str, node: &Node<'_>) {
        let place = self.nodes.len();
        self.nodes.push(Value::Null);
        let mut object = Map::new();
        object.insert("@id".to_owned(), id.into());
        let mut inner = Vec::new();
        for property in &node.properties {
            let key = if property.predicate == RDF_TYPE {
                "@type".to_owned()
            } else {
                self.prefixes.compact(property.predicate)
            };
            let mut values: Vec<Value> = property
                .objects
                .iter()
                .map(|o| match o {
                    Object::Iri(iri) if key == "@type" => self.prefixes.compact(iri).into(),
                    Object::Iri(iri) => json!({"@id": self.prefixes.compact(iri)}),
                    Object::Literal { value, language: Some(language), .. } => {
                        json!({"@language": language, "@value": value})
                    }
                    Object::Literal { value, datatype: XSD_STRING, .. } => (*value).into(),
                    Object::Literal { value, datatype, .. } => {
                        json!({"@type": self.prefixes.compact(datatype), "@value": value})
                    }
                    Object::Node(nested) => {
                        let label = self.label();
                        let reference = json!({"@id": label});
                        inner.push((label, nested));
                        reference
                    }
                })
                .collect();
            let value = match values.len() {
                1 => values.swap_remove(0),
                _ => Value::Array(values),
            };
            object.insert(key, value);
        }
        if let Some(slot) = self.nodes.get_mut(place) {
            *slot = Value::Object(object);
        }
        for (label, nested) in inner {
            self.node(&label, nested);
        }
    }
}
