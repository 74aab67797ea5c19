use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::reference::{Parts, Reference, foreign};
use super::vocabulary::{Usage, usage};
use super::words::Words;
use muniment_documents::api::agreement::Agreements;
use muniment_documents::describe::{Describer, HubTags};
use muniment_library::history::{Catalog, Status, VersionFacts};
use muniment_licenses::find::LicenseFinder;
use muniment_licenses::model::terms::{CC_NS, COUNTRY_NS, ODRL_NS};
use muniment_licenses::model::{
    DependencyGraph, GraphId, License, LicenseId, Model, OwnTerms, PROPERTY_LABELS, term_anchor, words,
};
use muniment_licenses::prose::Lexicon;
use muniment_licenses::reason::{Reasoner, TermsIndex};
use muniment_rdf::Prefixes;

/// Lookup tables of a library that all pages share.
#[derive(Debug)]
pub(super) struct Directory<'c> {
    pub(super) catalog: &'c Catalog<'c>,
    /// Address of the API, for commands to copy.
    pub(super) base_url: String,
    pub(super) own: OwnTerms,
    pub(super) prefixes: Prefixes,
    /// What pages say of acts.
    pub(super) words: Words,
    pub(super) lexicon: Lexicon<'c>,
    pub(super) reasoner: Reasoner,
    /// What containment needs to know of the records.
    terms_of_records: OnceLock<TermsIndex>,
    /// Tags of records on the model hub.
    tags: OnceLock<HubTags>,
    /// The records that use a term, by IRI.
    usage: OnceLock<BTreeMap<String, Usage>>,
    license_base: String,
    namespace: String,
    /// Terms with a label, by IRI.
    terms: BTreeMap<&'c str, Reference>,
    /// Records, by identifier.
    records: BTreeMap<&'c str, Reference>,
    /// Ports and grouped editions by parent, in order of their titles.
    ports: BTreeMap<&'c str, Vec<&'c LicenseId>>,
    /// Variants by base, in order of their titles.
    variants: BTreeMap<&'c str, Vec<&'c LicenseId>>,
    /// License texts, by record.
    pub(super) texts: BTreeMap<LicenseId, String>,
    /// The agreement with tables of experts.
    pub(super) agreements: Option<Agreements>,
    /// Every record in order of titles.
    by_title: Vec<(&'c LicenseId, &'c License)>,
}

impl<'c> Directory<'c> {
    /// The directory of a catalog.
    pub(super) fn new(catalog: &'c Catalog<'c>, base_url: &str) -> Self {
        let library = catalog.library;
        let site = &library.site;
        let prefixes = site.all_prefixes();
        let namespace = site.ns_iri();
        let vocabulary = &library.vocabulary.current.content;
        let mut terms = vocabulary
            .terms
            .keys()
            .map(|iri| {
                let name = prefixes.compact(iri);
                let parts = Parts {
                    text: vocabulary.label(iri).to_owned(),
                    href: match iri.strip_prefix(&namespace) {
                        Some(local) => format!("/ns/{local}"),
                        None => format!("/ns#{}", term_anchor(iri, &namespace, &prefixes)),
                    },
                    name,
                    ..Parts::default()
                };
                (iri.as_str(), parts.into())
            })
            .collect::<BTreeMap<&str, Reference>>();
        let names =
            PROPERTY_LABELS.map(|(iri, label)| (iri, Reference::plain(label).named(&prefixes.compact(iri))));
        terms.extend(names.into_iter().filter(|(iri, _)| !vocabulary.terms.contains_key(*iri)));
        let records = library
            .licenses
            .iter()
            .map(|(id, model)| {
                let title = &model.current.content.title;
                let parts = Parts {
                    text: if title.value.is_empty() { id.as_str() } else { &title.value }.to_owned(),
                    href: format!("/license-library/{id}"),
                    language: foreign(title.language.as_deref()).to_owned(),
                    ..Parts::default()
                };
                (id.as_str(), parts.into())
            })
            .collect();
        let mut by_title: Vec<(&LicenseId, &License)> =
            library.licenses.iter().map(|(id, model)| (id, &*model.current.content)).collect();
        by_title.sort_by_cached_key(|(id, license)| (license.title.value.to_lowercase(), *id));
        let mut ports: BTreeMap<&str, Vec<&LicenseId>> = BTreeMap::new();
        let mut variants: BTreeMap<&str, Vec<&LicenseId>> = BTreeMap::new();
        for (id, license) in &by_title {
            if let Some(parent) = &license.port_of {
                ports.entry(parent.as_str()).or_default().push(id);
            }
            if let Some(base) = &license.variant_of {
                variants.entry(base.as_str()).or_default().push(id);
            }
        }
        Self {
            catalog,
            base_url: base_url.to_owned(),
            own: site.terms(),
            prefixes,
            words: Words::default(),
            lexicon: Lexicon::new(library),
            reasoner: Reasoner::of_graphs(library),
            terms_of_records: OnceLock::new(),
            tags: OnceLock::new(),
            usage: OnceLock::new(),
            license_base: site.license_base(),
            namespace,
            terms,
            records,
            ports,
            variants,
            texts: BTreeMap::new(),
            agreements: None,
            by_title,
        }
    }

    /// The address of the page of the text of a record; `None` without such a page.
    pub(super) fn text_page(&self, id: &str) -> Option<String> {
        self.texts.contains_key(id).then(|| format!("/license-library/{id}/text"))
    }

