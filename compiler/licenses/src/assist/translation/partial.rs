use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{PartReading, limits};

/// A preview while other parts are still being read (spec:version-1#assistant-objects, job progress).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Partial {
    /// The statements found, the first [`limits::LINES`] of them.
    pub lines: Vec<PartialLine>,
    /// Number of statements.
    pub statements: usize,
    /// Number of parts read.
    pub parts_done: usize,
    /// Parts that failed.
    pub failed_parts: Vec<usize>,
}

/// A statement in a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartialLine {
    /// Label of the act.
    pub label: String,
    /// The first words of the quote.
    pub quote: String,
}

/// Words of a quote in a preview.
const WORDS: usize = 8;

impl Partial {
    /// The preview of the parts that were read.
    #[must_use]
    pub fn of(readings: &BTreeMap<usize, PartReading>, failed: &[usize]) -> Self {
        let mut seen = BTreeSet::new();
        let statements = readings.values().flat_map(|reading| &reading.statements);
        let lines: Vec<PartialLine> = statements
            .filter(|found| seen.insert((found.kind, found.term.as_str(), found.attached_to.as_str())))
            .map(|found| PartialLine {
                label: found.label.clone(),
                quote: found.evidence.split_whitespace().take(WORDS).collect::<Vec<_>>().join(" "),
            })
            .collect();
        let failed: BTreeSet<usize> = failed.iter().copied().collect();
        Self {
            statements: lines.len(),
            lines: lines.into_iter().take(limits::LINES).collect(),
            parts_done: readings.len(),
            failed_parts: failed.into_iter().collect(),
        }
    }
}
