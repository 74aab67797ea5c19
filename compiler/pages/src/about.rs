use serde::Serialize;

use super::frame::Frame;
use super::{Directory, Page};

/// The legal notice (`/imprint`).
#[derive(Debug, Serialize)]
pub(super) struct ImprintPage<'a> {
    frame: Frame<'a>,
    contact: ContactView<'a>,
    /// Edition of the library.
    edition: &'a str,
}

/// The privacy notice (`/privacy`).
#[derive(Debug, Serialize)]
pub(super) struct PrivacyPage<'a> {
    frame: Frame<'a>,
    contact: ContactView<'a>,
}

/// The index of the documentation (`/documentation`).
#[derive(Debug, Serialize)]
pub(super) struct DocumentationIndexPage<'a> {
    frame: Frame<'a>,
    /// `{site_url}`.
    site_url: &'a str,
    /// The current release, for citations.
    release: String,
    /// Its newest day; may be empty.
    date: String,
    /// A record for examples, if there is one.
    example: Option<Example<'a>>,
    /// Whether there are pages about the agreement with experts.
    has_agreement: bool,
}

#[derive(Debug, Serialize)]
struct ContactView<'a> {
    url: &'a str,
    emails: &'a [String],
}

#[derive(Debug, Serialize)]
struct Example<'a> {
    title: &'a str,
    id: &'a str,
    version: u32,
    iri: &'a str,
}

impl Page for ImprintPage<'_> {
    const TEMPLATE: &'static str = "pages/imprint.html";
}

impl Page for PrivacyPage<'_> {
    const TEMPLATE: &'static str = "pages/privacy.html";
}

impl Page for DocumentationIndexPage<'_> {
    const TEMPLATE: &'static str = "pages/documentation_index.html";
}

impl<'a> ContactView<'a> {
    fn of(directory: &'a Directory<'_>) -> Self {
        let contact = &directory.catalog.library.site.contact;
        Self { url: &contact.url, emails: &contact.emails }
    }
}

impl<'a> ImprintPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>) -> Self {
        Self {
            frame: Frame::new(directory, "/imprint", String::new()),
            contact: ContactView::of(directory),
            edition: &directory.catalog.library.site.edition,
        }
    }
}

impl<'a> PrivacyPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>) -> Self {
        Self { frame: Frame::new(directory, "/privacy", String::new()), contact: ContactView::of(directory) }
    }
}

impl<'a> DocumentationIndexPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, current: &muniment_licenses::model::Release) -> Self {
        let example = directory.catalog.licenses.values().map(|history| &history.current).find_map(|facts| {
            let license = directory.license(facts.id)?;
            (license.spdx.is_some() && !license.is_fixture()).then(|| Example {
                title: facts.title,
                id: facts.id,
                version: facts.version.get(),
                iri: facts.iri,
            })
        });
        Self {
            frame: Frame::new(directory, "/documentation", String::new()),
            site_url: &directory.catalog.library.site.site_url,
            release: current.id.to_string(),
            date: current.date.map(|day| day.to_string()).unwrap_or_default(),
            example,
            has_agreement: directory.agreements.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    #[test]
    fn the_contact_is_shown_if_it_is_known() {
        let environment = templates::environment().unwrap();
        let emails = ["a&b@sample.example".to_owned()];
        let known = || ContactView { url: "https://sample.example/contact", emails: &emails };
        let unknown = || ContactView { url: "", emails: &[] };
        let imprint =
            |contact| render(&environment, &ImprintPage { frame: Frame::sample(), contact, edition: "test" });
        let privacy = |contact| render(&environment, &PrivacyPage { frame: Frame::sample(), contact });
        for html in [imprint(known()).unwrap(), privacy(known()).unwrap()] {
            assert!(html.contains("href=\"mailto:a&amp;b@sample.example\""), "{html}");
            assert!(html.contains("Sample &lt;Library&gt;"));
        }
        for html in [imprint(unknown()).unwrap(), privacy(unknown()).unwrap()] {
            assert!(!html.contains("mailto:") && html.contains("href=\"/contact\""));
        }
    }

    #[test]
    fn the_documentation_links_everything_and_explains_citation() {
        let environment = templates::environment().unwrap();
        let page = |example| DocumentationIndexPage {
            frame: Frame::sample(),
            site_url: "https://sample.example",
            release: "data-0".to_owned(),
            date: String::new(),
            example,
            has_agreement: true,
        };
        let example = Example {
            title: "<b>A</b>",
            id: "A",
            version: 2,
            iri: "https://sample.example/licenselibrary/A",
        };
        let html = render(&environment, &page(Some(example))).unwrap();
        for expected in [
            "href=\"/documentation/v2\"",
            "href=\"/documentation/deprecation\"",
            "href=\"/docs\"",
            "href=\"/redoc\"",
            "href=\"/v2/docs\"",
            "id=\"cite\"",
            "&lt;b&gt;A&lt;/b&gt;",
            "data-0",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        assert!(render(&environment, &page(None)).is_ok());
    }
}
