use std::collections::BTreeSet;
use std::str::FromStr;

use super::{ConveyedForm, License, PatentTermination, RecordStatus, Rule, ShareAlikeScope, Strength, Title};
use crate::model::terms::{cc, dct, odrl, owl, rdf, spdx};
use crate::model::{
    LicenseClass, LicenseId, LimitExtent, LimitKind, OwnTerms, Relicensing, Site, StatedText, UseLimit,
};
use muniment_rdf::{Graph, NodeView, iri_of};

impl License {
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
            text: StatedText::read(node, terms),
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
            accompanied_by: reader.licenses(&terms.accompanied_by),
            compatible_with: reader.licenses(&terms.compatible_with),
            accepted_conditions: reader.iris(&terms.accepts_condition),
            limits: reader.limits(),
            relicensing: reader.relicensing(),
            stated: stated(graph),
        }
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
                    works: way.literal(&self.terms.relicensed_works),
                    duties: way.rules(odrl::DUTY),
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
