use std::sync::Arc;

/// The number of an act in a table of [`Acts`]; ordered as the IRIs by bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Act(pub(super) u32);

impl Act {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of acts, sorted by the bytes of their IRIs.
///
/// Clones share one table. Values of different tables are renumbered to a common one before they are compared. A
/// library has one table for all licenses and graphs, so that this is rarely needed.
#[derive(Debug, Clone, Default)]
pub struct Acts(Arc<[Box<str>]>);

impl Acts {
    /// A table of acts without duplicates.
    pub fn new<'a>(iris: impl IntoIterator<Item = &'a str>) -> Self {
        let mut iris: Vec<&str> = iris.into_iter().collect();
        iris.sort_unstable();
        iris.dedup();
        Self(iris.into_iter().map(Box::from).collect())
    }

    /// A table that also contains these acts; the same table if it does already.
    #[must_use]
    pub(super) fn with<'a>(&self, iris: impl Iterator<Item = &'a str>) -> Self {
        let strangers: Vec<&str> = iris.filter(|iri| self.find(iri).is_none()).collect();
        if strangers.is_empty() {
            return self.clone();
        }
        Self::new(self.0.iter().map(AsRef::as_ref).chain(strangers))
    }

    /// Whether both are the same table.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(super) fn find(&self, iri: &str) -> Option<Act> {
        let at = self.0.binary_search_by(|known| known.as_ref().cmp(iri)).ok()?;
        u32::try_from(at).ok().map(Act)
    }

    pub(super) fn iri(&self, act: Act) -> &str {
        self.0.get(act.index()).map_or("", AsRef::as_ref)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Every IRI, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(AsRef::as_ref)
    }

    pub(super) fn renumbering(&self, larger: &Self) -> Renumbering {
        Renumbering(self.iter().map(|iri| larger.find(iri)).collect())
    }
}

/// The numbers of the acts of one table in another.
#[derive(Debug)]
pub(super) struct Renumbering(Vec<Option<Act>>);

impl Renumbering {
    pub(super) fn act(&self, act: Act) -> Option<Act> {
        self.0.get(act.index()).copied().flatten()
    }

    pub(super) fn pair(&self, (a, b): (Act, Act)) -> Option<(Act, Act)> {
        Some((self.act(a)?, self.act(b)?))
    }

    pub(super) fn set(&self, acts: &ActSet) -> ActSet {
        acts.iter().filter_map(|act| self.act(act)).collect()
    }
}

/// A bit set of acts. Acts beyond its last word are not in it, so sets of different lengths can be combined.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ActSet(Vec<u64>);

impl ActSet {
    pub(super) const NONE: Self = Self(Vec::new());

    pub(super) fn insert(&mut self, act: Act) {
        let word = act.index() / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        if let Some(word) = self.0.get_mut(word) {
            *word |= 1 << (act.0 % 64);
        }
    }

    pub(super) fn contains(&self, act: Act) -> bool {
        self.0.get(act.index() / 64).is_some_and(|word| word >> (act.0 % 64) & 1 == 1)
    }

    pub(super) fn extend(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Whether the sets intersect.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The intersection, in order.
    pub(super) fn common<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Act> + 'a {
        acts(self.0.iter().zip(&other.0).map(|(a, b)| a & b))
    }

    /// The acts, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Act> + '_ {
        acts(self.0.iter().copied())
    }
}

impl FromIterator<Act> for ActSet {
    fn from_iter<I: IntoIterator<Item = Act>>(acts: I) -> Self {
        let mut set = Self::default();
        acts.into_iter().for_each(|act| set.insert(act));
        set
    }
}

fn acts(words: impl Iterator<Item = u64>) -> impl Iterator<Item = Act> {
    (0u32..).step_by(64).zip(words).flat_map(|(first, mut rest)| {
        std::iter::from_fn(move || {
            let act = (rest != 0).then(|| Act(first + rest.trailing_zeros()))?;
            rest &= rest - 1;
            Some(act)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_grows_only_for_unknown_acts_and_keeps_the_order_of_bytes() {
        let acts = Acts::new(["b", "a", "b"]);
        assert!(acts.is(&acts.with(["a"].into_iter())));
        let larger = acts.with(["0", "z"].into_iter());
        assert_eq!(larger.iter().collect::<Vec<_>>(), ["0", "a", "b", "z"]);
        let renumbering = acts.renumbering(&larger);
        let both: ActSet = [Act(0), Act(1)].into_iter().collect();
        assert_eq!(renumbering.set(&both).iter().map(|act| larger.iri(act)).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn sets_of_different_lengths_intersect() {
        let set = |acts: &[u32]| acts.iter().copied().map(Act).collect::<ActSet>();
        let (small, large) = (set(&[0, 63]), set(&[63, 64, 200]));
        assert_eq!(small.common(&large).collect::<Vec<_>>(), [Act(63)]);
        assert!(small.meets(&large) && !small.contains(Act(64)) && large.contains(Act(200)));
        let mut union = small;
        union.extend(&large);
        assert_eq!(union.iter().collect::<Vec<_>>(), [Act(0), Act(63), Act(64), Act(200)]);
    }
}
