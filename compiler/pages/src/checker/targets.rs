use serde::Serialize;

use super::super::Pages;
use super::super::reference::Reference;
use super::parts::{Part, Parted};
use super::words;
use muniment_licenses::reason::{Candidate, Grade};

/// The possible licenses of a combined work.
#[derive(Debug, Clone, Serialize)]
pub struct TargetsView {
    /// The component licenses as targets.
    parts: Vec<Target>,
    /// Other records without restrictions.
    free: Vec<Reference>,
    /// Other records with restrictions.
    bound: Vec<Reference>,
    /// Number of other records with conflicts.
    refused: usize,
    /// The address of the check, to which `&target=` is added.
    check: String,
}

#[derive(Debug, Clone, Serialize)]
struct Target {
    license: Reference,
    name: String,
    /// The address of the reasons.
    why: String,
    grade: &'static str,
    words: &'static str,
}

impl Pages<'_> {
    /// The view of graded candidates. `check` is the address of the check of the components.
    #[must_use]
    pub fn targets(&self, candidates: &[Candidate<'_>], parts: &[Part<'_>], check: String) -> TargetsView {
        let parted = Parted::new(parts);
        let library = self.directory.catalog.library;
        let is_part =
            |candidate: &&Candidate<'_>| parts.iter().any(|part| part.model.iri == candidate.license);
        let (own, others): (Vec<&Candidate<'_>>, Vec<&Candidate<'_>>) = candidates.iter().partition(is_part);
        let target = |candidate: &Candidate<'_>| Target {
            license: parted.titled(candidate.license),
            name: parted.name(candidate.license).to_owned(),
            why: format!("{check}&target={}", id(candidate.license, parts)),
            grade: candidate.grade.word(),
            words: words::candidate(candidate.grade),
        };
        let of_grade = |grade: Grade| {
            let base = library.site.license_base();
            let graded = others.iter().filter(|candidate| candidate.grade == grade);
            let ids = graded.filter_map(|candidate| candidate.license.strip_prefix(&base));
            let mut references: Vec<Reference> = ids.map(|id| self.directory.record(id)).collect();
            references.sort_by(|a, b| a.key().cmp(&b.key()));
            references
        };
        TargetsView {
            parts: own.into_iter().map(target).collect(),
            free: of_grade(Grade::None),
            bound: of_grade(Grade::Restriction),
            refused: others.iter().filter(|candidate| candidate.grade == Grade::Conflict).count(),
            check,
        }
    }
}

/// The identifier of a component, which needs no escapes in a query.
fn id<'m>(iri: &str, parts: &[Part<'m>]) -> &'m str {
    parts.iter().find(|part| part.model.iri == iri).map_or("", |part| part.id)
}
