use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Dialect, Representation};

/// Headers a browser script may read under `/v2` (spec:version-2#cross-origin).
pub const V2_EXPOSED_HEADERS: &str = "ETag, Link, Deprecation, Sunset, Retry-After, X-Request-ID, \
     X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Content-Disposition";

/// Headers a browser script may read elsewhere (spec:version-1#headers).
pub const V1_EXPOSED_HEADERS: &str = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, \
     Retry-After, X-Request-ID, Content-Disposition, ETag, Link, Deprecation, Sunset";

/// `Content-Security-Policy` of pages: what they load and where they send is ours, and nothing in them runs.
pub const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; form-action 'self'; base-uri 'none'";

/// That of the pages which a script of others draws: those set styles as they go.
pub const DRAWN_PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; worker-src blob:; form-action 'self'; base-uri 'none'";

/// `Cross-Origin-Opener-Policy` of pages: a site that opens one gets no hold of its window.
pub const OPENER_POLICY: &str = "same-origin";

/// What sort of resource an address is; fixes everything about its answers that is not data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A version of a model (spec:version-2#response-headers).
    Version,
    /// A list, or the first page of one; the change feed.
    Listing,
    /// An answer that only a server computes: containment.
    Answer,
    /// A release manifest.
    Release,
    /// The discovery document.
    Discovery,
    /// The API catalog.
    ApiCatalog,
    /// The `OpenAPI` document of version 2.
    OpenApi,
    /// Its interactive page.
    Docs,
    /// The current version of a license in version 1: operation 1 (spec:version-1#frozen-operations).
    Record,
    /// A version of a license by number (spec:version-1#library-endpoints).
    RecordVersion,
    /// A license at its own IRI (spec:version-1#negotiation).
    LinkedRecord,
    /// The versions of a license below its own IRI; never has a body (spec:version-1#library-endpoints).
    LinkedVersions,
    /// A version of a dependency graph (spec:version-1#library-endpoints).
    GraphVersion,
    /// A version of the vocabulary (spec:version-1#library-endpoints).
    VocabularyVersion,
    /// The vocabulary at its own IRI (spec:version-1#website-endpoints).
    Vocabulary,
    /// A term of the vocabulary at its own IRI.
    VocabularyTerm,
    /// A JSON document of version 1.
    Document,
    /// A JSON document behind the website.
    SiteDocument,
    /// An HTML page.
    Page,
    /// A page that other sites may frame (spec:version-1#headers); its entry says which.
    FramedPage,
    /// A page that a server fills. Its file is for visitors of hosts without a server, and says what works there.
    ServerPage,
    /// The badge of a license (spec:version-1#website-endpoints).
    Badge,
    /// A feed of the changes, a file that is its own address; its entry names the media type.
    Feed,
    /// What is made of a registered release as a whole, its manifest and the signature of that: files, too.
    Dump,
    /// A file that is its own address; its entry names the media type.
    Asset,
}

/// What decides how long an answer may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CacheState {
    /// It may change with the next release.
    Current,
    /// It never changes again: a superseded version, a registered release.
    Immutable,
}

/// The rules of a class as data, for edges that are not this program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassRules {
    /// How requests choose among the forms.
    pub dialect: Dialect,
    /// The forms of the resource in order of preference; none where the address is a file, or only leads on.
    pub representations: Vec<FormRules>,
    /// `Cache-Control` by state; in a state without one no entity tag is sent either.
    pub cache_control: BTreeMap<CacheState, String>,
    /// Further headers of every answer.
    pub headers: BTreeMap<String, String>,
}

/// A form as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormRules {
    /// The form; its name is the one in entity tags.
    #[serde(rename = "key")]
    pub representation: Representation,
    /// `Content-Type`.
    pub media_type: String,
    /// Media types in `Accept` that get this form.
    pub accepted_as: Vec<String>,
    /// Names in `format=` that get this form.
    pub formats: Vec<String>,
    /// The body is `index.<extension>` in the address's directory.
    pub extension: String,
}

