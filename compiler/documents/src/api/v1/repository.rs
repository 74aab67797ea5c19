use std::fmt;

use schemars::{Schema, SchemaGenerator};
use serde_json::json;

use super::Refused;
use super::call::Call;
use super::row::{Access, Computing, Media, REPOSITORIES, Route, Row, Tag, Words};
use crate::api::openapi::parameter::{Parameter, some_text};
use crate::api::openapi::schema::named;

pub(super) static OWNER: Parameter = Parameter::path("owner", "Owner of the repository.", some_text);

pub(super) static NAME: Parameter = Parameter::path("name", "Name of the repository.", some_text);

pub(super) static GITHUB_URL: Parameter = Parameter::query(
    "github_url",
    "The repository: its address, `host/owner/name` or `owner/name`; `.git` at the end is passed over.",
    some_text,
)
.required()
.faulty();

pub(super) static GET_DEPENDENCIES: Row = Row {
    is_frozen: true,
    bucket: Some(&REPOSITORIES),
    computing: Computing::InPart,
    parameters: &[&OWNER, &NAME],
    errors: &["BadUpstream", "TooLate", "Unavailable"],
    ..Row::new(
        Route::get("/repolicensechecker/dependencies/{owner}/{name}", "getDependencies", Access::Anyone),
        Words::of(
            Tag::Repositories,
            "Dependencies of a repository",
            "The document of the package-metadata service, as it came.",
        ),
        Media::Document(document),
        |sent| Ok(Some(Call::Dependencies(sent.repository()?))),
    )
};

pub(super) static GET_DEPENDENCIES_BY_URL: Row = Row {
    is_frozen: true,
    bucket: Some(&REPOSITORIES),
    computing: Computing::InPart,
    parameters: &[&GITHUB_URL],
    errors: &["NotFound", "NoRepository", "BadUpstream", "TooLate", "Unavailable"],
    ..Row::new(
        Route::get("/repolicensechecker/dependencies", "getDependenciesByUrl", Access::Anyone),
        Words::of(
            Tag::Repositories,
            "Dependencies of a repository, by address",
            "The same by the address of the repository, however it is written.",
        ),
        Media::Document(document),
        |sent| Ok(sent.repository_by_url()?.map(Call::Dependencies)),
    )
};

/// What the package-metadata service sends.
fn document(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "RepositoryDocument", |_| {
        json!({
            "type": "object",
            "description": "As the package-metadata service sent it; most have `full_name` and `dependencies`.",
        })
    })
}

/// A public code repository (spec:version-1#frozen-operations, operations 7 to 10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    owner: String,
    name: String,
}

/// The host whose repositories are known, with and without the part that its users leave out.
const HOSTS: [&str; 2] = ["github.com", "www.github.com"];

/// Schemes of addresses a repository is reached at.
const SCHEMES: [&str; 7] = ["https", "http", "git", "ssh", "git+https", "git+http", "git+ssh"];

/// Bytes of the longest name, and of the longest owner; the host allows less.
const LONGEST: usize = 100;

impl Repository {
    /// The repository of two parts of a path. Where there can be none of that name there is none, and nobody has to
    /// be asked.
    pub(super) fn named(owner: &str, name: &str) -> Result<Self, Refused> {
        Self::of(owner, name).ok_or_else(|| {
            let [owner, name] = [owner, name].map(|part| part.chars().take(LONGEST).collect::<String>());
            Refused::sentence(404, format!("Unknown repository: {owner}/{name}"))
        })
    }

    /// The repository of whatever was typed: an address, `host/owner/name` or `owner/name`.
    ///
    /// Of an address everything after the name is passed over, such as the branch somebody looked at.
    ///
    /// # Errors
    /// It is none of them, 400.
    pub fn read(text: &str) -> Result<Self, Refused> {
        Self::find(text).ok_or_else(|| {
            let shown: String = text.chars().take(200).collect();
            Refused::sentence(
                400,
                format!(
                    "`{shown}` is no repository reference; send https://github.com/owner/name, \
                     github.com/owner/name or owner/name"
                ),
            )
        })
    }

