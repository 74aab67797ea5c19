use std::collections::BTreeSet;
use std::sync::Arc;

use crate::model::terms::{cc, odrl};
use crate::model::{
    License, LicenseClass, LicenseId, LimitKind, OwnTerms, Relicensing, Rule, ShareAlikeScope, Strength,
    UseLimit,
};

use super::super::profile::{Profile, Profiles};
use super::Context;
use super::duties::{
    Demand, Duty, Exception, Origin, Trigger, duties, duties_of, exception, listed, prohibitions,
};
use super::limits::limits;
use super::rules::reaches;

/// A license that another one names, with its profile.
type Named = (String, Option<Profile>);

/// A clause that lets everyone take a copy under other licenses.
#[derive(Debug, Clone)]
pub(super) struct RelicensingWay {
    names: Vec<Named>,
    class: Option<LicenseClass>,
    /// The words that say for which works; whether they cover a work is for people to say.
    pub(super) works: Option<String>,
    /// What it asks of whoever does so. Sorted and unique.
    duties: Vec<Duty>,
}

/// What containment needs to know of one license. Computed once for each version.
#[derive(Debug, Clone)]
pub struct Terms {
    pub(super) iri: String,
    pub(super) profile: Option<Profile>,
    /// The exception of its SPDX identifier.
    pub(super) exception: Option<String>,
    /// Licenses under which the text lets the work be put.
    pub(super) names: Vec<Named>,
    /// The ways to other licenses under which the text lets everyone take a copy at once.
    pub(super) relicensing: Vec<RelicensingWay>,
    /// The classes that the license belongs to.
    pub(super) classes: Vec<LicenseClass>,
    /// Licenses with whose works the text lets the work be combined.
    pub(super) beside: Vec<Named>,
    pub(super) scope: ShareAlikeScope,
    /// Use over a network counts as sharing.
    pub(super) network: bool,
    /// IRI of the act of a permission about use over a network.
    pub(super) network_act: Option<String>,
    /// Use in-house counts as sharing, unless it is research.
    pub(super) deployment: bool,
    pub(super) forbids_further_restrictions: bool,
    /// Limits on the use of the part, the most decisive kind first.
    pub(super) limits: Vec<UseLimit>,
    /// A work under the license passes every limit of its parts on, because recipients may only run it.
    pub(super) is_closed_source: bool,
    /// What lets a work that contains the part be combined, whatever share-alike says.
    pub(super) combination: Option<Exception>,
    /// What lets output that contains parts of the program go under other terms.
    pub(super) output: Option<Exception>,
    /// Acts of exploitation which it permits.
    pub(super) grants: BTreeSet<String>,
    /// Acts of exploitation which it prohibits.
    pub(super) withholds: BTreeSet<String>,
    /// Acts whose prohibition bars giving copies.
    pub(super) bars_copies: BTreeSet<String>,
    /// Acts whose prohibition bars changes that nobody else receives.
    pub(super) bars_changes: BTreeSet<String>,
    /// Acts whose prohibition bars changes that others receive.
    pub(super) bars_shared_changes: BTreeSet<String>,
    /// Sorted and unique.
    pub(super) duties: Vec<Duty>,
    /// What is prohibited to those who may use the part.
    pub(super) prohibitions: Vec<Duty>,
    /// Prohibitions which are conditions too: what they forbid ends rights.
    pub(super) terminations: BTreeSet<String>,
    /// Acts of its own duties and prohibitions, and of the conditions that it accepts on parts.
    pub(super) makes: BTreeSet<String>,
    /// The record is an exception to another license.
    pub(super) is_exception: bool,
    /// A work may be put under it: it is neither a fixture nor deprecated nor a port.
    is_offered: bool,
    /// The place among the best known records; greater than each of them for others.
    rank: usize,
}

