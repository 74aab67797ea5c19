use serde::Serialize;

use super::frame::Frame;
use super::{Directory, Page};
use muniment_documents::api::v2::{DEFAULT_LIMIT, MAX_LIMIT, model_address, version_address};
use muniment_licenses::model::ModelKind;
use muniment_rdf::ALGORITHM;

/// The documentation of version 2.
#[derive(Debug, Serialize)]
pub(super) struct DocumentationPage<'a> {
    frame: Frame<'a>,
    algorithm: &'static str,
    default_limit: usize,
    max_limit: usize,
    problems: &'static [Problem],
    /// A record for examples, if there is one.
    example: Option<Example<'a>>,
    contact_url: &'a str,
    contact_emails: &'a [String],
}

/// A problem type of version 2 (spec:version-2#problem-document).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct Problem {
    /// Name in the URI of its type, `{documentation_url}#problem-<name>`.
    name: &'static str,
    status: u16,
    /// Its meaning and remedy.
    meaning: &'static str,
}

#[derive(Debug, Serialize)]
struct Example<'a> {
    title: &'a str,
    /// Address of the current version.
    current: String,
    /// Address of the current version by number.
    version: String,
    digits: String,
}

const fn problem(name: &'static str, status: u16, meaning: &'static str) -> Problem {
    Problem { name, status, meaning }
}

const PROBLEMS: [Problem; 13] = [
    problem(
        "invalid-parameter",
        422,
        "A parameter is invalid: a version that is not an integer, a limit out of bounds, a cursor of another \
         list, or an unknown format, kind or starting point. “errors” lists every invalid parameter.",
    ),
    problem(
        "not-acceptable",
        406,
        "The service supports none of the media types that the request accepts. “available” lists the supported ones.",
    ),
    problem(
        "license-not-found",
        404,
        "There is no license with this identifier, or it is an unpublished draft.",
    ),
    problem("graph-not-found", 404, "There is no dependency graph with this identifier."),
    problem(
        "version-not-found",
        404,
        "The model exists, but it has no version with this number. Version numbers start at 1.",
    ),
    problem(
        "release-not-found",
        404,
        "The release in the path or in “since” is neither registered nor the current state.",
    ),
    problem(
        "route-not-found",
        404,
        "There is no resource at this path. The existing addresses are listed above.",
    ),
    problem(
        "method-not-allowed",
        405,
        "Version 2 is read-only. The header “Allow” lists the supported methods.",
    ),
    problem(
        "unauthenticated",
        401,
        "This dependency graph belongs to an account, and the request has neither its session nor its token.",
    ),
    problem(
        "forbidden",
        403,
        "The credentials are valid, but their account may not read this dependency graph.",
    ),
    problem(
        "rate-limited",
        429,
        "The account has reached its rate limit. “Retry-After” states when to try again.",
    ),
    problem(
        "store-unavailable",
        503,
        "The database with composed licenses and the graphs of accounts does not answer. All other resources are \
         available. Try again later.",
    ),
    problem("internal-error", 500, "An error occurred on the server. The request did not cause it."),
];

impl Page for DocumentationPage<'_> {
    const TEMPLATE: &'static str = "pages/documentation.html";
}

impl<'a> DocumentationPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>) -> Self {
        let catalog = directory.catalog;
        let contact = &catalog.library.site.contact;
        let example = catalog.licenses.values().map(|history| &history.current).find_map(|facts| {
            let license = directory.license(facts.id)?;
            (license.spdx.is_some() && !license.is_fixture()).then(|| Example {
                title: facts.title,
                current: model_address(ModelKind::License, facts.id),
                version: version_address(ModelKind::License, facts.id, facts.version),
                digits: facts.content_hash.hex(),
            })
        });
        Self {
            frame: Frame::new(directory, "/documentation/v2", String::new()),
            algorithm: ALGORITHM,
            default_limit: DEFAULT_LIMIT,
            max_limit: MAX_LIMIT,
            problems: &PROBLEMS,
            example,
            contact_url: &contact.url,
            contact_emails: &contact.emails,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    fn sample<'a>(example: Option<Example<'a>>, emails: &'a [String]) -> DocumentationPage<'a> {
        DocumentationPage {
            frame: Frame::sample(),
            algorithm: ALGORITHM,
            default_limit: 100,
            max_limit: 1000,
            problems: &PROBLEMS,
            example,
            contact_url: if emails.is_empty() { "" } else { "https://sample.example/contact" },
            contact_emails: emails,
        }
    }

    #[test]
    fn every_anchor_of_answers_exists() {
        let example = Example {
            title: "<script>A</script>",
            current: "/v2/licenses/A".to_owned(),
            version: "/v2/licenses/A/versions/1".to_owned(),
            digits: "0".repeat(64),
        };
        let environment = templates::environment().unwrap();
        let emails = ["a@sample.example".to_owned()];
        let html = render(&environment, &sample(Some(example), &emails)).unwrap();
        for name in [
            "invalid-parameter",
            "not-acceptable",
            "license-not-found",
            "graph-not-found",
            "version-not-found",
            "release-not-found",
            "route-not-found",
            "method-not-allowed",
            "unauthenticated",
            "forbidden",
            "rate-limited",
            "store-unavailable",
            "internal-error",
        ] {
            assert!(html.contains(&format!("id=\"problem-{name}\"")), "{name}");
        }
        assert!(html.contains("id=\"superseded-and-withdrawn\""));
        assert!(html.contains("&lt;script&gt;A&lt;/script&gt;") && !html.contains("<script"));
        assert!(render(&environment, &sample(None, &[])).is_ok());
    }
}
