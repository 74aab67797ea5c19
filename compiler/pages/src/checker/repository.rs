use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::super::reference::Reference;
use super::super::{Page, Pages};
use super::form::{LicenseField, TypedField};
use super::parts::Part;
use super::{Member, VerdictView, WorkMember, WorkView};
use muniment_documents::api::v1::{DependencyRow, RepositoryLicenses};
use muniment_licenses::reason::{Context, TermsIndex, Verdict};

/// The repository checker (`/repo-license-compatibility-checker`).
#[derive(Debug, Clone, Serialize)]
pub struct RepositoryPage<'a> {
    /// The field of the repository.
    pub repository: TypedField,
    /// The license of the combined work.
    pub target: LicenseField,
    /// Whether the service for repositories is configured.
    pub is_configured: bool,
    /// Why there is no answer to a valid request.
    pub problem: Option<&'a str>,
    /// The answer.
    pub answer: Option<&'a RepositoryAnswer>,
}

impl Page for RepositoryPage<'_> {
    const TEMPLATE: &'static str = "pages/repository_checker.html";
}

/// The answer of the repository checker.
#[derive(Debug, Clone, Serialize)]
pub struct RepositoryAnswer {
    /// The address of this answer.
    pub address: String,
    /// The address of the answer as JSON.
    pub document: String,
    /// The result.
    #[serde(flatten)]
    pub view: RepositoryView,
}

/// The licenses of the dependencies of a repository, with their verdict.
#[derive(Debug, Clone, Serialize)]
pub struct RepositoryView {
    /// `owner/name` from the service, else from the request.
    name: String,
    language: String,
    /// Number of dependencies with a license.
    dependencies: usize,
    /// Statements with a record.
    resolved: Vec<StatedLicense>,
    /// Statements without a record.
    unresolved: Vec<StatedLicense>,
    /// Number of different licenses compared.
    licenses: usize,
    /// Whether the dependencies may go into one work. `None` without a license.
    work: Option<Box<WorkView>>,
    /// `None` for fewer than two licenses.
    verdict: Option<Box<VerdictView>>,
}

/// A license statement of dependencies.
#[derive(Debug, Clone, Serialize)]
struct StatedLicense {
    stated: String,
    records: Vec<Reference>,
    dependencies: Vec<String>,
}

impl Pages<'_> {
    /// The view of a repository; `asked` is its name if the service has none. `target` is the license of the work, which
    /// is part of the verdict. `check` is the address of this check without it.
    #[must_use]
    pub fn repository(
        &self,
        asked: &str,
        licenses: &RepositoryLicenses<'_>,
        verdict: &Verdict<'_>,
        target: Option<&Member<'_>>,
        index: &TermsIndex,
        check: String,
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
        let members: Vec<Member<'_>> = records
            .filter_map(|part| {
                Some(Member { part, terms: Arc::clone(index.get(&part.model.iri)?), usage: None })
            })
            .collect();
        let parts: Vec<Part<'_>> = members.iter().chain(target).map(|member| member.part).collect();
        let view = (verdict.bundle().len() > 1).then(|| Box::new(self.verdict(verdict, &parts)));
        let work = target.map(|target| WorkMember::License(target.part, &target.terms));
        let work = (!members.is_empty())
            .then(|| Box::new(self.work(index, &members, work, Context::default(), check)));
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
            work,
            verdict: view,
        }
    }
}
