use serde::Serialize;

use super::super::Page;

/// The public profile of an account (spec:version-1#website-endpoints).
#[derive(Debug, Clone, Serialize)]
pub struct ProfilePage<'a> {
    /// Identifier of the account.
    pub id: &'a str,
    /// Its name; of a closed account `a former member`.
    pub name: &'a str,
    /// The month of registration, as `November 2026`.
    pub since: &'a str,
    /// Its published licenses.
    pub licenses: Vec<PublishedLicense<'a>>,
    /// Its published graphs.
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
    /// Whether it is deprecated.
    pub is_deprecated: bool,
}

/// A published graph on a profile.
#[derive(Debug, Clone, Serialize)]
pub struct PublishedGraph<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its path, if the user may read it.
    pub address: Option<&'a str>,
}

impl Page for ProfilePage<'_> {
    const TEMPLATE: &'static str = "pages/profile.html";
}
