use schemars::JsonSchema;
use serde::Serialize;

use super::call::Subject;
use super::parameters::LICENSE_ID;
use super::row::{Access, LEADS_ON, Media, Route, Row, Tag, Words};
use crate::api::openapi::schema::{Date, ModelId, Number};
use muniment_licenses::model::{FindingAction, FindingSeverity, Readings, Review, Verdict};

pub(super) static GET_REVIEW: Row = Row {
    parameters: &[&LICENSE_ID],
    also: LEADS_ON,
    ..Row::new(
        Route::get("/licenselibrary/review/{license_id}", "getReview", Access::Anyone),
        Words::of(
            Tag::Licenses,
            "The review of a record",
            "What was found when the record was compared with its text, point by point.",
        ),
        Media::json::<ReviewRecord<'_>>(),
        |sent| Ok(sent.license_id().map(|id| sent.stored(Subject::License(id, "There is no review of")))),
    )
};

/// The review of a record (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Review")]
pub struct ReviewRecord<'l> {
    id: ModelId<&'l str>,
    title: &'l str,
    reviewed_on: Date,
    reviewer: &'l str,
    /// The address that was read, or `unavailable`.
    text_source: &'l str,
    text_retrieved: bool,
    #[schemars(extend("enum" = words(Verdict::ALL)))]
    verdict: String,
    summary: &'l str,
    findings: Vec<FindingRow<'l>>,
    family: &'l str,
    /// The record it is a port of.
    port_of: Option<ModelId<&'l str>>,
    variant_kind: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant_of: Option<ModelId<&'l str>>,
    notes: &'l str,
    /// Hash of the normal form of the text that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    text_hash: Option<String>,
    /// How two readings of the text agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<ReadingsObject>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[schemars(rename = "Readings")]
struct ReadingsObject {
    /// Number of statements on which both readings agreed.
    agreed: u32,
    /// Number of statements that a third reader settled.
    settled: u32,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
struct FindingRow<'l> {
    #[schemars(range(min = 1, max = 10))]
    rubric: u8,
    #[schemars(extend("enum" = words(FindingSeverity::ALL)))]
    severity: String,
    /// The field of the record that it is about.
    field: &'l str,
    description: &'l str,
    /// The action that was taken.
    #[schemars(extend("enum" = words(FindingAction::ALL)))]
    action: String,
    /// The change in Turtle.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'l str>,
    /// The version that applied it.
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded_by: Option<Number>,
}

/// The review record, with the keys of the record file in their order.
#[must_use]
pub fn review_record(review: &Review) -> ReviewRecord<'_> {
    ReviewRecord {
        id: ModelId(review.id.as_str()),
        title: &review.title,
        reviewed_on: review.reviewed_on.into(),
        reviewer: &review.reviewer,
        text_source: &review.text_source,
        text_retrieved: review.text_retrieved,
        text_hash: review.text_hash.map(|hash| hash.to_string()),
        readings: review.readings.map(|Readings { agreed, settled }| ReadingsObject { agreed, settled }),
        verdict: review.verdict.to_string(),
        summary: &review.summary,
        findings: review
            .findings
            .iter()
            .map(|finding| FindingRow {
                rubric: finding.rubric,
                severity: finding.severity.to_string(),
                field: &finding.field,
                description: &finding.description,
                action: finding.action.to_string(),
                change: finding.change.as_deref(),
                superseded_by: finding.superseded_by.map(Number),
            })
            .collect(),
        family: &review.family,
        port_of: review.port_of.as_ref().map(|id| ModelId(id.as_str())),
        variant_kind: review.variant_kind.as_deref(),
        variant_of: review.variant_of.as_ref().map(|id| ModelId(id.as_str())),
        notes: &review.notes,
    }
}

/// The words of a table of values.
fn words<T>(values: &[(T, &'static str)]) -> Vec<&'static str> {
    values.iter().map(|(_, word)| *word).collect()
}