    fn find(text: &str) -> Option<Self> {
        let text = text.trim();
        let end = text.find(['?', '#']).unwrap_or(text.len());
        let address = text.get(..end)?;
        // As in `git@host:owner/name.git`.
        if let Some((host, path)) = address.strip_prefix("git@").and_then(|rest| rest.split_once(':')) {
            return is_known(host).then(|| Self::at(path)).flatten();
        }
        if let Some((scheme, rest)) = address.split_once("://") {
            let (host, path) = rest.split_once('/')?;
            let host = host.strip_prefix("git@").unwrap_or(host);
            let is_reached = SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
            return (is_reached && is_known(host)).then(|| Self::at(path)).flatten();
        }
        match address.split_once('/') {
            Some((host, path)) if is_known(host) => Self::at(path),
            Some((owner, name)) => Self::of(owner, name.strip_suffix('/').unwrap_or(name)),
            None => None,
        }
    }

    /// The repository at a path of the host.
    fn at(path: &str) -> Option<Self> {
        let mut parts = path.split('/');
        Self::of(parts.next()?, parts.next()?)
    }

    fn of(owner: &str, name: &str) -> Option<Self> {
        let name = name.strip_suffix(".git").unwrap_or(name);
        let is_name = |text: &str, more: &[char]| {
            (1..=LONGEST).contains(&text.len())
                && text.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(&c))
        };
        // No owner has a dot, so a host is never taken for one.
        let is_one = is_name(owner, &['-', '_']) && is_name(name, &['-', '_', '.']);
        let is_place = is_one && name != "." && name != "..";
        is_place.then(|| Self { owner: owner.to_owned(), name: name.to_owned() })
    }

    /// Who owns it: letters, digits, `-` and `_`.
    #[must_use]
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// What it is called: letters, digits, `-`, `_` and `.`, and not dots alone.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// For a repository that the package-metadata service does not know.
    #[must_use]
    pub fn unknown(&self) -> Refused {
        Refused::sentence(404, format!("Unknown repository: {self}"))
    }
}

impl fmt::Display for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.owner, self.name)
    }
}

fn is_known(host: &str) -> bool {
    HOSTS.iter().any(|known| known.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_people_type_leads_to_the_repository() {
        for text in [
            "Owner/the.name_1-x",
            " Owner/the.name_1-x ",
            "Owner/the.name_1-x.git",
            "Owner/the.name_1-x/",
            "github.com/Owner/the.name_1-x",
            "www.github.com/Owner/the.name_1-x/",
            "GitHub.com/Owner/the.name_1-x.git",
            "https://github.com/Owner/the.name_1-x",
            "HTTP://www.github.com/Owner/the.name_1-x.git",
            "https://github.com/Owner/the.name_1-x/tree/main/src?tab=readme#top",
            "https://github.com/Owner/the.name_1-x?tab=readme",
            "git+https://github.com/Owner/the.name_1-x.git",
            "git://github.com/Owner/the.name_1-x.git",
            "ssh://git@github.com/Owner/the.name_1-x.git",
            "git@github.com:Owner/the.name_1-x.git",
        ] {
            assert_eq!(Repository::read(text).unwrap().to_string(), "Owner/the.name_1-x", "{text}");
        }
    }

    #[test]
    fn everything_else_is_no_repository() {
        for text in [
            "",
            "/",
            "owner",
            "owner/",
            "/name",
            "owner//name",
            "owner/name/tree",
            "owner/.git",
            "owner/..",
            "../name",
            "github.com",
            "github.com/owner",
            "https://github.com",
            "https://github.com/owner",
            "https://github.com/owner/",
            "gitlab.com/owner/name",
            "gitlab.com/name",
            "https://gitlab.com/owner/name",
            "https://github.com.example/owner/name",
            "https://github.com@example.org/owner/name",
            "https://github.com:8443/owner/name",
            "ftp://github.com/owner/name",
            "javascript://github.com/owner/name",
            "git@example.org:owner/name",
            "owner/na me",
            "owner/näme",
            "owner/name\\..",
            "owner/name%2f..",
            "owner\n/name",
        ] {
            assert_eq!(Repository::read(text).unwrap_err().status(), 400, "{text:?}");
        }
        let long = format!("owner/{}", "n".repeat(101));
        assert_eq!(Repository::read(&long).unwrap_err().status(), 400);
        for (owner, name) in
            [("owner", ".."), ("a/b", "name"), ("o.w", "name"), ("owner", ""), ("owner", "a?b")]
        {
            assert_eq!(Repository::named(owner, name).unwrap_err().status(), 404, "{owner}/{name}");
        }
        assert_eq!(Repository::named("owner", "name.git").unwrap().name(), "name");
    }
}
