//! Resolves the names of licenses, graphs and other models in arguments.

use anyhow::{Context, anyhow, bail};

use muniment_library::history::{Catalog, ModelHistory};
use muniment_licenses::find::LicenseFinder;
use muniment_licenses::model::{GraphId, Library, LicenseId, ModelKind};
use muniment_licenses::reason::{TermsIndex, Work, is_closed_source};

/// All values, or one error with the messages of all that fail, a line for each.
pub(super) fn every<T>(results: impl IntoIterator<Item = anyhow::Result<T>>) -> anyhow::Result<Vec<T>> {
    let (mut values, mut messages) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(error) => messages.push(format!("{error:#}")),
        }
    }
    if messages.is_empty() { Ok(values) } else { Err(anyhow!("{}", messages.join("\n"))) }
}

/// Resolves names, ignoring case.
pub(super) struct Names<'l> {
    library: &'l Library,
    licenses: LicenseFinder<'l>,
}

impl<'l> Names<'l> {
    pub(super) fn new(library: &'l Library) -> Self {
        Self { library, licenses: LicenseFinder::new(library) }
    }

    pub(super) fn licenses(&self) -> &LicenseFinder<'l> {
        &self.licenses
    }

    /// The record of an identifier, SPDX identifier, alias or IRI.
    ///
    /// # Errors
    /// It does not exist; the message names similar ones.
    pub(super) fn license(&self, name: &str) -> anyhow::Result<&'l LicenseId> {
        match self.licenses.resolve(name) {
            Some(id) => Ok(id),
            None => bail!("there is no license `{name}`{}", self.similar(name)),
        }
    }

    /// The record that a question is about: as [`Self::license`], or of a name as people type it (`gplv3`). What changes
    /// a record takes no such name.
    ///
    /// # Errors
    /// It does not exist; the message names similar ones.
    pub(super) fn asked(&self, name: &str) -> anyhow::Result<&'l LicenseId> {
        self.licenses.typed(name).map_or_else(|| self.license(name), Ok)
    }

    /// The license of a work: a record as in [`Self::asked`], or closed source.
    ///
    /// # Errors
    /// It does not exist; the message names similar ones.
    pub(super) fn work<'r>(&self, name: &str, index: &'r TermsIndex) -> anyhow::Result<Work<'r>>
    where
        'l: 'r,
    {
        if is_closed_source(name) {
            return Ok(index.closed_work());
        }
        let id = self.asked(name)?;
        index.work(self.library, id).with_context(|| format!("`{id}` has no model to reason about"))
    }

    /// The dependency graph of an identifier or IRI.
    ///
    /// # Errors
    /// It does not exist; the message names the existing ones.
    pub(super) fn graph(&self, name: &str) -> anyhow::Result<&'l GraphId> {
        let mut graphs = self.library.graphs.iter();
        let found = graphs.find(|(id, model)| is_name(name, id.as_str(), &model.iri));
        match found {
            Some((id, _)) => Ok(id),
            None => {
                let known: Vec<&str> = self.library.graphs.keys().map(GraphId::as_str).collect();
                bail!("there is no dependency graph `{name}`; there are {}", known.join(", "))
            }
        }
    }

    /// The history of a record, graph or vocabulary.
    ///
    /// # Errors
    /// It does not exist; the message names similar records.
    pub(super) fn model<'c>(
        &self,
        catalog: &'c Catalog<'l>,
        name: &str,
    ) -> anyhow::Result<&'c ModelHistory<'l>> {
        let license = self.licenses.resolve(name);
        let mut models = ModelKind::ALL.into_iter().flat_map(|kind| catalog.of_kind(kind));
        let found = models.find(|(id, history)| match (history.current.kind, license) {
            (ModelKind::License, license) => license.is_some_and(|license| license.as_str() == *id),
            _ => is_name(name, id, history.current.iri),
        });
        match found {
            Some((_, history)) => Ok(history),
            None => {
                bail!("there is no record, dependency graph or vocabulary `{name}`{}", self.similar(name))
            }
        }
    }

    fn similar(&self, name: &str) -> String {
        let similar = self.licenses.similar(name);
        let names: Vec<&str> = similar.into_iter().map(|id| self.licenses.shown(id)).collect();
        if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(", ")) }
    }
}

/// Whether a name is an identifier or an IRI.
fn is_name(name: &str, id: &str, iri: &str) -> bool {
    name.eq_ignore_ascii_case(id) || name.eq_ignore_ascii_case(iri)
}
