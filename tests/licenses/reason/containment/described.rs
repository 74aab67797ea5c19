//! A license as the specification reads it: its duties, its limits, what it reaches and what it lets others do.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use muniment_licenses::model::{
    ConveyedForm, License, LicenseClass, LicenseId, LimitExtent, LimitKind, Relicensing, Rule as Stated,
    ShareAlikeScope, Strength,
};
use muniment_licenses::reason::{
    CLOSED_SOURCE, Context, Demand, Profile, Profiles, Purpose, Shipping, Trigger, Use,
};

use crate::reason::{LIBRARY, REASONER, iri};

pub(super) const EXPLOITATION: [&str; 13] = [
    "odrl:reproduce",
    "odrl:distribute",
    "odrl:display",
    "odrl:present",
    "odrl:modify",
    "odrl:derive",
    "cc:DerivativeWorks",
    "cc:CommercialUse",
    "svc:ModifiedWorks",
    "svc:chargeDistributionFee",
    "svc:networkUseTrigger",
    "svc:useForModelTraining",
    "svc:textAndDataMining",
];

pub(super) static PROFILES: LazyLock<Profiles> = LazyLock::new(|| Profiles::new(&LIBRARY));

/// The records of the library by their identifiers.
pub(super) static RECORDS: LazyLock<BTreeMap<String, Described>> = LazyLock::new(|| {
    let records = LIBRARY.licenses.iter().map(|(id, model)| {
        let (iri, license) = (model.iri.clone(), model.current.content.clone());
        let profile = PROFILES.get(&iri).cloned();
        (id.as_str().to_owned(), Described { iri, license, profile })
    });
    records.collect()
});

/// Closed source as the license of a work: it says nothing.
pub(super) static CLOSED: LazyLock<Described> = LazyLock::new(|| {
    let license = License {
        spdx: None,
        variant_kind: None,
        permissions: Vec::new(),
        prohibitions: Vec::new(),
        duties: Vec::new(),
        strength: None,
        scope: None,
        no_further_restrictions: false,
        combinable_with: Vec::new(),
        accompanied_by: Vec::new(),
        compatible_with: Vec::new(),
        accepted_conditions: Vec::new(),
        limits: Vec::new(),
        relicensing: Vec::new(),
        stated: Vec::new(),
        ..record("MIT").license.clone()
    };
    Described { iri: CLOSED_SOURCE.to_owned(), license, profile: None }
});

/// The conditions of the implied limits of the kinds `commerce` and `field`. The specification does not give their
/// words, so they are those of the engine.
pub(super) static IMPLIED: LazyLock<[String; 2]> = LazyLock::new(|| {
    let words = |license: &License| {
        let terms = REASONER.read_terms(&record("MIT").iri, license);
        terms.limits().first().unwrap().condition.clone()
    };
    let prohibitions = vec![stated("cc:CommercialUse", Vec::new())];
    let commerce = License { prohibitions, ..CLOSED.license.clone() };
    let field = License { strength: Some(Strength::SourceAvailable), ..CLOSED.license.clone() };
    [words(&commerce), words(&field)]
});

/// A license of a world.
#[derive(Debug, Clone)]
pub(super) struct Described {
    pub(super) iri: String,
    pub(super) license: License,
    pub(super) profile: Option<Profile>,
}

/// A duty or a prohibition with what brings it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Condition {
    pub(super) act: String,
    pub(super) demand: Demand,
    pub(super) trigger: Trigger,
    pub(super) form: Option<ConveyedForm>,
    pub(super) group: Option<String>,
    pub(super) changed_only: bool,
}

/// A limit on use: kind, extent, condition.
pub(super) type Limit = (LimitKind, LimitExtent, String);

pub(super) fn iris(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| iri(name)).collect()
}

pub(super) fn acts(rules: &[Stated]) -> BTreeSet<String> {
    rules.iter().map(|rule| rule.action.clone()).collect()
}

pub(super) fn both(first: &BTreeSet<String>, second: &BTreeSet<String>) -> BTreeSet<String> {
    first.intersection(second).cloned().collect()
}

/// Whether a limit applies where others receive the work in some way.
pub(super) fn applies(extent: LimitExtent, shipping: Shipping) -> bool {
    match extent {
        LimitExtent::Everywhere => true,
        LimitExtent::Others => shipping != Shipping::Internal,
        LimitExtent::Service => shipping == Shipping::Service,
        LimitExtent::Copies => gives_copies(shipping),
    }
}

/// Whether a limit of a kind is a condition for a purpose, and no refusal.
pub(super) fn allows_purpose(kind: LimitKind, purpose: Purpose) -> bool {
    match kind {
        LimitKind::Commerce => purpose != Purpose::Commercial,
        LimitKind::Research => purpose == Purpose::Research,
        _ => true,
    }
}

