//! The duties that a record states, and what brings each of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::terms::{cc, odrl};
use crate::model::words::words;
use crate::model::{ConveyedForm, License, LicenseClass, OwnTerms, Rule, ShareAlikeScope};

use super::{Context, Purpose, Shipping};

words! {
    /// What brings a duty, in the order of doing.
    Trigger {
        /// Changing the part, even if nobody else receives it.
        Changing = "changing",
        /// Giving changed copies to others.
        SharingChanged = "sharing-changed",
        /// Giving copies to others.
        Sharing = "sharing",
        /// Use over a network.
        Network = "network",
        /// Use that is more than research, in-house too.
        Use = "use",
        /// Use in-house, whatever its purpose.
        InHouse = "in-house",
    }
}

words! {
    /// What a license says of an act that is a condition of using a part.
    Demand {
        /// It requires the act.
        Duty = "duty",
        /// It prohibits the act.
        Prohibition = "prohibition",
    }
}

/// A duty or a prohibition that is a condition of using a part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duty {
    /// IRI of the license whose text requires it.
    pub license: Arc<str>,
    /// IRI of the act.
    pub act: String,
    /// What the license says of the act.
    pub demand: Demand,
    /// What brings it.
    pub trigger: Trigger,
    /// The only form of the work that brings it.
    pub form: Option<ConveyedForm>,
    /// Duties of one group are alternatives: one of them suffices.
    pub group: Option<String>,
    /// Whether it holds only where the part was changed.
    pub changed_only: bool,
    /// Whether it is about the license of the work that contains the part.
    pub(super) keeps: bool,
    /// What share-alike reaches, if the duty is about share-alike.
    pub scope: Option<ShareAlikeScope>,
    /// The words of the license text that require it.
    pub evidence: Option<String>,
}

impl Duty {
    /// Whether the context brings it.
    pub(super) fn applies(&self, context: Context) -> bool {
        let brought = match self.trigger {
            Trigger::Changing => context.changes(),
            Trigger::Network => context.shipping == Shipping::Service,
            Trigger::Sharing | Trigger::SharingChanged => context.gives_copies(),
            Trigger::Use => context.shipping == Shipping::Internal && context.purpose != Purpose::Research,
            Trigger::InHouse => context.shipping == Shipping::Internal,
        };
        let is_changed_only = self.changed_only || self.trigger == Trigger::SharingChanged;
        let brought = brought && (context.changes() || !is_changed_only);
        let of_form = match (context.shipping, self.form) {
            (Shipping::Binary, Some(form)) => form == ConveyedForm::Binary,
            (Shipping::Source, Some(form)) => form == ConveyedForm::Source,
            (Shipping::Internal | Shipping::Service, _) | (_, None) => true,
        };
        brought && of_form
    }
}

/// What a text lets others do with the part without the conditions of the rest of the license.
#[derive(Debug, Clone)]
pub(super) struct Exception {
    /// IRI of the act.
    pub(super) act: String,
    /// The licenses of works for which it holds; `None` for all.
    pub(super) class: Option<LicenseClass>,
    /// Sorted and unique.
    pub(super) duties: Vec<Duty>,
    /// The words of the license text.
    pub(super) evidence: Option<String>,
}

/// Without duties of changed copies that every copy brings as well.
pub(super) fn listed<'t>(duties: impl Iterator<Item = &'t Duty>) -> Vec<&'t Duty> {
    let duties: Vec<&Duty> = duties.collect();
    let is_covered = |duty: &Duty| {
        duties.iter().any(|copy| {
            copy.trigger == Trigger::Sharing
                && (&copy.act, copy.demand) == (&duty.act, duty.demand)
                && (copy.form.is_none() || copy.form == duty.form)
                && (copy.group.is_none() || copy.group == duty.group)
        })
    };
    let is_listed = |duty: &&Duty| duty.trigger != Trigger::SharingChanged || !is_covered(duty);
    duties.iter().copied().filter(is_listed).collect()
}

/// The license that a duty comes from, and the terms that say what it is.
pub(super) struct Origin<'t> {
    pub(super) license: Arc<str>,
    pub(super) terms: &'t OwnTerms,
}

/// What a permission excepts from the conditions of the license.
pub(super) fn exception(license: &License, act: &str, origin: &Origin<'_>) -> Option<Exception> {
    let permission = license.permission(act)?;
    Some(Exception {
        act: permission.action.clone(),
        class: permission.class,
        duties: duties_of(&permission.duties, license, origin),
        evidence: permission.evidence.clone(),
    })
}

/// Duties of giving copies, sorted and unique.
pub(super) fn duties_of(rules: &[Rule], license: &License, origin: &Origin<'_>) -> Vec<Duty> {
    let duties = rules.iter().map(|rule| duty(rule, Trigger::Sharing, license.scope, origin));
    duties.collect::<BTreeSet<Duty>>().into_iter().collect()
}

fn duty(rule: &Rule, trigger: Trigger, scope: Option<ShareAlikeScope>, origin: &Origin<'_>) -> Duty {
    let terms = origin.terms;
    Duty {
        license: Arc::clone(&origin.license),
        act: rule.action.clone(),
        demand: Demand::Duty,
        trigger,
        form: rule.form,
        group: rule.alternative.clone(),
        changed_only: rule.changed_only || rule.action == terms.modification_notice,
        keeps: rule.action == cc::SHARE_ALIKE || rule.action == terms.compliant_license,
        scope: scope.filter(|_| rule.action == cc::SHARE_ALIKE),
        evidence: rule.evidence.clone(),
    }
}

