use std::collections::BTreeSet;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::terms::{cc, dct, odrl, owl, rdf, spdx};
use super::words::words;
use super::{
    Day, LicenseClass, LicenseId, LimitExtent, LimitKind, OwnTerms, Position, Relicensing, Site, UseLimit,
};
use crate::text::Locator;
use muniment_rdf::{ContentHash, Graph, NodeView, iri_of};

/// A title with the language it is tagged with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// The text.
    pub value: String,
    /// Language tag; `None` for a plain literal.
    pub language: Option<String>,
}

impl Title {
    /// The first title of a node; empty when it has none.
    pub(super) fn of(node: NodeView<'_>) -> Self {
        let stated = node.literals(dct::TITLE).next();
        stated.map_or_else(Self::default, |title| Self {
            value: title.value().to_owned(),
            language: title.language().map(str::to_owned),
        })
    }
}

/// Whether a record is a fixture (spec:version-2#version-object `record_status`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum RecordStatus {
    /// A license of the library.
    #[default]
    Published,
    /// A record for tests of programs. No list of version 1 contains it.
    TestFixture,
}

words! {
    /// A form of the work. A duty of one form applies only where the work is passed on in it.
    ConveyedForm {
        /// The preferred form for changes.
        Source = "source",
        /// Any other form, such as object code.
        Binary = "binary",
    }
}

words! {
    /// What a license keeps or withholds, from the least to the most.
    Strength {
        /// No condition is left.
        PublicDomain = "public-domain",
        /// Notices and credit.
        Permissive = "permissive",
        /// The part stays under its license; the work around it does not.
        WeakCopyleft = "weak-copyleft",
        /// The whole work is under the license.
        StrongCopyleft = "strong-copyleft",
        /// The same, and use over a network brings the duties too.
        NetworkCopyleft = "network-copyleft",
        /// No commercial use.
        NonCommercial = "non-commercial",
        /// No adaptations.
        NoDerivatives = "no-derivatives",
        /// The source is open to read, and some use is withheld.
        SourceAvailable = "source-available",
        /// Some fields of use are forbidden.
        UseRestricted = "use-restricted",
    }
}

words! {
    /// What share-alike reaches.
    ShareAlikeScope {
        /// Nothing.
        None = "none",
        /// The covered files or the covered part.
        File = "file",
        /// The library; works that link to it may have other terms.
        Library = "library",
        /// An adapted work, not a collection that contains the work.
        Adaptation = "adaptation",
        /// The whole work of which it is a part.
        Work = "work",
    }
}

words! {
    /// What a patent suit ends.
    PatentTermination {
        /// The patent license.
        Patent = "patent",
        /// The license as a whole.
        All = "all",
    }
}

/// A permission, prohibition or duty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rule {
    /// IRI of the act; empty when the node names none.
    pub action: String,
    /// Duties of the rule.
    pub duties: Vec<Rule>,
    /// Sentence of the license text that supports the statement.
    pub evidence: Option<String>,
    /// Where that sentence stands in the text.
    pub locator: Option<Locator>,
    /// Library rule that supports the statement instead of a sentence.
    pub convention: Option<String>,
    /// The only form in which passing the work on brings the duty.
    pub form: Option<ConveyedForm>,
    /// Duties of one permission with the same group are alternatives: one of them suffices.
    pub alternative: Option<String>,
    /// Whether a duty holds only where the work was changed.
    pub changed_only: bool,
    /// The licenses with whose works a permission to combine holds; `None` if it does not depend on their license.
    pub class: Option<LicenseClass>,
    /// Index of the triple that points at the node, see [`Graph::triples`].
    pub triple: usize,
}

impl Rule {
    fn listed(&self) -> Self {
        let Self {
            action,
            duties,
            evidence: _,
            locator: _,
            convention: _,
            form,
            alternative,
            changed_only,
            class,
            triple: _,
        } = self;
        Self {
            action: action.clone(),
            duties: duties.iter().map(Self::listed).collect(),
            evidence: None,
            locator: None,
            convention: None,
            form: *form,
            alternative: alternative.clone(),
            changed_only: *changed_only,
            class: *class,
            triple: 0,
        }
    }
}

