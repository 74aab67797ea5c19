use super::index::IndexEntry;
use super::{Index, Ports, Row};
use crate::model::terms::{cc, dcmitype, odrl};
use crate::model::{License, OwnTerms};

macro_rules! facet {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum $name {
            $($(#[$value_doc])* $value,)*
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$value),*];

            /// The word for it in the body of a search.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)*
                }
            }

            /// The value of a word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }
        }
    };
}

macro_rules! facets {
    ($(#[$doc:meta])* $name:ident of $value:ty { $($(#[$member_doc:meta])* $member:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct $name {
            $($(#[$member_doc])* pub $member: $value,)*
        }

        impl $name {
            /// Names of the members, in the order of the specification.
            pub const MEMBERS: &'static [&'static str] = &[$(stringify!($member)),*];

            /// The member of a name.
            pub fn member_mut(&mut self, name: &str) -> Option<&mut $value> {
                match name {
                    $(stringify!($member) => Some(&mut self.$member),)*
                    _ => None,
                }
            }
        }
    };
}

facet! {
    /// Filter for an asset type.
    TargetFacet {
        /// The license must cover one of these asset types.
        #[default]
        Yes = "yes",
        /// The license must not cover it.
        No = "no",
    }
}

facet! {
    /// Filter for an act.
    ActionFacet {
        /// It permits it.
        Permitted = "permitted",
        /// No filter.
        #[default]
        Na = "na",
        /// It prohibits it.
        Prohibited = "prohibited",
    }
}

facet! {
    /// Filter for a duty.
    DutyFacet {
        /// It requires it.
        Required = "required",
        /// No filter.
        #[default]
        Na = "na",
    }
}

facets! {
    /// Asset types.
    TargetFacets of TargetFacet {
        /// `svc:CreativeWork`
        creativework,
        /// `dcmitype:Dataset`
        dataset,
        /// `dcmitype:Software`
        software,
    }
}

facets! {
    /// Acts.
    ActionFacets of ActionFacet {
        /// `odrl:reproduce`
        reproduce,
        /// `odrl:distribute`
        distribute,
        /// `odrl:modify`
        modify,
        /// `odrl:derive`
        derive,
        /// `cc:CommercialUse`
        commercial_use,
        /// `svc:chargeDistributionFee`
        charge_distribution_fee,
        /// `svc:ChangeLicense`
        change_license,
    }
}

facets! {
    /// Duties on the permission of an act.
    DutyFacets of DutyFacet {
        /// `cc:Attribution` on `odrl:distribute`
        distribute_duty_attribution,
        /// `cc:Notice` on `odrl:distribute`
        distribute_duty_notice,
        /// `cc:SourceCode` on `odrl:distribute`
        distribute_duty_source_code,
        /// `svc:rename` on `odrl:modify`
        modify_duty_rename,
        /// `cc:Attribution` on `odrl:modify`
        modify_duty_attribution,
        /// `svc:modificationNotice` on `odrl:modify`
        modify_duty_modification_notice,
        /// `cc:Notice` on `odrl:modify`
        modify_duty_notice,
        /// `cc:SourceCode` on `odrl:modify`
        modify_duty_source_code,
        /// `svc:rename` on `odrl:derive`
        derive_duty_rename,
        /// `cc:Attribution` on `odrl:derive`
        derive_duty_attribution,
        /// `svc:modificationNotice` on `odrl:derive`
        derive_duty_modification_notice,
        /// `cc:Notice` on `odrl:derive`
        derive_duty_notice,
        /// `cc:SourceCode` on `odrl:derive`
        derive_duty_source_code,
        /// `svc:compliantLicense` on `svc:ChangeLicense`
        change_license_duty_compliant_license,
    }
}

facets! {
    /// License-wide duties.
    LicenseWideDutyFacets of DutyFacet {
        /// `cc:ShareAlike`
        share_alike,
    }
}

/// A faceted search (spec:version-1#search-body). The default is neutral in every member.
///
/// The semantics are those of the reference service, whose contract is frozen. A license has one of the asset types
/// with `yes` and none of those with `no`; if all three are `no`, only the latter counts. A duty is searched on the
/// permission of its act, and only if that act is `permitted`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LicenseSearch {
    /// `target`
    pub target: TargetFacets,
    /// `actions`
    pub actions: ActionFacets,
    /// `duties`
    pub duties: DutyFacets,
    /// `license_wide_duties`
    pub license_wide_duties: LicenseWideDutyFacets,
}

