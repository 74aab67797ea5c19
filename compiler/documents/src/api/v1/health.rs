use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;

use super::call::Call;
use super::row::{Access, Also, Media, Route, Row, Tag, Words};

pub(super) static GET_HEALTH: Row = Row {
    answered: "Every part answers.",
    also: &[Also::document(
        503,
        SchemaGenerator::subschema_for::<Health>,
        &[],
        "A part does not answer; the same document.",
    )],
    ..Row::new(
        Route::get("/healthz", "getHealth", Access::MoreWithToken),
        Words::of(
            Tag::Status,
            "Whether the deployment is well",
            "The token of an administrator gets addresses and the text of errors as well.",
        ),
        Media::json::<Health>(),
        |_| Ok(Some(Call::Health)),
    )
};

/// The state of the parts of a deployment (spec:version-1#library-endpoints, `/healthz`).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Health {
    #[schemars(extend("enum" = ["ok", "degraded"]))]
    status: &'static str,
    checks: Checks,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct Checks {
    store: StoreCheck,
    reasoner: ReasonerCheck,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct StoreCheck {
    ok: bool,
    /// Where it is; for administrators.
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoint: Option<String>,
    /// The error; for administrators.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct ReasonerCheck {
    ok: bool,
    /// The HTTP status it answers with.
    #[schemars(range(min = 100, max = 599))]
    status: u16,
    #[schemars(extend("enum" = ["ok", "degraded"]))]
    reasoner_status: &'static str,
    /// Where it is; for administrators.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'static str>,
    /// The error; for administrators.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

impl Health {
    /// The health of a store that answers, or does not. The reasoner is part of the program: if anything answers, it
    /// does.
    #[must_use]
    pub fn of_store(is_well: bool) -> Self {
        Self {
            status: if is_well { "ok" } else { "degraded" },
            checks: Checks {
                store: StoreCheck { ok: is_well, endpoint: None, detail: None },
                reasoner: ReasonerCheck {
                    ok: true,
                    status: 200,
                    reasoner_status: "ok",
                    url: None,
                    detail: None,
                },
            },
        }
    }

    /// The same for administrators, who also see where store and reasoner are, and what went wrong.
    #[must_use]
    pub fn in_detail(mut self, store: String, error: Option<String>) -> Self {
        self.checks.store.endpoint = Some(store);
        self.checks.store.detail = Some(error.unwrap_or_default());
        self.checks.reasoner.url = Some("in-process");
        self.checks.reasoner.detail = Some(String::new());
        self
    }

    /// Whether every part answers; otherwise the status is 503.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.status == "ok"
    }
}
