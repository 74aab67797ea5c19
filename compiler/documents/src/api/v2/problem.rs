use schemars::JsonSchema;
use serde::Serialize;

use crate::api::MOST_FAULTS;
use crate::wire::Representation;

/// A situation in which version 2 has no answer (spec:version-2#problem-document); a client switches on its `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemKind {
    /// A parameter is not one the operation takes.
    InvalidParameter,
    /// Nothing in `Accept` can be produced.
    NotAcceptable,
    /// No license with that identifier, or it is a draft.
    LicenseNotFound,
    /// No dependency graph with that identifier.
    GraphNotFound,
    /// The model never had that version.
    VersionNotFound,
    /// The release is neither registered nor current.
    ReleaseNotFound,
    /// Any other path.
    RouteNotFound,
    /// Version 2 is read-only.
    MethodNotAllowed,
    /// An account graph asked for without credentials.
    Unauthenticated,
    /// An account graph the caller may not see.
    Forbidden,
    /// Too many requests of one account.
    RateLimited,
    /// The store was needed and did not answer.
    StoreUnavailable,
    /// Anything unhandled.
    InternalError,
}

impl ProblemKind {
    /// Every situation, in the order of the specification.
    pub const ALL: [Self; 13] = [
        Self::InvalidParameter,
        Self::NotAcceptable,
        Self::LicenseNotFound,
        Self::GraphNotFound,
        Self::VersionNotFound,
        Self::ReleaseNotFound,
        Self::RouteNotFound,
        Self::MethodNotAllowed,
        Self::Unauthenticated,
        Self::Forbidden,
        Self::RateLimited,
        Self::StoreUnavailable,
        Self::InternalError,
    ];

    /// The name at the end of `type`, after `#problem-`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidParameter => "invalid-parameter",
            Self::NotAcceptable => "not-acceptable",
            Self::LicenseNotFound => "license-not-found",
            Self::GraphNotFound => "graph-not-found",
            Self::VersionNotFound => "version-not-found",
            Self::ReleaseNotFound => "release-not-found",
            Self::RouteNotFound => "route-not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::Unauthenticated => "unauthenticated",
            Self::Forbidden => "forbidden",
            Self::RateLimited => "rate-limited",
            Self::StoreUnavailable => "store-unavailable",
            Self::InternalError => "internal-error",
        }
    }

    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::InvalidParameter => 422,
            Self::NotAcceptable => 406,
            Self::LicenseNotFound
            | Self::GraphNotFound
            | Self::VersionNotFound
            | Self::ReleaseNotFound
            | Self::RouteNotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::Unauthenticated => 401,
            Self::Forbidden => 403,
            Self::RateLimited => 429,
            Self::StoreUnavailable => 503,
            Self::InternalError => 500,
        }
    }

    /// The title, the same for every occurrence.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::InvalidParameter => "Invalid parameter",
            Self::NotAcceptable => "Nothing acceptable",
            Self::LicenseNotFound => "Unknown license",
            Self::GraphNotFound => "Unknown dependency graph",
            Self::VersionNotFound => "Unknown version",
            Self::ReleaseNotFound => "Unknown release",
            Self::RouteNotFound => "Unknown path",
            Self::MethodNotAllowed => "Method not allowed",
            Self::Unauthenticated => "Credentials needed",
            Self::Forbidden => "Not yours to see",
            Self::RateLimited => "Too many requests",
            Self::StoreUnavailable => "Store unavailable",
            Self::InternalError => "Internal error",
        }
    }
}

/// One faulty parameter of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ParameterFault {
    /// `path`, `query`, `header` or `body`.
    #[serde(rename = "in")]
    #[schemars(extend("enum" = ["path", "query", "header", "body"]))]
    pub location: &'static str,
    /// Name of the parameter.
    pub name: String,
    /// What is wrong with it.
    pub detail: String,
}

impl ParameterFault {
    pub(super) fn new(location: &'static str, name: &str, detail: String) -> Self {
        Self { location, name: name.to_owned(), detail: shortened(detail) }
    }
}

/// The most bytes of what is said about one fault.
const MOST_BYTES: usize = 2 << 10;

