use serde::Serialize;

use super::acts::act_anchor;
use muniment_licenses::compose::{Fault, Faults, FilledIn, Problem, limits};

/// A fault of a field of the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldFault {
    /// Name of the field; empty for the form as a whole.
    pub field: String,
    /// Its fragment on the page; empty for the form as a whole.
    pub anchor: String,
    /// Its label.
    pub label: String,
    /// A sentence about the fault.
    pub sentence: String,
}

impl FieldFault {
    /// A fault of a field.
    pub fn new(field: impl Into<String>, sentence: impl Into<String>) -> Self {
        let field = field.into();
        Self { label: label(&field), anchor: anchor(&field), field, sentence: sentence.into() }
    }

    /// The faults of a document by form field, up to the limit of a page.
    #[must_use]
    pub fn all(faults: &Faults, filled_in: &FilledIn) -> Vec<Self> {
        let shown = faults.iter().take(limits::FAULTS_SHOWN);
        shown
            .map(|Fault { place, problem }| {
                Self::new(filled_in.field(place).unwrap_or_default(), sentence(problem))
            })
            .collect()
    }
}

/// The fragment of a field.
fn anchor(field: &str) -> String {
    let mut words = field.split(' ');
    match (words.next().unwrap_or_default(), words.next()) {
        ("act" | "duty", Some(act)) => act_anchor(act),
        ("target", Some(_)) => "name-heading".to_owned(),
        (name, _) => name.to_owned(),
    }
}

/// The label of a field.
fn label(field: &str) -> String {
    let mut words = field.split(' ');
    match (words.next().unwrap_or_default(), words.next(), words.next()) {
        ("act", Some(act), _) => act.to_owned(),
        ("duty", Some(act), Some(duty)) => format!("{duty} as a condition of {act}"),
        ("target", Some(target), _) => target.to_owned(),
        (name, ..) if name.starts_with("clause-") => "A further clause".to_owned(),
        ("spdx_id", ..) => "SPDX identifier".to_owned(),
        ("legalcode", ..) => "Address of the legal text".to_owned(),
        ("source", ..) => "Address of a page about it".to_owned(),
        ("publish_consent", ..) => "Consent".to_owned(),
        ("", ..) => "The form".to_owned(),
        (name, ..) => sentence_case(&name.replace('_', " ")),
    }
}

/// The message of a problem for users of a form.
fn sentence(problem: &Problem) -> String {
    match problem {
        Problem::Missing => "This field is required.".to_owned(),
        Problem::NeededWith("validity `specifyDate`") => "Enter both dates.".to_owned(),
        Problem::NeededWith("validity `specifyPeriod`") => "Enter the number of months.".to_owned(),
        Problem::NeededWith("region `specifyRegion`") => "Enter the country or region.".to_owned(),
        Problem::OnlyWith("validity `specifyDate`") => {
            "Choose “between two dates”, or leave this field empty.".to_owned()
        }
        Problem::OnlyWith("validity `specifyPeriod`") => {
            "Choose “for a number of months”, or leave this field empty.".to_owned()
        }
        Problem::OnlyWith("region `specifyRegion`") => {
            "Choose “in one country or region”, or leave this field empty.".to_owned()
        }
        problem => format!("{}.", sentence_case(&problem.to_string())),
    }
}

fn sentence_case(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