/// Whether a limit of the license of a work covers one of the license of a part.
pub(super) fn covers(of_work: &Limit, of_part: &Limit) -> bool {
    let (kind, extent, condition) = of_work;
    let has_extent = *extent == of_part.1 || *extent == LimitExtent::Everywhere;
    let has_kind = *kind == of_part.0 || *kind == LimitKind::Research && of_part.0 == LimitKind::Commerce;
    let without_words = [LimitKind::Commerce, LimitKind::Research, LimitKind::Production];
    has_extent && has_kind && (without_words.contains(kind) || *condition == of_part.2)
}

pub(super) fn gives_copies(shipping: Shipping) -> bool {
    matches!(shipping, Shipping::Binary | Shipping::Source)
}

pub(super) fn is_changed(context: Context) -> bool {
    context.modified || context.usage == Use::Merged
}

pub(super) fn conditions_of(duties: &[Stated], trigger: Trigger) -> impl Iterator<Item = Condition> {
    duties.iter().map(move |duty| Condition {
        act: duty.action.clone(),
        demand: Demand::Duty,
        trigger,
        form: duty.form,
        group: duty.alternative.clone(),
        changed_only: duty.changed_only || duty.action == iri("svc:modificationNotice"),
    })
}

impl Described {
    pub(super) fn is_closed_source(&self) -> bool {
        self.iri == CLOSED_SOURCE
    }

    pub(super) fn exception(&self) -> Option<&str> {
        self.license.spdx.as_deref().and_then(|spdx| spdx.split(" WITH ").nth(1))
    }

    pub(super) fn counts_network_use(&self) -> bool {
        let limits_hosting = self.license.limits.iter().any(|limit| limit.kind == LimitKind::Hosting);
        let shown = ["odrl:display", "odrl:present"].map(|act| self.permits(act));
        let counts = self.license.strength == Some(Strength::NetworkCopyleft)
            || acts(&self.license.permissions).contains(&iri("svc:networkUseTrigger"))
            || self.license.port_of.is_some() && self.license.text_hash.is_none()
            || shown.into_iter().flatten().any(|permission| !permission.duties.is_empty());
        counts && !limits_hosting || self.permits("svc:deploymentTrigger").is_some()
    }

    pub(super) fn is_given(&self, context: Context) -> bool {
        match context.shipping {
            Shipping::Internal => {
                context.purpose != Purpose::Research && self.permits("svc:deploymentTrigger").is_some()
            }
            Shipping::Service => self.counts_network_use(),
            Shipping::Binary | Shipping::Source => true,
        }
    }

    pub(super) fn scope(&self) -> ShareAlikeScope {
        let share_alike = iri("cc:ShareAlike");
        let on_permission = self.license.permissions.iter().any(|it| acts(&it.duties).contains(&share_alike));
        match self.license.scope {
            Some(scope) => scope,
            None if acts(&self.license.duties).contains(&share_alike) => ShareAlikeScope::Work,
            None if on_permission => ShareAlikeScope::Adaptation,
            None => ShareAlikeScope::None,
        }
    }

    pub(super) fn reaches(&self, usage: Use) -> bool {
        match usage {
            Use::Merged => self.scope() != ShareAlikeScope::None,
            Use::Combined => self.scope() == ShareAlikeScope::Work,
            Use::Aggregated => false,
        }
    }

    pub(super) fn restricts_use(&self) -> bool {
        [Some(Strength::SourceAvailable), Some(Strength::UseRestricted)].contains(&self.license.strength)
            || self.license.stated.contains(&iri("svc:fieldOfUseRestriction"))
    }

    /// The limits on use, stated or implied.
    pub(super) fn limits(&self) -> BTreeSet<Limit> {
        let stated = self.license.limits.iter();
        let mut limits: BTreeSet<Limit> =
            stated.map(|limit| (limit.kind, limit.extent, limit.condition.clone())).collect();
        let limits_commerce = limits.iter().any(|(kind, extent, _)| {
            [LimitKind::Commerce, LimitKind::Research].contains(kind) && *extent == LimitExtent::Everywhere
        });
        let [commerce, field] = &*IMPLIED;
        if acts(&self.license.prohibitions).contains(&iri("cc:CommercialUse")) && !limits_commerce {
            limits.insert((LimitKind::Commerce, LimitExtent::Everywhere, commerce.clone()));
        }
        if self.restricts_use() && limits.is_empty() {
            limits.insert((LimitKind::Field, LimitExtent::Everywhere, field.clone()));
        }
        limits
    }

    /// The limits that apply where others receive the work in some way.
    pub(super) fn limits_in(&self, shipping: Shipping) -> BTreeSet<Limit> {
        self.limits().into_iter().filter(|(_, extent, _)| applies(*extent, shipping)).collect()
    }

