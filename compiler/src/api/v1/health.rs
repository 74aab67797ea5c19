use serde::Serialize;

/// How the parts of a deployment are (document 1 §4.3, `/healthz`).
#[derive(Debug, Clone, Serialize)]
pub struct Health {
    status: &'static str,
    checks: Checks,
}

#[derive(Debug, Clone, Serialize)]
struct Checks {
    store: StoreCheck,
    reasoner: ReasonerCheck,
}

#[derive(Debug, Clone, Serialize)]
struct StoreCheck {
    ok: bool,
}

#[derive(Debug, Clone, Serialize)]
struct ReasonerCheck {
    ok: bool,
    status: u16,
    reasoner_status: &'static str,
}

impl Health {
    /// The health of a store and a reasoner that answer, or do not.
    #[must_use]
    pub fn new(store: bool, reasoner: bool) -> Self {
        let word = |is_well| if is_well { "ok" } else { "degraded" };
        Self {
            status: word(store && reasoner),
            checks: Checks {
                store: StoreCheck { ok: store },
                reasoner: ReasonerCheck {
                    ok: reasoner,
                    status: if reasoner { 200 } else { 503 },
                    reasoner_status: word(reasoner),
                },
            },
        }
    }

    /// Whether every part answers; otherwise the status is 503.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.status == "ok"
    }
}
