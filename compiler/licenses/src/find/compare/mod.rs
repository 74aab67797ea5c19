mod cell;
mod vector;

use std::collections::BTreeSet;

pub use cell::{Cell, Labelled, Stance, TermValue};
pub use vector::LicenseVector;

use crate::model::{Library, License, LicenseId, Model, OwnTerms, PROPERTY_LABELS, Rule};
use muniment_rdf::Prefixes;

/// A number of records outside [`Comparison::RANGE`] (spec:version-1#library-endpoints).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} identifiers were given, and 2 to 20 can be compared")]
pub struct OutsideRange(pub usize);

/// A section of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupKey {
    /// Asset types.
    Targets,
    /// Acts that one of the licenses permits.
    Permissions,
    /// Acts that one of the licenses prohibits.
    Prohibitions,
    /// Duties of a license as a whole.
    Duties,
    /// Policy qualities.
    Terms,
}

impl GroupKey {
    /// Every section, in order.
    pub const ALL: [Self; 5] =
        [Self::Targets, Self::Permissions, Self::Prohibitions, Self::Duties, Self::Terms];

    /// The key in answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Targets => "targets",
            Self::Permissions => "permissions",
            Self::Prohibitions => "prohibitions",
            Self::Duties => "duties",
            Self::Terms => "terms",
        }
    }

    /// The heading for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Targets => "Asset types",
            Self::Permissions => "Permissions",
            Self::Prohibitions => "Prohibitions",
            Self::Duties => "License-wide duties",
            Self::Terms => "Further terms",
        }
    }
}

/// A row: one asset type, act or quality, with a cell for each license.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparisonRow {
    /// Its section.
    pub group: GroupKey,
    /// Compact name of the subject; unique in its section.
    pub key: String,
    /// The subject of the row.
    pub about: Labelled,
    /// Whether the cells differ.
    pub differs: bool,
    /// Cells in the order of [`Comparison::licenses`].
    pub cells: Vec<Cell>,
}

/// A section with its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparisonGroup {
    /// Which section.
    pub key: GroupKey,
    /// Whether one of its rows differs.
    pub differs: bool,
    /// The rows: of the terms in the order of the data model, of the others by label.
    pub rows: Vec<ComparisonRow>,
}

/// Licenses side by side (spec:version-1#answer-objects, compare answer).
#[derive(Debug)]
pub struct Comparison<'l> {
    /// The records, in the requested order, without duplicates.
    pub licenses: Vec<LicenseVector<'l>>,
    /// The five sections in the order of [`GroupKey::ALL`], including empty ones.
    pub groups: Vec<ComparisonGroup>,
    /// Unknown identifiers as given, without duplicates.
    pub unknown_ids: Vec<String>,
}

impl<'l> Comparison<'l> {
    /// Allowed number of identifiers.
    pub const RANGE: std::ops::RangeInclusive<usize> = 2..=20;

    /// Compares records. Identifiers ignore case. A duplicate counts for the range but is compared once.
    ///
    /// # Errors
    ///
    /// When fewer or more identifiers are given than [`Comparison::RANGE`] admits.
    pub fn new(library: &'l Library, ids: &[LicenseId]) -> Result<Self, OutsideRange> {
        Self::of(library, ids.iter().map(|id| library.license_ignoring_case(id.as_str()).ok_or(id)))
    }

    /// Compares any licenses; `Err` items are unknown identifiers.
    ///
    /// # Errors
    ///
    /// When fewer or more are given than [`Comparison::RANGE`] admits.
    pub fn of<'a>(
        library: &'l Library,
        asked: impl ExactSizeIterator<Item = Result<(&'l LicenseId, &'l Model<License>), &'a LicenseId>>,
    ) -> Result<Self, OutsideRange> {
        if !Self::RANGE.contains(&asked.len()) {
            return Err(OutsideRange(asked.len()));
        }
        let terms = library.site.terms();
        let mut licenses: Vec<LicenseVector<'l>> = Vec::new();
        let mut unknown_ids: Vec<String> = Vec::new();
        for license in asked {
            match license {
                Ok((id, model)) if licenses.iter().all(|license| license.id != id) => {
                    licenses.push(LicenseVector::new(id, model, &terms));
                }
                Err(id) if unknown_ids.iter().all(|unknown| unknown != id.as_str()) => {
                    unknown_ids.push(id.to_string());
                }
                _ => {}
            }
        }
        let groups = Sections::new(library, &terms, &licenses).groups();
        Ok(Self { licenses, groups, unknown_ids })
    }

    /// The rows of all sections.
    pub fn rows(&self) -> impl Iterator<Item = &ComparisonRow> {
        self.groups.iter().flat_map(|group| &group.rows)
    }
}