/// A form with the media types in `Accept` and the names in `format=` it is asked for by.
type Offer = (Representation, &'static [&'static str], &'static [&'static str]);

const TURTLE: &[&str] = &["text/turtle", "application/x-turtle"];
const JSON_LD: &[&str] = &["application/ld+json"];
const N_TRIPLES: &[&str] = &["application/n-triples"];
const RDF_XML: &[&str] = &["application/rdf+xml"];
const HTML: &[&str] = &["text/html", "application/xhtml+xml"];

/// spec:version-2#negotiation rule 2. HTML is among the types of JSON: there are no redirects, the object carries the
/// address of its page.
const OF_VERSION_2: &[Offer] = &[
    (Representation::Json, &["application/json", "text/html"], &["json"]),
    (Representation::Turtle, TURTLE, &["ttl"]),
    (Representation::JsonLd, JSON_LD, &["jsonld"]),
    (Representation::NTriples, N_TRIPLES, &["nt"]),
    (Representation::RdfXml, RDF_XML, &["rdfxml"]),
];

const OF_AN_ANSWER: &[Offer] = &[
    (Representation::Json, &["application/json", "text/html"], &["json"]),
    (Representation::Markdown, &["text/markdown"], &["markdown"]),
    (Representation::Text, &["text/plain"], &["text"]),
];

/// spec:version-1#negotiation: `format` gets Turtle and RDF/XML as JSON strings, `Accept` gets them as they are.
const OF_A_RECORD: &[Offer] = &[
    (Representation::Json, &[], &["json-ld"]),
    (Representation::Turtle, TURTLE, &[]),
    (Representation::JsonLd, JSON_LD, &[]),
    (Representation::RdfXml, RDF_XML, &[]),
    (Representation::TurtleString, &[], &["ttl"]),
    (Representation::RdfXmlString, &[], &["rdf-xml"]),
    (Representation::Text, &[], &["text"]),
];

const LINKED_TURTLE: &[&str] = &["text/turtle", "application/x-turtle", "text/n3"];

/// spec:version-1#negotiation, the Linked-Data path.
const OF_LINKED_DATA: &[Offer] = &[
    (Representation::Turtle, LINKED_TURTLE, &["ttl", "turtle"]),
    (Representation::RdfXml, RDF_XML, &["rdf-xml", "rdfxml", "xml"]),
    (Representation::JsonLd, JSON_LD, &["json-ld", "jsonld"]),
    (Representation::NTriples, N_TRIPLES, &["nt", "n-triples"]),
];

/// The vocabulary, and each of its terms, is a page for everybody who asks for nothing else, and JSON-LD for those who want JSON.
const OF_THE_VOCABULARY: &[Offer] = &[
    (Representation::Html, HTML, &[]),
    (Representation::Turtle, LINKED_TURTLE, &["ttl", "turtle"]),
    (Representation::RdfXml, RDF_XML, &["rdf-xml", "rdfxml", "xml"]),
    (Representation::JsonLd, &["application/ld+json", "application/json"], &["json-ld", "jsonld"]),
    (Representation::NTriples, N_TRIPLES, &["nt", "n-triples"]),
];

impl Class {
    /// Every class.
    pub const ALL: [Self; 25] = [
        Self::Version,
        Self::Listing,
        Self::Answer,
        Self::Release,
        Self::Discovery,
        Self::ApiCatalog,
        Self::OpenApi,
        Self::Docs,
        Self::Record,
        Self::RecordVersion,
        Self::LinkedRecord,
        Self::LinkedVersions,
        Self::GraphVersion,
        Self::VocabularyVersion,
        Self::Vocabulary,
        Self::VocabularyTerm,
        Self::Document,
        Self::SiteDocument,
        Self::Page,
        Self::FramedPage,
        Self::ServerPage,
        Self::Badge,
        Self::Feed,
        Self::Dump,
        Self::Asset,
    ];

