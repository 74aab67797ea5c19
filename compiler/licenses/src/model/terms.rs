//! IRIs of vocabularies: external ones as constants, the library's own as [`OwnTerms`], whose namespace depends on
//! the site.

macro_rules! namespace {
    ($(#[$doc:meta])* $module:ident $base:literal { $($name:ident = $local:literal),* $(,)? }) => {
        $(#[$doc])*
        pub mod $module {
            $(#[doc = concat!("`", $local, "`")] pub const $name: &str = concat!($base, $local);)*
        }
    };
}

namespace! {
    /// RDF.
    rdf "http://www.w3.org/1999/02/22-rdf-syntax-ns#" {
        TYPE = "type", SUBJECT = "subject", PREDICATE = "predicate", OBJECT = "object", LANG_STRING = "langString",
    }
}
namespace! {
    /// RDF Schema.
    rdfs "http://www.w3.org/2000/01/rdf-schema#" {
        LABEL = "label", COMMENT = "comment", IS_DEFINED_BY = "isDefinedBy", DOMAIN = "domain", RANGE = "range",
    }
}
namespace! {
    /// OWL.
    owl "http://www.w3.org/2002/07/owl#" {
        SAME_AS = "sameAs", DEPRECATED = "deprecated", CLASS = "Class", DATATYPE_PROPERTY = "DatatypeProperty",
        OBJECT_PROPERTY = "ObjectProperty", NAMED_INDIVIDUAL = "NamedIndividual", ONTOLOGY = "Ontology",
        PRIOR_VERSION = "priorVersion", VERSION_INFO = "versionInfo",
    }
}
namespace! {
    /// XML Schema datatypes.
    xsd "http://www.w3.org/2001/XMLSchema#" {
        BOOLEAN = "boolean", DATE = "date", DURATION = "duration", STRING = "string",
    }
}
namespace! {
    /// SKOS.
    skos "http://www.w3.org/2004/02/skos/core#" { CONCEPT = "Concept", MEMBER = "member" }
}
namespace! {
    /// ODRL: structure and actions.
    odrl "http://www.w3.org/ns/odrl/2/" {
        SET = "Set", PERMISSION_CLASS = "Permission", PROHIBITION_CLASS = "Prohibition", DUTY_CLASS = "Duty",
        ASSET_COLLECTION = "AssetCollection", ACTION_CLASS = "Action",
        PERMISSION = "permission", PROHIBITION = "prohibition", DUTY = "duty", OBLIGATION = "obligation",
        TARGET = "target", ACTION = "action", ASSIGNEE = "assignee", ASSIGNER = "assigner",
        INCLUDED_IN = "includedIn", IMPLIES = "implies", DERIVE = "derive", DISPLAY = "display", EXECUTE = "execute",
        DISTRIBUTE = "distribute", MODIFY = "modify", PRESENT = "present", REPRODUCE = "reproduce",
    }
}
namespace! {
    /// Creative Commons rights expression language.
    cc "http://creativecommons.org/ns#" {
        LEGALCODE = "legalcode", JURISDICTION = "jurisdiction", LICENSE = "license",
        ATTRIBUTION_NAME = "attributionName", ATTRIBUTION = "Attribution", NOTICE = "Notice",
        SHARE_ALIKE = "ShareAlike", SOURCE_CODE = "SourceCode", COMMERCIAL_USE = "CommercialUse",
        DERIVATIVE_WORKS = "DerivativeWorks",
    }
}
namespace! {
    /// Dublin Core terms.
    dct "http://purl.org/dc/terms/" {
        TITLE = "title", ALTERNATIVE = "alternative", PUBLISHER = "publisher", SOURCE = "source",
        LICENSE = "license", LANGUAGE = "language", TYPE = "type", HAS_VERSION = "hasVersion",
        IS_VERSION_OF = "isVersionOf", MODIFIED = "modified", ISSUED = "issued", REPLACES = "replaces",
        IS_REPLACED_BY = "isReplacedBy", CREATOR = "creator", DATE = "date", DATE_ACCEPTED = "dateAccepted",
        CONTRIBUTOR = "contributor", COVERAGE = "coverage", DESCRIPTION = "description",
    }
}
namespace! {
    /// DCMI types.
    dcmitype "http://purl.org/dc/dcmitype/" { DATASET = "Dataset", SOFTWARE = "Software" }
}
namespace! {
    /// FOAF.
    foaf "http://xmlns.com/foaf/0.1/" { AGENT = "Agent", NAME = "name", LOGO = "logo", IMG = "img" }
}
namespace! {
    /// VANN.
    vann "http://purl.org/vocab/vann/" {
        PREFERRED_NAMESPACE_PREFIX = "preferredNamespacePrefix", PREFERRED_NAMESPACE_URI = "preferredNamespaceUri",
    }
}
namespace! {
    /// SPDX.
    spdx "http://spdx.org/rdf/terms#" { LICENSE_ID = "licenseId" }
}
namespace! {
    /// schema.org.
    scho "http://schema.org/" { START_DATE = "startDate", END_DATE = "endDate", VALID_FOR = "validFor" }
}

/// Namespace of ODRL.
pub const ODRL_NS: &str = "http://www.w3.org/ns/odrl/2/";
/// Namespace of the Creative Commons terms.
pub const CC_NS: &str = "http://creativecommons.org/ns#";
/// Namespace of the countries.
pub const COUNTRY_NS: &str = "http://www.bpiresearch.com/BPMO/2004/03/03/cdl/Countries#";

macro_rules! own_terms {
    ($($field:ident = $local:literal),* $(,)?) => {
        /// IRIs of the library's own vocabulary that the code knows by name (`svc:` in the specification).
        #[derive(Debug, Clone)]
        pub struct OwnTerms {
            $(#[doc = concat!("`svc:", $local, "`")] pub $field: String,)*
        }

        impl OwnTerms {
            /// The terms below a namespace IRI.
            #[must_use]
            pub fn new(namespace: &str) -> Self {
                Self { $($field: format!("{namespace}{}", $local),)* }
            }

            /// Every term.
            pub fn iter(&self) -> impl Iterator<Item = &str> {
                [$(self.$field.as_str(),)*].into_iter()
            }
        }
    };
}

own_terms! {
    accepts_condition = "acceptsCondition", accompanied_by = "accompaniedBy", add_limitation = "addLimitation", advertising_acknowledgement = "advertisingAcknowledgement", additional_clauses = "additionalClauses", adopted = "Adopted",
    alternative_condition_set = "alternativeConditionSet", alternative_group = "alternativeGroup",
    applies_to = "appliesTo", apply_technical_protection_measures = "applyTechnicalProtectionMeasures", axiom_removal = "AxiomRemoval", based_on_graph = "basedOnGraph",
    based_on_version = "basedOnVersion", binary_form = "BinaryForm", change_license = "ChangeLicense",
    changed_only = "changedOnly", charge_distribution_fee = "chargeDistributionFee",
    charge_license_fee = "chargeLicenseFee", circumvent_license_key = "circumventLicenseKey",
    combinable_with = "combinableWith", compatible_license_test = "compatibleLicenseTest",
    compatible_with = "compatibleWith", compliant_license = "compliantLicense", composed_of = "composedOf",
    contradicts = "contradicts", convention = "convention", conveyed_form = "conveyedForm",
    creative_work = "CreativeWork", cure_period = "curePeriod", default_outcome = "defaultOutcome",
    default_rule = "DefaultRule", deployment_trigger = "deploymentTrigger", deprecated_on = "deprecatedOn",
    distinguishing_feature = "distinguishingFeature", duty_action = "DutyAction", evidence = "evidence",
    evidence_locator = "evidenceLocator", excepted_combination = "exceptedCombination",
    excepted_output = "exceptedOutput", extends_graph = "extendsGraph",
    field_of_use_restriction = "fieldOfUseRestriction", from_convention = "FromConvention",
    from_default_rule = "FromDefaultRule", from_text = "FromText", governing_law = "governingLaw",
    government_rights_limitation = "governmentRightsLimitation", granted_by_default = "GrantedByDefault",
    hardware = "Hardware", in_jurisdiction = "inJurisdiction", instruction = "instruction",
    jurisdiction_port_of = "jurisdictionPortOf", legal_text_hash = "legalTextHash",
    liability_limitation = "LiabilityLimitation", license_class = "licenseClass",
    license_owner = "licenseOwner", license_strength = "licenseStrength", license_text = "licenseText",
    license_version = "licenseVersion", limit_condition = "limitCondition", limit_extent = "limitExtent",
    limit_kind = "limitKind", modification_notice = "modificationNotice", modified_works = "ModifiedWorks",
    moral_rights_restriction = "moralRightsRestriction", mutual_termination = "mutualTermination",
    network_use_trigger = "networkUseTrigger", no_further_restrictions = "noFurtherRestrictions",
    no_warranty_notice = "noWarrantyNotice", not_granted_by_default = "NotGrantedByDefault",
    not_waivable = "NotWaivable", or_later_version_option = "orLaterVersionOption",
    patent_grant = "patentGrant", patent_retaliation_termination = "patentRetaliationTermination",
    patent_termination = "patentTermination", perpetual = "perpetual", promote = "promote",
    promotion_specification = "PromotionSpecification", proposed = "Proposed",
    reciprocity_scope = "reciprocityScope", record_status = "recordStatus",
    relicensed_after = "relicensedAfter", relicensed_under = "relicensedUnder",
    relicensed_works = "relicensedWorks", relicensing = "relicensing",
    relicensing_class = "Relicensing", remove_notices = "removeNotices", rename = "rename", replaces_rule = "replacesRule",
    required_by_default = "RequiredByDefault", review_status = "reviewStatus", reviewed_on = "reviewedOn",
    rule_action = "RuleAction", rule_basis = "ruleBasis", rule_explanation = "ruleExplanation",
    rule_status = "ruleStatus", sell_copy = "sellCopy", share_alike_scope = "shareAlikeScope",
    share_alike_version_qualifier = "shareAlikeVersionQualifier", source_form = "SourceForm",
    source_publication_period = "sourcePublicationPeriod", specify_date = "specifyDate",
    specify_period = "specifyPeriod", statement_origin = "statementOrigin", sublicense = "sublicense",
    sublicense_survival = "sublicenseSurvival", sui_generis_database_rights = "suiGenerisDatabaseRights",
    terminates_on_breach = "terminatesOnBreach", test_fixture = "testFixture",
    text_and_data_mining = "textAndDataMining", translation_of = "translationOf",
    use_for_model_training = "useForModelTraining", use_limit = "useLimit", use_limit_class = "UseLimit",
    validity_type = "validityType", variant_kind = "variantKind", variant_of = "variantOf",
    version_history = "versionHistory", warranty_disclaimer = "WarrantyDisclaimer",
    warranty_or_liability_acceptance = "WarrantyOrLiabilityAcceptance", worldwide = "worldwide",
}