/// What the license prohibits those to do who may use the part. What it prohibits to those who share holds for a service,
/// too, if that brings one of its `duties`. Prohibitions of acts of exploitation are no conditions but answers.
pub(super) fn prohibitions(license: &License, duties: &[Duty], origin: &Origin<'_>) -> Vec<Duty> {
    let terms = origin.terms;
    let of_sharing = [
        &terms.add_limitation,
        &terms.apply_technical_protection_measures,
        &terms.charge_license_fee,
        &terms.promote,
        &terms.sell_copy,
    ];
    let of_changing = [&terms.circumvent_license_key, &terms.remove_notices];
    let of_service: Vec<&Duty> = duties.iter().filter(|duty| duty.trigger == Trigger::Network).collect();
    let is_shared_if_changed = of_service.iter().all(|duty| duty.changed_only);
    let sharing: &[Trigger] =
        if of_service.is_empty() { &[Trigger::Sharing] } else { &[Trigger::Sharing, Trigger::Network] };
    let triggers = |act: &String| -> &[Trigger] {
        match act {
            act if of_sharing.contains(&act) => sharing,
            act if of_changing.contains(&act) => &[Trigger::Changing],
            _ => &[],
        }
    };
    let prohibited = license.prohibitions.iter().flat_map(|rule| {
        let keeps = rule.action == terms.charge_license_fee;
        let prohibited = move |trigger: &Trigger| Duty {
            demand: Demand::Prohibition,
            keeps,
            changed_only: *trigger == Trigger::Network && is_shared_if_changed,
            ..duty(rule, *trigger, None, origin)
        };
        triggers(&rule.action).iter().map(prohibited)
    });
    prohibited.collect()
}

/// The duties of sharing and of network use. Other permissions, such as one for a change of license, are not part of a
/// context.
pub(super) fn duties(license: &License, origin: &Origin<'_>) -> Vec<Duty> {
    let mut quoted: BTreeMap<(&str, Option<ConveyedForm>), &str> = BTreeMap::new();
    let of_permissions = license.permissions.iter().flat_map(|permission| &permission.duties);
    for rule in of_permissions.chain(&license.duties) {
        if let Some(words) = &rule.evidence {
            quoted.entry((&rule.action, rule.form)).or_insert(words);
        }
    }
    let scope = license.share_alike_scope();
    let duty = |rule: &Rule, trigger| {
        let mut duty = duty(rule, trigger, Some(scope), origin);
        let words = quoted.get(&(rule.action.as_str(), rule.form));
        duty.evidence = duty.evidence.or_else(|| words.map(|words| (*words).to_owned()));
        duty
    };
    let terms = origin.terms;
    let triggers = |act: &str| -> &[Trigger] {
        match act {
            odrl::REPRODUCE | odrl::DISTRIBUTE | cc::COMMERCIAL_USE => &[Trigger::Sharing],
            odrl::DISPLAY | odrl::PRESENT => &[Trigger::Sharing, Trigger::Network],
            odrl::MODIFY | odrl::DERIVE | cc::DERIVATIVE_WORKS => &[Trigger::SharingChanged],
            // Running the part is use; copies bring what permissions to share ask for.
            odrl::EXECUTE => &[Trigger::Network, Trigger::InHouse],
            _ if act == terms.modified_works => &[Trigger::SharingChanged],
            _ if act == terms.network_use_trigger => &[Trigger::Network],
            _ if act == terms.deployment_trigger => &[Trigger::Use],
            _ => &[],
        }
    };
    let of_permissions = license.permissions.iter().flat_map(|permission| {
        let triggers = triggers(&permission.action).iter();
        triggers.flat_map(|trigger| permission.duties.iter().map(|rule| duty(rule, *trigger)))
    });
    let of_license = license.duties.iter().map(|rule| duty(rule, Trigger::Sharing));
    let duties: Vec<Duty> = of_permissions.chain(of_license).collect();
    // Advertising is no copy. A port is made for works that are shown: until somebody reads it, showing brings what copies do.
    let shown = duties.iter().filter_map(|duty| {
        let is_shown = duty.act == terms.advertising_acknowledgement || license.is_unread_port();
        let changed_only = match duty.trigger {
            Trigger::Sharing => duty.changed_only,
            Trigger::SharingChanged => true,
            Trigger::Changing | Trigger::Network | Trigger::Use | Trigger::InHouse => return None,
        };
        is_shown.then(|| Duty { trigger: Trigger::Network, changed_only, ..duty.clone() })
    });
    let shown: Vec<Duty> = shown.collect();
    let duties: BTreeSet<Duty> = duties.into_iter().chain(shown).collect();
    // Source that comes with a binary is a copy in source form.
    let is_source_given =
        |duty: &Duty| duty.act == cc::SOURCE_CODE && duty.form != Some(ConveyedForm::Source);
    let is_source_given = duties.iter().any(is_source_given);
    let mut found: Vec<Duty> = Vec::new();
    // One duty may rest on several sentences, one for each permission. The first one is enough.
    for mut duty in duties {
        if is_source_given && duty.act == cc::SHARE_ALIKE {
            duty.form = None;
        }
        let is_same = |known: &Duty| {
            (&known.act, known.trigger, known.form, &known.group, known.changed_only)
                == (&duty.act, duty.trigger, duty.form, &duty.group, duty.changed_only)
        };
        if !found.iter().any(is_same) {
            found.push(duty);
        }
    }
    found
}