impl Terms {
    /// The terms of a license. `profiles` are those of the licenses it may name, whose IRIs begin with `license_base`.
    pub(in crate::reason) fn new(
        iri: &str,
        license: &License,
        profiles: &Profiles,
        terms: &OwnTerms,
        license_base: &str,
    ) -> Self {
        let said = |rules: &[Rule], among: &[&str]| -> BTreeSet<String> {
            let acts = rules.iter().map(|rule| &rule.action);
            acts.filter(|act| among.contains(&act.as_str())).cloned().collect()
        };
        let named = |ids: &[LicenseId]| -> Vec<Named> {
            let iris = ids.iter().map(|id| format!("{license_base}{id}"));
            iris.map(|iri| (iri.clone(), profiles.get(&iri).cloned())).collect()
        };
        let exploitation = exploitation(terms);
        let changing = [odrl::MODIFY, odrl::DERIVE, cc::DERIVATIVE_WORKS, terms.modified_works.as_str()];
        let own =
            license.rules().filter(|rule| !license.permissions.iter().any(|it| std::ptr::eq(it, *rule)));
        let mut makes: BTreeSet<String> =
            own.map(|rule| &rule.action).chain(&license.accepted_conditions).cloned().collect();
        if makes.contains(cc::NOTICE) {
            // A license under which notices are kept accepts parts whose notices are to be kept.
            makes.extend([cc::ATTRIBUTION.to_owned(), terms.no_warranty_notice.clone()]);
        }
        let origin = Origin { license: iri.into(), terms };
        let at_once = license.relicensing.iter().filter(|way| way.after.is_none());
        let way = |way: &Relicensing| RelicensingWay {
            names: named(&way.under),
            class: way.class,
            works: way.works.clone(),
            duties: duties_of(&way.duties, license, &origin),
        };
        let spdx = license.spdx.as_deref();
        let duties = duties(license, &origin);
        Self {
            iri: iri.to_owned(),
            profile: profiles.of(&license.text),
            exception: spdx.and_then(|spdx| Some(spdx.split_once(" WITH ")?.1.to_owned())),
            names: named(&license.compatible_with),
            relicensing: at_once.map(way).collect(),
            classes: classes(license),
            beside: named(&license.combinable_with),
            scope: license.share_alike_scope(),
            // A limit on hosting says what a service may not do; other services bring nothing.
            network: license.permits(&terms.deployment_trigger)
                || (license.strength == Some(Strength::NetworkCopyleft)
                    || license.permits(&terms.network_use_trigger)
                    || license.is_unread_port()
                    || shows(license))
                    && !license.limits.iter().any(|limit| limit.kind == LimitKind::Hosting),
            network_act: license.permission(&terms.network_use_trigger).map(|it| it.action.clone()),
            deployment: license.permits(&terms.deployment_trigger),
            forbids_further_restrictions: license.no_further_restrictions,
            limits: limits(license, terms),
            is_closed_source: false,
            combination: exception(license, &terms.excepted_combination, &origin),
            output: exception(license, &terms.excepted_output, &origin),
            grants: said(&license.permissions, &exploitation),
            withholds: said(&license.prohibitions, &exploitation),
            bars_copies: said(&license.prohibitions, &[odrl::DISTRIBUTE]),
            bars_changes: said(&license.prohibitions, &[odrl::MODIFY, odrl::DERIVE]),
            bars_shared_changes: said(&license.prohibitions, &changing),
            prohibitions: prohibitions(license, &duties, &origin),
            duties,
            terminations: said(
                &license.prohibitions,
                &[&terms.patent_retaliation_termination, &terms.mutual_termination],
            ),
            makes,
            is_exception: license.variant_kind.as_deref() == Some("exception"),
            is_offered: license.is_offered(),
            rank: usize::MAX,
        }
    }

    /// The clauses that let a copy go under another license by its name.
    pub(super) fn named_ways(&self, other: &Self) -> impl Iterator<Item = &RelicensingWay> {
        self.relicensing.iter().filter(|way| other.is_permitted_by(&way.names))
    }

    /// The clauses that let a copy go under another license, by its name or by its class.
    pub(super) fn ways_to(&self, other: &Self) -> impl Iterator<Item = &RelicensingWay> {
        let leads = |class| other.is_in(class);
        self.relicensing
            .iter()
            .filter(move |way| other.is_permitted_by(&way.names) || way.class.is_some_and(leads))
    }