/// A license record, read from its graph.
///
/// Reading is lenient, because archived versions do not change: it skips a value of the wrong kind and takes the
/// first of several. The checks read the graph itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct License {
    /// `dct:title`; empty when there is none.
    pub title: Title,
    /// `dct:alternative`, sorted.
    pub alternatives: Vec<String>,
    /// `spdx:licenseId`.
    pub spdx: Option<String>,
    /// Version of the license text.
    pub license_version: Option<String>,
    /// `dct:publisher`.
    pub publisher: Option<String>,
    /// IRI of the territory.
    pub jurisdiction: Option<String>,
    /// Address of the authoritative text.
    pub legalcode: Option<String>,
    /// Address of the deed or catalogue page.
    pub source: Option<String>,
    /// Asset types, sorted.
    pub targets: Vec<String>,
    /// Permissions in the order of their acts.
    pub permissions: Vec<Rule>,
    /// Prohibitions in the order of their acts.
    pub prohibitions: Vec<Rule>,
    /// License-wide duties in the order of their acts.
    pub duties: Vec<Rule>,
    /// Parent of a port or grouped edition.
    pub port_of: Option<LicenseId>,
    /// Base of a version option, exception or rider.
    pub variant_of: Option<LicenseId>,
    /// How the record descends from another.
    pub variant_kind: Option<String>,
    /// Fixture or license.
    pub record_status: RecordStatus,
    /// `dct:modified`.
    pub modified: Option<Day>,
    /// `dct:issued`.
    pub issued: Option<Day>,
    /// Whether the version states `owl:deprecated` true.
    pub deprecated: bool,
    /// `svc:deprecatedOn`.
    pub deprecated_on: Option<Day>,
    /// `dct:replaces`.
    pub replaces: Option<LicenseId>,
    /// `dct:isReplacedBy`.
    pub replaced_by: Option<LicenseId>,
    /// SHA-256 of the normal form of the text that the record was compared with; `None` if it was not.
    pub text_hash: Option<ContentHash>,
    /// One sentence: what makes the license different for a user.
    pub feature: Option<String>,
    /// What it keeps or withholds.
    pub strength: Option<Strength>,
    /// What its share-alike reaches.
    pub scope: Option<ShareAlikeScope>,
    /// What a patent suit ends.
    pub patent_termination: Option<PatentTermination>,
    /// Whether the text forbids further restrictions on recipients.
    pub no_further_restrictions: bool,
    /// Licenses with whose works it lets the work be combined, each part under its own license.
    pub combinable_with: Vec<LicenseId>,
    /// Licenses under which it lets the work, or what was made from it, be put.
    pub compatible_with: Vec<LicenseId>,
    /// Acts of conditions that it accepts on parts of a work, although it does not make them itself.
    pub accepted_conditions: Vec<String>,
    /// Limits on the use of the work, sorted.
    pub limits: Vec<UseLimit>,
    /// Other licenses under which a copy may be taken, sorted.
    pub relicensing: Vec<Relicensing>,
    /// IRIs of the properties of all nodes and of their values, sorted and unique, without classes, acts and rules.
    pub stated: Vec<String>,
}

impl License {
    /// Whether lists, indexes and pages of terms show the same for two licenses. They show neither publisher nor
    /// evidence.
    #[must_use]
    pub fn is_listed_as(&self, other: &Self) -> bool {
        self.listed() == other.listed()
    }

    /// Names every field, so that each new field needs a decision.
    fn listed(&self) -> impl PartialEq {
        let Self {
            title,
            alternatives,
            spdx,
            license_version,
            publisher: _,
            jurisdiction,
            legalcode,
            source,
            targets,
            permissions,
            prohibitions,
            duties,
            port_of,
            variant_of,
            variant_kind,
            record_status,
            modified,
            issued,
            deprecated,
            deprecated_on,
            replaces,
            replaced_by,
            text_hash,
            feature,
            strength,
            scope,
            patent_termination,
            no_further_restrictions,
            combinable_with,
            compatible_with,
            accepted_conditions,
            limits,
            relicensing,
            stated,
        } = self;
        let rules = [permissions, prohibitions, duties];
        let rules = rules.map(|rules| rules.iter().map(Rule::listed).collect::<Vec<_>>());
        (
            (title, alternatives, spdx, license_version, jurisdiction, legalcode, source, targets, rules),
            (port_of, variant_of, variant_kind, record_status, stated),
            (modified, issued, deprecated, deprecated_on, replaces, replaced_by),
            (text_hash, feature, strength, scope),
            (patent_termination, no_further_restrictions, combinable_with),
            (compatible_with, accepted_conditions, limits, relicensing),
        )
    }

