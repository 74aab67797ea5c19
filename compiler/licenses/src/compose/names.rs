//! Resolves the names in a document: actions, asset types, territories and licenses by IRI, compact name or short
//! name.

use std::collections::BTreeSet;

use super::document::RecordLicense;
use super::{Composer, Territory};
use crate::model::LicenseId;
use crate::model::terms::{COUNTRY_NS, skos};
use muniment_rdf::{NamedNode, Term};

/// Prefixes of the country namespace: that of the data, and a variant of other tools.
const COUNTRY_PREFIXES: [&str; 2] = ["bpicounty:", "bpicountry:"];

impl Composer<'_> {
    pub(super) fn action(&self, name: &str) -> Option<String> {
        let iri = self.prefixes.expand(name).unwrap_or_else(|| name.to_owned());
        self.library.vocabulary.current.content.is_action(&iri).then_some(iri)
    }

    pub(super) fn can_be_required(&self, action: &str) -> bool {
        self.library.vocabulary.current.content.is_duty_action(action, &self.terms)
    }

    /// The IRI of an asset type; its short name is the local name, ignoring case (`creativework`).
    pub(super) fn target(&self, name: &str) -> Option<String> {
        let types = &self.library.asset_types;
        types.iter().find(|iri| self.names(name, iri)).cloned()
    }

    /// The short names of the asset types, for messages.
    pub(super) fn target_names(&self) -> String {
        let names: Vec<String> =
            self.library.asset_types.iter().map(|iri| local_name(iri).to_ascii_lowercase()).collect();
        names.join(", ")
    }

    /// Whether a name is the IRI, compact name or local name of a term, ignoring case.
    pub(super) fn names(&self, name: &str, iri: &str) -> bool {
        let short: String = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).collect();
        name.eq_ignore_ascii_case(iri)
            || name.eq_ignore_ascii_case(&self.compact(iri))
            || short.eq_ignore_ascii_case(local_name(iri))
    }

    /// The country or region of the vocabulary with a local name, compact name or IRI.
    ///
    /// There is no list of all countries. Countries in the library are found ignoring case. Other names are accepted
    /// if they have the form of that namespace, so codes of two or three letters are refused.
    pub(super) fn territory(&self, name: &str) -> Option<Territory> {
        let class = format!("{}Jurisdiction", self.library.site.ns_iri());
        let terms = &self.library.vocabulary.current.content.terms;
        let mut regions = terms.iter().filter(|(_, term)| term.types.contains(&class));
        if let Some((region, _)) = regions.find(|(iri, _)| self.names(name, iri)) {
            return (*region != self.terms.worldwide).then(|| Territory::Region(region.clone()));
        }
        let local = COUNTRY_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
        let local = local.or_else(|| name.strip_prefix(COUNTRY_NS)).unwrap_or(name);
        let joined: String = local.split(' ').map(capitalized).collect();
        let known = self.countries();
        let country = match known.iter().find(|country| country.eq_ignore_ascii_case(&joined)) {
            Some(country) => (*country).to_owned(),
            None => Some(joined).filter(|joined| is_country_name(joined))?,
        };
        Some(Territory::Region(format!("{COUNTRY_NS}{country}")))
    }

    /// Local names of the countries that the vocabulary or a record names.
    fn countries(&self) -> BTreeSet<&str> {
        let members = self.library.vocabulary.current.graph.triples().iter().filter_map(|triple| {
            match (triple.predicate.as_str(), &triple.object) {
                (skos::MEMBER, Term::NamedNode(iri)) => Some(iri.as_str()),
                _ => None,
            }
        });
        let licenses = self.library.licenses.values();
        let of_records = licenses.filter_map(|model| model.current.content.jurisdiction.as_deref());
        members.chain(of_records).filter_map(|iri| iri.strip_prefix(COUNTRY_NS)).collect()
    }

    /// Resolves the identifier (also SPDX), compact name or IRI of a record, or another address. An identifier must
    /// be known; an address of the library may be a composed license.
    pub(super) fn record_license(&self, name: &str) -> Option<RecordLicense> {
        let base = self.library.site.license_base();
        let iri = self.prefixes.expand(name).unwrap_or_else(|| name.to_owned());
        let iri = match iri.strip_prefix(&other_spelling(&base)) {
            Some(id) => format!("{base}{id}"),
            None => iri,
        };
        let id = iri.strip_prefix(&base).unwrap_or(&iri);
        let of_the_data = &self.library.site.data_license;
        if iri == of_the_data.address || id.eq_ignore_ascii_case(&of_the_data.spdx) {
            return Some(self.default_license());
        }
        let record = self.license_names.record(id).and_then(|id| self.library.licenses.get(id));
        if let Some(model) = record {
            let license = &model.current.content;
            let address = license.source.as_ref().or(license.legalcode.as_ref()).unwrap_or(&model.iri);
            return Some(RecordLicense { iri: model.iri.clone(), address: address.clone() });
        }
        let is_under_base = iri.starts_with(&base);
        let is_known_form =
            if is_under_base { id.parse::<LicenseId>().is_ok() } else { is_web_address(&iri) };
        is_known_form.then(|| RecordLicense { address: iri.clone(), iri })
    }

    /// The default license of composed licenses: that of the data, by its record if there is one.
    pub(super) fn default_license(&self) -> RecordLicense {
        let license = &self.library.site.data_license;
        let address = license.address.clone();
        let record = self.license_names.record(&license.spdx).and_then(|id| self.library.licenses.get(id));
        RecordLicense { iri: record.map_or_else(|| address.clone(), |model| model.iri.clone()), address }
    }
}

/// Whether a text is an absolute http or https IRI with a host.
pub(super) fn is_web_address(text: &str) -> bool {
    let rest = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#', ':', '@']))
        && NamedNode::new(text).is_ok()
}

/// An address of the library with the wrong scheme of `http` and `https`.
pub(super) fn other_spelling(address: &str) -> String {
    match address.strip_prefix("https://") {
        Some(rest) => format!("http://{rest}"),
        None => address.replacen("http://", "https://", 1),
    }
}

fn local_name(iri: &str) -> &str {
    iri.rsplit(['#', '/']).next().unwrap_or(iri)
}

fn capitalized(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(characters).collect()
}

fn is_country_name(local: &str) -> bool {
    (4..=60).contains(&local.len())
        && local.starts_with(|c: char| c.is_ascii_uppercase())
        && local.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-')
}
