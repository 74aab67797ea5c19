use std::collections::{BTreeMap, BTreeSet};

/// Which parts of a work need which others.
#[derive(Default)]
pub(super) struct Dependencies<'d> {
    needs: BTreeMap<&'d str, Vec<&'d str>>,
    development: BTreeSet<&'d str>,
}

impl<'d> Dependencies<'d> {
    /// A part, or the work, needs another part.
    pub(super) fn add(&mut self, dependent: &'d str, dependency: &'d str) {
        self.needs.entry(dependent).or_default().push(dependency);
    }

    /// Only development or tests of some part, or of the work, need a part.
    pub(super) fn add_development(&mut self, dependency: &'d str) {
        self.development.insert(dependency);
    }

    /// The parts that development needs, directly or indirectly, and the works do not. Without a work, other parts stand in
    /// its place.
    pub(super) fn only_development(&self, works: &BTreeSet<&'d str>) -> BTreeSet<&'d str> {
        let others = self.needs.keys().copied().filter(|part| !self.development.contains(part));
        let roots: Vec<&str> =
            if works.is_empty() { others.collect() } else { works.iter().copied().collect() };
        let needed = self.reached(roots.into_iter());
        let development = self.reached(self.development.iter().copied());
        development.into_iter().filter(|part| !needed.contains(part)).collect()
    }

    fn reached(&self, from: impl Iterator<Item = &'d str>) -> BTreeSet<&'d str> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&str> = from.collect();
        while let Some(part) = open.pop() {
            if reached.insert(part) {
                open.extend(self.needs.get(part).into_iter().flatten());
            }
        }
        reached
    }
}
