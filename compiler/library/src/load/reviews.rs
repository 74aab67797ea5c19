use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Deserialize;

use super::{folder::Folder, toml_file};
use muniment_licenses::model::{
    Fault, Finding, FindingAction, FindingSeverity, LicenseId, Place, Readings, Review, Verdict,
};
use muniment_rdf::ContentHash;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReviewFile {
    id: String,
    title: String,
    reviewed_on: String,
    reviewer: String,
    text_source: String,
    text_retrieved: bool,
    text_hash: Option<String>,
    readings: Option<Readings>,
    verdict: String,
    summary: String,
    family: String,
    port_of: Option<String>,
    variant_kind: Option<String>,
    variant_of: Option<String>,
    notes: String,
    #[serde(default)]
    findings: Vec<FindingTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindingTable {
    rubric: u8,
    severity: String,
    field: String,
    description: String,
    action: String,
    change: Option<String>,
    superseded_by: Option<u32>,
}

/// Reads `reviews/`, except known ones.
pub(super) fn load(data: &Folder<'_>, reviews: &mut BTreeMap<LicenseId, Review>, faults: &mut Vec<Fault>) {
    let mut names = data.names("reviews", faults);
    names.retain(|name| name.strip_suffix(".toml").is_none_or(|stem| !reviews.contains_key(stem)));
    let read: Vec<(Option<Review>, Vec<Fault>)> = names
        .par_iter()
        .map(|name| {
            let mut faults = Vec::new();
            let path = format!("reviews/{name}");
            let review = toml_file::read::<ReviewFile>(data, &path, 47, &mut faults)
                .and_then(|file| review(file, &path, &mut faults));
            if review.as_ref().is_some_and(|review| format!("{}.toml", review.id) != *name) {
                let help = "name the file after the record it reviews";
                faults.push(Fault::error(
                    47,
                    Place::file(&path),
                    "the file is named otherwise than its `id`",
                    help,
                ));
            }
            (review, faults)
        })
        .collect();
    for (review, found) in read {
        faults.extend(found);
        if let Some(review) = review {
            reviews.insert(review.id.clone(), review);
        }
    }
}

fn review(file: ReviewFile, path: &str, faults: &mut Vec<Fault>) -> Option<Review> {
    let mut refuse = |check: u8, message: String, help: &str| {
        faults.push(Fault::error(check, Place::file(path), message, help));
    };
    let mut id_of = |text: &str| match text.parse::<LicenseId>() {
        Ok(id) => Some(id),
        Err(error) => {
            refuse(47, error.to_string(), "name a record by its identifier");
            None
        }
    };
    let id = id_of(&file.id)?;
    let port_of = file.port_of.as_deref().and_then(&mut id_of);
    let variant_of = file.variant_of.as_deref().and_then(&mut id_of);
    let reviewed_on = match file.reviewed_on.parse() {
        Ok(day) => day,
        Err(error) => {
            refuse(47, format!("`reviewed_on`: {error}"), "write the day as YYYY-MM-DD");
            return None;
        }
    };
    let Some(verdict) = Verdict::from_word(&file.verdict) else {
        refuse(47, format!("`{}` is no verdict", file.verdict), &words(Verdict::ALL));
        return None;
    };
    let text_hash = match file.text_hash.as_deref().map(str::parse::<ContentHash>).transpose() {
        Ok(hash) => hash,
        Err(error) => {
            refuse(47, format!("`text_hash`: {error}"), "write the hash of the normal form of the text");
            return None;
        }
    };
    let mut findings = Vec::new();
    for table in file.findings {
        let severity = FindingSeverity::from_word(&table.severity);
        let action = FindingAction::from_word(&table.action);
        if severity.is_none() {
            refuse(48, format!("`{}` is no severity", table.severity), &words(FindingSeverity::ALL));
        }
        if action.is_none() {
            refuse(48, format!("`{}` is no action of a finding", table.action), &words(FindingAction::ALL));
        }
        if let (Some(severity), Some(action)) = (severity, action) {
            findings.push(Finding {
                rubric: table.rubric,
                severity,
                field: table.field,
                description: table.description,
                action,
                change: table.change,
                superseded_by: table.superseded_by,
            });
        }
    }
    Some(Review {
        id,
        title: file.title,
        reviewed_on,
        reviewer: file.reviewer,
        text_source: file.text_source,
        text_retrieved: file.text_retrieved,
        text_hash,
        readings: file.readings,
        verdict,
        summary: file.summary,
        findings,
        family: file.family,
        port_of,
        variant_kind: file.variant_kind,
        variant_of,
        notes: file.notes,
    })
}

fn words<T>(all: &[(T, &str)]) -> String {
    format!("write one of {}", all.iter().map(|(_, word)| format!("`{word}`")).collect::<Vec<_>>().join(", "))
}
