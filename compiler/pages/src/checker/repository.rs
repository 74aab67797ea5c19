use std::collections::BTreeMap;

use serde::Serialize;

use super::super::reference::Reference;
use super::super::{Page, Pages};
use super::form::{LicenseField, TypedField};
use super::parts::Part;
use super::verdict::VerdictView;
use muniment_documents::api::v1::{DependencyRow, RepositoryLicenses};
use muniment_licenses::reason::Verdict;

/// The checker of repositories (`/repo-license-compatibility-checker`).
#[derive(Debug, Clone, Serialize)]
pub struct RepositoryPage<'a> {
    /// The repository, as it was typed.
    pub repository: TypedField,
    /// The license of the whole.
    pub target: LicenseField,
    /// Whether this deployment can ask about repositories at all.
    pub is_configured: bool,
    /// Why there is no answer although nothing is wrong with what was typed.
    pub problem: Option<&'a str>,
    /// The answer.
    pub answer: Option<&'a RepositoryAnswer>,
}

impl Page for RepositoryPage<'_> {
    const TEMPLATE: &'static str = "pages/repository_checker.html";
}

/// What the checker of repositories answers.
#[derive(Debug, Clone, Serialize)]
pub struct RepositoryAnswer {
    /// The address that gives this answer again.
    pub address: String,
    /// The address of the same as a document for programs.
    pub document: String,
    /// What was found.
    #[serde(flatten)]
    pub view: RepositoryView,
}

/// The dependencies of a repository with their licenses, and whether those go together.
#[derive(Debug, Clone, Serialize)]
pub struct RepositoryView {
    /// `owner/name` as the service spells it, or as it was asked for.
    name: String,
    language: String,
    /// How many dependencies state a license.
    dependencies: usize,
    /// Statements of a license that the library resolves.
    resolved: Vec<StatedLicense>,
    /// Statements that it does not.
    unresolved: Vec<StatedLicense>,
    /// How many different licenses were held against each other.
    licenses: usize,
    /// None where there are fewer than two.
    verdict: Option<Box<VerdictView>>,
}

/// A license as dependencies state it.
#[derive(Debug, Clone, Serialize)]
struct StatedLicense {
    stated: String,
    records: Vec<Reference>,
    dependencies: Vec<String>,
}

impl Pages<'_> {
    /// What was found about a repository, which is called by `asked` where the service has no name for it. `target` is
    /// the license the whole goes under; it takes part in the verdict.
    #[must_use]
    pub fn repository(
        &self,
        asked: &str,
        licenses: &RepositoryLicenses<'_>,
        verdict: &Verdict<'_>,
        target: Option<Part<'_>>,
    ) -> RepositoryView {
        let mut stated: BTreeMap<&str, StatedLicense> = BTreeMap::new();
        for row in licenses.rows() {
            let entry = stated.entry(row.license()).or_insert_with(|| StatedLicense {
                stated: row.license().to_owned(),
                records: row.records().map(|id| self.directory.record(id.as_str())).collect(),
                dependencies: Vec::new(),
            });
            entry.dependencies.push(row.name().to_owned());
        }
        let mut dependencies: Vec<&str> = licenses.rows().map(DependencyRow::name).collect();
        dependencies.sort_unstable();
        dependencies.dedup();
        let dependencies = dependencies.len();
        let library = self.directory.catalog.library;
        let records = licenses
            .records()
            .filter_map(|id| Some(Part { id: id.as_str(), model: library.licenses.get(id)? }));
        let parts: Vec<Part<'_>> = records.chain(target).collect();
        let bundle = verdict.bundle().len();
        let view = (bundle > 1)
            .then(|| Box::new(self.verdict(verdict, &parts, target.map(|target| target.model.iri.as_str()))));
        for stated in stated.values_mut() {
            stated.dependencies.sort_unstable();
            stated.dependencies.dedup();
        }
        let (resolved, unresolved) = stated.into_values().partition(|stated| !stated.records.is_empty());
        RepositoryView {
            name: licenses.name().unwrap_or(asked).to_owned(),
            language: licenses.language().unwrap_or_default().to_owned(),
            dependencies,
            resolved,
            unresolved,
            licenses: licenses.records().len(),
            verdict: view,
        }
    }
}
