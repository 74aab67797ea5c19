use serde::Serialize;

use super::directory::Directory;
use super::frame::Frame;
use super::{Page, PageError, render, templates};
use muniment_licenses::model::Site;

#[derive(Debug, Serialize)]
pub(super) struct ErrorPage<'a> {
    frame: Frame<'a>,
    title: &'a str,
    sentence: &'a str,
}

impl Page for ErrorPage<'_> {
    const TEMPLATE: &'static str = "pages/error.html";
}

impl<'a> ErrorPage<'a> {
    pub(super) fn not_found(directory: &'a Directory<'_>) -> Self {
        Self {
            frame: Frame::unlisted(&directory.catalog.library.site, &directory.base_url, ""),
            title: "Page not found",
            sentence: "There is nothing at this address.",
        }
    }
}

/// Renders HTML pages instead of error documents (spec:version-1#endpoints).
#[derive(Debug)]
pub struct ErrorPages {
    environment: minijinja::Environment<'static>,
    site: Site,
}

impl ErrorPages {
    /// The error pages of a site.
    pub fn new(site: &Site) -> Result<Self, PageError> {
        Ok(Self { environment: templates::environment()?, site: site.clone() })
    }

    /// The page of an error, with a title and a sentence.
    pub fn page(&self, title: &str, sentence: &str) -> Result<String, PageError> {
        let frame = Frame::unlisted(&self.site, "", "");
        render(&self.environment, &ErrorPage { frame, title, sentence })
    }
}