    /// Whether this license of a work keeps a limit of a part.
    pub(super) fn keeps(&self, limit: &Limit) -> bool {
        self.is_closed_source() || self.limits().iter().any(|own| covers(own, limit))
    }

    pub(super) fn belongs_to(&self, class: LicenseClass) -> bool {
        let name = self.license.spdx.as_deref().and_then(|spdx| spdx.split(" WITH ").next());
        let listed = name.and_then(spdx::license_id);
        let is_open_source = listed.is_some_and(|it| it.is_osi_approved() || it.is_fsf_free_libre());
        let License { permissions, duties, .. } = &self.license;
        let mut required = acts(duties);
        required.extend(permissions.iter().flat_map(|permission| acts(&permission.duties)));
        let permits =
            iris(&["odrl:reproduce", "odrl:derive", "odrl:distribute"]).is_subset(&acts(permissions));
        let requires = iris(&["cc:ShareAlike", "cc:SourceCode"]).is_subset(&required);
        match class {
            LicenseClass::OpenSource => is_open_source,
            LicenseClass::SourceCopyleft => is_open_source && permits && requires,
            LicenseClass::Any => true,
        }
    }

    /// The other licenses that a copy may be taken under at once.
    pub(super) fn relicensing(&self) -> impl Iterator<Item = &Relicensing> {
        self.license.relicensing.iter().filter(|way| way.after.is_none())
    }

    pub(super) fn permits(&self, act: &str) -> Option<&Stated> {
        let act = iri(act);
        self.license.permissions.iter().find(|permission| permission.action == act)
    }

    /// The permission of the exception that holds for a work.
    pub(super) fn excepting(&self, work: &Self, usage: Use) -> Option<&Stated> {
        let is_exception = self.license.variant_kind.as_deref() == Some("exception");
        let holds = |permission: &&Stated| match permission.class {
            Some(class) => work.belongs_to(class),
            None => is_exception,
        };
        let combination = self.permits("svc:exceptedCombination").filter(|_| usage == Use::Combined);
        combination.filter(holds).or_else(|| self.permits("svc:exceptedOutput"))
    }

    /// The duties that some context brings, without those of exceptions.
    pub(super) fn duties(&self) -> BTreeSet<Condition> {
        let mut duties: BTreeSet<Condition> = conditions_of(&self.license.duties, Trigger::Sharing).collect();
        let changing = iris(&["odrl:modify", "odrl:derive", "cc:DerivativeWorks", "svc:ModifiedWorks"]);
        let showing = iris(&["odrl:display", "odrl:present"]);
        let sharing = iris(&["odrl:reproduce", "odrl:distribute", "cc:CommercialUse"]);
        for permission in &self.license.permissions {
            let triggers = if changing.contains(&permission.action) {
                vec![Trigger::SharingChanged]
            } else if sharing.contains(&permission.action) {
                vec![Trigger::Sharing]
            } else if showing.contains(&permission.action) {
                vec![Trigger::Sharing, Trigger::Network]
            } else if permission.action == iri("svc:networkUseTrigger") {
                vec![Trigger::Network]
            } else if permission.action == iri("odrl:execute") {
                vec![Trigger::Network, Trigger::InHouse]
            } else if permission.action == iri("svc:deploymentTrigger") {
                vec![Trigger::Use]
            } else {
                continue;
            };
            for trigger in triggers {
                duties.extend(conditions_of(&permission.duties, trigger));
            }
        }
        let is_unread_port = self.license.port_of.is_some() && self.license.text_hash.is_none();
        let shown: Vec<Condition> = duties
            .iter()
            .filter(|duty| is_unread_port || duty.act == iri("svc:advertisingAcknowledgement"))
            .filter(|duty| [Trigger::Sharing, Trigger::SharingChanged].contains(&duty.trigger))
            .map(|duty| Condition {
                trigger: Trigger::Network,
                changed_only: duty.changed_only || duty.trigger == Trigger::SharingChanged,
                ..duty.clone()
            })
            .collect();
        duties.extend(shown);
        let source = iri("cc:SourceCode");
        if duties.iter().any(|duty| duty.act == source && duty.form != Some(ConveyedForm::Source)) {
            let share_alike = iri("cc:ShareAlike");
            let freed = |duty: Condition| match duty.act == share_alike {
                true => Condition { form: None, ..duty },
                false => duty,
            };
            duties = duties.into_iter().map(freed).collect();
        }
        duties
    }

