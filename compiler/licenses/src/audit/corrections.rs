use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::inventory::{Component, Corrected, Inventory};
use super::purl::matches;
use crate::model::Day;
use crate::reason::Use;

/// What the file of an audit corrects in inventories.
///
/// A part takes the first entry of the file that is in force and names it, and no other.
#[derive(Debug, Default)]
pub struct Corrections {
    pub(super) entries: Vec<Correction>,
}

/// What is corrected of parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The parts.
    pub part: PartSelector,
    /// Their version, in which `*` stands for any characters; `None` for every version.
    pub version: Option<String>,
    /// The expression that replaces the licenses that the document states.
    pub license: Option<String>,
    /// How the work uses them.
    pub usage: Option<Use>,
    /// Whether they are modified.
    pub modified: Option<bool>,
    /// Reason for the correction.
    pub reason: Arc<str>,
    /// Last day on which it applies.
    pub until: Option<Day>,
}

/// The parts that a correction names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartSelector {
    /// By their exact name.
    Name(String),
    /// By their package URL, in which `*` stands for any characters.
    Purl(String),
}

/// What corrections did to an inventory.
#[derive(Debug, Default)]
pub struct CorrectionOutcome<'c> {
    /// Number of parts corrected.
    pub corrected: usize,
    /// Expired corrections.
    pub expired: Vec<&'c Correction>,
    /// Corrections that are in force and apply to no part, also because earlier ones take all parts that they
    /// name.
    pub unused: Vec<&'c Correction>,
}

impl Corrections {
    /// Maximum number of entries.
    pub const MOST: usize = 10_000;
    /// Maximum number of entries with a `*`. Each of them is held against each part, and an inventory has at
    /// most 200,000: 51.2 million comparisons, each linear in its texts. Any other entry is found by its
    /// name.
    pub const MOST_PATTERNS: usize = 256;

    /// Every entry, in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[Correction] {
        &self.entries
    }

    /// Corrects the parts of an inventory on a day, before its expressions are read.
    pub fn apply(&self, inventory: &mut Inventory, today: Day) -> CorrectionOutcome<'_> {
        let index = CorrectionIndex::new(&self.entries, today);
        let (mut used, mut corrected) = (BTreeSet::new(), 0);
        for component in &mut inventory.components {
            let Some((place, correction)) = index.first(component) else { continue };
            correction.correct(component);
            used.insert(place);
            corrected += 1;
        }
        let (held, expired): (Vec<_>, Vec<_>) =
            self.entries.iter().enumerate().partition(|(_, entry)| entry.holds_on(today));
        let unused = held.into_iter().filter(|(place, _)| !used.contains(place));
        CorrectionOutcome {
            corrected,
            expired: expired.into_iter().map(|(_, entry)| entry).collect(),
            unused: unused.map(|(_, entry)| entry).collect(),
        }
    }

    /// Whether any of them depends on the day.
    #[must_use]
    pub fn has_expiry(&self) -> bool {
        self.entries.iter().any(|entry| entry.until.is_some())
    }
}

impl Correction {
    fn holds_on(&self, day: Day) -> bool {
        self.until.is_none_or(|until| day <= until)
    }

    /// Whether it has a `*`, so that it is no exact name and version.
    pub(super) fn is_pattern(&self) -> bool {
        let is_purl_pattern = matches!(&self.part, PartSelector::Purl(purl) if purl.contains('*'));
        is_purl_pattern || self.version.as_deref().is_some_and(|version| version.contains('*'))
    }

    fn is_for(&self, part: &Component) -> bool {
        let is_named = match &self.part {
            PartSelector::Name(name) => *name == part.name,
            PartSelector::Purl(pattern) => part.purl.as_deref().is_some_and(|purl| matches(pattern, purl)),
        };
        is_named && self.version.as_deref().is_none_or(|version| matches(version, &part.version))
    }

    fn correct(&self, part: &mut Component) {
        let licenses = match &self.license {
            Some(license) => std::mem::replace(&mut part.licenses, vec![license.clone()]),
            None => part.licenses.clone(),
        };
        let (own, reason) = (part.own, Arc::clone(&self.reason));
        part.own.replace(self.usage, self.modified);
        // A second correction leaves what the document states.
        match &mut part.corrected {
            Some(corrected) => corrected.reason = reason,
            None => part.corrected = Some(Box::new(Corrected { licenses, own, reason })),
        }
    }
}

/// An entry of the file for a part whose license is still to be written.
#[must_use]
pub fn open_correction(part: &Component) -> String {
    let text = |text: &str| toml::Value::from(text).to_string();
    let version = match part.version.as_str() {
        "" => String::new(),
        version => format!("version = {}\n", text(version)),
    };
    format!(
        "[[parts]]\nname = {}\n{version}license = \"\"  # an SPDX expression\nreason = \"\"\n",
        text(&part.name)
    )
}

impl fmt::Display for Correction {
    /// One line, without the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (PartSelector::Name(part) | PartSelector::Purl(part)) = &self.part;
        f.write_str(part)?;
        if let Some(version) = &self.version {
            write!(f, " {version}")?;
        }
        let modified = self.modified.map(|modified| if modified { "modified" } else { "not modified" });
        let stated = [self.license.as_deref(), self.usage.map(Use::word), modified];
        let stated: Vec<&str> = stated.into_iter().flatten().collect();
        write!(f, ": {}", stated.join(", "))
    }
}

/// What a correction without a `*` names: a package URL or a name, and a version.
type Exact<'c> = (bool, &'c str, Option<&'c str>);

/// The corrections in force, by what they name.
struct CorrectionIndex<'c> {
    entries: &'c [Correction],
    exact: BTreeMap<Exact<'c>, usize>,
    patterns: Vec<(usize, &'c Correction)>,
}

impl<'c> CorrectionIndex<'c> {
    fn new(entries: &'c [Correction], today: Day) -> Self {
        let (mut exact, mut patterns) = (BTreeMap::new(), Vec::new());
        for (place, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.holds_on(today)) {
            if entry.is_pattern() {
                patterns.push((place, entry));
                continue;
            }
            let (is_purl, named) = match &entry.part {
                PartSelector::Name(name) => (false, name.as_str()),
                PartSelector::Purl(purl) => (true, purl.as_str()),
            };
            exact.entry((is_purl, named, entry.version.as_deref())).or_insert(place);
        }
        Self { entries, exact, patterns }
    }

    /// The first entry that names a part.
    fn first(&self, part: &Component) -> Option<(usize, &'c Correction)> {
        let version = part.version.as_str();
        let named = [(false, Some(part.name.as_str())), (true, part.purl.as_deref())];
        let keys = named.into_iter().filter_map(|(is_purl, named)| Some((is_purl, named?)));
        let keys = keys.flat_map(|(is_purl, named)| [None, Some(version)].map(|it| (is_purl, named, it)));
        let exact = keys.filter_map(|key| self.exact.get(&key)).min();
        let exact = exact.and_then(|place| Some((*place, self.entries.get(*place)?)));
        let before = |place: usize| exact.is_none_or(|(first, _)| place < first);
        let mut patterns = self.patterns.iter().take_while(|(place, _)| before(*place));
        patterns.find(|(_, entry)| entry.is_for(part)).copied().or(exact)
    }
}
