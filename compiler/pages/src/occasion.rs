use serde::Serialize;

/// What licenses ask for on one occasion.
#[derive(Debug, Serialize)]
pub(super) struct Occasion {
    pub(super) when: &'static str,
    pub(super) sentences: Vec<String>,
}
