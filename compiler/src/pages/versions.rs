use serde::Serialize;

use crate::api::v2::version_address;
use crate::history::ModelHistory;

/// The table of a model's versions, and how to verify the newest.
#[derive(Debug, Serialize)]
pub(super) struct Versions<'a> {
    /// Newest first.
    rows: Vec<VersionRow<'a>>,
    /// Address of the version that stands.
    address: String,
    /// Hex digits of its hash, as `sha256sum` prints them.
    digits: String,
}

#[derive(Debug, Serialize)]
struct VersionRow<'a> {
    number: u32,
    status: &'static str,
    /// Empty where no day is recorded.
    date: String,
    summary: &'a str,
    hash: String,
    address: String,
}

impl<'a> Versions<'a> {
    pub(super) fn of(history: &'a ModelHistory<'_>) -> Self {
        let current = &history.current;
        let rows = history
            .versions()
            .rev()
            .map(|facts| VersionRow {
                number: facts.version.get(),
                status: facts.status.name(),
                date: facts.date.map(|day| day.to_string()).unwrap_or_default(),
                summary: facts.summary,
                hash: facts.content_hash.to_string(),
                address: version_address(facts.kind, facts.id, facts.version),
            })
            .collect();
        Self {
            rows,
            address: version_address(current.kind, current.id, current.version),
            digits: current.content_hash.hex(),
        }
    }

    #[cfg(test)]
    pub(super) fn sample() -> Self {
        let row = |number, status, summary| VersionRow {
            number,
            status,
            date: if number == 1 { String::new() } else { "2026-11-20".to_owned() },
            summary,
            hash: format!("sha256:{}", "0".repeat(64)),
            address: format!("/v2/licenses/A/versions/{number}"),
        };
        Self {
            rows: vec![row(2, "current", "Two statements <added>."), row(1, "superseded", "")],
            address: "/v2/licenses/A/versions/2".to_owned(),
            digits: "0".repeat(64),
        }
    }
}
