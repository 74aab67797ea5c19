use std::collections::BTreeMap;

use serde::Serialize;

use super::super::reference::{Parts, Reference, foreign};
use muniment_licenses::model::{License, Model};
use muniment_licenses::prose::Source;

/// A license in a check: a record or a composed license.
#[derive(Debug, Clone, Copy)]
pub struct Part<'m> {
    /// Its identifier.
    pub id: &'m str,
    /// Its model.
    pub model: &'m Model<License>,
}

impl<'m> Part<'m> {
    /// The license as a source of prose.
    #[must_use]
    pub fn source(self) -> Source<'m> {
        Source::of(self.model, &self.model.current)
    }

    pub(super) fn license(self) -> &'m License {
        &self.model.current.content
    }

    pub(super) fn title(self) -> &'m str {
        match self.license().title.value.trim() {
            "" => self.id,
            title => title,
        }
    }

    /// The name in a sentence: the SPDX identifier if there is one.
    pub(in super::super) fn name(self) -> &'m str {
        match self.license().name().trim() {
            "" => self.id,
            name => name,
        }
    }

    pub(in super::super) fn href(self) -> String {
        format!("/license-library/{}", self.id)
    }

    /// A link with its title.
    pub(super) fn titled(self) -> Reference {
        let language = foreign(self.license().title.language.as_deref()).to_owned();
        Parts { text: self.title().to_owned(), href: self.href(), language, ..Parts::default() }.into()
    }

    /// A link with its name in a sentence.
    pub(super) fn brief(self) -> Reference {
        Parts { text: self.name().to_owned(), href: self.href(), ..Parts::default() }.into()
    }
}

/// The name and page of a license.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LicenseName {
    /// Its identifier.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The address of its page.
    pub href: String,
}

impl From<Part<'_>> for LicenseName {
    fn from(part: Part<'_>) -> Self {
        Self { id: part.id.to_owned(), title: part.title().to_owned(), href: part.href() }
    }
}

/// The licenses of a check by IRI.
#[derive(Debug)]
pub(super) struct Parted<'m>(BTreeMap<&'m str, Part<'m>>);

impl<'m> Parted<'m> {
    pub(super) fn new(parts: &[Part<'m>]) -> Self {
        Self(parts.iter().map(|part| (part.model.iri.as_str(), *part)).collect())
    }

    pub(super) fn titled(&self, iri: &str) -> Reference {
        self.0.get(iri).map_or_else(|| Reference::plain(iri), |part| part.titled())
    }

    pub(super) fn brief(&self, iri: &str) -> Reference {
        self.0.get(iri).map_or_else(|| Reference::plain(iri), |part| part.brief())
    }

    /// The name of a license in sentences.
    pub(super) fn name<'a>(&self, iri: &'a str) -> &'a str
    where
        'm: 'a,
    {
        self.0.get(iri).map_or(iri, |part| part.name())
    }
}
