//! Formats with every answer.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::v2::{ContextObject, NOTICE};
use super::{Policy, PolicyPart};
use muniment_licenses::reason::Answer;

/// A policy as JSON.
#[derive(Debug, Serialize)]
pub(super) struct PolicyDocument<'p> {
    release: &'p str,
    /// SPDX identifier of the license of the work, or `proprietary`.
    out: &'p str,
    context: ContextObject,
    /// The answers for parts, by SPDX identifier.
    parts: BTreeMap<&'p str, PartAnswer<'p>>,
    notice: &'static str,
}

#[derive(Debug, Serialize)]
struct PartAnswer<'p> {
    answer: &'static str,
    /// What its users have to keep.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    limits: &'p [String],
    sentence: &'p str,
}

pub(super) fn policy<'p>(policy: &'p Policy<'_>) -> PolicyDocument<'p> {
    let answer = |part: &'p PolicyPart<'_>| PartAnswer {
        answer: part.answer.word(),
        limits: &part.limits,
        sentence: &part.sentence,
    };
    PolicyDocument {
        release: &policy.release,
        out: policy.work,
        context: policy.context.into(),
        parts: policy.parts.iter().map(|part| (part.spdx, answer(part))).collect(),
        notice: NOTICE,
    }
}

/// A matrix in the form of OSADL. It has no time, so that the same release has the same bytes.
#[derive(Debug, Serialize)]
pub(super) struct OsadlMatrix<'p> {
    source: String,
    licenses: Vec<Work<'p>>,
}

#[derive(Debug, Serialize)]
struct Work<'p> {
    name: &'p str,
    compatibilities: Vec<Compatibility<'p>>,
}

#[derive(Debug, Serialize)]
struct Compatibility<'p> {
    name: &'p str,
    compatibility: &'static str,
    explanation: &'p str,
}

pub(super) fn osadl<'p>(policies: &'p [Policy<'_>]) -> OsadlMatrix<'p> {
    let works = policies.iter().map(|policy| {
        let compatibility = |part: &'p PolicyPart<'_>| Compatibility {
            name: part.spdx,
            compatibility: match part.answer {
                _ if part.spdx == policy.work => "Same",
                Answer::No => "No",
                _ if !part.is_allowed() => "Check dependency",
                Answer::Yes | Answer::If | Answer::Via => "Yes",
            },
            explanation: &part.sentence,
        };
        Work { name: policy.work, compatibilities: policy.parts.iter().map(compatibility).collect() }
    });
    let source = policies
        .first()
        .map(|policy| format!("Muniment, release {}: parts {}", policy.release, policy.context()));
    OsadlMatrix { source: source.unwrap_or_default(), licenses: works.collect() }
}
