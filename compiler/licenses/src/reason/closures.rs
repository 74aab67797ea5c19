use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::acts::{Act, ActSet, Renumbering};

/// A relation between acts, indexed in both directions (spec:reasoning#closures). Pairs of an act with itself may be
/// in it and are never reported.
#[derive(Debug, Clone, Default)]
pub(super) struct Relation {
    /// What each act is related to.
    objects: Vec<ActSet>,
    /// What is related to each act.
    subjects: Vec<ActSet>,
    /// Pairs that the graph states.
    stated: BTreeSet<(Act, Act)>,
}

static NONE: ActSet = ActSet::NONE;

impl Relation {
    /// Every `b` with `(a, b)` in the relation.
    pub(super) fn objects(&self, a: Act) -> &ActSet {
        self.objects.get(a.0 as usize).unwrap_or(&NONE)
    }

    /// Every `a` with `(a, b)` in the relation.
    pub(super) fn subjects(&self, b: Act) -> &ActSet {
        self.subjects.get(b.0 as usize).unwrap_or(&NONE)
    }

    /// Whether the graph states the pair; otherwise it is derived.
    pub(super) fn is_stated(&self, a: Act, b: Act) -> bool {
        self.stated.contains(&(a, b))
    }

    /// Every pair of two different acts, in order.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Act, Act)> {
        (0..)
            .map(Act)
            .zip(&self.objects)
            .flat_map(|(a, objects)| objects.iter().map(move |b| (a, b)))
            .filter(|(a, b)| a != b)
    }

    fn new(objects: Vec<ActSet>, stated: BTreeSet<(Act, Act)>) -> Self {
        let mut subjects = vec![ActSet::default(); objects.len()];
        for (a, row) in (0..).map(Act).zip(&objects) {
            for b in row.iter() {
                if let Some(column) = subjects.get_mut(b.0 as usize) {
                    column.insert(a);
                }
            }
        }
        Self { objects, subjects, stated }
    }

    fn over(&self, renumbering: &Renumbering, acts: usize) -> Self {
        let mut objects = vec![ActSet::default(); acts];
        for (a, row) in (0..).map(Act).zip(&self.objects) {
            if let Some(place) = renumbering.act(a).and_then(|a| objects.get_mut(a.0 as usize)) {
                *place = renumbering.set(row);
            }
        }
        Self::new(objects, self.stated.iter().filter_map(|pair| renumbering.pair(*pair)).collect())
    }
}

/// The relation that a step of a chain follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Link {
    /// `owl:sameAs`, in either direction.
    Same,
    /// `odrl:implies`
    Implies,
    /// `odrl:includedIn`
    IncludedIn,
}

/// Pairs of acts as a graph states them.
#[derive(Debug, Default)]
pub(super) struct Axioms {
    pub(super) alias: BTreeSet<(Act, Act)>,
    pub(super) within: BTreeSet<(Act, Act)>,
    pub(super) entails: BTreeSet<(Act, Act)>,
    pub(super) clash: BTreeSet<(Act, Act)>,
}

/// What follows from the axioms of a graph: the least relations that contain them and satisfy
///
/// 1. `alias` is symmetric and transitive;
/// 2. `within` is transitive, and an alias may stand for either of its ends;
/// 3. `entails` likewise;
/// 4. in `clash` an alias may stand for either end, and nothing else;
/// 5. `entails(a, m)` and `within(m, b)` give `commits(a, b)`, which gives nothing further.
#[derive(Debug, Clone, Default)]
pub(super) struct Closures {
    pub(super) alias: Relation,
    pub(super) within: Relation,
    pub(super) entails: Relation,
    /// `entails` or `commits`: permitting one act permits the other in effect. Stated if `entails` is.
    pub(super) implies: Relation,
    /// One pair for each two acts that cannot both be asserted: the stated direction, else the one whose subject
    /// comes first.
    pub(super) clash: Relation,
}

impl Closures {
    pub(super) fn new(axioms: Axioms, acts: usize) -> Self {
        let alias = closed(axioms.alias.iter().flat_map(|&(a, b)| [(a, b), (b, a)]), acts);
        let mut swap = alias.clone();
        for (act, row) in (0..).map(Act).zip(&mut swap) {
            row.insert(act);
        }
        let swapped = |pairs: &BTreeSet<(Act, Act)>| {
            let stated = rows(pairs.iter().copied(), acts);
            composed(&composed(&swap, &stated), &swap)
        };
        let within = transitive(swapped(&axioms.within));
        let entails = transitive(swapped(&axioms.entails));
        let mut implies = composed(&entails, &within);
        for (row, more) in implies.iter_mut().zip(&entails) {
            row.extend(more);
        }
        let clash = one_direction(&swapped(&axioms.clash), &axioms.clash);
        let clash = Relation::new(rows(clash.into_iter(), acts), axioms.clash);
        Self {
            alias: Relation::new(alias, axioms.alias),
            within: Relation::new(within, axioms.within),
            entails: Relation::new(entails, axioms.entails.clone()),
            implies: Relation::new(implies, axioms.entails),
            clash,
        }
    }

