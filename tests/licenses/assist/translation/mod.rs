//! Text of a license in, proposed model out (spec:version-1#assistant-objects, spec:version-1#states,
//! spec:version-1#translation).

mod answers;
mod comparisons;
mod hostile;
mod prompts;
mod proposals;
mod quotes;
mod requests;
mod split;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use muniment_licenses::assist::translation::{PartReading, Proposal, TranslatedStatement, Translator};
use serde_json::{Value, json};

use crate::assist::{LIBRARY, REASONER};

static TRANSLATOR: LazyLock<Translator<'static>> = LazyLock::new(|| Translator::new(&LIBRARY));

/// A license nobody uses, in the manner of those that people do.
const TEXT: &str = "\
The Larkspur Works License
Version 1.2

Copyright (c) The Larkspur Foundation

1. Grant. Subject to the terms below, anyone may reproduce the Work, modify it,
and distribute copies of it to the public, with or without modifications.

2. Conditions. Whoever distributes copies must retain this notice and the notice
of copyright in every copy. Modified copies must carry a prominent notice stating
that the Work was changed.

3. No trade. The Work may not be used for commercial purposes.

4. No warranty. THE WORK IS PROVIDED \u{201c}AS IS\u{201d}, WITHOUT WARRANTY OF ANY KIND.

5. Mediation. Disputes are brought before a mediator in Graz before they are
brought before a court.
";

/// A statement as an answer gives it.
fn said(kind: &str, term: &str, attached_to: &str, evidence: &str) -> Value {
    json!({
        "kind": kind, "term": term, "attached_to": attached_to, "evidence": evidence, "confidence": 0.9, "note": "",
    })
}

/// A faithful answer about [`TEXT`].
fn faithful() -> Value {
    json!({
        "title": "The Larkspur Works License",
        "language": "en",
        "metadata": {
            "targets": ["creativework"],
            "license_version": "1.2",
            "publisher": "The Larkspur Foundation",
            "warranty_disclaimer": "THE WORK IS PROVIDED \u{201c}AS IS\u{201d}, WITHOUT WARRANTY OF ANY KIND.",
            "spdx_id": null,
            "country": null,
        },
        "statements": [
            said("permission", "odrl:reproduce", "", "anyone may reproduce the Work"),
            said("permission", "odrl:modify", "", "anyone may reproduce the Work, modify it"),
            said("permission", "odrl:distribute", "", "modify it,\nand distribute copies of it to the public"),
            said("duty", "cc:Notice", "odrl:distribute", "Whoever distributes copies must retain this notice"),
            said("duty", "svc:modificationNotice", "odrl:modify", "Modified copies must carry a prominent notice"),
            said("prohibition", "cc:CommercialUse", "", "The Work may not be used for commercial purposes."),
        ],
        "unmodelled": [{
            "clause_quote": "Disputes are brought before a mediator in Graz",
            "proposed_term": "mediation",
            "note": "A step before a court.",
        }],
        "warnings": [],
    })
}

#[track_caller]
fn read(answer: &Value) -> PartReading {
    TRANSLATOR.read_part(answer, TEXT, 1).unwrap_or_else(|error| panic!("{error}"))
}

/// What comes of statements alone.
#[track_caller]
fn reading(statements: &[Value]) -> PartReading {
    read(&json!({"statements": statements}))
}

/// The proposal of answers about as many parts.
fn merge(readings: Vec<PartReading>) -> Proposal {
    let total = readings.len();
    let readings: BTreeMap<usize, PartReading> = (1..).zip(readings).collect();
    TRANSLATOR.merge(&REASONER, &readings, total, &[], "")
}

fn proposal(statements: &[Value]) -> Proposal {
    merge(vec![reading(statements)])
}

/// Statements as words: kind, term, attachment.
fn names(statements: &[TranslatedStatement]) -> Vec<String> {
    let name = |s: &TranslatedStatement| format!("{} {} {}", s.kind.word(), s.term, s.attached_to);
    statements.iter().map(|statement| name(statement).trim_end().to_owned()).collect()
}

#[track_caller]
fn assert_warns(warnings: &[String], words: &[&str]) {
    let is_said = warnings.iter().any(|warning| words.iter().all(|word| warning.contains(word)));
    assert!(is_said, "no warning has {words:?}: {warnings:#?}");
}
