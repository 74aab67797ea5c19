//! Properties of `svc-c14n-1` and of the syntaxes, over random trees (spec:canonical-form).

use muniment_rdf::{
    BlankNode, ContentHash, Graph, Literal, NamedNode, NamedOrBlankNode, Outline, Prefixes, Syntax, Term,
    Triple, canonicalize, read, write,
};
use proptest::prelude::*;

/// A node of a tree: what it says plainly, and the nodes it leads to.
#[derive(Debug, Clone)]
struct Tree {
    said: Vec<(u8, Value)>,
    nested: Vec<(u8, Tree)>,
}

#[derive(Debug, Clone)]
enum Value {
    Iri(u8),
    Plain(String),
    Tagged(String, &'static str),
    Typed(String, &'static str),
}

fn text() -> impl Strategy<Value = String> {
    // Everything XML 1.0 can carry; what it cannot is refused when a library is read.
    proptest::string::string_regex(
        "[ -~\\n\\r\\t\\u{7f}-\\u{d7ff}\\u{e000}-\\u{fffd}\\u{10000}-\\u{10ffff}]{0,12}",
    )
    .unwrap()
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<u8>().prop_map(Value::Iri),
        text().prop_map(Value::Plain),
        (text(), prop_oneof![Just("en"), Just("de-AT"), Just("zh-hant")])
            .prop_map(|(t, l)| Value::Tagged(t, l)),
        (text(), prop_oneof![Just("boolean"), Just("date"), Just("integer")])
            .prop_map(|(t, d)| Value::Typed(t, d)),
    ]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf =
        prop::collection::vec((0..4_u8, value()), 0..4).prop_map(|said| Tree { said, nested: Vec::new() });
    leaf.prop_recursive(4, 24, 4, |inner| {
        (prop::collection::vec((0..4_u8, value()), 0..4), prop::collection::vec((0..3_u8, inner), 0..4))
            .prop_map(|(said, nested)| Tree { said, nested })
    })
}

fn predicate(number: u8) -> NamedNode {
    NamedNode::new_unchecked(format!("http://example.org/ns#p{number}"))
}

fn describe(subject: &NamedOrBlankNode, tree: &Tree, label: &str, triples: &mut Vec<Triple>) {
    for (number, value) in &tree.said {
        let object: Term = match value {
            Value::Iri(number) => {
                NamedNode::new_unchecked(format!("http://example.org/things/{number}")).into()
            }
            Value::Plain(text) => Literal::new_simple_literal(text).into(),
            Value::Tagged(text, language) => {
                Literal::new_language_tagged_literal_unchecked(text, *language).into()
            }
            Value::Typed(text, name) => Literal::new_typed_literal(
                text,
                NamedNode::new_unchecked(format!("http://www.w3.org/2001/XMLSchema#{name}")),
            )
            .into(),
        };
        triples.push(Triple::new(subject.clone(), predicate(*number), object));
    }
    for (index, (number, nested)) in tree.nested.iter().enumerate() {
        let label = format!("{label}x{index}");
        let node = BlankNode::new_unchecked(label.clone());
        triples.push(Triple::new(subject.clone(), predicate(*number), node.clone()));
        describe(&node.into(), nested, &label, triples);
    }
}

fn triples(tree: &Tree, label: &str) -> Vec<Triple> {
    let mut triples = Vec::new();
    describe(&NamedNode::new_unchecked("http://example.org/root").into(), tree, label, &mut triples);
    triples
}

fn hash(graph: &Graph) -> ContentHash {
    canonicalize(graph).unwrap().hash()
}

fn prefixes() -> Prefixes {
    Prefixes::new([("ex", "http://example.org/ns#"), ("xsd", "http://www.w3.org/2001/XMLSchema#")])
}

proptest! {
    #[test]
    fn the_hash_survives_renaming_of_blank_nodes_and_any_order(tree in tree(), seed in any::<u64>()) {
        let expected = hash(&triples(&tree, "a").into_iter().collect());
        let mut shuffled = triples(&tree, "renamed");
        let length = shuffled.len();
        for i in (1..length).rev() {
            let j = (seed.rotate_left(i as u32 % 64) % (i as u64 + 1)) as usize;
            shuffled.swap(i, j);
        }
        prop_assert_eq!(hash(&shuffled.into_iter().collect()), expected);
    }

    #[test]
    fn the_hash_survives_turtle_json_ld_and_rdf_xml(tree in tree()) {
        let graph: Graph = triples(&tree, "a").into_iter().collect();
        let expected = hash(&graph);
        let outline = Outline::of(&graph).unwrap();
        for syntax in [Syntax::Turtle, Syntax::JsonLd, Syntax::RdfXml] {
            let text = write(syntax, &outline, &prefixes()).unwrap();
            let back = read(syntax, text.as_bytes()).map_err(|e| TestCaseError::fail(format!("{syntax}: {e}\n{text}")))?;
            prop_assert_eq!(hash(&back), expected, "{}\n{}", syntax, text);
        }
    }

    #[test]
    fn what_is_written_does_not_depend_on_labels_or_order(tree in tree()) {
        let one: Graph = triples(&tree, "a").into_iter().collect();
        let other: Graph = triples(&tree, "b").into_iter().rev().collect();
        for syntax in [Syntax::Turtle, Syntax::JsonLd, Syntax::RdfXml] {
            prop_assert_eq!(
                write(syntax, &Outline::of(&one).unwrap(), &prefixes()),
                write(syntax, &Outline::of(&other).unwrap(), &prefixes())
            );
        }
    }

    #[test]
    fn canonical_text_is_sorted_lines_without_repetition(tree in tree()) {
        let canonical = canonicalize(&triples(&tree, "a").into_iter().collect()).unwrap();
        let lines: Vec<&str> = canonical.text().split_inclusive('\n').collect();
        prop_assert!(lines.windows(2).all(|pair| pair[0].as_bytes() < pair[1].as_bytes()));
        prop_assert!(lines.iter().all(|line| line.ends_with(" .\n")));
    }

    #[test]
    fn reading_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for syntax in Syntax::ALL {
            if let Ok(graph) = read(syntax, &bytes) {
                let _ = canonicalize(&graph);
            }
        }
    }
}
