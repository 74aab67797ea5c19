//! Checks 47 to 50: reviews.

use super::context::{Context, Record};
use muniment_licenses::model::{Fault, FindingAction, LicenseId, Place, Review, Verdict};

/// The points of a review (spec:data-model#reviews).
const RUBRICS: std::ops::RangeInclusive<u8> = 1..=10;

fn place(id: &LicenseId) -> Place {
    Place::file(format!("reviews/{id}.toml"))
}

/// Reviews of records that exist, with their record.
fn reviewed<'c>(context: &'c Context<'_>) -> impl Iterator<Item = (Record<'c>, &'c Review)> {
    context.records().filter_map(|record| Some((record, record.review()?)))
}

pub(super) fn every_record_is_reviewed(context: &Context<'_>) -> Vec<Fault> {
    let needs_review = context.library.house_rules.needs_review;
    let unreviewed = context
        .library
        .licenses
        .keys()
        .filter(|id| needs_review && !context.library.reviews.contains_key(id.as_str()));
    let stray =
        context.library.reviews.keys().filter(|id| !context.library.licenses.contains_key(id.as_str()));
    unreviewed
        .map(|id| {
            let message = format!("the record `{id}` has no review");
            Fault::error(47, place(id), message, "write the review of the record").of(id)
        })
        .chain(stray.map(|id| {
            let message = format!("there is no record `{id}`");
            Fault::error(47, place(id), message, "name the review after its record, or remove it").of(id)
        }))
        .collect()
}

pub(super) fn reviews_are_consistent(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (record, review) in reviewed(context) {
        let mut tell = |message: String, help: &str| {
            faults.push(record.error(47, place(record.id), message, help));
        };
        let has_address =
            review.text_source.starts_with("https://") || review.text_source.starts_with("http://");
        if review.text_retrieved && !has_address {
            let message = format!("a text was read, but `{}` is no address of one", review.text_source);
            tell(message, "give the address that was read, or say that the text was not retrieved");
        }
        if review.text_retrieved && review.verdict == Verdict::TextUnavailable {
            let message = format!("a text was read, but the verdict is `{}`", review.verdict);
            tell(message, "give the verdict of the comparison");
        }
        if review.text_retrieved
            && review.readings.is_none()
            && context.library.house_rules.needs_two_readings
        {
            tell(
                "the text was read once: `[readings]` is missing".to_owned(),
                "have a second reader compare the record with the text, and state how far both agreed",
            );
        }
        if let Some(family) = context.library.family(record.id).filter(|family| family.name != review.family)
        {
            let message =
                format!("the family is `{}` here and `{}` in families.toml", review.family, family.name);
            tell(message, "name the family that families.toml puts the record in");
        }
        for (text, key) in [
            (&review.title, "title"),
            (&review.reviewer, "reviewer"),
            (&review.summary, "summary"),
            (&review.text_source, "text_source"),
        ] {
            if text.trim().is_empty() {
                tell(format!("`{key}` is empty"), "fill it in");
            }
        }
    }
    faults
}

pub(super) fn findings_are_complete(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (record, review) in reviewed(context) {
        let latest = record.model.latest();
        for (index, finding) in review.findings.iter().enumerate() {
            let mut tell = |message: String, help: &str| {
                let message = format!("finding {}: {message}", index + 1);
                faults.push(record.error(48, place(record.id), message, help));
            };
            if !RUBRICS.contains(&finding.rubric) {
                tell(format!("`{}` is no rubric point", finding.rubric), "rubric points are 1 to 10");
            }
            if finding.field.trim().is_empty() || finding.description.trim().is_empty() {
                tell(
                    "`field` or `description` is empty".to_owned(),
                    "say what was found, and on which property",
                );
            }
            match (finding.action, finding.superseded_by) {
                (FindingAction::Superseded, None) => {
                    tell(
                        "`superseded_by` is missing".to_owned(),
                        "name the version that applied the finding",
                    );
                }
                (FindingAction::Superseded, Some(by)) if by < 2 || by > latest.get() => {
                    let message =
                        format!("version {by} cannot have applied the finding, the record has {latest}");
                    tell(message, "name the version that applied the finding");
                }
                (FindingAction::Superseded, Some(_)) | (_, None) => {}
                (_, Some(_)) => {
                    tell(
                        "`superseded_by` stands on a finding that is not superseded".to_owned(),
                        "remove it",
                    );
                }
            }
        }
    }
    faults
}

pub(super) fn review_states_agree(context: &Context<'_>) -> Vec<Fault> {
    let (status, day) = (&context.terms.review_status, &context.terms.reviewed_on);
    let created = format!("{}Created", context.library.site.ns_iri());
    let mut faults = Vec::new();
    for record in context.records() {
        for property in [status, day] {
            if record.objects(property).next().is_none() {
                let message = format!("the record has no {}", context.name(property));
                faults.push(record.error(
                    49,
                    record.place(),
                    message,
                    format!("state {}", context.name(property)),
                ));
            }
        }
        let Some(review) = record.review() else { continue };
        if let Some((triple, stated)) = record.literals(day).next()
            && stated != review.reviewed_on.to_string()
        {
            let message =
                format!("the record was reviewed on `{stated}`, its review is of `{}`", review.reviewed_on);
            faults.push(record.error(
                49,
                record.places().object(triple),
                message,
                "correct the record, or its review",
            ));
        }
        let entries = record.model.change_log.iter().flat_map(|log| &log.entries);
        let checked_again =
            entries.flat_map(|entry| &entry.changes).any(|change| change.source == "review-state");
        if let Some((triple, stated)) = record.iris(status).find(|(_, stated)| *stated != created)
            && review.verdict == Verdict::Created
            && !checked_again
        {
            let message = format!("a record that was only just written is {}", context.name(stated));
            let help = format!("state {} until a second reader has checked it", context.name(&created));
            faults.push(record.error(49, record.places().object(triple), message, help));
        }
    }
    faults
}

pub(super) fn every_rubric_point_has_a_finding(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (record, review) in reviewed(context).filter(|(_, review)| review.text_retrieved) {
        let missing: Vec<String> = RUBRICS
            .filter(|point| !review.findings.iter().any(|finding| finding.rubric == *point))
            .map(|point| point.to_string())
            .collect();
        if !missing.is_empty() {
            let message = format!("no finding on rubric {}", missing.join(", "));
            let help = "add what was found; `info` with `none` where all was well";
            faults.push(record.warning(50, place(record.id), message, help));
        }
    }
    faults
}