    const fn offers(self) -> &'static [Offer] {
        match self {
            Self::Version => OF_VERSION_2,
            Self::Answer => OF_AN_ANSWER,
            Self::Listing | Self::Release | Self::Discovery => {
                &[(Representation::Json, &["application/json", "text/html"], &[])]
            }
            Self::ApiCatalog => {
                &[(Representation::LinkSet, &["application/linkset+json", "application/json"], &[])]
            }
            Self::OpenApi => &[(
                Representation::OpenApi,
                &["application/json", "application/vnd.oai.openapi+json", "text/html"],
                &[],
            )],
            Self::Docs | Self::Page | Self::FramedPage | Self::ServerPage => {
                &[(Representation::Html, HTML, &[])]
            }
            Self::Record | Self::RecordVersion => OF_A_RECORD,
            Self::LinkedRecord => OF_LINKED_DATA,
            Self::GraphVersion | Self::VocabularyVersion => &[(Representation::Turtle, TURTLE, &[])],
            Self::Vocabulary | Self::VocabularyTerm => OF_THE_VOCABULARY,
            Self::Document | Self::SiteDocument => &[(Representation::Json, &["application/json"], &[])],
            Self::LinkedVersions | Self::Badge | Self::Feed | Self::Dump | Self::Asset => &[],
        }
    }

    /// Whether a server answers in its own way what the tree has. Edges ask it.
    #[must_use]
    pub const fn is_of_the_server(self) -> bool {
        matches!(self, Self::Discovery | Self::ServerPage)
    }

    /// How requests choose among the forms of a resource of this class.
    #[must_use]
    pub const fn dialect(self) -> Dialect {
        match self {
            Self::Version
            | Self::Listing
            | Self::Answer
            | Self::Release
            | Self::Discovery
            | Self::ApiCatalog
            | Self::OpenApi
            | Self::Docs => Dialect::Version2,
            Self::Record | Self::RecordVersion => Dialect::Record,
            Self::LinkedRecord | Self::LinkedVersions | Self::Vocabulary | Self::VocabularyTerm => {
                Dialect::LinkedData
            }
            Self::GraphVersion
            | Self::VocabularyVersion
            | Self::Document
            | Self::SiteDocument
            | Self::Page
            | Self::FramedPage
            | Self::ServerPage => Dialect::Fixed,
            Self::Badge | Self::Feed | Self::Dump | Self::Asset => Dialect::File,
        }
    }

    /// The forms of a resource of this class, in order of preference.
    pub fn representations(self) -> impl Iterator<Item = Representation> {
        self.offers().iter().map(|(representation, ..)| *representation)
    }

    /// Whether the hash of an entry is the content hash of a version, and not that of a body.
    #[must_use]
    pub const fn is_of_a_version(self) -> bool {
        matches!(
            self,
            Self::Version
                | Self::Record
                | Self::RecordVersion
                | Self::LinkedRecord
                | Self::LinkedVersions
                | Self::GraphVersion
                | Self::VocabularyVersion
                | Self::Vocabulary
                | Self::VocabularyTerm
        )
    }

    /// The rules of the class.
    #[must_use]
    pub fn rules(self) -> ClassRules {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let representations = self
            .offers()
            .iter()
            .map(|(representation, accepted_as, formats)| FormRules {
                representation: *representation,
                media_type: representation.media_type().to_owned(),
                accepted_as: owned(accepted_as),
                formats: owned(formats),
                extension: representation.extension().to_owned(),
            })
            .collect();
        let cache_control = [CacheState::Current, CacheState::Immutable]
            .into_iter()
            .filter_map(|state| Some((state, self.cache_control(state)?.to_owned())))
            .collect();
        let mut headers = BTreeMap::new();
        let mut set = |name: &str, value: &str| headers.insert(name.to_owned(), value.to_owned());
        if self.varies() {
            set("Vary", "Accept");
        }
        if self.is_of_version_2() {
            set("Access-Control-Allow-Origin", "*");
            set("Access-Control-Expose-Headers", V2_EXPOSED_HEADERS);
        } else if self.is_readable_everywhere() {
            set("Access-Control-Allow-Origin", "*");
            set("Access-Control-Expose-Headers", V1_EXPOSED_HEADERS);
        }
        match self {
            Self::ApiCatalog => {
                set("Link", "</.well-known/api-catalog>; rel=api-catalog");
            }
            Self::Badge => {
                set("Content-Type", "image/svg+xml");
            }
            Self::Page | Self::FramedPage | Self::ServerPage | Self::Vocabulary | Self::VocabularyTerm => {
                set("Content-Security-Policy", PAGE_POLICY);
                set("Cross-Origin-Opener-Policy", OPENER_POLICY);
            }
            Self::Docs => {
                set("Content-Security-Policy", DRAWN_PAGE_POLICY);
                set("Cross-Origin-Opener-Policy", OPENER_POLICY);
            }
            _ => {}
        }
        ClassRules { dialect: self.dialect(), representations, cache_control, headers }
    }

    /// Whether answers bear `Vary: Accept` (spec:version-2#negotiation, spec:version-1#negotiation); operation 1 is
    /// frozen without it.
    const fn varies(self) -> bool {
        matches!(
            self,
            Self::Version
                | Self::Answer
                | Self::RecordVersion
                | Self::LinkedRecord
                | Self::LinkedVersions
                | Self::Vocabulary
                | Self::VocabularyTerm
        )
    }

    /// Whether the address belongs to version 2 of the API, with its CORS rules and problem documents.
    #[must_use]
    pub const fn is_of_version_2(self) -> bool {
        matches!(self.dialect(), Dialect::Version2)
    }

    /// Whether scripts of every site may read it outside version 2 (spec:version-1#headers).
    const fn is_readable_everywhere(self) -> bool {
        matches!(
            self,
            Self::Record
                | Self::RecordVersion
                | Self::LinkedRecord
                | Self::LinkedVersions
                | Self::GraphVersion
                | Self::VocabularyVersion
                | Self::Vocabulary
                | Self::VocabularyTerm
                | Self::Document
                | Self::Feed
                | Self::Dump
        )
    }

    /// `Cache-Control` (spec:version-2#response-headers, spec:version-2#limits; spec:version-1#headers).
    const fn cache_control(self, state: CacheState) -> Option<&'static str> {
        match (self, state) {
            (Self::Version | Self::Release | Self::Dump, CacheState::Immutable) => {
                Some("public, max-age=86400, immutable")
            }
            (Self::RecordVersion | Self::GraphVersion | Self::VocabularyVersion, CacheState::Immutable) => {
                Some("public, max-age=86400")
            }
            (_, CacheState::Immutable)
            | (
                Self::Record
                | Self::RecordVersion
                | Self::LinkedRecord
                | Self::LinkedVersions
                | Self::GraphVersion
                | Self::Document
                | Self::SiteDocument,
                _,
            ) => None,
            (Self::Listing | Self::Answer | Self::Release | Self::Feed | Self::Dump, _) => {
                Some("public, max-age=60")
            }
            (
                Self::Version
                | Self::Discovery
                | Self::OpenApi
                | Self::Docs
                | Self::Page
                | Self::FramedPage
                | Self::ServerPage,
                _,
            ) => Some("public, max-age=300"),
            (
                Self::ApiCatalog
                | Self::Vocabulary
                | Self::VocabularyTerm
                | Self::VocabularyVersion
                | Self::Asset,
                _,
            ) => Some("public, max-age=3600"),
            (Self::Badge, _) => Some("public, max-age=86400"),
        }
    }
}
