use std::collections::{BTreeMap, BTreeSet};

use super::own_context::OwnContext;

/// Which parts of a work need which others.
#[derive(Default)]
pub(super) struct Dependencies<'d> {
    needs: BTreeMap<&'d str, Vec<&'d str>>,
    development: BTreeSet<&'d str>,
    links: Vec<[&'d str; 2]>,
    modified: BTreeSet<&'d str>,
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

    /// A part, or the work, links to another part, which it needs.
    pub(super) fn add_link(&mut self, dependent: &'d str, dependency: &'d str) {
        self.add(dependent, dependency);
        self.links.push([dependent, dependency]);
    }

    /// A part is modified.
    pub(super) fn add_modified(&mut self, part: &'d str) {
        self.modified.insert(part);
    }

    /// What holds of a container because of a file in it; each pair is a container and a file. A modified file
    /// modifies it, what links to the file links to it, and if the file links to a work, so does it.
    pub(super) fn add_files(
        &mut self,
        works: &BTreeSet<&'d str>,
        contained: impl Iterator<Item = (&'d str, &'d str)>,
    ) {
        let linked: BTreeSet<&str> = self.links.iter().map(|[_, file]| *file).collect();
        let to_works = self.links.iter().filter(|[_, work]| works.contains(work));
        let to_works: BTreeMap<&str, &str> = to_works.map(|[file, work]| (*file, *work)).collect();
        let (mut modified, mut links) = (Vec::new(), Vec::new());
        for (container, file) in contained {
            modified.extend(self.modified.contains(file).then_some(container));
            links.extend(linked.contains(file).then_some([file, container]));
            links.extend(to_works.get(file).map(|work| [container, *work]));
        }
        self.modified.extend(modified);
        links.into_iter().for_each(|[dependent, dependency]| self.add_link(dependent, dependency));
    }

    /// What is known of each part alone. A part that links to a work, as a plug-in does, is combined with it
    /// as one is to which the work links.
    pub(super) fn own_contexts(&self, works: &BTreeSet<&'d str>) -> OwnContexts<'_, 'd> {
        let linked = self.links.iter().flat_map(|[dependent, dependency]| {
            [Some(*dependency), works.contains(dependency).then_some(*dependent)]
        });
        OwnContexts { linked: linked.flatten().collect(), modified: &self.modified }
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

/// What is known of each part alone.
pub(super) struct OwnContexts<'s, 'd> {
    linked: BTreeSet<&'d str>,
    modified: &'s BTreeSet<&'d str>,
}

impl OwnContexts<'_, '_> {
    pub(super) fn of(&self, part: &str) -> OwnContext {
        OwnContext::of_document(self.linked.contains(part), self.modified.contains(part))
    }
}
