use crate::model::DefaultRule;

use super::acts::{Act, ActSet};
use super::bundle::{Bundle, Component, OverBudget};
use super::entry::Predicate;
use super::facts::Facts;
use super::grade::Grade;
use super::holdings::Holdings;
use super::theory::Theory;

/// The statements of the licenses of a bundle about one act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActTogether<'b> {
    /// IRI of the act.
    pub act: &'b str,
    /// Licenses that permit it.
    pub permitted: Vec<Held<'b>>,
    /// Licenses that prohibit it.
    pub prohibited: Vec<Held<'b>>,
    /// Licenses that require it, license-wide or as a condition.
    pub required: Vec<Held<'b>>,
    /// Licenses that neither permit nor prohibit it.
    pub silent: Vec<&'b str>,
}

/// A license with a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held<'b> {
    /// The license.
    pub license: &'b str,
    /// The default rule that supplied the statement; `None` if the license states it.
    pub supplied: Option<&'b DefaultRule>,
}

/// Whether an act is permitted for a work that combines several licenses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leave {
    /// Every license permits it.
    Permitted,
    /// Some permit it, none prohibits it, some state nothing.
    Unsettled,
    /// At least one prohibits it.
    Prohibited,
    /// No license permits or prohibits it.
    Unspoken,
}

impl ActTogether<'_> {
    /// Whether the act is permitted for the combined work.
    #[must_use]
    pub fn leave(&self) -> Leave {
        match (self.prohibited.is_empty(), self.permitted.is_empty(), self.silent.is_empty()) {
            (false, ..) => Leave::Prohibited,
            (true, true, _) => Leave::Unspoken,
            (true, false, true) => Leave::Permitted,
            (true, false, false) => Leave::Unsettled,
        }
    }
}

impl Bundle<'_> {
    /// All acts in the statements of the licenses, sorted by IRI. Statements from default rules count and are marked.
    #[must_use]
    pub fn together(&self) -> Vec<ActTogether<'_>> {
        let mut acts = ActSet::default();
        for holdings in &self.holdings {
            for set in [&holdings.permits, &holdings.prohibits, &holdings.requires] {
                acts.extend(set);
            }
        }
        acts.iter().map(|act| self.about(act)).collect()
    }

    fn about(&self, act: Act) -> ActTogether<'_> {
        let licenses = || self.names.iter().zip(&self.holdings);
        let held = |set: for<'h> fn(&'h Holdings<'_>) -> &'h ActSet, predicate| {
            let holding = licenses().filter(|(_, holdings)| set(holdings).contains(act));
            holding
                .map(|(license, holdings)| {
                    let rule = holdings.supplied_by(predicate, act);
                    Held { license, supplied: rule.and_then(|rule| Some(&self.theory.rules.get(rule)?.rule)) }
                })
                .collect()
        };
        let is_silent =
            |holdings: &Holdings<'_>| !holdings.permits.contains(act) && !holdings.prohibits.contains(act);
        ActTogether {
            act: self.theory.acts.iri(act),
            permitted: held(|holdings| &holdings.permits, Predicate::Permission),
            prohibited: held(|holdings| &holdings.prohibits, Predicate::Prohibition),
            required: held(|holdings| &holdings.requires, Predicate::Duty),
            silent: licenses()
                .filter(|(_, holdings)| is_silent(holdings))
                .map(|(license, _)| *license)
                .collect(),
        }
    }
}

/// A possible license of a combined work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// Its IRI.
    pub license: &'a str,
    /// The grade of the combined work under it.
    pub grade: Grade,
}

/// Grades the candidates as licenses of a work made of the components, sorted by IRI.
///
/// If two components are in conflict, every grade is a conflict.
///
/// # Errors
/// `is_over`, called once for each candidate, returned true.
pub fn candidates<'a>(
    theory: &'a Theory,
    parts: &[Component<'a>],
    among: impl IntoIterator<Item = &'a Facts>,
    is_over: impl Fn() -> bool,
) -> Result<Vec<Candidate<'a>>, OverBudget> {
    let among: Vec<Component<'a>> = among.into_iter().map(Component::from).collect();
    let bundle = Bundle::new(theory, parts.iter().copied().chain(among.iter().copied()));
    let places = |components: &[Component<'a>]| -> Vec<usize> {
        let mut places: Vec<usize> =
            components.iter().filter_map(|part| bundle.names.binary_search(&part.iri).ok()).collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let (parts, among) = (places(parts), places(&among));
    let pairs = parts
        .iter()
        .enumerate()
        .flat_map(|(n, &one)| parts.iter().skip(n + 1).map(move |&other| (one, other)));
    let between: Vec<(usize, usize, Grade)> =
        pairs.map(|(one, other)| (one, other, bundle.grade_between(one, other))).collect();
    among
        .into_iter()
        .map(|target| {
            if is_over() {
                return Err(OverBudget);
            }
            let towards = parts.iter().map(|&part| bundle.pair(part, target).under_second.grade());
            let elsewhere = between.iter().filter(|(one, other, _)| *one != target && *other != target);
            let grade = towards.chain(elsewhere.map(|(.., grade)| *grade)).max().unwrap_or_default();
            Ok(Candidate { license: bundle.names.get(target).copied().unwrap_or_default(), grade })
        })
        .collect()
}
