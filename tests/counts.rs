//! Counts of the live library. `tests/library/figures.rs` holds them against the library; nothing else pins a count.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

use std::collections::BTreeMap;

/// A count of `live-library.json` by its name.
pub(crate) fn count(name: &str) -> usize {
    let counts: BTreeMap<String, usize> = serde_json::from_str(include_str!("live-library.json")).unwrap();
    *counts.get(name).unwrap()
}
