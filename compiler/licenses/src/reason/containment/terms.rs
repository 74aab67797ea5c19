use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::terms::{cc, odrl};
use crate::model::words::words;
use crate::model::{ConveyedForm, License, LicenseId, OwnTerms, Rule, ShareAlikeScope, Strength};

use super::super::profile::{Profile, Profiles};
use super::{Context, Shipping};

words! {
    /// What brings a duty, in the order of doing.
    Trigger {
        /// Giving changed copies to others.
        SharingChanged = "sharing-changed",
        /// Giving copies to others.
        Sharing = "sharing",
        /// Use over a network.
        Network = "network",
    }
}

/// A duty that is a condition of using a part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duty {
    /// IRI of the act.
    pub act: String,
    /// What brings it.
    pub trigger: Trigger,
    /// The only form of the work that brings it.
    pub form: Option<ConveyedForm>,
    /// Duties of one group are alternatives: one of them suffices.
    pub group: Option<String>,
    /// Whether it is about the license of the work that contains the part.
    pub(super) keeps: bool,
    /// The words of the license text that require it.
    pub evidence: Option<String>,
}

impl Duty {
    /// Whether the context brings the duty. `network` tells whether the license counts use over a network as sharing.
    fn applies(&self, context: Context, network: bool) -> bool {
        let shares = context.gives_copies() || network && context.shipping == Shipping::Service;
        let brought = match self.trigger {
            Trigger::Network => context.shipping == Shipping::Service,
            Trigger::Sharing => shares,
            Trigger::SharingChanged => shares && context.changes(),
        };
        let of_form = match (context.shipping, self.form) {
            (Shipping::Binary, Some(form)) => form == ConveyedForm::Binary,
            (Shipping::Source, Some(form)) => form == ConveyedForm::Source,
            (Shipping::Internal | Shipping::Service, _) | (_, None) => true,
        };
        brought && of_form
    }
}

/// A license that another one names, with its profile.
type Named = (String, Option<Profile>);

/// What containment needs to know of one license. Computed once for each version.
#[derive(Debug, Clone)]
pub struct Terms {
    pub(super) iri: String,
    pub(super) profile: Option<Profile>,
    /// The exception of its SPDX identifier.
    pub(super) exception: Option<String>,
    /// Licenses under which the text lets the work be put.
    pub(super) names: Vec<Named>,
    /// Licenses with whose works the text lets the work be combined.
    pub(super) beside: Vec<Named>,
    pub(super) scope: ShareAlikeScope,
    /// Use over a network counts as sharing.
    pub(super) network: bool,
    pub(super) forbids_further_restrictions: bool,
    /// It forbids some purposes or fields of use.
    pub(super) restricts_use: bool,
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
    /// Prohibitions which are conditions too: what they forbid ends rights.
    pub(super) terminations: BTreeSet<String>,
    /// Acts of its own duties and prohibitions, and of the conditions that it accepts on parts.
    pub(super) makes: BTreeSet<String>,
}

impl Terms {
    /// The terms of a license. `profile` is its own, `profiles` are those of the licenses it may name, whose IRIs begin
    /// with `license_base`.
    pub(in crate::reason) fn new(
        iri: &str,
        license: &License,
        profile: Option<Profile>,
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
        let spdx = license.spdx.as_deref();
        Self {
            iri: iri.to_owned(),
            profile,
            exception: spdx.and_then(|spdx| Some(spdx.split_once(" WITH ")?.1.to_owned())),
            names: named(&license.compatible_with),
            beside: named(&license.combinable_with),
            scope: license.scope.unwrap_or_else(|| scope_of_statements(license)),
            network: license.strength == Some(Strength::NetworkCopyleft)
                || license.permits(&terms.network_use_trigger),
            forbids_further_restrictions: license.no_further_restrictions,
            restricts_use: matches!(
                license.strength,
                Some(Strength::SourceAvailable | Strength::UseRestricted)
            ) || license.stated.contains(&terms.field_of_use_restriction),
            grants: said(&license.permissions, &exploitation),
            withholds: said(&license.prohibitions, &exploitation),
            bars_copies: said(&license.prohibitions, &[odrl::DISTRIBUTE]),
            bars_changes: said(&license.prohibitions, &[odrl::MODIFY, odrl::DERIVE]),
            bars_shared_changes: said(&license.prohibitions, &changing),
            duties: duties(license, terms),
            terminations: said(&license.prohibitions, &[&terms.patent_retaliation_termination]),
            makes,
        }
    }

    /// The later versions among `others` under which its text lets recipients put the work.
    pub(super) fn later<'o>(
        &'o self,
        others: impl Iterator<Item = &'o Arc<Self>>,
    ) -> impl Iterator<Item = &'o Arc<Self>> {
        let is_later = |other: &&Arc<Self>| {
            let versions = self.profile.as_ref().zip(other.profile.as_ref());
            versions.is_some_and(|(own, other)| own.allows_later(other))
        };
        others.filter(|other| other.iri != self.iri && other.exception.is_none()).filter(is_later)
    }

    /// The IRI of the license.
    #[must_use]
    pub fn iri(&self) -> &str {
        &self.iri
    }

    /// The duties of a part under this license in a context.
    pub fn conditions(&self, context: Context) -> impl Iterator<Item = &Duty> {
        self.duties.iter().filter(move |duty| duty.applies(context, self.network))
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

/// The scope of share-alike of a record that does not state it: the whole work if share-alike is a duty of the license
/// as a whole, an adaptation if it is a duty of a permission.
fn scope_of_statements(license: &License) -> ShareAlikeScope {
    if license.requires(cc::SHARE_ALIKE) {
        ShareAlikeScope::Work
    } else if license.requires_anywhere(cc::SHARE_ALIKE) {
        ShareAlikeScope::Adaptation
    } else {
        ShareAlikeScope::None
    }
}

/// The duties of sharing and of network use. Other permissions, such as one for a change of license, are not part of a
/// context.
fn duties(license: &License, terms: &OwnTerms) -> Vec<Duty> {
    let mut quoted: BTreeMap<(&str, Option<ConveyedForm>), &str> = BTreeMap::new();
    for rule in license.rules() {
        if let Some(words) = &rule.evidence {
            quoted.entry((&rule.action, rule.form)).or_insert(words);
        }
    }
    let duty = |rule: &Rule, trigger| Duty {
        act: rule.action.clone(),
        trigger,
        form: rule.form,
        group: rule.alternative.clone(),
        keeps: rule.action == cc::SHARE_ALIKE || rule.action == terms.compliant_license,
        evidence: quoted.get(&(rule.action.as_str(), rule.form)).map(|words| (*words).to_owned()),
    };
    let trigger = |act: &str| match act {
        odrl::REPRODUCE | odrl::DISTRIBUTE | odrl::DISPLAY | odrl::PRESENT | cc::COMMERCIAL_USE => {
            Some(Trigger::Sharing)
        }
        odrl::MODIFY | odrl::DERIVE | cc::DERIVATIVE_WORKS => Some(Trigger::SharingChanged),
        _ if act == terms.modified_works => Some(Trigger::SharingChanged),
        _ if act == terms.network_use_trigger => Some(Trigger::Network),
        _ => None,
    };
    let of_permissions = license.permissions.iter().flat_map(|permission| {
        let trigger = trigger(&permission.action);
        permission.duties.iter().filter_map(move |rule| Some(duty(rule, trigger?)))
    });
    let of_license = license.duties.iter().map(|rule| duty(rule, Trigger::Sharing));
    let duties: BTreeSet<Duty> = of_permissions.chain(of_license).collect();
    duties.into_iter().collect()
}
