use std::time::Duration;

use http::Method;

/// Endpoints whose requests are counted together.
#[derive(Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Its name.
    pub name: &'static str,
    /// Requests admitted in a period.
    pub limit: usize,
    /// The period.
    pub period: Duration,
    endpoints: &'static [Endpoint],
}

#[derive(Debug, PartialEq, Eq)]
enum Endpoint {
    /// A POST to a path.
    Post(&'static str),
    /// Whatever lies below a path.
    Below(&'static str),
    /// Reading what is computed on models that accounts made, wherever it is asked for.
    Computed,
}

/// spec:version-1#limits-per-address, and [`COMPUTED`].
pub static BUCKETS: [Bucket; 8] = [
    Bucket {
        name: "compatibilitycheck",
        limit: 60,
        period: Duration::from_secs(60),
        endpoints: &[Endpoint::Post("/compatibilitycheck/")],
    },
    Bucket {
        name: "repolicensechecker",
        limit: 30,
        period: Duration::from_secs(60),
        endpoints: &[
            Endpoint::Below("/repolicensechecker/"),
            Endpoint::Post("/repo-license-compatibility-checker"),
        ],
    },
    Bucket {
        name: "composer",
        limit: 10,
        period: Duration::from_secs(60),
        endpoints: &[
            Endpoint::Post("/licenselibrary/composer"),
            Endpoint::Post("/license-composer"),
            Endpoint::Post("/web/wpcomposer"),
        ],
    },
    Bucket {
        name: "dependencygraph",
        limit: 10,
        period: Duration::from_secs(60),
        endpoints: &[Endpoint::Post("/dependencygraph")],
    },
    Bucket {
        name: "mixer",
        limit: 30,
        period: Duration::from_secs(60),
        endpoints: &[
            Endpoint::Post("/license-compatibility-checker/check"),
            Endpoint::Post("/license-compatibility-checker/target"),
            Endpoint::Post("/license-compatibility-checker/statement"),
        ],
    },
    Bucket {
        name: "translate",
        limit: 5,
        period: Duration::from_secs(60),
        endpoints: &[
            Endpoint::Post("/text-to-license"),
            Endpoint::Post("/text-to-license/retry"),
            Endpoint::Post("/license-to-text"),
            Endpoint::Post("/license-composer/write-text"),
        ],
    },
    Bucket {
        name: "site-contact",
        limit: 5,
        period: Duration::from_secs(600),
        endpoints: &[Endpoint::Post("/contact")],
    },
    COMPUTED,
];

/// Reading that takes computing: models of accounts outside version 2, and answers of the checker.
pub const COMPUTED: Bucket = Bucket {
    name: "computed",
    limit: 120,
    period: Duration::from_secs(60),
    endpoints: &[Endpoint::Computed],
};

impl Bucket {
    /// Whether a request is counted here.
    #[must_use]
    pub fn has(&self, method: &Method, path: &str) -> bool {
        self.endpoints.iter().any(|endpoint| match endpoint {
            Endpoint::Post(known) => *method == Method::POST && path == *known,
            Endpoint::Below(base) => *method != Method::OPTIONS && path.starts_with(base),
            Endpoint::Computed => false,
        })
    }
}