/// A sentence that may quote a value as long as a request. Of a long one the middle is left out: its end says what is wrong.
fn shortened(detail: String) -> String {
    if detail.len() <= MOST_BYTES {
        return detail;
    }
    let (head, tail) = (MOST_BYTES / 2, MOST_BYTES / 4);
    let begin = detail.get(..detail.floor_char_boundary(head)).unwrap_or_default();
    let end = detail.get(detail.ceil_char_boundary(detail.len() - tail)..).unwrap_or_default();
    format!("{begin} … {end}")
}

/// Why a request of version 2 gets no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The situation.
    pub kind: ProblemKind,
    /// What is the matter with this request.
    pub detail: String,
    /// Every faulty parameter.
    pub errors: Vec<ParameterFault>,
    /// Media types that could be answered.
    pub available: Vec<&'static str>,
    /// The window of requests that is used up.
    pub spent: Option<Box<SpentWindow>>,
}

/// A window of requests that is used up (spec:version-2#problem-document).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpentWindow {
    /// `second`, `minute`, `hour`, `day`, `global`.
    pub window: &'static str,
    /// What it holds.
    pub limit: u64,
    /// What is left of that.
    pub remaining: u64,
    /// When the request will fit, ISO 8601 in UTC.
    pub reset_at: String,
}

impl Refused {
    /// A refusal in words.
    #[must_use]
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: shortened(detail.into()),
            errors: Vec::new(),
            available: Vec::new(),
            spent: None,
        }
    }

    /// For parameters that are not what the operation takes.
    #[must_use]
    pub fn parameters(mut errors: Vec<ParameterFault>) -> Self {
        errors.truncate(MOST_FAULTS);
        let detail: Vec<String> = errors.iter().map(|e| format!("{}: {}", e.name, e.detail)).collect();
        let detail = detail.join("; ");
        Self { errors, detail, ..Self::new(ProblemKind::InvalidParameter, "") }
    }

    /// For an `Accept` that admits none of the forms on offer.
    #[must_use]
    pub fn not_acceptable(offered: &[Representation]) -> Self {
        let available = offered.iter().map(|representation| representation.media_type()).collect();
        let detail = "none of the media types accepted is available here";
        Self { available, ..Self::new(ProblemKind::NotAcceptable, detail) }
    }

    /// For an account that asks too often.
    #[must_use]
    pub fn rate_limited(detail: impl Into<String>, spent: SpentWindow) -> Self {
        Self { spent: Some(Box::new(spent)), ..Self::new(ProblemKind::RateLimited, detail) }
    }

    /// For an identifier that is no release's.
    #[must_use]
    pub fn unknown_release(id: &str) -> Self {
        Self::new(ProblemKind::ReleaseNotFound, format!("no release `{id}` is registered or current"))
    }
}

/// A problem document (spec:version-2#problem-document, RFC 9457).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    #[serde(rename = "type")]
    kind: String,
    title: String,
    status: u16,
    detail: String,
    instance: String,
    request_id: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ParameterFault>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    available: Vec<&'static str>,
    #[serde(flatten)]
    spent: Option<Box<SpentWindow>>,
}

impl Problem {
    /// The media type of every problem.
    pub const MEDIA_TYPE: &str = "application/problem+json";

    /// The problem a refusal amounts to, not yet bound to a request.
    #[must_use]
    pub fn of(refused: Refused, documentation_url: &str) -> Self {
        let Refused { kind, detail, errors, available, spent } = refused;
        Self {
            kind: format!("{documentation_url}#problem-{}", kind.name()),
            title: kind.title().to_owned(),
            status: kind.status(),
            detail,
            instance: String::new(),
            request_id: String::new(),
            errors,
            available,
            spent,
        }
    }

    /// A problem below the routes, such as a request that is no HTTP.
    #[must_use]
    pub fn about_blank(status: u16, title: &str, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank".to_owned(),
            title: title.to_owned(),
            status,
            detail: detail.into(),
            instance: String::new(),
            request_id: String::new(),
            errors: Vec::new(),
            available: Vec::new(),
            spent: None,
        }
    }

    /// Binds the problem to the request it answers.
    #[must_use]
    pub fn on(self, path: &str, request_id: &str) -> Self {
        Self { instance: path.to_owned(), request_id: request_id.to_owned(), ..self }
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }
}
