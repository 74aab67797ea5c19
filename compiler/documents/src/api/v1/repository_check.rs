use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::call::Call;
use super::repository::{GITHUB_URL, NAME, OWNER};
use super::row::{Access, Computing, Media, REPOSITORIES, Route, Row, Tag, Words};
use super::verdict::{ConflictEntry, TargetConflicts, VerdictDocument};
use crate::api::openapi::parameter::Parameter;
use crate::api::openapi::schema::{Iri, ModelId};
use crate::api::openapi::shapes::text;
use muniment_licenses::find::{Expressions, SpdxIndex};
use muniment_licenses::model::{Library, LicenseId};
use muniment_licenses::reason::Verdict;

static TARGET: Parameter = Parameter::query(
    "target",
    "Identifier, SPDX identifier or address of the license the combined work is to be under.",
    text,
)
.useless();

pub(super) static CHECK_REPOSITORY: Row = Row {
    is_frozen: true,
    bucket: Some(&REPOSITORIES),
    computing: Computing::InPart,
    parameters: &[&OWNER, &NAME, &TARGET],
    errors: &["BadUpstream", "TooLate", "Unavailable"],
    ..Row::new(
        Route::get("/repolicensechecker/check/{owner}/{name}", "checkRepository", Access::Anyone),
        Words::of(
            Tag::Repositories,
            "Whether the dependencies of a repository fit together",
            "Their licenses, each with the record it is read as, and what the records say against each other. With \
             `target` the license the whole is to be under takes part, and what stands against it is listed apart.",
        ),
        Media::json::<RepositoryCheck<'_>>(),
        |sent| {
            let repository = sent.repository()?;
            Ok(Some(Call::CheckRepository { repository, target: sent.target_license()? }))
        },
    )
};

pub(super) static CHECK_REPOSITORY_BY_URL: Row = Row {
    is_frozen: true,
    bucket: Some(&REPOSITORIES),
    computing: Computing::InPart,
    parameters: &[&GITHUB_URL, &TARGET],
    errors: &["NotFound", "NoRepository", "BadUpstream", "TooLate", "Unavailable"],
    ..Row::new(
        Route::get("/repolicensechecker/check", "checkRepositoryByUrl", Access::Anyone),
        Words::of(
            Tag::Repositories,
            "Whether the dependencies of a repository fit together, by address",
            "The same by the address of the repository, however it is written.",
        ),
        Media::json::<RepositoryCheck<'_>>(),
        |sent| {
            let Some(repository) = sent.repository_by_url()? else { return Ok(None) };
            Ok(Some(Call::CheckRepository { repository, target: sent.target_license()? }))
        },
    )
};

/// What a package-metadata service says of a repository: of its document, what is read (spec:version-1#answer-objects).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryMetadata {
    name: Option<String>,
    language: Option<String>,
    /// Each dependency with each license it states.
    stated: Vec<(String, String)>,
}

/// A document that is not one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMetadata {
    /// The service does not know the repository.
    #[error("the repository is unknown")]
    Unknown,
    /// It is not JSON of the shape it should have; why is for logs.
    #[error("the document is not what it should be: {0}")]
    Unexpected(String),
}

#[derive(Deserialize)]
struct Document {
    full_name: Option<String>,
    language: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    #[serde(default)]
    normalized_licenses: Option<Vec<String>>,
}

/// Licenses stated by all dependencies at most: more is no repository, and its answer would be as long.
const MOST_STATED: usize = 50_000;

/// Makes sure that a document is one about a repository at all, which is to be passed on as it is: a JSON object
/// that does not say that there is no such repository.
///
/// # Errors
/// It is none, or says so.
pub fn repository_document(bytes: &[u8]) -> Result<(), NoMetadata> {
    // `serde` would read a list into it as well.
    #[derive(Deserialize)]
    struct Head {
        error: Option<Value>,
    }
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if first.is_some_and(|byte| *byte != b'{') {
        return Err(NoMetadata::Unexpected("it is no object".to_owned()));
    }
    let head: Head = serde_json::from_slice(bytes).map_err(unexpected)?;
    if head.error.as_ref().is_some_and(is_truthy) { Err(NoMetadata::Unknown) } else { Ok(()) }
}

