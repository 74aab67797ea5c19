use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Composer, Imprint, TextField};
use crate::model::terms::{COUNTRY_NS, cc, dct, scho};
use crate::model::{Day, License, Rule};
use muniment_rdf::{Graph, NodeView, canonicalize_closure};

impl Composer<'_> {
    /// The composer document of a license (spec:version-1#composer-document), with fields in order and without those
    /// that the license does not state. The lists of rules and asset types are always present.
    ///
    /// For a graph from [`Self::to_graph`], [`Self::read`] reads the result as the original document, except consent. For
    /// another license, the language of the title, the origin of statements and further properties are lost; invalid values
    /// are copied, and [`Self::read`] refuses them.
    #[must_use]
    pub fn from_graph(&self, graph: &Graph, iri: &str) -> Value {
        let license = License::read(graph, iri, &self.library.site, &self.terms);
        let mut document = self.document_without_rules(graph, iri);
        let at = |rules: &[Rule]| -> Vec<String> { rules.iter().map(|r| self.compact(&r.action)).collect() };
        let permissions: Vec<Value> = license
            .permissions
            .iter()
            .map(|rule| json!({"action": self.compact(&rule.action), "duties": at(&rule.duties)}))
            .collect();
        let targets: Vec<String> = license.targets.iter().map(|target| self.compact(target)).collect();
        document.insert("targets".to_owned(), json!(targets));
        document.insert("permissions".to_owned(), Value::from(permissions));
        document.insert("prohibitions".to_owned(), json!(at(&license.prohibitions)));
        document.insert("duties".to_owned(), json!(at(&license.duties)));
        let mut ordered = Map::new();
        for name in FIELDS {
            if let Some(value) = document.remove(name) {
                ordered.insert(name.to_owned(), value);
            }
        }
        Value::Object(ordered)
    }

    /// A starting document for a new license based on this one: rules, asset types, validity, territory and clauses,
    /// without names, identifiers and addresses.
    #[must_use]
    pub fn begun_from(&self, graph: &Graph, iri: &str) -> Value {
        let mut document = self.from_graph(graph, iri);
        if let Value::Object(fields) = &mut document {
            for name in IDENTIFYING_FIELDS {
                fields.remove(name);
            }
        }
        document
    }

    /// Whether a composer document can express everything that a license states. A license sent as Turtle may state
    /// more.
    #[must_use]
    pub fn is_all_said(&self, graph: &Graph, iri: &str) -> bool {
        let imprint = Imprint::draft(iri, iri, Day::EPOCH);
        let Ok(document) = self.read(&self.from_graph(graph, iri)) else { return false };
        let canonical =
            |graph: &Graph| canonicalize_closure(graph, iri).map(|canonical| canonical.hash()).ok();
        canonical(&self.stamp(graph, &imprint)) == canonical(&self.to_graph(&document, &imprint))
    }

    /// The document without rules and asset types. The first of several values in byte order counts.
    pub(super) fn document_without_rules(&self, graph: &Graph, iri: &str) -> Map<String, Value> {
        let said = graph.named(iri);
        let text = |property: &str| said.texts(property).min();
        let iri = |property: &str| said.iris(property).min();
        let own = &self.terms;
        let mut document = Map::new();
        let mut put = |name: &str, value: Option<Value>| {
            document.extend(value.map(|value| (name.to_owned(), value)));
        };
        put("title", text(dct::TITLE).map(Value::from));
        for field in TextField::ALL {
            put(field.name(), text(field.predicate(own)).map(Value::from));
        }
        put("validity", iri(&own.validity_type).map(|word| self.word(word)));
        put("start_date", text(scho::START_DATE).map(Value::from));
        put("end_date", text(scho::END_DATE).map(Value::from));
        put("validity_months", text(scho::VALID_FOR).map(months));
        if let Some(territory) = iri(cc::JURISDICTION) {
            if territory == own.worldwide {
                put("region", Some(self.word(territory)));
            } else {
                put("region", Some("specifyRegion".into()));
                let country = territory.strip_prefix(COUNTRY_NS).map(str::to_owned);
                put("country", Some(country.unwrap_or_else(|| self.compact(territory)).into()));
            }
        }
        put("licensed_under", self.license_name(said).map(Value::from));
        put("source", iri(dct::SOURCE).map(Value::from));
        put("legalcode", iri(cc::LEGALCODE).map(Value::from));
        let alternatives: BTreeSet<&str> = said.texts(dct::ALTERNATIVE).collect();
        put("alternatives", (!alternatives.is_empty()).then(|| json!(alternatives)));
        let clauses: BTreeSet<&str> = said.texts(&own.additional_clauses).collect();
        put(
            "additional_clauses",
            match clauses.len() {
                0 => None,
                1 => clauses.first().map(|clause| Value::from(*clause)),
                _ => Some(json!(clauses)),
            },
        );
        document
    }

    /// The word of an own term; any other value unchanged.
    fn word(&self, iri: &str) -> Value {
        Value::from(iri.strip_prefix(&self.library.site.ns_iri()).unwrap_or(iri))
    }

    /// The license of the record: the identifier of a record of the library, or an IRI.
    fn license_name(&self, said: NodeView<'_>) -> Option<String> {
        let iri = said.iris(cc::LICENSE).min().or_else(|| said.iris(dct::LICENSE).min())?;
        let id = iri.strip_prefix(&self.library.site.license_base());
        let known = id.and_then(|id| self.library.license_ignoring_case(id));
        Some(known.map_or_else(|| iri.to_owned(), |(id, _)| id.to_string()))
    }
}

/// Fields that identify a license or a party.
const IDENTIFYING_FIELDS: [&str; 13] = [
    "title",
    "creator",
    "publisher",
    "licensor",
    "licensee",
    "licensed_under",
    "spdx_id",
    "license_version",
    "source",
    "legalcode",
    "alternatives",
    "attribution_name",
    "license_text",
];

/// The fields in the order of spec:version-1#composer-document.
pub(super) const FIELDS: [&str; 28] = [
    "title",
    "creator",
    "publisher",
    "licensor",
    "licensee",
    "validity",
    "start_date",
    "end_date",
    "validity_months",
    "region",
    "country",
    "licensed_under",
    "targets",
    "permissions",
    "prohibitions",
    "duties",
    "spdx_id",
    "license_version",
    "source",
    "legalcode",
    "alternatives",
    "attribution_name",
    "warranty_disclaimer",
    "warranty_or_liability_acceptance",
    "liability_limitation",
    "additional_clauses",
    "promotion_specification",
    "license_text",
];

/// The months of a duration of whole months or years; other durations unchanged.
fn months(duration: &str) -> Value {
    let number = |unit: char| duration.strip_prefix('P')?.strip_suffix(unit)?.parse::<u32>().ok();
    match number('M').or_else(|| number('Y')?.checked_mul(12)) {
        Some(months) => months.into(),
        None => duration.into(),
    }
}