/// A condition on the rules of a license.
enum Demand<'t> {
    /// A permission of the act with all the duties.
    Permitted { act: &'t str, duties: Vec<&'t str> },
    /// A prohibition of the act.
    Prohibited { act: &'t str },
    /// A duty of the license as a whole.
    Required { act: &'t str },
}

impl Demand<'_> {
    fn is_met_by(&self, license: &License) -> bool {
        match self {
            Self::Permitted { act, duties } => license.permissions.iter().any(|permission| {
                permission.action == *act
                    && duties.iter().all(|act| permission.duties.iter().any(|duty| duty.action == *act))
            }),
            Self::Prohibited { act } => license.prohibits(act),
            Self::Required { act } => license.requires(act),
        }
    }
}

impl LicenseSearch {
    fn demands<'t>(&self, terms: &'t OwnTerms) -> Vec<Demand<'t>> {
        let (actions, duties) = (&self.actions, &self.duties);
        let distribute = [
            (duties.distribute_duty_attribution, cc::ATTRIBUTION),
            (duties.distribute_duty_notice, cc::NOTICE),
            (duties.distribute_duty_source_code, cc::SOURCE_CODE),
        ];
        let modify = [
            (duties.modify_duty_rename, terms.rename.as_str()),
            (duties.modify_duty_attribution, cc::ATTRIBUTION),
            (duties.modify_duty_modification_notice, &terms.modification_notice),
            (duties.modify_duty_notice, cc::NOTICE),
            (duties.modify_duty_source_code, cc::SOURCE_CODE),
        ];
        let derive = [
            (duties.derive_duty_rename, terms.rename.as_str()),
            (duties.derive_duty_attribution, cc::ATTRIBUTION),
            (duties.derive_duty_modification_notice, &terms.modification_notice),
            (duties.derive_duty_notice, cc::NOTICE),
            (duties.derive_duty_source_code, cc::SOURCE_CODE),
        ];
        let change_license =
            [(duties.change_license_duty_compliant_license, terms.compliant_license.as_str())];
        let share_alike = self.license_wide_duties.share_alike;
        [
            demand(actions.reproduce, odrl::REPRODUCE, &[]),
            demand(actions.distribute, odrl::DISTRIBUTE, &distribute),
            demand(actions.modify, odrl::MODIFY, &modify),
            demand(actions.derive, odrl::DERIVE, &derive),
            demand(actions.commercial_use, cc::COMMERCIAL_USE, &[]),
            demand(actions.charge_distribution_fee, &terms.charge_distribution_fee, &[]),
            demand(actions.change_license, &terms.change_license, &change_license),
            (share_alike == DutyFacet::Required).then_some(Demand::Required { act: cc::SHARE_ALIKE }),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

fn demand<'t>(facet: ActionFacet, act: &'t str, duties: &[(DutyFacet, &'t str)]) -> Option<Demand<'t>> {
    let required = |(facet, act): &(DutyFacet, &'t str)| (*facet == DutyFacet::Required).then_some(*act);
    match facet {
        ActionFacet::Permitted => {
            Some(Demand::Permitted { act, duties: duties.iter().filter_map(required).collect() })
        }
        ActionFacet::Prohibited => Some(Demand::Prohibited { act }),
        ActionFacet::Na => None,
    }
}

impl TargetFacets {
    fn admit(&self, license: &License, terms: &OwnTerms) -> bool {
        let facets = [
            (self.creativework, terms.creative_work.as_str()),
            (self.dataset, dcmitype::DATASET),
            (self.software, dcmitype::SOFTWARE),
        ];
        let is_for = |asset: &str| license.targets.iter().any(|target| target == asset);
        let is_any_wanted = facets.iter().any(|(facet, _)| *facet == TargetFacet::Yes);
        let has_wanted = facets.iter().any(|(facet, asset)| *facet == TargetFacet::Yes && is_for(asset));
        let has_unwanted = facets.iter().any(|(facet, asset)| *facet == TargetFacet::No && is_for(asset));
        !has_unwanted && (has_wanted || !is_any_wanted)
    }
}

impl<'l> Index<'l> {
    /// Faceted search (spec:version-1#frozen-operations operation 3): the rows in alphabetical order.
    #[must_use]
    pub fn search(&self, search: &LicenseSearch, ports: Ports) -> Vec<Row<'l>> {
        let demands = search.demands(&self.terms);
        self.entries
            .iter()
            .filter(|entry| entry.is_in(ports))
            .filter(|entry| search.target.admit(entry.license, &self.terms))
            .filter(|entry| demands.iter().all(|demand| demand.is_met_by(entry.license)))
            .map(IndexEntry::row)
            .collect()
    }
}
