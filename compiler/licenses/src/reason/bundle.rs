use std::borrow::Cow;
use std::collections::BTreeMap;

use super::acts::Acts;
use super::entry::Entry;
use super::facts::Facts;
use super::holdings::Holdings;
use super::rules;
use super::theory::Theory;
use super::verdict::Verdict;

/// A license of a question, with the IRI in the request.
#[derive(Debug, Clone, Copy)]
pub struct Component<'a> {
    /// The IRI as it was sent; answers use it.
    pub iri: &'a str,
    /// Its facts.
    pub facts: &'a Facts,
}

impl<'a> From<&'a Facts> for Component<'a> {
    fn from(facts: &'a Facts) -> Self {
        Self { iri: &facts.iri, facts }
    }
}

/// The time limit is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the time for this answer is over")]
pub struct OverBudget;

/// The verdict exceeds a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unbounded {
    /// The time limit is exceeded.
    #[error(transparent)]
    Time(#[from] OverBudget),
    /// The verdict has too many entries.
    #[error("more than {most} statements stand against each other")]
    Entries {
        /// Maximum number of entries.
        most: usize,
    },
}

/// Licenses under a theory, ready to be compared.
///
/// A license counts once, by the IRI of its record; the first of several requested IRIs in byte order is its name.
/// Licenses are sorted by name, so answers do not depend on the order of the question. Unknown licenses are left out.
#[derive(Debug)]
pub struct Bundle<'a> {
    pub(super) theory: Cow<'a, Theory>,
    pub(super) names: Vec<&'a str>,
    pub(super) holdings: Vec<Holdings<'a>>,
}

impl<'a> Bundle<'a> {
    /// Applies the rules of a theory to licenses.
    ///
    /// This is fast if theory and facts share one table of acts; otherwise they are renumbered first.
    #[must_use]
    pub fn new<C: Into<Component<'a>>>(theory: &'a Theory, components: impl IntoIterator<Item = C>) -> Self {
        let mut by_record: BTreeMap<&str, Component<'a>> = BTreeMap::new();
        for component in components.into_iter().map(Into::into) {
            let known = by_record.entry(&component.facts.iri).or_insert(component);
            if component.iri < known.iri {
                *known = component;
            }
        }
        let mut components: Vec<Component<'a>> = by_record.into_values().collect();
        components.sort_unstable_by_key(|component| component.iri);

        let facts = || components.iter().map(|component| component.facts);
        let theory = Cow::Borrowed(theory);
        let (theory, facts): (Cow<'a, Theory>, Vec<Cow<'a, Facts>>) =
            if facts().all(|facts| facts.acts.is(&theory.acts)) {
                (theory, facts().map(Cow::Borrowed).collect())
            } else {
                let iris = facts().flat_map(|facts| facts.acts.iter()).chain(theory.acts.iter());
                let acts = Acts::new(iris);
                (Cow::Owned(theory.over(&acts)), facts().map(|facts| Cow::Owned(facts.over(&acts))).collect())
            };
        Self {
            names: components.iter().map(|component| component.iri).collect(),
            holdings: facts.into_iter().map(|facts| Holdings::new(&theory, facts)).collect(),
            theory,
        }
    }

    /// Number of licenses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no licenses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of the licenses, in order.
    #[must_use]
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// Compares every license with every other and with itself.
    ///
    /// `is_over` is called before each pair and can stop the computation.
    ///
    /// # Errors
    /// The time limit is exceeded.
    pub fn verdict(self, is_over: impl Fn() -> bool) -> Result<Verdict<'a>, OverBudget> {
        // No limit but the time.
        self.bounded_verdict(usize::MAX, is_over).map_err(|_| OverBudget)
    }

    /// The same, with at most `most` entries.
    ///
    /// # Errors
    /// The time is over, or there are more entries.
    pub fn bounded_verdict(self, most: usize, is_over: impl Fn() -> bool) -> Result<Verdict<'a>, Unbounded> {
        let (mut direct, mut derived) = (Vec::new(), Vec::new());
        for l1 in (0..).zip(&self.holdings) {
            for l2 in (0..).zip(&self.holdings) {
                if is_over() {
                    return Err(OverBudget.into());
                }
                rules::conflicts(&self.theory, l1, l2, &mut |entry: Entry| {
                    if entry.rule.is_derived() { derived.push(entry) } else { direct.push(entry) }
                });
                if direct.len() + derived.len() > most {
                    return Err(Unbounded::Entries { most });
                }
            }
        }
        for entries in [&mut direct, &mut derived] {
            if is_over() {
                return Err(OverBudget.into());
            }
            entries.sort_unstable();
        }
        Ok(Verdict { bundle: self, direct, derived })
    }
}

/// Whether licenses can be combined under a graph (spec:version-1#verdict): see [`Bundle`] and [`Bundle::verdict`].
pub fn compatibility<'a, C: Into<Component<'a>>>(
    theory: &'a Theory,
    components: impl IntoIterator<Item = C>,
    is_over: impl Fn() -> bool,
) -> Result<Verdict<'a>, OverBudget> {
    Bundle::new(theory, components).verdict(is_over)
}