/// The input for the rows.
struct Sections<'a, 'l> {
    library: &'l Library,
    prefixes: Prefixes,
    terms: &'a OwnTerms,
    licenses: &'a [LicenseVector<'l>],
}

impl<'a, 'l> Sections<'a, 'l> {
    fn new(library: &'l Library, terms: &'a OwnTerms, licenses: &'a [LicenseVector<'l>]) -> Self {
        Self { library, prefixes: library.site.all_prefixes(), terms, licenses }
    }

    fn groups(&self) -> Vec<ComparisonGroup> {
        let mut groups = Vec::new();
        for key in GroupKey::ALL {
            let rows: Vec<ComparisonRow> = self.subjects(key).iter().map(|iri| self.row(key, iri)).collect();
            groups.push(ComparisonGroup { key, differs: rows.iter().any(|row| row.differs), rows });
        }
        groups
    }

    /// The subjects of the rows of a section.
    fn subjects(&self, group: GroupKey) -> Vec<&str> {
        let acts = |license: &LicenseVector<'l>| match group {
            GroupKey::Permissions => license.permissions,
            GroupKey::Prohibitions => license.prohibitions,
            GroupKey::Duties => license.duties,
            GroupKey::Targets | GroupKey::Terms => &[],
        };
        let mut subjects: Vec<&str> = match group {
            GroupKey::Terms => {
                let is_stated =
                    |iri: &&str| self.licenses.iter().any(|license| !license.term(iri).is_empty());
                return vector::qualities(self.terms).filter(is_stated).collect();
            }
            GroupKey::Targets => {
                self.licenses.iter().flat_map(|license| license.targets).map(String::as_str).collect()
            }
            _ => self.licenses.iter().flat_map(acts).map(|rule| rule.action.as_str()).collect(),
        };
        subjects.sort_by_cached_key(|iri| self.labelled(iri));
        subjects.dedup();
        subjects
    }

    fn row(&self, group: GroupKey, iri: &str) -> ComparisonRow {
        let cells: Vec<Cell> = self.licenses.iter().map(|license| self.cell(group, iri, license)).collect();
        ComparisonRow {
            group,
            key: self.prefixes.compact(iri),
            about: self.labelled(iri),
            differs: cells.windows(2).any(|pair| pair.first() != pair.last()),
            cells,
        }
    }

    fn cell(&self, group: GroupKey, iri: &str, license: &LicenseVector<'l>) -> Cell {
        let permission = (Stance::Permitted, license.permissions);
        let prohibition = (Stance::Prohibited, license.prohibitions);
        // Both sections show permissions and prohibitions of their acts, the section's own position first.
        match group {
            GroupKey::Targets => Cell::Target(license.targets.iter().any(|target| target == iri)),
            GroupKey::Permissions => self.act(iri, &[permission, prohibition]),
            GroupKey::Prohibitions => self.act(iri, &[prohibition, permission]),
            GroupKey::Duties => self.act(iri, &[(Stance::Required, license.duties)]),
            GroupKey::Terms => {
                let values = license
                    .term(iri)
                    .iter()
                    .map(|raw| TermValue { raw: raw.clone(), label: self.label_of_value(raw) });
                Cell::Term(values.collect())
            }
        }
    }

    fn act(&self, act: &str, positions: &[(Stance, &[Rule])]) -> Cell {
        let stating = |rules: &&[Rule]| rules.iter().any(|rule| rule.action == act);
        let Some((stance, rules)) = positions.iter().find(|(_, rules)| stating(rules)) else {
            return Cell::Act { stance: Stance::Na, duties: Vec::new() };
        };
        let rules = rules.iter().filter(|rule| rule.action == act);
        let duties: BTreeSet<Labelled> =
            rules.flat_map(|rule| &rule.duties).map(|duty| self.labelled(&duty.action)).collect();
        Cell::Act { stance: *stance, duties: duties.into_iter().collect() }
    }

    fn labelled(&self, iri: &str) -> Labelled {
        let vocabulary = &self.library.vocabulary.current.content;
        let known = PROPERTY_LABELS.iter().find(|(known, _)| *known == iri).map(|(_, label)| *label);
        let label = match known {
            Some(label) if !vocabulary.terms.contains_key(iri) => label,
            _ => vocabulary.label(iri),
        };
        Labelled { label: label.to_owned(), iri: iri.to_owned() }
    }

    /// The label of a term or the title of a record; other values unchanged.
    fn label_of_value(&self, raw: &str) -> String {
        let record = raw
            .strip_prefix(&self.library.site.license_base())
            .and_then(|id| self.library.licenses.get(id))
            .map(|model| model.current.content.title.value.as_str());
        let term = self.library.vocabulary.current.content.terms.get(raw).map(|term| term.label.as_str());
        record.or(term).unwrap_or(raw).to_owned()
    }
}