/// Whether a value says yes where the language of the first clients asks.
fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}

fn unexpected(error: serde_json::Error) -> NoMetadata {
    NoMetadata::Unexpected(error.to_string())
}

impl RepositoryMetadata {
    /// Reads a document. A dependency that states no license has no part in the check.
    ///
    /// # Errors
    /// It is none, or of another shape.
    pub fn read(bytes: &[u8]) -> Result<Self, NoMetadata> {
        repository_document(bytes)?;
        let document: Document = serde_json::from_slice(bytes).map_err(unexpected)?;
        let mut stated = Vec::new();
        for Dependency { name, normalized_licenses } in document.dependencies {
            let licenses = normalized_licenses.unwrap_or_default().into_iter();
            let licenses = licenses.filter(|license| !license.trim().is_empty());
            stated.extend(licenses.map(|license| (name.clone(), license)));
            if stated.len() > MOST_STATED {
                return Err(NoMetadata::Unexpected(format!("it states more than {MOST_STATED} licenses")));
            }
        }
        Ok(Self { name: document.full_name, language: document.language, stated })
    }
}

/// The licenses of a repository's dependencies, each looked up once.
#[derive(Debug)]
pub struct RepositoryLicenses<'l> {
    rows: Vec<DependencyRow<'l>>,
    records: BTreeSet<&'l LicenseId>,
    name: Option<String>,
    language: Option<String>,
}

/// A dependency with one of the licenses it states.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct DependencyRow<'l> {
    name: String,
    /// As it is stated.
    #[schemars(with = "Option<String>")]
    license: String,
    /// Address of the record; null where no record is known.
    svc_id: Option<Iri>,
    /// Every record of the expression, of which `svc_id` names one where it is the only one.
    #[serde(skip)]
    records: BTreeSet<&'l LicenseId>,
}

impl<'l> DependencyRow<'l> {
    /// What the dependency is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The license, as it is stated.
    #[must_use]
    pub fn license(&self) -> &str {
        &self.license
    }

    /// The records of the licenses in it, in order of their identifiers.
    pub fn records(&self) -> impl Iterator<Item = &'l LicenseId> {
        self.records.iter().copied()
    }
}

impl<'l> RepositoryLicenses<'l> {
    /// Looks up what is stated.
    ///
    /// Of an expression every license the library knows takes part in the check, on both sides of an `OR` too: which
    /// one is chosen is not ours to say. A row has room for one record, so that of an expression of several licenses
    /// is null.
    #[must_use]
    pub fn new(metadata: RepositoryMetadata, library: &'l Library, spdx: &'l SpdxIndex<'l>) -> Self {
        let mut expressions = Expressions::new(spdx);
        let mut records = BTreeSet::new();
        let rows = metadata.stated.into_iter().map(|(name, license)| {
            let expression = expressions.read(&license);
            let known: BTreeSet<&LicenseId> =
                expression.licenses().iter().filter_map(|license| license.record).collect();
            records.extend(&known);
            let svc_id = expression.single().map(|id| Iri(library.site.license_iri(id)));
            DependencyRow { name, license, svc_id, records: known }
        });
        Self { rows: rows.collect(), records, name: metadata.name, language: metadata.language }
    }

    /// Each dependency with each license it states, in the order of the service.
    pub fn rows(&self) -> impl Iterator<Item = &DependencyRow<'l>> {
        self.rows.iter()
    }

    /// What the service calls the repository.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The language it is written in.
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }

    /// The records to be checked, in order of their identifiers.
    pub fn records(&self) -> impl ExactSizeIterator<Item = &'l LicenseId> {
        self.records.iter().copied()
    }
}

