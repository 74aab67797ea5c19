//! What is said of an operation, once: the router, the limits, CORS, the discovery document and the description read it.

use std::fmt;
use std::time::Duration;

use super::parameters::Parameters;
use super::scope::Scope;
use super::{Call, Refused};

pub(super) use super::openapi::{Media, Request, Tag};
use crate::api::openapi::parameter::Parameter;
use crate::api::openapi::schema::Shape;

/// A method of a documented operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Read.
    Get,
    /// Write, or ask with a body.
    Post,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Get => "GET",
            Self::Post => "POST",
        })
    }
}

/// Who may call an operation (spec:version-1#authentication).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Anyone,
    /// Everybody; whoever has a token reads more.
    MoreWithToken,
    /// Only who has a token with this scope.
    Token(Scope),
}

/// Whether answering takes computing on models that strangers made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Computing {
    /// Where the request names a model of an account.
    WhereNamed,
    /// Whoever asks.
    Always,
    /// For a part of the answer, which the operation sees to itself.
    InPart,
}

/// How an operation is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path, with its parameters in braces.
    pub template: &'static str,
    /// The `operationId`.
    pub id: &'static str,
    /// Who may call it.
    pub access: Access,
}

impl Route {
    pub(super) const fn get(template: &'static str, id: &'static str, access: Access) -> Self {
        Self { method: Method::Get, template, id, access }
    }

    pub(super) const fn post(template: &'static str, id: &'static str, access: Access) -> Self {
        Self { method: Method::Post, template, id, access }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.template)
    }
}

/// What the description says of an operation; `{data_license}` stands for the name of that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    pub(super) tag: Tag,
    pub(super) summary: &'static str,
    pub(super) description: &'static str,
}

impl Words {
    pub(super) const fn of(tag: Tag, summary: &'static str, description: &'static str) -> Self {
        Self { tag, summary, description }
    }
}

/// An answer beside the one that was asked for, and beside the errors that several operations share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Also {
    pub(super) status: u16,
    pub(super) headers: &'static [&'static str],
    pub(super) description: &'static str,
    /// The schema of its document; a redirect has none.
    pub(super) document: Option<Shape>,
}

impl Also {
    pub(super) const fn redirect(
        status: u16,
        headers: &'static [&'static str],
        description: &'static str,
    ) -> Self {
        Self { status, headers, description, document: None }
    }

    pub(super) const fn document(
        status: u16,
        document: Shape,
        headers: &'static [&'static str],
        description: &'static str,
    ) -> Self {
        Self { status, headers, description, document: Some(document) }
    }
}

/// Where an identifier leads that is retired or one of the SPDX list (spec:version-1#negotiation).
pub(super) const LEADS_ON: &[Also] = &[
    Also::redirect(301, &[], "The identifier was retired; the same address of the record that replaced it."),
    Also::redirect(303, &[], "An SPDX identifier; the same address of the record that declares it."),
];

/// Reads the parameters of a request. No call means that one is faulty, which [`Parameters::finish`] tells.
pub(super) type Parse = fn(&mut Parameters<'_>) -> Result<Option<Call>, Refused>;

/// One operation of version 1.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// How it is called.
    pub route: Route,
    /// Whether paths, parameters and answers never change (spec:version-1#frozen-operations).
    pub is_frozen: bool,
    /// Whether anonymous reads of its path, and of what has the same first segment, are open to scripts of every site
    /// (spec:version-1#headers).
    pub is_open: bool,
    /// What its requests are counted with by address. [`COMPUTED`] counts those that name a model of an account.
    pub bucket: Option<&'static Bucket>,
    /// For how many requests of its account it counts (spec:version-1#limits-per-account).
    pub weight: u32,
    /// Whether it is answered in a turn.
    pub computing: Computing,
    pub(super) words: Words,
    pub(super) parameters: &'static [&'static Parameter],
    pub(super) request: Option<Request>,
    /// The status when all is well.
    pub(super) status: u16,
    pub(super) media: Media,
    /// Headers of the answer beside those of every answer.
    pub(super) headers: &'static [&'static str],
    /// What the answer is, where the summary does not say it.
    pub(super) answered: &'static str,
    pub(super) also: &'static [Also],
    /// Errors that do not follow from the other columns, by name.
    pub(super) errors: &'static [&'static str],
    pub(super) parse: Parse,
}

