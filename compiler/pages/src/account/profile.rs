use serde::Serialize;

use super::super::Page;

/// What everybody sees of an account (spec:version-1#website-endpoints).
#[derive(Debug, Clone, Serialize)]
pub struct ProfilePage<'a> {
    /// Identifier of the account.
    pub id: &'a str,
    /// Its name; of a closed account `a former member`.
    pub name: &'a str,
    /// The month the account was made in, as `November 2026`.
    pub since: &'a str,
    /// The licenses it has published.
    pub licenses: Vec<PublishedLicense<'a>>,
    /// The graphs it has published.
    pub graphs: Vec<PublishedGraph<'a>>,
}

/// A published license on a profile.
#[derive(Debug, Clone, Serialize)]
pub struct PublishedLicense<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// The day it was published, as `2026-11-20`.
    pub published_on: &'a str,
    /// Whether it is no longer to be used.
    pub is_deprecated: bool,
}

/// A published graph on a profile.
#[derive(Debug, Clone, Serialize)]
pub struct PublishedGraph<'a> {
    /// Its title.
    pub title: &'a str,
    /// Where whoever asks can read it, a path.
    pub address: Option<&'a str>,
}

impl Page for ProfilePage<'_> {
    const TEMPLATE: &'static str = "pages/profile.html";
}
