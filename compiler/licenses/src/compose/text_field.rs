use super::text_rule::TextRule;
use crate::model::OwnTerms;
use crate::model::terms::{cc, dct, odrl, spdx};

/// The fields of a composer document that hold one optional text, in the order of spec:version-1#composer-document.
///
/// `dct:creator` and `svc:licenseOwner` hold the profile of the account (spec:version-1#license-record), so the names
/// of creator and licensor are in `dct:contributor` and `odrl:assigner`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextField {
    /// Who wrote the license: `dct:contributor`.
    Creator,
    /// Steward of the text: `dct:publisher`.
    Publisher,
    /// Who grants the license: `odrl:assigner`.
    Licensor,
    /// To whom it is granted: `odrl:assignee`.
    Licensee,
    /// `spdx:licenseId`.
    SpdxId,
    /// Version of the license text: `svc:licenseVersion`.
    LicenseVersion,
    /// Name to credit: `cc:attributionName`.
    AttributionName,
    /// `svc:WarrantyDisclaimer`.
    WarrantyDisclaimer,
    /// `svc:WarrantyOrLiabilityAcceptance`.
    WarrantyOrLiabilityAcceptance,
    /// `svc:LiabilityLimitation`.
    LiabilityLimitation,
    /// `svc:PromotionSpecification`.
    PromotionSpecification,
    /// The license in full: `svc:licenseText`.
    LicenseText,
}

impl TextField {
    /// Every field, in order.
    pub const ALL: [Self; 12] = [
        Self::Creator,
        Self::Publisher,
        Self::Licensor,
        Self::Licensee,
        Self::SpdxId,
        Self::LicenseVersion,
        Self::AttributionName,
        Self::WarrantyDisclaimer,
        Self::WarrantyOrLiabilityAcceptance,
        Self::LiabilityLimitation,
        Self::PromotionSpecification,
        Self::LicenseText,
    ];

    /// Its key in the document.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Creator => "creator",
            Self::Publisher => "publisher",
            Self::Licensor => "licensor",
            Self::Licensee => "licensee",
            Self::SpdxId => "spdx_id",
            Self::LicenseVersion => "license_version",
            Self::AttributionName => "attribution_name",
            Self::WarrantyDisclaimer => "warranty_disclaimer",
            Self::WarrantyOrLiabilityAcceptance => "warranty_or_liability_acceptance",
            Self::LiabilityLimitation => "liability_limitation",
            Self::PromotionSpecification => "promotion_specification",
            Self::LicenseText => "license_text",
        }
    }

    /// Its property in RDF.
    #[must_use]
    pub fn predicate(self, own: &OwnTerms) -> &str {
        match self {
            Self::Creator => dct::CONTRIBUTOR,
            Self::Publisher => dct::PUBLISHER,
            Self::Licensor => odrl::ASSIGNER,
            Self::Licensee => odrl::ASSIGNEE,
            Self::SpdxId => spdx::LICENSE_ID,
            Self::LicenseVersion => &own.license_version,
            Self::AttributionName => cc::ATTRIBUTION_NAME,
            Self::WarrantyDisclaimer => &own.warranty_disclaimer,
            Self::WarrantyOrLiabilityAcceptance => &own.warranty_or_liability_acceptance,
            Self::LiabilityLimitation => &own.liability_limitation,
            Self::PromotionSpecification => &own.promotion_specification,
            Self::LicenseText => &own.license_text,
        }
    }

    /// The rule for its text.
    pub(super) const fn rule(self) -> TextRule {
        match self {
            Self::Creator | Self::Publisher | Self::Licensor | Self::Licensee => TextRule::Person,
            Self::AttributionName | Self::LicenseVersion => TextRule::NAME,
            Self::SpdxId => TextRule::Spdx,
            Self::LicenseText => TextRule::Verbatim,
            _ => TextRule::Clause,
        }
    }
}