impl Row {
    pub(super) const fn new(route: Route, words: Words, media: Media, parse: Parse) -> Self {
        Self {
            route,
            is_frozen: false,
            is_open: true,
            bucket: None,
            weight: 1,
            computing: Computing::WhereNamed,
            answered: words.summary,
            words,
            parameters: &[],
            request: None,
            status: 200,
            media,
            headers: &[],
            also: &[],
            errors: &[],
            parse,
        }
    }
}

/// Endpoints whose requests are counted together.
#[derive(Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Its name.
    pub name: &'static str,
    /// Requests admitted in a period.
    pub limit: usize,
    /// The period.
    pub period: Duration,
    /// What it counts beside the operations whose rows name it.
    pub endpoints: &'static [Endpoint],
}

/// What a bucket counts beside operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endpoint {
    /// A POST to a path of the website.
    Post(&'static str),
    /// Whatever lies below a path, operations among it.
    Below(&'static str),
    /// Reading that takes computing, in the words of the discovery document.
    Computed(&'static str),
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Post(path) => write!(f, "POST {path}"),
            Self::Below(base) => write!(f, "{base}*"),
            Self::Computed(what) => f.write_str(what),
        }
    }
}

impl Bucket {
    const fn new(name: &'static str, limit: usize, seconds: u64, endpoints: &'static [Endpoint]) -> Self {
        Self { name, limit, period: Duration::from_secs(seconds), endpoints }
    }
}

/// spec:version-1#limits-per-address, and [`COMPUTED`].
pub static BUCKETS: [&Bucket; 8] =
    [&COMPATIBILITY, &REPOSITORIES, &COMPOSER, &GRAPHS, &MIXER, &TRANSLATE, &CONTACT, &COMPUTED];

pub(super) static COMPATIBILITY: Bucket = Bucket::new("compatibilitycheck", 60, 60, &[]);

pub(super) static REPOSITORIES: Bucket = Bucket::new(
    "repolicensechecker",
    30,
    60,
    &[Endpoint::Below("/repolicensechecker/"), Endpoint::Post("/repo-license-compatibility-checker")],
);

pub(super) static COMPOSER: Bucket = Bucket::new(
    "composer",
    10,
    60,
    &[Endpoint::Post("/license-composer"), Endpoint::Post("/web/wpcomposer")],
);

pub(super) static GRAPHS: Bucket = Bucket::new("dependencygraph", 10, 60, &[]);

static MIXER: Bucket = Bucket::new(
    "mixer",
    30,
    60,
    &[
        Endpoint::Post("/license-compatibility-checker/check"),
        Endpoint::Post("/license-compatibility-checker/target"),
        Endpoint::Post("/license-compatibility-checker/statement"),
    ],
);

static TRANSLATE: Bucket = Bucket::new(
    "translate",
    5,
    60,
    &[
        Endpoint::Post("/text-to-license"),
        Endpoint::Post("/text-to-license/retry"),
        Endpoint::Post("/license-to-text"),
        Endpoint::Post("/license-composer/write-text"),
    ],
);

static CONTACT: Bucket = Bucket::new("site-contact", 5, 600, &[Endpoint::Post("/contact")]);

/// Reading that takes computing: models of accounts outside version 2, and answers of the checker.
pub static COMPUTED: Bucket = Bucket::new(
    "computed",
    120,
    60,
    &[
        Endpoint::Computed("GET /license-compatibility-checker?ids=*"),
        Endpoint::Computed("GET /license-compatibility-checker/bundle"),
        Endpoint::Computed("GET /license-compatibility-checker/license"),
        Endpoint::Computed("GET /license-to-text?license=*"),
        Endpoint::Computed("GET of a composed license or a dependency graph of an account, outside /v2"),
    ],
);
