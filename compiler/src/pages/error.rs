use serde::Serialize;

use super::{Page, PageError, render, templates};
use crate::model::Site;

#[derive(Debug, Serialize)]
struct ErrorPage<'a> {
    site_name: &'a str,
    title: &'a str,
    sentence: &'a str,
}

impl Page for ErrorPage<'_> {
    const TEMPLATE: &'static str = "pages/error.html";
}

/// Renders the pages people see in place of an error document (document 1 §4).
#[derive(Debug)]
pub struct ErrorPages {
    environment: minijinja::Environment<'static>,
    site_name: String,
}

impl ErrorPages {
    /// For a site.
    pub fn new(site: &Site) -> Result<Self, PageError> {
        Ok(Self { environment: templates::environment()?, site_name: site.name.clone() })
    }

    /// The page of an error; `title` names its kind, `sentence` says what is the matter.
    pub fn page(&self, title: &str, sentence: &str) -> Result<String, PageError> {
        render(&self.environment, &ErrorPage { site_name: &self.site_name, title, sentence })
    }
}
