use crate::model::OwnTerms;
use crate::model::terms::{cc, odrl};

use super::acts::{Act, ActSet, Acts};
use super::profile::{Profile, Profiles};
use super::statements::{Kind, Statements};

/// The statements of one license, prepared for reasoning. Computed once for each version.
///
/// They do not depend on a graph; see [`Bundle`](super::Bundle).
#[derive(Debug, Clone)]
pub struct Facts {
    pub(super) iri: String,
    pub(super) acts: Acts,
    /// `says(L, permission, a)`
    pub(super) permits: ActSet,
    /// `says(L, prohibition, a)`
    pub(super) prohibits: ActSet,
    /// `says(L, duty, a)` or `says(L, obligation, a)`: license-wide duties.
    pub(super) requires_as_a_whole: ActSet,
    /// `mustText(L, a)`: all duties.
    pub(super) requires: ActSet,
    /// `hangs(L, prohibition, a, d)`
    pub(super) bound_prohibitions: Vec<(Act, Act)>,
    /// `says(L, duty, cc:ShareAlike)`
    pub(super) shares_alike: bool,
    /// `clause(L)`: the license may be changed, but only into one that complies.
    pub(super) clause: bool,
    /// `binds(L)`: the whole combined work must stay under it.
    pub(super) binds: bool,
    pub(super) profile: Option<Profile>,
    /// `names(L, X)`, with the profile of each `X`.
    pub(super) names: Vec<(String, Option<Profile>)>,
}

impl Facts {
    /// The facts of a license.
    ///
    /// `profile` is its own, `profiles` are those of the licenses it may name, and `acts` is the table of the
    /// library. A license with other acts gets a larger table.
    #[must_use]
    pub fn new(
        iri: &str,
        statements: &Statements,
        profile: Option<Profile>,
        profiles: &Profiles,
        acts: &Acts,
        terms: &OwnTerms,
    ) -> Self {
        let acts = acts.with(statements.acts());
        let said = |kinds: &[Kind]| -> ActSet {
            let said = statements.says.iter().filter(|(kind, _)| kinds.contains(kind));
            said.filter_map(|(_, act)| acts.find(act)).collect()
        };
        let says = |kind, act: &str| statements.says.contains(&(kind, act.to_owned()));
        let hangs = |act: &str, duty: &str| {
            statements.hangs.contains(&(Kind::Permission, act.to_owned(), duty.to_owned()))
        };
        let requires_as_a_whole = said(&[Kind::Duty, Kind::Obligation]);
        let mut requires: ActSet =
            statements.hangs.iter().filter_map(|(_, _, duty)| acts.find(duty)).collect();
        requires.extend(&requires_as_a_whole);
        let bound_prohibitions = statements
            .hangs
            .iter()
            .filter(|(kind, ..)| *kind == Kind::Prohibition)
            .filter_map(|(_, act, duty)| Some((acts.find(act)?, acts.find(duty)?)))
            .collect();
        let shares_alike = says(Kind::Duty, cc::SHARE_ALIKE);
        Self {
            permits: said(&[Kind::Permission]),
            prohibits: said(&[Kind::Prohibition]),
            requires_as_a_whole,
            requires,
            bound_prohibitions,
            shares_alike,
            clause: hangs(&terms.change_license, &terms.compliant_license),
            binds: shares_alike
                || hangs(odrl::DERIVE, cc::SHARE_ALIKE) && says(Kind::Prohibition, &terms.change_license),
            profile,
            names: statements
                .names
                .iter()
                .map(|named| (named.clone(), profiles.get(named).cloned()))
                .collect(),
            iri: iri.to_owned(),
            acts,
        }
    }

    /// The IRI of the license.
    #[must_use]
    pub fn iri(&self) -> &str {
        &self.iri
    }

    /// Its table of acts.
    #[must_use]
    pub fn acts(&self) -> &Acts {
        &self.acts
    }

    /// `path(L1, L2)` in one direction: works under this license may also be under the other.
    pub(super) fn leads_to(&self, other: &Self) -> bool {
        let by_version = match (&self.profile, &other.profile) {
            (Some(own), Some(other)) => own.is_same_text(other) || own.allows_later(other),
            _ => false,
        };
        by_version || self.clause && other.binds
    }

    /// `reach(L1, L2)`: this license names the other, or a license of which the other is the text or a later version.
    pub(super) fn reaches(&self, other: &Self) -> bool {
        other.binds
            && self.names.iter().any(|(named, profile)| {
                *named == other.iri
                    || match (profile, &other.profile) {
                        (Some(named), Some(other)) => named.is_same_text(other) || named.allows_later(other),
                        _ => false,
                    }
            })
    }

    /// The same facts, renumbered for a table that contains all of their acts.
    pub(super) fn over(&self, acts: &Acts) -> Self {
        let renumbering = self.acts.renumbering(acts);
        let pairs = self.bound_prohibitions.iter().filter_map(|pair| renumbering.pair(*pair)).collect();
        Self {
            acts: acts.clone(),
            permits: renumbering.set(&self.permits),
            prohibits: renumbering.set(&self.prohibits),
            requires_as_a_whole: renumbering.set(&self.requires_as_a_whole),
            requires: renumbering.set(&self.requires),
            bound_prohibitions: pairs,
            ..self.clone()
        }
    }
}
