//! Counts of the live library. `tests/library/figures.rs` holds them against the library; nothing else pins a count.

use std::collections::BTreeMap;

/// A count of `live-library.json` by its name.
pub(crate) fn count(name: &str) -> usize {
    let counts: BTreeMap<String, usize> = serde_json::from_str(include_str!("live-library.json")).unwrap();
    counts[name]
}