    /// The prohibitions that some context brings.
    pub(super) fn prohibited(&self) -> BTreeSet<Condition> {
        let of_sharing = iris(&[
            "svc:addLimitation",
            "svc:applyTechnicalProtectionMeasures",
            "svc:chargeLicenseFee",
            "svc:promote",
            "svc:sellCopy",
        ]);
        let of_changing = iris(&["svc:circumventLicenseKey", "svc:removeNotices"]);
        let duties = self.duties();
        let of_network: Vec<&Condition> =
            duties.iter().filter(|duty| duty.trigger == Trigger::Network).collect();
        let of_service = if of_network.is_empty() { BTreeSet::new() } else { of_sharing.clone() };
        let is_of_changed = of_network.iter().all(|duty| duty.changed_only);
        let brought = [
            (of_sharing, Trigger::Sharing),
            (of_service, Trigger::Network),
            (of_changing, Trigger::Changing),
        ];
        let brought = brought.iter().flat_map(|(acts, trigger)| {
            let prohibitions = self.license.prohibitions.iter();
            let prohibitions: Vec<Stated> =
                prohibitions.filter(|rule| acts.contains(&rule.action)).cloned().collect();
            conditions_of(&prohibitions, *trigger).collect::<Vec<Condition>>()
        });
        let prohibited = brought.map(|condition| Condition {
            demand: Demand::Prohibition,
            changed_only: condition.trigger == Trigger::Network && is_of_changed,
            ..condition
        });
        prohibited.collect()
    }

    /// The acts of duties about the license of the work.
    pub(super) fn keeping(&self) -> BTreeSet<String> {
        let keeping = iris(&["cc:ShareAlike", "svc:compliantLicense"]);
        self.duties().into_iter().map(|duty| duty.act).filter(|act| keeping.contains(act)).collect()
    }

    /// The acts of conditions that the license makes or accepts.
    pub(super) fn makes(&self) -> BTreeSet<String> {
        let License { permissions, prohibitions, duties, accepted_conditions, .. } = &self.license;
        let mut makes: BTreeSet<String> = acts(prohibitions);
        makes.extend(acts(duties));
        makes.extend(permissions.iter().chain(prohibitions).flat_map(|rule| acts(&rule.duties)));
        makes.extend(accepted_conditions.iter().cloned());
        if makes.contains(&iri("cc:Notice")) {
            makes.extend(iris(&["cc:Attribution", "svc:noWarrantyNotice"]));
        }
        makes
    }

    /// The conditions of a part which this license of a work neither makes nor accepts.
    pub(super) fn refused(&self, part: &Self) -> BTreeSet<String> {
        let makes = self.makes();
        let duties = part.duties();
        let has_made_alternative = |group: &Option<String>| {
            group.is_some() && duties.iter().any(|duty| duty.group == *group && makes.contains(&duty.act))
        };
        let mut refused: BTreeSet<String> = duties
            .iter()
            .filter(|duty| !makes.contains(&duty.act) && !has_made_alternative(&duty.group))
            .map(|duty| duty.act.clone())
            .collect();
        for termination in iris(&["svc:patentRetaliationTermination", "svc:mutualTermination"]) {
            if acts(&part.license.prohibitions).contains(&termination) && !makes.contains(&termination) {
                refused.insert(termination);
            }
        }
        let keeping = iris(&["cc:ShareAlike", "svc:compliantLicense"]);
        refused.difference(&keeping).cloned().collect()
    }

    pub(super) fn is_same_text(&self, other: &Self) -> bool {
        let texts = self.profile.as_ref().zip(other.profile.as_ref());
        texts.is_some_and(|(own, other)| own.family == other.family && own.version == other.version)
    }

    /// Whether the other license is a version of the text that the later-version option allows.
    pub(super) fn allows(&self, other: &Self) -> bool {
        let texts = self.profile.as_ref().zip(other.profile.as_ref());
        texts.is_some_and(|(own, other)| {
            own.or_later && own.family == other.family && own.version <= other.version
        })
    }

    pub(super) fn is_or_later(&self) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.or_later)
    }

    /// Whether a license is one of those that are named, by its record, its text or a later version.
    pub(super) fn is_among(&self, named: &[LicenseId]) -> bool {
        self.exception().is_none()
            && named.iter().any(|id| {
                let named = record(id.as_str());
                named.iri == self.iri || named.is_same_text(self) || named.allows(self)
            })
    }

    /// Whether a copy may go under this license, whose recipients get no options that the named licenses do not give.
    pub(super) fn is_permitted_by(&self, named: &[LicenseId]) -> bool {
        self.exception().is_none()
            && named.iter().any(|id| {
                let named = record(id.as_str());
                named.iri == self.iri
                    || (named.is_or_later() || !self.is_or_later())
                        && (named.is_same_text(self) || named.allows(self))
            })
    }
}

/// A record of the library.
pub(super) fn record(id: &str) -> &'static Described {
    RECORDS.get(id).unwrap()
}

pub(super) fn stated(act: &str, duties: Vec<Stated>) -> Stated {
    Stated {
        action: iri(act),
        duties,
        evidence: None,
        locator: None,
        convention: None,
        form: None,
        alternative: None,
        changed_only: false,
        class: None,
        triple: 0,
    }
}
