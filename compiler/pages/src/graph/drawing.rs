use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::layout::{Layout, Line, Place, Point, Size, layout};
use super::relation::Relation;
use crate::reference::Reference;
use muniment_licenses::model::{DependencyGraph, OwnTerms};

/// A drawing of a graph: boxes of acts, and lines of relations. Synonymous acts share a box. Sizes are estimated
/// without measuring text.
#[derive(Debug, Serialize)]
pub(super) struct Drawing {
    width: i32,
    height: i32,
    boxes: Vec<ActBox>,
    lines: Vec<RelationLine>,
}

/// A box of synonymous acts.
#[derive(Debug, Serialize)]
struct ActBox {
    place: Place,
    acts: Vec<ActName>,
}

#[derive(Debug, Serialize)]
struct ActName {
    x: i32,
    y: i32,
    text: String,
    /// Its compact name.
    name: String,
    /// Address of its description; may be empty.
    href: String,
    /// Whether it is a synonym of the act above.
    is_alias: bool,
}

/// One relation between two boxes.
#[derive(Debug, Serialize)]
struct RelationLine {
    /// Key of the relation.
    relation: &'static str,
    path: String,
    /// Its axioms as sentences.
    says: Vec<String>,
    /// The label; the most frequent relation has none.
    label: Option<LineLabel>,
}

#[derive(Debug, Serialize)]
struct LineLabel {
    x: i32,
    y: i32,
    text: &'static str,
}

/// Font size.
const LETTER: i32 = 13;
/// Line height.
const LEADING: i32 = 18;
/// Padding of a box.
const PADDING: i32 = 10;
/// Bulge of a line within a column.
const BULGE: i32 = 40;

impl Drawing {
    /// Draws the axioms of a graph; `None` without axioms. `name` gives the link of an act.
    pub(super) fn of(
        graph: &DependencyGraph,
        own: &OwnTerms,
        name: impl Fn(&str) -> Reference,
    ) -> Option<Self> {
        let axioms: Vec<(&str, Relation, &str)> = graph
            .axioms
            .iter()
            .filter_map(|a| Some((&*a.subject, Relation::read(&a.predicate, own)?, &*a.object)))
            .collect();
        let classes = classes(&axioms);
        let mut boxes: Vec<Vec<(Reference, &str)>> = classes
            .iter()
            .map(|acts| {
                let mut acts: Vec<(Reference, &str)> = acts.iter().map(|iri| (name(iri), *iri)).collect();
                acts.sort_by(|(a, one), (b, other)| (a.key(), one).cmp(&(b.key(), other)));
                acts
            })
            .collect();
        boxes.sort_by(|a, b| {
            let [a, b] = [a, b].map(|acts| acts.first().map(|(act, iri)| (act.key(), *iri)));
            a.cmp(&b)
        });
        let place_of: BTreeMap<&str, usize> = boxes
            .iter()
            .enumerate()
            .flat_map(|(place, acts)| acts.iter().map(move |(_, iri)| (*iri, place)))
            .collect();
        // One line for each relation between two boxes.
        let mut lines: BTreeMap<(usize, usize, Relation), Vec<String>> = BTreeMap::new();
        for (subject, relation, object) in
            axioms.iter().filter(|(_, relation, _)| *relation != Relation::SameAs)
        {
            let (Some(&from), Some(&to)) = (place_of.get(subject), place_of.get(object)) else { continue };
            let ends =
                if *relation == Relation::Contradicts { (from.min(to), from.max(to)) } else { (from, to) };
            let (subject, object) = (name(subject), name(object));
            let says = format!("{} {} {}", subject.key().0, relation.words(), object.key().0);
            lines.entry((ends.0, ends.1, *relation)).or_default().push(says);
        }
        let sizes: Vec<Size> = boxes.iter().map(|acts| size(acts)).collect();
        let wanted: Vec<Line> = lines
            .keys()
            .map(|&(from, to, relation)| Line { from, to, is_upward: relation != Relation::Contradicts })
            .collect();
        let Layout { width, height, places, routes } = layout(&sizes, &wanted);
        (!boxes.is_empty()).then(|| Self {
            width,
            height,
            boxes: boxes.iter().zip(places).map(|(acts, place)| act_box(acts, place)).collect(),
            lines: lines
                .into_iter()
                .zip(routes)
                .map(|(((_, _, relation), says), route)| RelationLine {
                    relation: relation.key(),
                    path: path(&route),
                    says,
                    label: (relation != Relation::IncludedIn).then(|| label(relation, &route)).flatten(),
                })
                .collect(),
        })
    }
}

