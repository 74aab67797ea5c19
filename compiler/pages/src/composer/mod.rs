//! The page on which a license is composed. What it shows depends on what was typed, so a server fills it and the
//! tree holds none.

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
use acts::{Act, Group};
use muniment_licenses::compose::{ComposerForm, Offer};

pub use fault::FieldFault;
pub use finding::{Finding, FindingPage};
pub use words::Words;

/// A license that is being composed, as the page shows it (`/license-composer`).
#[derive(Debug, Clone)]
pub struct Composing<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// The acts and asset types there are.
    pub offer: &'a Offer<'a>,
    /// What stands in the form.
    pub form: &'a ComposerForm,
    /// What is being composed.
    pub work: Work<'a>,
    /// Whether somebody is signed in, so that what is composed can be kept.
    pub is_signed_in: bool,
    /// Whether nobody has typed anything yet: a script may offer what was typed before.
    pub is_fresh: bool,
    /// What has just been done, in a sentence.
    pub done: Option<&'a str>,
    /// Why what was asked for was not done.
    pub problem: Option<Hindrance<'a>>,
    /// What is wrong with the fields, in the order of the document.
    pub faults: &'a [FieldFault],
    /// What the license says against itself; nothing where nobody has looked.
    pub finding: Option<&'a Finding>,
    /// What somebody consents under when publishing.
    pub privacy_notice: PrivacyNotice<'a>,
}

/// What is being composed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Work<'a> {
    /// A new license.
    New,
    /// A new license that took over what another one states.
    From {
        /// Identifier of the other.
        id: &'a str,
        /// Its title.
        title: &'a str,
    },
    /// A draft.
    Draft {
        /// Its identifier.
        id: &'a str,
        /// The revision that the form began with; it comes back as `base`.
        revision: u32,
        /// When that was saved, in UTC, as `2026-11-20T08:30:00Z`; empty where nobody knows.
        saved_at: &'a str,
        /// Name of who saved it.
        saved_by: &'a str,
        /// Whether who asks owns it, and may publish it.
        is_own: bool,
        /// Whether it states what the form has no field for.
        states_more: bool,
    },
}

/// Why what was asked for was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Hindrance<'a> {
    /// In a sentence.
    pub sentence: &'a str,
    /// A page that helps, with the words that lead there.
    pub help: Option<(&'a str, &'a str)>,
}

/// What the template sees of a license that is being composed.
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
    /// What is wrong with the fields of one text, by their names; empty where nothing is.
    error: BTreeMap<&'static str, String>,
    has_consent: bool,
    targets: Vec<Ticked<'a>>,
    groups: Vec<Group<'a>>,
    clauses: Vec<Clause<'a>>,
    /// The folds that have something in them.
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

/// What is folded on the page, with the fields in each fold.
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
    /// With everything the form offers.
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
            clauses,
            text,
            error,
            open,
        }
    }

    /// What is wrong with a field.
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

    /// The clauses there are, and a field for one more.
    fn clauses(&self) -> Vec<Clause<'a>> {
        let clause = |(number, text)| Clause { number, text, error: self.error(&format!("clause-{number}")) };
        let mut clauses: Vec<Clause<'_>> =
            self.form.clauses().filter(|(_, text)| !text.trim().is_empty()).map(clause).collect();
        let next = clauses.last().map_or(1, |last| last.number.saturating_add(1));
        clauses.push(Clause { number: next, text: "", error: String::new() });
        clauses
    }
}
