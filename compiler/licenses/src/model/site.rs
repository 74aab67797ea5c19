use serde::Serialize;

use super::{GraphId, LicenseId, OwnTerms, SigningKey, VersionNumber};
use muniment_rdf::Prefixes;

/// Contact of the operators.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    /// E-mail addresses.
    pub emails: Vec<String>,
    /// A contact page.
    pub url: String,
}

/// The license of a library's data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DataLicense {
    /// Its SPDX expression.
    pub spdx: String,
    /// Its name within a sentence.
    pub name: String,
    /// Its name in full.
    pub title: String,
    /// Address of its text.
    pub address: String,
}

impl DataLicense {
    /// The values for a library that names no license.
    #[must_use]
    pub fn unstated(site_url: &str) -> Self {
        Self {
            spdx: "NOASSERTION".to_owned(),
            name: "no license that is stated".to_owned(),
            title: "No license is stated".to_owned(),
            address: format!("{site_url}/imprint"),
        }
    }
}

/// The identity of a library: the addresses its content hashes depend on, and the names of its prefixes.
///
/// `site_url` is absolute, without a slash at its end.
#[derive(Debug, Clone)]
pub struct Site {
    /// Name of the library, for pages.
    pub name: String,
    /// `{site_url}`.
    pub site_url: String,
    /// Prefix name of the vocabulary namespace, `svc` in the specification.
    pub vocabulary_prefix: String,
    /// Prefix name of the record namespace, `svclib` in the specification.
    pub library_prefix: String,
    /// Edition of the deployment, for discovery.
    pub edition: String,
    /// License of the data.
    pub data_license: DataLicense,
    /// Contact of the operators.
    pub contact: Contact,
    /// Banner text; `None` while it is off.
    pub notice: Option<String>,
    /// Whether a reader may close the banner.
    pub notice_closable: bool,
    /// Trusted keys for signatures of releases; empty if releases are not signed.
    pub signing_keys: Vec<SigningKey>,
}

/// Namespaces beside the library's own, by the prefix names used in data.
const EXTERNAL: [(&str, &str); 17] = [
    ("bpicounty", "http://www.bpiresearch.com/BPMO/2004/03/03/cdl/Countries#"),
    ("cc", "http://creativecommons.org/ns#"),
    ("dcat", "http://www.w3.org/ns/dcat#"),
    ("dcmitype", "http://purl.org/dc/dcmitype/"),
    ("dct", "http://purl.org/dc/terms/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("odrl", "http://www.w3.org/ns/odrl/2/"),
    ("osl", "http://opensource.org/licenses/"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("scho", "http://schema.org/"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("spdx", "http://spdx.org/rdf/terms#"),
    ("spdxlicense", "http://spdx.org/licenses/"),
    ("vann", "http://purl.org/vocab/vann/"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

impl Site {
    /// The maintainer of models that name nobody.
    #[must_use]
    pub fn maintainers(&self) -> String {
        format!("{} maintainers", self.name)
    }

    /// `{license_base}`.
    #[must_use]
    pub fn license_base(&self) -> String {
        format!("{}/licenselibrary/", self.site_url)
    }

    /// `{ns_iri}`.
    #[must_use]
    pub fn ns_iri(&self) -> String {
        format!("{}/ns#", self.site_url)
    }

    /// `{graph_base}`.
    #[must_use]
    pub fn graph_base(&self) -> String {
        format!("{}/dependencygraph/", self.site_url)
    }

    /// `{user_base}`.
    #[must_use]
    pub fn user_base(&self) -> String {
        format!("{}/users/", self.site_url)
    }

    /// `{documentation_url}` of version 2.
    #[must_use]
    pub fn documentation_url(&self) -> String {
        format!("{}/documentation/v2", self.site_url)
    }

    /// The permanent address of a record.
    #[must_use]
    pub fn license_iri(&self, id: &LicenseId) -> String {
        format!("{}{id}", self.license_base())
    }

    /// IRI of the profile of an account.
    #[must_use]
    pub fn profile_iri(&self, account: &str) -> String {
        format!("{}{account}", self.user_base())
    }

    /// The named graph of a dependency graph.
    #[must_use]
    pub fn graph_iri(&self, id: &GraphId) -> String {
        format!("{}{id}", self.graph_base())
    }

    /// Identifier of the vocabulary: its prefix name and `-ns`.
    #[must_use]
    pub fn vocabulary_id(&self) -> String {
        format!("{}-ns", self.vocabulary_prefix)
    }

    /// The version list a record names in `versionHistory`.
    #[must_use]
    pub fn version_history_iri(&self, id: &LicenseId) -> String {
        format!("{}/versions", self.license_iri(id))
    }

    /// The address of a vocabulary version.
    #[must_use]
    pub fn vocabulary_version_iri(&self, version: VersionNumber) -> String {
        format!("{}/ns/versions/{version}", self.site_url)
    }

    /// The terms of the library's own namespace.
    #[must_use]
    pub fn terms(&self) -> OwnTerms {
        OwnTerms::new(&self.ns_iri())
    }

    /// The 13 prefixes every record file declares, sorted by name.
    #[must_use]
    pub fn record_prefixes(&self) -> Prefixes {
        self.prefixes("bpicounty cc dcmitype dct foaf odrl osl scho spdx spdxlicense xsd".split(' '))
    }

    /// The prefixes graph and vocabulary files declare, sorted by name.
    #[must_use]
    pub fn ontology_prefixes(&self) -> Prefixes {
        self.prefixes("bpicounty cc dcmitype dct foaf odrl owl rdf rdfs scho skos spdx vann xsd".split(' '))
    }

    /// Every namespace known, for compact names in sentences.
    #[must_use]
    pub fn all_prefixes(&self) -> Prefixes {
        self.prefixes(EXTERNAL.into_iter().map(|(name, _)| name))
    }

    /// The frozen context of 12 prefixes, in its order (spec:version-1#license-record).
    #[must_use]
    pub fn context(&self) -> Prefixes {
        Prefixes::new(
            external("rdf rdfs xsd dcat dct foaf".split(' '))
                .chain(self.own_prefixes())
                .chain(external("cc odrl osl scho".split(' '))),
        )
    }

    fn own_prefixes(&self) -> [(&str, String); 2] {
        [(&self.vocabulary_prefix, self.ns_iri()), (&self.library_prefix, self.license_base())]
    }

    /// The prefixes with these names and the library's own, sorted by name.
    fn prefixes<'n>(&self, names: impl Iterator<Item = &'n str>) -> Prefixes {
        let mut pairs: Vec<(&str, String)> = external(names).chain(self.own_prefixes()).collect();
        pairs.sort();
        Prefixes::new(pairs)
    }
}

fn external<'n, 's>(names: impl Iterator<Item = &'n str>) -> impl Iterator<Item = (&'s str, String)> {
    names
        .filter_map(|name| EXTERNAL.into_iter().find(|(known, _)| *known == name))
        .map(|(name, iri)| (name, iri.to_owned()))
}

/// The anchor of a term on the page of the vocabulary: the local name of an own term, as in its IRI, else the compact name
/// with `-` for what no anchor has.
#[must_use]
pub fn term_anchor(iri: &str, namespace: &str, prefixes: &Prefixes) -> String {
    match iri.strip_prefix(namespace) {
        Some(local) => local.to_owned(),
        None => prefixes.compact(iri).replace(|c: char| !c.is_ascii_alphanumeric(), "-"),
    }
}