    /// The later versions and the other licenses among `others` under which its text lets recipients take a copy.
    pub(super) fn later<'o>(
        &'o self,
        others: impl Iterator<Item = &'o Arc<Self>>,
    ) -> impl Iterator<Item = &'o Arc<Self>> {
        let leads = |other: &&Arc<Self>| {
            let versions = self.profile.as_ref().zip(other.profile.as_ref());
            versions.is_some_and(|(own, other)| own.allows_later(other))
                || self.named_ways(other).next().is_some()
        };
        others.filter(|other| other.iri != self.iri && other.exception.is_none()).filter(leads)
    }

    /// The IRI of the license.
    #[must_use]
    pub fn iri(&self) -> &str {
        &self.iri
    }

    /// Closed source: recipients may run the work and nothing else. It is the license of a work, and no record.
    pub(in crate::reason) fn closed_source() -> Self {
        Self {
            iri: super::CLOSED_SOURCE.to_owned(),
            profile: None,
            exception: None,
            names: Vec::new(),
            relicensing: Vec::new(),
            classes: Vec::new(),
            beside: Vec::new(),
            scope: ShareAlikeScope::None,
            network: false,
            network_act: None,
            deployment: false,
            forbids_further_restrictions: false,
            limits: Vec::new(),
            is_closed_source: true,
            combination: None,
            output: None,
            grants: BTreeSet::new(),
            withholds: BTreeSet::new(),
            bars_copies: BTreeSet::new(),
            bars_changes: BTreeSet::new(),
            bars_shared_changes: BTreeSet::new(),
            duties: Vec::new(),
            prohibitions: Vec::new(),
            terminations: BTreeSet::new(),
            makes: BTreeSet::new(),
            is_exception: false,
            is_offered: false,
            rank: usize::MAX,
        }
    }

    /// The terms with a place among the best known records.
    pub(in crate::reason) fn ranked(self, rank: usize) -> Self {
        Self { rank, ..self }
    }

    /// The place among the best known records; greater than each of them for others. An editorial choice: it orders what
    /// is equal.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.rank
    }

    /// Whether a work may be put under it (spec:reasoning#question).
    #[must_use]
    pub const fn is_offered(&self) -> bool {
        self.is_offered
    }

    /// What share-alike reaches.
    #[must_use]
    pub const fn scope(&self) -> ShareAlikeScope {
        self.scope
    }

    /// The limits on the use of a part under this license, whatever the context.
    #[must_use]
    pub fn limits(&self) -> &[UseLimit] {
        &self.limits
    }

    /// The duties of a part under this license in a context, and what it prohibits there.
    #[must_use]
    pub fn conditions(&self, context: Context) -> Vec<&Duty> {
        listed(self.duties.iter().chain(&self.prohibitions).filter(|duty| self.brings(duty, context)))
    }

    /// Whether the context brings a duty of the license. What a service brings for changed versions alone holds for the
    /// whole that share-alike reaches, too, if it is about source or share-alike.
    pub(super) fn brings(&self, duty: &Duty, context: Context) -> bool {
        let is_of_whole = duty.trigger == Trigger::Network
            && [cc::SOURCE_CODE, cc::SHARE_ALIKE].contains(&duty.act.as_str())
            && reaches(self.scope, context);
        duty.applies(context) || is_of_whole && duty.applies(Context { modified: true, ..context })
    }

    /// The duties of a use that the text excepts from the conditions of the whole. Those of the exception take the place
    /// of those of copies; if it has none, those of copies of the part alone stay. If the part is changed, share-alike
    /// stays, too. Where the text excepts output, nothing of its own stays that giving copies brings.
    pub(super) fn conditions_of<'t>(&'t self, exception: &'t Exception, context: Context) -> Vec<&'t Duty> {
        // The part itself stays under its license, and so do the prohibitions about it.
        let is_of_part = |duty: &Duty| exception.duties.is_empty() || duty.demand == Demand::Prohibition;
        let own = self.duties.iter().chain(&self.prohibitions).filter(|duty| match duty.trigger {
            Trigger::Sharing | Trigger::SharingChanged if self.output.is_some() => false,
            Trigger::Sharing if duty.keeps => context.changes(),
            Trigger::Sharing => is_of_part(duty),
            Trigger::Changing
            | Trigger::SharingChanged
            | Trigger::Network
            | Trigger::Use
            | Trigger::InHouse => true,
        });
        listed(exception.duties.iter().chain(own).filter(|duty| self.brings(duty, context)))
    }

    /// The acts of the statements that keep what contains the part under this license.
    pub(super) fn keeping(&self) -> Vec<&str> {
        let mut acts: Vec<&str> =
            self.duties.iter().filter(|duty| duty.keeps).map(|duty| duty.act.as_str()).collect();
        acts.dedup();
        acts
    }

    /// Whether the license is among the named ones, by its IRI, its text or a later version of it.
    pub(super) fn is_among(&self, named: &[Named]) -> bool {
        self.exception.is_none()
            && named.iter().any(|(iri, profile)| {
                let versions = profile.as_ref().zip(self.profile.as_ref());
                *iri == self.iri
                    || versions.is_some_and(|(named, own)| named.is_same_text(own) || named.allows_later(own))
            })
    }

    /// Whether a copy may go under this license where the text lets it go under the named ones. As [`Self::is_among`], but
    /// recipients may choose a later version of this license only if they may choose one of the named license.
    pub(super) fn is_permitted_by(&self, named: &[Named]) -> bool {
        let has_option = |profile: &Option<Profile>| {
            let versions = profile.as_ref().zip(self.profile.as_ref());
            versions.is_none_or(|(named, own)| named.or_later || !own.or_later)
        };
        let is_permitted =
            |one: &Named| one.0 == self.iri || has_option(&one.1) && self.is_among(std::slice::from_ref(one));
        self.exception.is_none() && named.iter().any(is_permitted)
    }
}