    /// Reads a record from its graph.
    #[must_use]
    pub fn read(graph: &Graph, iri: &str, site: &Site, terms: &OwnTerms) -> Self {
        let node = graph.named(iri);
        let reader = Reader { node, site, terms };
        let mut alternatives: Vec<String> = node.texts(dct::ALTERNATIVE).map(str::to_owned).collect();
        alternatives.sort();
        let targets: BTreeSet<&str> =
            node.nodes(odrl::TARGET).flat_map(|(_, target)| target.iris(dct::TYPE)).collect();
        Self {
            title: Title::of(node),
            alternatives,
            spdx: reader.literal(spdx::LICENSE_ID),
            license_version: reader.literal(&terms.license_version),
            publisher: reader.literal(dct::PUBLISHER),
            jurisdiction: reader.iri(cc::JURISDICTION),
            legalcode: reader.iri(cc::LEGALCODE),
            source: reader.iri(dct::SOURCE),
            targets: targets.into_iter().map(str::to_owned).collect(),
            permissions: reader.rules(odrl::PERMISSION),
            prohibitions: reader.rules(odrl::PROHIBITION),
            duties: reader.rules(odrl::DUTY),
            port_of: reader.license(&terms.jurisdiction_port_of),
            variant_of: reader.license(&terms.variant_of),
            variant_kind: reader.literal(&terms.variant_kind),
            record_status: if node.iri(&terms.record_status) == Some(&terms.test_fixture) {
                RecordStatus::TestFixture
            } else {
                RecordStatus::Published
            },
            modified: reader.parsed(dct::MODIFIED),
            issued: reader.parsed(dct::ISSUED),
            deprecated: matches!(node.text(owl::DEPRECATED), Some("true" | "1")),
            deprecated_on: reader.parsed(&terms.deprecated_on),
            replaces: reader.license(dct::REPLACES),
            replaced_by: reader.license(dct::IS_REPLACED_BY),
            text_hash: reader.parsed(&terms.legal_text_hash),
            feature: reader.literal(&terms.distinguishing_feature),
            strength: reader.word(&terms.license_strength, Strength::from_word),
            scope: reader.word(&terms.share_alike_scope, ShareAlikeScope::from_word),
            patent_termination: reader.word(&terms.patent_termination, PatentTermination::from_word),
            no_further_restrictions: node.text(&terms.no_further_restrictions) == Some("true"),
            combinable_with: reader.licenses(&terms.combinable_with),
            compatible_with: reader.licenses(&terms.compatible_with),
            accepted_conditions: reader.iris(&terms.accepts_condition),
            limits: reader.limits(),
            relicensing: reader.relicensing(),
            stated: stated(graph),
        }
    }

    /// Whether the record is left out of the lists of version 1.
    #[must_use]
    pub fn is_fixture(&self) -> bool {
        self.record_status == RecordStatus::TestFixture
    }

    /// Whether a work may be put under it (spec:reasoning#question): it is neither a fixture nor deprecated nor a port.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        !self.is_fixture() && !self.deprecated && self.port_of.is_none()
    }

    /// The permission for an act.
    #[must_use]
    pub fn permission(&self, action: &str) -> Option<&Rule> {
        self.permissions.iter().find(|rule| rule.action == action)
    }

    /// Whether the act is permitted.
    #[must_use]
    pub fn permits(&self, action: &str) -> bool {
        self.permission(action).is_some()
    }

    /// Whether the act is prohibited.
    #[must_use]
    pub fn prohibits(&self, action: &str) -> bool {
        self.prohibitions.iter().any(|rule| rule.action == action)
    }

    /// Whether the license as a whole requires the act.
    #[must_use]
    pub fn requires(&self, action: &str) -> bool {
        self.duties.iter().any(|rule| rule.action == action)
    }

    /// Whether a duty, license-wide or on a permission, requires the act.
    #[must_use]
    pub fn requires_anywhere(&self, action: &str) -> bool {
        self.requires(action)
            || self.permissions.iter().any(|rule| rule.duties.iter().any(|duty| duty.action == action))
    }

    /// The statements of the license as a whole: permissions, prohibitions, duties.
    #[must_use]
    pub fn positions(&self) -> [(Position, &[Rule]); 3] {
        [
            (Position::Permission, &self.permissions),
            (Position::Prohibition, &self.prohibitions),
            (Position::Duty, &self.duties),
        ]
    }

    /// Every statement: permissions, prohibitions, duties, duties on the former.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        let of_rules = self.permissions.iter().chain(&self.prohibitions).flat_map(|rule| &rule.duties);
        self.permissions.iter().chain(&self.prohibitions).chain(&self.duties).chain(of_rules)
    }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    node: NodeView<'a>,
    site: &'a Site,
    terms: &'a OwnTerms,
}

