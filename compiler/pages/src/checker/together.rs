use serde::Serialize;

use super::super::Pages;
use super::super::reference::Reference;
use super::parts::{Part, Parted};
use muniment_licenses::model::Rule;
use muniment_licenses::reason::{ActTogether, Bundle, Held, Leave};

/// Permissions, duties and prohibitions of a work that combines several licenses.
#[derive(Debug, Clone, Serialize)]
pub struct TogetherView {
    /// Number of licenses.
    licenses: usize,
    may: Vec<Act>,
    must: Vec<Duty>,
    must_not: Vec<Act>,
    /// Acts that some licenses permit and none prohibits.
    unsettled: Vec<Act>,
}

#[derive(Debug, Clone, Serialize)]
struct Act {
    act: Reference,
    by: Vec<By>,
    silent: Vec<Reference>,
}

/// A license that states it, itself or by a default rule.
#[derive(Debug, Clone, Serialize)]
struct By {
    license: Reference,
    is_supplied: bool,
}

#[derive(Debug, Clone, Serialize)]
struct Duty {
    act: Reference,
    by: Vec<DutyBy>,
    /// Whether another license prohibits it.
    is_prohibited: bool,
}

#[derive(Debug, Clone, Serialize)]
struct DutyBy {
    license: Reference,
    is_supplied: bool,
    /// The acts that it is a condition of; empty if license-wide.
    when: Vec<Reference>,
}

impl Pages<'_> {
    /// The combined statements of licenses.
    #[must_use]
    pub fn together(&self, bundle: &Bundle<'_>, parts: &[Part<'_>]) -> TogetherView {
        let parted = Parted::new(parts);
        let mut view = TogetherView {
            licenses: bundle.len(),
            may: Vec::new(),
            must: Vec::new(),
            must_not: Vec::new(),
            unsettled: Vec::new(),
        };
        for about in bundle.together() {
            if !about.required.is_empty() {
                view.must.push(self.duty(&about, &parted, parts));
            }
            let act = |by: &[Held<'_>]| Act {
                act: self.directory.term(about.act),
                by: by.iter().map(|held| By::new(held, &parted)).collect(),
                silent: about.silent.iter().map(|license| parted.brief(license)).collect(),
            };
            match about.leave() {
                Leave::Permitted => view.may.push(act(&about.permitted)),
                Leave::Prohibited => view.must_not.push(act(&about.prohibited)),
                Leave::Unsettled => view.unsettled.push(act(&about.permitted)),
                Leave::Unspoken => {}
            }
        }
        for acts in [&mut view.may, &mut view.must_not, &mut view.unsettled] {
            acts.sort_by(|a, b| a.act.key().cmp(&b.act.key()));
        }
        view.must.sort_by(|a, b| a.act.key().cmp(&b.act.key()));
        view
    }

    fn duty(&self, about: &ActTogether<'_>, parted: &Parted<'_>, parts: &[Part<'_>]) -> Duty {
        let by = about.required.iter().map(|held| {
            let license = parts.iter().find(|part| part.model.iri == held.license).map(|part| part.license());
            let is_of_the_whole =
                license.is_some_and(|license| license.duties.iter().any(|duty| duty.action == about.act));
            let has = |rule: &&Rule| rule.duties.iter().any(|duty| duty.action == about.act);
            let conditions = license
                .filter(|_| !is_of_the_whole)
                .into_iter()
                .flat_map(|license| license.permissions.iter().chain(&license.prohibitions).filter(has));
            let mut when: Vec<Reference> = conditions.map(|rule| self.directory.term(&rule.action)).collect();
            when.sort_by(|a, b| a.key().cmp(&b.key()));
            DutyBy { license: parted.brief(held.license), is_supplied: held.supplied.is_some(), when }
        });
        Duty {
            act: self.directory.term(about.act),
            by: by.collect(),
            is_prohibited: !about.prohibited.is_empty(),
        }
    }
}

impl By {
    fn new(held: &Held<'_>, parted: &Parted<'_>) -> Self {
        Self { license: parted.brief(held.license), is_supplied: held.supplied.is_some() }
    }
}
