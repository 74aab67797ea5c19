use std::collections::{BTreeMap, BTreeSet};

use super::TextField;
use crate::model::Day;

/// A valid composer document (ComposerInput, spec:version-1#composer-document) with defaults filled in.
///
/// Only [`Composer::read`](super::Composer::read) creates one, so it can always be written as RDF. Actions, asset
/// types, territories and licenses are IRIs. Values without an order in RDF are sorted, so documents with the same
/// content are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComposerDocument {
    pub(super) title: String,
    pub(super) texts: BTreeMap<TextField, String>,
    pub(super) validity: Validity,
    pub(super) territory: Territory,
    pub(super) licensed_under: RecordLicense,
    pub(super) targets: BTreeSet<String>,
    pub(super) permissions: BTreeMap<String, BTreeSet<String>>,
    pub(super) prohibitions: BTreeSet<String>,
    pub(super) duties: BTreeSet<String>,
    pub(super) source: Option<String>,
    pub(super) legalcode: Option<String>,
    pub(super) alternatives: BTreeSet<String>,
    pub(super) additional_clauses: BTreeSet<String>,
    pub(super) publish_consent: bool,
}

impl ComposerDocument {
    /// The name of the license, 1 to [`NAME`](super::limits::NAME) characters on one line.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// One of the optional texts; never empty.
    #[must_use]
    pub fn text(&self, field: TextField) -> Option<&str> {
        self.texts.get(&field).map(String::as_str)
    }

    /// How long the license is valid.
    #[must_use]
    pub fn validity(&self) -> &Validity {
        &self.validity
    }

    /// Where the license applies.
    #[must_use]
    pub fn territory(&self) -> &Territory {
        &self.territory
    }

    /// The license of the document itself, not of the work.
    #[must_use]
    pub fn licensed_under(&self) -> &RecordLicense {
        &self.licensed_under
    }

    /// IRIs of the asset types the license is made for.
    #[must_use]
    pub fn targets(&self) -> &BTreeSet<String> {
        &self.targets
    }

    /// IRIs of the permitted actions, each with the IRIs of the duties of the permission.
    #[must_use]
    pub fn permissions(&self) -> &BTreeMap<String, BTreeSet<String>> {
        &self.permissions
    }

    /// IRIs of the prohibited actions. The consistency check reports those that are also permitted.
    #[must_use]
    pub fn prohibitions(&self) -> &BTreeSet<String> {
        &self.prohibitions
    }

    /// IRIs of the license-wide duties.
    #[must_use]
    pub fn duties(&self) -> &BTreeSet<String> {
        &self.duties
    }

    /// Address of a page about the license.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Address of the authoritative text.
    #[must_use]
    pub fn legalcode(&self) -> Option<&str> {
        self.legalcode.as_deref()
    }

    /// Other names of the license.
    #[must_use]
    pub fn alternatives(&self) -> &BTreeSet<String> {
        &self.alternatives
    }

    /// Further clauses; a document usually holds one.
    #[must_use]
    pub fn additional_clauses(&self) -> &BTreeSet<String> {
        &self.additional_clauses
    }

    /// Whether the author agrees to publishing. A caller that publishes must check it.
    #[must_use]
    pub fn publish_consent(&self) -> bool {
        self.publish_consent
    }
}

/// How long a license is valid (`svc:validityType`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Validity {
    /// Without end.
    Perpetual,
    /// From one day to another, both included.
    Between(Period),
    /// A number of months from the grant, 1 to [`MONTHS`](super::limits::MONTHS).
    Months(Months),
}

/// Two days in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    start: Day,
    end: Day,
}

impl Period {
    /// `None` if the end is before the start.
    #[must_use]
    pub fn new(start: Day, end: Day) -> Option<Self> {
        (start <= end).then_some(Self { start, end })
    }

    /// The first day.
    #[must_use]
    pub fn start(&self) -> Day {
        self.start
    }

    /// The last day.
    #[must_use]
    pub fn end(&self) -> Day {
        self.end
    }
}

/// A number of months of validity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Months(u16);

impl Months {
    /// `None` unless from 1 to [`MONTHS`](super::limits::MONTHS).
    #[must_use]
    pub fn new(number: u16) -> Option<Self> {
        (1..=super::limits::MONTHS).contains(&number).then_some(Self(number))
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u16 {
        self.0
    }
}

/// Where a license applies (`cc:jurisdiction`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Territory {
    /// Everywhere.
    Worldwide,
    /// IRI of a country or of a region of the vocabulary.
    Region(String),
}

/// The license of a record itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordLicense {
    /// IRI of the license (`cc:license`).
    pub(super) iri: String,
    /// Its public address (`dct:license`); equals the IRI if no other is known.
    pub(super) address: String,
}

impl RecordLicense {
    /// IRI of the license.
    #[must_use]
    pub fn iri(&self) -> &str {
        &self.iri
    }

    /// Its public address; equals the IRI if no other is known.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }
}