impl Reader<'_> {
    fn literal(self, predicate: &str) -> Option<String> {
        self.node.text(predicate).map(str::to_owned)
    }

    fn iri(self, predicate: &str) -> Option<String> {
        self.node.iri(predicate).map(str::to_owned)
    }

    fn iris(self, predicate: &str) -> Vec<String> {
        let mut iris: Vec<String> = self.node.iris(predicate).map(str::to_owned).collect();
        iris.sort();
        iris
    }

    fn license(self, predicate: &str) -> Option<LicenseId> {
        self.node.iri(predicate)?.strip_prefix(&self.site.license_base())?.parse().ok()
    }

    fn licenses(self, predicate: &str) -> Vec<LicenseId> {
        let base = self.site.license_base();
        let mut ids: Vec<LicenseId> =
            self.node.iris(predicate).filter_map(|iri| iri.strip_prefix(&base)?.parse().ok()).collect();
        ids.sort();
        ids
    }

    fn parsed<T: FromStr>(self, predicate: &str) -> Option<T> {
        self.node.text(predicate)?.parse().ok()
    }

    fn word<T>(self, predicate: &str, from_word: fn(&str) -> Option<T>) -> Option<T> {
        from_word(self.node.text(predicate)?)
    }

    /// The limits with a known kind and extent.
    fn limits(self) -> Vec<UseLimit> {
        let nodes = self.node.nodes(&self.terms.use_limit);
        let mut limits: Vec<UseLimit> = nodes
            .filter_map(|(triple, node)| {
                let limit = Self { node, ..self };
                Some(UseLimit {
                    kind: limit.word(&self.terms.limit_kind, LimitKind::from_word)?,
                    extent: limit.word(&self.terms.limit_extent, LimitExtent::from_word)?,
                    condition: limit.literal(&self.terms.limit_condition)?,
                    evidence: limit.literal(&self.terms.evidence),
                    locator: limit.parsed(&self.terms.evidence_locator),
                    triple,
                })
            })
            .collect();
        limits.sort();
        limits
    }

    fn relicensing(self) -> Vec<Relicensing> {
        let nodes = self.node.nodes(&self.terms.relicensing);
        let mut ways: Vec<Relicensing> = nodes
            .map(|(triple, node)| {
                let way = Self { node, ..self };
                Relicensing {
                    under: way.licenses(&self.terms.relicensed_under),
                    class: way.word(&self.terms.license_class, LicenseClass::from_word),
                    after: way.literal(&self.terms.relicensed_after),
                    evidence: way.literal(&self.terms.evidence),
                    locator: way.parsed(&self.terms.evidence_locator),
                    triple,
                }
            })
            .collect();
        ways.sort();
        ways
    }

    fn rules(self, predicate: &str) -> Vec<Rule> {
        let nodes = self.node.nodes(predicate);
        let mut rules: Vec<Rule> = nodes.map(|(triple, node)| Self { node, ..self }.rule(triple)).collect();
        rules.sort();
        rules
    }

    fn rule(self, triple: usize) -> Rule {
        let is_duty = self.node.iri(rdf::TYPE) == Some(odrl::DUTY_CLASS);
        Rule {
            action: self.iri(odrl::ACTION).unwrap_or_default(),
            duties: if is_duty { Vec::new() } else { self.rules(odrl::DUTY) },
            evidence: self.literal(&self.terms.evidence),
            locator: self.parsed(&self.terms.evidence_locator),
            convention: self.literal(&self.terms.convention),
            form: match self.node.iri(&self.terms.conveyed_form) {
                Some(iri) if iri == self.terms.source_form => Some(ConveyedForm::Source),
                Some(iri) if iri == self.terms.binary_form => Some(ConveyedForm::Binary),
                _ => None,
            },
            alternative: self.literal(&self.terms.alternative_group),
            changed_only: self.node.text(&self.terms.changed_only) == Some("true"),
            class: self.word(&self.terms.license_class, LicenseClass::from_word),
            triple,
        }
    }
}

fn stated(graph: &Graph) -> Vec<String> {
    let of_rules = [rdf::TYPE, odrl::ACTION, odrl::PERMISSION, odrl::PROHIBITION, odrl::DUTY];
    let said = graph.triples().iter().filter(|triple| !of_rules.contains(&triple.predicate.as_str()));
    let iris: BTreeSet<&str> = said
        .flat_map(|triple| [triple.predicate.as_str()].into_iter().chain(iri_of(&triple.object)))
        .collect();
    iris.into_iter().map(str::to_owned).collect()
}
