use std::collections::BTreeMap;
use std::fmt::Write;

use super::ContentHash;

/// The lines of a canonical text within a named graph, as N-Quads.
///
/// Labels of blank nodes depend on their content, so two texts may have the same one, which would be one node in a
/// dataset. So each label begins with `g` and 16 hex digits of the digest of the graph's IRI. Without these prefixes
/// and the graph, the lines are the canonical text in its order.
#[must_use]
pub fn quads(canonical: &str, graph: &str) -> String {
    let scope = label_scope(graph);
    let mut text = String::with_capacity(canonical.len() + canonical.lines().count() * (graph.len() + 40));
    for line in canonical.lines() {
        let triple = line.strip_suffix(" .").unwrap_or(line);
        // IRIs and labels contain no blanks, so the object follows the second one.
        let mut terms = triple.splitn(3, ' ');
        let (subject, predicate) = (terms.next().unwrap_or_default(), terms.next().unwrap_or_default());
        push(&mut text, subject, &scope);
        text.push(' ');
        text.push_str(predicate);
        text.push(' ');
        push(&mut text, terms.next().unwrap_or_default(), &scope);
        // Writing to a string does not fail.
        let _ = writeln!(text, " <{graph}> .");
    }
    text
}

/// The canonical texts in the output of [`quads()`], by the IRI of their graph. Other lines are skipped.
#[must_use]
pub fn canonical_texts(quads: &str) -> BTreeMap<&str, String> {
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    for line in quads.lines() {
        let Some((triple, graph)) = line
            .strip_suffix("> .")
            .and_then(|rest| rest.rsplit_once(' '))
            .and_then(|(triple, graph)| Some((triple, graph.strip_prefix('<')?)))
        else {
            continue;
        };
        let mut terms = triple.splitn(3, ' ');
        let (Some(subject), Some(predicate), Some(object)) = (terms.next(), terms.next(), terms.next())
        else {
            continue;
        };
        let scope = format!("_:{}", label_scope(graph));
        let bare = |term: &str| match term.strip_prefix(scope.as_str()) {
            Some(label) => format!("_:{label}"),
            None => term.to_owned(),
        };
        let _ = writeln!(texts.entry(graph).or_default(), "{} {predicate} {} .", bare(subject), bare(object));
    }
    texts
}

/// The prefix of the labels of blank nodes in a graph.
#[must_use]
pub fn label_scope(graph: &str) -> String {
    format!("g{}", ContentHash::of(graph).short(16))
}

fn push(text: &mut String, term: &str, scope: &str) {
    match term.strip_prefix("_:") {
        Some(label) => text.extend(["_:", scope, label]),
        None => text.push_str(term),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_terms_and_gains_a_graph() {
        let text = "<http://a/> <http://b/> \"_:x <http://c/> .\"@en .\n_:b1 <http://b/> _:b2 .\n";
        let scope = label_scope("http://g/");
        let expected = format!(
            "<http://a/> <http://b/> \"_:x <http://c/> .\"@en <http://g/> .\n\
             _:{scope}b1 <http://b/> _:{scope}b2 <http://g/> .\n"
        );
        assert_eq!(quads(text, "http://g/"), expected);
        assert_ne!(label_scope("http://g/"), label_scope("http://h/"));
        assert_eq!(quads("", "http://g/"), "");
        assert_eq!(canonical_texts(&expected), BTreeMap::from([("http://g/", text.to_owned())]));
    }
}
