//! The order "at most as restrictive as" between licenses.
//!
//! One license is at most as restrictive as another if each of its restrictions is implied by one of the other. Implying
//! is reflexive and transitive, so the order is, too. It rests on the statements of both records alone.

use std::collections::BTreeMap;

use crate::model::terms::{cc, odrl};
use crate::model::{ConveyedForm, ShareAlikeScope, UseLimit};

use super::super::labels::Labels;
use super::Trigger;
use super::duties::Duty;
use super::terms::Terms;

/// What a license keeps its recipients from, or requires of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Restriction<'t> {
    /// It prohibits an act of exploitation, or does not permit to copy, share, change or sell. IRI of the act.
    Act(&'t str),
    /// It limits use.
    Limit(&'t UseLimit),
    /// One of these duties has to be fulfilled.
    Duty(Vec<&'t Duty>),
    /// Its share-alike reaches this far.
    ShareAlike(ShareAlikeScope),
    /// Use over a network counts as sharing, and share-alike follows.
    NetworkUse,
    /// Works under it may bear no further restrictions.
    NoFurtherRestrictions,
    /// An act, such as a patent suit, ends its rights. IRI of the act.
    Termination(&'t str),
}

impl Restriction<'_> {
    /// Whether a license with this restriction has the other one, too, or a narrower one.
    fn implies(&self, other: &Self) -> bool {
        match (self, other) {
            // Whichever of its alternatives is fulfilled, one of the other is.
            (Self::Duty(own), Self::Duty(others)) => {
                own.iter().all(|duty| others.iter().any(|other| covers(duty, other)))
            }
            (Self::ShareAlike(own), Self::ShareAlike(other)) => own >= other,
            (Self::Limit(own), Self::Limit(other)) => own.covers(other),
            (own, other) => own == other,
        }
    }

    /// The restriction in one sentence. `license` is the name of the license.
    #[must_use]
    pub fn sentence(&self, license: &str, labels: &Labels<'_>) -> String {
        match self {
            Self::Act(act) => format!("{license} does not permit: {}.", labels.inline(act)),
            Self::Limit(limit) => limit.sentence(license),
            Self::Duty(duties) => {
                let duties: Vec<String> = duties.iter().map(|duty| required(duty, labels)).collect();
                format!("{license} requires: {}.", duties.join(", or "))
            }
            Self::ShareAlike(scope) => {
                format!("Share-alike of {license} has the scope \"{}\".", scope.word())
            }
            Self::NetworkUse => format!("{license} counts use over a network as sharing."),
            Self::NoFurtherRestrictions => format!("{license} forbids further restrictions."),
            Self::Termination(act) => format!("{license} ends with: {}.", labels.inline(act)),
        }
    }
}

fn required(duty: &Duty, labels: &Labels<'_>) -> String {
    let form = duty.form.map(|form| format!(" in {form} form")).unwrap_or_default();
    let when = match duty.trigger {
        Trigger::Changing => "with changes",
        Trigger::SharingChanged => "with changed copies",
        Trigger::Sharing => "with copies",
        Trigger::Network => "with use over a network",
        Trigger::Use | Trigger::InHouse => "with use in-house",
    };
    format!("{} {when}{form}", labels.inline(&duty.act))
}

/// Whether a duty is brought wherever the other one is. Giving changed copies is giving copies.
fn covers(duty: &Duty, other: &Duty) -> bool {
    let trigger = duty.trigger == other.trigger
        || duty.trigger == Trigger::Sharing && other.trigger == Trigger::SharingChanged;
    let form = |own: Option<ConveyedForm>| own.is_none() || own == other.form;
    duty.act == other.act && trigger && form(duty.form)
}

impl Terms {
    /// The restrictions that go beyond those of another license. Without one, this license is at most as restrictive.
    #[must_use]
    pub fn beyond<'t>(&'t self, other: &'t Self) -> Vec<Restriction<'t>> {
        let others = other.restrictions();
        let implied = |own: &Restriction<'_>| others.iter().any(|other| other.implies(own));
        self.restrictions().into_iter().filter(|own| !implied(own)).collect()
    }

    fn restrictions(&self) -> Vec<Restriction<'_>> {
        let mut restrictions: Vec<Restriction<'_>> =
            self.withholds.iter().map(|act| Restriction::Act(act)).collect();
        // Copyright reserves these acts. Records permit changes by one of several acts.
        let reserved = [
            (odrl::REPRODUCE, &[odrl::REPRODUCE][..]),
            (odrl::DISTRIBUTE, &[odrl::DISTRIBUTE]),
            (odrl::DERIVE, &[odrl::DERIVE, odrl::MODIFY, cc::DERIVATIVE_WORKS]),
            (cc::COMMERCIAL_USE, &[cc::COMMERCIAL_USE]),
        ];
        for (act, ways) in reserved {
            let is_permitted = ways.iter().any(|way| self.grants.contains(*way));
            if !is_permitted && !self.withholds.contains(act) {
                restrictions.push(Restriction::Act(act));
            }
        }
        let mut alternatives: BTreeMap<(&str, Trigger), Vec<&Duty>> = BTreeMap::new();
        for duty in &self.duties {
            match &duty.group {
                Some(group) => alternatives.entry((group, duty.trigger)).or_default().push(duty),
                None => restrictions.push(Restriction::Duty(vec![duty])),
            }
        }
        restrictions.extend(alternatives.into_values().map(Restriction::Duty));
        restrictions.extend(self.terminations.iter().map(|act| Restriction::Termination(act)));
        restrictions.extend(self.limits.iter().map(Restriction::Limit));
        let facts = [
            (self.scope != ShareAlikeScope::None, Restriction::ShareAlike(self.scope)),
            (self.network && self.scope != ShareAlikeScope::None, Restriction::NetworkUse),
            (self.forbids_further_restrictions, Restriction::NoFurtherRestrictions),
        ];
        restrictions.extend(facts.into_iter().filter(|(is_true, _)| *is_true).map(|(_, fact)| fact));
        restrictions
    }
}
