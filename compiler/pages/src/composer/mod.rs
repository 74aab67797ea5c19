//! The composer page. It depends on input, so a server fills it.

mod acts;
mod fault;
mod finding;
#[cfg(test)]
mod tests;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Page;
use super::account::PrivacyNotice;
use acts::{Act, Condition, Group, conditions};
use muniment_licenses::compose::{ComposerForm, Offer};

pub use fault::FieldFault;
pub use finding::{Finding, FindingPage, Unstated};
pub use words::Words;

/// A license in the composer (`/license-composer`).
#[derive(Debug, Clone)]
pub struct Composing<'a> {
    /// Value of the hidden field `csrf_token`.
    pub csrf: &'a str,
    /// The available acts and asset types.
    pub offer: &'a Offer<'a>,
    /// The form.
    pub form: &'a ComposerForm,
    /// What is edited.
    pub work: Work<'a>,
    /// Whether a user is signed in and can save.
    pub is_signed_in: bool,
    /// Whether there is no input yet, so that a script may restore earlier input.
    pub is_fresh: bool,
    /// A sentence about the completed action.
    pub done: Option<&'a str>,
    /// Why what was asked for was not done.
    pub problem: Option<Hindrance<'a>>,
    /// What is wrong with the fields, in the order of the document.
    pub faults: &'a [FieldFault],
    /// The consistency result, if it was checked.
    pub finding: Option<&'a Finding>,
    /// The privacy notice for publishing.
    pub privacy_notice: PrivacyNotice<'a>,
}

/// What is being composed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Work<'a> {
    /// A new license.
    New,
    /// A new license based on another one.
    From {
        /// Identifier of the other license.
        id: &'a str,
        /// Its title.
        title: &'a str,
    },
    /// A draft.
    Draft {
        /// Its identifier.
        id: &'a str,
        /// The revision of the form, sent as `base`.
        revision: u32,
        /// Its time, in UTC, as `2026-11-20T08:30:00Z`; may be empty.
        saved_at: &'a str,
        /// Name of its author.
        saved_by: &'a str,
        /// Whether the user is the owner and may publish it.
        is_own: bool,
        /// Whether it has statements without a form field.
        states_more: bool,
    },
}

/// Why what was asked for was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Hindrance<'a> {
    /// The reason as a sentence.
    pub sentence: &'a str,
    /// Address and label of a page that helps.
    pub help: Option<(&'a str, &'a str)>,
}

/// The template context of the composer.
#[derive(Debug, Serialize)]
pub struct ComposerPage<'a> {
    csrf: &'a str,
    work: Work<'a>,
    is_signed_in: bool,
    is_fresh: bool,
    done: Option<&'a str>,
    problem: Option<Hindrance<'a>>,
    faults: &'a [FieldFault],
    finding: Option<&'a Finding>,
    privacy_notice: PrivacyNotice<'a>,
    text: BTreeMap<&'static str, &'a str>,
    /// Faults of text fields by name.
    error: BTreeMap<&'static str, String>,
    has_consent: bool,
    targets: Vec<Ticked<'a>>,
    groups: Vec<Group<'a>>,
    /// The possible duties of permissions, for acts that a script sees permitted.
    conditions: Vec<Condition<'a>>,
    clauses: Vec<Clause<'a>>,
    /// The folds that are not empty.
    open: BTreeSet<&'static str>,
}

/// A box to tick.
#[derive(Debug, Serialize)]
struct Ticked<'a> {
    name: &'a str,
    label: &'a str,
    is_ticked: bool,
    error: String,
}

/// A field of an additional clause.
#[derive(Debug, Serialize)]
struct Clause<'a> {
    number: u16,
    text: &'a str,
    error: String,
}

/// The folds of the page with their fields.
const FOLDS: [(&str, &[&str]); 4] = [
    ("parties", &["creator", "licensor", "licensee", "publisher", "attribution_name"]),
    ("when", &["validity", "start_date", "end_date", "validity_months", "region", "country"]),
    (
        "clauses",
        &[
            "warranty_disclaimer",
            "liability_limitation",
            "warranty_or_liability_acceptance",
            "promotion_specification",
        ],
    ),
    ("about", &["alternatives", "license_version", "spdx_id", "source", "legalcode", "licensed_under"]),
];

impl Page for ComposerPage<'_> {
    const TEMPLATE: &'static str = "pages/composer.html";
}

impl<'a> Composing<'a> {
    /// Builds the template context.
    #[must_use]
    pub fn page(&self) -> ComposerPage<'a> {
        let text: BTreeMap<&str, &str> = self.form.texts().collect();
        let error: BTreeMap<&str, String> = text.keys().map(|name| (*name, self.error(name))).collect();
        let clauses = self.clauses();
        let has_words = |fields: &[&str]| {
            let says = |text: &str| !["", "perpetual", "worldwide"].contains(&text.trim());
            let in_text = fields.iter().any(|name| text.get(name).is_some_and(|text| says(text)));
            in_text || fields.iter().any(|name| error.get(name).is_some_and(|error| !error.is_empty()))
        };
        let mut open: BTreeSet<&str> =
            FOLDS.iter().filter(|(_, fields)| has_words(fields)).map(|(fold, _)| *fold).collect();
        if clauses.iter().any(|clause| !clause.text.trim().is_empty() || !clause.error.is_empty()) {
            open.insert("clauses");
        }
        ComposerPage {
            csrf: self.csrf,
            work: self.work,
            is_signed_in: self.is_signed_in,
            is_fresh: self.is_fresh,
            done: self.done,
            problem: self.problem,
            faults: self.faults,
            finding: self.finding,
            privacy_notice: self.privacy_notice,
            has_consent: self.form.has_consent(),
            targets: self.targets(),
            groups: Act::groups(self),
            conditions: conditions("", self),
            clauses,
            text,
            error,
            open,
        }
    }

    /// Faults of fields.
    fn error(&self, field: &str) -> String {
        let of_field = self.faults.iter().filter(|fault| fault.field == field);
        of_field.map(|fault| fault.sentence.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn targets(&self) -> Vec<Ticked<'a>> {
        let ticked = |target: &'a muniment_licenses::compose::OfferedTarget<'a>| Ticked {
            name: &target.name,
            label: target.label,
            is_ticked: self.form.is_for(&target.name),
            error: self.error(&format!("target {}", target.name)),
        };
        self.offer.targets.iter().map(ticked).collect()
    }

    /// The clauses, and an empty field.
    fn clauses(&self) -> Vec<Clause<'a>> {
        let clause = |(number, text)| Clause { number, text, error: self.error(&format!("clause-{number}")) };
        let mut clauses: Vec<Clause<'_>> =
            self.form.clauses().filter(|(_, text)| !text.trim().is_empty()).map(clause).collect();
        let next = clauses.last().map_or(1, |last| last.number.saturating_add(1));
        clauses.push(Clause { number: next, text: "", error: String::new() });
        clauses
    }
}