/// The license a combined work is to carry.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct TargetLicense {
    /// Its identifier.
    #[schemars(with = "ModelId")]
    pub id: String,
    /// Its IRI.
    #[schemars(with = "Iri")]
    pub uri: String,
    /// Its title.
    pub title: String,
}

/// The result of a repository check (spec:version-1#answer-objects).
#[derive(Debug, Serialize, JsonSchema)]
pub struct RepositoryCheck<'c> {
    /// One entry for each license of each dependency.
    dependencies: &'c [DependencyRow<'c>],
    name: Option<&'c str>,
    language: Option<&'c str>,
    compatibilitycheck: VerdictDocument<'c>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'c TargetLicense>,
    /// The conflicts of which the target is one side, direct ones first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<ConflictEntry<'_>>")]
    target_conflicts: Option<TargetConflicts<'c>>,
}

/// The answer to a check with its verdict, in which the target has a part where there is one.
#[must_use]
pub fn repository_check<'c>(
    licenses: &'c RepositoryLicenses<'_>,
    found: &'c Verdict<'c>,
    target: Option<&'c TargetLicense>,
    library: &Library,
) -> RepositoryCheck<'c> {
    RepositoryCheck {
        dependencies: &licenses.rows,
        name: licenses.name.as_deref(),
        language: licenses.language.as_deref(),
        compatibilitycheck: super::verdict(found, library),
        target,
        target_conflicts: target.map(|target| TargetConflicts::new(found, &target.uri)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(String, String)>, NoMetadata> {
        RepositoryMetadata::read(text.as_bytes()).map(|metadata| metadata.stated)
    }

    #[test]
    fn each_license_of_each_dependency_is_a_row() {
        let stated = read(
            r#"{"full_name": null, "more": [{}], "dependencies": [{"name": "a", "normalized_licenses": ["MIT", "x"]},
            {"name": "b"}, {"name": "c", "normalized_licenses": null}, {"name": "d", "normalized_licenses": []},
            {"name": "e", "normalized_licenses": [" "]}, {"name": "a", "normalized_licenses": ["MIT"]}]}"#,
        );
        let row = |name: &str, license: &str| (name.to_owned(), license.to_owned());
        assert_eq!(stated, Ok(vec![row("a", "MIT"), row("a", "x"), row("a", "MIT")]));
    }

    #[test]
    fn what_says_no_is_unknown_and_what_is_odd_unexpected() {
        for error in ["\"Not found\"", "true", "1", "[0]", "{\"a\": 1}"] {
            assert_eq!(read(&format!("{{\"error\": {error}}}")), Err(NoMetadata::Unknown), "{error}");
        }
        for error in ["null", "false", "0", "0.0", "\"\"", "[]", "{}"] {
            assert_eq!(read(&format!("{{\"error\": {error}, \"dependencies\": []}}")), Ok(vec![]), "{error}");
        }
        for odd in [
            "",
            "null",
            "[]",
            "[null, null, []]",
            "\"x\"",
            "{",
            "{}",
            "{\"dependencies\": null}",
            "{\"dependencies\": {}}",
            "{\"dependencies\": [1]}",
            "{\"dependencies\": [{}]}",
            "{\"dependencies\": [{\"name\": 1}]}",
            "{\"dependencies\": [{\"name\": \"a\", \"normalized_licenses\": \"MIT\"}]}",
            "{\"dependencies\": [{\"name\": \"a\", \"normalized_licenses\": [1]}]}",
            "{\"dependencies\": [], \"full_name\": 1}",
            "{\"dependencies\": []} x",
        ] {
            assert!(matches!(read(odd), Err(NoMetadata::Unexpected(_))), "{odd}");
        }
        let many = format!(
            "{{\"dependencies\": [{{\"name\": \"a\", \"normalized_licenses\": [\"x\"{}]}}]}}",
            ",\"x\"".repeat(MOST_STATED)
        );
        assert!(matches!(read(&many), Err(NoMetadata::Unexpected(_))));
    }
}
