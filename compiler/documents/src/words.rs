//! Names of licenses and acts, and sentences about them, for text that people read.

use muniment_licenses::find::LicenseFinder;
use muniment_licenses::model::{Library, LicenseId};
use muniment_licenses::reason::{CLOSED_SOURCE_TITLE, Labels, Reason, Work};

/// Names licenses and acts as people know them.
#[derive(Debug)]
pub struct Words<'l> {
    library: &'l Library,
    names: &'l LicenseFinder<'l>,
    labels: Labels<'l>,
}

impl<'l> Words<'l> {
    /// The words of a library.
    #[must_use]
    pub fn new(library: &'l Library, names: &'l LicenseFinder<'l>) -> Self {
        Self { library, names, labels: Labels::new(&library.vocabulary.current.content) }
    }

    /// The labels of the vocabulary.
    #[must_use]
    pub const fn labels(&self) -> &Labels<'l> {
        &self.labels
    }

    /// The name of a license: its SPDX identifier, if it has one.
    #[must_use]
    pub fn license<'i>(&'i self, iri: &'i str) -> &'i str {
        let id = iri.strip_prefix(&self.library.site.license_base()).unwrap_or(iri);
        match self.library.licenses.get_key_value(id) {
            Some((id, _)) => self.names.shown(id),
            None => id,
        }
    }

    /// The name of the license of a work.
    #[must_use]
    pub fn work(&self, work: Work<'l>) -> &'l str {
        work.record.map_or(CLOSED_SOURCE_TITLE, |(id, _)| self.names.shown(id))
    }

    /// What a duty asks for, as a sentence if the vocabulary has one.
    #[must_use]
    pub fn instruction(&self, act: &str) -> String {
        self.labels.instruction(act).map_or_else(|| self.labels.label(act), str::to_owned)
    }

    /// A reason of containment in one sentence.
    #[must_use]
    pub fn reason(&self, reason: &Reason<'_>, part: &LicenseId, work: Option<Work<'l>>) -> String {
        self.reason_between(
            reason,
            self.names.shown(part),
            work.map(|work| self.work(work)).unwrap_or_default(),
        )
    }

    /// A reason of containment in one sentence, by the names of both licenses.
    #[must_use]
    pub fn reason_between(&self, reason: &Reason<'_>, part: &str, work: &str) -> String {
        reason.sentence(part, work, |iri| self.license(iri).to_owned(), &self.labels)
    }

    /// The display name of a record.
    #[must_use]
    pub fn shown(&self, id: &'l LicenseId) -> &'l str {
        self.names.shown(id)
    }
}

/// `1 error`, `2 errors`, `2 addresses`, `2 bodies`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if number == 1 => format!("{number} {noun}"),
        Some(stem) => format!("{number} {stem}ies"),
        None if noun.ends_with('s') => format!("{number} {noun}es"),
        None => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn counts_have_a_singular_and_a_plural() {
        let counted = |noun| [0, 1, 2].map(|number| count(number, noun));
        assert_eq!(counted("graph"), ["0 graphs", "1 graph", "2 graphs"]);
        assert_eq!(counted("address"), ["0 addresses", "1 address", "2 addresses"]);
        assert_eq!(counted("body"), ["0 bodies", "1 body", "2 bodies"]);
    }
}