    /// Writes what publishers paste.
    pub(super) fn describer(&self) -> Describer<'_> {
        let library = self.catalog.library;
        Describer::new(library, self.tags.get_or_init(|| HubTags::new(&LicenseFinder::new(library))))
    }

    /// What containment needs to know of the records.
    pub(super) fn terms_of_records(&self) -> &TermsIndex {
        self.terms_of_records.get_or_init(|| TermsIndex::new(self.catalog.library))
    }

    pub(super) fn license(&self, id: &str) -> Option<&'c License> {
        Some(&self.catalog.library.licenses.get(id)?.current.content)
    }

    /// Every record, sorted by title.
    pub(super) fn licenses(&self) -> impl Iterator<Item = (&'c LicenseId, &'c License)> {
        self.by_title.iter().copied()
    }

    /// A link to a record with its title; the plain identifier of an unknown one.
    pub(super) fn record(&self, id: &str) -> Reference {
        self.records.get(id).cloned().unwrap_or_else(|| Reference::plain(id))
    }

    /// The ports and grouped editions of a record, in order of their titles.
    pub(super) fn ports(&self, id: &str) -> Vec<Reference> {
        self.records_of(self.ports.get(id))
    }

    pub(super) fn port_ids(&self, id: &str) -> impl Iterator<Item = &'c LicenseId> {
        self.ports.get(id).into_iter().flatten().copied()
    }

    /// The variants of a record, in order of their titles.
    pub(super) fn variants(&self, id: &str) -> Vec<Reference> {
        self.records_of(self.variants.get(id))
    }

    fn records_of(&self, ids: Option<&Vec<&'c LicenseId>>) -> Vec<Reference> {
        ids.into_iter().flatten().map(|id| self.record(id.as_str())).collect()
    }

    /// Whether the list of records folds a record under its parent, which must be in the list itself.
    pub(super) fn is_folded(&self, license: &License) -> bool {
        let parent = license.port_of.as_ref().and_then(|parent| self.license(parent.as_str()));
        parent.is_some_and(|parent| parent.port_of.is_none())
    }

    /// A link to a term with its label; the words of the local name of an unknown one.
    pub(super) fn term(&self, iri: &str) -> Reference {
        if let Some(reference) = self.terms.get(iri) {
            return reference.clone();
        }
        match self.prefixes.split(iri) {
            Some((prefix, local)) => Reference::plain(&words(local)).named(&format!("{prefix}:{local}")),
            None => Reference::plain(iri),
        }
    }

    /// The records that use a term; `None` for an unused one.
    pub(super) fn usage(&self, iri: &str) -> Option<&Usage> {
        self.usage.get_or_init(|| usage(self.catalog.library, &self.by_title)).get(iri)
    }

    /// Links to records, given by their indices in the order of titles.
    pub(super) fn at(&self, places: &[usize]) -> Vec<Reference> {
        let ids = places.iter().filter_map(|place| self.by_title.get(*place));
        ids.map(|(id, _)| self.record(id.as_str())).collect()
    }

    /// The value of a property: a record, a term, or an address.
    pub(super) fn resource(&self, iri: &str) -> Reference {
        if let Some(reference) = self.terms.get(iri) {
            return reference.clone();
        }
        if let Some(id) = iri.strip_prefix(&self.license_base)
            && let Some(reference) = self.records.get(id)
        {
            return reference.named(id);
        }
        if [ODRL_NS, CC_NS, COUNTRY_NS, &self.namespace].iter().any(|ns| iri.starts_with(ns)) {
            return self.term(iri);
        }
        // Other addresses of this library are for programs.
        if iri.starts_with(&self.catalog.library.site.site_url) {
            return Reference::plain(iri);
        }
        Reference::address(iri)
    }

    /// A link to a dependency graph with its title.
    pub(super) fn graph(&self, id: &str) -> Reference {
        let title = self.catalog.graphs.get(id).map(|history| history.current.title);
        Parts {
            text: title.filter(|title| !title.is_empty()).unwrap_or(id).to_owned(),
            href: format!("/dependency-graph/{id}"),
            ..Parts::default()
        }
        .into()
    }

    /// The library graph that a graph is based on.
    pub(super) fn base_of(
        &self,
        graph: &DependencyGraph,
    ) -> Option<(&'c GraphId, &'c Model<DependencyGraph>)> {
        self.catalog.library.graphs.iter().find(|(_, base)| Some(&base.iri) == graph.based_on.as_ref())
    }

    pub(super) fn anchor(&self, iri: &str) -> String {
        term_anchor(iri, &self.namespace, &self.prefixes)
    }
}

/// The address of the text of a record as a file, where it has a page.
pub(super) fn text_file(id: &str) -> String {
    format!("/license-library/{id}/LICENSE.txt")
}

/// The withdrawal of a version.
#[derive(Debug, serde::Serialize)]
pub(super) struct Withdrawal {
    pub(super) on: Option<String>,
    pub(super) replaced_by: Option<Reference>,
}

impl Withdrawal {
    /// `None` if the version is not withdrawn.
    pub(super) fn of(facts: &VersionFacts<'_>, replaced_by: Option<Reference>) -> Option<Self> {
        let on = facts.withdrawn_on.map(|day| day.to_string());
        (facts.status == Status::Withdrawn).then_some(Self { on, replaced_by })
    }
}
