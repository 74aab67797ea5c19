use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Representation;

/// Headers a browser script may read under `/v2` (v2 §4.3).
pub const V2_EXPOSED_HEADERS: &str = "ETag, Link, Deprecation, Sunset, Retry-After, X-Request-ID, \
     X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Content-Disposition";

/// What sort of resource an address is; fixes everything about its answers that is not data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A version of a model (v2 §4.2).
    Version,
    /// A list, or the first page of one; the change feed.
    Listing,
    /// A release manifest.
    Release,
    /// The discovery document.
    Discovery,
    /// The API catalog.
    ApiCatalog,
    /// The `OpenAPI` document.
    OpenApi,
    /// Its interactive page.
    Docs,
    /// An HTML page.
    Page,
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
    /// The forms of the resource in order of preference; none for an asset, whose body is the file at its
    /// address.
    pub representations: Vec<RepresentationRules>,
    /// Whether `format` and `Accept` choose among the forms; otherwise the first is answered.
    pub negotiated: bool,
    /// `Cache-Control` by state.
    pub cache_control: BTreeMap<CacheState, String>,
    /// Further headers of every answer.
    pub headers: BTreeMap<String, String>,
}

/// A form as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepresentationRules {
    /// Name in `format=` and in the entity tag.
    pub key: String,
    /// `Content-Type`.
    pub media_type: String,
    /// Media types in `Accept` that get this form.
    pub accepted_as: Vec<String>,
    /// The body is `index.<extension>` in the address's directory.
    pub extension: String,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 9] = [
        Self::Version,
        Self::Listing,
        Self::Release,
        Self::Discovery,
        Self::ApiCatalog,
        Self::OpenApi,
        Self::Docs,
        Self::Page,
        Self::Asset,
    ];

    /// The forms of a resource of this class, in order of preference.
    #[must_use]
    pub const fn representations(self) -> &'static [Representation] {
        match self {
            Self::Version => &Representation::OF_A_VERSION,
            Self::Listing | Self::Release | Self::Discovery => &[Representation::Json],
            Self::ApiCatalog => &[Representation::LinkSet],
            Self::OpenApi => &[Representation::OpenApi],
            Self::Docs | Self::Page => &[Representation::Html],
            Self::Asset => &[],
        }
    }

    /// The rules of the class.
    #[must_use]
    pub fn rules(self) -> ClassRules {
        let representations = self
            .representations()
            .iter()
            .map(|r| RepresentationRules {
                key: r.key().to_owned(),
                media_type: r.media_type().to_owned(),
                accepted_as: r.accepted_as().iter().map(|&m| m.to_owned()).collect(),
                extension: r.extension().to_owned(),
            })
            .collect();
        let cache_control = [CacheState::Current, CacheState::Immutable]
            .into_iter()
            .filter_map(|state| Some((state, self.cache_control(state)?.to_owned())))
            .collect();
        let mut headers = BTreeMap::new();
        let mut set = |name: &str, value: &str| headers.insert(name.to_owned(), value.to_owned());
        if self.is_negotiated() {
            set("Vary", "Accept");
        }
        if self.is_of_version_2() {
            set("Access-Control-Allow-Origin", "*");
            set("Access-Control-Expose-Headers", V2_EXPOSED_HEADERS);
        }
        if self == Self::ApiCatalog {
            set("Link", "</.well-known/api-catalog>; rel=api-catalog");
        }
        ClassRules { representations, negotiated: self.is_negotiated(), cache_control, headers }
    }

    /// Whether the answer depends on `format` and `Accept` (v2 §4.1).
    #[must_use]
    pub const fn is_negotiated(self) -> bool {
        matches!(self, Self::Version)
    }

    /// Whether the address belongs to version 2 of the API, with its CORS rules and problem documents.
    #[must_use]
    pub const fn is_of_version_2(self) -> bool {
        !matches!(self, Self::Page | Self::Asset)
    }

    /// `Cache-Control` (v2 §4.2, §8).
    const fn cache_control(self, state: CacheState) -> Option<&'static str> {
        match (self, state) {
            (Self::Version | Self::Release, CacheState::Immutable) => {
                Some("public, max-age=86400, immutable")
            }
            (_, CacheState::Immutable) => None,
            (Self::Listing | Self::Release, _) => Some("public, max-age=60"),
            (Self::Version | Self::Discovery | Self::OpenApi | Self::Docs | Self::Page, _) => {
                Some("public, max-age=300")
            }
            (Self::ApiCatalog | Self::Asset, _) => Some("public, max-age=3600"),
        }
    }
}