/// Groups synonymous acts.
fn classes<'g>(axioms: &[(&'g str, Relation, &'g str)]) -> Vec<BTreeSet<&'g str>> {
    let mut classes: Vec<BTreeSet<&str>> = Vec::new();
    for (subject, relation, object) in axioms {
        let together = match relation {
            Relation::SameAs => vec![BTreeSet::from([*subject, *object])],
            _ => vec![BTreeSet::from([*subject]), BTreeSet::from([*object])],
        };
        for acts in together {
            let (joined, apart): (Vec<_>, Vec<_>) =
                classes.into_iter().partition(|class| !class.is_disjoint(&acts));
            classes = apart;
            classes.push(joined.into_iter().flatten().chain(acts).collect());
        }
    }
    classes
}

/// The lines of a box: labels, or compact names if labels are equal.
fn inscriptions<'a>(acts: &'a [(Reference, &str)]) -> impl Iterator<Item = &'a str> {
    acts.iter().enumerate().map(|(line, (act, _))| {
        let (label, name) = act.key();
        let is_repeated = acts.iter().take(line).any(|(before, _)| before.key().0 == label);
        if is_repeated && !name.is_empty() { name } else { label }
    })
}

fn size(acts: &[(Reference, &str)]) -> Size {
    let lines = i32::try_from(acts.len()).unwrap_or(i32::MAX / LEADING - LEADING);
    let widest = inscriptions(acts).map(text_width).max().unwrap_or_default();
    // Room for the sign of a synonym.
    let sign = if acts.len() > 1 { LETTER } else { 0 };
    Size { width: widest + sign + 2 * PADDING, height: lines * LEADING + PADDING }
}

/// An upper estimate of the width of a text.
fn text_width(text: &str) -> i32 {
    let thousandths: i32 = text
        .chars()
        .map(|letter| match letter {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 300,
            'f' | 't' | 'r' | ' ' | '-' | '(' | ')' | '/' => 410,
            'm' | 'w' | 'M' | 'W' | '@' | '%' => 950,
            'A'..='Z' => 730,
            letter if letter.is_ascii() => 600,
            _ => 1000,
        })
        .sum();
    thousandths * LETTER / 1000 + 1
}

fn act_box(acts: &[(Reference, &str)], place: Place) -> ActBox {
    let Size { height, .. } = size(acts);
    let first = place.y + (place.height - height) / 2 + PADDING / 2 + LETTER;
    let acts = acts.iter().zip(inscriptions(acts)).zip(0..).map(|(((act, _), inscription), line)| ActName {
        x: place.x + PADDING,
        y: first + line * LEADING,
        text: inscription.to_owned(),
        name: act.key().1.to_owned(),
        href: act.parts().href.clone(),
        is_alias: line > 0,
    });
    ActBox { place, acts: acts.collect() }
}

/// An SVG path of a route: curved between columns, straight within them.
fn path(route: &[Point]) -> String {
    let Some(start) = route.first() else { return String::new() };
    let mut path = format!("M{} {}", start.x, start.y);
    for (step, pair) in route.windows(2).enumerate() {
        let [from, to] = pair else { continue };
        path.push_str(&match (step % 2, from.x == to.x) {
            (0, false) => {
                let middle = (from.x + to.x) / 2;
                format!("C{middle} {} {middle} {} {} {}", from.y, to.y, to.x, to.y)
            }
            (0, true) => {
                let out = from.x + BULGE;
                format!("C{out} {} {out} {} {} {}", from.y, to.y, to.x, to.y)
            }
            _ => format!("H{}", to.x),
        });
    }
    path
}