    /// The same relations, renumbered.
    pub(super) fn over(&self, renumbering: &Renumbering, acts: usize) -> Self {
        let over = |relation: &Relation| relation.over(renumbering, acts);
        Self {
            alias: over(&self.alias),
            within: over(&self.within),
            entails: over(&self.entails),
            implies: over(&self.implies),
            clash: over(&self.clash),
        }
    }

    /// `up(p)`: the act and what a permission of it reaches by implication and synonymy.
    pub(super) fn up(&self, p: Act) -> ActSet {
        let mut reached: ActSet = [p].into_iter().collect();
        reached.extend(self.alias.objects(p));
        reached.extend(self.entails.objects(p));
        reached
    }

    /// `down(q)`: the act and what a prohibition of it reaches by inclusion and synonymy.
    pub(super) fn down(&self, q: Act) -> ActSet {
        let mut reached: ActSet = [q].into_iter().collect();
        reached.extend(self.alias.subjects(q));
        reached.extend(self.within.subjects(q));
        reached
    }

    /// The shortest path between two acts over synonyms and one kind of stated axiom; the first in the order of acts
    /// among paths of equal length.
    pub(super) fn chain(&self, from: Act, to: Act, link: Link) -> Vec<(Act, Link, Act)> {
        let stated = match link {
            Link::Same => &BTreeSet::new(),
            Link::Implies => &self.entails.stated,
            Link::IncludedIn => &self.within.stated,
        };
        let mut steps: BTreeSet<(Act, Act, Link)> = stated.iter().map(|&(a, b)| (a, b, link)).collect();
        steps.extend(self.alias.stated.iter().flat_map(|&(a, b)| [(a, b, Link::Same), (b, a, Link::Same)]));
        let mut came_from: BTreeMap<Act, (Act, Link)> = BTreeMap::new();
        let mut waiting = VecDeque::from([from]);
        while let Some(act) = waiting.pop_front() {
            if act == to {
                break;
            }
            for &(_, next, link) in steps.iter().filter(|(a, ..)| *a == act) {
                if next != from && !came_from.contains_key(&next) {
                    came_from.insert(next, (act, link));
                    waiting.push_back(next);
                }
            }
        }
        let mut chain = Vec::new();
        let mut act = to;
        while let Some(&(before, link)) = came_from.get(&act) {
            chain.push((before, link, act));
            act = before;
        }
        chain.reverse();
        chain
    }
}

/// The transitive closure of pairs.
pub(super) fn closed(pairs: impl Iterator<Item = (Act, Act)>, acts: usize) -> Vec<ActSet> {
    transitive(rows(pairs, acts))
}

fn rows(pairs: impl Iterator<Item = (Act, Act)>, acts: usize) -> Vec<ActSet> {
    let mut rows = vec![ActSet::default(); acts];
    for (a, b) in pairs {
        if let Some(row) = rows.get_mut(a.0 as usize) {
            row.insert(b);
        }
    }
    rows
}

/// `(a, c)` for every `(a, b)` of the first and `(b, c)` of the second.
fn composed(first: &[ActSet], second: &[ActSet]) -> Vec<ActSet> {
    let compose = |row: &ActSet| {
        let mut reached = ActSet::default();
        for b in row.iter() {
            if let Some(onward) = second.get(b.0 as usize) {
                reached.extend(onward);
            }
        }
        reached
    };
    first.iter().map(compose).collect()
}

/// The transitive closure by Warshall's algorithm.
fn transitive(mut rows: Vec<ActSet>) -> Vec<ActSet> {
    for middle in 0..rows.len() {
        let Some(onward) = rows.get(middle).cloned() else { continue };
        let Ok(middle) = u32::try_from(middle) else { continue };
        for row in rows.iter_mut().filter(|row| row.contains(Act(middle))) {
            row.extend(&onward);
        }
    }
    rows
}

/// Keeps one direction of each clash: the stated one, else the one whose subject comes first.
fn one_direction(clash: &[ActSet], stated: &BTreeSet<(Act, Act)>) -> Vec<(Act, Act)> {
    let all: BTreeSet<(Act, Act)> =
        (0..).map(Act).zip(clash).flat_map(|(a, row)| row.iter().map(move |b| (a, b))).collect();
    let weight = |pair: (Act, Act)| (!stated.contains(&pair), pair);
    all.iter()
        .filter(|&&(a, b)| a != b && (!all.contains(&(b, a)) || weight((a, b)) < weight((b, a))))
        .copied()
        .collect()
}