/// Acts of exploitation: copying, sharing, showing, changing, selling, offering over a network, learning from.
fn exploitation(terms: &OwnTerms) -> [&str; 13] {
    [
        odrl::REPRODUCE,
        odrl::DISTRIBUTE,
        odrl::DISPLAY,
        odrl::PRESENT,
        odrl::MODIFY,
        odrl::DERIVE,
        cc::DERIVATIVE_WORKS,
        cc::COMMERCIAL_USE,
        &terms.modified_works,
        &terms.charge_distribution_fee,
        &terms.network_use_trigger,
        &terms.use_for_model_training,
        &terms.text_and_data_mining,
    ]
}

impl RelicensingWay {
    /// The duties of the clauses in a context, before others.
    pub(super) fn add_duties<'t>(
        clauses: impl Iterator<Item = &'t Self>,
        conditions: Vec<&'t Duty>,
        context: Context,
    ) -> Vec<&'t Duty> {
        let duties = clauses.flat_map(|clause| &clause.duties).filter(|duty| duty.applies(context));
        listed(duties.chain(conditions))
    }
}

/// Whether showing the work brings duties: then a service shares what it shows.
fn shows(license: &License) -> bool {
    let showing = [odrl::DISPLAY, odrl::PRESENT].iter().filter_map(|act| license.permission(act));
    showing.into_iter().any(|permission| !permission.duties.is_empty())
}

/// The classes that a license belongs to by its statements and by the SPDX list.
fn classes(license: &License) -> Vec<LicenseClass> {
    let base = license.spdx.as_deref().map(|spdx| spdx.split_once(" WITH ").map_or(spdx, |(base, _)| base));
    let listed = base.and_then(spdx::license_id);
    let is_open = listed.is_some_and(|it| it.is_osi_approved() || it.is_fsf_free_libre());
    let permits_all = [odrl::REPRODUCE, odrl::DISTRIBUTE].iter().all(|act| license.permits(act))
        && (license.permits(odrl::MODIFY) || license.permits(odrl::DERIVE));
    let is_copyleft = license.requires_anywhere(cc::SHARE_ALIKE)
        && license.requires_anywhere(cc::SOURCE_CODE)
        && permits_all
        && is_open;
    let classes = [(is_copyleft, LicenseClass::SourceCopyleft), (is_open, LicenseClass::OpenSource)];
    classes.into_iter().filter(|(is_in, _)| *is_in).map(|(_, class)| class).collect()
}
