use serde::Serialize;

use super::call::Subject;
use super::row::{Access, LEADS_ON, Media, Parameter, Route, Row, Tag, Words};
use muniment_licenses::model::{Finding, LicenseId, Review};

pub(super) static GET_REVIEW: Row = Row {
    parameters: &[Parameter::LicenseId],
    also: LEADS_ON,
    ..Row::new(
        Route::get("/licenselibrary/review/{license_id}", "getReview", Access::Anyone),
        Words::of(
            Tag::Licenses,
            "The review of a record",
            "What was found when the record was compared with its text, point by point.",
        ),
        Media::Document("Review"),
        |sent| Ok(sent.license_id().map(|id| sent.stored(Subject::License(id, "There is no review of")))),
    )
};

/// The review of a record (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize)]
pub struct ReviewRecord<'l> {
    id: &'l str,
    title: &'l str,
    reviewed_on: String,
    reviewer: &'l str,
    text_source: &'l str,
    text_retrieved: bool,
    verdict: String,
    summary: &'l str,
    findings: Vec<FindingRow<'l>>,
    family: &'l str,
    port_of: Option<&'l str>,
    variant_kind: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant_of: Option<&'l str>,
    notes: &'l str,
}

#[derive(Debug, Clone, Serialize)]
struct FindingRow<'l> {
    rubric: u8,
    severity: String,
    field: &'l str,
    description: &'l str,
    action: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded_by: Option<u32>,
}

/// The review record, with the keys of the record file in their order.
#[must_use]
pub fn review_record(review: &Review) -> ReviewRecord<'_> {
    let finding = |finding: &Finding| (finding.severity.to_string(), finding.action.to_string());
    ReviewRecord {
        id: review.id.as_str(),
        title: &review.title,
        reviewed_on: review.reviewed_on.to_string(),
        reviewer: &review.reviewer,
        text_source: &review.text_source,
        text_retrieved: review.text_retrieved,
        verdict: review.verdict.to_string(),
        summary: &review.summary,
        findings: review
            .findings
            .iter()
            .map(|row| {
                let (severity, action) = finding(row);
                FindingRow {
                    rubric: row.rubric,
                    severity,
                    field: &row.field,
                    description: &row.description,
                    action,
                    change: row.change.as_deref(),
                    superseded_by: row.superseded_by,
                }
            })
            .collect(),
        family: &review.family,
        port_of: review.port_of.as_ref().map(LicenseId::as_str),
        variant_kind: review.variant_kind.as_deref(),
        variant_of: review.variant_of.as_ref().map(LicenseId::as_str),
        notes: &review.notes,
    }
}