/// A label in the middle of the first curve.
fn label(relation: Relation, route: &[Point]) -> Option<LineLabel> {
    let [from, to, ..] = route else { return None };
    let bulge = if from.x == to.x { BULGE * 3 / 4 } else { 0 };
    Some(LineLabel { x: (from.x + to.x) / 2 + bulge, y: (from.y + to.y) / 2 + 4, text: relation.words() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Parts;
    use muniment_licenses::model::Axiom;
    use muniment_licenses::model::terms::{odrl, owl};

    const NAMESPACE: &str = "https://sample.example/ns#";

    fn graph(axioms: &[(&str, &str, &str)]) -> DependencyGraph {
        let contradicts = OwnTerms::new(NAMESPACE).contradicts;
        let relation = |name: &str| match name {
            "in" => odrl::INCLUDED_IN.to_owned(),
            "implies" => odrl::IMPLIES.to_owned(),
            "is" => owl::SAME_AS.to_owned(),
            _ => contradicts.clone(),
        };
        let axiom = |(triple, &(subject, name, object)): (usize, &(&str, &str, &str))| Axiom {
            subject: subject.to_owned(),
            predicate: relation(name),
            object: object.to_owned(),
            triple,
        };
        DependencyGraph {
            axioms: axioms.iter().enumerate().map(axiom).collect(),
            ..DependencyGraph::default()
        }
    }

    fn drawn(axioms: &[(&str, &str, &str)]) -> Drawing {
        let name = |iri: &str| {
            Parts {
                text: iri.to_owned(),
                href: format!("/ns#{iri}"),
                name: format!("x:{iri}"),
                ..Parts::default()
            }
            .into()
        };
        Drawing::of(&graph(axioms), &OwnTerms::new(NAMESPACE), name).unwrap()
    }

    fn names(drawing: &Drawing) -> Vec<Vec<&str>> {
        let of = |drawn: &ActBox| drawn.acts.len();
        assert!(drawing.boxes.iter().all(|drawn| of(drawn) > 0));
        drawing.boxes.iter().map(|drawn| drawn.acts.iter().map(|act| &*act.text).collect()).collect()
    }

    #[test]
    fn synonymous_acts_share_a_box() {
        let drawing = drawn(&[("a", "is", "b"), ("b", "is", "a"), ("c", "is", "b"), ("d", "in", "c")]);
        assert_eq!(names(&drawing), [vec!["a", "b", "c"], vec!["d"]]);
        assert_eq!(drawing.lines.len(), 1);
        assert!(!drawing.boxes[0].acts[0].is_alias && drawing.boxes[0].acts[2].is_alias);
    }

    #[test]
    fn acts_with_equal_labels_show_their_names() {
        let name = |iri: &str| Reference::plain("Share alike").named(iri);
        let own = OwnTerms::new(NAMESPACE);
        let drawing = Drawing::of(&graph(&[("cc:x", "is", "odrl:x")]), &own, name).unwrap();
        assert_eq!(names(&drawing), [vec!["Share alike", "odrl:x"]]);
    }

    #[test]
    fn every_axiom_is_drawn_once() {
        let axioms = [
            ("print", "in", "present"),
            ("print", "in", "use"),
            ("present", "in", "use"),
            ("copy", "is", "reproduce"),
            ("copy", "in", "use"),
            ("reproduce", "in", "use"),
            ("copy", "implies", "present"),
            ("own", "contradicts", "sell"),
            ("sell", "contradicts", "own"),
        ];
        let drawing = drawn(&axioms);
        let mut says: Vec<&str> =
            drawing.lines.iter().flat_map(|line| &line.says).map(String::as_str).collect();
        says.sort_unstable();
        assert_eq!(
            says,
            [
                "copy implies present",
                "copy is included in use",
                "own contradicts sell",
                "present is included in use",
                "print is included in present",
                "print is included in use",
                "reproduce is included in use",
                "sell contradicts own",
            ]
        );
        // The rest: a box of two names, and two lines of two axioms each.
        assert!(names(&drawing).contains(&vec!["copy", "reproduce"]));
        assert_eq!(drawing.lines.len(), 6);
        let labels: Vec<&str> =
            drawing.lines.iter().filter_map(|line| line.label.as_ref()).map(|l| l.text).collect();
        assert_eq!(labels, ["implies", "contradicts"]);
    }

    #[test]
    fn texts_fit_their_boxes() {
        let long = "www.an-act-with-a-very-long-name";
        let drawing = drawn(&[(long, "in", "use"), ("i", "in", "use")]);
        for act_box in &drawing.boxes {
            for act in &act_box.acts {
                assert!(act.x + text_width(&act.text) <= act_box.place.x + act_box.place.width);
                assert!(act.y > act_box.place.y && act.y < act_box.place.y + act_box.place.height);
            }
        }
        assert!(text_width("Wwm") > text_width("ill"));
    }

    #[test]
    fn a_graph_without_axioms_is_not_drawn() {
        let name = |iri: &str| Reference::plain(iri);
        assert!(Drawing::of(&graph(&[]), &OwnTerms::new(NAMESPACE), name).is_none());
    }
}
